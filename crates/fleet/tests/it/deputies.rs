//! Workers with valid credentials that try to make the server act for them, through reply subjects, headers and
//! acknowledgements.

use std::collections::BTreeSet;
use std::fs;
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, HeaderMap};
use fleet::message::{Message, ModuleChunk};
use fleet::{FleetExecutor, FleetValidator, Key, PublicKey, status, subject};
use futures_util::StreamExt;
use job::Executor;

use crate::lies::{class, publish, take_batch};
use crate::server::{Fleet, PATIENCE, await_true, connect};
use crate::stub::{Place, StubExecutor, StubValidator, builtin, job, options};
use crate::{ENGINE, Worker, collect, coordinator};

const STREAMS: [&str; 4] = [subject::JOBS, subject::RESULTS, subject::MODULES, subject::WORKERS];

/// A fleet with a run, a module on the server, a malicious worker, and a watcher that sees every message of the
/// coordinators' account.
struct Scene {
    /// The coordinator of the run, which removes its jobs when it is dropped.
    _executor: FleetExecutor,
    fleet: Fleet,
    lab: Context,
    liar: Key,
    client: Client,
    watcher: Client,
    /// All messages that the worker may publish, as subjects and bodies.
    verbs: Vec<(String, Vec<u8>)>,
}

impl Scene {
    async fn set() -> Option<Scene> {
        Some(Scene::in_fleet(Fleet::with_workers(&["liar", "honest"])?).await)
    }

    async fn in_fleet(mut fleet: Fleet) -> Scene {
        let watcher = Key::fresh();
        fleet.admit_beside_coordinators(&watcher.public());
        let validator = FleetValidator::new(StubValidator);
        let executor = coordinator(&fleet, &validator).unwrap();
        executor.submit((0..9).map(|seed| job(ENGINE, seed, &builtin())).collect()).unwrap();
        let [lab, liar] = ["lab", "liar"].map(|name| fleet.credentials(name).key);
        let client = connect(&fleet.url, &liar).await.unwrap();
        let (_, held) = take_batch(&fleet, &client).await;
        let lab_client = connect(&fleet.url, &lab).await.unwrap();
        let context = jetstream::new(lab_client);
        let chunk = ModuleChunk { length: 1, bytes: vec![7] };
        let module = hash::Hash::digest(&[7]);
        let stored = context.publish(subject::module(&module, 0), chunk.encode().unwrap().into()).await;
        stored.unwrap().await.unwrap();
        let verbs = verbs(&fleet, &lab.public(), &liar.public(), held.as_str(), &module);
        let watcher = connect(&fleet.url, &watcher).await.unwrap();
        Scene { _executor: executor, fleet, lab: context, liar, client, watcher, verbs }
    }

    /// The subjects to which a malicious worker would want the server to publish.
    fn targets(&self) -> Vec<String> {
        let [lab, honest] = ["lab", "honest"].map(|name| self.fleet.credentials(name).key.public());
        let mut targets: Vec<String> = STREAMS
            .iter()
            .flat_map(|stream| ["DELETE", "PURGE"].map(|verb| format!("$JS.API.STREAM.{verb}.{stream}")))
            .collect();
        targets.extend([
            format!("$JS.API.CONSUMER.DELETE.RESULTS.{lab}"),
            "$JS.API.STREAM.CREATE.OTHER".to_owned(),
            subject::jobs(&lab, 1, &class()),
            subject::results(&lab, &honest),
            subject::module(&hash::Hash::digest(b"other"), 0),
            subject::worker(&honest),
            format!("announced.{honest}"),
            format!("announced.{}", self.liar.public()),
            subject::coordinator(&lab),
            subject::offer(&lab),
            subject::question(&lab),
            subject::forget(&lab),
            format!("{}.x", subject::inbox(&lab)),
            format!("$JS.ACK.RESULTS.{lab}.1.1.1.1.0"),
            format!("$JS.ACK.RESULTS.{lab}.JOBS.1.1.1.0"),
        ]);
        targets
    }

    /// The messages so far in the coordinators' account that concern the attack.
    async fn seen(&self, seen: &mut async_nats::Subscriber) -> BTreeSet<String> {
        self.client.flush().await.unwrap();
        // One more round trip to each stream: earlier requests were answered before it.
        for stream in STREAMS {
            self.lab.get_stream(stream).await.unwrap();
        }
        self.watcher.publish("done", "".into()).await.unwrap();
        let mut subjects = BTreeSet::new();
        while let Some(message) = seen.next().await {
            if message.subject.as_str() == "done" {
                return subjects;
            }
            subjects.insert(message.subject.to_string());
        }
        panic!("the watcher was cut off");
    }
}

