//! Listed pairs.

use std::collections::BTreeMap;

use crate::{EntrantId, Field, FormatError, MeetingRule, Pairing, Past, Round, Schedule};

/// The pairs of a list, each as often as it is listed, in rounds in which no entrant plays twice.
///
/// Every entrant plays its pairs in the order of the list, as early as both are free. The entrant that is listed first
/// has the first seat in the first game. A pair that is listed again continues with the next openings. Pairs with an
/// entrant that is not in the stage are left out. An entrant in no pair does not play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairings {
    /// The pairs, each with the entrant in the first seat first.
    pub pairs: Vec<[EntrantId; 2]>,
    /// Number of games of each pairing, seats swapped after every one.
    pub games: u16,
}

impl Pairings {
    pub(crate) fn schedule(&self, field: &Field) -> Result<PairingsSchedule, FormatError> {
        FormatError::check_positive("games", u32::from(self.games))?;
        let entrants = field.everybody();
        FormatError::check_entrants(entrants.len(), 2)?;
        let mut rounds: Vec<Round> = Vec::new();
        // The first round in which an entrant is free.
        let mut free: BTreeMap<EntrantId, usize> = entrants.into_iter().map(|entrant| (entrant, 0)).collect();
        let mut listed: BTreeMap<[EntrantId; 2], u32> = BTreeMap::new();
        for &[first, second] in &self.pairs {
            let (Some(&one), Some(&other)) = (free.get(&first), free.get(&second)) else { continue };
            if first == second {
                return Err(FormatError::Oneself(first));
            }
            let round = one.max(other);
            if round == rounds.len() {
                rounds.push(Round::default());
            }
            let times = listed.entry([first.min(second), first.max(second)]).or_default();
            rounds[round].pairings.push(Pairing { first, second, turn: *times });
            *times += 1;
            free.insert(first, round + 1);
            free.insert(second, round + 1);
        }
        if rounds.is_empty() {
            return Err(FormatError::NoPairs);
        }
        Ok(PairingsSchedule { games: self.games, rounds })
    }
}

#[derive(Debug)]
pub(crate) struct PairingsSchedule {
    games: u16,
    rounds: Vec<Round>,
}

impl Schedule for PairingsSchedule {
    fn is_fixed(&self) -> bool {
        true
    }

    fn rule(&self) -> MeetingRule {
        MeetingRule::Games(self.games)
    }

    fn most_rounds(&self) -> u32 {
        self.rounds.len() as u32
    }

    fn most_pairings(&self) -> u64 {
        self.rounds.iter().map(|round| round.pairings.len() as u64).sum()
    }

    fn round(&mut self, number: u32, _: &Past) -> Option<Round> {
        self.rounds.get(number as usize).cloned()
    }
}
