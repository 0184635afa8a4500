//! Rounds between entrants with equal points.

mod absolute;
#[cfg(test)]
mod arbiter;
mod bracket;
mod fields;
mod order;
mod player;
mod round;
mod seating;
mod seats;

use std::collections::{BTreeMap, BTreeSet};

use absolute::Circumstances;
use game::Seat;
use player::{Float, Player};

use crate::standings::{Byes, Counting, Tallies, ignored_opponents};
use crate::{
    Bye, Edition, EntrantId, Field, FormatError, MeetingRule, Pairing, PairingScore, Past, PlayedRound,
    Points, Round, Schedule, Scoring, Side, StageSeed,
};

/// A Swiss by the Dutch system: in each round entrants with equal points meet, no two meet twice, and no entrant has a
/// bye twice.
///
/// The rules determine the pairings, so an arbiter's engine produces the same. The order is by points, then by seed.
/// Numbers follow the seeds of all entrants that have been paired so far, this round included: an entrant that rests
/// from the first round on, or joins late, gets its number when it is first paired, and the entrants behind it move by
/// one. There is no acceleration, neither Baku's (C.04.5.1) nor another.
///
/// **Seats are colours**: the first seat is White. A pairing of several games counts as one, by the seat of its first
/// game; with an even number of games every entrant has both seats equally often. Then no entrant is due a seat, pairs
/// are made without regard to seats, and seats only determine who begins. A lot from the stage's seed draws the seat of
/// the first odd number that has not played.
///
/// **Played rounds**: every pairing with games that were played counts as played, including games that ended by a
/// fault. A walkover does not: it has no seat and no meeting, but a win's points without playing, so its winner has no
/// bye later. A round without playing is a downfloat if it scores more than a lost game. Guests are paired like the
/// others, by the points that the table gives them, and come last.
///
/// **Byes.** With an odd number one entrant rests. An entrant that asks for it rests in the named rounds
/// ([`Swiss::requested`]) and is not paired then. An entrant that joins late was absent before: it has no points from
/// those rounds, and comes after the entrants that were present.
///
/// **Broken rules.** A round without a repeated meeting does not always exist: 6 entrants can be left without one after
/// 3 rounds. The rules leave that to the arbiter. Here, as few pairs as possible meet again; then as few as possible
/// that are to be kept [apart](Swiss::apart) meet; then the entrant with the fewest byes rests; then as few entrants as
/// possible get a seat against an absolute preference. All other rules hold. [`Past::meetings_again`] returns the
/// repeated meetings.
///
/// # Source
/// FIDE Handbook C.04.3, FIDE (Dutch) System, effective from 1 February 2026 (C0403202602), with C.04.1 (Basic Rules)
/// and C.04.2 (General Handling Rules). Its articles are named where the code follows them: 1 in `seats` and `player`,
/// 2 in `absolute` and `bracket`, 3 and 4 in `order`, 5 in `seats`. Article 1.9.3, the decision of the arbiter, is the
/// paragraph above. As the text allows (3.8), candidates are not tried one by one: the best is found as a matching of
/// maximum weight, whose weights hold the criteria side by side in one number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swiss {
    /// Number of rounds; at most one less than the number of entrants.
    pub rounds: u32,
    /// Number of games of each pairing, seats swapped after every one.
    pub games: u16,
    /// The score of a bye.
    pub bye: Bye,
    /// The rounds, from 0, in which an entrant must not be paired.
    pub requested: BTreeMap<EntrantId, BTreeSet<u32>>,
    /// The score of a round in which an entrant asked not to be paired.
    pub requested_bye: Bye,
    /// Groups of entrants that do not meet each other as long as possible, such as teams.
    pub apart: Vec<Vec<EntrantId>>,
}

impl Default for Swiss {
    fn default() -> Swiss {
        Swiss {
            rounds: 1,
            games: 1,
            bye: Bye::Win,
            requested: BTreeMap::new(),
            requested_bye: Bye::Draw,
            apart: Vec::new(),
        }
    }
}

