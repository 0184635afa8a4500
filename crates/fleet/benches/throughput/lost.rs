//! Time until the jobs of a vanished worker are played by another.

use std::time::{Duration, Instant};

use async_nats::ConnectOptions;
use fleet::message::{Batch, Message};
use fleet::subject;
use futures_util::StreamExt;
use job::Executor;

use crate::server::Fleet;
use crate::support::{Feed, Worker, class, coordinator, jobs, on_a_runtime};

/// Number of lost jobs, each in a batch of its own.
const JOBS: usize = 3;

pub(crate) fn run() {
    println!("jobs whose worker vanishes as soon as it has taken them");
    let Some(fleet) = Fleet::with_workers(&["lost", "two"]) else { return };
    let executor = coordinator(&fleet);
    let mut feed = Feed::new(&executor, jobs(0));
    executor.submit(jobs(0).take(JOBS).collect()).unwrap();
    feed.out = JOBS;
    on_a_runtime(take(&fleet)).join().unwrap();
    let lost = Instant::now();
    let worker = Worker::start(&fleet, "two", 4, Duration::from_millis(1), 0);
    feed.finish();
    println!("  all are back after {:.1} s (goal 31)", lost.elapsed().as_secs_f64());
    drop(executor);
    worker.end();
}

/// Takes all of them and vanishes.
fn take(fleet: &Fleet) -> impl Future<Output = ()> + use<> {
    let (url, key) = (fleet.url.clone(), fleet.credentials("lost").key);
    let consumer = subject::jobs_consumer(&fleet.credentials("lab").key.public(), &class());
    async move {
        let options =
            ConnectOptions::new().nkey(key.seed()).custom_inbox_prefix(subject::inbox(&key.public()));
        let client = options.connect(url).await.unwrap();
        let inbox = client.new_inbox();
        let mut answers = client.subscribe(inbox.clone()).await.unwrap();
        let mut taken = 0;
        while taken < JOBS {
            let body = r#"{"batch":1,"expires":1000000000}"#;
            client
                .publish_with_reply(subject::next_jobs(&consumer), inbox.clone(), body.into())
                .await
                .unwrap();
            // Any other message says that no jobs are available yet.
            taken += Batch::decode(&answers.next().await.unwrap().payload).map_or(0, |batch| batch.len());
        }
    }
}
