//! An operation on hostile input fails with a message and never panics.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use browser::{Engine, EngineError, Parameters};
use common::{open, opening, played};
use game::{Dice, Rules};
use games::GAMES;
use proptest::prelude::*;
use referee::transcript;

/// Calls every operation with the same handle, ply, seat and bytes. Returns the number of successes.
fn ask_everything(engine: &mut Engine, handle: u32, ply: u32, seat: u32, bytes: &[u8]) -> usize {
    let code = bytes.first().map_or(-1, |&byte| i64::from(byte) << 40 | i64::from(ply));
    let told: Vec<Result<Vec<u8>, EngineError>> = vec![
        engine.plies(handle),
        engine.overview(handle, seat),
        engine.frame(handle, ply, seat),
        engine.svg(handle, ply, seat, ply),
        engine.legal(handle, ply, seat),
        engine.legal_codes(handle, ply, seat),
        engine.view(handle, ply, seat),
        engine.fields(handle, ply, seat),
        engine.format(handle, ply, seat, code),
        engine.parse(handle, ply, seat, bytes),
        engine.log(handle, seat, bytes, ply),
        engine.count(handle),
        engine.find(handle, bytes),
        engine.row(handle, ply),
        engine.place(bytes),
        engine.key([handle, ply, seat, ply]),
        engine.return_game(bytes),
        engine.faults(seat, bytes),
        engine.limits(bytes),
        engine.history(handle, seat),
        engine.transcript(handle),
        engine.waiting(handle),
        engine.ask(handle, seat),
        engine.answer(handle, seat, bytes),
        engine.undo(handle),
        engine.verdict(handle),
        engine.dice(handle, ply),
        engine.drawn(handle),
        engine.standing(handle),
        engine.begin_question(handle, seat, bytes),
        called(engine, handle, ply, bytes),
        engine.end_question(handle),
        engine.seat_key(code, seat),
    ];
    let opened = [
        engine.open_recorded(bytes, ply),
        engine.open_live(bytes),
        engine.open_branch(handle, ply, bytes),
        engine.open_archive(bytes),
        engine.open_row(handle, ply, bytes),
        engine.open_seat(bytes),
    ];
    let failed = told.iter().filter_map(|told| told.as_ref().err());
    for error in failed.chain(opened.iter().filter_map(|opened| opened.as_ref().err())) {
        assert!(!error.to_string().is_empty());
    }
    told.iter().filter(|told| told.is_ok()).count()
}

/// A call on positions, with its reply.
fn called(engine: &mut Engine, handle: u32, call: u32, bytes: &[u8]) -> Result<Vec<u8>, EngineError> {
    let numbers = [1025, (call % 7) as i32];
    let mut reply = Vec::new();
    let parameters = Parameters { call: call % 16, numbers, actions: [i64::from(call), -1] };
    engine.position(handle, parameters, bytes, &mut reply).map(|_| reply)
}

/// Bytes that are often nearly a request. Its parts are written with a bar between them.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let nearly = prop::sample::select(
        &[
            "0||7",
            "0||9999999999999999999999",
            "0||1|exit",
            "0|||trap(tea)|words",
            "18446744073709551615|-9223372036854775808|0",
            "-1||0",
            "tank-war|layout=b-inside",
            "tank-war||plies=0",
            "chess",
            "tank-chess|||nonsense|",
            "per_game=0 plies=0",
            "LA",
            "a1-a2",
        ][..],
    );
    prop_oneof![
        nearly.prop_map(|parts| parts.replace('|', "\0").into_bytes()),
        prop::collection::vec(any::<u8>(), 0..40),
        "[\\x00:a-z0-9=-]{0,40}".prop_map(String::into_bytes),
    ]
}

fn number() -> impl Strategy<Value = u32> {
    prop_oneof![0..4u32, any::<u32>(), Just(u32::MAX)]
}

proptest! {
    #[test]
    fn operations_survive_noise(
        index in 0..GAMES.len(),
        asked in prop::collection::vec((number(), number(), number(), noise()), 1..12),
    ) {
        let game = GAMES[index];
        let rules = Rules::defaults(game.options());
        let mut engine = Engine::new();
        engine.open_live(&opening(game, &rules)).unwrap();
        engine.open_seat(&[7; 32]).unwrap();
        for (handle, ply, seat, bytes) in asked {
            ask_everything(&mut engine, handle, ply.min(1 << 27), seat, &bytes);
        }
    }

    #[test]
    fn damaged_records_are_refused_or_mean_something(seed: u64, index in 0..GAMES.len()) {
        let game = GAMES[index];
        let rules = Rules::defaults(game.options());
        let mut played = played(game, &rules, seed);
        played.retain(|played| played.ply < 12);
        let opening = opening(game, &rules);
        let mut dice = Dice::from_number(seed);
        let mut bytes = transcript::encode(&played);
        for _ in 0..=dice.below(3) {
            let at = dice.below(bytes.len());
            bytes[at] = dice.bits() as u8;
        }
        let mut engine = Engine::new();
        let request = [&opening[..], &bytes].concat();
        if let Ok(handle) = engine.open_recorded(&request, opening.len() as u32) {
            for ply in 0..14 {
                ask_everything(&mut engine, handle, ply, ply % 3, b"0\0\0\x30");
            }
        }
    }
}

#[test]
fn what_is_wrong_is_named() {
    let game = games::find("tank-war").unwrap();
    let rules = Rules::defaults(game.options());
    let mut engine = Engine::new();
    let recorded = open(&mut engine, game, &rules, &played(game, &rules, 1));
    let dice = engine.open_seat(&[0; 32]).unwrap();
    let said = |reply: Result<Vec<u8>, EngineError>| reply.unwrap_err().to_string();
    assert_eq!(said(engine.plies(77)), "there is nothing with the handle 77; it may have been closed");
    assert_eq!(said(engine.plies(dice)), format!("the handle {dice} is not of a match"));
    assert_eq!(
        said(engine.waiting(recorded)),
        format!("the handle {recorded} is not of a match in progress")
    );
    assert_eq!(said(engine.dice(recorded, 8)), format!("the handle {recorded} is not of a seat"));
    assert_eq!(said(engine.dice(dice, u32::MAX)), "4294967295 bytes are more than are given at once");
    assert_eq!(said(engine.legal(recorded, 0, 2)), "2 is not a seat; the seats are 0 and 1");
    assert_eq!(said(engine.frame(recorded, 0, 3)), "3 is not a seat; the seats are 0 and 1");
    assert_eq!(said(engine.format(recorded, 0, 0, -1)), "-1 is not an action of the game");
    assert_eq!(
        said(engine.parse(recorded, 0, 0, b"LD")),
        "\"LD\" is not a tank; the tanks are LA, LB, LC, RA, RB and RC"
    );
    assert!(said(engine.frame(recorded, 999, 2)).contains("there is no ply 999"));
    engine.close(recorded).unwrap();
    assert!(engine.close(recorded).is_err());
    let refused = engine.open_live(b"chess").unwrap_err().to_string();
    assert_eq!(refused, format!("unknown game `chess`; known games: {}", games::names()));
}
