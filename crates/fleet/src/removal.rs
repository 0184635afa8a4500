//! Removal of modules and results from a fleet.

use std::time::Duration;

use async_nats::jetstream::context::GetStreamErrorKind;
use hash::Hash;

use crate::connection::Connection;
use crate::message::{Forget, Message};
use crate::{Credentials, FleetError, PublicKey, runtime, streams, subject};

/// Maximum number of modules in a message.
const MOST_MODULES: usize = 1000;

/// Removes modules from a fleet: from the server and from the connected workers. A run that still needs one publishes
/// it again.
///
/// # Errors
/// When the server cannot be reached, or rejects the credentials or the request.
pub fn forget(url: &str, credentials: Credentials, modules: &[Hash]) -> Result<(), FleetError> {
    runtime::block_on(async {
        remove(&Connection::to(url, credentials, Duration::ZERO).await?, modules).await
    })
}

/// Removes the results that a worker has left on the server. Returns the number of messages.
///
/// # Errors
/// When the server cannot be reached, or rejects the credentials or the request.
pub(crate) fn forget_results(
    url: &str,
    credentials: Credentials,
    worker: &PublicKey,
) -> Result<u64, FleetError> {
    runtime::block_on(async {
        let link = Connection::to(url, credentials, Duration::ZERO).await?;
        streams::purge_results(&link.context, worker).await
    })
}

async fn remove(link: &Connection, modules: &[Hash]) -> Result<(), FleetError> {
    let failed = |error: &dyn std::error::Error| FleetError::server("remove modules", error);
    match link.context.get_stream(subject::MODULES).await {
        Ok(stream) => {
            for module in modules {
                let purged = stream.purge().filter(subject::chunks_of(module)).await;
                purged.map_err(|error| failed(&error))?;
            }
        }
        // No coordinator has been connected yet.
        Err(error) if matches!(error.kind(), GetStreamErrorKind::JetStream(_)) => {}
        Err(error) => return Err(failed(&error)),
    }
    for modules in modules.chunks(MOST_MODULES) {
        let Ok(message) = Forget(modules.to_vec()).encode() else { continue };
        let told = link.client.publish(subject::forget(&link.user), message.into()).await;
        told.map_err(|error| failed(&error))?;
    }
    link.client.flush().await.map_err(|error| failed(&error))
}
