//! What the page shows, changed by whoever plays and read by whoever answers the page.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;

/// All that the page shows, as the JSON that it reads.
#[derive(Clone, Debug, Default, Serialize)]
pub struct View {
    /// The bot's file.
    pub bot: String,
    /// The game's title, once it is known.
    pub game: Option<&'static str>,
    /// The opponent's name.
    pub opponent: String,
    /// The number of the save that was built last, from 1.
    pub save: u32,
    /// What is done with it.
    pub stage: Stage,
    /// Why it plays nothing, if it does not.
    pub problem: Option<Problem>,
    /// The last match that was played.
    pub played: Option<MatchResult>,
    /// What the last check said.
    pub check: Option<CheckResult>,
    /// The last comparison, as far as it was played.
    pub comparison: Option<ComparisonResult>,
}

/// What is done with a save.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// It becomes a module.
    #[default]
    Building,
    /// It plays the match that is shown.
    Playing,
    /// It is checked.
    Checking,
    /// It is compared with the version before it.
    Comparing,
    /// Nothing more: the next save is waited for.
    Waiting,
}

/// Why a save plays nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The save.
    pub save: u32,
    /// What is wrong, in lines, with file, line and a mark where there is one.
    pub text: String,
    /// What to do about it.
    pub advice: Vec<String>,
}

/// A match that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MatchResult {
    /// The save that played it.
    pub save: u32,
    /// `won`, `drawn` or `lost`.
    pub outcome: &'static str,
    /// How it ended: `lost to builtin:greedy: no plies left, after 61 plies`.
    pub text: String,
    /// How the bot failed, in lines; empty if it did not.
    pub fault: Vec<String>,
    /// What the bot printed while it was built.
    pub printed: String,
}

/// What a check said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckResult {
    /// The save that was checked.
    pub save: u32,
    /// Whether it plays without a fault.
    pub plays: bool,
    /// The verdict.
    pub text: String,
    /// Each kind of fault, with what to do about it.
    pub faults: Vec<String>,
}

/// What a comparison came to so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonResult {
    /// The newer save.
    pub save: u32,
    /// The save that it is compared with.
    pub before: u32,
    /// Games so far.
    pub games: u64,
    /// Games to be played.
    pub asked: u64,
    /// Games that the newer one won.
    pub wins: u64,
    /// Games that were drawn.
    pub draws: u64,
    /// Games that it lost.
    pub losses: u64,
    /// The difference in Elo with its interval.
    pub elo: String,
    /// Which one is the stronger, in words.
    pub stronger: &'static str,
}

impl ComparisonResult {
    /// The interim result, in a line: `#2 against #1: 20 of 80 games: won 12, drawn 0, lost 8; Elo +70`.
    pub(crate) fn so_far(&self) -> String {
        let ComparisonResult { save, before, games, asked, elo, .. } = self;
        format!("#{save} against #{before}: {games} of {asked} games: {}; Elo {elo}", self.counts())
    }

    /// The final result, in a line.
    pub(crate) fn in_the_end(&self) -> String {
        let ComparisonResult { save, before, elo, stronger, .. } = self;
        format!("#{save} against #{before}: {}; Elo {elo}; {stronger}", self.counts())
    }

    fn counts(&self) -> String {
        format!("won {}, drawn {}, lost {}", self.wins, self.draws, self.losses)
    }
}

/// A view that changes, and the page of its match.
#[derive(Default)]
pub struct Board {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The number of changes so far.
    revision: u64,
    view: View,
    page: Option<Arc<str>>,
    is_closed: bool,
}

/// A view with the number of its change.
#[derive(Serialize)]
struct Numbered<'a> {
    revision: u64,
    view: &'a View,
}

impl Board {
    /// Changes what is shown.
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

    /// The page of the last match; `None` before the first.
    pub fn page(&self) -> Option<Arc<str>> {
        self.lock().page.clone()
    }

    /// Waits until there is a change after this one, but not for longer than `patience`; returns the view with its number as
    /// JSON.
    pub fn after(&self, revision: u64, patience: Duration) -> String {
        let waits = |state: &mut State| state.revision <= revision && !state.is_closed;
        let waited = self.changed.wait_timeout_while(self.lock(), patience, waits);
        let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let numbered = Numbered { revision: state.revision, view: &state.view };
        serde_json::to_string(&numbered).unwrap_or_default()
    }

    /// Has nobody wait any more.
    pub(crate) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Whether nobody is to wait any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
