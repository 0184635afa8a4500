//! Workers that lie, and one that vanishes.

use std::time::Duration;

use async_nats::{Client, Subject, jetstream};
use fleet::message::{Announcement, Answer, Batch, HeldJobs, JobResult, Message, Results, digest, seal};
use fleet::{FleetValidator, JobClass, Key, PublicKey, subject};
use futures_util::StreamExt;
use job::{Executor, Job};

use crate::server::Fleet;
use crate::stub::{Place, StubValidator, builtin, job, played_by};
use crate::{ENGINE, Worker, collect, coordinator, server};

/// The class of jobs between players without modules.
pub(crate) fn class() -> JobClass {
    JobClass { engine: ENGINE.to_owned(), memory: 0 }
}

/// Results of one job, as a worker would send them.
fn results(coordinator: &PublicKey, job: &Job, record: &referee::Record) -> Results {
    let answer = Answer::Played(Box::new(record.clone().into()));
    let result = JobResult { number: job.id.number(), job: digest(job), answer };
    Results { coordinator: coordinator.clone(), epoch: 1, process: 1, pace: 1_000_000, results: vec![result] }
}

async fn connect(fleet: &Fleet, key: &Key) -> Client {
    server::connect(&fleet.url, key).await.unwrap()
}

/// Publishes a message of results. Returns `true` if the stream has taken it.
pub(crate) async fn publish(client: &Client, subject: &str, bytes: Vec<u8>) -> bool {
    let mut context = jetstream::new(client.clone());
    context.set_timeout(Duration::from_secs(2));
    match context.publish(subject.to_owned(), bytes.into()).await {
        Ok(stored) => stored.await.is_ok(),
        Err(_) => false,
    }
}

/// Takes a batch of the coordinator `lab`, once it has published one. Also returns the subject for its acknowledgement.
pub(crate) async fn take_batch(fleet: &Fleet, client: &Client) -> (Batch, Subject) {
    let inbox = client.new_inbox();
    let mut answers = client.subscribe(inbox.clone()).await.unwrap();
    let consumer = subject::jobs_consumer(&fleet.credentials("lab").key.public(), &class());
    loop {
        let body = r#"{"batch":1,"expires":1000000000}"#;
        client.publish_with_reply(subject::next_jobs(&consumer), inbox.clone(), body.into()).await.unwrap();
        // The server may lose a request while it creates the consumer.
        let answer = tokio::time::timeout(Duration::from_secs(5), answers.next()).await;
        let message = answer.ok().map(Option::unwrap);
        // Any other message says that there is no batch.
        if let Some(message) = message
            && let Ok(batch) = Batch::decode(&message.payload)
        {
            return (batch, message.reply.unwrap());
        }
    }
}

