//! Who is ahead of whom.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use super::glicko::Ratings;
use super::order::Level;
use super::tallies::{Byes, Counting, Tallies, ignored_opponents, unplayed};
use crate::{
    Bye, Criterion, EntrantId, Field, LevelLosers, Past, PlacedBy, Schedule, Scoring, Side, StageSeed, Tally,
    Value,
};

/// Puts entrants in order by the criteria of a stage, from what was played.
#[derive(Debug)]
pub struct Ranker<'a> {
    past: &'a Past,
    field: &'a Field,
    criteria: &'a [Criterion],
    scoring: &'a Scoring,
    seed: StageSeed,
    byes: Byes,
    tallies: Tallies,
    meets: OnceCell<BTreeMap<EntrantId, Vec<Meet>>>,
    ratings: OnceCell<Ratings>,
    level_losers: LevelLosers,
    /// Who is level in the rankings made so far.
    level: RefCell<Vec<Level>>,
    /// Who is level with the other in a last match, where only the seeds tell them apart.
    decided_by_seed: RefCell<BTreeSet<EntrantId>>,
}

/// A pairing from the point of view of one entrant.
#[derive(Clone, Copy, Debug)]
struct Meet {
    /// `None` when it was not played: a bye or a walkover that scores. Only Buchholz looks at those.
    opponent: Option<EntrantId>,
    /// Twice the games won, and the games drawn.
    halves: u32,
}

