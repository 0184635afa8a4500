//! Checks that the run could have adopted the changes on record.
//!
//! Anyone with write access to the folder can insert a row into `adoption` and seal everything again, so the row proves
//! nothing. The change is computed from the inputs before and after it. Whether the run would have adopted it is
//! decided again, from the matches played by then.

use std::collections::BTreeSet;

use config::OnRefused;
use game::Game;
use ledger::{Adoption, EntrantRow, InputsAt, PlayedRules, RunKind, State};
use tournament::{Format, MatchKey, Rulings};

use crate::change::{Adoptable, Adopting};
use crate::changes::between;
use crate::plan::plan_of;
use crate::text_check::contradiction;
use crate::{RecordError, RecordedRun};

impl RecordedRun {
    /// Returns a line for every adopted change on record that the run cannot have adopted. `proven` is a state whose
    /// root is known from elsewhere, with the matches on record in that state.
    ///
    /// If the run was incomplete, the exact set of matches on record at an earlier time is unknown. In that case only
    /// those count that were certainly there.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn impossible_changes(
        &self,
        games: &[&'static dyn Game],
        proven: Option<(State, &BTreeSet<MatchKey>)>,
    ) -> Result<Vec<String>, RecordError> {
        let adoptions = self.ledger.adoptions()?;
        if !PlayedRules::read(&self.ledger.inputs_at(0)?.files)?.earlier.is_empty() {
            return Ok(vec!["it lists earlier rules from before its first adopted change".to_owned()]);
        }
        if self.header.kind == RunKind::SequentialTest {
            let what = "a sequential test cannot adopt changes";
            return Ok(if adoptions.is_empty() { Vec::new() } else { vec![what.to_owned()] });
        }
        let all = self.ledger.match_count()?;
        let (mut asked, mut certain) = (BTreeSet::new(), BTreeSet::new());
        let mut lines = Vec::new();
        let mut last = State::default();
        for state in self.ledger.states()? {
            if state.adoptions > last.adoptions {
                let adoption = &adoptions[last.adoptions];
                let before = last.adoptions.checked_sub(1).map(|index| &adoptions[index]);
                let least = before.map_or(0, |before| before.matches).max(certain.len() as u64);
                let exact = adoption.matches == asked.len() as u64;
                let known = if exact { asked.clone() } else { certain.clone() };
                let counted = (least..=all).contains(&adoption.matches)
                    && before.map_or(0, |before| before.rulings) <= adoption.rulings
                    && adoption.rulings == state.rulings as u64;
                let checked = if counted {
                    self.objection(games, state, adoption, &known, exact)?
                } else {
                    Some("it was adopted after a different number of matches or rulings".to_owned())
                };
                lines.extend(checked.map(|why| format!("adopted change {}: {why}", state.adoptions)));
                if exact {
                    certain.clone_from(&asked);
                }
            }
            // The matches that the schedule asks for in a later state can be on record by the next one.
            if let Some(folded) = self.folded(state, games)? {
                asked.extend(folded.asked);
            }
            if let Some((_, matches)) = proven.filter(|(proven, _)| *proven == state) {
                certain.extend(matches.iter().copied());
                asked.extend(matches.iter().copied());
            }
            last = state;
        }
        Ok(lines)
    }

