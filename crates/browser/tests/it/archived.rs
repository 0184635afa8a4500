//! Matches come out of an archive unchanged, and a log has its lines at the plies in which they were written.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::sync::Arc;

use browser::{Engine, EngineError};
use common::{open, played, read};
use game::{Outcome, PerSeat, Rules, Seat};
use referee::{Fault, Limits, Ticks, transcript};
use replay::archive::{Row, Times};
use serde_json::{Value, json};
use tournament::{EntrantId, MatchKey};

fn row(key: &str, start: Option<&str>, seed: u64) -> Row {
    let game = games::find("tank-war").unwrap();
    let played = played(game, &Rules::defaults(game.options()), seed);
    Row {
        key: key.parse().unwrap(),
        entrants: PerSeat::new(EntrantId(3), EntrantId(1)),
        start: start.map(Arc::from),
        outcome: Outcome::Win(Seat::Second),
        reason: 4,
        counts: seed.is_multiple_of(2),
        plies: played.last().unwrap().ply + 1,
        metrics: PerSeat::new(vec![1, -2, 3], vec![4, 5, 6]),
        spent: PerSeat::new(Ticks(77), Ticks(1 << 40)),
        memory: PerSeat::new(65536, 0),
        played,
    }
}

#[test]
fn an_archive_is_its_rows() {
    let start = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000000 0";
    let rows = [row("1.1.1.1", None, 1), row("1.1.1.1+1", Some(start), 2), row("2.3.1.2", None, 3)];
    let mut engine = Engine::new();
    let handle = engine.open_archive(&replay::archive::encode(&rows, Times::Exact)).unwrap();
    assert_eq!(read(engine.count(handle)), 3);
    for (index, row) in (0..).zip(&rows) {
        assert_eq!(read(engine.find(handle, row.key.to_string().as_bytes())), index);
        let session = engine.open_row(handle, index, b"tank-war").unwrap();
        assert_eq!(engine.transcript(session).unwrap(), transcript::encode(&row.played));
        let begins = read(engine.frame(session, 0, 2))["position"].as_str().unwrap().to_owned();
        assert!(row.start.as_deref().is_none_or(|start| start == begins));
        engine.close(session).unwrap();
        let due = json!({
            "key": row.key.to_string(), "stage": row.key.stage(), "round": row.key.round() + 1, "entrants": [3, 1], "start": row.start.as_deref(), "outcome": 1,
            "reason": 4, "counts": row.counts, "plies": row.plies, "metrics": [[1, -2, 3], [4, 5, 6]],
            "spent": [77, 1_099_511_627_776_u64], "memory": [65536, 0],
        });
        assert_eq!(read(engine.row(handle, index)), due);
    }
    for absent in ["1.1.1.2", "2.3.1.2+1", "nonsense", ""] {
        assert_eq!(read(engine.find(handle, absent.as_bytes())), Value::Null, "{absent}");
    }
    let said = |reply: Result<Vec<u8>, EngineError>| reply.unwrap_err().to_string();
    assert_eq!(said(engine.row(handle, 3)), "there is no match 3; the archive has 3");
    assert_eq!(said(engine.plies(handle)), format!("the handle {handle} is not of a match"));
    assert_eq!(
        said(engine.open_row(handle, 3, b"tank-war").map(|_| Vec::new())),
        "there is no match 3; the archive has 3"
    );
    assert!(engine.open_row(handle, 0, b"chess").is_err());
    assert!(engine.open_row(handle, 1, b"tank-chess").is_err(), "a start of another game");
    assert!(engine.open_archive(b"\x09").is_err());
    assert!(MatchKey::from_packed(0).is_none());
}

#[test]
fn the_archive_that_may_have_a_match_is_the_last_that_begins_no_later() {
    let engine = Engine::new();
    let firsts = ["1.1.1.1", "1.2.1.1", "1.2.1.1+1", "2.1.10.1"];
    let place = |key: &str| read(engine.place([&[key], &firsts[..]].concat().join("\0").as_bytes()));
    for (key, due) in [
        ("1.1.1.1", json!(0)),
        ("1.1.200.3", json!(0)),
        ("1.2.1.1", json!(1)),
        ("1.2.1.1+1", json!(2)),
        ("2.1.9.1", json!(2)),
        ("9.1.1.1", json!(3)),
        ("nonsense", Value::Null),
    ] {
        assert_eq!(place(key), due, "{key}");
    }
    assert_eq!(read(engine.place(b"1.1.1.1")), Value::Null);
    for (key, other) in [("1.3.2.1", "1.3.2.2"), ("1.3.2.4+1", "1.3.2.3"), ("1.1.1.4096", "1.1.1.4095")] {
        assert_eq!(read(engine.return_game(key.as_bytes())), Value::from(other));
    }
    assert_eq!(read(engine.return_game(b"1.3.2")), Value::Null);
    assert_eq!(read(engine.place(b"1.1.1.1\x002.1.1.1")), Value::Null);
}

