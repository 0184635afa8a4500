//! What a bot may ask for.

/// What a bot asks for. Positions go by their handles, actions by their codes, seats by 0 and 1; nothing is trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call<'a> {
    /// The position of the question. What the seat cannot know is filled in: by these actions of the opponent, 8 bytes each,
    /// as far as they fit, otherwise by the bot's dice.
    Here(&'a [u8]),
    /// A position from its text, under the rules of the match.
    Read(&'a [u8]),
    /// A new position after a ply.
    After {
        /// The position.
        position: i32,
        /// The first seat's action, and the second's; -1 for a seat that does not act.
        actions: [i64; 2],
    },
    /// A new position after random plies, up to the end of the game.
    Playout {
        /// The position.
        position: i32,
        /// The most plies.
        plies: u32,
    },
    /// Forgets a position.
    Release(i32),
    /// Who acts next, or who has won.
    Phase(i32),
    /// The legal actions of a seat.
    Legal {
        /// The position.
        position: i32,
        /// The seat.
        seat: i32,
    },
    /// The game's metrics of a seat.
    Metrics {
        /// The position.
        position: i32,
        /// The seat.
        seat: i32,
    },
    /// What a seat sees.
    View {
        /// The position.
        position: i32,
        /// The seat.
        seat: i32,
    },
    /// What happens in a ply, in words.
    Events {
        /// The position before it.
        position: i32,
        /// As in [`Call::After`].
        actions: [i64; 2],
    },
    /// The position's text.
    Text(i32),
    /// Each legal action of a seat with phase and metrics after it.
    Children {
        /// The position.
        position: i32,
        /// The seat.
        seat: i32,
        /// The other seat's action, where both act; otherwise -1.
        other: i64,
    },
    /// The latest misuse in words.
    Error,
}

/// A type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// 32 bits.
    Number,
    /// 64 bits: an action's code.
    Action,
    /// Two of 32 bits: where bytes are that the call reads, and how many bytes or actions.
    Input,
    /// Two of 32 bits: where the reply goes, and the most units of it that there is room for.
    Output,
}

/// A call as a host call.
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
    /// The call with a number, its place in [`NAMES`]; `None` if there is none. `numbers` are its parameters of 32 bits but
    /// for places in memory, `actions` those of 64; those that it does not have are not looked at.
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

    /// Whether the call may draw from the bot's dice.
    pub fn draws(&self) -> bool {
        matches!(self, Call::Here(_) | Call::Playout { .. })
    }

    /// Bytes of a unit of the reply: what a call counts in its result.
    pub fn unit(&self, metrics: usize) -> usize {
        match self {
            Call::Legal { .. } | Call::Metrics { .. } => 8,
            Call::Children { .. } => crate::record_len(metrics),
            _ => 1,
        }
    }
}
