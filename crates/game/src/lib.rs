//! The interface between games and the rest of the system.
//!
//! A game is two traits: [`Game`] describes the rules from the outside and creates positions; [`Position`] is one state
//! of play. Both are object-safe: referee, sandbox, reports and command line work through `&dyn Game` and `Box<dyn
//! Position>` and never name a game.
//!
//! There are always two seats ([`Seat`]). A position says which *set* of seats acts next ([`Phase`]): one seat in an
//! alternating game, both in a simultaneous one. An action is a code below 2^53 ([`Action`]): a ply needs no
//! allocation, and JavaScript holds the code exactly. A seat's view leaves out hidden information, and
//! [`Position::hides`] says which actions it may not know. In a ply of chance no seat acts.
//!
//! In reading order:
//!
//! - [`Seat`], [`SeatSet`], [`PerSeat`]: the two sides.
//! - [`Action`], [`Joint`]: the actions of one ply.
//! - [`Phase`], [`End`], [`Outcome`]: the seats to act next, or the end and the reason for it.
//! - [`RuleOption`], [`Rules`]: the options of a game and their values.
//! - [`Game`], [`Position`], [`Metric`], [`Event`]: the traits and their data.
//! - [`view`], [`Layout`]: the bytes that a bot reads, and their description as data.
//! - [`Blow`]: the effect of a ply that decides a game.
//! - [`Drawing`]: the look of a board, as data; [`Gesture`]: a person's way to make an action on it.
//! - [`Dice`]: portable randomness from a key; [`Balance`]: a measure of whether a start position favours a seat.
//! - [`Work`]: the prices of a game's steps when bots play in their own positions.
//! - [`PlyError`]: playing an unchecked ply.
//! - [`visible`]: untrusted text made safe to show; [`is_invisible`] is the only table for it.
//! - [`perft`]: counts the leaves of the tree of plies.
//! - [`conformance`]: the laws that every game must keep, as checks to call from property tests.

mod action;
mod balance;
mod blow;
pub mod conformance;
mod dice;
mod drawing;
mod error;
mod gesture;
mod layout;
mod notation;
mod outcome;
mod perft;
mod ply;
mod rules;
mod seat;
mod traits;
pub mod view;
mod visible_text;
mod work_prices;

pub use action::{Action, Joint};
pub use balance::Balance;
pub use blow::{Blow, Count, score_words};
pub use dice::Dice;
pub use drawing::{Cell, Drawing, Facing, Figure, Form, Mark, Piece, Shape, Sketch, Square, Tone};
pub use error::{RulesFault, TextError};
pub use gesture::Gesture;
pub use layout::{ActionKind, BitField, Board, Field, FieldType, Ground, Layout};
pub use notation::{format_joint, parse_ply, ply_number, write_joint};
pub use outcome::{Chance, End, Outcome, Phase};
pub use perft::{divide, perft, try_perft};
pub use ply::PlyError;
pub use rules::{RuleError, RuleKind, RuleOption, RuleValue, Rules};
pub use seat::{PerSeat, Seat, SeatSet};
pub use traits::{ClonePosition, Event, Game, Metric, Position, SeatName, random_joint};
pub use visible_text::{is_blank, is_invisible, visible, visible_name, visible_path, without_joiners};
pub use work_prices::Work;