#[test]
fn the_key_of_a_line_of_a_list_is_the_one_of_its_match() {
    let engine = Engine::new();
    for (numbers, key) in [
        ([0, 0, 0, 0], "1.1.1.1"),
        ([1, 2, 9, 5], "2.3.10.6"),
        ([0, 1_048_575, 0, 0x3002], "1.1048576.1.3+3"),
        ([126, 0, 1_048_575, 4095], "127.1.1048576.4096"),
    ] {
        assert_eq!(engine.key(numbers).unwrap(), key.as_bytes());
    }
    for numbers in
        [[127, 0, 0, 0], [0, 1 << 20, 0, 0], [0, 0, 1 << 20, 0], [1 << 16, 0, 0, 0], [0, 0, 0, 1 << 16]]
    {
        assert!(engine.key(numbers).is_err(), "{numbers:?}");
    }
}

#[test]
fn faults_are_of_the_seats_that_forfeited() {
    let engine = Engine::new();
    let fault = |fault: Fault| json!({ "name": fault.to_string(), "about": fault.explanation(), "advice": fault.advice() });
    let (exit, late) = (fault(Fault::Exit), fault(Fault::Timeout));
    assert_eq!(read(engine.faults(0, b"exit")), json!([null, exit]));
    assert_eq!(read(engine.faults(1, b"exit")), json!([exit, null]));
    assert_eq!(read(engine.faults(2, b"exit\0timeout")), json!([exit, late]));
    assert_eq!(read(engine.faults(2, b"")), json!([null, null]));
    assert!(engine.faults(3, b"").is_err() && engine.faults(0, b"tired").is_err());
}

#[test]
fn limits_that_are_not_given_are_the_usual_ones() {
    let engine = Engine::new();
    let usual = Limits::default();
    assert_eq!(
        read(engine.limits(b"")),
        json!({ "memory": usual.memory, "log": usual.log, "logEnd": 0, "start": usual.start.0 })
    );
    let given = json!({ "memory": 65536, "log": usual.log, "logEnd": 0, "start": 7 });
    assert_eq!(read(engine.limits(b"start=7 memory=65536")), given);
    // Matches of earlier versions, which do not name the rule, kept only the beginning of a log.
    assert_eq!(read(engine.limits(b"logs=2"))["logEnd"], usual.log_end());
    assert!(engine.limits(b"memory=much").is_err());
}

#[test]
fn a_log_is_told_ply_by_ply() {
    let game = games::find("tank-battle").unwrap();
    let rules = Rules::defaults(game.options());
    let mut engine = Engine::new();
    let handle = open(&mut engine, game, &rules, &played(game, &rules, 4));
    let mut log = |marks: &[(u32, u32)], text: &str| {
        let marks: Vec<u8> = marks
            .iter()
            .flat_map(|(ply, offset)| [ply.to_le_bytes(), offset.to_le_bytes()].concat())
            .collect();
        engine.log(handle, 0, &[&marks, text.as_bytes()].concat(), marks.len() as u32)
    };
    let text = "hello\n@cell a1 red\n@arrow a1 b2 so\n@eval -0.5\n@cell z9 red";
    let due = json!([
        { "ply": 0, "lines": [{ "text": "hello", "annotation": null }] },
        { "ply": 2, "lines": [
            { "text": "@cell a1 red", "annotation": { "kind": "cell", "square": [0, 10], "colour": "red" } },
            { "text": "@arrow a1 b2 so",
              "annotation": { "kind": "arrow", "from": [0, 10], "to": [1, 9], "text": "so" } },
            { "text": "@eval -0.5", "annotation": { "kind": "eval", "value": "-0.5" } },
            { "text": "@cell z9 red", "annotation": null },
        ] },
    ]);
    assert_eq!(read(log(&[(0, 0), (2, 6)], text)), due);
    let whole = json!([{ "ply": null, "lines": [
        { "text": "hello", "annotation": null },
        { "text": "@eval 1", "annotation": { "kind": "eval", "value": "1" } },
    ] }]);
    assert_eq!(read(log(&[], "hello\n@eval 1\n")), whole);
    assert!(log(&[(99_999, 0)], "x").is_err());
    assert_eq!(read(log(&[(0, 3), (1, 1), (2, 99)], "abcd"))[2], json!({ "ply": 2, "lines": [] }));
}
