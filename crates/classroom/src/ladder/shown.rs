//! How much of a ladder somebody may see.

use class::{Facts, Hash};
use explain::Error;

use super::cycle::Cycle;
use crate::open_class::OpenClass;
use crate::tournaments::{open_run, run_identity};

/// What the class's part for the ladder is called where the record names a run's folder.
const PART: &str = "ladder/";

/// How much of a ladder somebody may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownLadder {
    /// The roots of the cycles that are shown, from the first on.
    pub roots: Vec<Hash>,
    /// Whether these are all that are complete, so that the pages in the ladder's folder have no others.
    pub is_whole: bool,
    /// What everybody in the class is called now.
    pub aliases: Vec<String>,
}

/// The number of the cycle whose run is in this folder, as the class names it; `None` for any other run.
pub fn cycle_at(place: &str) -> Option<u32> {
    let digits = place.strip_prefix(PART)?;
    digits.parse().ok().filter(|number| format!("{number:04}") == digits)
}

/// The identities of the runs of the cycles that have a report, from the first on. `known` are those that were found before.
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

/// How much is shown of a ladder of cycles with these runs. `seen` is what readers may see of everything that has happened: while
/// results are frozen, they see the cycles that were complete before. Without it, for the teacher, all cycles are shown.
pub fn shown_ladder(runs: &[Hash], all: &Facts, seen: Option<&Facts>) -> ShownLadder {
    let roots = |facts: &Facts| -> Vec<Hash> {
        runs.iter().map_while(|run| Some(facts.track_record().run(run)?.root)).collect()
    };
    let complete = roots(all);
    let own = seen.map_or_else(|| complete.clone(), roots);
    // A cycle that a ruling has changed since is another one.
    let same = complete.iter().zip(&own).take_while(|(one, other)| one == other).count();
    ShownLadder {
        is_whole: same == complete.len(),
        roots: complete[..same].to_vec(),
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
}
