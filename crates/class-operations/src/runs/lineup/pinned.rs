//! The entrants that a run began with, as the class has them now.

use std::collections::{BTreeMap, BTreeSet};

use class_model::{Contender, Facts, Hash, ModuleOwners};
use config::{ClassEntrant, FileError};
use game::visible;

/// The entrants that a run began with, by their current aliases.
pub(super) struct PinnedEntrants<'a> {
    pub(super) by_alias: BTreeMap<String, &'a ClassEntrant>,
    /// The aliases under which they play in the run.
    taken: BTreeSet<&'a str>,
}

impl<'a> PinnedEntrants<'a> {
    pub(super) fn resolve(
        facts: &Facts,
        pinned: &'a [ClassEntrant],
    ) -> Result<PinnedEntrants<'a>, FileError> {
        let holders = ModuleOwners::new(facts);
        let named = |entrant: &'a ClassEntrant| {
            let name = entrant.file.rsplit('/').next().unwrap_or_default();
            let found = name.parse().map_or(&[][..], |module: Hash| holders.find(&entrant.alias, &module));
            (entrant, found)
        };
        let all: Vec<(&ClassEntrant, &[Contender<'_>])> = pinned.iter().map(named).collect();
        // A student or team that still has its alias cannot be another entrant.
        let is_same = |entrant: &ClassEntrant, holder: &Contender<'_>| holder.alias == entrant.alias;
        let same: BTreeSet<&str> = all
            .iter()
            .filter(|(entrant, found)| matches!(found, [only] if is_same(entrant, only)))
            .map(|(entrant, _)| entrant.alias.as_str())
            .collect();
        let mut known = PinnedEntrants { by_alias: BTreeMap::new(), taken: BTreeSet::new() };
        for (entrant, found) in all {
            known.taken.insert(&entrant.alias);
            let may_be = |holder: &&Contender<'_>| is_same(entrant, holder) || !same.contains(holder.alias);
            match found.iter().filter(may_be).collect::<Vec<_>>().as_slice() {
                [] => {}
                [holder] => drop(known.by_alias.insert(holder.alias.to_owned(), entrant)),
                several => return Err(several_may_be(entrant, several)),
            }
        }
        Ok(known)
    }

    /// Returns the run's entrant that has this alias now.
    pub(super) fn of_alias(&self, alias: &str) -> Option<&ClassEntrant> {
        self.by_alias.get(alias).copied()
    }

    /// Refuses new entrants under an alias that belongs to another entrant of the run.
    pub(super) fn refuse_taken(&self, joining: &[&class_model::Entrant]) -> Result<(), FileError> {
        let taken = joining.iter().find(|entrant| self.taken.contains(entrant.alias.as_str()));
        taken.map_or(Ok(()), |entrant| {
            Err(FileError {
                why: format!(
                    "\"{}\" cannot join: another entrant uses this alias in the run",
                    visible(&entrant.alias)
                ),
                hint: Some("give the new entrant another alias with `muster class roster`".to_owned()),
            })
        })
    }
}

/// Returns the error for an entrant of a run that several students or teams may be.
fn several_may_be(entrant: &ClassEntrant, several: &[&Contender<'_>]) -> FileError {
    let names: Vec<String> = several.iter().map(|holder| visible(holder.alias)).collect();
    FileError {
        why: format!(
            "cannot tell who plays as \"{}\" in the run: {} have handed in the same bot, and none of them has the alias any more",
            visible(&entrant.alias),
            names.join(" and ")
        ),
        hint: Some("restore the alias with `muster class roster`".to_owned()),
    }
}
