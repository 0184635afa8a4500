//! The tallies of all entrants, updated as games go on record.

use game::Seat;

use crate::{Bye, EntrantId, Field, GuestGames, Past, PlayedRound, Schedule, Scoring, Tally, Unopposed};

/// The rules of counting.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counting<'a> {
    field: &'a Field,
    scoring: &'a Scoring,
    byes: Byes<'a>,
    /// Number of games that a bye or a walkover counts as.
    worth: u32,
}

impl<'a> Counting<'a> {
    pub(crate) fn new(field: &'a Field, scoring: &'a Scoring, schedule: &dyn Schedule) -> Counting<'a> {
        Counting {
            field,
            scoring,
            byes: Byes::new(schedule, field, scoring),
            worth: u32::from(schedule.rule().games()),
        }
    }
}

/// The tallies of all entrants.
#[derive(Clone, Debug)]
pub(crate) struct Tallies {
    dense: Vec<Tally>,
    nothing: Tally,
    games: usize,
    rounds: usize,
    revision: u32,
}

impl Tallies {
    pub(crate) fn new(field: &Field, metrics: usize) -> Tallies {
        let mut dense = Vec::new();
        for entrant in field.everybody() {
            let room = dense.len().max(entrant.index() + 1);
            dense.resize_with(room, || Tally::new(metrics));
            if let Some(carried) = field.carried.get(&entrant) {
                dense[entrant.index()].merge(carried);
            }
        }
        Tallies { dense, nothing: Tally::new(metrics), games: 0, rounds: 0, revision: 0 }
    }

    /// Adds all new games on record, and the byes and walkovers of the first `rounds` rounds. Starts over if rulings
    /// have changed which games count.
    pub(crate) fn catch_up(&mut self, past: &Past, rounds: usize, counting: &Counting<'_>) {
        if self.revision != past.revision() {
            let fresh = Tallies::new(counting.field, self.nothing.sums.len());
            *self = Tallies { revision: past.revision(), ..fresh };
        }
        let ignored = ignored_opponents(counting.field, counting.scoring);
        for game in past.counted_games_from(self.games) {
            for seat in Seat::BOTH {
                if !ignored.contains(&game.seats[seat.other()])
                    && let Some(tally) = self.dense.get_mut(game.seats[seat].index())
                {
                    tally.add(&game.result, seat, counting.scoring);
                }
            }
        }
        self.games = past.games().len();
        let new_rounds = self.rounds..rounds.min(past.rounds.len());
        for (entrant, unplayed) in new_rounds.flat_map(|round| counting.byes.of_round(past, round)) {
            let Some(tally) = self.dense.get_mut(entrant.index()) else { continue };
            match unplayed {
                Bye::Nothing => {}
                Bye::Win => tally.add_unplayed_wins(counting.worth, counting.scoring),
                Bye::Draw => tally.add_unplayed_draws(counting.worth, counting.scoring),
            }
        }
        self.rounds = self.rounds.max(rounds);
    }

    pub(crate) fn get(&self, entrant: EntrantId) -> &Tally {
        self.dense.get(entrant.index()).unwrap_or(&self.nothing)
    }
}

/// The opponents against which games do not count.
pub(crate) fn ignored_opponents<'a>(field: &'a Field, scoring: &Scoring) -> &'a [EntrantId] {
    match scoring.guest_games {
        GuestGames::Count => &[],
        GuestGames::Ignore => &field.guests,
    }
}

/// The scores of unplayed rounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Byes<'a> {
    field: &'a Field,
    unopposed: Unopposed,
    /// The score without an opponent.
    allotted: Bye,
    /// The score of a requested bye.
    requested: Bye,
}

impl<'a> Byes<'a> {
    pub(crate) fn new(schedule: &dyn Schedule, field: &'a Field, scoring: &Scoring) -> Byes<'a> {
        let (allotted, requested) = (schedule.bye(), schedule.requested_bye());
        Byes { field, unopposed: scoring.unopposed, allotted, requested }
    }

    /// The byes and walkovers of a round, from 0.
    pub(crate) fn of_round(self, past: &Past, number: usize) -> impl Iterator<Item = (EntrantId, Bye)> + '_ {
        let PlayedRound { round, scores } = &past.rounds[number];
        let counts = self.unopposed == Unopposed::Count || !past.is_deserted(self.field, number as u32);
        let walkovers = round.pairings.iter().zip(scores);
        let walkovers =
            walkovers.filter_map(|(pairing, score)| Some((pairing.entrant(score.walkover?), Bye::Win)));
        let allotted = round.byes.iter().map(move |&entrant| (entrant, self.allotted));
        let requested = round.absent.iter().map(move |&entrant| (entrant, self.requested));
        let worth = move |(entrant, bye)| (entrant, if counts { bye } else { Bye::Nothing });
        allotted.chain(requested).chain(walkovers).map(worth)
    }
}
