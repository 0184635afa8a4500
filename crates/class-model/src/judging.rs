//! The record of versions (trial matches, requirements, friendly games, runs), open tasks, and ordered runs.

mod badge;
mod completed;
mod engines;
mod judgement;
mod order;
mod rejudging;
mod request;

pub use badge::{Badge, Task, badges, tasks, watched};
pub use completed::{CompletedRun, InRun, RunPlace};
pub use engines::{OtherEngine, other_engine};
pub use judgement::{Failures, Judgement, Occasion, TrackRecord, TrialSummary};
pub use order::{Order, OrderEnd, OrderOutcome, OrderState};
pub use rejudging::{Change, Effect, Rejudgement, active_versions, outdated};
pub use request::{Against, Request, ScrimmageOutcome, asked, waiting};
