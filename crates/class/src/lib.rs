//! The class folder: who is in a class, what was handed in, which version counts, and why.
//!
//! What the teacher decides is in `class.toml` ([`ClassPlan`]). What happens is written down once, in order, and never
//! changed ([`Event`], [`Record`]); files are kept by the hash of their bytes ([`ClassFolder::keep`]). Everything that is
//! shown follows from these by pure functions: [`standing()`], [`entrants()`], [`Quota::allowance`],
//! [`roster::changes`]. Nothing here plays or compiles a bot, or prints; [`Moment::now`] alone reads the clock.
//!
//! In reading order: [`Moment`], [`Zone`], [`Quota`], [`Requirement`], [`ClassPlan`]; [`Event`], [`Facts`],
//! [`standing()`], [`displaced()`], [`badges`], [`tasks`]; [`Request`], [`waiting`]; [`roster`], [`collect()`]; [`ClassFolder`], [`Record`].

mod adoption;
mod alias;
pub mod backup;
mod badge;
mod beside;
mod chain;
mod clock;
mod collect;
mod completed;
mod course_languages;
mod engines;
mod entered;
mod entrants;
mod entries;
mod error;
mod event;
mod facts;
mod folder;
mod forget;
mod holder;
mod identity;
mod inventory;
mod judgement;
mod keeping;
mod moment;
mod plan;
mod quota;
mod rejudging;
mod request;
mod requirement;
pub mod roster;
mod row_keys;
mod schema;
mod scrimmage;
mod standing;
mod store;
mod visibility;
mod worksheet_time;

pub use adoption::{Displaced, WhyDisplaced, displaced};
pub use badge::{Badge, Task, badges, tasks, watched};
pub use collect::{Collected, Collecting, Left, NotTaken, Taken, collect};
pub use completed::{CompletedRun, InRun, RunPlace};
pub use engines::{OtherEngine, other_engine};
pub use entered::{Entered, entered};
pub use entrants::{Entrant, Entrants, Without, entrants, failing};
pub use error::ClassError;
pub use event::{Choice, Decision, Door, Event, Extension, Forgotten, Student, Submission, Tombstone};
pub use facts::{Contender, Dated, Facts, Who};
pub use folder::ClassFolder;
pub use forget::forget;
pub use hash::Hash;
pub use holder::Holders;
pub use judgement::{Failures, Judged, Occasion, Shown, Tried};
pub use keeping::Keeping;
pub use moment::{Moment, NoMoment, Zone};
pub use plan::{ClassPlan, Failing};
pub use quota::{Allowance, Quota};
pub use rejudging::{Change, Effect, Rejudgement, outdated};
pub use request::{Against, Request, Scrimmaged, asked, waiting};
pub use requirement::Requirement;
pub use row_keys::{RowKeys, row_keys};
pub use scrimmage::{ScrimmagePlan, called};
pub use standing::{Active, NoneActive, OwnDeadline, Standing, WhyActive, deadline, late_days, standing};
pub use store::{Record, Recorded};
pub use visibility::{Audience, Freeze, Reader, seen_by};
