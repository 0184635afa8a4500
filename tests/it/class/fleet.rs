//! Tests a class whose games a fleet plays.

use serde_json::Value;

use super::ladder::{class, ladder, timeless};
use crate::fleet::kills::Killed;
use crate::fleet::{Fleet, has_server};
use crate::support::{is_full, run, verify};

#[test]
fn what_waits_and_the_ladder_are_the_same_on_a_fleet() {
    if !has_server() {
        return;
    }
    let fleet = Fleet::with_workers(&["one"]);
    let _one = fleet.worker("one");
    let [here, there] = [(); 2].map(|()| class());
    let folder = there.path("ki");
    let lines = |told: (i32, String)| -> Vec<Value> {
        assert_eq!(told.0, 0, "{}", told.1);
        told.1.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let worked = lines(fleet.told(&["class", "work", &folder, "--json"]));
    assert_eq!(worked, here.work("2"));
    assert!(!worked.is_empty());
    let played = lines(fleet.told(&["ladder", &folder, "--seed", "7", "--json"]));
    let season = played.last().unwrap().clone();
    assert_eq!(timeless(season), timeless(ladder(&here, "1")));
    verify(there.path("ki/ladder/0001").as_ref());
}

#[test]
fn a_ladder_cycle_is_the_same_whatever_was_killed() {
    if !has_server() {
        return;
    }
    let mut killed = Killed::with_seed(4);
    let [here, there] = [(); 2].map(|()| class());
    let cycle = ["ladder", &there.path("ki"), "--seed", "7"];
    assert_eq!(killed.play(&cycle, if is_full() { 8 } else { 2 }), 0);
    verify(there.path("ki/ladder/0001").as_ref());
    // One more cycle shows the season, since a kill after the end of the cycle has begun another one.
    let (code, told) = killed.fleet.told(&[&cycle[..], &["--json"]].concat());
    assert_eq!(code, 0, "{told}");
    let season: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
    let here = ladder(&here, &season["cycles"].to_string());
    assert_eq!(timeless(season), timeless(here));
}

#[test]
fn a_forgotten_students_modules_are_gone_from_the_fleet() {
    if !has_server() {
        return;
    }
    let fleet = Fleet::with_workers(&["one"]);
    let _one = fleet.worker("one");
    let class = class();
    let folder = class.path("ki");
    assert_eq!(fleet.told(&["ladder", &folder, "--seed", "7"]).0, 0);
    let kept = || fleet.status()["streams"][2]["messages"].as_u64().unwrap();
    let before = kept();
    assert!(before > 0);
    let creds = fleet.credentials("lab");
    let forget = ["class", "forget", &folder, "1", "--yes", "--fleet", &fleet.url, "--creds", &creds];
    let (code, _, err) = run(&forget);
    assert_eq!(code, 0, "{err}");
    assert!(kept() < before, "{before} chunks before");
}
