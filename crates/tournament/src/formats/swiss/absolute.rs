//! The absolute criteria: which entrants may meet, and which may have the bye.

use game::Seat;

use super::player::Player;
use super::seating::seat_of;
use super::seats::Strength;
use crate::matching::{Graph, Matching, Weighted, Wide};

/// Conditions that hold for a whole round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Circumstances {
    /// The seat that is drawn for entrants with odd numbers that have not played.
    pub(super) initial: Seat,
    /// `true` if seats make a difference: with an even number of games they do not.
    pub(super) seats_matter: bool,
    /// In the last round, players with more points than this are top scorers.
    pub(super) top_score: Option<i64>,
}

impl Circumstances {
    pub(super) fn is_top_scorer(&self, player: &Player) -> bool {
        self.top_score.is_some_and(|least| player.score > least)
    }

    /// The seat of the higher-ranked of two players.
    pub(super) fn seat_of(&self, higher: &Player, lower: &Player) -> Seat {
        seat_of(higher, lower, self.initial)
    }

    /// Returns `true` if both are due the same seat, absolutely, and neither is a top scorer [C3].
    fn clash(&self, one: &Player, other: &Player) -> bool {
        let absolute = |player: &Player| {
            player.preference().filter(|due| due.strength == Strength::Absolute).map(|due| due.seat)
        };
        self.seats_matter
            && !self.is_top_scorer(one)
            && !self.is_top_scorer(other)
            && absolute(one).is_some_and(|seat| absolute(other) == Some(seat))
    }
}

/// The criteria that a pair breaks: number of previous meetings, 1 if the two are kept apart, and 1 if their seats
/// clash.
pub(super) type Breaks = [u32; 3];

/// The absolute criteria, as far as a round can keep them.
pub(super) struct Absolute<'a> {
    players: &'a [Player],
    circumstances: Circumstances,
    pub(super) graph: Graph,
    /// `true` if some pairing of the round breaks no absolute criterion.
    pub(super) can_be_kept: bool,
    /// The players that may have the bye.
    pub(super) may_rest: Vec<bool>,
    /// The points of the player that has the bye.
    pub(super) bye_score: Option<i64>,
}

impl<'a> Absolute<'a> {
    /// # Source
    /// FIDE C.04.3 (2026), 2.1 to 2.3: C1 to C3 where a whole round can keep them (C4), then a bye for a player with
    /// the fewest points (C5).
    pub(super) fn new(players: &'a [Player], circumstances: Circumstances) -> Absolute<'a> {
        let mut absolute = Absolute {
            players,
            circumstances,
            graph: Graph::new(0, |_, _| false),
            can_be_kept: true,
            may_rest: vec![false; players.len()],
            bye_score: None,
        };
        let graph = Graph::new(players.len(), |one, other| absolute.breaks(one, other) == [0; 3]);
        absolute.can_be_kept = absolute.find_bye(&graph);
        absolute.graph = graph;
        if !absolute.can_be_kept {
            absolute.graph = Graph::new(players.len(), |_, _| true);
            absolute.find_bye_where_all_may_meet();
        }
        absolute
    }

    /// The criteria that a pair breaks.
    pub(super) fn breaks(&self, one: usize, other: usize) -> Breaks {
        let (one, other) = (&self.players[one], &self.players[other]);
        [
            one.times_met(other),
            u32::from(one.is_kept_apart_from(other)),
            u32::from(self.circumstances.clash(one, other)),
        ]
    }

    /// Finds the lowest score with which a player can have the bye. Returns `false` if the round cannot be paired.
    fn find_bye(&mut self, graph: &Graph) -> bool {
        let everybody: Vec<usize> = (0..self.players.len()).collect();
        let whole = Matching::new(graph, everybody);
        if self.players.len().is_multiple_of(2) {
            return whole.is_perfect();
        }
        let candidate = |&player: &usize| self.players[player].byes == 0;
        let can_rest = |&player: &usize| {
            let mut rest = whole.clone();
            rest.take_out(player);
            rest.is_perfect()
        };
        let Some(found) = (0..self.players.len()).rev().filter(candidate).find(can_rest) else {
            return false;
        };
        let score = self.players[found].score;
        self.let_rest(|player| player.byes == 0 && player.score == score);
        true
    }

    /// Finds the player that has the bye if not all criteria can be kept. In this order: as few pairs as possible meet
    /// again, as few as possible that are kept apart meet, the player with the fewest byes rests, as few seats as
    /// possible clash, and the player with the fewest points rests.
    fn find_bye_where_all_may_meet(&mut self) {
        let count = self.players.len();
        if count.is_multiple_of(2) {
            return;
        }
        let mut scores: Vec<i64> = self.players.iter().map(|player| player.score).collect();
        scores.sort_unstable();
        scores.dedup();
        let rank = |player: &Player| scores.partition_point(|&score| score < player.score) as i64;
        // Each field holds less than 2^20: the numbers of entrants and of rounds are far below.
        let weight = |one: usize, other: usize| {
            let [met, apart, clash] = self.breaks(one, other).map(i64::from);
            let both = [&self.players[one], &self.players[other]];
            let byes: i64 = both.iter().map(|player| i64::from(player.byes)).sum();
            let ranks: i64 = both.iter().map(|player| rank(player)).sum();
            let fields = [1, -met, -apart, byes, -clash, ranks];
            let mut weight: Wide<4> = Wide::ZERO;
            for (place, count) in (0..).zip(fields.into_iter().rev()) {
                weight += Wide::at(count, 32 * place);
            }
            Some(weight)
        };
        let mut matching = Weighted::new(count, |_| false, weight);
        matching.solve();
        let rests = (0..count).find(|&player| matching.mate(player).is_none());
        if let Some(found) = rests {
            let (byes, score) = (self.players[found].byes, self.players[found].score);
            self.let_rest(|player| player.byes == byes && player.score == score);
        }
    }

    fn let_rest(&mut self, may: impl Fn(&Player) -> bool) {
        self.may_rest = self.players.iter().map(&may).collect();
        self.bye_score = self.players.iter().find(|player| may(player)).map(|player| player.score);
    }
}
