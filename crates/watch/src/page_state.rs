//! The state of the page, changed by the player and read by the server.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;

/// The complete state of the page, serialized as JSON.
#[derive(Clone, Debug, Default, Serialize)]
pub struct View {
    /// The bot's file name.
    pub bot: String,
    /// The game's title; `None` until it is known.
    pub game: Option<&'static str>,
    /// The opponent's name.
    pub opponent: String,
    /// Number of the latest save that was built, from 1.
    pub save: u32,
    /// The current stage of the work on that save.
    pub stage: Stage,
    /// The reason why a save cannot be played; `None` if it can.
    pub problem: Option<Problem>,
    /// The result of the latest match; `None` before the first.
    pub played: Option<MatchResult>,
    /// The result of the latest check; `None` before the first.
    pub check: Option<CheckResult>,
    /// The latest comparison, possibly in progress; `None` before the first.
    pub comparison: Option<ComparisonResult>,
}

/// A stage of the work on a save.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Building the module.
    #[default]
    Building,
    /// Playing the match that is shown.
    Playing,
    /// Checking the bot.
    Checking,
    /// Comparing the bot with the version before it.
    Comparing,
    /// Waiting for the next save.
    Waiting,
}

/// The reason why a save cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The number of the save.
    pub save: u32,
    /// The error, in several lines, with file, line and a marker where known.
    pub text: String,
    /// Advice on fixing it.
    pub advice: Vec<String>,
}

/// The result of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatchResult {
    /// The save that played it.
    pub save: u32,
    /// `won`, `drawn` or `lost`.
    pub outcome: &'static str,
    /// The result in words: `lost to builtin:greedy: no plies left, after 61 plies`.
    pub text: String,
    /// The bot's fault, in lines; empty if there was none.
    pub fault: Vec<String>,
    /// The output of the bot during the build.
    pub printed: String,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckResult {
    /// The save that was checked.
    pub save: u32,
    /// `true` if it plays without a fault.
    pub plays: bool,
    /// The verdict.
    pub text: String,
    /// Each kind of fault, with advice.
    pub faults: Vec<String>,
}

/// The result of a comparison so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonResult {
    /// The newer save.
    pub save: u32,
    /// The save that it is compared with.
    pub before: u32,
    /// Number of games played so far.
    pub games: u64,
    /// Number of games to play.
    pub asked: u64,
    /// Number of games won by the newer save.
    pub wins: u64,
    /// Number of drawn games.
    pub draws: u64,
    /// Number of games lost by the newer save.
    pub losses: u64,
    /// The Elo difference with its interval.
    pub elo: String,
    /// The stronger save, in words.
    pub stronger: &'static str,
}

impl ComparisonResult {
    /// Returns the interim result as a line: `#2 against #1: 20 of 80 games: won 12, drawn 0, lost 8; Elo +70`.
    pub(crate) fn so_far(&self) -> String {
        let ComparisonResult { save, before, games, asked, elo, .. } = self;
        format!("#{save} against #{before}: {games} of {asked} games: {}; Elo {elo}", self.counts())
    }

    /// Returns the final result as a line.
    pub(crate) fn in_the_end(&self) -> String {
        let ComparisonResult { save, before, elo, stronger, .. } = self;
        format!("#{save} against #{before}: {}; Elo {elo}; {stronger}", self.counts())
    }

    fn counts(&self) -> String {
        format!("won {}, drawn {}, lost {}", self.wins, self.draws, self.losses)
    }
}

/// The current view with its revision, and the page of the latest match.
#[derive(Default)]
pub struct Board {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Number of changes so far.
    revision: u64,
    view: View,
    page: Option<Arc<str>>,
    is_closed: bool,
}

/// A view with its revision.
#[derive(Serialize)]
struct Numbered<'a> {
    revision: u64,
    view: &'a View,
}

impl Board {
    /// Changes the view and wakes all waiting requests.
    pub fn change(&self, change: impl FnOnce(&mut View)) {
        let mut state = self.lock();
        change(&mut state.view);
        state.revision += 1;
        self.changed.notify_all();
    }

    /// Shows another match.
    pub fn show_match(&self, result: MatchResult, page: String) {
        self.lock().page = Some(page.into());
        self.change(|view| view.played = Some(result));
    }

    /// Returns the page of the latest match; `None` before the first.
    pub fn page(&self) -> Option<Arc<str>> {
        self.lock().page.clone()
    }

    /// Waits for a revision newer than this one, at most for `patience`. Returns the view with its revision, as JSON.
    pub fn after(&self, revision: u64, patience: Duration) -> String {
        let waits = |state: &mut State| state.revision <= revision && !state.is_closed;
        let waited = self.changed.wait_timeout_while(self.lock(), patience, waits);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let numbered = Numbered { revision: state.revision, view: &state.view };
        serde_json::to_string(&numbered).unwrap_or_default()
    }

    /// Ends all waiting, now and later.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Returns `true` after [`Board::close`].
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
