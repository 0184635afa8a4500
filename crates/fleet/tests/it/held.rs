//! Batches that workers hold for long.

use std::time::Duration;

use fleet::message::{Announcement, Batch, HeldJobs, seal};
use fleet::{FleetValidator, status, subject};
use job::Executor;

use crate::lies::take_batch;
use crate::server::{Fleet, connect};
use crate::stub::{StubValidator, builtin, job};
use crate::{ENGINE, coordinator};

/// The announcement of a worker of another version that holds this batch.
fn announcement(batch: &Batch) -> Announcement {
    Announcement {
        memory: None,
        process: 7,
        version: "0.0.1".to_owned(),
        host: "pc-7".to_owned(),
        slots: 1,
        engines: vec![ENGINE.to_owned()],
        held: vec![HeldJobs {
            coordinator: batch.coordinator.clone(),
            epoch: batch.epoch,
            batch: batch.number,
        }],
        played: 0,
        pace: 0,
        failed: 0,
        failure: None,
    }
}

#[tokio::test]
async fn it_is_said_who_has_the_oldest_batch_and_whose_version_is_another() {
    let Some(fleet) = Fleet::with_workers(&["slow"]) else { return };
    let validator = FleetValidator::new(StubValidator);
    let executor = coordinator(&fleet, &validator).unwrap();
    executor.submit((0..9).map(|seed| job(ENGINE, seed, &builtin())).collect()).unwrap();
    let key = fleet.credentials("slow").key;
    let client = connect(&fleet.url, &key).await.unwrap();
    let batch = take_batch(&fleet, &client).await.0;
    let ask = || {
        let (url, lab) = (fleet.url.clone(), fleet.credentials("lab"));
        tokio::task::spawn_blocking(move || status(&url, lab).unwrap())
    };
    let silent = ask().await.unwrap();
    let [held] = &silent.held[..] else { panic!("{:?}", silent.held) };
    assert_eq!((&held.worker, held.jobs), (&None, batch.len()));

    let told = seal(&announcement(&batch), &key).unwrap();
    let mut asked = ask();
    let found = loop {
        tokio::select! {
            found = &mut asked => break found.unwrap(),
            () = tokio::time::sleep(Duration::from_millis(100)) => {
                client.publish(subject::worker(&key.public()), told.clone().into()).await.unwrap();
            }
        }
    };
    let [held] = &found.held[..] else { panic!("{:?}", found.held) };
    assert_eq!((held.worker.as_deref(), held.host.as_deref()), (Some(key.public().as_str()), Some("pc-7")));
    assert_eq!(found.other_versions().into_iter().collect::<Vec<_>>(), [("0.0.1", 1)]);
}
