//! Tank Chess: sixteen by sixteen squares, a hidden setup, turns of many actions.
//!
//! Two seats, White and Black. In the setup both place piece by piece at once, neither seeing the other's
//! back row. Then they take turns: a fire phase, in which hit pieces retreat or are lost, and a move phase, in
//! which the pieces of one group move. Every shot and every move is a ply of its own. Who eliminates the
//! enemy's Command tank wins. The rules for people, the texts and the layouts of views and codes are in the
//! crate's `README.md`.
//!
//! In reading order:
//!
//! - [`Square`], [`Direction`], [`SquareSet`], [`OBSTACLES`]: the board.
//! - [`Kind`], [`Piece`]: the pieces and their numbers.
//! - [`Options`]: the rule options in force.
//! - [`Action`]: what a seat does in a ply; [`Placement`], [`Shot`], [`Retreat`], [`Move`].
//! - [`Position`], [`Stage`]: one state of play. Its rules: `setup` (placements), `fire` (who may fire on whom,
//!   and what a hit does), `retreat` (where a target goes), `moves` (where a piece may go), `group` (which
//!   pieces move together), `end` (wins and draws), `history` (the position at the
//!   turn's start and those before it, for repetitions).
//! - [`METRICS`]: what is recorded for each seat.
//! - `notation`, `text`: actions and positions as text, both ways.
//! - `view`: the bytes a bot reads, and the layout of codes ([`LAYOUT`]).
//! - `drawing`, `events`, `mirror`: the board as data, what happened in words, the board turned round.
//! - [`TankChess`], [`GAME`]: the game as the seam sees it.

mod action;
mod board;
mod direction;
mod drawing;
mod end;
mod events;
mod fire;
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
mod seam;
mod setup;
mod square;
mod squares;
mod terrain;
mod text;
mod turn;
mod view;

pub use action::{Action, Move, Placement, Retreat, Shot};
pub use direction::Direction;
pub use metrics::METRICS;
pub use options::{OPTIONS, Options, Pieces, SideEdge};
pub use piece::{Armour, Kind, PIECES, Piece};
pub use position::{Position, Stage};
pub use seam::{GAME, TankChess};
pub use square::Square;
pub use squares::SquareSet;
pub use terrain::OBSTACLES;
pub use view::LAYOUT;
