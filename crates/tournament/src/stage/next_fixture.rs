//! Requests for matches: rounds are opened as soon as they can be paired.

use super::Stage;
use crate::matches::opening;
use crate::pairing::Meeting;
use crate::rulings::Since;
use crate::{Fixture, MatchKey, Pairing, PairingScore, PlayedRound, Round, Side, match_seed};

impl Stage {
    /// The next match to play; `None` if all matches that can be played now have been handed out. Each is handed out
    /// once; more may follow when results have arrived. The whole of a fixed format can be handed out before the first
    /// result.
    pub fn next_fixture(&mut self) -> Option<Fixture> {
        self.open_rounds();
        self.ready.pop_front().filter(|_| self.stopped.is_none()).map(|key| self.fixture(key))
    }

    /// The match with a key that was requested or is on record, as it was requested.
    pub fn fixture_of(&self, key: MatchKey) -> Option<Fixture> {
        let round = self.past.rounds.get(key.round() as usize).filter(|_| key.stage() == self.plan.number)?;
        round.round.pairings.get(key.pairing() as usize).map(|_| self.fixture(key))
    }

    /// The match with a key that was requested or is on record.
    fn fixture(&self, key: MatchKey) -> Fixture {
        let pairing = self.past.rounds[key.round() as usize].round.pairings[key.pairing() as usize];
        Fixture {
            key,
            seats: pairing.seating(key.number()),
            opening: opening(&self.opening_sequence, &pairing, self.rule.games(), key.number()),
            seed: match_seed(self.run, key),
        }
    }

    /// Opens rounds until there is a match to hand out, or no round can be opened now. [`Stage::next_fixture`] calls
    /// this itself. A caller that only records results calls this before checking whether the stage
    /// [is over](Stage::is_over).
    pub fn open_rounds(&mut self) {
        while self.stopped.is_none() && self.ready.is_empty() && self.open_round() {}
    }

    /// Returns `true` if everything is played, or the stage was stopped early. Only [`Stage::open_rounds`] and
    /// [`Stage::next_fixture`] notice that no further round follows.
    pub fn is_over(&self) -> bool {
        let all_played = self.exhausted && self.ready.is_empty() && self.open.is_empty();
        self.stopped.is_some() || all_played && self.missing_replays().is_empty()
    }

    /// Pairs the next round if it can be paired now, or requests games again that must be replayed before it. Returns
    /// `false` if nothing was added.
    fn open_round(&mut self) -> bool {
        let waits = !(self.is_fixed() || self.open.is_empty());
        if self.exhausted || waits {
            return self.exhausted
                && self.open.is_empty()
                && (self.reopen_replayed() || self.open_round_after_replays());
        }
        let number = self.past.rounds.len() as u32;
        if !self.is_fixed() {
            let since = Since { stage: self.plan.number, round: number };
            self.enforce(since);
            if self.reopen_replayed() {
                return true;
            }
            if number < self.most_rounds() {
                self.faults.look(&self.past, since);
                self.enforce(since);
            }
        }
        let Some(round) = self.scheduled_round(number).or_else(|| self.play_off_round()) else {
            let is_reopened = self.exhausted && self.open.is_empty() && self.reopen_replayed();
            return is_reopened || !self.ready.is_empty();
        };
        self.add_round(number, round);
        self.stopped.is_none()
    }

    /// Pairs a further round if a replay after the last round leads to it, such as a grand final that the unbeaten
    /// entrant has now lost.
    fn open_round_after_replays(&mut self) -> bool {
        if self.is_fixed() || !self.plan.edition.keeps_to_the_record() {
            return false;
        }
        let number = self.past.rounds.len() as u32;
        let Some(round) = self.scheduled_round(number) else { return false };
        self.add_round(number, round);
        true
    }

    fn add_round(&mut self, number: u32, mut round: Round) {
        for (index, &pairing) in (0..).zip(&round.pairings) {
            self.open_meeting((number, index), pairing);
        }
        // Rounds are kept as long as the stage.
        round.pairings.shrink_to_fit();
        let scores = vec![PairingScore::default(); round.pairings.len()];
        self.past.rounds.push(PlayedRound { round, scores });
        self.fold();
    }

    /// The next round of the play-off, when everything before it was played and no replay is pending. If there is none,
    /// the stage is exhausted.
    fn play_off_round(&mut self) -> Option<Round> {
        if self.plan.play_off.is_some() {
            if !self.open.is_empty() {
                return None;
            }
            self.enforce(self.end());
            if self.reopen_replayed() {
                return None;
            }
        }
        let round = self.next_play_off_round();
        if round.is_none() {
            self.exhausted = true;
            self.enforce(self.end());
        }
        round
    }

    /// The next round of the format itself; none once the play-off has begun.
    fn scheduled_round(&mut self, number: u32) -> Option<Round> {
        match self.past.play_off_begins() {
            None => self.schedule.round(number, &self.past),
            Some(_) => None,
        }
    }

    fn open_meeting(&mut self, of: (u32, u32), pairing: Pairing) {
        let out = |side| self.past.is_out(pairing.entrant(side), of.0);
        let mut meeting = if Side::BOTH.into_iter().any(out) { Meeting::settled() } else { Meeting::new() };
        let key = MatchKey::assemble(self.plan.number, of.0, of.1, 0);
        let games = meeting.release(self.rule);
        self.ready.extend(games.into_iter().map(|(number, attempt)| key.with_game(number, attempt)));
        self.open.insert(of, meeting);
    }
}
