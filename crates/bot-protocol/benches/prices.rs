//! Units of work that each call charges per nanosecond that it takes: `cargo bench -p bot-protocol`.
//!
//! A bot's time is fuel, and no program uses less than 1.4 units per nanosecond. A call that charged less would give
//! free work. The positions come from random games, and from long games without progress, whose histories are searched.
//! The figure of a call is that of the position in which it charges least.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program of its own that shows figures")]

use std::convert::Infallible;
use std::hint::black_box;
use std::time::Instant;

use bot_protocol::positions::{Asked, Call, Meter, Positions};
use game::{Dice, Game, Joint, Position, Rules, Seat};

/// Number of positions of each kind in which calls are timed.
const POSITIONS: usize = 40;
/// Number of calls per measurement. The fastest of several measurements counts.
const CALLS: u32 = 200;
const MEASUREMENTS: u32 = 9;
/// Minimum charge of every call, in units per nanosecond.
const LEAST: f64 = 1.4;

struct Charged(u64);

impl Meter for Charged {
    type Stop = Infallible;

    fn charge(&mut self, units: u64) -> Result<(), Infallible> {
        self.0 += units;
        Ok(())
    }
}

fn main() {
    println!("{:<12} {:<10} {:>9} {:>9} {:>9}", "game", "call", "units", "ns", "units/ns");
    let mut slowest = f64::MAX;
    for game in games::GAMES {
        let all = sample(*game);
        for (name, _) in calls(0, [0; 2], "") {
            let figures = all.iter().filter_map(|position| figure(*game, &**position, name));
            let Some((units, nanos)) = figures.min_by(|one, other| rate(*one).total_cmp(&rate(*other)))
            else {
                continue;
            };
            slowest = slowest.min(rate((units, nanos)));
            println!("{:<12} {name:<10} {units:>9.0} {nanos:>9.1} {:>9.2}", game.name(), units / nanos);
        }
    }
    println!("the least is {slowest:.2} units a nanosecond; {LEAST} are needed");
}

fn rate((units, nanos): (f64, f64)) -> f64 {
    units / nanos
}

fn calls(position: i32, actions: [i64; 2], text: &str) -> [(&'static str, Call<'_>); 11] {
    let other = if actions[0] < 0 { actions[0] } else { actions[1] };
    let seat = i32::from(actions[0] < 0);
    [
        ("here", Call::Here(&[])),
        ("read", Call::Read(text.as_bytes())),
        ("after", Call::After { position, actions }),
        ("playout", Call::Playout { position, plies: 50 }),
        ("phase", Call::Phase(position)),
        ("legal", Call::Legal { position, seat }),
        ("metrics", Call::Metrics { position, seat }),
        ("view", Call::View { position, seat }),
        ("events", Call::Events { position, actions }),
        ("text", Call::Text(position)),
        ("children", Call::Children { position, seat, other }),
    ]
}

/// Positions of random games, and of games that continue without progress.
fn sample(game: &dyn Game) -> Vec<Box<dyn Position>> {
    let rules = Rules::defaults(game.options());
    let mut dice = Dice::from_number(1);
    let mut all: Vec<Box<dyn Position>> = Vec::new();
    while all.len() < POSITIONS {
        let mut position = game.start(&rules);
        for _ in 0..dice.below(if game.name() == "tank-war" { 15 } else { 300 }) {
            let Some(joint) = ply(&*position, &mut dice) else { break };
            position.apply(&joint);
        }
        if position.phase().end().is_none() {
            all.push(position);
        }
    }
    // The longest history of many random games.
    let mut longest: Option<Box<dyn Position>> = None;
    for _ in 0..300 {
        let mut position = game.start(&rules);
        while let Some(joint) = ply(&*position, &mut dice) {
            if longest.as_ref().is_none_or(|longest| longest.history_len() < position.history_len()) {
                longest = Some(position.clone());
            }
            position.apply(&joint);
        }
    }
    all.extend(longest);
    all
}

fn ply(position: &dyn Position, dice: &mut Dice) -> Option<Joint> {
    let mut joint = Joint::default();
    let mut legal = Vec::new();
    for seat in position.phase().seats().iter() {
        legal.clear();
        position.legal_actions(seat, &mut legal);
        joint[seat] = dice.pick(&legal).copied();
    }
    position.phase().end().is_none().then_some(joint)
}

/// Units and nanoseconds of a call in a position.
fn figure(game: &'static dyn Game, position: &dyn Position, name: &str) -> Option<(f64, f64)> {
    let mut positions = Positions::default();
    positions.begin(0);
    let mut dice = Dice::from_number(2);
    let mut reply = Vec::new();
    let asked = Asked { game, position, seat: Seat::First, ply: 0 };
    let here =
        positions.perform(Call::Here(&[]), Some(asked), &mut dice, &mut Charged(0), &mut reply).unwrap();
    let joint = ply(position, &mut dice)?;
    let actions =
        [Seat::First, Seat::Second].map(|seat| joint[seat].map_or(-1, |action| action.code() as i64));
    let text = position.to_string();
    let (_, call) = calls(here, actions, &text).into_iter().find(|(of, _)| *of == name)?;
    let mut best = f64::MAX;
    let mut units = 0.0;
    for _ in 0..MEASUREMENTS {
        let mut charged = Charged(0);
        let begun = Instant::now();
        for _ in 0..CALLS {
            let made = positions.perform(call, Some(asked), &mut dice, &mut charged, &mut reply).unwrap();
            if matches!(call, Call::Here(_) | Call::Read(_) | Call::After { .. } | Call::Playout { .. }) {
                // Releasing the new position is charged, too.
                black_box(positions.perform(
                    Call::Release(made),
                    Some(asked),
                    &mut dice,
                    &mut charged,
                    &mut reply,
                ))
                .unwrap();
            }
        }
        let nanos = begun.elapsed().as_nanos() as f64 / f64::from(CALLS);
        // The host also charges a fixed price for each call.
        let per_call = charged.0 as f64 / f64::from(CALLS);
        if nanos < best {
            (best, units) = (nanos, per_call);
        }
    }
    Some((units, best))
}
