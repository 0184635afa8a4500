//! Finding the students behind entrants of an earlier run: aliases change, and may pass to other students.

use std::collections::BTreeMap;

use crate::{Contender, ContenderId, Facts, Hash};

/// The students and teams that handed in each module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleOwners<'f> {
    /// In the order in which they joined.
    by_module: BTreeMap<Hash, Vec<Contender<'f>>>,
}

impl<'f> ModuleOwners<'f> {
    /// Builds the index of a class.
    pub fn new(facts: &'f Facts) -> ModuleOwners<'f> {
        let mut handed_in: BTreeMap<ContenderId, Vec<Hash>> = BTreeMap::new();
        for (_, submission) in facts.submissions() {
            handed_in.entry(ContenderId::handed_in(submission)).or_default().extend(submission.module());
        }
        let mut holders = ModuleOwners::default();
        for contender in facts.contenders() {
            for module in handed_in.get(&contender.who).into_iter().flatten() {
                let own = holders.by_module.entry(*module).or_default();
                if own.last().is_none_or(|last| last.who != contender.who) {
                    own.push(contender.clone());
                }
            }
        }
        holders
    }

    /// Returns the candidates for an entrant that played under an alias with a module: the owner of the alias if they
    /// handed in the module; otherwise all who handed it in.
    pub fn find(&self, alias: &str, module: &Hash) -> &[Contender<'f>] {
        let all = self.by_module.get(module).map_or(&[][..], Vec::as_slice);
        match all.iter().position(|holder| holder.alias == alias) {
            Some(at) => &all[at..=at],
            None => all,
        }
    }
}
