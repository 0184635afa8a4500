//! Orders to a coordinator.

use std::time::Duration;

use crate::connection::Connection;
use crate::message::{CoordinatorOrder, Message};
use crate::{Credentials, FleetError, PublicKey, runtime, subject};

/// Sends an order to a coordinator, as another one or as itself. Returns when the order is carried out.
///
/// # Errors
/// When the server cannot be reached or rejects the credentials, or the coordinator does not answer.
pub fn order(
    url: &str,
    credentials: Credentials,
    coordinator: &PublicKey,
    order: CoordinatorOrder,
) -> Result<(), FleetError> {
    runtime::block_on(async {
        let link = Connection::to(url, credentials, Duration::ZERO).await?;
        let bytes = order.encode().unwrap_or_default();
        let answer = link.client.request(subject::coordinator(coordinator), bytes.into()).await;
        answer.map(drop).map_err(|_| FleetError::NotAtWork(coordinator.clone()))
    })
}
