//! Results arrive in any order and are put on record in the order of the schedule.

use thiserror::Error;

use super::Stage;
use crate::pairing::{Meeting, Refusal, score};
use crate::{GameRecord, GameResult, MatchKey};

/// The fate of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum ResultFate {
    /// It is part of the stage.
    Kept,
    /// The stage was decided before this match; it is not part of the stage and must not be recorded.
    Dropped,
}

impl ResultFate {
    /// Returns `true` if the result is part of the stage.
    pub const fn is_kept(self) -> bool {
        matches!(self, ResultFate::Kept)
    }
}

/// The reason why a result is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ResultError {
    /// The match was never handed out.
    #[error("match {0} is not in the schedule")]
    Unasked(MatchKey),
    /// The match already has a result.
    #[error("match {0} already has a result")]
    Repeated(MatchKey),
}
impl Stage {
    /// Takes the result of a match that was handed out.
    ///
    /// # Errors
    /// When the match was not handed out or already has a result. In that case, nothing changes.
    pub fn record(&mut self, key: MatchKey, result: GameResult) -> Result<ResultFate, ResultError> {
        if self.stopped.is_some() {
            return Ok(ResultFate::Dropped);
        }
        let of = (key.round(), key.pairing());
        let meeting = self.open.get_mut(of).filter(|_| key.stage() == self.plan.number);
        let Some(meeting) = meeting else { return Err(self.refuse(key)) };
        meeting.take(key.number(), key.attempt(), result).map_err(|refusal| match refusal {
            Refusal::Unasked => ResultError::Unasked(key),
            Refusal::Repeated => ResultError::Repeated(key),
        })?;
        let more = meeting.release(self.rule);
        self.ready.extend(more.into_iter().map(|(number, attempt)| key.with_game(number, attempt)));
        self.fold();
        Ok(ResultFate::Kept)
    }

    fn refuse(&self, key: MatchKey) -> ResultError {
        if self.past.games().iter().any(|game| game.key == key) {
            ResultError::Repeated(key)
        } else {
            ResultError::Unasked(key)
        }
    }

    /// Puts complete pairings on record, in schedule order.
    pub(super) fn fold(&mut self) {
        while self.open.first().is_some_and(|(_, meeting)| meeting.is_over(self.rule))
            && let Some((of, meeting)) = self.open.pop_first()
        {
            self.put_on_record(of, meeting);
            let complete = self.open.first().map_or(self.past.rounds.len() as u32, |(of, _)| of.0);
            if complete > self.complete {
                self.complete = complete;
                self.look();
            }
            if self.stopped.is_some() {
                self.open.clear();
                self.ready.clear();
            }
        }
    }

    fn put_on_record(&mut self, of: (u32, u32), meeting: Meeting) {
        let (round, pairing) = of;
        let key = MatchKey::assemble(self.plan.number, round, pairing, 0);
        let sides = self.past.rounds[round as usize].round.pairings[pairing as usize];
        let game = |(number, attempt, result)| GameRecord {
            key: key.with_game(number, attempt),
            seats: sides.seating(number),
            result,
        };
        let mut games: Vec<GameRecord> = meeting.into_new_games().into_iter().map(game).collect();
        for game in &games {
            self.past.log.push(game.key, &game.result);
        }
        let is_new = !self.past.rounds[round as usize].scores[pairing as usize].over;
        if !is_new {
            let of_pairing = |game: &GameRecord| (game.key.round(), game.key.pairing()) == of;
            games = self.past.games().iter().filter(of_pairing).collect();
        }
        let is_settled = (round as usize) < self.settled_rounds();
        let mut score = score(&self.past, of, games, self.rule, &self.plan.scoring);
        let slot = &mut self.past.rounds[round as usize].scores[pairing as usize];
        if is_settled {
            score.keep_winner(slot);
        }
        *slot = score;
        if !is_new {
            // Sums that include this pairing have to start over.
            self.past.revision += 1;
        }
    }
}
