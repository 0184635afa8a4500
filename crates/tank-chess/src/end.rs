//! The end of turns and games: a win by eliminating the Command tank, draws by repetition and by turns without
//! elimination.

use std::sync::Arc;

use game::{End, Outcome};

use crate::history::TurnStart;
use crate::turn::{self, Turn};
use crate::{Options, Position, Stage};

/// Number of occurrences of a position at the start of a turn that draw the game.
const OCCURRENCES: u32 = 3;

impl Position {
    /// Ends the game: the mover has eliminated the enemy's Command tank.
    pub(crate) fn win(&mut self) {
        let outcome = Outcome::Win(self.turn.mover);
        self.stage = Stage::Over(End { outcome, reason: "command tank eliminated" });
    }

    /// Begins the other seat's turn.
    pub(crate) fn end_turn(&mut self) {
        let Turn { number, mover, quiet, elimination, .. } = self.turn;
        let quiet = if elimination { 0 } else { quiet + 1 };
        // A position before an elimination cannot recur: it had more pieces.
        let before = self.start.take().filter(|_| !elimination);
        self.begin_turn(Turn::new(number.saturating_add(1), mover.other(), quiet), before);
    }

    /// Begins a turn. `before` is the start of the last turn, with the chain before it; `None` if no earlier position
    /// can recur.
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

/// Maximum number of plies of a game from the start.
///
/// Every piece except the Command tanks can be eliminated once without ending the game, each time at the end of the
/// longest row of turns without an elimination. One more such row can follow.
pub(crate) fn max_plies(options: Options) -> u32 {
    let side = u32::from(options.side());
    let rows = 2 * (side - 1) + 1;
    side + rows * u32::from(options.quiet_limit()) * turn::max_plies(side)
}
