//! A class that is served elsewhere, asked by HTTP.
//!
//! [`hand_in`] hands files in at a [`ClassAddress`], for whoever made the token.

mod address;
mod failure;
mod form;
mod hand_in;

pub use address::ClassAddress;
pub use hand_in::{HandedIn, hand_in};
