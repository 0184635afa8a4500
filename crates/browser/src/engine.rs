//! All operations.

mod bot_seats;

use std::collections::BTreeMap;

use game::{Action, Game, Seat};
use game_file::RulesCalls;
use hash::Hash;
use referee::history::record;
use referee::{Limits, Match, transcript};
use replay::archive::Row;
use serde::Serialize;

use crate::answer::{self, AskShape};
use crate::archived_match::{self, RowShape};
use crate::frame::{self, FrameShape};
use crate::limits::LimitsShape;
use crate::overview::overview;
use crate::request::{parts, split, text};
use crate::seat_numbers::{seat, viewer, winner};
use crate::seated_bot::SeatedBot;
use crate::verdict::verdict;
use crate::{EngineError, MatchStart, Session, bot_log, catalogue, faults, legal, mistakes, view_fields};

/// The result of an operation: JSON, text or bytes, as its documentation says.
type Reply = Result<Vec<u8>, EngineError>;
/// The number of an open match, archive or seat.
type Handle = u32;

/// All open matches, archives and seats, and all operations on them. An operation that fails changes nothing.
///
/// A seat is 0 or 1. A viewer is a seat, or 2 to see everything.
#[derive(Default)]
pub struct Engine {
    open: BTreeMap<Handle, OpenItem>,
    next: Handle,
    /// The games from files.
    games: Vec<&'static dyn Game>,
}

enum OpenItem {
    Archive(Vec<Row>),
    Session(Box<Session>),
    Seat(Box<SeatedBot>),
}

impl Engine {
    /// An engine with nothing open.
    pub const fn new() -> Engine {
        Engine { open: BTreeMap::new(), next: 1, games: Vec::new() }
    }

    /// Returns the games, as JSON: the built-in ones, then those from files.
    ///
    /// # Errors
    /// Never in practice.
    pub fn games(&self) -> Reply {
        Ok(catalogue::games(&self.games)?)
    }

    /// Returns the hash of a module, by which [`open_game`](Engine::open_game) opens its game, as text.
    ///
    /// # Errors
    /// Never.
    pub fn hash(&self, module: &[u8]) -> Reply {
        Ok(Hash::digest(module).to_string().into_bytes())
    }

    /// Opens a game by the hash of the module of its rules, which `calls` performs, and returns its key. Every
    /// other operation accepts the key from then on.
    ///
    /// # Errors
    /// When the hash is invalid, or the module does not describe a game.
    pub fn open_game(&mut self, hash: &[u8], calls: Box<dyn RulesCalls>) -> Reply {
        let game = game_file::open_by_hash(text(hash)?.parse()?, calls)?;
        games::register(game);
        if self.games.iter().all(|known| known.key() != game.key()) {
            self.games.push(game);
        }
        Ok(game.key().as_bytes().to_vec())
    }

    /// Opens a recorded match: a [`MatchStart`]'s text of `length` bytes, then the transcript.
    ///
    /// # Errors
    /// When either cannot be read.
    pub fn open_recorded(&mut self, request: &[u8], length: u32) -> Result<Handle, EngineError> {
        let due = length as usize;
        let (opening, bytes) =
            request.split_at_checked(due).ok_or(EngineError::ShortRequest { found: request.len(), due })?;
        let opening = MatchStart::read(opening)?;
        let played = transcript::decode(bytes)?;
        Ok(self.add(OpenItem::Session(Box::new(Session::recorded(opening, played)))))
    }

