//! Creation of streams on existing servers that others run.

use std::time::Duration;

use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::CreateStreamErrorKind;
use async_nats::jetstream::stream::Config;
use serde_json::Value;

use super::configs;
use crate::connection::Connection;
use crate::{Credentials, FleetError, runtime};

/// The settings in which a stream must match, as servers name them.
const SETTINGS: [&str; 11] = [
    "subjects",
    "retention",
    "discard",
    "discard_new_per_subject",
    "max_bytes",
    "max_age",
    "max_msg_size",
    "max_msgs_per_subject",
    "storage",
    "allow_direct",
    "num_replicas",
];

/// Creates the streams on existing servers, each with this number of replicas, and with credentials that may do so.
/// Existing streams must have the same settings.
pub(crate) fn set_up(url: &str, credentials: Credentials, replicas: usize) -> Result<(), FleetError> {
    runtime::block_on(async {
        make(&Connection::to(url, credentials, Duration::ZERO).await?, replicas).await
    })
}

async fn make(link: &Connection, replicas: usize) -> Result<(), FleetError> {
    for wanted in configs(replicas) {
        let made =
            link.context.get_or_create_stream(wanted.clone()).await.map_err(|error| match error.kind() {
                CreateStreamErrorKind::JetStream(why) if is_for_want_of_servers(why.error_code()) => {
                    FleetError::Replicas { replicas, why: why.to_string() }
                }
                _ => FleetError::server("create the streams", &error),
            })?;
        if let Some(error) = difference(&made.cached_info().config, &wanted) {
            return Err(error);
        }
    }
    Ok(())
}

fn is_for_want_of_servers(code: ErrorCode) -> bool {
    [ErrorCode::STREAM_REPLICAS_NOT_SUPPORTED, ErrorCode::CLUSTER_NO_PEERS, ErrorCode::INSUFFICIENT_RESOURCES]
        .contains(&code)
}

/// The first setting in which a stream differs from the wanted configuration.
fn difference(found: &Config, wanted: &Config) -> Option<FleetError> {
    let value = |config: &Config| serde_json::to_value(config).unwrap_or_default();
    let (found, all) = (value(found), value(wanted));
    // Servers fill in settings that are not given.
    let is_nothing = |value: &Value| *value == Value::Null || *value == 0 || *value == false;
    let setting = SETTINGS.into_iter().find(|name| !is_nothing(&all[*name]) && found[*name] != all[*name])?;
    Some(FleetError::OtherStream {
        stream: wanted.name.clone(),
        setting,
        found: found[setting].to_string(),
        wanted: all[setting].to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_compared_by_what_is_wanted_of_them() {
        let [jobs, _, modules, _] = configs(3);
        let filled_in = Config { discard_new_per_subject: true, max_consumers: -1, ..modules.clone() };
        assert!(difference(&filled_in, &modules).is_none());
        let other = |found: &Config| difference(found, &jobs).map(|error| error.to_string());
        let found = Config { num_replicas: 1, ..jobs.clone() };
        assert_eq!(
            other(&found).as_deref(),
            Some("the stream JOBS already exists, with num_replicas 1 instead of 3")
        );
        let found = Config { subjects: vec!["jobs.*".to_owned()], ..jobs.clone() };
        assert!(
            other(&found).is_some_and(|told| told.contains("subjects [\"jobs.*\"] instead of [\"jobs.>\"]"))
        );
        let found = Config { discard_new_per_subject: false, ..jobs.clone() };
        assert!(
            other(&found).is_some_and(|told| told.contains("discard_new_per_subject null instead of true"))
        );
    }
}
