//! The part of a ladder that a reader may see.

use class_model::{Facts, Hash, Moment, Reader};
use explain::Error;

use super::cycle::Cycle;
use crate::open_class::OpenClass;
use crate::runs::{open_run, run_identity};

/// Prefix of the paths of the ladder's runs in the class's record.
const PART: &str = "ladder/";

/// The part of a ladder that a reader may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownLadder {
    /// Roots of the cycles shown, from the first on.
    pub roots: Vec<Hash>,
    /// The start of the freeze, after which nothing new is shown; `None` if results are not frozen.
    pub frozen: Option<Moment>,
    /// Current aliases of all students and teams of the class.
    pub aliases: Vec<String>,
}

impl ShownLadder {
    /// Returns `true` if this may still be shown to a reader who may see `now`: it has no cycle that the reader may not
    /// see, and no outdated alias.
    pub fn may_stand_for(&self, now: &ShownLadder) -> bool {
        let mut aliases = now.aliases.iter();
        now.roots.starts_with(&self.roots)
            && self.aliases.iter().all(|alias| aliases.any(|current| current == alias))
    }
}

/// Returns the number of the cycle whose run is in this folder of the class's record; `None` for any other run.
pub fn cycle_at(place: &str) -> Option<u32> {
    let digits = place.strip_prefix(PART)?;
    digits.parse().ok().filter(|number| format!("{number:04}") == digits)
}

/// Returns the identities of the runs of the cycles that have a report, from the first on. `known` has the identities
/// found earlier.
///
/// # Errors
/// If a run cannot be read.
pub fn cycle_runs(class: &OpenClass, known: Vec<Hash>) -> Result<Vec<Hash>, Error> {
    let mut runs = known;
    loop {
        let Cycle { run, .. } = Cycle::at(&class.folder, runs.len() as u32 + 1);
        if !(run.holds_run() && run.site().is_dir()) {
            return Ok(runs);
        }
        runs.push(run_identity(&open_run(&run)?)?);
    }
}

/// Returns the part of a ladder of cycles with these runs that a reader may see. `seen` has the reader, and the facts
/// that the reader may see: while results are frozen, only cycles that were complete before the freeze. Without `seen`,
/// for the teacher, all cycles are shown.
pub fn shown_ladder(runs: &[Hash], all: &Facts, seen: Option<(Reader, &Facts)>) -> ShownLadder {
    let roots = |facts: &Facts| -> Vec<Hash> {
        runs.iter().map_while(|run| Some(facts.track_record().run(run)?.root)).collect()
    };
    let complete = roots(all);
    let own = seen.map_or_else(|| complete.clone(), |(_, facts)| roots(facts));
    // A cycle that a ruling has changed since then no longer matches.
    let same = complete.iter().zip(&own).take_while(|(one, other)| one == other).count();
    ShownLadder {
        roots: complete[..same].to_vec(),
        frozen: seen.and_then(|(reader, _)| all.frozen(reader)).map(|freeze| freeze.since),
        aliases: all.contenders().iter().map(|contender| contender.alias.to_owned()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_is_known_by_its_folder() {
        for (place, number) in [
            ("ladder/0003", Some(3)),
            ("ladder/12345", Some(12345)),
            ("ladder/3", None),
            ("ladder/0003/site", None),
            ("runs/0003", None),
            ("ladder/site", None),
        ] {
            assert_eq!(cycle_at(place), number, "{place}");
        }
    }

    #[test]
    fn what_was_made_before_is_shown_as_long_as_all_of_it_may_be() {
        let shown = |roots: &[u8], aliases: &[&str]| ShownLadder {
            roots: roots.iter().map(|root| Hash::digest(&[*root])).collect(),
            frozen: None,
            aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        };
        let made = shown(&[1, 2], &["Ada", "Bob"]);
        for (now, may) in [
            (shown(&[1, 2], &["Ada", "Bob"]), true),
            (shown(&[1, 2, 3], &["Ada", "Bob", "Cy"]), true),
            (shown(&[1], &["Ada", "Bob"]), false),
            (shown(&[1, 3], &["Ada", "Bob"]), false),
            (shown(&[1, 2], &["Ada"]), false),
            (shown(&[1, 2], &["Ada", "Rob"]), false),
            (shown(&[1, 2], &["Bob", "Ada"]), false),
        ] {
            assert_eq!(made.may_stand_for(&now), may, "{now:?}");
        }
        let frozen = ShownLadder { frozen: Some(Moment::from_millis(1)), ..made.clone() };
        assert!(made.may_stand_for(&frozen));
    }
}
