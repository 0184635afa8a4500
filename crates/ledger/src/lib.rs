//! The durable record of a run: one SQLite file that can be opened with any SQLite tool.
//!
//! A run is a folder. It contains the ledger, `private/ledger.sqlite`: the tournament's text, the modules, every
//! match with transcript and verdict, the bots' logs and their failures. Resuming or verifying a run reads nothing
//! else. The schema is documented in [`schema`].
//!
//! The ledger guarantees:
//!
//! - When [`Ledger::commit`] returns, the whole batch of matches is on disk: WAL, `synchronous = FULL`.
//! - It holds a match at most once: the schedule index is the primary key.
//! - Damage is found and named ([`Ledger::check`]): each match, failure and log has a hash of its content, the inputs
//!   of the run have a seal, and a complete stage has seals over the hashes of its matches, failures and logs in
//!   schedule order. One hash stands for the whole run ([`Root`]).
//! - There is at most one runner per folder: [`RunLock`] names its holder and is released when the process ends.
//!
//! In reading order: [`RunFolder`], [`RunLock`], [`schema`], [`RunHeader`], [`EntrantRow`], [`Inputs`], [`Adoption`], [`PlayedRules`],
//! [`MatchRow`], [`RecordedMatch`], [`ruling_text`], [`StageTerms`], [`Root`] ([`LeafWork`] on several threads),
//! [`Proof`], [`Ledger`]. [`database`] is for other records of this kind.

mod adoptions;
mod bounds;
mod canonical;
mod checking;
mod connect;
pub mod database;
mod error;
mod explained;
mod failure_table;
mod folder;
#[cfg(feature = "forge")]
pub mod forge;
mod header;
mod host_log;
mod inputs;
mod leaf;
mod lock;
mod log_table;
mod match_table;
mod matches;
mod merkle_tree;
mod new_ledger;
mod packed_lists;
mod played_rules;
mod proof;
mod recorded_match;
mod root;
mod row;
mod ruling;
mod rulings;
mod salts;
pub mod schema;
mod seal;
mod set_aside;
mod shared_modules;
mod sqlite_error;
mod stage_seals;
mod store;
mod tables;
mod terms;
mod version;

pub use adoptions::{Adoption, InputsAt};
pub use error::LedgerError;
pub use folder::RunFolder;
pub use header::{EntrantRow, RunHeader, RunKind, field};
pub use inputs::Inputs;
pub use leaf::{HashesFeed, LeafWork};
pub use lock::{RunLock, host_name};
pub use match_table::{PlacedRow, StoredRow};
pub use merkle_tree::SiblingHash;
pub use played_rules::{EarlierRules, PlayedRules};
pub use proof::{MatchExcerpt, Proof, ProofError};
pub use recorded_match::RecordedMatch;
pub use root::{Root, State};
pub use row::MatchRow;
pub use ruling::{parse_ruling, ruling_text};
pub use sqlite_error::SqliteError;
pub use stage_seals::MatchHashes;
pub use store::Ledger;
pub use terms::StageTerms;
