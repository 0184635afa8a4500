//! A recorded match played through its rules again, ply by ply.

use game::{Game, Joint, PerSeat, Position, Rules, Seat};
use referee::Played;
use thiserror::Error;

use crate::page::{Deed, Scene, Step};

/// A record that the rules do not allow: the ledger is damaged, or the rules are others.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// The start position cannot be read.
    #[error("its start position cannot be read: {0}")]
    Start(String),
    /// An action that is not allowed where it was played.
    #[error("its ply {ply} cannot be played")]
    Ply {
        /// From 1.
        ply: u32,
    },
}

/// A match between two of its plies.
pub(crate) struct Replay<'a> {
    game: &'static dyn Game,
    position: Box<dyn Position>,
    rest: &'a [Played],
    ply: u32,
}

/// One ply of a record, checked.
pub(crate) struct Ply<'a> {
    /// From 0.
    pub(crate) number: u32,
    /// Its actions.
    pub(crate) joint: Joint,
    /// The same with the time each took, the first seat's first.
    pub(crate) played: &'a [Played],
}

/// The actions of a match as they are exported, ply by ply.
#[derive(Debug, Default)]
pub(crate) struct Actions {
    /// In notation.
    pub(crate) texts: Vec<String>,
    /// The ticks they took, the first seat's first.
    pub(crate) ticks: Vec<Vec<u64>>,
    /// Those that were offers: ply from 1 and seat.
    pub(crate) offered: Vec<(u32, &'static str)>,
}

const fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

impl<'a> Replay<'a> {
    /// A match at its start; `start` is the text of a position that is not the game's own.
    ///
    /// # Errors
    /// When the text is no position.
    pub(crate) fn new(
        game: &'static dyn Game,
        rules: &Rules,
        start: Option<&str>,
        played: &'a [Played],
    ) -> Result<Replay<'a>, ReplayError> {
        let position = match start {
            None => game.start(rules),
            Some(text) => {
                game.parse_position(rules, text).map_err(|error| ReplayError::Start(error.to_string()))?
            }
        };
        Ok(Replay { game, position, rest: played, ply: 0 })
    }

    /// The next ply, if there is one.
    ///
    /// # Errors
    /// When it cannot be played here.
    pub(crate) fn peek(&self) -> Result<Option<Ply<'a>>, ReplayError> {
        let Some(first) = self.rest.first() else { return Ok(None) };
        let same = self.rest.iter().take_while(|played| played.ply == first.ply).count();
        let played = &self.rest[..same];
        let wrong = ReplayError::Ply { ply: self.ply + 1 };
        let seats = self.position.phase().seats();
        if played.len() != seats.len() as usize {
            return Err(wrong);
        }
        let mut joint = Joint::default();
        for entry in played {
            let is_legal = self.game.is_action(entry.action)
                && joint[entry.seat].is_none()
                && self.position.is_legal(entry.seat, entry.action);
            if !is_legal {
                return Err(wrong);
            }
            joint[entry.seat] = Some(entry.action);
        }
        Ok(Some(Ply { number: self.ply, joint, played }))
    }

    /// Plays a ply that [`Replay::peek`] gave.
    pub(crate) fn advance(&mut self, ply: &Ply<'a>) {
        self.position.apply(&ply.joint);
        self.rest = &self.rest[ply.played.len()..];
        self.ply += 1;
    }

    /// All actions from here on, as they are exported.
    ///
    /// # Errors
    /// When one cannot be played.
    pub(crate) fn actions(mut self) -> Result<Actions, ReplayError> {
        let mut actions = Actions::default();
        while let Some(ply) = self.peek()? {
            actions.texts.push(game::format_joint(self.game, &*self.position, &ply.joint));
            actions.ticks.push(ply.played.iter().map(|played| played.spent.0).collect());
            let offered = ply.played.iter().filter(|played| played.offered);
            actions.offered.extend(offered.map(|played| (ply.number + 1, seat_word(played.seat))));
            self.advance(&ply);
        }
        Ok(actions)
    }

    /// The position as it is shown.
    pub(crate) fn scene(&self) -> Scene {
        Scene {
            turn: self.position.turn(),
            text: self.position.to_string(),
            drawing: self.position.draw(None),
        }
    }

    /// The ply as it is shown.
    pub(crate) fn step(&self, ply: &Ply<'_>) -> Step {
        let deed = |seat: Seat| {
            let played = ply.played.iter().find(|played| played.seat == seat)?;
            Some(Deed {
                text: self.position.format_action(seat, played.action),
                spent: played.spent,
                offered: played.offered,
            })
        };
        Step {
            ply: ply.number,
            before: self.scene(),
            actions: PerSeat::from_fn(deed),
            events: self.position.events(&ply.joint, None),
        }
    }
}
