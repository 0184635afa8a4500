//! The names of streams and subjects, and the permissions of each role.
//!
//! | subject | published by | content |
//! |---|---|---|
//! | `jobs.COORDINATOR.EPOCH.CLASS` | coordinators | batches of jobs, for workers that can play this class |
//! | `results.COORDINATOR.WORKER` | that worker | batches of results |
//! | `module.HASH.NUMBER` | coordinators | the chunks of a module, from 0 |
//! | `control.offer.COORDINATOR` | coordinators | the queues of a coordinator |
//! | `control.question.COORDINATOR` | coordinators | a request for announcements |
//! | `control.forget.COORDINATOR` | coordinators | the modules that workers have to drop |
//! | `coordinator.COORDINATOR` | coordinators | orders to that one, which it confirms |
//! | `worker.WORKER` | that worker | its capabilities and the batches that it holds |
//! | `announced.WORKER` | the server | the same, in the account of the coordinators |
//!
//! Coordinators and workers are named by their public keys. A worker may take and acknowledge every job, and publish
//! under its own key alone.
//!
//! A server publishes the reply to a request to any subject that the request names, without checking that its sender
//! may publish there. So each worker has an account of its own, which has no subjects but these, and replies stay in
//! it. The messages of a worker reach the account of the coordinators through imports of exactly these subjects. An
//! announcement arrives there under another name, which tells a worker with its own account from one that shares that
//! of the coordinators.

use hash::Hash;

use crate::{JobClass, PublicKey};

/// The stream of jobs: a work queue.
pub const JOBS: &str = "JOBS";
/// The stream of results: a work queue.
pub const RESULTS: &str = "RESULTS";
/// The stream of modules, read by subject.
pub const MODULES: &str = "MODULES";
/// The stream of the latest announcements of workers.
pub const WORKERS: &str = "WORKERS";
/// The subjects in the stream of jobs.
pub const JOBS_SUBJECTS: &str = "jobs.>";
/// The subjects in the stream of results.
pub const RESULTS_SUBJECTS: &str = "results.>";
/// The subjects in the stream of modules.
pub const MODULES_SUBJECTS: &str = "module.>";
/// All messages to workers.
pub const CONTROL_SUBJECTS: &str = "control.>";
/// The offers of coordinators.
pub const OFFER_SUBJECTS: &str = "control.offer.*";
/// All announcements of workers that have accounts of their own.
pub const ANNOUNCED_SUBJECTS: &str = "announced.*";
/// All announcements of workers that share the account of the coordinators.
pub const WORKER_SUBJECTS: &str = "worker.*";

/// All orders to coordinators.
pub const COORDINATOR_SUBJECTS: &str = "coordinator.*";

/// The account of the coordinators, which has the streams.
pub(crate) const COORDINATORS: &str = "MUSTER";
/// The subjects that the coordinators' account exports to workers as services.
pub(crate) const EXPORTED_SERVICES: [&str; 6] = [
    "$JS.API.CONSUMER.MSG.NEXT.JOBS.*",
    "$JS.API.DIRECT.GET.MODULES.module.*.*",
    "$JS.ACK.JOBS.>",
    NEWER_ACKNOWLEDGEMENTS,
    "results.*.*",
    ANNOUNCED_SUBJECTS,
];
/// Acknowledgements of jobs on newer servers, which put the domain and the account before the stream. `_` stands for no
/// domain. A wildcard in its place would match acknowledgements of any stream, because the older form has the name of
/// the stream there.
const NEWER_ACKNOWLEDGEMENTS: &str = "$JS.ACK._.*.JOBS.>";
/// The prefix of subjects for replies.
const INBOXES: &str = "_INBOX";
/// The prefix of subjects for requests for announcements.
const QUESTION: &str = "control.question.";
/// The prefix of subjects for modules to drop.
const FORGET: &str = "control.forget.";

/// The subject of the batches of a coordinator's epoch of this class.
pub fn jobs(coordinator: &PublicKey, epoch: u64, class: &JobClass) -> String {
    format!("jobs.{coordinator}.{epoch:016x}.{}", class_token(class))
}

/// The subjects of all batches of a coordinator.
pub fn jobs_of(coordinator: &PublicKey) -> String {
    format!("jobs.{coordinator}.>")
}

/// The subject of the results of a worker for a coordinator.
pub fn results(coordinator: &PublicKey, worker: &PublicKey) -> String {
    format!("results.{coordinator}.{worker}")
}

/// The subjects of all results for a coordinator.
pub fn results_for(coordinator: &PublicKey) -> String {
    format!("results.{coordinator}.*")
}

/// The subject of a chunk of a module.
pub fn module(module: &Hash, chunk: u32) -> String {
    format!("module.{module}.{chunk}")
}

/// The subjects of all chunks of a module.
pub fn chunks_of(module: &Hash) -> String {
    format!("module.{module}.*")
}

/// The subject of the server's interface that returns a chunk of a module.
pub fn get_module(name: &Hash, chunk: u32) -> String {
    format!("$JS.API.DIRECT.GET.{MODULES}.{}", module(name, chunk))
}

