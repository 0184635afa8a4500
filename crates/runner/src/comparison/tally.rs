//! The tally of the games of two bots: a fold over pairs in schedule order.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use game::{PerSeat, Seat};
use ledger::{LedgerError, MatchRow};
use rating::pair_score::Pentanomial;
use rating::results::Score;
use referee::{Fault, Record, Ticks};
use run_folder::sequential_test::{GameCopies, Leg};
use tournament::{EntrantId, MatchKey};

/// A game that was played.
#[derive(Clone)]
pub struct ComparedGame {
    /// The game's place in the schedule.
    pub key: MatchKey,
    /// The entrant at each seat: 0 is the first bot.
    pub entrants: PerSeat<EntrantId>,
    /// The text of the start position.
    pub start: Arc<str>,
    /// The seed of the match, as a number.
    pub seed: u64,
    /// The seed of chance, as a number, if it is not `seed`.
    pub luck: Option<u64>,
    /// Its record.
    pub record: Record,
}

impl ComparedGame {
    /// The game's number, from 1.
    pub fn number(&self) -> u64 {
        let pair =
            u64::from(self.key.round()) * u64::from(MatchKey::PAIRINGS) + u64::from(self.key.pairing());
        2 * pair + u64::from(self.key.number()) + 1
    }

    /// The seat of a bot.
    pub fn seat_of(&self, entrant: EntrantId) -> Seat {
        if self.entrants[Seat::First] == entrant { Seat::First } else { Seat::Second }
    }

    fn leg(&self) -> Result<Leg, LedgerError> {
        Leg::from_row(&MatchRow::new(self.key, self.entrants, Some(self.start.to_string()), &self.record))
    }

    /// The severity of a loss for a seat; `None` if it did not lose. A fault is worse than any defeat by the rules.
    /// After that come the deficit at the end in the game's first metric, and how early the game was over.
    fn badness(&self, seat: Seat) -> Option<(bool, i64, Reverse<u32>)> {
        let Record { verdict, metrics, losses, plies, .. } = &self.record;
        let failed = losses[seat].is_some();
        if !failed && verdict.outcome.winner() != Some(seat.other()) {
            return None;
        }
        let metric = |seat: Seat| metrics[seat].first().copied().unwrap_or_default();
        // After a fault, the board does not tell which bot was stronger.
        let behind = if failed { 0 } else { metric(seat.other()).saturating_sub(metric(seat)) };
        Some((failed, behind, Reverse(*plies)))
    }
}

/// The results of the games of two bots. Games that repeat an earlier one do not count.
#[derive(Default)]
pub struct ComparisonTally {
    /// Number of pairs played.
    pub pairs: u64,
    /// Number of pairs that do not count, because one of their games is a copy of an earlier one.
    pub copies: u64,
    /// The pairs that count, by points of the first bot.
    pub scores: Pentanomial,
    /// Number of games won by the first bot.
    pub wins: u64,
    /// Number of games drawn.
    pub draws: u64,
    /// Number of games lost by the first bot.
    pub losses: u64,
    /// The time that each bot took for its moves, including games that do not count: the first bot, then the second.
    pub spent: [Ticks; 2],
    /// Number of failures of each bot, by fault: the first bot, then the second.
    pub faults: [BTreeMap<Fault, u64>; 2],
    /// The same, by the author's name for a failure.
    pub failures: [BTreeMap<String, u64>; 2],
    /// The game that the first bot lost worst.
    pub worst: Option<ComparedGame>,
    seen: GameCopies,
}

/// Number of pairs after which the difference of strength is shown during play.
const ENOUGH: u64 = 8;

impl ComparisonTally {
    /// The results so far, in one line: `won 3, drawn 0, lost 1`, and the difference in Elo once it is meaningful.
    pub fn so_far(&self) -> String {
        let ComparisonTally { wins, draws, losses, .. } = self;
        let games = format!("won {wins}, drawn {draws}, lost {losses}");
        if self.scores.pairs() < ENOUGH { games } else { format!("{games}; Elo {}", self.scores.elo()) }
    }

    /// Adds the next pair: the game in which the first bot sat first, then the other. Returns `true` if it counts.
    pub(super) fn push(&mut self, pair: &[ComparedGame; 2]) -> Result<bool, LedgerError> {
        self.pairs += 1;
        for game in pair {
            for (bot, spent) in (0..).zip(&mut self.spent) {
                *spent += game.record.spent[game.seat_of(EntrantId(bot))];
            }
        }
        let legs = [pair[0].leg()?, pair[1].leg()?];
        if !self.seen.is_new(legs) {
            self.copies += 1;
            return Ok(false);
        }
        let scores = Leg::scores(legs);
        self.scores.add(scores);
        for score in scores {
            let count = match score {
                Score::Win => &mut self.wins,
                Score::Draw => &mut self.draws,
                Score::Loss => &mut self.losses,
            };
            *count += 1;
        }
        for game in pair {
            self.count_faults(game);
            self.keep_if_worst(game);
        }
        Ok(true)
    }

    fn count_faults(&mut self, game: &ComparedGame) {
        for (seat, loss) in game.record.losses.iter() {
            let bot = game.entrants[seat].index();
            let counts = self.faults.get_mut(bot).zip(self.failures.get_mut(bot));
            if let Some((loss, (faults, failures))) = loss.as_ref().zip(counts) {
                *faults.entry(loss.failure.fault).or_default() += 1;
                *failures.entry(loss.failure.name()).or_default() += 1;
            }
        }
    }

    fn keep_if_worst(&mut self, game: &ComparedGame) {
        let badness = |game: &ComparedGame| game.badness(game.seat_of(EntrantId(0)));
        let worst = self.worst.as_ref().and_then(badness);
        if badness(game).is_some_and(|bad| worst.is_none_or(|worst| bad > worst)) {
            self.worst = Some(game.clone());
        }
    }
}
