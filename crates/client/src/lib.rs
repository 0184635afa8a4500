//! HTTP client for a class served elsewhere.
//!
//! [`hand_in`] submits files to a [`ClassAddress`], for the owner of the token.

mod address;
mod failure;
mod form;
mod hand_in;

pub use address::ClassAddress;
pub use hand_in::{HandedIn, hand_in};