/// The subject of the server's interface that hands out the next batch of a consumer.
pub fn next_jobs(consumer: &str) -> String {
    format!("$JS.API.CONSUMER.MSG.NEXT.{JOBS}.{consumer}")
}

/// The subject of a coordinator's offers.
pub fn offer(coordinator: &PublicKey) -> String {
    format!("control.offer.{coordinator}")
}

/// The subject of a coordinator's orders to workers to drop modules.
pub fn forget(coordinator: &PublicKey) -> String {
    format!("{FORGET}{coordinator}")
}

/// Returns `true` if this is a subject for modules to drop.
pub fn is_forget(subject: &str) -> bool {
    subject.starts_with(FORGET)
}

/// The subject of a coordinator's requests for announcements.
pub fn question(coordinator: &PublicKey) -> String {
    format!("{QUESTION}{coordinator}")
}

/// Returns `true` if this is a subject for requests for announcements.
pub fn is_question(subject: &str) -> bool {
    subject.starts_with(QUESTION)
}

/// The subject of orders to a coordinator.
pub fn coordinator(key: &PublicKey) -> String {
    format!("coordinator.{key}")
}

/// The subject of a worker's announcements.
pub fn worker(key: &PublicKey) -> String {
    format!("worker.{key}")
}

/// Returns `true` if an announcement with this subject came from an account other than that of the coordinators.
pub(crate) fn is_from_own_account(subject: &str) -> bool {
    subject.starts_with("announced.")
}

/// The subjects of all results of a worker, for any coordinator.
pub(crate) fn results_of(worker: &PublicKey) -> String {
    format!("results.*.{worker}")
}

/// The coordinator and the worker in a subject of results.
pub(crate) fn ends_of_results(subject: &str) -> Option<(PublicKey, PublicKey)> {
    let (coordinator, worker) = subject.strip_prefix("results.")?.split_once('.')?;
    Some((coordinator.parse().ok()?, worker.parse().ok()?))
}

/// The consumer of a coordinator's jobs of this class.
pub fn jobs_consumer(coordinator: &PublicKey, class: &JobClass) -> String {
    format!("{coordinator}-{}", class_token(class))
}

/// The consumer of a coordinator's results.
pub fn results_consumer(coordinator: &PublicKey) -> String {
    coordinator.to_string()
}

/// The prefix of subjects for replies to a user.
pub fn inbox(user: &PublicKey) -> String {
    format!("{INBOXES}.{user}")
}

/// The user in the last place of a subject.
pub fn user_of(subject: &str) -> Option<PublicKey> {
    subject.rsplit('.').next()?.parse().ok()
}

/// A class as a part of a subject.
fn class_token(class: &JobClass) -> String {
    format!("{}-{}", &Hash::digest(class.engine.as_bytes()).to_string()[..16], class.memory)
}

/// The subjects that a user may publish and subscribe to.
pub(crate) struct Permissions {
    pub(crate) publish: Vec<String>,
    pub(crate) subscribe: Vec<String>,
}

/// A subject that a worker's account imports from that of the coordinators, where it may have another name.
pub(crate) struct Import {
    pub(crate) there: String,
    pub(crate) here: String,
}

/// The services that a worker's account imports: the subjects that it may publish to. Each coordinator is named.
/// Streams have limits for each subject, and otherwise a worker could make up any number of subjects.
pub(crate) fn services_of_worker(key: &PublicKey, coordinators: &[PublicKey]) -> Vec<Import> {
    let same = |subject: String| Import { there: subject.clone(), here: subject };
    let [next, module, ack, newer_ack, ..] = EXPORTED_SERVICES;
    let fixed = [next, module, ack, newer_ack].into_iter().map(|subject| same(subject.to_owned()));
    let results = coordinators.iter().map(|coordinator| same(results(coordinator, key)));
    let announcement = Import { there: format!("announced.{key}"), here: worker(key) };
    fixed.chain(results).chain([announcement]).collect()
}

/// The permissions of a worker.
pub(crate) fn of_worker(key: &PublicKey, coordinators: &[PublicKey]) -> Permissions {
    Permissions {
        publish: services_of_worker(key, coordinators).into_iter().map(|import| import.here).collect(),
        subscribe: vec![CONTROL_SUBJECTS.to_owned(), format!("{}.>", inbox(key))],
    }
}

/// The permissions of a coordinator. Coordinators trust one another: a purge is granted by stream.
pub(crate) fn of_coordinator(key: &PublicKey) -> Permissions {
    Permissions {
        publish: vec![
            "$JS.API.>".to_owned(),
            "$JS.ACK.>".to_owned(),
            jobs_of(key),
            MODULES_SUBJECTS.to_owned(),
            offer(key),
            question(key),
            forget(key),
            COORDINATOR_SUBJECTS.to_owned(),
            format!("{INBOXES}.>"),
        ],
        subscribe: vec![OFFER_SUBJECTS.to_owned(), coordinator(key), format!("{}.>", inbox(key))],
    }
}
