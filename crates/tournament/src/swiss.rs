//! Rounds in which equals meet.

mod brackets;
mod player;

use std::collections::BTreeMap;

use brackets::pair;
use player::{Float, Player};

use crate::tallies::{Counting, Tallies, ignored_opponents, unplayed};
use crate::{
    Bye, EntrantId, Field, FormatError, MeetingRule, Pairing, Past, PlayedRound, Round, Schedule, Score,
    Scoring, Side, StageSeed,
};

/// A Swiss: in each round those meet who have as many points as each other, and nobody meets anybody twice.
///
/// The rules of a round's pairing, each before those that follow:
///
/// 1. With an odd number, one of those who had the fewest byes has one: of them the one with the fewest points,
///    who did not go down in the round before (then: in the one before that), and is placed lowest.
/// 2. Nobody meets anybody again while there is a pairing of the round without that. (Where there is none with
///    a bye by rule 1, the next better bye is taken; where there is none at all, as few meet again as possible.)
/// 3. With an odd number of games in a pairing, nobody gets into a seat for the third time more than into the
///    other while there is a pairing without that.
/// 4. Score groups from the top down: as many pairs as possible within each group and those who came down
///    to it. The higher-placed are paired first, and who is left over goes down to the next group. Where that is
///    somebody who went down in the round before (then: in the one before that), others go down instead if they
///    can: those with the fewest points who did not, the lowest-placed first.
/// 5. Those who came down meet who did not come up to others in the round before (then: in the one before that),
///    of them the best of the group; all others are paired so that the upper half meets the lower half in order (1
///    meets 6 of 10), or who is nearest to that; first of all those who are not due the same seat.
///
/// Placed by points, then by seed. Somebody goes down, or comes up, by meeting somebody with fewer points, or with
/// more; a bye is going down. Rule 2 is held by a greatest matching of all who are left, checked before a pair is
/// made.
///
/// # Source
/// FIDE Handbook C.04.3 (Dutch system, 2017): its absolute criteria C.1 to C.3 are rules 1 to 3; rule 4 is C.5 and
/// C.6, with C.12 and C.14 (nobody goes down again who did in one of the two rounds before); rule 5 is S1 against
/// S2, with C.10 (seats) before C.13 and C.15 (nobody comes up again).
///
/// Where it differs: pairs are made from the top, each as good as it can be for the higher-placed, where FIDE counts
/// over a whole bracket how often a criterion fails and exchanges players of both halves in a fixed order. Not to go
/// down again comes before the seat one is due (but not before rule 3), which FIDE has the other way round; and
/// who goes down because the rest of the round could not be paired otherwise (C.7) is taken as it comes. There are no top scorers (C.8, C.9), and
/// how far somebody goes down again (C.16 to C.19) is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swiss {
    /// Number of rounds; at most one less than there are entrants.
    pub rounds: u32,
    /// Games of each pairing, seats swapped after every one.
    pub games: u16,
    /// What it scores to have no opponent.
    pub bye: Bye,
}

impl Swiss {
    pub(crate) fn schedule(
        self,
        field: &Field,
        scoring: &Scoring,
        seed: StageSeed,
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
        Ok(SwissSchedule { plan: self, field: field.clone(), scoring: *scoring, seed })
    }
}

#[derive(Debug)]
pub(crate) struct SwissSchedule {
    plan: Swiss,
    field: Field,
    scoring: Scoring,
    seed: StageSeed,
}

impl Schedule for SwissSchedule {
    fn is_fixed(&self) -> bool {
        false
    }

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

    fn games_left(&self, complete: u32) -> Option<u32> {
        Some(self.plan.rounds.saturating_sub(complete).saturating_mul(u32::from(self.plan.games)))
    }

    fn turns(&self, complete: u32) -> Option<u32> {
        Some(complete)
    }

    fn round(&mut self, number: u32, past: &Past) -> Option<Round> {
        if number >= self.plan.rounds {
            return None;
        }
        let players = self.players(number, past);
        let drawn = pair(&players);
        let mut round = Round::default();
        round.byes.extend(drawn.bye.map(|player| players[player].entrant));
        for (index, (one, other)) in (0..).zip(drawn.pairs) {
            let (one, other) = (&players[one], &players[other]);
            let [first, second] = if one.sits_first(other, || self.seed.coin(number, index)) {
                [one.entrant, other.entrant]
            } else {
                [other.entrant, one.entrant]
            };
            round.pairings.push(Pairing { first, second, turn: number });
        }
        Some(round)
    }
}