impl Swiss {
    pub(crate) fn schedule(
        &self,
        field: &Field,
        scoring: &Scoring,
        seed: StageSeed,
        edition: Edition,
    ) -> Result<SwissSchedule, FormatError> {
        let entrants = field.everybody().len();
        FormatError::check_entrants(entrants, 2)?;
        FormatError::check_positive("games", u32::from(self.games))?;
        FormatError::check_positive("rounds", self.rounds)?;
        let most = entrants as u64 - 1;
        if u64::from(self.rounds) > most {
            return Err(FormatError::TooLarge {
                name: "rounds",
                value: u64::from(self.rounds),
                entrants,
                most,
            });
        }
        let initial = if seed.dice("first seat").below(2) == 0 { Seat::First } else { Seat::Second };
        Ok(SwissSchedule { plan: self.clone(), field: field.clone(), scoring: *scoring, initial, edition })
    }
}

#[derive(Debug)]
pub(crate) struct SwissSchedule {
    plan: Swiss,
    field: Field,
    scoring: Scoring,
    /// The seat of the first odd number that has not played.
    initial: Seat,
    edition: Edition,
}

impl Schedule for SwissSchedule {
    fn rule(&self) -> MeetingRule {
        MeetingRule::Games(self.plan.games)
    }

    fn most_rounds(&self) -> u32 {
        self.plan.rounds
    }

    fn most_pairings(&self) -> u64 {
        self.field.everybody().len() as u64 / 2 * u64::from(self.plan.rounds)
    }

    fn bye(&self) -> Bye {
        self.plan.bye
    }

    fn requested_bye(&self) -> Bye {
        self.plan.requested_bye
    }

    fn games_left(&self, complete: u32) -> Option<u32> {
        Some(self.plan.rounds.saturating_sub(complete).saturating_mul(u32::from(self.plan.games)))
    }

    fn pairs_everybody(&self) -> bool {
        true
    }

    fn turns(&self, complete: u32) -> Option<u32> {
        (self.field.since.is_empty() && self.plan.requested.is_empty()).then_some(complete)
    }

    fn round(&mut self, number: u32, past: &Past) -> Option<Round> {
        if number >= self.plan.rounds {
            return None;
        }
        let mut players = self.players(number, past);
        let absent = players
            .extract_if(.., |player| self.asked_for_bye(player.entrant, number))
            .map(|player| player.entrant)
            .collect();
        let drawn = round::pair(&players, self.circumstances(number));
        let of = |at: usize| players[at].entrant;
        let pairings = drawn.pairs.into_iter();
        Some(Round {
            pairings: pairings
                .map(|(one, other)| Pairing { first: of(one), second: of(other), turn: number })
                .collect(),
            byes: drawn.bye.into_iter().map(of).collect(),
            absent,
        })
    }
}

impl SwissSchedule {
    fn circumstances(&self, number: u32) -> Circumstances {
        let best =
            [self.scoring.win, self.scoring.draw, self.scoring.loss].into_iter().max().unwrap_or_default();
        let most = i64::from(number) * i64::from(self.plan.games) * best.thousandths();
        Circumstances {
            initial: self.initial,
            seats_matter: self.plan.games % 2 == 1,
            top_score: (number + 1 == self.plan.rounds).then_some(most.div_euclid(2)),
        }
    }

    /// All entrants that have joined and not left, in order of rank.
    fn players(&self, number: u32, past: &Past) -> Vec<Player> {
        let mut tallies = Tallies::new(&self.field, 0);
        tallies.catch_up(past, past.rounds().len(), &Counting::new(&self.field, &self.scoring, self));
        let everybody = self.field.everybody().into_iter();
        let joined =
            everybody.filter(|entrant| self.field.since.get(entrant).is_none_or(|&since| since <= number));
        let is_numbered = |entrant: &EntrantId| {
            let is_here = !past.is_out(*entrant, number) && !self.asked_for_bye(*entrant, number);
            is_here || !self.edition.has_fide_unplayed_rounds() || past.was_paired(*entrant)
        };
        let mut players: BTreeMap<EntrantId, Player> = BTreeMap::new();
        let mut next = 1;
        for entrant in joined {
            let place = next;
            next += u32::from(is_numbered(&entrant));
            let score = tallies.get(entrant).points.thousandths();
            players.insert(entrant, Player::new(entrant, place, score));
        }
        for (group, members) in (0..).zip(&self.plan.apart) {
            for member in members {
                if let Some(player) = players.get_mut(member) {
                    player.apart.push(group);
                }
            }
        }
        for played in past.rounds() {
            self.add_round(played, &mut players);
        }
        self.add_floats(past, &tallies, &mut players);
        let mut order: Vec<Player> = players.into_values().collect();
        order.retain(|player| !past.is_out(player.entrant, number));
        order.sort_by_key(|player| (std::cmp::Reverse(player.score), player.number));
        order
    }

