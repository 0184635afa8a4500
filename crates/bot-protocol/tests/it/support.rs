//! A bot that is being asked, and its calls.

use std::convert::Infallible;

use bot_protocol::positions::{Asked, Call, Free, Meter, Positions};
use game::{Dice, Game, Position, Seat};

/// A bot at a seat that is being asked in a position.
pub(crate) struct Desk<'a> {
    pub(crate) asked: Asked<'a>,
    pub(crate) positions: Positions,
    pub(crate) dice: Dice,
    pub(crate) reply: Vec<u8>,
}

impl<'a> Desk<'a> {
    pub(crate) fn new(
        game: &'static dyn Game,
        position: &'a dyn Position,
        seat: Seat,
        dice: u64,
    ) -> Desk<'a> {
        let mut positions = Positions::default();
        positions.begin(0);
        let asked = Asked { game, position, seat, ply: 0 };
        Desk { asked, positions, dice: Dice::from_number(dice), reply: Vec::new() }
    }

    /// A call without charge.
    pub(crate) fn call(&mut self, call: Call<'_>) -> i32 {
        self.metered(call, &mut Free).unwrap_or_else(|never: Infallible| match never {})
    }

    pub(crate) fn metered<M: Meter>(&mut self, call: Call<'_>, meter: &mut M) -> Result<i32, M::Stop> {
        let Desk { asked, positions, dice, reply } = self;
        positions.perform(call, Some(*asked), dice, meter, reply)
    }

    /// Returns the sentence for the latest misuse.
    pub(crate) fn error(&mut self) -> String {
        self.call(Call::Error);
        String::from_utf8(self.reply.clone()).unwrap()
    }

    /// The reply as 64-bit numbers.
    pub(crate) fn numbers(&self) -> Vec<i64> {
        self.reply.as_chunks().0.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect()
    }

    pub(crate) fn text(&mut self, position: i32) -> String {
        assert!(self.call(Call::Text(position)) > 0);
        String::from_utf8(self.reply.clone()).unwrap()
    }
}

/// A game by its name.
pub(crate) fn game(name: &str) -> &'static dyn Game {
    games::find(name).unwrap()
}

/// The start of a game under its default rules.
pub(crate) fn start(game: &dyn Game) -> Box<dyn Position> {
    game.start(&game::Rules::defaults(game.options()))
}

/// A ply with a random legal action of each seat to act, and its codes in the form of a call.
pub(crate) fn random_ply(position: &dyn Position, dice: &mut Dice) -> Option<(game::Joint, [i64; 2])> {
    let mut joint = game::Joint::default();
    let mut codes = [-1; 2];
    for seat in position.phase().seats().iter() {
        let mut legal = Vec::new();
        position.legal_actions(seat, &mut legal);
        joint[seat] = dice.pick(&legal).copied();
        codes[seat.index()] = joint[seat]?.code() as i64;
    }
    position.phase().end().is_none().then_some((joint, codes))
}
