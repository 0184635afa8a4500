//! Remaining time of a task that is done piece by piece: an estimate that does not jump.

use std::time::Duration;

/// The estimate for pieces that are done one after the other, or some at the same time, in times that differ.
///
/// The pace is half that of all pieces after the first, whose time mainly reflects the start of the work, and half
/// that of the last pieces, of which none counts for more than three. The shown time counts down with the clock. It
/// drops faster if the pieces do, and waits if they are a little late. It rises only if they take half as long again
/// as shown, and then gradually.
#[derive(Clone, Debug)]
pub struct TimeLeft {
    total: u64,
    /// Number of finished pieces.
    done: u64,
    pace: Option<Pace>,
    /// The value last shown, and its time.
    shown: Option<(f64, f64)>,
}

/// The pace of the pieces, in seconds.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// Time at which the first was finished.
    begun: f64,
    /// Time at which the last was finished.
    last: f64,
    /// Number of pieces finished after the first.
    pieces: u64,
    /// Longest time between two of them.
    longest: f64,
    /// Average time of the last pieces.
    recent: f64,
}

/// Number of pieces after the first that are enough for an estimate.
const ENOUGH: u64 = 3;
/// Number of seconds since the first piece that are enough for an estimate.
const SOON: f64 = 1.0;
/// Approximate number of last pieces.
const LAST: u64 = 16;
/// Factor by which the expected time must exceed the shown time before that rises.
const MUCH_LONGER: f64 = 1.5;
/// Seconds in which the shown time moves most of the way to its target.
const SLOWLY: f64 = 8.0;

impl TimeLeft {
    /// Returns an estimate for `total` pieces, `already` of which were finished earlier, in a run that is resumed.
    pub fn new(total: u64, already: u64) -> TimeLeft {
        TimeLeft { total, done: already, pace: None, shown: None }
    }

    /// Returns the remaining time to show if `done` pieces are finished `elapsed` after the start; `None` until
    /// enough is known.
    pub fn at(&mut self, elapsed: Duration, done: u64) -> Option<Duration> {
        let now = elapsed.as_secs_f64();
        if let Some(more @ 1..) = done.checked_sub(self.done) {
            self.done = done;
            match &mut self.pace {
                Some(pace) => pace.add(now, more),
                None => {
                    self.pace = Some(Pace { begun: now, last: now, pieces: 0, longest: 0.0, recent: 0.0 });
                }
            }
        }
        let pace = self.pace.filter(Pace::is_known)?;
        let due = pace.due(now, self.total.saturating_sub(done) as f64);
        let shown = match self.shown {
            None => due,
            Some((shown, then)) => closer(shown, due, (now - then).max(0.0)),
        };
        self.shown = Some((shown, now));
        Some(Duration::from_secs_f64(shown))
    }
}

impl Pace {
    /// Adds pieces that were finished at the same time.
    fn add(&mut self, now: f64, more: u64) {
        let (gap, before) = (now - self.last, self.pieces);
        let each = gap / more as f64;
        self.pieces += more;
        self.last = now;
        self.longest = self.longest.max(gap);
        let counted = if before == 0 { each } else { each.min(3.0 * self.recent) };
        self.recent += (counted - self.recent) * (more as f64 / self.pieces.min(LAST) as f64).min(1.0);
    }

    fn is_known(&self) -> bool {
        self.pieces >= ENOUGH && self.last - self.begun >= SOON
    }

    /// Returns the remaining seconds for `left` pieces.
    fn due(&self, now: f64, left: f64) -> f64 {
        let waited = now - self.last;
        let mut mean = (self.last - self.begun) / self.pieces as f64;
        // A piece that takes long counts before it is finished.
        if waited > 2.0 * self.longest {
            mean = mean.max((now - self.begun) / (self.pieces + 1) as f64);
        }
        (left * 0.5 * (mean + self.recent) - waited.min(self.longest)).max(0.0)
    }
}

/// Returns the new value to show after some seconds.
fn closer(shown: f64, due: f64, seconds: f64) -> f64 {
    let counted = (shown - seconds).max(0.0);
    let part = 1.0 - (-seconds / SLOWLY).exp();
    if due < counted {
        counted - (counted - due) * part
    } else if due > shown * MUCH_LONGER {
        shown + (due - shown) * part
    } else {
        shown.min(due)
    }
}