impl SwissSchedule {
    /// Everybody who is to be paired, the first-placed first.
    fn players(&self, number: u32, past: &Past) -> Vec<Player> {
        let mut tallies = Tallies::new(&self.field, 0);
        tallies.catch_up(past, past.rounds().len(), &Counting::new(&self.field, &self.scoring, self));
        let stays = |entrant: &EntrantId| !past.is_out(*entrant, number);
        let mut players: BTreeMap<EntrantId, Player> = BTreeMap::new();
        for entrant in self.field.everybody().into_iter().filter(stays) {
            players.insert(entrant, Player::new(entrant, tallies.of(entrant).points.thousandths()));
        }
        let seats_matter = self.plan.games % 2 == 1;
        for played in past.rounds() {
            for pairing in &played.round.pairings {
                for (one, other, step) in
                    [(pairing.first, pairing.second, 1), (pairing.second, pairing.first, -1)]
                {
                    let Some(player) = players.get_mut(&one) else { continue };
                    *player.met.entry(other).or_default() += 1;
                    if seats_matter {
                        player.balance += step;
                        player.last = step;
                    }
                }
            }
            for bye in &played.round.byes {
                if let Some(player) = players.get_mut(bye) {
                    player.byes += 1;
                }
            }
        }
        self.add_floats(past, &tallies, &mut players);
        let in_seed_order = self.field.everybody().into_iter();
        let mut order: Vec<Player> = in_seed_order.filter_map(|entrant| players.remove(&entrant)).collect();
        order.sort_by_key(|player| std::cmp::Reverse(player.score));
        order
    }

    /// Tells how everybody floated in the last two rounds, from the points before each.
    fn add_floats(&self, past: &Past, tallies: &Tallies, players: &mut BTreeMap<EntrantId, Player>) {
        let everybody = self.field.everybody().into_iter();
        let mut scores: BTreeMap<EntrantId, i64> =
            everybody.map(|entrant| (entrant, tallies.of(entrant).points.thousandths())).collect();
        for (ago, played) in past.rounds().iter().rev().take(2).enumerate() {
            self.take_back(played, &mut scores);
            for pairing in &played.round.pairings {
                for side in Side::BOTH {
                    let [own, other] = [side, side.other()].map(|side| scores.get(&pairing.entrant(side)));
                    if let Some(player) = players.get_mut(&pairing.entrant(side)) {
                        player.floats[ago] = Float::of(own, other);
                    }
                }
            }
            for bye in &played.round.byes {
                if let Some(player) = players.get_mut(bye) {
                    player.floats[ago] = Some(Float::Down);
                }
            }
        }
    }

    /// Takes what a round was worth from the points after it.
    fn take_back(&self, played: &PlayedRound, scores: &mut BTreeMap<EntrantId, i64>) {
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
        for (entrant, bye) in unplayed(played, self.plan.bye) {
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

    /// The thousandths of a point that a pairing gave a side.
    fn worth(&self, score: &Score, side: Side) -> i64 {
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
    use crate::{Format, GameResult, GuestGames, Points, RunSeed, Stage, StagePlan};

    proptest! {
        #[test]
        fn floats_are_told_by_the_points_before_the_round(
            entrants in 3u32..20, guest: bool, seed: u64, rounds in 1u32..8, ignore: bool,
        ) {
            let mut field = Field::numbered(entrants);
            field.guests.extend(guest.then_some(EntrantId(entrants)));
            let swiss = Swiss { rounds: rounds.min(entrants - 1), games: 2, bye: Bye::Draw };
            let thousandths = Points::from_thousandths;
            let scoring = Scoring {
                win: thousandths(3000),
                draw: thousandths(1000),
                loss: thousandths(-500),
                guest_games: if ignore { GuestGames::Ignore } else { GuestGames::Count },
                ..Scoring::default()
            };
            let plan = StagePlan { scoring, ..StagePlan::new(0, Format::Swiss(swiss)) };
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
            let schedule = swiss.schedule(&field, &scoring, StageSeed::new(RunSeed::from(seed), 0)).unwrap();
            for player in schedule.players(swiss.rounds, stage.past()) {
                let last_two = stage.past().rounds().iter().zip(&before).rev().take(2);
                let mut floats = [None; 2];
                for (float, (played, before)) in floats.iter_mut().zip(last_two) {
                    let pairing =
                        played.round.pairings.iter().find_map(|it| Some((it, it.side_of(player.entrant)?)));
                    *float = match pairing {
                        Some((pairing, side)) => {
                            let other = pairing.entrant(side.other());
                            Float::of(before[&player.entrant], before[&other])
                        }
                        None => Some(Float::Down),
                    };
                }
                prop_assert_eq!(player.floats, floats, "{:?}", player);
            }
        }
    }
}
