//! The streams of a fleet and their consumers, which coordinators make.

mod setup;

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{GetStreamError, GetStreamErrorKind};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{Context, ErrorCode};
use futures_util::TryStreamExt;

pub(crate) use self::setup::set_up;
use crate::message::MOST_BYTES;
use crate::{FleetError, JobClass, PublicKey, subject};

/// Bytes of each stream: a quarter of what a server of `muster fleet init` has, or less.
const STREAM_BYTES: i64 = 1 << 30;
/// Batches that wait in one queue; more are published when there is room.
const MOST_BATCHES: i64 = 8192;
/// A worker that is silent for so long about a batch has lost it.
pub(crate) const LEASE: Duration = Duration::from_secs(30);
/// When jobs and results of coordinators that never came back are dropped.
const JOB_AGE: Duration = Duration::from_hours(24);
/// When modules are dropped that were not published again.
const MODULE_AGE: Duration = Duration::from_hours(24 * 7);
/// After which time without workers the server may drop a consumer; it is made again.
const IDLE_CONSUMER: Duration = Duration::from_hours(1);
/// Workers that wait for a batch of a queue at one time, and batches that they hold.
const MOST_WAITING: i64 = 32_768;
const MOST_HELD: i64 = 262_144;
/// Messages of results that a coordinator has and has not recorded.
pub(crate) const MOST_RESULTS: usize = 16_384;

/// The streams.
const NAMES: [&str; 3] = [subject::JOBS, subject::RESULTS, subject::MODULES];

/// Makes the streams, where they are not there, each on this number of servers.
pub(crate) async fn ensure(context: &Context, replicas: usize) -> Result<(), FleetError> {
    for config in configs(replicas) {
        context.get_or_create_stream(config).await.map_err(|error| server("create the streams", &error))?;
    }
    Ok(())
}

/// Makes the streams, where they are not there, each on as many servers as those that are: on one, where none is. Returns that
/// number.
pub(crate) async fn ensure_as_found(context: &Context) -> Result<usize, FleetError> {
    let mut replicas = 1;
    for name in NAMES {
        let found = find(context, name).await.map_err(|error| server("look up the streams", &error))?;
        replicas = found.map_or(replicas, |stream| replicas.max(stream.cached_info().config.num_replicas));
    }
    ensure(context, replicas).await?;
    Ok(replicas)
}

/// A stream; `None` where it is not there.
pub(crate) async fn find(context: &Context, name: &str) -> Result<Option<Stream>, GetStreamError> {
    match context.get_stream(name).await {
        Ok(stream) => Ok(Some(stream)),
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(why) if why.error_code() == ErrorCode::STREAM_NOT_FOUND => Ok(None),
            _ => Err(error),
        },
    }
}

/// The settings of the streams, each of which is kept on this number of servers.
fn configs(replicas: usize) -> [Config; 3] {
    let common = Config {
        max_bytes: STREAM_BYTES,
        // Headers of the server count too.
        max_message_size: (MOST_BYTES + 4096) as i32,
        storage: StorageType::File,
        num_replicas: replicas,
        allow_direct: true,
        ..Config::default()
    };
    let queue = Config {
        retention: RetentionPolicy::WorkQueue,
        discard: DiscardPolicy::New,
        max_age: JOB_AGE,
        ..common.clone()
    };
    let jobs = Config {
        name: subject::JOBS.to_owned(),
        subjects: vec![subject::JOBS_SUBJECTS.to_owned()],
        max_messages_per_subject: MOST_BATCHES,
        discard_new_per_subject: true,
        ..queue.clone()
    };
    let results = Config {
        name: subject::RESULTS.to_owned(),
        subjects: vec![subject::RESULTS_SUBJECTS.to_owned()],
        ..queue
    };
    let modules = Config {
        name: subject::MODULES.to_owned(),
        subjects: vec![subject::MODULES_SUBJECTS.to_owned()],
        max_messages_per_subject: 1,
        max_age: MODULE_AGE,
        ..common
    };
    [jobs, results, modules]
}

/// Removes what an earlier epoch of a coordinator has left: its jobs and their consumers.
pub(crate) async fn begin_epoch(context: &Context, coordinator: &PublicKey) -> Result<(), FleetError> {
    let failed = |error: &dyn std::error::Error| server("remove the jobs of an earlier run", error);
    let stream = context.get_stream(subject::JOBS).await.map_err(|error| failed(&error))?;
    let names: Vec<String> = stream.consumer_names().try_collect().await.map_err(|error| failed(&error))?;
    for name in names.iter().filter(|name| name.starts_with(coordinator.as_str())) {
        stream.delete_consumer(name).await.map_err(|error| failed(&error))?;
    }
    let purge = stream.purge().filter(subject::jobs_of(coordinator));
    purge.await.map_err(|error| failed(&error))?;
    Ok(())
}

/// Makes the consumer that hands out a queue's batches, where it is not there: at most the given number at one time.
pub(crate) async fn ensure_queue(
    context: &Context,
    coordinator: &PublicKey,
    epoch: u64,
    class: &JobClass,
    most_held: Option<u32>,
) -> Result<(), FleetError> {
    let config = pull::Config {
        durable_name: Some(subject::jobs_consumer(coordinator, class)),
        filter_subject: subject::jobs(coordinator, epoch, class),
        ack_policy: AckPolicy::Explicit,
        ack_wait: LEASE,
        max_waiting: MOST_WAITING,
        max_ack_pending: most_held.map_or(MOST_HELD, i64::from),
        inactive_threshold: IDLE_CONSUMER,
        ..pull::Config::default()
    };
    let made = context.create_consumer_on_stream(config, subject::JOBS).await;
    made.map(drop).map_err(|error| server("create a consumer of jobs", &error))
}

/// Makes the consumer of a coordinator's results, where it is not there.
pub(crate) async fn results_consumer(
    context: &Context,
    coordinator: &PublicKey,
) -> Result<PullConsumer, FleetError> {
    let config = pull::Config {
        durable_name: Some(subject::results_consumer(coordinator)),
        filter_subject: subject::results_for(coordinator),
        ack_policy: AckPolicy::Explicit,
        ack_wait: 2 * LEASE,
        max_ack_pending: MOST_RESULTS as i64,
        ..pull::Config::default()
    };
    let made = context.create_consumer_on_stream(config, subject::RESULTS).await;
    made.map_err(|error| server("create a consumer of results", &error))
}

fn server(what: &'static str, error: &dyn std::error::Error) -> FleetError {
    FleetError::Server { what, why: explain::with_causes(error) }
}
