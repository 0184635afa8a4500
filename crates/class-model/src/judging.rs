//! The record of versions (trial matches, requirements, friendly games, runs), open tasks, and ordered runs.

mod badge;
mod completed_run;
mod judgement;
mod order;
mod other_engine;
mod rejudging;
mod scrimmage_request;

pub use badge::{Badge, Task, badges, tasks, watched};
pub use completed_run::{CompletedRun, InRun, RunPlace};
pub(crate) use judgement::PlayedResult;
pub use judgement::{Failures, Judgement, Occasion, TrackRecord, TrialSummary};
pub use order::{Order, OrderEnd, OrderOutcome, OrderState};
pub use other_engine::{OtherEngine, other_engine};
pub use rejudging::{BadgeChange, Effect, Rejudgement, active_versions, outdated};
pub use scrimmage_request::{GamesRequest, RequestedOpponent, ScrimmageOutcome, asked, waiting};
