//! The class's record: events in a chain of hashes, and the facts that follow from them.

mod actor;
mod chain;
mod clock_corrections;
mod contender;
mod event;
mod facts;
mod forget;
mod hand_ins;
mod question;
mod record_file;
mod rows;
mod schema;
mod store;
mod visibility;

pub use actor::{Actor, ActorKind, Channel, Role};
pub use clock_corrections::ClockFault;
pub use contender::{Contender, ContenderId};
pub use event::{
    Admission, Choice, ClockCorrection, Decision, Erasure, Event, Extension, JoinCode, MailSwitch,
    SignOnChange, Student, Submission, Tombstone, TurnedAway, Withdrawal,
};
pub use facts::{Dated, Facts, PostedAnnouncement};
pub use forget::forget;
pub use question::{
    PostedQuestion, PostedUpdate, Question, QuestionState, QuestionStep, QuestionUpdate, Topic,
};
pub use rows::RecordEntry;
pub use store::{Record, WriteSummary};
pub use visibility::{Audience, Freeze, Reader, may_watch, seen_by};
