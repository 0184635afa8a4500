//! A preview of a stage that is not over, for spectators.

use std::borrow::Cow;

use super::Stage;
use crate::{MatchKey, Past};

impl Stage {
    /// Everything that was played so far. The record itself ([`Stage::past`]) grows by whole pairings in schedule
    /// order, so an unfinished pairing holds up those after it. Here, the games of all pairings are included, as far as
    /// they are [certain](Stage::is_certain) to be part of the stage.
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
            for (number, attempt, result) in meeting.clone().into_new_games() {
                past.log.push(key.with_game(number, attempt), &result);
            }
        }
        Cow::Owned(past)
    }
}
