//! The streams of a fleet and their consumers, which coordinators create.

mod setup;

use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{GetStreamError, GetStreamErrorKind};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{Context, ErrorCode};
use futures_util::TryStreamExt;

pub(crate) use self::setup::set_up;
use crate::message::{MOST_ANNOUNCEMENT, MOST_BYTES};
use crate::{FleetError, JobClass, PublicKey, subject};

/// Maximum size of each stream in bytes: at most a quarter of the limit of a server of `muster fleet init`.
const STREAM_BYTES: i64 = 1 << 30;
/// Maximum size of the stream of announcements in bytes.
const ANNOUNCED_BYTES: i64 = STREAM_BYTES / 4;
/// Maximum size of the headers that servers add to a message, in bytes.
const HEADER_BYTES: usize = 4096;
/// Maximum number of batches that wait in one queue. More are published when there is room.
const MOST_BATCHES: i64 = 8192;
/// Maximum number of messages of results of one worker that wait for one coordinator: 258 MiB. The server rejects its
/// further results until there is room, so it cannot fill the stream for others. A slot sends about one message a
/// second, and one in four waits some seconds for a second answer. So there is room for 600 slots that share
/// credentials.
pub(crate) const MOST_RESULTS_OF_WORKER: i64 = 512;
/// Number of announcements that are kept for one worker, of all processes with its credentials. A coordinator reads
/// them at its own pace.
const MOST_ANNOUNCEMENTS: i64 = 256;
/// Maximum time for which the server holds a request for a batch of jobs, and maximum number of batches in a request.
/// Workers ask for no more.
const LONGEST_REQUEST: Duration = Duration::from_secs(10);
const MOST_REQUESTED: i64 = 1;
/// Time after which a worker that is silent about a batch has lost it.
pub(crate) const LEASE: Duration = Duration::from_secs(30);
/// Time after which jobs and results of coordinators that never came back are dropped.
const JOB_AGE: Duration = Duration::from_hours(24);
/// Time after which modules that were not published again are dropped.
const MODULE_AGE: Duration = Duration::from_hours(24 * 7);
/// Time without workers after which the server may drop a consumer. A coordinator recreates it.
const IDLE_CONSUMER: Duration = Duration::from_hours(1);
/// Maximum number of workers that wait for a batch of a queue, and maximum number of batches that they hold.
const MOST_WAITING: i64 = 32_768;
const MOST_HELD: i64 = 262_144;
/// Maximum number of messages of results that a coordinator has and has not recorded.
pub(crate) const MOST_RESULTS: usize = 16_384;

/// The streams.
pub(crate) const NAMES: [&str; 4] = [subject::JOBS, subject::RESULTS, subject::MODULES, subject::WORKERS];

/// Creates missing streams, each with this number of replicas.
pub(crate) async fn ensure(context: &Context, replicas: usize) -> Result<(), FleetError> {
    for config in configs(replicas) {
        context
            .get_or_create_stream(config)
            .await
            .map_err(|error| FleetError::server("create the streams", &error))?;
    }
    Ok(())
}

/// Creates missing streams, each with as many replicas as the existing ones, or with one if there are none. Returns
/// that number.
pub(crate) async fn ensure_as_found(context: &Context) -> Result<usize, FleetError> {
    let mut replicas = 1;
    for name in NAMES {
        let found =
            find(context, name).await.map_err(|error| FleetError::server("look up the streams", &error))?;
        replicas = found.map_or(replicas, |stream| replicas.max(stream.cached_info().config.num_replicas));
    }
    ensure(context, replicas).await?;
    bound_results(context, replicas).await?;
    Ok(replicas)
}

/// Limits the results of each worker in a stream that an earlier version has created.
async fn bound_results(context: &Context, replicas: usize) -> Result<(), FleetError> {
    let [_, wanted, ..] = configs(replicas);
    let failed = |error: &dyn std::error::Error| FleetError::server("limit the stream of results", error);
    let found = context.get_stream(&wanted.name).await.map_err(|error| failed(&error))?;
    let config = &found.cached_info().config;
    if config.max_messages_per_subject == wanted.max_messages_per_subject {
        return Ok(());
    }
    let bounded = Config {
        max_messages_per_subject: wanted.max_messages_per_subject,
        discard_new_per_subject: true,
        ..config.clone()
    };
    context.update_stream(bounded).await.map_err(|error| failed(&error))?;
    Ok(())
}

/// The workers that have the maximum number of results waiting for a coordinator.
pub(crate) async fn fillers(context: &Context) -> Vec<PublicKey> {
    let full = |count: usize| count as i64 >= MOST_RESULTS_OF_WORKER;
    let stream = match find(context, subject::RESULTS).await {
        Ok(Some(stream)) if full(stream.cached_info().state.messages as usize) => stream,
        _ => return Vec::new(),
    };
    let counts = waiting_results(&stream).await.unwrap_or_default();
    counts.into_iter().filter(|(_, _, count)| full(*count)).map(|(_, worker, _)| worker).collect()
}