/// Returns a remaining time in words, rounded to its precision: `about 40 s left`.
pub fn in_words(left: Duration) -> String {
    let seconds = left.as_secs();
    let words = match seconds {
        0..5 => return "some seconds left".to_owned(),
        5..60 => format!("{} s", seconds.next_multiple_of(5)),
        60..3_600 => format!("{} min", seconds.div_ceil(60)),
        _ => format!("{} h {} min", seconds / 3_600, seconds % 3_600 / 60),
    };
    format!("about {words} left")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the values that are shown five times a second while pieces are finished at these seconds.
    fn shown(total: u64, already: u64, done_at: &[f64], until: f64) -> Vec<(f64, Option<f64>)> {
        let mut left = TimeLeft::new(total, already);
        let ticks = (until * 5.0) as u32;
        let at = |tick: u32| {
            let now = f64::from(tick) / 5.0;
            let done = already + done_at.iter().filter(|at| **at <= now).count() as u64;
            (now, left.at(Duration::from_secs_f64(now), done).map(|left| left.as_secs_f64()))
        };
        (0..=ticks).map(at).collect()
    }

    fn evenly(from: f64, each: f64, count: u32) -> Vec<f64> {
        (1..=count).map(|piece| from + each * f64::from(piece)).collect()
    }

    fn values(shown: &[(f64, Option<f64>)]) -> Vec<f64> {
        shown.iter().filter_map(|(_, left)| *left).collect()
    }

    fn only_falls(values: &[f64]) -> bool {
        values.windows(2).all(|pair| pair[1] <= pair[0] + 1e-9)
    }

    /// Returns `true` if two successive values differ by more than a tenth and a second.
    fn jumps(values: &[f64]) -> bool {
        values.windows(2).any(|pair| (pair[1] - pair[0]).abs() > 1.0 + 0.1 * pair[0])
    }

    #[test]
    fn even_pieces_are_counted_down() {
        let seen = shown(100, 0, &evenly(0.0, 1.0, 100), 100.0);
        let values = values(&seen);
        assert!(only_falls(&values) && !jumps(&values), "{values:?}");
        for (now, left) in seen {
            assert!(left.is_none_or(|left| (left - (100.0 - now)).abs() < 2.0), "{left:?} at {now}");
        }
    }

    #[test]
    fn nothing_is_shown_before_enough_is_known() {
        let early = |done: &[f64], until| values(&shown(100, 0, done, until)).is_empty();
        assert!(early(&[], 60.0));
        assert!(early(&evenly(5.0, 1.0, 3), 60.0));
        assert!(early(&evenly(0.0, 0.01, 50), 0.8));
        assert!(!early(&evenly(5.0, 1.0, 4), 60.0));
    }

    /// The first match waits for the interpreter to be compiled.
    #[test]
    fn a_slow_start_does_not_count() {
        let seen = values(&shown(100, 0, &evenly(30.0, 0.5, 100), 80.0));
        assert!(seen[0] < 51.0, "{seen:?}");
        assert!(only_falls(&seen), "{seen:?}");
    }

    /// The shown time waits for one match that takes as long as twenty others, and then continues.
    #[test]
    fn one_long_piece_makes_no_jump() {
        let mut done = evenly(0.0, 1.0, 30);
        done.extend(evenly(50.0, 1.0, 70));
        let seen = values(&shown(100, 0, &done, 120.0));
        assert!(!jumps(&seen), "{seen:?}");
        assert!(seen.last().is_some_and(|left| *left < 2.0), "{seen:?}");
    }

    /// Other programs start to use the machine.
    #[test]
    fn it_rises_if_the_pieces_become_slower_for_good() {
        let mut done = evenly(0.0, 0.5, 40);
        done.extend(evenly(20.0, 5.0, 60));
        let seen = shown(100, 0, &done, 320.0);
        let at =
            |second: f64| seen.iter().find(|(now, _)| *now >= second).and_then(|(_, left)| *left).unwrap();
        assert!(at(60.0) > at(20.0), "{} then {}", at(20.0), at(60.0));
        assert!(!jumps(&values(&seen)));
        assert!(at(319.0) < 10.0, "{}", at(319.0));
    }

    /// A run with half of its matches already recorded is not twice as fast.
    #[test]
    fn what_was_done_earlier_says_nothing_about_the_pace() {
        let seen = values(&shown(100, 50, &evenly(2.0, 1.0, 50), 52.0));
        assert!((44.0..48.0).contains(&seen[0]), "{seen:?}");
        assert!(only_falls(&seen), "{seen:?}");
    }

    #[test]
    fn pieces_that_come_in_bursts_are_counted_down() {
        let done: Vec<f64> = (0..120_u32).map(|piece| 4.0 * f64::from(piece / 8 + 1)).collect();
        let seen = values(&shown(120, 0, &done, 60.0));
        assert!(only_falls(&seen) && !jumps(&seen), "{seen:?}");
    }

    #[test]
    fn a_time_in_words_is_no_finer_than_it_is_known() {
        for (seconds, words) in [
            (0, "some seconds left"),
            (5, "about 5 s left"),
            (41, "about 45 s left"),
            (59, "about 60 s left"),
            (61, "about 2 min left"),
            (3_599, "about 60 min left"),
            (4_800, "about 1 h 20 min left"),
        ] {
            assert_eq!(in_words(Duration::from_secs(seconds)), words);
        }
    }
}
