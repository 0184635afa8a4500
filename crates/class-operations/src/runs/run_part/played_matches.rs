//! The matches that a student or a team has played in a run.

use std::str::FromStr;

use explain::Error;
use game::{Outcome, PerSeat, Seat, SeatName};
use games::GAMES;
use report::{ListedMatch, MatchList};
use run_folder::RecordedRun;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use tournament::{EntrantId, MatchKey};

/// The matches that a student or a team has played in a run, in schedule order.
pub struct PlayedMatches {
    list: MatchList,
    entrant: EntrantId,
    names: Vec<String>,
    seats: PerSeat<SeatName>,
}

/// A match that a student or a team has played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "PlayedMatchReport")]
pub struct PlayedMatch<'a> {
    /// Stage, round, pairing and game, each from 1; with `+1` appended if a ruling had it played again.
    #[serde(rename = "match", serialize_with = "key_text")]
    #[schemars(with = "String")]
    pub key: MatchKey,
    /// Name of the opponent in the run.
    pub opponent: &'a str,
    /// The game's name for the seat of the student or team.
    pub seat: &'static str,
    /// Result for the student or team.
    pub result: MatchResult,
    /// The reason why it ended, in words.
    pub reason: &'a str,
    /// The fault by which they lost; null if there was none.
    pub fault: Option<&'a str>,
    /// Number of complete plies.
    pub plies: u32,
    /// `false` if a ruling annulled it.
    pub counts: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn key_text<S: Serializer>(key: &MatchKey, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(key)
}

/// The result of a match for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchResult {
    /// Won.
    Won,
    /// Drawn.
    Drawn,
    /// Lost.
    Lost,
}

/// A filter on matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchFilter {
    /// All matches.
    #[default]
    All,
    /// Lost matches.
    Lost,
    /// Matches lost by a fault of the entrant's own bot.
    Failed,
}

/// Numbers of matches, by result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MatchCounts {
    /// All matches.
    pub all: usize,
    /// Matches won.
    pub won: usize,
    /// Matches drawn.
    pub drawn: usize,
    /// Matches lost.
    pub lost: usize,
    /// Matches forfeited by a fault.
    pub failed: usize,
}

impl MatchResult {
    /// Returns the result of a match for a seat.
    pub(super) fn from_outcome(outcome: Outcome, seat: Seat) -> MatchResult {
        match outcome.winner() {
            Some(winner) if winner == seat => MatchResult::Won,
            Some(_) => MatchResult::Lost,
            None => MatchResult::Drawn,
        }
    }

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            MatchResult::Won => "won",
            MatchResult::Drawn => "drawn",
            MatchResult::Lost => "lost",
        }
    }
}

impl MatchFilter {
    /// All filters.
    pub const ALL: [MatchFilter; 3] = [MatchFilter::All, MatchFilter::Lost, MatchFilter::Failed];

    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            MatchFilter::All => "all",
            MatchFilter::Lost => "lost",
            MatchFilter::Failed => "failed",
        }
    }

    fn has(self, one: &PlayedMatch<'_>) -> bool {
        match self {
            MatchFilter::All => true,
            MatchFilter::Lost => one.result == MatchResult::Lost,
            MatchFilter::Failed => one.fault.is_some(),
        }
    }
}

/// The error for a word that names no filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownFilter;

impl FromStr for MatchFilter {
    type Err = UnknownFilter;

    fn from_str(word: &str) -> Result<MatchFilter, UnknownFilter> {
        MatchFilter::ALL.into_iter().find(|filter| filter.word() == word).ok_or(UnknownFilter)
    }
}

impl MatchCounts {
    /// Returns the number of matches that pass a filter.
    pub fn count(&self, filter: MatchFilter) -> usize {
        match filter {
            MatchFilter::All => self.all,
            MatchFilter::Lost => self.lost,
            MatchFilter::Failed => self.failed,
        }
    }
}

impl PlayedMatches {
    pub(super) fn read(
        run: &RecordedRun,
        entrant: EntrantId,
        list: MatchList,
    ) -> Result<PlayedMatches, Error> {
        let names = run.entrants.iter().map(|row| row.name.clone()).collect();
        let seats = run.subject(GAMES)?.game().seats();
        Ok(PlayedMatches { list, entrant, names, seats })
    }

    /// Returns the alias of the student or team in the run.
    pub fn alias(&self) -> &str {
        self.name(self.entrant)
    }

    /// Returns the number of matches, by result.
    pub fn counts(&self) -> MatchCounts {
        let mut counts = MatchCounts::default();
        for one in self.iter() {
            counts.all += 1;
            match one.result {
                MatchResult::Won => counts.won += 1,
                MatchResult::Drawn => counts.drawn += 1,
                MatchResult::Lost => counts.lost += 1,
            }
            counts.failed += usize::from(one.fault.is_some());
        }
        counts
    }

    /// Returns the matches that pass a filter.
    pub fn filtered(&self, filter: MatchFilter) -> impl Iterator<Item = PlayedMatch<'_>> {
        self.iter().filter(move |one| filter.has(one))
    }

    /// Returns all matches.
    pub fn iter(&self) -> impl Iterator<Item = PlayedMatch<'_>> {
        self.list.matches.iter().map(|listed| self.played(listed))
    }

    fn played<'a>(&'a self, listed: &ListedMatch) -> PlayedMatch<'a> {
        let [first, second] = listed.entrants.0;
        let (seat, opponent) =
            if first == self.entrant { (Seat::First, second) } else { (Seat::Second, first) };
        let end = self.list.end(listed);
        PlayedMatch {
            key: listed.key,
            opponent: self.name(opponent),
            seat: self.seats[seat].word,
            result: MatchResult::from_outcome(listed.outcome, seat),
            reason: end.map_or("", |end| end.words.as_str()),
            fault: end.and_then(|end| end.fault(listed.outcome, seat)),
            plies: listed.plies,
            counts: listed.counts,
        }
    }

    fn name(&self, entrant: EntrantId) -> &str {
        self.names.get(entrant.index()).map_or("", String::as_str)
    }
}