/// The coordinator, the worker and the number of messages, for all results that wait.
pub(crate) async fn waiting_results(
    results: &Stream,
) -> Result<Vec<(PublicKey, PublicKey, usize)>, FleetError> {
    let failed = |error: &dyn std::error::Error| FleetError::server("count the results", error);
    let mut subjects =
        results.info_with_subjects(subject::RESULTS_SUBJECTS).await.map_err(|error| failed(&error))?;
    let mut counts = Vec::new();
    while let Some((subject, count)) = subjects.try_next().await.map_err(|error| failed(&error))? {
        if let Some((coordinator, worker)) = subject::ends_of_results(&subject) {
            counts.push((coordinator, worker, count));
        }
    }
    Ok(counts)
}

/// Removes the results of a worker that no coordinator has taken. Returns the number of messages.
pub(crate) async fn purge_results(context: &Context, worker: &PublicKey) -> Result<u64, FleetError> {
    let failed = |error: &dyn std::error::Error| FleetError::server("remove a worker's results", error);
    let Some(stream) = find(context, subject::RESULTS).await.map_err(|error| failed(&error))? else {
        return Ok(0);
    };
    let purged = stream.purge().filter(subject::results_of(worker)).await;
    purged.map(|purged| purged.purged).map_err(|error| failed(&error))
}

/// Returns a stream; `None` if it does not exist.
pub(crate) async fn find(context: &Context, name: &str) -> Result<Option<Stream>, GetStreamError> {
    match context.get_stream(name).await {
        Ok(stream) => Ok(Some(stream)),
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(why) if why.error_code() == ErrorCode::STREAM_NOT_FOUND => Ok(None),
            _ => Err(error),
        },
    }
}

/// The settings of the streams, each with this number of replicas.
fn configs(replicas: usize) -> [Config; 4] {
    let common = Config {
        max_bytes: STREAM_BYTES,
        // Headers of the server count too.
        max_message_size: (MOST_BYTES + HEADER_BYTES) as i32,
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
        max_messages_per_subject: MOST_RESULTS_OF_WORKER,
        discard_new_per_subject: true,
        ..queue
    };
    let modules = Config {
        name: subject::MODULES.to_owned(),
        subjects: vec![subject::MODULES_SUBJECTS.to_owned()],
        max_messages_per_subject: 1,
        max_age: MODULE_AGE,
        ..common.clone()
    };
    let workers = Config {
        name: subject::WORKERS.to_owned(),
        subjects: [subject::ANNOUNCED_SUBJECTS, subject::WORKER_SUBJECTS].map(str::to_owned).to_vec(),
        max_messages_per_subject: MOST_ANNOUNCEMENTS,
        max_message_size: (MOST_ANNOUNCEMENT + HEADER_BYTES) as i32,
        max_bytes: ANNOUNCED_BYTES,
        max_age: LEASE,
        ..common
    };
    [jobs, results, modules, workers]
}

/// Removes the jobs of a coordinator's earlier epoch, and their consumers.
pub(crate) async fn begin_epoch(context: &Context, coordinator: &PublicKey) -> Result<(), FleetError> {
    let failed =
        |error: &dyn std::error::Error| FleetError::server("remove the jobs of an earlier run", error);
    let stream = context.get_stream(subject::JOBS).await.map_err(|error| failed(&error))?;
    let names: Vec<String> = stream.consumer_names().try_collect().await.map_err(|error| failed(&error))?;
    for name in names.iter().filter(|name| name.starts_with(coordinator.as_str())) {
        stream.delete_consumer(name).await.map_err(|error| failed(&error))?;
    }
    let purge = stream.purge().filter(subject::jobs_of(coordinator));
    purge.await.map_err(|error| failed(&error))?;
    Ok(())
}

/// Creates the consumer that hands out a queue's batches, unless it exists. At most `most_held` batches are out at the
/// same time.
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
        max_batch: MOST_REQUESTED,
        max_expires: LONGEST_REQUEST,
        max_ack_pending: most_held.map_or(MOST_HELD, i64::from),
        inactive_threshold: IDLE_CONSUMER,
        ..pull::Config::default()
    };
    let made = context.create_consumer_on_stream(config, subject::JOBS).await;
    made.map(drop).map_err(|error| FleetError::server("create a consumer of jobs", &error))
}

/// Creates the consumer of a coordinator's results, unless it exists.
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
    made.map_err(|error| FleetError::server("create a consumer of results", &error))
}

/// A consumer of workers' announcements: all stored ones, or new ones only.
pub(crate) async fn announcements(
    context: &Context,
    deliver_policy: DeliverPolicy,
) -> Result<PullConsumer, FleetError> {
    let config = pull::Config {
        deliver_policy,
        ack_policy: AckPolicy::None,
        inactive_threshold: LEASE,
        ..pull::Config::default()
    };
    let made = context.create_consumer_on_stream(config, subject::WORKERS).await;
    made.map_err(|error| FleetError::server("create a consumer of announcements", &error))
}
