//! The virtual time of the sample bots' moves: the figures to check when a price changes. They do not depend on the
//! machine.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use game::{Game, Rules, Seat};
use games::GAMES;
use referee::{Builtin, Clock, Limits, Match, MatchSeed, Player, Ticks};

use crate::common;
use crate::search::settings;

/// Number of answers of each bot that count.
const ANSWERS: usize = 40;
/// More than any search takes.
const ENOUGH: Ticks = Ticks(6_000 * Ticks::PER_SECOND);

pub(crate) fn run() {
    println!("virtual time of one answer, the mean of the first {ANSWERS} of a match against random moves");
    for &game in GAMES {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../bots").join(game.name());
        let mut names: Vec<String> = fs::read_dir(folder)
            .expect("sample bots")
            .map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"))
            .collect();
        names.sort();
        for name in names {
            if let Some(mean) = mean(game, &name) {
                println!("  {:12} {name:12} {mean:14.1} us", game.name());
            }
        }
    }
}

/// Mean time in microseconds; `None` if there is no compiled bot.
fn mean(game: &'static dyn Game, name: &str) -> Option<f64> {
    let path = format!("../../bots/{}/{name}/{name}.wasm", game.name());
    let bytes = fs::read(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(&path)).ok()?;
    let bot = common::admit(&bytes).unwrap_or_else(|refusal| panic!("{path}: {refusal}"));
    let clock = Clock { per_move: Some(ENOUGH), per_game: ENOUGH, ..Clock::default() };
    let limits = Limits::default().with_clock(clock);
    let seed = MatchSeed::from_number(1);
    let settings: Arc<str> = settings(game, name).into();
    let mut player = common::sandbox().player(&bot, seed.dice(Seat::First), Seat::First, &settings, &limits);
    let mut other = Builtin::Random.player(&seed, Seat::Second);
    let mut playing = Match::new(game, game.start(&Rules::defaults(game.options())), limits);
    let (mut answers, mut ticks) = (0, 0);
    while answers < ANSWERS && !playing.waiting().is_empty() {
        for seat in playing.waiting().iter() {
            let ask = playing.ask(seat);
            let answer = if seat == Seat::First {
                let answer = player.choose(ask).expect("no host failure");
                assert!(answer.result.is_ok(), "{path}: {answer:?}");
                answers += 1;
                ticks += answer.spent.0;
                answer
            } else {
                other.choose(ask).expect("no host failure")
            };
            playing.answer(seat, answer);
        }
    }
    Some(ticks as f64 / answers as f64 / 1e4)
}
