//! Workers that lie, and one that vanishes.

use std::time::Duration;

use async_nats::{Client, jetstream};
use fleet::message::{Answer, Batch, JobResult, Message, Results, digest, seal};
use fleet::{FleetValidator, JobClass, Key, PublicKey, subject};
use futures_util::StreamExt;
use job::{Executor, Job};

use crate::server::Fleet;
use crate::stub::{Place, StubValidator, builtin, job, played_by};
use crate::{ENGINE, Worker, collect, coordinator, server};

/// The class of jobs between players without modules.
fn class() -> JobClass {
    JobClass { engine: ENGINE.to_owned(), memory: 0 }
}

/// Results of one job, as a worker would send them.
fn results(coordinator: &PublicKey, job: &Job, record: &referee::Record) -> Results {
    let answer = Answer::Played(Box::new(record.into()));
    let result = JobResult { number: job.id.number(), job: digest(job), answer };
    Results { coordinator: coordinator.clone(), epoch: 1, process: 1, pace: 1_000_000, results: vec![result] }
}

async fn connect(fleet: &Fleet, key: &Key) -> Client {
    server::connect(&fleet.url, key).await.unwrap()
}

/// Publishes a message of results. Returns whether the stream has taken it.
async fn publish(client: &Client, subject: &str, bytes: Vec<u8>) -> bool {
    let mut context = jetstream::new(client.clone());
    context.set_timeout(Duration::from_secs(2));
    match context.publish(subject.to_owned(), bytes.into()).await {
        Ok(stored) => stored.await.is_ok(),
        Err(_) => false,
    }
}

/// Takes a batch of the coordinator `lab`, once it has published one.
pub(crate) async fn take_batch(fleet: &Fleet, client: &Client) -> Batch {
    let inbox = client.new_inbox();
    let mut answers = client.subscribe(inbox.clone()).await.unwrap();
    let consumer = subject::jobs_consumer(&fleet.credentials("lab").key.public(), &class());
    loop {
        let body = r#"{"batch":1,"expires":1000000000}"#;
        client.publish_with_reply(subject::next_jobs(&consumer), inbox.clone(), body.into()).await.unwrap();
        // Until the coordinator has published something.
        if let Ok(batch) = Batch::decode(&answers.next().await.unwrap().payload) {
            return batch;
        }
    }
}

#[tokio::test]
async fn what_a_liar_sends_is_refused_and_costs_no_result() {
    let Some(fleet) = Fleet::of(&["liar", "honest"]) else { return };
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
    // Too large, under another's name, or to others: the server does not take it.
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
    // After all that comes an honest result: whichever came before it and counted would have been first.
    let client = connect(&fleet, &honest).await;
    let result = results(&lab.public(), &jobs[0], &played_by(&jobs[0], Place::Worker));
    assert!(publish(&client, &others, seal(&result, &honest).unwrap()).await);
    let found = collect(&executor, 2);
    let record = |job: &Job| found[&job.id].result.as_ref().unwrap().clone();
    assert_eq!(record(&jobs[0]), played_by(&jobs[0], Place::Worker));
    assert_eq!(record(&jobs[1]), played_by(&jobs[1], Place::Home));
}

/// The server hands it to another when the lease of 30 seconds is over.
#[tokio::test]
async fn what_a_worker_takes_and_vanishes_with_is_played_by_another() {
    let Some(fleet) = Fleet::of(&["lost", "two"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let executor = coordinator(&fleet, &validator).unwrap();
    let jobs: Vec<Job> = (0..3).map(|seed| job(ENGINE, seed, &builtin())).collect();
    executor.submit(jobs.clone()).unwrap();
    let client = connect(&fleet, &fleet.credentials("lost").key).await;
    let taken = take_batch(&fleet, &client).await;
    drop(client);
    let taken = taken.jobs().unwrap().remove(0);
    let worker = Worker::start(&fleet, "two", ENGINE);
    let found = collect(&executor, jobs.len());
    assert_eq!(*found[&taken.id].result.as_ref().unwrap(), played_by(&taken, Place::Worker));
    worker.end();
}
