//! The matches that a student or a team has played in a run.

use std::str::FromStr;

use explain::Error;
use game::{Outcome, PerSeat, Seat, SeatName};
use games::GAMES;
use report::{ListedMatch, MatchList};
use run::RecordedRun;
use schemars::JsonSchema;
use serde::Serialize;
use tournament::{EntrantId, MatchKey};

/// The matches that a student or a team has played in a run, in schedule order.
pub struct PlayedMatches {
    list: MatchList,
    entrant: EntrantId,
    names: Vec<String>,
    seats: PerSeat<SeatName>,
}

/// A match that a student or a team has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMatch<'a> {
    /// Its place in the schedule.
    pub key: MatchKey,
    /// What the run calls the opponent.
    pub opponent: &'a str,
    /// Their seat, in the game's word.
    pub seat: &'static str,
    /// How it ended for them.
    pub result: MatchResult,
    /// Why it ended, in words.
    pub reason: &'a str,
    /// The fault by which they lost, if they did by one.
    pub fault: Option<&'a str>,
    /// The number of complete plies.
    pub plies: u32,
    /// Whether it counts: no ruling has annulled it.
    pub counts: bool,
}

/// How a match ended for one who played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MatchResult {
    /// It was won.
    Won,
    /// It was drawn.
    Drawn,
    /// It was lost.
    Lost,
}

/// Which matches somebody wants to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchFilter {
    /// All of them.
    #[default]
    All,
    /// Those that were lost.
    Lost,
    /// Those that were lost by a fault of one's own.
    Failed,
}

/// How many matches there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MatchCounts {
    /// All of them.
    pub all: usize,
    /// Those that were won.
    pub won: usize,
    /// Those that were drawn.
    pub drawn: usize,
    /// Those that were lost.
    pub lost: usize,
    /// Those that were forfeited by a fault.
    pub failed: usize,
}

impl MatchResult {
    /// How a match ended for a seat.
    pub(super) fn of(outcome: Outcome, seat: Seat) -> MatchResult {
        match outcome.winner() {
            Some(winner) if winner == seat => MatchResult::Won,
            Some(_) => MatchResult::Lost,
            None => MatchResult::Drawn,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            MatchResult::Won => "won",
            MatchResult::Drawn => "drawn",
            MatchResult::Lost => "lost",
        }
    }
}

impl MatchFilter {
    /// All of them.
    pub const ALL: [MatchFilter; 3] = [MatchFilter::All, MatchFilter::Lost, MatchFilter::Failed];

    /// The word for it.
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

/// A word that is of no filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownFilter;

impl FromStr for MatchFilter {
    type Err = UnknownFilter;

    fn from_str(word: &str) -> Result<MatchFilter, UnknownFilter> {
        MatchFilter::ALL.into_iter().find(|filter| filter.word() == word).ok_or(UnknownFilter)
    }
}

impl MatchCounts {
    /// How many of them a filter leaves.
    pub fn of(&self, filter: MatchFilter) -> usize {
        match filter {
            MatchFilter::All => self.all,
            MatchFilter::Lost => self.lost,
            MatchFilter::Failed => self.failed,
        }
    }
}

impl PlayedMatches {
    pub(super) fn of(run: &RecordedRun, entrant: EntrantId, list: MatchList) -> Result<PlayedMatches, Error> {
        let names = run.entrants.iter().map(|row| row.name.clone()).collect();
        let seats = run.subject(GAMES)?.game().seats();
        Ok(PlayedMatches { list, entrant, names, seats })
    }

    /// What the run calls them.
    pub fn alias(&self) -> &str {
        self.name(self.entrant)
    }

    /// How many there are.
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

    /// Those that a filter leaves.
    pub fn filtered(&self, filter: MatchFilter) -> impl Iterator<Item = PlayedMatch<'_>> {
        self.iter().filter(move |one| filter.has(one))
    }

    /// All of them.
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
            result: MatchResult::of(listed.outcome, seat),
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
