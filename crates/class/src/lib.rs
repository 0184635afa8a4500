//! The class folder: who is in a class, what was handed in, which version counts, and why.
//!
//! What the teacher decides is in `class.toml` ([`ClassPlan`]). What happens is written down once, in order, and never
//! changed ([`Event`], [`Record`]); files are kept by the hash of their bytes ([`ClassFolder::keep`]). Everything that is
//! shown follows from these by pure functions: [`standing()`], [`entrants()`], [`Quota::allowance`],
//! [`roster::changes`]. Nothing here plays or compiles a bot, or prints; [`Moment::now`] alone reads the clock.
//!
//! In reading order: [`Moment`], [`Zone`], [`Quota`], [`Requirement`], [`ClassPlan`]; [`Event`], [`Facts`],
//! [`standing()`], [`displaced()`], [`badges`], [`tasks`]; [`Request`], [`waiting`]; [`roster`], [`collect()`]; [`ClassFolder`], [`Record`];
//! [`Access`], who may enter through the service.

mod access;
mod clock;
mod error;
mod folder;
mod judging;
mod moment;
mod plan;
mod record;
pub mod roster;
mod submissions;

pub use access::{Access, Person, PersonalLink, Purpose, Secret, Session, Token};
pub use error::ClassError;
pub use folder::{ClassFolder, Keeping, backup};
pub use hash::Hash;
pub use judging::{
    Against, Badge, Change, CompletedRun, Effect, Failures, InRun, Judgement, Occasion, Order, OrderEnd,
    OrderOutcome, OrderState, OtherEngine, Rejudgement, Request, RunPlace, ScrimmageOutcome, Task,
    TrackRecord, TrialSummary, active_versions, asked, badges, other_engine, outdated, tasks, waiting,
    watched,
};
pub use moment::{Deadline, Moment, NoMoment, Zone};
pub use plan::{
    Allowance, ClassPlan, Difference, Displacement, Failing, HandInLanguage, Quota, Requirement,
    ScrimmagePlan, ShownInFreeze, WhyDisplaced, called, differences, displaced,
};
pub use record::{
    Actor, Admission, Audience, Channel, Choice, ClockCorrection, ClockFault, Contender, Dated, Decision,
    Erasure, Event, Extension, Facts, Freeze, Reader, Record, RecordEntry, Role, Student, Submission,
    Tombstone, TurnedAway, Who, Withdrawal, WriteSummary, forget, may_watch, seen_by,
};
pub use roster::{RowKeys, row_keys, student_called};
pub use submissions::{
    Active, CollectedSubmission, Collecting, Collection, Entrant, EntrantVersion, Entrants, Holders,
    Leftover, Naming, NoneActive, NotTaken, OwnDeadline, Standing, WhyActive, Without, collect, deadline,
    entrant, entrant_version, entrants, failing, late_days, standing,
};
