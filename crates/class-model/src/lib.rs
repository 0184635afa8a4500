//! The class folder: students, submissions, the versions that count, and the reasons.
//!
//! The teacher's decisions are in `class.toml` ([`ClassPlan`]). Events are recorded once, in order, and never changed
//! ([`Event`], [`Record`]); files are stored by the hash of their bytes ([`ClassFolder::keep`]). Everything else
//! follows from these by pure functions: [`standing()`], [`entrants()`], [`Quota::allowance`], [`roster::changes`].
//! This crate neither plays nor compiles bots, and prints nothing; only [`Moment::now`] reads the clock.
//!
//! In reading order: [`Moment`], [`Zone`], [`Quota`], [`Requirement`], [`ClassPlan`]; [`Event`], [`Facts`],
//! [`standing()`], [`displaced()`], [`badges`], [`tasks`]; [`GamesRequest`], [`waiting`]; [`roster`], [`collect()`];
//! [`ClassFolder`], [`Record`]; [`Access`], the links, sessions and tokens of the service; [`Outbox`], its mail; [`SignOn`], its
//! sign-on by the school's systems; [`ScoreQueue`], grades for the course system.

mod access;
mod clock;
mod deadline;
mod error;
mod folder;
mod judging;
mod moment;
mod outbox;
mod plan;
mod record;
pub mod roster;
mod score_queue;
mod side_database;
mod sign_on;
mod submissions;

pub use access::{Access, Person, PersonalLink, Purpose, Secret, Session, Token};
pub use deadline::Deadline;
pub use error::ClassError;
pub use folder::{ClassFolder, FileBatch, backup};
pub use hash::Hash;
pub use judging::{
    Badge, BadgeChange, CompletedRun, Effect, Failures, GamesRequest, InRun, Judgement, Occasion, Order,
    OrderEnd, OrderOutcome, OrderState, OtherEngine, Rejudgement, RequestedOpponent, RunPlace,
    ScrimmageOutcome, Task, TrackRecord, TrialSummary, active_versions, asked, badges, other_engine,
    outdated, tasks, waiting, watched,
};
pub use moment::{Moment, NoMoment, Zone};
pub use outbox::{MailKind, MessageState, NewMessage, Outbox, OutgoingMessage};
pub use plan::{
    Allowance, AssistantRights, ClassPlan, Difference, Displacement, Failing, HandInLanguage, Quota,
    Requirement, ScrimmagePlan, ShownInFreeze, TeamFormation, WhyDisplaced, called, differences, displaced,
};
pub use record::{
    Actor, ActorKind, Admission, Audience, Channel, Choice, ClockCorrection, ClockFault, Contender,
    ContenderId, Dated, Decision, Erasure, Event, Extension, Facts, Freeze, JoinCode, MailSwitch,
    PostedAnnouncement, PostedQuestion, PostedUpdate, Question, QuestionState, QuestionStep, QuestionUpdate,
    Reader, Record, RecordEntry, Role, SignOnChange, Student, Submission, Tombstone, Topic, TurnedAway,
    Withdrawal, WriteSummary, forget, may_watch, seen_by,
};
pub use roster::{RowKeys, row_keys, student_called};
pub use score_queue::{GradeColumn, NewScore, Score, ScoreQueue};
pub use side_database::SendingLock;
pub use sign_on::{
    Account, ClientSecret, LinkedCourse, Protocol, SchoolSystem, SignOn, StaffRole, StoredKey,
};
pub use submissions::{
    Active, CollectedSubmission, Collecting, Collection, Entrant, EntrantVersion, Entrants, Leftover,
    ModuleOwners, Naming, NoneActive, NotTaken, OwnDeadline, Standing, WhyActive, WhyNotEntered, collect,
    deadline, entrant, entrant_version, entrants, failing, late_days, standing,
};