impl<'a> Ranker<'a> {
    pub(crate) fn new(
        past: &'a Past,
        field: &'a Field,
        rules: RankingRules<'a>,
        schedule: &dyn Schedule,
    ) -> Ranker<'a> {
        let RankingRules { criteria, scoring, metrics, level_losers, seed } = rules;
        let mut tallies = Tallies::new(field, metrics);
        tallies.catch_up(past, past.rounds.len(), &Counting::new(field, scoring, schedule));
        Ranker {
            past,
            field,
            criteria,
            scoring,
            seed,
            byes: Byes::of(schedule),
            tallies,
            meets: OnceCell::new(),
            ratings: OnceCell::new(),
            level_losers,
            level: RefCell::default(),
            decided_by_seed: RefCell::default(),
        }
    }

    /// The ranked entrants in seed order: all except guests and those that a ruling took out of the table.
    pub fn ranked(&self) -> Vec<EntrantId> {
        self.field.ranked.iter().copied().filter(|&entrant| self.is_ranked(entrant)).collect()
    }

    pub(crate) fn field(&self) -> &Field {
        self.field
    }

    pub(crate) fn criteria(&self) -> &[Criterion] {
        self.criteria
    }

    /// Who is level in the rankings made since the last call.
    pub(crate) fn take_level(&self) -> Vec<Level> {
        self.level.take()
    }

    /// Those whose last match was decided by seed, in the rankings made since the last call.
    pub(crate) fn take_decided_by_seed(&self) -> BTreeSet<EntrantId> {
        self.decided_by_seed.take()
    }

    /// Notes that two are level after the replays of a match that gives them their places.
    pub(crate) fn decide_by_seed(&self, two: [EntrantId; 2]) {
        if self.level_losers == LevelLosers::Shared {
            self.decided_by_seed.borrow_mut().extend(two);
        }
    }

    /// Notes that these have lost in the same round of a knockout.
    pub(crate) fn lost_together(&self, losers: &[EntrantId]) {
        if losers.len() > 1 && self.level_losers == LevelLosers::Shared {
            let of = losers.iter().copied().filter(|&entrant| self.is_ranked(entrant)).collect();
            self.level.borrow_mut().push(Level { of, by: PlacedBy::SameRound });
        }
    }

    /// Whether no ruling has taken an entrant out of the table.
    pub(crate) fn is_ranked(&self, entrant: EntrantId) -> bool {
        self.past.force().is_ranked(entrant)
    }

    /// What an entrant's games add up to; empty for an entrant of another stage.
    pub fn tally(&self, entrant: EntrantId) -> &Tally {
        self.tallies.of(entrant)
    }

    /// Puts entrants in order, the first one first. Ties among them are broken among them alone.
    pub fn rank(&self, entrants: Vec<EntrantId>) -> Vec<EntrantId> {
        let mut level = self.sort(entrants, &mut |_, _, _| ());
        for group in level.iter_mut().filter(|group| group.len() > 1) {
            group.sort_by_key(|&entrant| std::cmp::Reverse(self.seed.lot(entrant)));
            self.level.borrow_mut().push(Level { of: group.iter().copied().collect(), by: PlacedBy::Lot });
        }
        level.concat()
    }

    /// Splits ever smaller groups of tied entrants, and tells every value that was looked at. Returns those who are
    /// level by all criteria together, the best first; a lot decides among them.
    fn sort(
        &self,
        entrants: Vec<EntrantId>,
        look: &mut impl FnMut(usize, EntrantId, i64),
    ) -> Vec<Vec<EntrantId>> {
        let mut tied = vec![entrants];
        for (at, &criterion) in self.criteria.iter().enumerate() {
            let mut split = Vec::with_capacity(tied.len());
            for group in tied {
                if group.len() == 1 {
                    split.push(group);
                    continue;
                }
                let values = self.values(criterion, &group);
                let mut valued: Vec<(i64, EntrantId)> = values.into_iter().zip(group).collect();
                for &(value, entrant) in &valued {
                    look(at, entrant, value);
                }
                valued
                    .sort_by(|a, b| if criterion.fewer_is_better() { a.0.cmp(&b.0) } else { b.0.cmp(&a.0) });
                split.extend(
                    valued.chunk_by(|a, b| a.0 == b.0).map(|tie| tie.iter().map(|&(_, id)| id).collect()),
                );
            }
            tied = split;
        }
        tied
    }

    /// The raw values of a criterion for entrants that are tied up to there.
    fn values(&self, criterion: Criterion, tied: &[EntrantId]) -> Vec<i64> {
        match criterion {
            Criterion::HeadToHead => self.head_to_head(tied),
            _ => tied.iter().map(|&entrant| self.value(criterion, entrant)).collect(),
        }
    }

    /// The raw value of a criterion that does not depend on who is tied.
    fn value(&self, criterion: Criterion, entrant: EntrantId) -> i64 {
        let tally = self.tally(entrant);
        match criterion {
            Criterion::Wins => i64::from(tally.wins),
            Criterion::Points => tally.points.thousandths(),
            Criterion::GamesWon => i64::from(tally.won_at_the_board),
            Criterion::Losses => i64::from(tally.losses),
            Criterion::Forfeits => i64::from(tally.forfeits),
            Criterion::SonnebornBerger => self.sonneborn_berger(entrant),
            Criterion::Buchholz => self.opponents_points(entrant).iter().sum(),
            Criterion::BuchholzCut1 => {
                let points = self.opponents_points(entrant);
                points.iter().sum::<i64>() - points.iter().min().copied().unwrap_or(0)
            }
            Criterion::Sum(index) => tally.sums.get(index).copied().unwrap_or(0),
            Criterion::Max(index) => tally.maxima.get(index).copied().unwrap_or(0),
            Criterion::Rating => self.ratings().get(entrant).tenths(),
            // Lots are wider than a value and come last anyway; head-to-head takes the whole group.
            Criterion::HeadToHead | Criterion::Lot => 0,
        }
    }

    /// Twice the wins plus the draws against each other, if all of them have met; else 0 for all.
    fn head_to_head(&self, tied: &[EntrantId]) -> Vec<i64> {
        let group: BTreeSet<EntrantId> = tied.iter().copied().collect();
        let mut values = Vec::with_capacity(tied.len());
        for &entrant in tied {
            let among = self.meets(entrant).iter().filter_map(|meet| Some((meet.opponent?, meet.halves)));
            let among: Vec<_> = among.filter(|(opponent, _)| group.contains(opponent)).collect();
            let met: BTreeSet<_> = among.iter().map(|&(opponent, _)| opponent).collect();
            if met.len() + 1 < group.len() {
                return vec![0; tied.len()];
            }
            values.push(among.iter().map(|&(_, halves)| i64::from(halves)).sum());
        }
        values
    }

    fn sonneborn_berger(&self, entrant: EntrantId) -> i64 {
        let played = self.meets(entrant).iter().filter_map(|meet| Some((meet.opponent?, meet.halves)));
        let worth = |(opponent, halves)| i64::from(halves) * self.tally(opponent).points.thousandths();
        played.map(worth).sum()
    }

    fn opponents_points(&self, entrant: EntrantId) -> Vec<i64> {
        let own = self.tally(entrant).points;
        let of = |meet: &Meet| meet.opponent.map_or(own, |opponent| self.tally(opponent).points);
        self.meets(entrant).iter().map(|meet| of(meet).thousandths()).collect()
    }

    fn meets(&self, entrant: EntrantId) -> &[Meet] {
        let meets = self.meets.get_or_init(|| all_meets(self.past, self.field, self.scoring, self.byes));
        meets.get(&entrant).map_or(&[], Vec::as_slice)
    }

    fn ratings(&self) -> &Ratings {
        self.ratings.get_or_init(|| {
            let mut ratings = Ratings::default();
            ratings.catch_up(self.past);
            ratings
        })
    }

    /// What every ranked entrant has by each criterion, ties being broken within its group.
    pub(crate) fn values_by_group(
        &self,
        ranked: &[EntrantId],
        schedule: &dyn Schedule,
    ) -> BTreeMap<EntrantId, Vec<Option<Value>>> {
        let mut groups: BTreeMap<Option<u32>, Vec<EntrantId>> = BTreeMap::new();
        for &entrant in ranked {
            groups.entry(schedule.group(entrant)).or_default().push(entrant);
        }
        let mut values: BTreeMap<_, _> =
            ranked.iter().map(|&entrant| (entrant, self.plain_values(entrant))).collect();
        for group in groups.into_values() {
            self.sort(group, &mut |at, entrant, value| {
                if let Some(shown) = values.get_mut(&entrant).and_then(|values| values.get_mut(at)) {
                    *shown = Some(self.shown(self.criteria[at], entrant, value));
                }
            });
        }
        values
    }

    /// The values that do not depend on who is tied with whom.
    pub(crate) fn plain_values(&self, entrant: EntrantId) -> Vec<Option<Value>> {
        let shown = self.criteria.iter().filter(|criterion| **criterion != Criterion::Lot);
        shown
            .map(|&criterion| {
                (criterion != Criterion::HeadToHead)
                    .then(|| self.shown(criterion, entrant, self.value(criterion, entrant)))
            })
            .collect()
    }

    /// Converts a raw value to the form in which it is shown.
    fn shown(&self, criterion: Criterion, entrant: EntrantId, units: i64) -> Value {
        let exact = Value::exact(units, criterion.fractions());
        match criterion {
            Criterion::Rating => {
                Value { plus_minus: Some(self.ratings().get(entrant).interval_tenths()), ..exact }
            }
            _ => exact,
        }
    }
}