    /// Opens a new match from a [`MatchStart`]'s text.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn open_live(&mut self, request: &[u8]) -> Result<Handle, EngineError> {
        let session = Session::live(MatchStart::read(request)?)?;
        Ok(self.add(OpenItem::Session(Box::new(session))))
    }

    /// Opens a match that continues another one from a ply, under the limits in the request unless it is empty.
    ///
    /// # Errors
    /// When there is no such ply, or it cannot be reached under the limits.
    pub fn open_branch(&mut self, of: Handle, plies: u32, limits: &[u8]) -> Result<Handle, EngineError> {
        let limits = text(limits)?;
        let limits = if limits.is_empty() { None } else { Some(limits.parse()?) };
        let session = self.session(of)?.branch(plies, limits)?;
        Ok(self.add(OpenItem::Session(Box::new(session))))
    }

    /// Opens an archive of matches.
    ///
    /// # Errors
    /// When the bytes are not an archive.
    pub fn open_archive(&mut self, bytes: &[u8]) -> Result<Handle, EngineError> {
        let rows = replay::archive::decode(bytes)?;
        Ok(self.add(OpenItem::Archive(rows)))
    }

    /// Number of matches in an archive, as JSON.
    ///
    /// # Errors
    /// When the handle is not an archive's.
    pub fn count(&self, handle: Handle) -> Reply {
        json(&self.rows(handle)?.len())
    }

    /// Returns the index of the match with a key in an archive, from 0, as JSON; `null` if it is missing.
    ///
    /// # Errors
    /// When the handle is not an archive's.
    pub fn find(&self, handle: Handle, key: &[u8]) -> Reply {
        json(&archived_match::find(self.rows(handle)?, text(key)?))
    }

    /// Returns a match of an archive without its actions, as JSON.
    ///
    /// # Errors
    /// When there is no such match.
    pub fn row(&self, handle: Handle, index: u32) -> Reply {
        json(&RowShape::from(self.archived(handle, index)?))
    }

    /// Opens a match of an archive: a [`MatchStart`]'s text, whose start is replaced by the archive's.
    ///
    /// # Errors
    /// When there is no such match, or the text cannot be read.
    pub fn open_row(&mut self, handle: Handle, index: u32, opening: &[u8]) -> Result<Handle, EngineError> {
        let row = self.archived(handle, index)?;
        let opening = MatchStart::read(opening)?.starting_at(row.start.as_deref())?;
        let session = Session::recorded(opening, row.played.clone());
        Ok(self.add(OpenItem::Session(Box::new(session))))
    }

    /// Returns the index of the archive that may have a match, from 0, as JSON; `null` if none does. The request is the
    /// match's key, then the first key of each archive, in increasing order.
    ///
    /// # Errors
    /// When the request is not text.
    pub fn place(&self, request: &[u8]) -> Reply {
        let request = text(request)?;
        let (key, firsts) = request.split_once('\0').unwrap_or((request, ""));
        json(&archived_match::place(key, firsts))
    }

    /// Returns the key of a match as text from its numbers, all from 0: stage, round, pairing, and game with its
    /// attempt.
    ///
    /// # Errors
    /// When a number exceeds its limit.
    pub fn key(&self, numbers: [u32; 4]) -> Reply {
        Ok(archived_match::key(numbers)?.to_string().into_bytes())
    }

    /// Returns the key of a match's return game, as JSON; `null` if the request is not a key.
    ///
    /// # Errors
    /// When the request is not text.
    pub fn return_game(&self, request: &[u8]) -> Reply {
        json(&archived_match::return_game(text(request)?))
    }

    /// Returns the faults of a match by seat, as JSON. The request has the fault of each seat that forfeited, the first
    /// seat's first. `won_by` is the winner, or 2 for a draw.
    ///
    /// # Errors
    /// When there is no such seat or fault.
    pub fn faults(&self, won_by: u32, request: &[u8]) -> Reply {
        json(&faults::by_seat(winner(won_by)?, text(request)?)?)
    }

    /// Returns the limits that concern the host of a bot, as JSON.
    ///
    /// # Errors
    /// When the request is not the text of limits.
    pub fn limits(&self, request: &[u8]) -> Reply {
        json(&LimitsShape::from(text(request)?.parse::<Limits>()?))
    }

    /// Closes a match, an archive or a seat.
    ///
    /// # Errors
    /// When the handle is not open.
    pub fn close(&mut self, handle: Handle) -> Reply {
        self.open.remove(&handle).map(|_| Vec::new()).ok_or(EngineError::NoSuchHandle(handle))
    }

    /// Number of complete plies, as JSON.
    ///
    /// # Errors
    /// When the handle is not a match's.
    pub fn plies(&mut self, handle: Handle) -> Reply {
        json(&self.session(handle)?.plies())
    }

    /// Returns all plies in one pass, as JSON.
    ///
    /// # Errors
    /// When the match cannot be replayed.
    pub fn overview(&mut self, handle: Handle, viewed_by: u32) -> Reply {
        let viewer = viewer(viewed_by)?;
        json(&overview(self.session(handle)?.recording(), viewer)?)
    }

    /// Returns everything visible before a ply, as JSON.
    ///
    /// # Errors
    /// When there is no such ply, or it cannot be reached.
    pub fn frame(&mut self, handle: Handle, ply: u32, viewed_by: u32) -> Reply {
        let viewer = viewer(viewed_by)?;
        self.session(handle)?.look(ply, |replay| json(&FrameShape::new(&replay.frame(), viewer)))
    }

    /// Draws the board before a ply as SVG, with the marks of the last ply. Rotates it by 180 degrees if flipped (1,
    /// not 0).
    ///
    /// # Errors
    /// When there is no such ply, or it cannot be reached.
    pub fn svg(&mut self, handle: Handle, ply: u32, viewed_by: u32, flipped: u32) -> Reply {
        let viewer = viewer(viewed_by)?;
        let session = self.session(handle)?;
        session.look(ply, |replay| frame::svg(replay, viewer, flipped != 0).map(String::into_bytes))
    }

    /// Returns a seat's legal actions before a ply with their gestures, as JSON.
    ///
    /// # Errors
    /// When there is no such ply, or it cannot be reached.
    pub fn legal(&mut self, handle: Handle, ply: u32, of: u32) -> Reply {
        let seat = seat(of)?;
        self.session(handle)?.look(ply, |replay| json(&legal::legal(&replay.frame(), seat)))
    }

    /// Returns the codes of a seat's legal actions before a ply: 8 bytes each, as a bot receives them.
    ///
    /// # Errors
    /// When there is no such ply, or it cannot be reached.
    pub fn legal_codes(&mut self, handle: Handle, ply: u32, of: u32) -> Reply {
        let seat = seat(of)?;
        self.session(handle)?.look(ply, |replay| Ok(legal::codes(&replay.frame(), seat)))
    }

    /// Returns the view of a seat before a ply, in bytes.
    ///
    /// # Errors
    /// When there is no such ply, or it cannot be reached.
    pub fn view(&mut self, handle: Handle, ply: u32, of: u32) -> Reply {
        let seat = seat(of)?;
        self.session(handle)?.look(ply, |replay| Ok(replay.frame().view(seat)))
    }

    /// Returns the view of a seat before a ply field by field, as JSON.
    ///
    /// # Errors
    /// When there is no such ply, or it cannot be reached.
    pub fn fields(&mut self, handle: Handle, ply: u32, of: u32) -> Reply {
        let view = self.view(handle, ply, of)?;
        json(&view_fields::fields(self.session(handle)?.opening().game, &view))
    }

    /// Returns the notation of a seat's action before a ply.
    ///
    /// # Errors
    /// When it is not an action of the game, or there is no such ply.
    pub fn format(&mut self, handle: Handle, ply: u32, of: u32, code: i64) -> Reply {
        let seat = seat(of)?;
        let session = self.session(handle)?;
        let game = session.opening().game;
        let action = u64::try_from(code).ok().and_then(Action::from_code);
        let action = action.filter(|&action| game.is_action(action)).ok_or(EngineError::NotAnAction(code))?;
        session.look(ply, |replay| Ok(replay.frame().position().format_action(seat, action).into_bytes()))
    }

    /// Returns the code of a seat's action before a ply from its notation, as JSON. It need not be legal.
    ///
    /// # Errors
    /// When the text is not an action, with the game's message, or there is no such ply.
    pub fn parse(&mut self, handle: Handle, ply: u32, of: u32, notation: &[u8]) -> Reply {
        let (seat, notation) = (seat(of)?, text(notation)?);
        self.session(handle)?.look(ply, |replay| {
            let action = replay.frame().position().parse_action(seat, notation)?;
            json(&action.code())
        })
    }

    /// Returns the log of a seat's bot with the annotations of its lines, as JSON. The request is `length` bytes of
    /// marks, each a ply and the offset at which its part begins, in 32 bits; then the log.
    ///
    /// # Errors
    /// When there is no such ply.
    pub fn log(&mut self, handle: Handle, of: u32, request: &[u8], length: u32) -> Reply {
        let seat = seat(of)?;
        let (marks, log) = split(request, length)?;
        let closing = bot_log::closing(marks, log);
        json(&bot_log::parts(self.session(handle)?.recording(), seat, &closing)?)
    }

    /// Returns the turns of a seat that cost expected points, as JSON. The request has three texts: the number of the
    /// winner, `draw`, or nothing if the rules did not end the match; and for each seat the lines that the game's
    /// reference logged, each after its ply and a space.
    ///
    /// # Errors
    /// When the handle is not a match's, the request is not text, or the match cannot be replayed.
    pub fn mistakes(&mut self, handle: Handle, of: u32, request: &[u8]) -> Reply {
        let [outcome, first, second] = parts(text(request)?);
        let recording = self.session(handle)?.recording();
        json(&mistakes::course(recording, seat(of)?, mistakes::outcome(outcome), [first, second])?)
    }

    /// Returns the actions that a seat may know now: 16 bytes each, as a bot receives them.
    ///
    /// # Errors
    /// When the handle is not of a match in progress.
    pub fn history(&mut self, handle: Handle, of: u32) -> Reply {
        let seat = seat(of)?;
        Ok(self.playing(handle)?.scene().history(seat).flat_map(record).collect())
    }

    /// Returns the actions of a match with their times, as a transcript.
    ///
    /// # Errors
    /// When the handle is not a match's.
    pub fn transcript(&mut self, handle: Handle) -> Reply {
        Ok(transcript::encode(self.session(handle)?.played()))
    }

    /// Returns the seats whose answers are missing, as JSON.
    ///
    /// # Errors
    /// When the handle is not of a match in progress.
    pub fn waiting(&mut self, handle: Handle) -> Reply {
        json(&self.playing(handle)?.waiting().iter().map(Seat::index).collect::<Vec<_>>())
    }

    /// Returns the part of a question to a seat that is not in its view, as JSON.
    ///
    /// # Errors
    /// When the seat is not asked.
    pub fn ask(&mut self, handle: Handle, of: u32) -> Reply {
        let seat = seat(of)?;
        let playing = self.playing(handle)?;
        if !playing.waiting().contains(seat) {
            return Err(EngineError::NotAsked(seat.index()));
        }
        json(&AskShape::from(playing.ask(seat)))
    }

    /// Passes a seat's answer to a match in progress: ticks spent, offer, code, fault and detail, separated by zero
    /// bytes. Missing parts are empty.
    ///
    /// # Errors
    /// When the seat is not asked, or the answer cannot be read.
    pub fn answer(&mut self, handle: Handle, of: u32, request: &[u8]) -> Reply {
        let seat = seat(of)?;
        answer::answer(self.playing(handle)?, seat, request)?;
        Ok(Vec::new())
    }

    /// Takes back the answers of the ply in progress, or the last ply if there are none.
    ///
    /// # Errors
    /// When nothing has been played, or the handle is not of a match in progress.
    pub fn undo(&mut self, handle: Handle) -> Reply {
        self.playing(handle)?;
        self.session(handle)?.undo()?;
        Ok(Vec::new())
    }

    /// Returns the verdict on a match in progress, as JSON; `null` until it has ended.
    ///
    /// # Errors
    /// When the handle is not of a match in progress.
    pub fn verdict(&mut self, handle: Handle) -> Reply {
        json(&verdict(self.playing(handle)?))
    }

    /// Returns the state of a match in progress for [`Engine::begin_question`] of another engine: the length of the
    /// [`MatchStart`]'s text (4 bytes, the lowest first), that text, and the transcript so far.
    ///
    /// # Errors
    /// When the handle is not of a match in progress.
    pub fn standing(&mut self, handle: Handle) -> Reply {
        self.playing(handle)?;
        let session = self.session(handle)?;
        let opening = session.opening().to_string();
        let mut bytes = (opening.len() as u32).to_le_bytes().to_vec();
        bytes.extend_from_slice(opening.as_bytes());
        bytes.extend(transcript::encode(session.played()));
        Ok(bytes)
    }

    fn add(&mut self, open: OpenItem) -> Handle {
        let handle = self.next;
        self.open.insert(handle, open);
        // No page opens this many in its lifetime.
        self.next = self.next.wrapping_add(1).max(1);
        handle
    }

    fn rows(&self, handle: Handle) -> Result<&[Row], EngineError> {
        match self.open.get(&handle) {
            None => Err(EngineError::NoSuchHandle(handle)),
            Some(OpenItem::Archive(rows)) => Ok(rows),
            Some(_) => Err(EngineError::OtherHandle { handle, expected: "an archive" }),
        }
    }

    fn archived(&self, handle: Handle, index: u32) -> Result<&Row, EngineError> {
        let rows = self.rows(handle)?;
        rows.get(index as usize).ok_or(EngineError::NoSuchMatch { index, count: rows.len() })
    }

    fn session(&mut self, handle: Handle) -> Result<&mut Session, EngineError> {
        match self.open.get_mut(&handle) {
            None => Err(EngineError::NoSuchHandle(handle)),
            Some(OpenItem::Session(session)) => Ok(session),
            Some(_) => Err(EngineError::OtherHandle { handle, expected: "a match" }),
        }
    }

    fn playing(&mut self, handle: Handle) -> Result<&mut Match, EngineError> {
        let expected = "a match in progress";
        self.session(handle)?.playing().ok_or(EngineError::OtherHandle { handle, expected })
    }
}

fn json(value: &impl Serialize) -> Reply {
    Ok(serde_json::to_vec(value)?)
}
