//! Memory per match of a stage, as stated in this crate's README.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use game::{Outcome, PerSeat, Seat, SeatSet};
use tournament::{Field, Format, GameResult, Metrics, RoundRobin, RunSeed, Stage, StagePlan};

/// The system's allocator, counting the bytes in use.
struct Counted;

static IN_USE: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counted = Counted;

#[expect(
    unsafe_code,
    reason = "an allocator is unsafe to implement; this one hands everything on to the system's"
)]
// SAFETY: every call is passed on unchanged.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        IN_USE.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller's promises are those that the system's allocator requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Nearly fills lists that grow by doubling: 65,341 pairings of 65,536.
const ENTRANTS: u32 = 362;

/// Bytes per match of a round robin that was handed out whole: before the first result, and after the last.
fn bytes_a_match(games: u16) -> [usize; 2] {
    let before = IN_USE.load(Ordering::Relaxed);
    let plan = StagePlan::new(0, Format::RoundRobin(RoundRobin { games, cycles: 1 }));
    let mut stage = Stage::new(plan, Field::numbered(ENTRANTS), RunSeed::from(1)).unwrap();
    let matches = stage.most_matches() as usize;
    let mut keys = Vec::with_capacity(matches);
    keys.extend(std::iter::from_fn(|| stage.next_fixture()).map(|fixture| fixture.key));
    assert_eq!(keys.len(), matches);
    let own = before + size_of_val(keys.as_slice());
    let handed_out = IN_USE.load(Ordering::Relaxed) - own;
    let result = GameResult {
        outcome: Outcome::Win(Seat::First),
        forfeits: SeatSet::NONE,
        metrics: Metrics::new(PerSeat::new(&[4, 17, 1], &[0, 12, 2])),
        content: 5,
    };
    // In reverse order, so that nothing goes on record before all results have arrived.
    for key in keys.iter().rev() {
        assert!(stage.record(*key, result.clone()).unwrap().is_kept());
    }
    assert_eq!(stage.games().len(), matches);
    let played = IN_USE.load(Ordering::Relaxed) - own;
    [handed_out, played].map(|bytes| bytes / matches)
}

#[test]
fn a_match_costs_what_the_readme_says() {
    for (games, most) in [(1, [66, 41]), (2, [33, 29])] {
        let bytes = bytes_a_match(games);
        assert!(bytes[0] <= most[0] && bytes[1] <= most[1], "{games} games a pairing: {bytes:?}");
    }
}
