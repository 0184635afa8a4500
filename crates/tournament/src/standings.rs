//! The table of a stage.

mod career;
mod criteria;
mod crosstable;
mod glicko;
mod opponents;
mod order;
mod ranker;
mod scoring;
mod tallies;
mod tally;

pub use self::career::Career;
pub use self::criteria::{Criterion, UnknownCriterion, Value};
pub use self::crosstable::{Encounter, crosstable, crosstable_rows, head_to_head};
pub use self::glicko::Glicko;
pub(crate) use self::glicko::Ratings;
pub use self::order::PlacedBy;
pub(crate) use self::order::{Level, RankedEntrants};
pub use self::ranker::Ranker;
pub(crate) use self::ranker::RankingRules;
pub use self::scoring::{DoubleForfeit, ForfeitMetrics, GuestGames, Points, Scoring, Unopposed};
pub(crate) use self::tallies::{Byes, Counting, Tallies, ignored_opponents};
pub use self::tally::Tally;
use crate::rulings::PastGames;
use crate::{EntrantId, Field, Past, Schedule};

/// The table of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// The criteria of the ranking, in order; the lot is last.
    pub criteria: Vec<Criterion>,
    /// The winner first; after the ranked entrants the guests, then those that have left and are not ranked.
    pub rows: Vec<Row>,
}

/// An entrant in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The place from 1, unique; `None` for guests and entrants that have left and are not ranked. Place 1 is empty in
    /// a knockout without a winner.
    pub place: Option<u32>,
    /// The place of the first of its neighbours that is level with it; otherwise its own.
    pub rank: Option<u32>,
    /// The entrant.
    pub entrant: EntrantId,
    /// Its group, from 0; `None` if there are no groups.
    pub group: Option<u32>,
    /// Its status in the stage.
    pub status: Status,
    /// The reason for its place, if the criteria of the ranking did not decide it.
    pub placed_by: Option<PlacedBy>,
    /// Its tally.
    pub tally: Tally,
    /// Its value by each criterion except the lot. Head-to-head is present where it was used: among entrants tied up to
    /// there.
    pub values: Vec<Option<Value>>,
}

/// The status of an entrant in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Plays and is ranked.
    Plays,
    /// Plays and is not ranked.
    Guest,
    /// Has left, in this stage or before it. Ranked by its games, unless they were annulled.
    Withdrawn,
    /// Was expelled, and has no place.
    Disqualified,
}

impl Standings {
    /// The ranked entrants, the winner first.
    pub fn order(&self) -> Vec<EntrantId> {
        self.rows.iter().filter(|row| row.place.is_some()).map(|row| row.entrant).collect()
    }

    /// The row of an entrant.
    pub fn row(&self, entrant: EntrantId) -> Option<&Row> {
        self.rows.iter().find(|row| row.entrant == entrant)
    }

    pub(crate) fn new(
        schedule: &dyn Schedule,
        past: &Past,
        ranker: &Ranker<'_>,
        order: &RankedEntrants,
    ) -> Standings {
        let field = ranker.field();
        let ranked = &order.entrants;
        let ranks = order.ranks();
        let left: Vec<_> =
            field.ranked.iter().copied().filter(|&entrant| !ranker.is_ranked(entrant)).collect();
        let shown = ranker.values_by_group(ranked, schedule);
        let row = |place, entrant: EntrantId| Row {
            place,
            entrant,
            group: schedule.group(entrant),
            status: status(entrant, field, past),
            rank: place.and_then(|place: u32| ranks.get((place - 1 - order.empty_places) as usize).copied()),
            placed_by: place.and_then(|_| order.placed_by(entrant)),
            tally: ranker.tally(entrant).clone(),
            values: shown.get(&entrant).cloned().unwrap_or_else(|| ranker.plain_values(entrant)),
        };
        let numbered =
            (1 + order.empty_places..).zip(ranked).map(|(place, &entrant)| row(Some(place), entrant));
        let guests = ranker.rank(field.guests.clone()).into_iter().map(|entrant| row(None, entrant));
        let left = ranker.rank(left).into_iter().map(|entrant| row(None, entrant));
        Standings { criteria: ranker.criteria().to_vec(), rows: numbered.chain(guests).chain(left).collect() }
    }
}

impl Row {
    /// Returns `true` if it has its place by lot: it is level with others by all criteria.
    pub fn is_by_lot(&self) -> bool {
        self.placed_by == Some(PlacedBy::Lot)
    }
}

fn status(entrant: EntrantId, field: &Field, past: &Past) -> Status {
    match past.force().exit(entrant) {
        Some(exit) if exit.disqualified => Status::Disqualified,
        // An entrant that left after this stage has played all of it.
        Some(exit) if exit.since.stage <= past.stage || exit.games == PastGames::Annul => Status::Withdrawn,
        _ if field.is_guest(entrant) => Status::Guest,
        _ => Status::Plays,
    }
}
