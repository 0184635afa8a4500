//! Earlier states of a run: its roots when it was complete, before rulings and adopted changes.

use std::collections::{BTreeMap, BTreeSet};

use game::{Game, visible};
use ledger::{InputsAt, LedgerError, Root, RunKind, StageTerms, State, field, ruling_text};
use tournament::{EntrantId, MatchKey, ResultFate, Rulings, Stage};

use crate::plan::plan_of;
use crate::subject::stage_terms;
use crate::{RecordError, RecordedRun};

/// An earlier state of a run, and the changes since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierState {
    /// The root of the run in that state.
    pub root: Root,
    /// Rulings and adopted changes since, one per line.
    pub since: Vec<String>,
    /// Number of matches played since.
    pub matches: u64,
    /// Differences that no adopted change explains.
    pub differences: Vec<String>,
}

impl EarlierState {
    /// Returns the changes since, one per line.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.since.iter().map(|line| format!("  {}", visible(line))).collect();
        match self.matches {
            0 => {}
            1 => lines.push("  1 match played since".to_owned()),
            matches => lines.push(format!("  {matches} matches played since")),
        }
        if self.differences.is_empty() {
            lines.push("everything else is unchanged since".to_owned());
            lines.push(
                "that root does not cover the current standings, which also depend on these changes"
                    .to_owned(),
            );
        }
        lines
    }
}

/// The record under the schedule of an earlier state.
pub(crate) struct FoldedRecord {
    stages: Vec<StageTerms>,
    /// The matches on record that the schedule asks for.
    pub(crate) asked: BTreeSet<MatchKey>,
    complete: bool,
}

impl RecordedRun {
    /// Returns the latest state before the current one whose root satisfies `wanted`; `None` if the run was not
    /// complete in any such state.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn earlier(
        &self,
        games: &[&'static dyn Game],
        wanted: &dyn Fn(&Root) -> bool,
    ) -> Result<Option<EarlierState>, RecordError> {
        match self.header.kind {
            RunKind::Tournament => self.earlier_of_tournament(games, wanted),
            RunKind::SequentialTest => self.earlier_of_test(games, wanted),
        }
    }

