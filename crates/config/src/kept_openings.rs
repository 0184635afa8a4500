//! Start positions that a run keeps among its files, so that they are searched for once.

use std::collections::BTreeMap;

use crate::{OpeningsSpec, Plan, StageSpec};

/// How the names of such files begin; a stage's number follows, from 1.
const NAME: &str = "openings of stage ";
/// How such files begin.
const FOUND: &str = "found: random = ";

/// Whether a file of a run is one that it keeps start positions in, and not one that its text names.
pub fn is_kept_openings(name: &str, text: &str) -> bool {
    let number = name.strip_prefix(NAME).and_then(|number| number.parse::<u16>().ok());
    number.is_some() && text.starts_with(FOUND)
}

impl StageSpec {
    fn kept_in(&self) -> String {
        format!("{NAME}{}", u32::from(self.plan.number) + 1)
    }

    /// The first line of the file: all that the search depends on beside game and seed. `None` without a search.
    fn searched(&self) -> Option<String> {
        let OpeningsSpec::Random { count, plies, balanced } = self.openings else { return None };
        Some(format!("{FOUND}{count}, plies = {plies}, balanced = {balanced}, rules = {}", self.rules))
    }
}

impl Plan {
    /// The stages, by their indices, whose start positions have to be searched for and are not kept.
    pub fn unkept_openings(&self) -> Vec<usize> {
        let unkept = |stage: &StageSpec| {
            // A file of the text that has this very name is left alone.
            stage.searched().is_some() && stage.found.is_none() && !self.files.contains_key(&stage.kept_in())
        };
        (0..).zip(&self.stages).filter(|(_, stage)| unkept(stage)).map(|(index, _)| index).collect()
    }

    /// Keeps the start positions that were found for a stage.
    ///
    /// # Panics
    /// When there is no such stage.
    pub fn keep_openings(&mut self, index: usize, found: Vec<String>) {
        let stage = &mut self.stages[index];
        let Some(head) = stage.searched() else { return };
        let text = std::iter::once(head).chain(found.iter().cloned()).collect::<Vec<_>>().join("\n");
        self.files.insert(stage.kept_in(), text);
        stage.found = Some(found);
    }

    /// Takes over the start positions that are kept among these files for the same search. What does not fit a stage is
    /// left.
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
