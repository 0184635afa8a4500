//! The table of a stage, and which entrants advance.

use std::collections::BTreeMap;

use super::Stage;
use crate::pairing::refresh_scores;
use crate::rulings::Since;
use crate::standings::{Counting, RankingRules, Tallies};
use crate::{Bracket, BracketPlace, Carry, EntrantId, Field, Past, Ranker, Standings};

impl Stage {
    /// The table after the games so far; final when the stage is over.
    pub fn standings(&self) -> Standings {
        self.table(&self.so_far())
    }

    fn table(&self, past: &Past) -> Standings {
        let order = self.order_after_play_off(past);
        let past = past.before_play_off();
        Standings::new(&*self.schedule, &past, &self.ranker_of(&past), &order)
    }

    pub(super) fn ranker_of<'a>(&'a self, past: &'a Past) -> Ranker<'a> {
        let rules = RankingRules {
            criteria: &self.plan.rank,
            scoring: &self.plan.scoring,
            metrics: self.plan.metrics,
            edition: self.plan.edition,
            seed: self.seed,
        };
        Ranker::new(past, &self.field, rules, &*self.schedule)
    }

    /// The table of this stage with the rulings in force at another point, such as a later one, after an entrant was
    /// expelled.
    pub fn standings_at(&self, since: Since) -> Standings {
        let force = self.force_at(since);
        if force == self.past.force {
            return self.standings();
        }
        let mut past = self.past.clone();
        past.force = force;
        refresh_scores(&mut past, self.rule, &self.plan.scoring, self.settled_rounds());
        self.table(&past)
    }

    /// The brackets of a knockout as far as they are known; none in other formats. Rulings that remove an entrant from
    /// the table do not change them.
    pub fn brackets(&self) -> Vec<Bracket> {
        self.schedule.brackets(&self.past.before_play_off())
    }

    /// The entrants that advance by seed from pairings of a knockout, by round and pairing.
    pub fn going_on_by_seed(&self) -> BTreeMap<(u32, u32), EntrantId> {
        let mut going_on = BTreeMap::new();
        for column in self.brackets().into_iter().flat_map(|bracket| bracket.columns) {
            for tie in column.ties.into_iter().filter(|tie| tie.by_seed) {
                if let (Some(pairing), BracketPlace::Taken(winner)) = (tie.pairing, tie.winner) {
                    going_on.insert((column.round, pairing), winner);
                }
            }
        }
        going_on
    }

    /// The tallies of this stage as its table counts them, without those carried into it.
    pub(crate) fn own_tallies(&self) -> Tallies {
        let field = Field { carried: BTreeMap::new(), ..self.field.clone() };
        let mut tallies = Tallies::new(&field, self.plan.metrics);
        let counting = Counting::new(&field, &self.plan.scoring, &*self.schedule);
        let past = self.past.before_play_off();
        tallies.catch_up(&past, past.rounds.len(), &counting);
        tallies
    }

    /// The field of the next stage: the first `advance` entrants of the table in their order, or all of them, and the
    /// guests; without those that have left before it begins.
    pub fn advancing(&self, advance: Option<usize>, carry: Carry) -> Field {
        let next = Since { stage: self.plan.number.saturating_add(1), round: 0 };
        let mut faults = self.faults.clone();
        faults.look(&self.past, next);
        let mut force = self.rulings.in_force(next);
        faults.add_to(&mut force, next);
        let stays = |entrant: &EntrantId| force.exit(*entrant).is_none();
        // The advancing entrants were settled when the stage was over; later rulings do not change them.
        let standings = self.standings_at(self.end());
        let mut ranked = standings.order();
        ranked.retain(stays);
        ranked.truncate(advance.unwrap_or(usize::MAX));
        let guests: Vec<_> = self.field.guests.iter().copied().filter(stays).collect();
        let going = ranked.iter().chain(&guests);
        let tally = |&entrant| Some((entrant, standings.row(entrant)?.tally.clone()));
        let carried = match carry {
            Carry::Nothing => BTreeMap::new(),
            Carry::Tally => going.filter_map(tally).collect(),
        };
        Field {
            ranked,
            guests,
            carried,
            faults: faults.counts().clone(),
            late: Vec::new(),
            since: BTreeMap::new(),
        }
    }
}
