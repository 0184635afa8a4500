//! What is known of a script that is sampled: where its interpreter looks at the clock, and how soon it looks again.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Mode, Sampler};

/// Jumps or instructions up to an interpreter's next look, at least and at most, and how they grow.
const SHORTEST: u64 = 16;
const LONGEST: u64 = 10_000;
const GROWTH: u64 = 4;

/// When an interpreter is to look again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// As late as possible: four times as late as the last time.
    Late,
    /// As soon as possible.
    Soon,
}

/// A call of the host in a module: the function, and where in it.
pub(crate) type Site = (u32, Option<usize>);

/// Where the interpreter of a script looks at the clock, and what it remembers there.
#[derive(Clone, Debug)]
pub struct ScriptWatch {
    pub(crate) look: Site,
    pub(crate) flags: Vec<u32>,
}

/// Finds out where an interpreter looks at the clock: where it is told that no time is left, and writes an account.
pub(crate) struct Finding {
    pub(crate) module: Arc<[u8]>,
    pub(crate) has_begun: bool,
    /// The bot's memory when a call began.
    pub(crate) fresh: Option<Vec<u8>>,
    /// The bytes that functions read which ask for the time.
    pub(crate) flags: BTreeMap<u32, Vec<u32>>,
    /// The last place that was told so.
    pub(crate) told: Option<Site>,
    pub(crate) found: Option<Site>,
}

/// Decides how soon an interpreter looks again.
pub(crate) struct Steering {
    pub(crate) watch: ScriptWatch,
    /// What the flags are when a call begins.
    pub(crate) fresh: Option<Vec<u8>>,
    /// Whether the call's time was asked for, and whether there was a look since then.
    pub(crate) has_begun: bool,
    pub(crate) has_looked: bool,
    /// Jumps or instructions from the last look to the next.
    pub(crate) interval: u64,
    /// The fuel that was used at the last look.
    pub(crate) used: u64,
    pub(crate) due: Option<Due>,
}

/// A sample that waits for its account.
pub(crate) struct Due {
    /// Fuel that was left, and used.
    pub(crate) left: u64,
    pub(crate) used: u64,
    /// What the flags were.
    pub(crate) flags: Vec<u8>,
}

impl Finding {
    pub(super) fn new(module: Arc<[u8]>) -> Finding {
        Finding { module, has_begun: false, fresh: None, flags: BTreeMap::new(), told: None, found: None }
    }

    pub(super) fn begin(&mut self) {
        self.has_begun = false;
        self.told = None;
    }
}

impl Steering {
    pub(super) fn new(watch: ScriptWatch) -> Steering {
        Steering {
            watch,
            fresh: None,
            has_begun: false,
            has_looked: false,
            interval: SHORTEST,
            used: 0,
            due: None,
        }
    }

    pub(super) fn begin(&mut self) {
        self.has_begun = false;
        self.has_looked = false;
        self.interval = SHORTEST;
        self.used = 0;
        self.due = None;
    }

    /// Decides at a look that is not a sample; the next one comes after so much fuel.
    pub(crate) fn steer(&mut self, used: u64, distance: u64) -> Next {
        let price = (used.saturating_sub(self.used) / self.interval).max(1);
        self.used = used;
        let longer = (self.interval * GROWTH).min(LONGEST);
        let is_far = longer.saturating_mul(price) < distance / 2;
        self.interval = if is_far { longer } else { SHORTEST };
        if is_far { Next::Late } else { Next::Soon }
    }

    /// A sample is due: its account is awaited, and then the next look comes soon.
    pub(crate) fn await_account(&mut self, due: Due) {
        self.used = due.used;
        self.interval = SHORTEST;
        self.due = Some(due);
    }
}

impl Sampler {
    /// What was found out about the interpreter of a script.
    pub(crate) fn watch(&self) -> Option<ScriptWatch> {
        let Mode::Finding(finding) = &self.mode else { return None };
        let look = finding.found?;
        Some(ScriptWatch { look, flags: finding.flags.get(&look.0).cloned().unwrap_or_default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_rare_while_no_sample_is_near_and_close_when_one_is() {
        let mut steering = Steering::new(ScriptWatch { look: (0, None), flags: Vec::new() });
        steering.begin();
        // A jump costs 100 units, and a sample is due after a million.
        let (mut used, mut looks) = (0, Vec::new());
        while used < 1_000_000 {
            looks.push(steering.interval);
            used += 100 * steering.interval;
            steering.steer(used, 1_000_000_u64.saturating_sub(used));
        }
        assert!(looks.len() < 60 && looks.contains(&1_024), "{looks:?}");
        assert_eq!(looks.last(), Some(&SHORTEST));
    }
}