    fn earlier_of_tournament(
        &self,
        games: &[&'static dyn Game],
        wanted: &dyn Fn(&Root) -> bool,
    ) -> Result<Option<EarlierState>, RecordError> {
        let mut states = self.ledger.states()?;
        // The current state is not an earlier one.
        states.pop();
        let mut found = None;
        let mut so_far = BTreeSet::new();
        for state in states {
            let Some(folded) = self.folded(state, games)? else { continue };
            so_far.extend(folded.asked.iter().copied());
            if !folded.complete {
                continue;
            }
            // Matches played because of a ruling that was later undone stay on record, even if the schedule does not
            // ask for them.
            for matches in [&so_far, &folded.asked] {
                let root = self.ledger.root_at(state, &folded.stages, &|key| matches.contains(&key))?;
                if wanted(&root) {
                    found = Some((state, root, matches.clone()));
                }
            }
        }
        found.map(|(state, root, matches)| self.since(games, state, root, &matches)).transpose()
    }

    /// Folds the record by the schedule of an earlier state; `None` if the run cannot have been in that state.
    pub(crate) fn folded(
        &self,
        state: State,
        games: &[&'static dyn Game],
    ) -> Result<Option<FoldedRecord>, RecordError> {
        let inputs = self.ledger.inputs_at(state.adoptions)?;
        let Ok(plan) = plan_of(&self.ledger, self.header.defaults, ("", &inputs.toml), &inputs.files, games)
        else {
            return Ok(None);
        };
        let rulings = self.ledger.rulings()?.as_slice()[..state.rulings].to_vec();
        let Ok(rulings) = Rulings::new(rulings) else { return Ok(None) };
        let field = field(&inputs.entrants);
        let mut folded = FoldedRecord { stages: stage_terms(&plan), asked: BTreeSet::new(), complete: true };
        let mut previous: Option<Stage> = None;
        for index in 0..plan.stages.len() {
            let opened = plan.open_stage(index, previous.as_ref(), &field, self.seed(), &rulings);
            let Ok(mut stage) = opened else { return Ok(None) };
            folded.complete = self.fold(&mut stage, &mut folded.asked)?;
            if !folded.complete {
                break;
            }
            previous = Some(stage);
        }
        Ok(Some(folded))
    }

    /// Records the results that a stage asks for and that are on record. Returns `true` if the stage is complete.
    fn fold(&self, stage: &mut Stage, asked: &mut BTreeSet<MatchKey>) -> Result<bool, RecordError> {
        let mut results = BTreeMap::new();
        self.ledger.for_each_result(stage.plan().number, |key, result| {
            results.insert(key, result);
            Ok::<(), LedgerError>(())
        })?;
        let mut missing = false;
        while let Some(fixture) = stage.next_fixture() {
            match results.remove(&fixture.key) {
                Some(result) => {
                    if stage.record(fixture.key, result)? == ResultFate::Kept {
                        asked.insert(fixture.key);
                    }
                }
                None => missing = true,
            }
        }
        if stage.was_stopped() {
            // Results that arrived before the stage was known to be over are not part of it.
            let number = stage.plan().number;
            let games: BTreeSet<MatchKey> = stage.games().iter().map(|game| game.key).collect();
            asked.retain(|key| key.stage() != number || games.contains(key));
        }
        Ok(!missing && stage.is_over())
    }

    fn since(
        &self,
        games: &[&'static dyn Game],
        state: State,
        root: Root,
        matches: &BTreeSet<MatchKey>,
    ) -> Result<EarlierState, RecordError> {
        let states = self.ledger.states()?;
        let rulings = self.ledger.rulings()?;
        let adoptions = self.adoptions(games)?;
        let mut since = Vec::new();
        let mut last = state;
        for next in states.into_iter().skip_while(|next| *next != state).skip(1) {
            if next.rulings > last.rulings {
                since.push(format!(
                    "ruling {}: {}",
                    next.rulings,
                    ruling_text(&rulings.as_slice()[last.rulings])
                ));
            } else {
                let changes = &adoptions[last.adoptions].changes;
                let changes = if changes.is_empty() {
                    "only comments, spaces or the order of keys".to_owned()
                } else {
                    changes.join("; ")
                };
                since.push(format!("adopted change {}: {changes}", next.adoptions));
            }
            last = next;
        }
        let mut differences = self.impossible_changes(games, Some((state, matches)))?;
        differences.extend(self.unsaid(&self.ledger.inputs_at(state.adoptions)?, matches)?);
        let matches = self.ledger.match_count()? - matches.len() as u64;
        Ok(EarlierState { root, since, matches, differences })
    }

    /// Returns the entrants that had played and are different now. No adopted change can do that.
    fn unsaid(&self, before: &InputsAt, matches: &BTreeSet<MatchKey>) -> Result<Vec<String>, RecordError> {
        let mut played = BTreeSet::new();
        for key in matches {
            let row = self.find(*key)?;
            played.extend(row.iter().flat_map(|row| row.entrants.0).map(EntrantId::index));
        }
        let is_another = |id: &usize| match (before.entrants.get(*id), self.entrants.get(*id)) {
            (Some(was), Some(is)) => !was.plays_as(is),
            _ => true,
        };
        let another = played.into_iter().filter(is_another);
        let name = |id: usize| before.entrants.get(id).map_or("", |row| &row.name);
        Ok(another
            .map(|id| format!("entrant {} \"{}\" had played and is a different bot now", id + 1, name(id)))
            .collect())
    }

    /// An undecided test can be resumed with more games, so any complete pair may have been its last.
    fn earlier_of_test(
        &self,
        games: &[&'static dyn Game],
        wanted: &dyn Fn(&Root) -> bool,
    ) -> Result<Option<EarlierState>, RecordError> {
        let Some(terms) = self.subject(games)?.terms().into_iter().next() else { return Ok(None) };
        let all = self.ledger.match_count()?;
        let mut found = None;
        self.ledger.roots_on_the_way(&terms, &mut |matches, root| {
            if matches % 2 == 0 && matches < all && wanted(&root) {
                found = Some(EarlierState {
                    root,
                    since: Vec::new(),
                    matches: all - matches,
                    differences: Vec::new(),
                });
            }
        })?;
        Ok(found)
    }
}
