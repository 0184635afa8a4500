//! How turns and games end: a win by the Command tank, draws by repetition and for want of eliminations.

use std::sync::Arc;

use game::{End, Outcome};

use crate::history::TurnStart;
use crate::turn::{self, Turn};
use crate::{Options, Position, Stage};

/// Occurrences of a position at the start of a turn that draw the game.
const OCCURRENCES: u32 = 3;

impl Position {
    /// The mover has eliminated the enemy's Command tank.
    pub(crate) fn win(&mut self) {
        let outcome = Outcome::Win(self.turn.mover);
        self.stage = Stage::Over(End { outcome, reason: "command tank eliminated" });
    }

    /// The other seat's turn begins.
    pub(crate) fn end_turn(&mut self) {
        let Turn { number, mover, quiet, elimination, .. } = self.turn;
        let quiet = if elimination { 0 } else { quiet + 1 };
        // A position before an elimination cannot come back: it had more pieces.
        let before = self.start.take().filter(|_| !elimination);
        self.begin_turn(Turn::new(number.saturating_add(1), mover.other(), quiet), before);
    }

    /// Begins a turn, after the turns that began with `before`.
    pub(crate) fn begin_turn(&mut self, turn: Turn, before: Option<Arc<TurnStart>>) {
        let start = TurnStart::new(&self.board, self.options, turn.mover, before);
        self.stage = if turn.quiet >= self.options.quiet_limit() {
            draw("too many turns without an elimination")
        } else if start.occurrences >= OCCURRENCES {
            draw("third repetition")
        } else {
            Stage::Fire
        };
        self.turn = turn;
        self.start = Some(Arc::new(start));
    }
}

const fn draw(reason: &'static str) -> Stage {
    Stage::Over(End { outcome: Outcome::Draw, reason })
}

/// A bound on the plies of a game from the start.
///
/// Every piece but the Command tanks can be eliminated once without ending the game, each time at the end of
/// the longest row of turns without an elimination, and one such row can follow.
pub(crate) fn max_plies(options: Options) -> u32 {
    let side = u32::from(options.side());
    let rows = 2 * (side - 1) + 1;
    side + rows * u32::from(options.quiet_limit()) * turn::max_plies(side)
}
