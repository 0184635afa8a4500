//! Benchmarks of the rules: perft, random games, and the calls of one ply.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use game::{Action, Dice, Game, Joint, Outcome, PerSeat, Rules, Seat};
use tank_war::{GAME, LAYOUT, Options, Position, Tank};

fn main() {
    divan::main();
}

fn start() -> Position {
    Position::start(Options::default())
}

/// A middle-game position, with tanks lost and blocked.
fn middle() -> Position {
    let text = "uuuuuu/uuuuuu/uuuudu/dddddd/dddddd/dddddd U:-0-100 D:00013- 5";
    Position::parse(Options::default(), text).expect("the end of the illustration")
}

#[divan::bench(args = [3, 4])]
fn perft(bencher: Bencher, depth: u32) {
    let start = start();
    bencher
        .counter(ItemsCount::new(game::perft(&start, depth)))
        .bench_local(|| game::perft(black_box(&start), depth));
}

/// Random games to their end, typed, with a generator of negligible cost.
#[divan::bench]
fn playout(bencher: Bencher) {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let start = start();
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| playout_from(start, &mut state));
}

fn playout_from(mut position: Position, state: &mut u64) -> Outcome {
    while !position.is_over() {
        let choice = PerSeat::from_fn(|seat| {
            let movable = position.movable_tanks(seat);
            loop {
                *state ^= *state << 13;
                *state ^= *state >> 7;
                *state ^= *state << 17;
                let tank = Tank::ALL[(((*state >> 32) * 6) >> 32) as usize];
                if movable.contains(tank) {
                    break tank;
                }
            }
        });
        position.play(choice);
    }
    position.score()
}

/// Random games to their end through the `game` traits, with listing and dice.
#[divan::bench]
fn playout_through_the_seam(bencher: Bencher) {
    let start = GAME.start(&Rules::defaults(GAME.options()));
    let mut position = start.clone();
    let mut dice = Dice::from_number(1);
    let mut legal: Vec<Action> = Vec::new();
    bencher.counter(ItemsCount::new(1_u32)).bench_local(|| {
        position.copy_from(&*start);
        while !position.phase().seats().is_empty() {
            let mut joint = Joint::default();
            for seat in Seat::BOTH {
                legal.clear();
                position.legal_actions(seat, &mut legal);
                joint[seat] = dice.pick(&legal).copied();
            }
            position.apply(&joint);
        }
        position.adjudicate()
    });
}

#[divan::bench]
fn legality(bencher: Bencher) {
    let position: Box<dyn game::Position> = Box::new(middle());
    bencher.bench_local(|| black_box(&position).is_legal(Seat::Second, black_box(Tank::Rb.action())));
}

#[divan::bench]
fn phase(bencher: Bencher) {
    let position: Box<dyn game::Position> = Box::new(middle());
    bencher.bench_local(|| black_box(&position).phase());
}

/// Includes the copy that preserves the position.
#[divan::bench]
fn apply(bencher: Bencher) {
    let position: Box<dyn game::Position> = Box::new(middle());
    let mut next = position.clone();
    let joint = Joint::both(Tank::Ra.action(), Tank::Rb.action());
    bencher.bench_local(|| {
        next.copy_from(&**black_box(&position));
        next.apply(black_box(&joint));
    });
}

#[divan::bench]
fn view(bencher: Bencher) {
    let position: Box<dyn game::Position> = Box::new(middle());
    let mut bytes = vec![0; LAYOUT.view_len()];
    bencher.bench_local(|| black_box(&position).write_view(Seat::First, black_box(&mut bytes)));
}
