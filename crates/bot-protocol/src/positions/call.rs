//! The calls of a bot.

/// A call of a bot. Positions are given by handle, actions by code, seats as 0 and 1. No value is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call<'a> {
    /// The position of the question, with hidden information filled in: by these actions of the opponent, 8 bytes each,
    /// where they are legal, and otherwise by the bot's dice.
    Here(&'a [u8]),
    /// A position from its text, under the rules of the match.
    Read(&'a [u8]),
    /// A new position after a ply.
    After {
        /// The position.
        position: i32,
        /// The first seat's action and the second's; -1 for a seat that does not act.
        actions: [i64; 2],
    },
    /// A new position after random plies, at most up to the end of the game.
    Playout {
        /// The position.
        position: i32,
        /// Maximum number of plies.
        plies: u32,
    },
    /// Forgets a position.
    Release(i32),
    /// The seats to act next, or the winner.
    Phase(i32),
    /// The legal actions of a seat.
    Legal {
        /// The position.
        position: i32,
        /// The seat.
        seat: i32,
    },
    /// The game's metrics for a seat.
    Metrics {
        /// The position.
        position: i32,
        /// The seat.
        seat: i32,
    },
    /// The view of a seat.
    View {
        /// The position.
        position: i32,
        /// The seat.
        seat: i32,
    },
    /// The events of a ply, in words.
    Events {
        /// The position before it.
        position: i32,
        /// As in [`Call::After`].
        actions: [i64; 2],
    },
    /// The position's text.
    Text(i32),
    /// Each legal action of a seat, with the phase and metrics after it.
    Children {
        /// The position.
        position: i32,
        /// The seat.
        seat: i32,
        /// The other seat's action if both act; otherwise -1.
        other: i64,
    },
    /// The latest misuse, in words.
    Error,
}

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// 32 bits.
    Number,
    /// 64 bits: an action's code.
    Action,
    /// Two of 32 bits: the address of the input bytes, and the number of bytes or actions.
    Input,
    /// Two of 32 bits: the address for the reply, and the maximum number of its units.
    Output,
}

/// A call in the form of a host call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its name.
    pub name: &'static str,
    /// Its parameters.
    pub parameters: &'static [Type],
}

/// The host calls, in the order of [`Call`].
pub const NAMES: [Named; 13] = {
    use Type::{Action, Input, Number, Output};
    const fn named(name: &'static str, parameters: &'static [Type]) -> Named {
        Named { name, parameters }
    }
    [
        named("position_here", &[Input]),
        named("position_read", &[Input]),
        named("position_after", &[Number, Action, Action]),
        named("position_playout", &[Number, Number]),
        named("position_release", &[Number]),
        named("position_phase", &[Number]),
        named("position_legal", &[Number, Number, Output]),
        named("position_metrics", &[Number, Number, Output]),
        named("position_view", &[Number, Number, Output]),
        named("position_events", &[Number, Action, Action, Output]),
        named("position_text", &[Number, Output]),
        named("position_children", &[Number, Number, Action, Output]),
        named("position_error", &[Output]),
    ]
};

impl<'a> Call<'a> {
    /// Returns the call with a number, its index in [`NAMES`]; `None` if there is none. `numbers` are its 32-bit
    /// parameters except addresses, `actions` its 64-bit ones. Values that the call does not use are ignored.
    pub fn numbered(index: usize, numbers: [i32; 2], actions: [i64; 2], input: &'a [u8]) -> Option<Call<'a>> {
        let [position, second] = numbers;
        Some(match index {
            0 => Call::Here(input),
            1 => Call::Read(input),
            2 => Call::After { position, actions },
            3 => Call::Playout { position, plies: second as u32 },
            4 => Call::Release(position),
            5 => Call::Phase(position),
            6 => Call::Legal { position, seat: second },
            7 => Call::Metrics { position, seat: second },
            8 => Call::View { position, seat: second },
            9 => Call::Events { position, actions },
            10 => Call::Text(position),
            11 => Call::Children { position, seat: second, other: actions[0] },
            12 => Call::Error,
            _ => return None,
        })
    }

    /// Returns `true` if the call may draw from the bot's dice.
    pub fn draws(&self) -> bool {
        matches!(self, Call::Here(_) | Call::Playout { .. })
    }

    /// Size of a unit of the reply in bytes. The result of a call counts these units.
    pub fn unit(&self, metrics: usize) -> usize {
        match self {
            Call::Legal { .. } | Call::Metrics { .. } => 8,
            Call::Children { .. } => crate::positions::record_len(metrics),
            _ => 1,
        }
    }
}
