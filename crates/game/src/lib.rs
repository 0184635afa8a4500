//! The seam between games and everything else.
//!
//! A game is two traits: [`Game`] describes the rules from the outside and makes positions; [`Position`]
//! is one state of play. Both are object-safe, so that referee, sandbox, reports and command line work
//! through `&dyn Game` and `Box<dyn Position>` and never name a game.
//!
//! Two seats, always ([`Seat`]). A position says which *set* of seats acts next ([`Phase`]): one seat in an
//! alternating game, both in a simultaneous one. An action is a code below 2^53 ([`Action`]), so that a ply
//! costs no allocation and JavaScript holds it exactly. Hidden information is in what a seat's view leaves
//! out and in [`Position::hidden_plies`].
//!
//! In reading order:
//!
//! - [`Seat`], [`SeatSet`], [`PerSeat`]: who plays.
//! - [`Action`], [`Joint`]: what is played in one ply.
//! - [`Phase`], [`End`], [`Outcome`]: what comes next, or how it ended and why.
//! - [`RuleOption`], [`Rules`]: the options of a game and their values.
//! - [`Game`], [`Position`], [`Metric`], [`Event`]: the seam itself.
//! - [`view`], [`Layout`]: the bytes a bot reads, and their description as data.
//! - [`Drawing`]: how a board looks, as data; [`Gesture`]: how a person makes an action on it.
//! - [`Dice`]: portable randomness from a key; [`Balance`]: whether a start position favours a seat.
//! - [`Work`]: what the steps of a game cost where bots play in positions of their own.
//! - [`PlyError`]: playing a ply that has not been checked.
//! - [`visible`]: text of strangers made fit to be seen; [`is_invisible`] is the one table for it.
//! - [`perft`]: counts the leaves of the tree of plies.
//! - [`conformance`]: the laws every game must keep, as checks to call from property tests.

mod action;
mod balance;
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
mod seam;
mod seat;
pub mod view;
mod visible;
mod work;

pub use action::{Action, Joint};
pub use balance::Balance;
pub use dice::Dice;
pub use drawing::{Cell, Drawing, Facing, Mark, Piece, Square, Tone};
pub use error::TextError;
pub use gesture::Gesture;
pub use layout::{ActionKind, BitField, Board, Field, FieldType, Ground, Layout};
pub use notation::{format_joint, parse_ply, ply_number, write_joint};
pub use outcome::{End, Outcome, Phase};
pub use perft::{divide, perft};
pub use ply::PlyError;
pub use rules::{RuleError, RuleKind, RuleOption, RuleValue, Rules};
pub use seam::{ClonePosition, Event, Game, Metric, Position, SeatName};
pub use seat::{PerSeat, Seat, SeatSet};
pub use visible::{is_blank, is_invisible, visible, visible_name, visible_path, without_joiners};
pub use work::Work;
