//! Benchmarks of the rules: nodes of perft, random playouts, and single calls.
//!
//! `cargo bench -p tank-chess`. Reports items per second beside the times.

#![expect(clippy::unwrap_used, reason = "in a bench a failure is a panic")]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use game::{Action, Dice, Game as _, Joint, Rules, Seat, perft};
use tank_chess::{GAME, OPTIONS, Options, Position};

fn main() {
    divan::main();
}

/// A middle-game position with both sides spread out, White to fire.
const MIDDLE: &str = "W:Kh1n,Lb4n,Lc5e,Lj4n,Lm3w,Ma9n,Mf8e,Mj8n,Hg3n,Hh4n,Df5n,Dn5n,Oe2n,Oi2ne \
                      B:Ki16s,Lc12s,Le7s,Lj10s,Lp9s,Mf12s,Mj13s,Mn13s,Hh14s,Hi10s,Dg13s,Dp12sw,Oh15s,Oj14s w 0 41";

fn middle(actions: &str) -> Position {
    Position::parse(Options::default(), &format!("{MIDDLE}{actions}")).unwrap()
}

fn actions(position: &Position) -> Vec<Action> {
    let mut list = Vec::new();
    position.legal_actions(position.mover(), &mut list);
    list
}

const PHASES: [(&str, &str); 2] = [("fire", ""), ("move", " fire-")];

/// Leaves per second. The last ply is listed, not played.
#[divan::bench(args = ["start 2", "fire 3", "move 2"])]
fn perft_leaves(bencher: Bencher, case: &str) {
    let (position, depth): (Box<dyn game::Position>, u32) = match case {
        "start 2" => (GAME.start(&Rules::defaults(OPTIONS)), 2),
        "fire 3" => (Box::new(middle("")), 3),
        _ => (Box::new(middle(" fire-")), 2),
    };
    let leaves = perft(&*position, depth);
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft(black_box(&*position), depth));
}

/// Nodes per second with every leaf played: copy, apply, next.
#[divan::bench]
fn perft_played(bencher: Bencher) {
    let position = middle(" fire-");
    let list = actions(&position);
    bencher.counter(ItemsCount::new(list.len())).bench(|| {
        for &action in &list {
            let mut next = position.clone();
            next.apply(&Joint::single(next.mover(), action));
            black_box(&next);
        }
    });
}

/// Random games from the start to the end, and their plies per second.
#[divan::bench(args = ["no_elimination_turns=5", "no_elimination_turns=50"], sample_count = 20)]
fn playouts(bencher: Bencher, rules: &str) {
    let start = Position::new(Options::new(&Rules::parse(OPTIONS, rules).unwrap()));
    let plies: u32 = play_out(start.clone(), &mut Dice::from_number(7));
    bencher
        .counter(ItemsCount::new(plies))
        .with_inputs(|| (start.clone(), Dice::from_number(7)))
        .bench_values(|(position, mut dice)| play_out(position, &mut dice));
}

fn play_out(mut position: Position, dice: &mut Dice) -> u32 {
    let mut list = Vec::new();
    for ply in 0.. {
        let seats = Position::phase(&position).seats();
        if seats.is_empty() {
            return ply;
        }
        let mut joint = Joint::default();
        for seat in seats.iter() {
            list.clear();
            position.legal_actions(seat, &mut list);
            joint[seat] = dice.pick(&list).copied();
        }
        position.apply(&joint);
    }
    unreachable!("every game ends")
}

/// The legality of each legal action in turn.
#[divan::bench(args = PHASES.map(|(name, _)| name))]
fn legality(bencher: Bencher, phase: &str) {
    let position = in_phase(phase);
    let list = actions(&position);
    bencher.counter(ItemsCount::new(list.len())).bench(|| {
        list.iter().all(|&action| game::Position::is_legal(&position, Seat::First, black_box(action)))
    });
}

#[divan::bench(args = PHASES.map(|(name, _)| name))]
fn listing(bencher: Bencher, phase: &str) {
    let position = in_phase(phase);
    let mut list = Vec::new();
    bencher.counter(ItemsCount::new(actions(&position).len())).bench_local(|| {
        list.clear();
        black_box(&position).legal_actions(Seat::First, &mut list);
        list.len()
    });
}

#[divan::bench(args = PHASES.map(|(name, _)| name))]
fn counting(bencher: Bencher, phase: &str) {
    let position = in_phase(phase);
    bencher.bench(|| black_box(&position).legal_count(Seat::First));
}

#[divan::bench]
fn copy(bencher: Bencher) {
    let position = middle("");
    bencher.bench(|| black_box(&position).clone());
}

#[divan::bench(args = ["shot", "end firing", "first move", "end turn"])]
fn apply(bencher: Bencher, what: &str) {
    let position = if matches!(what, "shot" | "end firing") { middle("") } else { middle(" fire-") };
    let list = actions(&position);
    // The last action of the list ends the phase.
    let action = if what.starts_with("end") { list.last() } else { list.first() };
    let joint = Joint::single(Seat::First, *action.unwrap());
    bencher.with_inputs(|| position.clone()).bench_refs(|position| position.apply(&joint));
}

#[divan::bench]
fn view(bencher: Bencher) {
    let position = middle("");
    let mut bytes = vec![0; GAME.layout().view_len()];
    bencher.bench_local(|| game::Position::write_view(black_box(&position), Seat::First, &mut bytes));
}

fn in_phase(phase: &str) -> Position {
    let (_, actions) = PHASES.iter().find(|(name, _)| *name == phase).unwrap();
    middle(actions)
}
