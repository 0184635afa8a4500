//! The seats' clocks during a match, and the part of them that each seat sees.

use game::view::{self, Header};
use game::{Game, PerSeat, Position, Seat};

use crate::{Clock, Ticks};

/// Remaining and used time of each seat, between two plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    clock: PerSeat<Clock>,
    left: PerSeat<Ticks>,
    spent: PerSeat<Ticks>,
    restarted: PerSeat<bool>,
}

impl Clocks {
    /// Full clocks.
    pub fn new(clock: PerSeat<Clock>) -> Clocks {
        Clocks {
            clock,
            left: clock.map(|clock| clock.per_game),
            spent: PerSeat::default(),
            restarted: PerSeat::default(),
        }
    }

    /// Remaining time of a seat for the game.
    pub fn left(&self, seat: Seat) -> Ticks {
        self.left[seat]
    }

    /// Total time that each seat has used.
    pub fn spent(&self) -> PerSeat<Ticks> {
        self.spent
    }

    /// Time for a seat's next answer: the smaller of the move's limit and the game's remaining time.
    pub fn limit(&self, seat: Seat) -> Ticks {
        self.clock[seat].limit(self.left[seat])
    }

    /// Returns `true` if a seat's last answer timed out and an offer was played, so a fresh instance is due.
    pub fn restarted(&self, seat: Seat) -> bool {
        self.restarted[seat]
    }

    /// Charges a seat for an answer and adds the increment.
    pub fn charge(&mut self, seat: Seat, spent: Ticks, offered: bool) {
        self.spent[seat] += spent;
        self.left[seat] = self.left[seat].minus(spent) + self.clock[seat].increment;
        self.restarted[seat] = offered;
    }

    /// Writes a seat's view into `bytes`: the header, then the game's part. Overwrites `bytes`.
    pub fn write_view(
        &self,
        (game, position): (&dyn Game, &dyn Position),
        ply: u32,
        seat: Seat,
        bytes: &mut Vec<u8>,
    ) {
        bytes.resize(view::HEADER_LEN + game.layout().view_len(), 0);
        let opponent = seat.other();
        let simultaneous = position.phase().seats().len() > 1;
        let header = Header {
            game: game.id(),
            seat,
            flags: if self.restarted[seat] { view::FLAG_RESTARTED } else { 0 }
                | if simultaneous { view::FLAG_SIMULTANEOUS } else { 0 },
            ply,
            turn: position.turn(),
            legal_count: position.legal_count(seat).unwrap_or(view::UNCOUNTED),
            move_left: self.limit(seat).nanos(),
            game_left: self.left[seat].nanos(),
            opponent_left: self.clock[opponent].shown_to_the_opponent(self.left[opponent]).nanos(),
            increment: self.clock[seat].increment.nanos(),
        };
        header.write(bytes);
        let length = position.write_view(seat, &mut bytes[view::HEADER_LEN..]);
        bytes.truncate(view::HEADER_LEN + length);
    }
}