fn verbs(
    fleet: &Fleet,
    lab: &PublicKey,
    liar: &PublicKey,
    held: &str,
    module: &hash::Hash,
) -> Vec<(String, Vec<u8>)> {
    let consumer = subject::jobs_consumer(lab, &class());
    let newer = held.replacen("$JS.ACK.", "$JS.ACK._.hash.", 1);
    let mut verbs: Vec<(String, &[u8])> = vec![
        (subject::get_module(module, 0), b""),
        (subject::get_module(&hash::Hash::digest(b"none"), 0), b""),
        (subject::next_jobs(&consumer), br#"{"batch":1,"no_wait":true}"#),
        (subject::next_jobs(&consumer), br#"{"batch":1,"expires":1000000}"#),
        (subject::next_jobs(&consumer), b"nonsense"),
        (subject::next_jobs("none"), b""),
        (subject::results(lab, liar), b"results"),
        (subject::worker(liar), b"announcement"),
    ];
    for acknowledgement in [held, &newer] {
        for kind in [&b"+ACK"[..], b"-NAK", b"+WPI", b"+TERM", b"+NXT", b"+NXT {\"batch\":1}", b""] {
            verbs.push((acknowledgement.to_owned(), kind));
        }
    }
    let allowed = fs::read_to_string(fleet.accounts()).unwrap();
    let published = allowed
        .lines()
        .find(|line| line.contains("publish:") && line.contains(&format!("\"{}\"", subject::worker(liar))));
    let count = published.unwrap().matches('"').count() / 2;
    assert_eq!(count, 7, "a new verb of workers belongs into this list: {allowed}");
    verbs.into_iter().map(|(subject, body)| (subject, body.to_vec())).collect()
}

#[tokio::test]
async fn a_worker_cannot_have_the_server_delete_a_stream_for_it() {
    let Some(scene) = Scene::set().await else { return };
    for stream in STREAMS {
        for (verb, body) in &scene.verbs {
            let reply = format!("$JS.API.STREAM.DELETE.{stream}");
            scene.client.publish_with_reply(verb.clone(), reply, body.clone().into()).await.unwrap();
        }
        scene.client.flush().await.unwrap();
        assert!(scene.lab.get_stream(stream).await.is_ok(), "{stream} is deleted");
    }
}

/// Shows that the attack of these tests works if workers share the coordinators' account.
#[tokio::test]
async fn in_a_shared_account_the_server_deletes_a_stream_for_a_worker() {
    let Some(mut fleet) = Fleet::with_workers(&["liar", "honest"]) else { return };
    let liar = fleet.credentials("liar").key.public();
    fleet.share_account_with(&liar);
    let scene = Scene::in_fleet(fleet).await;
    let (verb, body) = &scene.verbs[0];
    let mut seen = scene.watcher.subscribe("$JS.API.STREAM.DELETE.>").await.unwrap();
    scene.watcher.flush().await.unwrap();
    let reply = format!("$JS.API.STREAM.DELETE.{}", subject::RESULTS);
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < PATIENCE, "the server deletes nothing");
        scene.client.publish_with_reply(verb.clone(), reply.clone(), body.clone().into()).await.unwrap();
        if let Ok(message) = tokio::time::timeout(Duration::from_secs(1), seen.next()).await {
            assert_eq!(message.unwrap().subject.as_str(), reply);
            return;
        }
        // A busy server may delete the stream before the watcher sees the message.
        if scene.lab.get_stream(subject::RESULTS).await.is_err() {
            return;
        }
    }
}

#[tokio::test]
async fn no_reply_to_a_worker_leaves_its_account() {
    let Some(scene) = Scene::set().await else { return };
    let mut seen = scene.watcher.subscribe(">").await.unwrap();
    scene.watcher.flush().await.unwrap();
    let targets = scene.targets();
    for (verb, body) in &scene.verbs {
        for target in &targets {
            scene.client.publish_with_reply(verb.clone(), target.clone(), body.clone().into()).await.unwrap();
            for header in ["Nats-Trace-Dest", "Nats-Schedule-Target", "Nats-Republish"] {
                let mut headers = HeaderMap::new();
                headers.insert(header, target.as_str());
                scene.client.publish_with_headers(verb.clone(), headers, body.clone().into()).await.unwrap();
            }
        }
    }
    let subjects = scene.seen(&mut seen).await;
    let reached: Vec<&String> = targets.iter().filter(|target| subjects.contains(*target)).collect();
    // Its own announcements arrive there through their import.
    let own = format!("announced.{}", scene.liar.public());
    assert_eq!(reached, [&own]);
    // Directly, it reaches less. On a busy server, its own announcements from above may arrive only now.
    let others: Vec<&String> = targets.iter().filter(|target| **target != own).collect();
    for target in &others {
        scene.client.publish((*target).clone(), "".into()).await.unwrap();
    }
    let subjects = scene.seen(&mut seen).await;
    assert_eq!(others.iter().find(|target| subjects.contains(**target)), None);
}

