//! What has arrived so far of a stage that is not over, for people who look at it.

use std::borrow::Cow;

use super::Stage;
use crate::{GameRecord, MatchKey, Past};

impl Stage {
    /// Everything that was played so far. The record itself ([`Stage::past`]) grows by whole pairings in schedule
    /// order, so that a pairing that is still being played holds up those after it; here their games are included, as far
    /// as they are [certain](Stage::is_certain) to be part of the stage.
    pub fn so_far(&self) -> Cow<'_, Past> {
        if self.open.is_empty() {
            return Cow::Borrowed(&self.past);
        }
        let mut past = self.past.clone();
        for ((round, pairing), meeting) in self.open.iter() {
            let key = MatchKey::assemble(self.plan.number, *round, *pairing, 0);
            if !self.is_certain(key) {
                break;
            }
            let sides = self.past.rounds[*round as usize].round.pairings[*pairing as usize];
            let games = meeting.clone().into_new_games().into_iter();
            past.games.extend(games.map(|(number, attempt, result)| GameRecord {
                key: key.with_game(number, attempt),
                seats: sides.seating(number),
                result,
            }));
        }
        Cow::Owned(past)
    }
}
