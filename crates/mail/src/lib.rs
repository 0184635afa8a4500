//! Mail by an SMTP server.
//!
//! In reading order: [`MailSettings`], the operator's settings; [`Letter`], a message in plain text and HTML;
//! [`Connection`], which hands letters over to the server; [`Failure`], the reasons why one was not handed over, and
//! whether the server may have it.
//!
//! This crate keeps nothing: its caller has the queue, and decides when to try again.

mod connection;
mod failure;
mod letter;
mod settings;

pub use connection::Connection;
pub use failure::Failure;
pub use letter::{Letter, Link};
pub use settings::{MailSettings, Security, SettingsError};