#[tokio::test]
async fn a_worker_cannot_acknowledge_what_another_has_sent() {
    let Some(fleet) = Fleet::with_workers(&["liar", "honest"]) else { return };
    let [lab, liar, honest] = ["lab", "liar", "honest"].map(|name| fleet.credentials(name).key);
    drop(coordinator(&fleet, &FleetValidator::new(StubValidator)).unwrap());
    let sender = connect(&fleet.url, &honest).await.unwrap();
    assert!(publish(&sender, &subject::results(&lab.public(), &honest.public()), b"results".to_vec()).await);
    // Deliver the results to their coordinator, which has not recorded them.
    let context = jetstream::new(connect(&fleet.url, &lab).await.unwrap());
    let config = pull::Config {
        durable_name: Some(subject::results_consumer(&lab.public())),
        filter_subject: subject::results_for(&lab.public()),
        ack_policy: AckPolicy::Explicit,
        ..pull::Config::default()
    };
    let consumer = context.create_consumer_on_stream(config, subject::RESULTS).await.unwrap();
    let taken = consumer.fetch().max_messages(1).messages().await.unwrap().next().await.unwrap().unwrap();
    let info = taken.info().unwrap();
    let (stream, name, place) = (info.stream, info.consumer, info.stream_sequence);
    let client = connect(&fleet.url, &liar).await.unwrap();
    for subject in [
        format!("$JS.ACK.{stream}.{name}.1.{place}.1.1.0"),
        format!("$JS.ACK.{stream}.{name}.JOBS.{place}.1.1.0"),
        format!("$JS.ACK.JOBS.{name}.1.{place}.1.1.0"),
        format!("$JS.ACK._.{stream}.JOBS.{name}.1.{place}.1.1.0"),
    ] {
        client.publish(subject, "+ACK".into()).await.unwrap();
    }
    client.flush().await.unwrap();
    let mut results = context.get_stream(subject::RESULTS).await.unwrap();
    assert_eq!(results.info().await.unwrap().state.messages, 1);
}

#[tokio::test]
async fn a_request_for_jobs_is_short_and_for_one_batch() {
    let Some(scene) = Scene::set().await else { return };
    let consumer = subject::jobs_consumer(&scene.fleet.credentials("lab").key.public(), &class());
    for body in [r#"{"batch":1000}"#, r#"{"batch":1,"expires":86400000000000}"#] {
        let inbox = scene.client.new_inbox();
        let mut answers = scene.client.subscribe(inbox.clone()).await.unwrap();
        scene.client.publish_with_reply(subject::next_jobs(&consumer), inbox, body.into()).await.unwrap();
        let answer = answers.next().await.unwrap();
        assert_eq!(answer.status.map(|status| status.as_u16()), Some(409), "{body}: {answer:?}");
    }
}

#[test]
fn a_worker_in_the_account_of_the_coordinators_is_called_unsafe() {
    let Some(mut fleet) = Fleet::with_workers(&["apart", "beside"]) else { return };
    let beside = fleet.credentials("beside").key.public();
    fleet.admit_beside_coordinators(&beside);
    let validator = FleetValidator::new(StubValidator);
    let executor = coordinator(&fleet, &validator).unwrap();
    let workers = ["apart", "beside"].map(|name| Worker::start(&fleet, name, ENGINE));
    executor.submit((0..50).map(|seed| job(ENGINE, seed, &builtin())).collect()).unwrap();
    collect(&executor, 50);
    await_true("both are heard", || {
        let found = status(&fleet.url, fleet.credentials("lab")).unwrap();
        let unsafe_ones: Vec<&str> = found
            .workers
            .iter()
            .filter(|worker| worker.shares_account)
            .map(|worker| worker.key.as_str())
            .collect();
        assert!(unsafe_ones.iter().all(|key| *key == beside.as_str()), "{unsafe_ones:?}");
        found.workers.len() == 2 && unsafe_ones.len() == 1
    });
    for worker in workers {
        worker.end();
    }
}

/// Each worker's account names the coordinators. The server reloads the accounts when one is added.
#[test]
fn a_worker_that_is_at_work_plays_for_a_coordinator_that_is_added_later() {
    let Some(fleet) = Fleet::with_workers(&["one"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let lab = coordinator(&fleet, &validator).unwrap();
    let worker =
        Worker::with(&fleet, "one", options(4, vec![ENGINE.to_owned()]), StubExecutor::at(Place::Worker));
    let jobs = |seeds: std::ops::Range<u64>| seeds.map(|seed| job(ENGINE, seed, &builtin())).collect();
    lab.submit(jobs(0..20)).unwrap();
    collect(&lab, 20);
    fleet.folder().add("lab-3", fleet::Role::Coordinator).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let key = fleet.credentials("lab-3").key;
    await_true("it is admitted", || runtime.block_on(connect(&fleet.url, &key)).is_ok());
    let home = Box::new(StubExecutor::at(Place::Home));
    let late = FleetExecutor::connect(
        &fleet.url,
        fleet.credentials("lab-3"),
        &validator,
        home,
        crate::stub::unchecked(),
    )
    .unwrap();
    late.submit(jobs(20..40)).unwrap();
    let found = collect(&late, 20);
    let worker_key = fleet.credentials("one").key.public();
    assert!(found.values().all(|finished| finished.worker.as_deref() == Some(worker_key.as_str())));
    lab.submit(jobs(40..60)).unwrap();
    collect(&lab, 20);
    worker.end();
}
