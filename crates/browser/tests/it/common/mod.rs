//! Matches for the tests.
#![allow(dead_code, unreachable_pub, missing_docs, reason = "not every test uses all of it")]

use browser::{Engine, EngineError};
use game::{Game, PerSeat, Rules, Seat};
use referee::{
    Answer, Builtin, Clock, Failure, Fault, Limits, Match, MatchSeed, Played, Player, Ticks, transcript,
};
use serde_json::Value;

pub fn limits() -> Limits {
    let first = Clock { increment: Ticks(3), ..Clock::default() };
    let second = Clock { per_move: None, per_game: Ticks(90 * Ticks::PER_SECOND), ..Clock::default() };
    Limits { clock: PerSeat::new(first, second), plies: 200, ..Limits::default() }
}

/// A random match in which answers take time and some are offers.
pub fn played(game: &'static dyn Game, rules: &Rules, seed: u64) -> Vec<Played> {
    let seed = MatchSeed::from_number(seed);
    let mut players = Seat::BOTH.map(|seat| Builtin::Random.player(&seed, seat));
    let mut playing = Match::new(game, game.start(rules), limits());
    while !playing.waiting().is_empty() {
        for seat in playing.waiting().iter() {
            let answer = players[seat.index()].choose(playing.ask(seat)).unwrap();
            let code = answer.result.unwrap();
            let spent = Ticks(10 + code as u64 % 1000);
            let late = Failure::new(Fault::Timeout, "late");
            let answer = if code % 7 == 0 {
                Answer { result: Err(late), offer: Some(code), spent }
            } else {
                Answer { result: Ok(code), offer: None, spent }
            };
            playing.answer(seat, answer);
        }
    }
    playing.scene().played.clone()
}

pub fn opening(game: &dyn Game, rules: &Rules) -> Vec<u8> {
    format!("{}\0{rules}\0{}", game.name(), limits()).into_bytes()
}

pub fn open(engine: &mut Engine, game: &dyn Game, rules: &Rules, played: &[Played]) -> u32 {
    let opening = opening(game, rules);
    let request = [&opening[..], &transcript::encode(played)].concat();
    engine.open_recorded(&request, opening.len() as u32).unwrap()
}

pub fn read(reply: Result<Vec<u8>, EngineError>) -> Value {
    serde_json::from_slice(&reply.unwrap()).unwrap()
}

pub fn text(reply: Result<Vec<u8>, EngineError>) -> String {
    String::from_utf8(reply.unwrap()).unwrap()
}
