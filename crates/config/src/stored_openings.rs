//! Start positions that a run keeps among its files, to search for them only once.

use std::collections::BTreeMap;

use crate::{OpeningsSpec, Plan, StageSpec};

/// The beginning of the names of such files. A stage's number follows, from 1.
const NAME: &str = "openings of stage ";
/// The beginning of such files.
const FOUND: &str = "found: random = ";

/// Returns `true` if a run's file holds start positions that the run found, and is not one that its text names.
pub fn is_kept_openings(name: &str, text: &str) -> bool {
    let number = name.strip_prefix(NAME).and_then(|number| number.parse::<u16>().ok());
    number.is_some() && text.starts_with(FOUND)
}

impl StageSpec {
    /// Returns the name of the run's file for start positions that it found for this stage.
    pub fn kept_in(&self) -> String {
        format!("{NAME}{}", u32::from(self.plan.number) + 1)
    }

    /// Returns the first line of the file: all parameters of the search except game and seed; `None` without a search.
    fn searched(&self) -> Option<String> {
        let OpeningsSpec::Random { count, plies, balanced } = self.openings else { return None };
        Some(format!("{FOUND}{count}, plies = {plies}, balanced = {balanced}, rules = {}", self.rules))
    }
}

impl Plan {
    /// Returns the indices of the stages whose start positions are random and not yet kept.
    pub fn unkept_openings(&self) -> Vec<usize> {
        let unkept = |stage: &StageSpec| {
            // Leaves alone a file of the text that has the same name.
            stage.searched().is_some() && stage.found.is_none() && !self.files.contains_key(&stage.kept_in())
        };
        (0..).zip(&self.stages).filter(|(_, stage)| unkept(stage)).map(|(index, _)| index).collect()
    }

    /// Keeps the start positions found for a stage.
    ///
    /// # Panics
    /// Panics if there is no such stage.
    pub fn keep_openings(&mut self, index: usize, found: Vec<String>) {
        let stage = &mut self.stages[index];
        let Some(head) = stage.searched() else { return };
        let text = std::iter::once(head).chain(found.iter().cloned()).collect::<Vec<_>>().join("\n");
        self.files.insert(stage.kept_in(), text);
        stage.found = Some(found);
    }

    /// Takes the kept start positions of the same search from these files. Ignores those that do not fit a stage.
    pub fn take_openings(&mut self, files: &BTreeMap<String, String>) {
        for index in self.unkept_openings() {
            let stage = &self.stages[index];
            let Some(text) = files.get(&stage.kept_in()) else { continue };
            let mut lines = text.split('\n').map(str::to_owned);
            if lines.next() != stage.searched() {
                continue;
            }
            let found: Vec<String> = lines.collect();
            if found.len() == stage.openings.count() as usize {
                self.keep_openings(index, found);
            }
        }
    }
}
