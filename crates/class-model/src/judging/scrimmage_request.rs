//! Requests for friendly games: the requests, their outcomes, and the order in which they are played.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{ContenderId, Dated, Facts, Hash, Moment, Submission};

/// Window for comparing the use of the machine, in milliseconds: 24 hours.
const WINDOW: i64 = 24 * 3_600_000;

/// A request for friendly games, which do not affect ladder, badges or grades.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GamesRequest {
    /// The id of the student who asked.
    pub by: String,
    /// The number of the submission that plays for the requester.
    pub submission: u32,
    /// The opponent.
    pub against: RequestedOpponent,
    /// Number of games: two from each opening, with seats swapped.
    pub games: u32,
}

/// The opponent of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum RequestedOpponent {
    /// A submission.
    Submission {
        /// Its number.
        submission: u32,
    },
    /// A file of the class's text, as it was at the time of the request.
    File {
        /// Its name.
        name: String,
        /// Hash of its bytes.
        module: Hash,
    },
    /// A built-in player.
    Builtin {
        /// Its name.
        name: String,
    },
}

/// The outcome of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScrimmageOutcome {
    /// The number of the request.
    pub request: u32,
    /// The requester's module.
    pub module: Hash,
    /// The opponent's module, if it has one.
    pub opponent: Option<Hash>,
    /// The fingerprint of the engine that played.
    pub engine: String,
    /// Number of pairs of games by the requester's half points: 0, 1, 2, 3, 4 of 4. Repetitions of an earlier pair
    /// are left out.
    pub pairs: [u64; 5],
    /// Number of pairs that repeat an earlier one.
    pub copies: u64,
    /// Time that both bots used together, in ticks.
    pub spent: u64,
    /// `true` if the requester's bot used up its budget before all games were played.
    pub out_of_time: bool,
    /// Number of failures by fault: the requester's, then the opponent's.
    pub faults: [BTreeMap<String, u64>; 2],
    /// The reason why nothing could be played; `None` if games were played.
    pub refused: Option<String>,
    /// The file that lists the games, if any were played.
    pub matches: Option<Hash>,
}

impl RequestedOpponent {
    /// Returns the submission's number, if the opponent is a submission.
    pub fn submission(&self) -> Option<u32> {
        match self {
            RequestedOpponent::Submission { submission } => Some(*submission),
            RequestedOpponent::File { .. } | RequestedOpponent::Builtin { .. } => None,
        }
    }
}

impl ScrimmageOutcome {
    /// Returns the number of games that count.
    pub fn games(&self) -> u64 {
        2 * self.pairs.iter().sum::<u64>()
    }
}

impl GamesRequest {
    /// Returns the student or team that asked; `None` if the submission was deleted.
    pub fn who(&self, facts: &Facts) -> Option<ContenderId> {
        facts.submission(self.submission).map(ContenderId::handed_in)
    }

    /// Returns the modules that are to play, the opponent's only if it has one; `None` if one of them was deleted.
    pub fn modules(&self, facts: &Facts) -> Option<(Hash, Option<Hash>)> {
        let module = |number: u32| facts.submission(number).and_then(Submission::module);
        let opponent = match &self.against {
            RequestedOpponent::Submission { submission } => Some(module(*submission)?),
            RequestedOpponent::File { module, .. } => Some(*module),
            RequestedOpponent::Builtin { .. } => None,
        };
        Some((module(self.submission)?, opponent))
    }
}

/// Returns the times of a student's or team's requests that count towards quotas, latest first.
pub fn asked(facts: &Facts, who: &ContenderId) -> impl Iterator<Item = Moment> {
    let own = facts.requests_with(who).rev();
    let own = own.filter(|(_, asked)| asked.what.who(facts).as_ref() == Some(who));
    own.map(|(_, asked)| asked.at)
}

/// Use of the machine by a student or team within a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct DailyUse {
    ticks: u64,
    requests: u32,
}

/// Returns the open requests in the order in which they will be played.
///
/// Students and teams with the least use of the machine in the last 24 hours come first; use is the time that both
/// bots took in their requests. Equal ones take turns: all first requests, then all second requests, each in the
/// order in which they arrived. Requests that can no longer be played, because a student was forgotten, are left out.
pub fn waiting(facts: &Facts, now: Moment) -> Vec<(u32, &Dated<GamesRequest>)> {
    let mut used: BTreeMap<ContenderId, DailyUse> = BTreeMap::new();
    for played in facts.track_record().latest_scrimmages().take_while(|one| one.at.after(WINDOW) > now) {
        let asked = facts.request(played.what.request);
        let Some(who) = asked.and_then(|asked| asked.what.who(facts)) else { continue };
        let of = used.entry(who).or_default();
        of.ticks = of.ticks.saturating_add(played.what.spent);
        of.requests += 1;
    }
    let mut ranks: BTreeMap<ContenderId, u32> = BTreeMap::new();
    let open = facts.unplayed().filter(|(_, asked)| asked.what.modules(facts).is_some());
    let mut waiting: Vec<_> = open
        .filter_map(|(number, asked)| Some((asked.what.who(facts)?, number, asked)))
        .map(|(who, number, asked)| {
            let used = used.get(&who).copied().unwrap_or_default();
            let rank = ranks.entry(who).or_default();
            *rank += 1;
            ((used, *rank, number), (number, asked))
        })
        .collect();
    waiting.sort_unstable_by_key(|(turn, _)| *turn);
    waiting.into_iter().map(|(_, one)| one).collect()
}
