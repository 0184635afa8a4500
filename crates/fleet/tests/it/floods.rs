//! Workers that send more than there is room for.

use async_nats::jetstream;
use fleet::message::MOST_ANNOUNCEMENT;
use fleet::{FleetValidator, Key, status, subject};
use job::Executor;

use crate::lies::publish;
use crate::server::{Fleet, connect};
use crate::stub::{StubValidator, builtin, job};
use crate::{ENGINE, Worker, collect, coordinator};

/// Maximum number of messages of results of one worker that wait for one coordinator.
const MOST: usize = 512;

#[tokio::test]
async fn one_worker_cannot_fill_the_results() {
    let Some(fleet) = Fleet::with_workers(&["liar", "honest"]) else { return };
    let [lab, other, liar, honest] =
        ["lab", "lab-2", "liar", "honest"].map(|name| fleet.credentials(name).key.public());
    // The coordinator creates the streams and goes away.
    drop(coordinator(&fleet, &FleetValidator::new(StubValidator)).unwrap());
    let client = connect(&fleet.url, &fleet.credentials("liar").key).await.unwrap();
    for coordinator in [&lab, &other] {
        for _ in 0..MOST {
            assert!(publish(&client, &subject::results(coordinator, &liar), vec![0; 1 << 10]).await);
        }
        assert!(!publish(&client, &subject::results(coordinator, &liar), vec![0; 1]).await);
    }
    // Results for coordinators that do not exist.
    for made_up in [Key::fresh().public().to_string(), "x".to_owned()] {
        assert!(!publish(&client, &format!("results.{made_up}.{liar}"), vec![0; 1]).await);
    }
    let sender = connect(&fleet.url, &fleet.credentials("honest").key).await.unwrap();
    assert!(publish(&sender, &subject::results(&lab, &honest), b"results".to_vec()).await);

    let ask = || {
        let (url, lab) = (fleet.url.clone(), fleet.credentials("lab"));
        tokio::task::spawn_blocking(move || status(&url, lab).unwrap().results)
    };
    let waiting = ask().await.unwrap();
    let named: Vec<(&str, usize)> =
        waiting.iter().map(|waiting| (waiting.worker.as_str(), waiting.messages)).collect();
    assert_eq!(named, [(liar.as_str(), MOST), (liar.as_str(), MOST), (honest.as_str(), 1)]);

    // Retiring a worker purges its results.
    let mut retired = fleet.folder().retire("liar").unwrap();
    let (url, creds) = (fleet.url.clone(), fleet.credentials("lab"));
    let retired = tokio::task::spawn_blocking(move || retired.remove_results(&url, creds).map(|()| retired));
    assert_eq!(retired.await.unwrap().unwrap().removed_results, Some(2 * MOST as u64));
    let waiting = ask().await.unwrap();
    assert_eq!(waiting.iter().map(|waiting| waiting.worker.as_str()).collect::<Vec<_>>(), [honest.as_str()]);
}

/// A coordinator reads announcements at its own pace, and the server keeps only the latest.
#[tokio::test]
async fn announcements_of_one_worker_do_not_cut_off_the_coordinator() {
    let Some(fleet) = Fleet::with_workers(&["liar", "honest"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let executor = coordinator(&fleet, &validator).unwrap();
    let worker = Worker::start(&fleet, "honest", ENGINE);
    let liar = fleet.credentials("liar").key;
    let client = connect(&fleet.url, &liar).await.unwrap();
    for length in [490 << 10, MOST_ANNOUNCEMENT] {
        for _ in 0..1000 {
            client.publish(subject::worker(&liar.public()), vec![0; length].into()).await.unwrap();
        }
    }
    client.flush().await.unwrap();
    executor.submit((0..50).map(|seed| job(ENGINE, seed, &builtin())).collect()).unwrap();
    collect(&executor, 50);
    let context = jetstream::new(connect(&fleet.url, &fleet.credentials("lab").key).await.unwrap());
    let workers = context.get_stream(subject::WORKERS).await.unwrap();
    let kept = workers.cached_info().state.bytes;
    assert!(kept < 20 << 20, "{kept} bytes of announcements are kept");
    let log = fleet.log();
    assert!(!log.contains("Slow Consumer"), "{log}");
    worker.end();
}
