//! A move by lines against a move by a call, with the same strategy: the first legal action at the start of each
//! game.

use std::hint::black_box;
use std::sync::Arc;

use game::{Game, Rules, Seat};
use games::GAMES;
use referee::{Limits, Match, MatchSeed, Player};
use sandbox::{Bot, Caps};

use crate::common;
use crate::floor::median;

const CALLS: usize = 2_000;
const BY_LINES: &str = include_str!("../../../../tests/hostile/program-first-legal.wat");
const BY_CALLS: &str = r#"(module
  (import "muster" "legal_actions" (func $legal (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 4096))
  (func (export "muster_choose") (param i32) (result i64)
    (drop (call $legal (i32.const 0) (i32.const 1)))
    (i64.load (i32.const 0))))"#;

pub(crate) fn run() {
    println!("one move, the first legal action: processor time, medians");
    for &game in GAMES {
        let calls = one_move(game, BY_CALLS);
        let lines = one_move(game, BY_LINES);
        let name = game.name();
        println!(
            "  {name:12} by a call {calls:8.0} ns, by lines {lines:8.0} ns, {:5.1} times",
            lines / calls
        );
    }
}

fn one_move(game: &'static dyn Game, text: &str) -> f64 {
    let bytes = wat::parse_str(text).expect("a module");
    let admitted = common::sandbox().admit(&bytes, &Caps::default()).expect("no host failure");
    let bot: Bot = admitted.expect("is admitted");
    let (limits, seed) = (Limits::default(), MatchSeed::from_number(1));
    let mut playing = Match::new(game, game.start(&Rules::defaults(game.options())), limits);
    let ask = playing.ask(Seat::First);
    median(CALLS, || {
        // A new match per round: over very many moves the CPU guard would count the host's own work.
        let dice = seed.dice(Seat::First);
        let mut player = common::sandbox().player(&bot, dice, Seat::First, &Arc::from(""), &limits);
        for _ in 0..CALLS {
            let answer = player.choose(black_box(ask)).expect("no host failure");
            assert!(answer.result.is_ok(), "{answer:?}");
        }
    })
}
