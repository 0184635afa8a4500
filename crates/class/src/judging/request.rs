//! Requests for friendly games: what was asked for, what came of it, and whose turn it is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Dated, Facts, Hash, Moment, Submission, Who};

/// Over how long the use of the machine is compared, in milliseconds: 24 hours.
const WINDOW: i64 = 24 * 3_600_000;

/// A request for friendly games, which count for nothing: no ladder, no badge, no grade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Who asked: a student's id.
    pub by: String,
    /// The number of the submission that plays for whoever asked.
    pub submission: u32,
    /// Against whom.
    pub against: Against,
    /// How many games: two from each opening, with seats swapped.
    pub games: u32,
}

/// The opponent of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Against {
    /// Something that was handed in.
    Submission {
        /// Its number.
        submission: u32,
    },
    /// A file of the class's text, as it was then.
    File {
        /// How it is called.
        name: String,
        /// Its bytes.
        module: Hash,
    },
    /// A built-in player.
    Builtin {
        /// Its name.
        name: String,
    },
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScrimmageOutcome {
    /// The number of the request.
    pub request: u32,
    /// The module of whoever asked.
    pub module: Hash,
    /// The opponent's module, if it has one.
    pub opponent: Option<Hash>,
    /// The fingerprint of the engine that played.
    pub engine: String,
    /// Pairs of games by half points of whoever asked: 0, 1, 2, 3, 4 of 4. Pairs that repeat an earlier one are left out.
    pub pairs: [u64; 5],
    /// Pairs that repeat an earlier one.
    pub copies: u64,
    /// The time that both bots took together, in ticks.
    pub spent: u64,
    /// Whether the bot of whoever asked had used up its time before all games were played.
    pub out_of_time: bool,
    /// How often each failed, by fault: whoever asked, then the opponent.
    pub faults: [BTreeMap<String, u64>; 2],
    /// Why nothing could be played, if that is so.
    pub refused: Option<String>,
    /// The file that lists the games, if any were played.
    pub matches: Option<Hash>,
}

impl Against {
    /// The number of what was handed in, if it is that.
    pub fn submission(&self) -> Option<u32> {
        match self {
            Against::Submission { submission } => Some(*submission),
            Against::File { .. } | Against::Builtin { .. } => None,
        }
    }
}

impl ScrimmageOutcome {
    /// Games that count.
    pub fn games(&self) -> u64 {
        2 * self.pairs.iter().sum::<u64>()
    }
}

impl Request {
    /// Whom the games are for; `None` if what was to play was deleted.
    pub fn who(&self, facts: &Facts) -> Option<Who> {
        facts.submission(self.submission).map(Who::handed_in)
    }

    /// The modules that are to play, the opponent's if it has one; `None` if one of them was deleted.
    pub fn modules(&self, facts: &Facts) -> Option<(Hash, Option<Hash>)> {
        let module = |number: u32| facts.submission(number).and_then(Submission::module);
        let opponent = match &self.against {
            Against::Submission { submission } => Some(module(*submission)?),
            Against::File { module, .. } => Some(*module),
            Against::Builtin { .. } => None,
        };
        Some((module(self.submission)?, opponent))
    }
}

/// When a student or a team asked, as quotas count it, the latest first.
pub fn asked(facts: &Facts, who: &Who) -> impl Iterator<Item = Moment> {
    let own = facts.requests_with(who).rev();
    let own = own.filter(|(_, asked)| asked.what.who(facts).as_ref() == Some(who));
    own.map(|(_, asked)| asked.at)
}

/// What was played for somebody within a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Use {
    ticks: u64,
    requests: u32,
}

/// The requests that wait to be played, in the order in which their turn comes as things stand.
///
/// First comes whoever has used least of the machine within the last 24 hours: the time that both bots took in what was
/// asked for. Among equals it goes round: everybody's first request, then everybody's second, each in the order in which
/// they asked. What can no longer be played, because somebody was forgotten, does not wait.
pub fn waiting(facts: &Facts, now: Moment) -> Vec<(u32, &Dated<Request>)> {
    let mut used: BTreeMap<Who, Use> = BTreeMap::new();
    for played in facts.track_record().latest_scrimmages().take_while(|one| one.at.after(WINDOW) > now) {
        let asked = facts.request(played.what.request);
        let Some(who) = asked.and_then(|asked| asked.what.who(facts)) else { continue };
        let of = used.entry(who).or_default();
        of.ticks = of.ticks.saturating_add(played.what.spent);
        of.requests += 1;
    }
    let mut ranks: BTreeMap<Who, u32> = BTreeMap::new();
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