impl Criterion {
    const fn fewer_is_better(self) -> bool {
        matches!(self, Criterion::Losses | Criterion::Forfeits)
    }

    const fn fractions(self) -> i64 {
        match self {
            Criterion::Points | Criterion::Buchholz | Criterion::BuchholzCut1 => 1000,
            Criterion::SonnebornBerger => 2000,
            Criterion::HeadToHead => 2,
            Criterion::Rating => 10,
            _ => 1,
        }
    }
}

/// The rules of a ranking.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RankingRules<'a> {
    pub(crate) criteria: &'a [Criterion],
    pub(crate) scoring: &'a Scoring,
    pub(crate) metrics: usize,
    pub(crate) level_losers: LevelLosers,
    pub(crate) seed: StageSeed,
}

fn all_meets(past: &Past, field: &Field, scoring: &Scoring, byes: Byes) -> BTreeMap<EntrantId, Vec<Meet>> {
    let ignored = ignored_opponents(field, scoring);
    let mut meets: BTreeMap<EntrantId, Vec<Meet>> = BTreeMap::new();
    for played in &past.rounds {
        for (pairing, score) in played.round.pairings.iter().zip(&played.scores) {
            for side in Side::BOTH {
                let opponent = pairing.entrant(side.other());
                if score.games() > 0 && !ignored.contains(&opponent) {
                    let meet = Meet { opponent: Some(opponent), halves: score.halves(side) };
                    meets.entry(pairing.entrant(side)).or_default().push(meet);
                }
            }
        }
        for (entrant, worth) in unplayed(played, byes) {
            if worth != Bye::Nothing {
                meets.entry(entrant).or_default().push(Meet { opponent: None, halves: 0 });
            }
        }
    }
    meets
}