    /// Adds each player's opponent and seat in a round.
    fn add_round(&self, played: &PlayedRound, players: &mut BTreeMap<EntrantId, Player>) {
        for player in players.values_mut() {
            player.unplayed += 1;
        }
        for (pairing, score) in played.round.pairings.iter().zip(&played.scores) {
            for (side, seat) in Side::BOTH.into_iter().zip([Seat::First, Seat::Second]) {
                let Some(player) = players.get_mut(&pairing.entrant(side)) else { continue };
                if score.walkover.is_none() {
                    *player.met.entry(pairing.entrant(side.other())).or_default() += 1;
                    player.seats.add(seat);
                    player.unplayed -= 1;
                } else if score.walkover == Some(side) {
                    player.byes += 1;
                }
            }
        }
        let requested = played.round.absent.iter().filter(|_| self.plan.requested_bye == Bye::Win);
        for entrant in played.round.byes.iter().chain(requested) {
            if let Some(player) = players.get_mut(entrant) {
                player.byes += 1;
            }
        }
    }

    /// Adds each player's floats of the last two rounds, by the points before each of them.
    fn add_floats(&self, past: &Past, tallies: &Tallies, players: &mut BTreeMap<EntrantId, Player>) {
        let everybody = self.field.everybody().into_iter();
        let mut scores: BTreeMap<EntrantId, i64> =
            everybody.map(|entrant| (entrant, tallies.get(entrant).points.thousandths())).collect();
        for (ago, (number, played)) in past.rounds().iter().enumerate().rev().take(2).enumerate() {
            self.take_back(past, number, &mut scores);
            for (pairing, score) in played.round.pairings.iter().zip(&played.scores) {
                for side in Side::BOTH {
                    let [own, other] = [side, side.other()].map(|side| scores.get(&pairing.entrant(side)));
                    if let Some(player) = players.get_mut(&pairing.entrant(side)) {
                        player.floats[ago] = match score.walkover {
                            None => Float::between(own, other),
                            Some(winner) => (winner == side).then_some(Float::Down),
                        };
                    }
                }
            }
            let byes = played.round.byes.iter().filter(|_| self.allotted_bye_floats_down());
            let requested = played
                .round
                .absent
                .iter()
                .filter(|_| self.is_worth_more_than_a_loss(self.plan.requested_bye));
            for entrant in byes.chain(requested) {
                if let Some(player) = players.get_mut(entrant) {
                    player.floats[ago] = Some(Float::Down);
                }
            }
        }
    }

    fn allotted_bye_floats_down(&self) -> bool {
        !self.edition.has_fide_unplayed_rounds() || self.is_worth_more_than_a_loss(self.plan.bye)
    }

    /// Returns `true` if not playing is worth more than a lost game: article 1.4.3.
    fn is_worth_more_than_a_loss(&self, bye: Bye) -> bool {
        let nothing = if self.edition.has_fide_unplayed_rounds() { Points::ZERO } else { self.scoring.loss };
        let worth = match bye {
            Bye::Nothing => nothing,
            Bye::Win => self.scoring.win,
            Bye::Draw => self.scoring.draw,
        };
        worth > self.scoring.loss
    }

    fn asked_for_bye(&self, entrant: EntrantId, round: u32) -> bool {
        self.plan.requested.get(&entrant).is_some_and(|rounds| rounds.contains(&round))
    }

