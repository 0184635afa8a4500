//! Time that an endless loop continues past its limit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use game::{Game, Rules, Seat};
use referee::{Clock, ClockKind, Limits, Match, MatchSeed, Player, Ticks};

use crate::common::{self, TALLY};

const TRIES: usize = 30;
const LIMIT: Ticks = Ticks::from_millis(20);

pub(crate) fn run() {
    println!("an endless loop with a limit of {LIMIT}: time it got, {TRIES} tries");
    for kind in [ClockKind::Cpu, ClockKind::Wall] {
        report(kind, "idle", &AtomicBool::new(true));
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..32 {
                scope.spawn(|| {
                    while !done.load(Ordering::Relaxed) {
                        std::hint::spin_loop();
                    }
                });
            }
            report(kind, "32 busy threads", &done);
        });
    }
}

fn report(kind: ClockKind, load: &str, done: &AtomicBool) {
    let bot = common::bot("endless-loop");
    let limits = Limits::default().with_clock(Clock { kind, per_move: Some(LIMIT), ..Clock::default() });
    let mut times: Vec<(f64, f64)> = (0..TRIES)
        .map(|_| {
            let mut player = common::sandbox().player(
                &bot,
                MatchSeed::from_number(1).dice(Seat::First),
                Seat::First,
                &"".into(),
                &limits,
            );
            let mut playing = Match::new(&TALLY, TALLY.start(&Rules::defaults(TALLY.options())), limits);
            let begun = Instant::now();
            let answer = player.choose(playing.ask(Seat::First)).expect("no host failure");
            (answer.spent.seconds() * 1e3, begun.elapsed().as_secs_f64() * 1e3)
        })
        .collect();
    done.store(true, Ordering::Relaxed);
    times.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (median, worst) = (times[TRIES / 2], times[TRIES - 1]);
    println!(
        "  {:4} {load:16} charged: median {:7.3} ms, worst {:7.3} ms   wall: median {:7.3} ms",
        kind.word(),
        median.0,
        worst.0,
        median.1
    );
}
