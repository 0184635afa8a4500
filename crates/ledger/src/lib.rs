//! The durable record of a run: one SQLite file that a teacher can open with any SQLite tool.
//!
//! A run is a folder. Its `private/` holds the ledger (`private/ledger.sqlite`): the tournament's own text,
//! the modules, every match with transcript and verdict, what bots logged, how they failed. A resumed or
//! verified run reads nothing else. The schema is documented in [`schema`].
//!
//! What the ledger promises:
//!
//! - A batch of matches is on the disk, whole, when [`Ledger::commit`] returns: WAL, `synchronous = FULL`.
//! - A match is in it at most once: the schedule index is the primary key.
//! - Each row carries a hash of its content, what the run plays from one seal, and a finished stage
//!   seals over the hashes of its matches, failures and logs in schedule order, so that damage is found and named
//!   ([`Ledger::check`]). One hash stands for all of it ([`Root`]).
//! - One runner a folder: [`RunLock`] names its holder and goes away with it, however it ends.
//!
//! In reading order: [`RunFolder`], [`RunLock`], [`schema`], [`RunHeader`], [`EntrantRow`], [`Inputs`],
//! [`Adoption`], [`MatchRow`], [`ruling_text`], [`Root`], [`Ledger`].

mod adoptions;
mod checking;
mod connect;
mod earlier;
mod error;
mod failure_table;
mod folder;
mod fresh;
mod hashing;
mod header;
mod inputs;
mod lists;
mod lock;
mod log_table;
mod match_table;
mod matches;
mod migrate;
mod root;
mod row;
mod ruling;
mod rulings;
pub mod schema;
mod schema_5;
mod seal;
mod stage_seals;
mod store;
mod version;

pub use adoptions::{Adoption, InputsAt};
pub use error::LedgerError;
pub use folder::RunFolder;
pub use header::{EntrantRow, RunHeader, RunKind, field};
pub use inputs::Inputs;
pub use lock::RunLock;
pub use match_table::StoredRow;
pub use root::{Root, State};
pub use row::{MatchRow, RowDamage};
pub use ruling::{parse_ruling, ruling_text};
pub use store::Ledger;
