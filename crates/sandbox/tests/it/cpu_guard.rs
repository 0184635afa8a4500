//! Processor time that a seat can use for the virtual time that it is charged.

use crate::common;

use std::sync::Arc;
use std::time::Duration;

use common::{PLIES, admit_to, fixture, new_match};
use game::Seat;
use referee::{Builtin, Clock, ClockKind, CpuGuard, Failure, Fault, Limits, MatchSeed, Player, Ticks};
use rustix::time::{ClockId, clock_gettime};
use sandbox::{Sandbox, SandboxOptions};

/// A guard that one cache miss per unit of fuel exceeds soon, but an honest bot never.
const GUARD: CpuGuard = CpuGuard { floor: Duration::from_secs(1), factor: 10 };
/// Maximum number of calls that may go undetected: those of the interval of fuel in which the seat is detected. Each
/// uses most of one.
const UNSEEN: usize = 3;

fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Resources used by a bot in the first seat in a match of Tally against the first legal action.
struct Taken {
    /// Processor time of each answer.
    answers: Vec<Duration>,
    charged: Ticks,
    failure: Option<Failure>,
}

fn play(sandbox: &Sandbox, name: &str, limits: Limits) -> Taken {
    let bot = admit_to(sandbox, &fixture(name));
    let seed = MatchSeed::from_number(1);
    let mut player = sandbox.player(&bot, seed.dice(Seat::First), Seat::First, &Arc::from(""), &limits);
    let mut other = Builtin::First.player(&seed, Seat::Second);
    let mut playing = new_match(limits);
    let mut taken = Taken { answers: Vec::new(), charged: Ticks::ZERO, failure: None };
    while !playing.waiting().is_empty() {
        let answer = if playing.waiting().contains(Seat::First) {
            let begun = processor_time();
            let answer = player.choose(playing.ask(Seat::First)).expect("no host failure");
            taken.answers.push(processor_time().saturating_sub(begun));
            taken.charged += answer.spent;
            taken.failure = answer.result.as_ref().err().cloned();
            (Seat::First, answer)
        } else {
            (Seat::Second, other.choose(playing.ask(Seat::Second)).expect("no host failure"))
        };
        playing.answer(answer.0, answer.1);
    }
    taken
}

fn sandbox() -> Sandbox {
    Sandbox::new(&SandboxOptions { instances: 4, cpu_guard: GUARD, ..SandboxOptions::default() })
        .expect("a host that can run bots")
}

fn limits(kind: ClockKind) -> Limits {
    Limits { memory: 80 << 20, ..Limits::default() }.with_clock(Clock { kind, ..Clock::default() })
}

/// The start is free but counts on the account: it may use this much.
const START: Ticks = Ticks(100_000_000);

#[test]
fn a_seat_that_misses_the_cache_in_small_calls_is_stopped_by_what_it_was_charged() {
    let taken = play(&sandbox(), "slow-in-small-calls", limits(ClockKind::Fuel));
    let failure = taken.failure.expect("a fault");
    assert_eq!(failure.fault, Fault::Slow, "{}", failure.detail);
    let allowed = GUARD.allows(taken.charged + START);
    let unseen: Duration = {
        let mut longest = taken.answers.clone();
        longest.sort();
        longest.iter().rev().take(UNSEEN).sum()
    };
    let total: Duration = taken.answers.iter().sum();
    assert!(
        total <= allowed + unseen,
        "{total:?} of processor time for {}, allowed {allowed:?} and {unseen:?} unseen: {}",
        taken.charged,
        failure.detail
    );
    assert!((taken.answers.len() as u32) < PLIES / 2, "it has played the match to its end");
}

#[test]
fn honest_bots_are_far_from_the_cpu_guard() {
    for name in ["honest", "endless-loop", "floats"] {
        let taken = play(&sandbox(), name, limits(ClockKind::Fuel));
        assert!(taken.failure.is_none_or(|failure| failure.fault != Fault::Slow), "{name}");
    }
}

#[test]
fn other_clocks_have_no_cpu_guard_below_them() {
    let long = Some(Ticks(60 * Ticks::PER_SECOND));
    let limits = Limits { plies: 10, ..limits(ClockKind::Cpu) }.with_times(long, long);
    let taken = play(&sandbox(), "slow-in-small-calls", limits);
    assert_eq!(taken.failure, None);
}
