//! The order of entrants.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use super::glicko::Ratings;
use super::opponents::{EntrantRound, Reading};
use super::order::{Level, RankedEntrants};
use super::tallies::{Counting, Tallies};
use crate::{
    Criterion, Edition, EntrantId, Field, Past, PlacedBy, Points, Schedule, Scoring, StageSeed, Tally, Value,
};

/// Ranks entrants by the criteria of a stage, from its past.
#[derive(Debug)]
pub struct Ranker<'a> {
    past: &'a Past,
    field: &'a Field,
    criteria: &'a [Criterion],
    scoring: &'a Scoring,
    seed: StageSeed,
    schedule: &'a dyn Schedule,
    tallies: Tallies,
    meets: OnceCell<BTreeMap<EntrantId, Vec<EntrantRound>>>,
    ratings: OnceCell<Ratings>,
    edition: Edition,
    /// Everything except the order itself, from the rankings made so far.
    notes: RefCell<RankedEntrants>,
}

impl<'a> Ranker<'a> {
    pub(crate) fn new(
        past: &'a Past,
        field: &'a Field,
        rules: RankingRules<'a>,
        schedule: &'a dyn Schedule,
    ) -> Ranker<'a> {
        let RankingRules { criteria, scoring, metrics, edition, seed } = rules;
        let mut tallies = Tallies::new(field, metrics);
        tallies.catch_up(past, past.rounds.len(), &Counting::new(field, scoring, schedule));
        Ranker {
            past,
            field,
            criteria,
            scoring,
            seed,
            schedule,
            tallies,
            meets: OnceCell::new(),
            ratings: OnceCell::new(),
            edition,
            notes: RefCell::default(),
        }
    }

    /// The ranked entrants in seed order: all except guests and those that a ruling removed from the table.
    pub fn ranked(&self) -> Vec<EntrantId> {
        self.field.ranked.iter().copied().filter(|&entrant| self.is_ranked(entrant)).collect()
    }

    pub(crate) fn field(&self) -> &Field {
        self.field
    }

    pub(crate) fn criteria(&self) -> &[Criterion] {
        self.criteria
    }

    /// Takes everything except the order itself, from the rankings made since the last call.
    pub(crate) fn take_notes(&self) -> RankedEntrants {
        self.notes.take()
    }

    /// Notes that a knockout has no winner.
    pub(crate) fn leave_first_place_empty(&self) {
        self.notes.borrow_mut().empty_places = 1;
    }

    /// Notes that two entrants are level after the replays of a match that decides their places.
    pub(crate) fn decide_by_seed(&self, two: [EntrantId; 2]) {
        self.notes.borrow_mut().by_seed.extend(two);
    }

    /// Notes that these entrants have lost in the same round of a knockout.
    pub(crate) fn lost_together(&self, losers: &[EntrantId]) {
        if losers.len() > 1 {
            let of = losers.iter().copied().filter(|&entrant| self.is_ranked(entrant)).collect();
            self.notes.borrow_mut().level.push(Level { of, by: PlacedBy::SameRound });
        }
    }

    /// Returns `true` if no ruling has removed the entrant from the table.
    pub(crate) fn is_ranked(&self, entrant: EntrantId) -> bool {
        self.past.force().is_ranked(entrant)
    }

    /// The tally of an entrant; empty for an entrant of another stage.
    pub fn tally(&self, entrant: EntrantId) -> &Tally {
        self.tallies.get(entrant)
    }

    /// Ranks entrants, the first one first. Ties among them are broken among them alone.
    pub fn rank(&self, entrants: Vec<EntrantId>) -> Vec<EntrantId> {
        let mut level = self.sort(entrants, &mut |_, _, _| ());
        for group in level.iter_mut().filter(|group| group.len() > 1) {
            group.sort_by_key(|&entrant| std::cmp::Reverse(self.seed.lot(entrant)));
            self.notes
                .borrow_mut()
                .level
                .push(Level { of: group.iter().copied().collect(), by: PlacedBy::Lot });
        }
        level.concat()
    }

    /// Splits groups of tied entrants, criterion by criterion, and reports every value that was used to `look`. Returns
    /// groups of entrants that are level by all criteria, best first; a lot decides within them.
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
                if criterion == Criterion::HeadToHead && self.edition.has_fide_unplayed_rounds() {
                    split.extend(
                        self.direct_encounters(group, &mut |entrant, value| look(at, entrant, value)),
                    );
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

    /// The raw value of a criterion that does not depend on the tied entrants.
    fn value(&self, criterion: Criterion, entrant: EntrantId) -> i64 {
        let tally = self.tally(entrant);
        match criterion {
            Criterion::Wins => i64::from(tally.wins),
            Criterion::Points => tally.points.thousandths(),
            Criterion::GamesWon => i64::from(tally.won_at_the_board),
            Criterion::Losses => i64::from(tally.losses),
            Criterion::Forfeits => i64::from(tally.forfeits),
            Criterion::SonnebornBerger => self.sonneborn_berger(entrant),
            Criterion::Buchholz => self.meets(entrant).iter().map(|meet| self.strength(entrant, meet)).sum(),
            Criterion::BuchholzCut1 => self.buchholz_cut_1(entrant),
            Criterion::Sum(index) => tally.sums.get(index).copied().unwrap_or(0),
            Criterion::Max(index) => tally.maxima.get(index).copied().unwrap_or(0),
            Criterion::Rating => self.ratings().get(entrant).tenths(),
            // Lots are wider than a value and come last anyway; head-to-head takes the whole group.
            Criterion::HeadToHead | Criterion::Lot => 0,
        }
    }

    /// Twice the wins plus the draws against each other, if all of them have met; otherwise 0 for all.
    fn head_to_head(&self, tied: &[EntrantId]) -> Vec<i64> {
        let group: BTreeSet<EntrantId> = tied.iter().copied().collect();
        let mut values = Vec::with_capacity(tied.len());
        for &entrant in tied {
            let (met, halves) = self.against(entrant, &group);
            if met + 1 < group.len() {
                return vec![0; tied.len()];
            }
            values.push(halves);
        }
        values
    }

    /// The number of entrants of a group that an entrant has met, and its score against them in half points.
    fn against(&self, entrant: EntrantId, group: &BTreeSet<EntrantId>) -> (usize, i64) {
        let among = self.meets(entrant).iter().filter_map(|meet| Some((meet.opponent?, meet.halves)));
        let among: Vec<_> = among.filter(|(opponent, _)| group.contains(opponent)).collect();
        let met: BTreeSet<_> = among.iter().map(|&(opponent, _)| opponent).collect();
        (met.len(), among.iter().map(|&(_, halves)| i64::from(halves)).sum())
    }

    /// Splits tied entrants by the games among them, best first, and applies the rule again to those that are still
    /// tied. If some have not met, an entrant is ahead if no other could reach it by the missing games.
    ///
    /// # Source
    /// FIDE Handbook C.07, article 6.
    fn direct_encounters(
        &self,
        tied: Vec<EntrantId>,
        look: &mut dyn FnMut(EntrantId, i64),
    ) -> Vec<Vec<EntrantId>> {
        let whole = 2 * i64::from(self.schedule.rule().games());
        let group: BTreeSet<EntrantId> = tied.iter().copied().collect();
        let mut scores = Vec::with_capacity(tied.len());
        for &entrant in &tied {
            let (met, halves) = self.against(entrant, &group);
            let missing = (tied.len() - 1 - met) as i64;
            scores.push((halves, halves + whole * missing, entrant));
        }
        // Stable: level entrants keep their order.
        scores.sort_by_key(|&(halves, ..)| std::cmp::Reverse(halves));
        let all_have_met = scores.iter().all(|(halves, most, _)| halves == most);
        let parts: Vec<Vec<EntrantId>> = if all_have_met {
            let chunks = scores.chunk_by(|one, other| one.0 == other.0);
            chunks.map(|chunk| chunk.iter().map(|&(.., entrant)| entrant).collect()).collect()
        } else {
            let (first, rest) = (scores[0], &scores[1..]);
            if rest.iter().any(|&(_, most, _)| most >= first.0) {
                for &entrant in &tied {
                    look(entrant, 0);
                }
                return vec![tied];
            }
            vec![vec![first.2], rest.iter().map(|&(.., entrant)| entrant).collect()]
        };
        for &(halves, _, entrant) in &scores {
            look(entrant, halves);
        }
        if parts.len() == 1 {
            return parts;
        }
        // The displayed values cover the whole tie.
        parts.into_iter().flat_map(|part| self.direct_encounters_of(part)).collect()
    }

    fn direct_encounters_of(&self, part: Vec<EntrantId>) -> Vec<Vec<EntrantId>> {
        if part.len() == 1 { vec![part] } else { self.direct_encounters(part, &mut |_, _| ()) }
    }

    /// # Source
    /// FIDE Handbook C.07, articles 9.1 and 16: an unplayed round is one against an opponent with one's own score.
    fn sonneborn_berger(&self, entrant: EntrantId) -> i64 {
        self.meets(entrant).iter().map(|meet| i64::from(meet.halves) * self.strength(entrant, meet)).sum()
    }

    /// Cuts a round that the entrant chose not to play, if there is one, otherwise the weakest opponent.
    ///
    /// # Source
    /// FIDE Handbook C.07, articles 14.1 and 16.5.
    fn buchholz_cut_1(&self, entrant: EntrantId) -> i64 {
        let points = |meet: &EntrantRound| self.strength(entrant, meet);
        let meets = self.meets(entrant);
        let voluntary = meets.iter().filter(|meet| meet.is_voluntary()).map(points).min();
        let cut = voluntary.or_else(|| meets.iter().map(points).min()).unwrap_or(0);
        meets.iter().map(points).sum::<i64>() - cut
    }

    /// The score that an opponent of the entrant counts with, in thousandths of a point; the entrant's own if the round
    /// was not played.
    fn strength(&self, entrant: EntrantId, meet: &EntrantRound) -> i64 {
        let Some(opponent) = meet.opponent else { return self.tally(entrant).points.thousandths() };
        // Rounds that the opponent has chosen to miss, up to the last one, count as drawn.
        let missed = self.meets(opponent).iter().rev().take_while(|meet| meet.is_voluntary());
        let (draw, games) = (self.scoring.draw, u32::from(self.schedule.rule().games()));
        let as_drawn = |scored: Points| (draw * games).thousandths() - scored.thousandths();
        let adjusted: i64 = missed.filter_map(EntrantRound::requested).map(as_drawn).sum();
        self.tally(opponent).points.thousandths() + adjusted
    }

    fn meets(&self, entrant: EntrantId) -> &[EntrantRound] {
        let meets = self.meets.get_or_init(|| {
            let Ranker { past, field, scoring, schedule, edition, .. } = *self;
            Reading { past, field, scoring, schedule, edition, meets: BTreeMap::new() }.all()
        });
        meets.get(&entrant).map_or(&[], Vec::as_slice)
    }

    fn ratings(&self) -> &Ratings {
        self.ratings.get_or_init(|| {
            let mut ratings = Ratings::default();
            ratings.catch_up(self.past);
            ratings
        })
    }

    /// The values of every ranked entrant by each criterion, with ties broken within its group.
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

    /// The values that do not depend on the tied entrants.
    pub(crate) fn plain_values(&self, entrant: EntrantId) -> Vec<Option<Value>> {
        let shown = self.criteria.iter().filter(|criterion| **criterion != Criterion::Lot);
        shown
            .map(|&criterion| {
                (criterion != Criterion::HeadToHead)
                    .then(|| self.shown(criterion, entrant, self.value(criterion, entrant)))
            })
            .collect()
    }

    /// Converts a raw value to its displayed form.
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
    pub(crate) edition: Edition,
    pub(crate) seed: StageSeed,
}