    /// Returns the reason why the run would not have adopted the change that led to a state; `None` if it would have.
    ///
    /// `known` are the matches known to be on record when the change was adopted; `exact` is `true` if they are all of
    /// them.
    fn objection(
        &self,
        games: &[&'static dyn Game],
        state: State,
        adoption: &Adoption,
        known: &BTreeSet<MatchKey>,
        exact: bool,
    ) -> Result<Option<String>, RecordError> {
        let (was, is) =
            (self.ledger.inputs_at(state.adoptions - 1)?, self.ledger.inputs_at(state.adoptions)?);
        let plan = |inputs: &InputsAt| {
            plan_of(&self.ledger, self.header.defaults, ("", &inputs.toml), &inputs.files, games)
        };
        let (Ok(before), Ok(plan)) = (plan(&was), plan(&is)) else {
            return Ok(Some("the text before or after it is not a tournament".to_owned()));
        };
        match between(&was, &is, Some(&plan)) {
            None => return Ok(Some("it changes nothing".to_owned())),
            Some(changes) if adoption.changes != changes => {
                return Ok(Some("it is not the change that the record describes".to_owned()));
            }
            Some(_) => {}
        }
        if let Some(what) = self.rules_objection((&was, &is), adoption, known, exact)? {
            return Ok(Some(what));
        }
        for (inputs, plan) in [(&was, &before), (&is, &plan)] {
            if let Some(what) =
                contradiction(&self.header.at(inputs), (&inputs.entrants, &inputs.files), plan)
            {
                return Ok(Some(format!("{what} at that time")));
            }
        }
        let rulings = self.ledger.rulings()?.as_slice()[..state.rulings].to_vec();
        let adopting = Adopting {
            ledger: &self.ledger,
            seed: self.header.seed,
            before: &before,
            entrants: &was.entrants,
            rulings: &Rulings::new(rulings)?,
            number: state.adoptions as u32,
            has_begun: adoption.matches > 0,
            only: Some(known),
        };
        let admitted: Vec<EntrantRow> =
            is.entrants.iter().map(|row| EntrantRow { joined: 0, since: 0, ..row.clone() }).collect();
        let decided = match adopting.decide(&plan, &admitted) {
            Ok(Adoptable { entrants, .. }) => entrants,
            Err(RecordError::Ledger(error)) => return Err(error.into()),
            Err(error) => {
                let why = match error {
                    RecordError::Adoption(why) => why,
                    error => error.to_string(),
                };
                return Ok(Some(format!("the run would not have adopted it: {why}")));
            }
        };
        let rounds = match &plan.stages[0].plan.format {
            Format::Swiss(swiss) => swiss.rounds,
            _ => 0,
        };
        for (row, decided) in is.entrants.iter().zip(&decided) {
            if !fits(row, decided, exact, rounds) {
                let name = &row.name;
                return Ok(Some(format!(
                    "\"{name}\" would have been admitted, been refused or joined differently"
                )));
            }
            if !row.refusal.is_empty() && plan.on_refused == OnRefused::Stop {
                return Ok(Some(format!("\"{}\" is refused, so the run would have stopped", row.name)));
            }
        }
        Ok(None)
    }
}

impl RecordedRun {
    /// Returns the reason why the list of earlier rules after a change does not follow from the one before it.
    fn rules_objection(
        &self,
        (was, is): (&InputsAt, &InputsAt),
        adoption: &Adoption,
        known: &BTreeSet<MatchKey>,
        exact: bool,
    ) -> Result<Option<String>, RecordError> {
        let (before, after) = (PlayedRules::read(&was.files)?, PlayedRules::read(&is.files)?);
        let Some(game) = after.now.clone().filter(|game| before.now.as_ref() != Some(game)) else {
            let what = "its list of earlier rules changed, but the rules did not";
            return Ok((before != after).then(|| what.to_owned()));
        };
        // The list names all matches that were on record when the rules changed.
        let played: BTreeSet<MatchKey> =
            after.earlier.iter().flat_map(|earlier| earlier.matches.iter().copied()).collect();
        let fits = played.len() as u64 == adoption.matches
            && if exact { played == *known } else { known.is_subset(&played) };
        let on_record: BTreeSet<MatchKey> = self.ledger.match_keys()?.into_iter().collect();
        let what = if !fits || !played.is_subset(&on_record) {
            "its list of earlier rules has other matches than those played by then"
        } else if before.changed(&game, played) != after {
            "its list of earlier rules does not continue the list before it"
        } else {
            return Ok(None);
        };
        Ok(Some(what.to_owned()))
    }
}

/// Returns `true` if an entrant is on record as decided. Its first round may be later than decided if more matches may
/// have been played by then than are known.
fn fits(row: &EntrantRow, decided: &EntrantRow, exact: bool, rounds: u32) -> bool {
    let later = !exact && row.since > decided.since && row.since < rounds;
    let since = if later { row.since } else { decided.since };
    *row == EntrantRow { since, ..decided.clone() }
}
