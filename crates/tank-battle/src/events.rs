//! The effects of a move, in words.

use game::{Event, PerSeat, Seat};

use crate::board::Kind;
use crate::drawing::{arrow, loss};
use crate::errors::name;
use crate::{Move, Position, Square};

impl Position {
    /// Returns the events of a legal move, in order.
    pub fn events(&self, played: Move) -> Vec<Event> {
        let board = self.board();
        let seat = board.to_move();
        let (mover, enemy) = (name(seat), name(seat.other()));
        let tank = self.noun(seat, played.from);
        let mut events = vec![Event {
            text: format!("{mover}'s {tank} goes from {} to {}", played.from, played.to),
            mark: Some(arrow(played)),
        }];
        if board.is_capture(played) {
            let victim = self.noun(seat.other(), played.to);
            let text = format!("{enemy}'s {victim} on {} is captured", played.to);
            events.push(Event { text, mark: Some(loss(played.to)) });
        }
        if board.is_entry(played) {
            let text = format!("{mover}'s {tank} is in {enemy}'s base and stays there");
            events.push(Event { text, mark: None });
        }
        events.extend(self.last_words(played));
        events
    }

    /// Returns the event of the game's end; `None` if the move does not end the game.
    fn last_words(&self, played: Move) -> Option<Event> {
        let mut next = self.clone();
        next.play(played);
        let reason = next.ending()?.reason();
        let PerSeat([white, black]) = next.board().score();
        Some(Event { text: format!("The game is over: {reason}; {white} to {black} points"), mark: None })
    }

    pub(crate) fn noun(&self, seat: Seat, square: Square) -> &'static str {
        match self.board().kind(seat, square) {
            Kind::Tank => "tank",
            Kind::Commander => "commander",
        }
    }
}
