//! A bracket: the players with one score and those that floated down to them.

use super::absolute::{Absolute, Circumstances};
use super::fields::Fields;
use super::player::{Float, Player};
use super::seats::Strength;

/// The players to consider while a bracket is paired, by their indices in the order of the round.
#[derive(Clone, Debug)]
pub(super) struct Bracket {
    /// Players that came down, then the residents, then the next score group, then the other relevant players.
    pub(super) who: Vec<usize>,
    /// Number of players that came down.
    pub(super) came_down: usize,
    /// The index after the last resident.
    pub(super) end: usize,
    /// The index after the last player of the next score group.
    pub(super) next_end: usize,
    /// `true` if the rest of the round has to be completed, so that all except one have to be paired.
    pub(super) is_whole: bool,
    /// `true` if exactly one player goes down, and gets the bye.
    pub(super) one_rests: bool,
}

impl Bracket {
    /// The criteria of a bracket, most important first.
    ///
    /// # Source
    /// FIDE C.04.3 (2026), 2.2 to 2.4.
    pub(super) fn criteria<'a>(
        &'a self,
        players: &'a [Player],
        absolute: &'a Absolute<'a>,
        circumstances: &'a Circumstances,
        below: u32,
    ) -> Fields<'a> {
        let mut fields = Fields::new(below);
        let player = move |at: usize| &players[self.who[at]];
        let size = self.who.len();
        let residents = self.end - self.came_down;
        let inside = move |lower: usize| (self.came_down..self.end).contains(&lower);
        let count = move |holds: bool| i64::from(holds);
        if self.is_whole {
            // C4: all are paired except the one with the bye, breaking as few absolute criteria as possible.
            fields.add(size / 2, |_, _| 1);
            if !absolute.can_be_kept {
                for index in 0..3 {
                    let breaks = move |one: usize, other: usize| {
                        absolute.breaks(self.who[one], self.who[other])[index]
                    };
                    let most: u32 = (0..size)
                        .map(|one| {
                            (0..size).filter(|&it| it != one).map(|it| breaks(one, it)).max().unwrap_or(0)
                        })
                        .sum();
                    fields.add(most as usize, move |one, other| -i64::from(breaks(one, other)));
                }
            }
        }
        // C6: as many pairs as possible. C7: among those that came down, the ones with the most points are paired.
        fields.add(residents, move |_, lower| count(inside(lower)));
        let levels = self.levels(players);
        for &(score, members) in &levels {
            fields.add(members, move |higher, lower| count(inside(lower) && player(higher).score == score));
        }
        if self.next_end > self.end {
            // C8: the same in the next bracket.
            let next = move |lower: usize| (self.end..self.next_end).contains(&lower);
            fields.add(self.next_end - self.end, move |_, lower| count(next(lower)));
            let own = (player(self.came_down).score, residents);
            for (score, members) in levels.iter().copied().chain([own]) {
                fields.add(members, move |higher, lower| count(next(lower) && player(higher).score == score));
            }
        }
        if self.one_rests {
            // C9: the player with the bye should have missed few games, so those that missed many are paired.
            let missed = move |at: usize| {
                if Some(player(at).score) == absolute.bye_score { i64::from(player(at).unplayed) } else { 0 }
            };
            let most: i64 = (0..self.end).map(missed).sum();
            fields.add(most as usize, move |higher, lower| missed(higher) + missed(lower));
        }
        if circumstances.seats_matter {
            self.add_seats(&mut fields, players, circumstances);
        }
        self.add_floats(&mut fields, players, &levels);
        fields
    }

    /// The scores of the players that came down, highest first, each with its number of players.
    pub(super) fn levels(&self, players: &[Player]) -> Vec<(i64, usize)> {
        let came_down = &self.who[..self.came_down];
        let same = |one: &usize, other: &usize| players[*one].score == players[*other].score;
        came_down.chunk_by(same).map(|level| (players[level[0]].score, level.len())).collect()
    }

    /// C10 to C13: as few as possible get a seat they are not due.
    fn add_seats<'a>(
        &'a self,
        fields: &mut Fields<'a>,
        players: &'a [Player],
        circumstances: &'a Circumstances,
    ) {
        let residents = self.end - self.came_down;
        let missed = move |higher: usize, lower: usize, miss: fn(&Player, game::Seat) -> bool| {
            if !(self.came_down..self.end).contains(&lower) {
                return 0;
            }
            let (higher, lower) = (&players[self.who[higher]], &players[self.who[lower]]);
            let seat = circumstances.seat_of(higher, lower);
            -i64::from(miss(higher, seat)) - i64::from(miss(lower, seat.other()))
        };
        let top = move |higher: usize, lower: usize| {
            [higher, lower].into_iter().any(|at| circumstances.is_top_scorer(&players[self.who[at]]))
        };
        if circumstances.top_score.is_some() {
            let criteria: [fn(&Player, game::Seat) -> bool; 2] = [
                |player, seat| player.seats.would_exceed(seat),
                |player, seat| player.seats.would_be_third(seat),
            ];
            for miss in criteria {
                fields.add(
                    2 * residents,
                    move |higher, lower| {
                        if top(higher, lower) { missed(higher, lower, miss) } else { 0 }
                    },
                );
            }
        }
        let criteria: [fn(&Player, game::Seat) -> bool; 2] = [
            |player, seat| player.preference().is_some_and(|due| due.seat != seat),
            |player, seat| {
                player.preference().is_some_and(|due| due.seat != seat && due.strength == Strength::Strong)
            },
        ];
        for miss in criteria {
            fields.add(residents, move |higher, lower| missed(higher, lower, miss));
        }
    }

    /// C14 to C21: as few as possible float again as they did in the last round, then as in the one before.
    fn add_floats<'a>(&'a self, fields: &mut Fields<'a>, players: &'a [Player], levels: &[(i64, usize)]) {
        let floated =
            move |at: usize, ago: usize, float: Float| players[self.who[at]].floats[ago] == Some(float);
        let is_resident = move |at: usize| (self.came_down..self.end).contains(&at);
        let comes_up = move |higher: usize, lower: usize| higher < self.came_down && is_resident(lower);
        for ago in 0..2 {
            // C14, C16: a resident that went down is paired.
            let stays = move |at: usize| i64::from(is_resident(at) && floated(at, ago, Float::Down));
            let most: i64 = (0..self.end).map(stays).sum();
            fields.add(
                most as usize,
                move |higher, lower| {
                    if is_resident(lower) { stays(higher) + stays(lower) } else { 0 }
                },
            );
            // C15, C17: no player that came up meets one that came down.
            fields.add(self.came_down, move |higher, lower| {
                -i64::from(comes_up(higher, lower) && floated(lower, ago, Float::Up))
            });
        }
        for ago in 0..2 {
            // C18, C20: among those that went down, the ones with the most points are paired.
            for &(score, members) in levels {
                fields.add(members, move |higher, lower| {
                    let counts =
                        players[self.who[higher]].score == score && floated(higher, ago, Float::Down);
                    i64::from(comes_up(higher, lower) && counts)
                });
            }
            // C19, C21: players that came up meet those with the fewest points.
            for &(score, members) in levels {
                fields.add(members, move |higher, lower| {
                    let counts = players[self.who[higher]].score == score && floated(lower, ago, Float::Up);
                    -i64::from(comes_up(higher, lower) && counts)
                });
            }
        }
    }
}
