//! Operations on the seats of bots: their dice, and the positions that they create while they answer.

use game::Dice;
use referee::{MatchSeed, transcript};

use super::{Engine, Handle, OpenItem, Reply, json};
use crate::request::split;
use crate::seat_numbers::seat;
use crate::seated_bot::{Parameters, SeatedBot};
use crate::{EngineError, MatchStart, Session};

impl Engine {
    /// Opens a bot's seat from the key of its dice, 32 bytes.
    ///
    /// # Errors
    /// When the key has another length.
    pub fn open_seat(&mut self, key: &[u8]) -> Result<Handle, EngineError> {
        let key = key.try_into().map_err(|_| EngineError::ShortRequest { found: key.len(), due: 32 })?;
        Ok(self.add(OpenItem::Seat(Box::new(SeatedBot::new(Dice::from_key(key))))))
    }

    /// Returns the next bytes of a seat's dice, as WASI's `random_get` returns them; 8 of them are a `random`.
    ///
    /// # Errors
    /// When the handle is not a seat's, or too many bytes are requested.
    pub fn dice(&mut self, handle: Handle, count: u32) -> Reply {
        const MOST: u32 = 16 << 20;
        if count > MOST {
            return Err(EngineError::TooMany(count));
        }
        let mut bytes = vec![0; count as usize];
        self.seat(handle)?.dice.fill(&mut bytes);
        Ok(bytes)
    }

    /// Number of 64-bit values drawn from a seat's dice, as JSON.
    ///
    /// # Errors
    /// When the handle is not a seat's.
    pub fn drawn(&mut self, handle: Handle) -> Reply {
        json(&self.seat(handle)?.dice.drawn())
    }

    /// Begins a question to the bot at a seat, which may create positions from now on. The request is the reply of
    /// [`Engine::standing`], `of` the seat that is asked.
    ///
    /// # Errors
    /// When the request cannot be read, or the match cannot be replayed.
    pub fn begin_question(&mut self, handle: Handle, of: u32, request: &[u8]) -> Reply {
        let asked = seat(of)?;
        let (length, rest) =
            request.split_first_chunk().ok_or(EngineError::ShortRequest { found: request.len(), due: 4 })?;
        let (opening, played) = split(rest, u32::from_le_bytes(*length))?;
        let session = Session::recorded(MatchStart::read(opening)?, transcript::decode(played)?);
        self.seat(handle)?.ask(session, asked)?;
        Ok(Vec::new())
    }

    /// Ends a question and forgets the bot's positions.
    ///
    /// # Errors
    /// When the handle is not a seat's.
    pub fn end_question(&mut self, handle: Handle) -> Reply {
        self.seat(handle)?.answered();
        Ok(Vec::new())
    }

    /// Performs a call of the bot at a seat on its own positions (`bot_protocol::positions::NAMES`), with the input
    /// bytes of the call.
    ///
    /// # Errors
    /// When the handle is not a seat's, or there is no such call.
    pub fn position(
        &mut self,
        handle: Handle,
        parameters: Parameters,
        input: &[u8],
        reply: &mut Vec<u8>,
    ) -> Result<i32, EngineError> {
        let call = parameters.call;
        self.seat(handle)?.perform(parameters, input, reply).ok_or(EngineError::NoSuchCall(call))
    }

    /// Returns the key of a seat's dice in a match whose seed is a number.
    ///
    /// # Errors
    /// When there is no such seat.
    pub fn seat_key(&self, number: i64, of: u32) -> Reply {
        Ok(MatchSeed::from_number(number as u64).seat_key(seat(of)?).to_vec())
    }

    fn seat(&mut self, handle: Handle) -> Result<&mut SeatedBot, EngineError> {
        match self.open.get_mut(&handle) {
            None => Err(EngineError::NoSuchHandle(handle)),
            Some(OpenItem::Seat(seat)) => Ok(seat),
            Some(_) => Err(EngineError::OtherHandle { handle, expected: "a seat" }),
        }
    }
}
