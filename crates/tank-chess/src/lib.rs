//! Tank Chess: sixteen by sixteen squares, a hidden setup, turns of many actions.
//!
//! Two seats, White and Black. In the setup both place piece after piece simultaneously, without seeing each other's
//! back row. Then they take turns: a fire phase, in which hit pieces retreat or are lost, and a move phase, in which
//! the pieces of one group move. Every shot and every move is a separate ply. The player that eliminates the enemy's
//! Command tank wins. The rules for people, the texts and the layouts of views and codes are in the crate's
//! `README.md`.
//!
//! In reading order:
//!
//! - [`Square`], [`Direction`], [`SquareSet`], [`OBSTACLES`]: the board.
//! - [`Kind`], [`Piece`]: the pieces and their numbers.
//! - [`Options`]: the rule options.
//! - [`Action`]: the action of a seat in a ply; [`Placement`], [`Shot`], [`Retreat`], [`Move`].
//! - [`Position`], [`Stage`]: one state of play. Its rules: `setup` (placements), `fire` (valid shots and the effect of
//!   a hit), `retreat` (the retreat of a target), `moves` (the moves of a piece), `group` (the pieces that move
//!   together), `end` (wins and draws), `history` (the position at the turn's start and the earlier ones, for
//!   repetitions).
//! - [`METRICS`]: the numbers recorded for each seat.
//! - `notation`, `text`: actions and positions as text, both ways.
//! - `view`: the bytes that a bot reads, and the layout of codes ([`LAYOUT`]).
//! - `drawing`, `events`, `mirror`: the board as data, events in words, the rotated board.
//! - [`TankChess`], [`GAME`]: the implementation of the `game` traits.

mod action;
mod blow;
mod board;
mod direction;
mod drawing;
mod end;
mod events;
mod fire;
mod game_impl;
mod gesture;
mod group;
mod history;
mod metrics;
mod mirror;
mod moves;
mod notation;
mod options;
mod piece;
mod position;
mod retreat;
mod setup;
mod square;
mod squares;
mod terrain;
mod text;
mod turn;
mod view;

pub use action::{Action, Move, Placement, Retreat, Shot};
pub use direction::Direction;
pub use game_impl::{GAME, TankChess};
pub use metrics::METRICS;
pub use options::{OPTIONS, Options, Pieces, SideEdge};
pub use piece::{Armour, Kind, PIECES, Piece};
pub use position::{Position, Stage};
pub use square::Square;
pub use squares::SquareSet;
pub use terrain::OBSTACLES;
pub use view::LAYOUT;