#[tokio::test]
async fn what_a_liar_sends_is_refused_and_costs_no_result() {
    let Some(fleet) = Fleet::with_workers(&["liar", "honest"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let [lab, liar, honest] = ["lab", "liar", "honest"].map(|name| fleet.credentials(name).key);
    let executor = coordinator(&fleet, &validator).unwrap();
    let jobs: Vec<Job> = (0..2).map(|seed| job(ENGINE, seed, &builtin())).collect();
    executor.submit(jobs.clone()).unwrap();

    let client = connect(&fleet, &liar).await;
    let own = subject::results(&lab.public(), &liar.public());
    let forged = results(&lab.public(), &jobs[0], &played_by(&jobs[0], Place::Liar));
    // Signed by another key, changed after it was signed, cut off, and another message altogether.
    let mut changed = seal(&forged, &liar).unwrap();
    *changed.last_mut().unwrap() ^= 1;
    let cut = changed[..40].to_vec();
    for bytes in [seal(&forged, &Key::fresh()).unwrap(), changed, cut, b"{}".to_vec()] {
        assert!(publish(&client, &own, bytes).await);
    }
    // Too large, under another's name, or to others: the server rejects it.
    assert!(!publish(&client, &own, vec![0; 600 << 10]).await);
    let others = subject::results(&lab.public(), &honest.public());
    assert!(!publish(&client, &others, seal(&forged, &liar).unwrap()).await);
    for subject in ["$JS.API.STREAM.PURGE.JOBS", "$JS.API.STREAM.DELETE.RESULTS", "$JS.API.STREAM.NAMES"] {
        assert!(client.request(subject, "".into()).await.is_err(), "{subject}");
    }
    assert!(!publish(&client, &subject::jobs(&lab.public(), 1, &class()), b"job".to_vec()).await);

    // A record that the limits do not allow: the match is played at home.
    let mut impossible = played_by(&jobs[1], Place::Liar);
    impossible.closings.0[0].memory_peak = u64::MAX;
    let impossible = results(&lab.public(), &jobs[1], &impossible);
    assert!(publish(&client, &own, seal(&impossible, &liar).unwrap()).await);
    // An honest result follows. If one of the earlier messages counted, it would have been first.
    let client = connect(&fleet, &honest).await;
    let result = results(&lab.public(), &jobs[0], &played_by(&jobs[0], Place::Worker));
    assert!(publish(&client, &others, seal(&result, &honest).unwrap()).await);
    let found = collect(&executor, 2);
    let record = |job: &Job| found[&job.id].result.as_ref().unwrap().clone();
    assert_eq!(record(&jobs[0]), played_by(&jobs[0], Place::Worker));
    assert_eq!(record(&jobs[1]), played_by(&jobs[1], Place::Home));
}

/// The server hands them to another when the lease of 30 seconds expires.
#[tokio::test]
async fn what_a_worker_takes_and_vanishes_with_is_played_by_another() {
    let Some(fleet) = Fleet::with_workers(&["lost", "two"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let executor = coordinator(&fleet, &validator).unwrap();
    let jobs: Vec<Job> = (0..3).map(|seed| job(ENGINE, seed, &builtin())).collect();
    executor.submit(jobs.clone()).unwrap();
    let client = connect(&fleet, &fleet.credentials("lost").key).await;
    let (taken, _) = take_batch(&fleet, &client).await;
    drop(client);
    let taken = taken.jobs().unwrap().remove(0);
    let worker = Worker::start(&fleet, "two", ENGINE);
    let found = collect(&executor, jobs.len());
    assert_eq!(*found[&taken.id].result.as_ref().unwrap(), played_by(&taken, Place::Worker));
    worker.end();
}

/// The coordinator misses them after ten seconds, and republishes them.
#[tokio::test]
async fn what_a_worker_acknowledges_and_does_not_play_is_played_by_another() {
    let Some(fleet) = Fleet::with_workers(&["liar", "two"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let executor = coordinator(&fleet, &validator).unwrap();
    let jobs: Vec<Job> = (0..3).map(|seed| job(ENGINE, seed, &builtin())).collect();
    executor.submit(jobs.clone()).unwrap();
    let client = connect(&fleet, &fleet.credentials("liar").key).await;
    for _ in 0..2 {
        let (_, reply) = take_batch(&fleet, &client).await;
        client.publish(reply, "+ACK".into()).await.unwrap();
    }
    client.flush().await.unwrap();
    let worker = Worker::start(&fleet, "two", ENGINE);
    let found = collect(&executor, jobs.len());
    for job in &jobs {
        assert_eq!(*found[&job.id].result.as_ref().unwrap(), played_by(job, Place::Worker));
    }
    worker.end();
}

#[tokio::test]
async fn what_a_worker_says_it_holds_is_played_by_whoever_has_it() {
    let Some(fleet) = Fleet::with_workers(&["liar", "two"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let executor = coordinator(&fleet, &validator).unwrap();
    let jobs: Vec<Job> = (0..50).map(|seed| job(ENGINE, seed, &builtin())).collect();
    executor.submit(jobs.clone()).unwrap();
    let (lab, liar) = (fleet.credentials("lab").key.public(), fleet.credentials("liar").key);
    let client = connect(&fleet, &liar).await;
    let (taken, reply) = take_batch(&fleet, &client).await;
    // Not played: it goes back.
    client.publish(reply, "-NAK".into()).await.unwrap();
    let held =
        (0..800).map(|batch| HeldJobs { coordinator: lab.clone(), epoch: taken.epoch, batch }).collect();
    let all = seal(&announcement(held), &liar).unwrap();
    client.publish(subject::worker(&liar.public()), all.into()).await.unwrap();
    client.flush().await.unwrap();
    let worker = Worker::start(&fleet, "two", ENGINE);
    let found = collect(&executor, jobs.len());
    assert!(jobs.iter().all(|job| found.contains_key(&job.id)));
    worker.end();
}

/// The announcement of a worker with the maximum number of slots.
pub(crate) fn announcement(held: Vec<HeldJobs>) -> Announcement {
    Announcement {
        process: 1,
        version: "1".to_owned(),
        host: "there".to_owned(),
        slots: u32::MAX,
        engines: vec![ENGINE.to_owned()],
        memory: None,
        held,
        played: 0,
        pace: 0,
        failed: 0,
        failure: None,
    }
}
