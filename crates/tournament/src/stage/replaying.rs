//! Replays ordered by rulings.

use std::collections::{BTreeMap, BTreeSet};

use super::Stage;
use crate::pairing::Meeting;
use crate::{GameRecord, MatchKey};

/// A pairing on record with games that must be played again.
pub(super) struct Reopened {
    round: u32,
    pairing: u32,
    meeting: Meeting,
    /// The missing games.
    missing: Vec<MatchKey>,
}

impl Stage {
    /// Reopens the pairings on record with a game that must be played again. Returns `true` if there was one.
    pub(super) fn reopen_replayed(&mut self) -> bool {
        let reopened = self.missing_replays();
        let any = !reopened.is_empty();
        for Reopened { round, pairing, meeting, missing } in reopened {
            self.open.insert((round, pairing), meeting);
            self.ready.extend(missing);
        }
        any
    }

    /// The pairings on record with a game that must be played again and was not yet.
    pub(super) fn missing_replays(&self) -> Vec<Reopened> {
        let force = &self.past.force;
        let ordered: BTreeSet<(u32, u32)> = force
            .replays()
            .filter(|(key, _)| key.stage() == self.plan.number)
            .map(|(key, _)| (key.round(), key.pairing()))
            .collect();
        if ordered.is_empty() {
            return Vec::new();
        }
        let mut on_record: BTreeMap<(u32, u32), Vec<GameRecord>> = BTreeMap::new();
        for game in self.past.games() {
            let of = (game.key.round(), game.key.pairing());
            if ordered.contains(&of) {
                on_record.entry(of).or_default().push(game);
            }
        }
        let mut reopened = Vec::new();
        for (of, games) in on_record {
            let first = MatchKey::assemble(self.plan.number, of.0, of.1, 0);
            let numbers = games.iter().map(|game| game.key.number()).max().map_or(0, |last| last + 1);
            let slots: Vec<_> = (0..numbers)
                .map(|number| {
                    let attempt = force.attempt(first.with_game(number, 0));
                    let key = first.with_game(number, attempt);
                    let played = games.iter().find(|game| game.key == key);
                    (attempt, played.map(|game| game.result.clone()))
                })
                .collect();
            let mut meeting = Meeting::reopened(slots);
            let missing = meeting.missing().into_iter().chain(meeting.release(self.rule));
            let missing: Vec<_> = missing.map(|(number, attempt)| first.with_game(number, attempt)).collect();
            if !missing.is_empty() {
                reopened.push(Reopened { round: of.0, pairing: of.1, meeting, missing });
            }
        }
        reopened
    }
}