    /// Subtracts the scores of a round from the points after it.
    fn take_back(&self, past: &Past, number: usize, scores: &mut BTreeMap<EntrantId, i64>) {
        let played = &past.rounds()[number];
        let ignored = ignored_opponents(&self.field, &self.scoring);
        for (pairing, score) in played.round.pairings.iter().zip(&played.scores) {
            for side in
                Side::BOTH.into_iter().filter(|side| !ignored.contains(&pairing.entrant(side.other())))
            {
                if let Some(points) = scores.get_mut(&pairing.entrant(side)) {
                    *points -= self.worth(score, side);
                }
            }
        }
        let games = i64::from(self.plan.games);
        for (entrant, bye) in Byes::new(self, &self.field, &self.scoring).of_round(past, number) {
            let each = match bye {
                Bye::Nothing => continue,
                Bye::Win => self.scoring.win,
                Bye::Draw => self.scoring.draw,
            };
            if let Some(points) = scores.get_mut(&entrant) {
                *points -= games * each.thousandths();
            }
        }
    }

    /// The score of a side in a pairing, in thousandths of a point.
    fn worth(&self, score: &PairingScore, side: Side) -> i64 {
        let lost = score.wins[side.other().index()] + score.lost_by_both;
        let worth = [
            (score.wins[side.index()], self.scoring.win),
            (score.draws, self.scoring.draw),
            (lost, self.scoring.loss),
        ];
        worth.into_iter().map(|(games, points)| i64::from(games) * points.thousandths()).sum()
    }
}

#[cfg(test)]
mod tests {
    use game::{Dice, Outcome, Seat};
    use proptest::prelude::*;

    use super::*;
    use crate::{Format, GameResult, GuestGames, RunSeed, Stage, StagePlan};

    proptest! {
        #[test]
        fn floats_are_told_by_the_points_before_the_round(
            entrants in 3u32..20, guest: bool, seed: u64, rounds in 1u32..8, ignore: bool, scores: bool,
        ) {
            let mut field = Field::numbered(entrants);
            field.guests.extend(guest.then_some(EntrantId(entrants)));
            let swiss = Swiss { rounds: rounds.min(entrants - 1), games: 2, bye: if scores { Bye::Draw } else { Bye::Nothing }, ..Swiss::default() };
            let thousandths = Points::from_thousandths;
            let scoring = Scoring {
                win: thousandths(3000),
                draw: thousandths(1000),
                loss: thousandths(if scores { -500 } else { 0 }),
                guest_games: if ignore { GuestGames::Ignore } else { GuestGames::Count },
                ..Scoring::default()
            };
            let plan = StagePlan { scoring, ..StagePlan::new(0, Format::Swiss(swiss.clone())) };
            let mut stage = Stage::new(plan, field.clone(), RunSeed::from(seed)).unwrap();
            let mut dice = Dice::from_number(seed);
            let points = |stage: &Stage| {
                let rows = stage.standings().rows.into_iter();
                rows.map(|row| (row.entrant, row.tally.points)).collect::<BTreeMap<_, _>>()
            };
            let mut before = Vec::new();
            let mut now = points(&stage);
            while let Some(fixture) = stage.next_fixture() {
                if fixture.key.round() as usize == before.len() {
                    before.push(now);
                }
                let outcome = [Outcome::Win(Seat::First), Outcome::Draw, Outcome::Win(Seat::Second)][dice.below(3)];
                prop_assert!(stage.record(fixture.key, GameResult::plain(outcome)).unwrap().is_kept());
                now = points(&stage);
            }
            let schedule = swiss.schedule(&field, &scoring, StageSeed::new(RunSeed::from(seed), 0), Edition::NOW).unwrap();
            for player in schedule.players(schedule.plan.rounds, stage.past()) {
                let last_two = stage.past().rounds().iter().zip(&before).rev().take(2);
                let mut floats = [None; 2];
                for (float, (played, before)) in floats.iter_mut().zip(last_two) {
                    let pairing =
                        played.round.pairings.iter().find_map(|it| Some((it, it.side_of(player.entrant)?)));
                    *float = match pairing {
                        Some((pairing, side)) => {
                            let other = pairing.entrant(side.other());
                            Float::between(before[&player.entrant], before[&other])
                        }
                        None => scores.then_some(Float::Down),
                    };
                }
                prop_assert_eq!(player.floats, floats, "{:?}", player);
            }
        }
    }
}
