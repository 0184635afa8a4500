//! Statistics over the games of runs.

use std::collections::BTreeMap;

use game::Seat;
use rating::summary::Summary;
use results::RunGames;

/// Counts over all games of the runs just read.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    plies: Vec<f64>,
    /// Seconds that a seat used in a game.
    seconds: Vec<f64>,
    /// Number of games by the reason why they ended.
    pub endings: BTreeMap<String, u64>,
    /// Number of faults by kind and by entrant.
    pub faults: BTreeMap<String, BTreeMap<String, u64>>,
    /// First plies of games from the game's own start, with the results of the first seat.
    first_moves: BTreeMap<String, FirstMove>,
    /// Wins, draws and losses of the first seat.
    pub by_seat: [u64; 3],
}

/// Games that began with the same first ply.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstMove {
    /// Number of games.
    pub games: u64,
    /// Half points of the first seat.
    pub half_points: u64,
}

impl Statistics {
    /// Counts the games of a run.
    pub(crate) fn take(&mut self, run: &RunGames) {
        for (played, facts) in run.played.iter().zip(&run.facts) {
            self.plies.push(f64::from(facts.plies));
            *self.endings.entry(facts.reason.to_string()).or_default() += 1;
            self.by_seat[usize::from(2 - played.half_points.min(2))] += 1;
            for (seat, player) in Seat::BOTH.into_iter().zip([played.first, played.second]) {
                self.seconds.push(facts.seconds[seat]);
                let name = run.players.get(player as usize).map(|who| who.name.clone()).unwrap_or_default();
                if let Some(fault) = facts.reason.faults()[seat] {
                    *self.faults.entry(fault.to_string()).or_default().entry(name).or_default() += 1;
                }
            }
            if let Some(words) = &facts.first_move {
                let first = self.first_moves.entry(words.clone()).or_default();
                first.games += 1;
                first.half_points += u64::from(played.half_points);
            }
        }
    }

    /// Returns the summary of game lengths in plies; `None` without games.
    pub fn lengths(&self) -> Option<Summary> {
        Summary::from_numbers(self.plies.iter().copied())
    }

    /// Returns the summary of the seconds that a seat used in a game; `None` without games.
    pub fn times(&self) -> Option<Summary> {
        Summary::from_numbers(self.seconds.iter().copied())
    }

    /// Returns the first moves, the most frequent first.
    pub fn first_moves(&self) -> Vec<(&str, FirstMove)> {
        let mut moves: Vec<(&str, FirstMove)> =
            self.first_moves.iter().map(|(words, first)| (words.as_str(), *first)).collect();
        moves.sort_by_key(|(_, first)| std::cmp::Reverse(first.games));
        moves
    }
}
