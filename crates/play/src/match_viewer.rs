//! Steps through a match that was just played.

use explain::{Error, Kind};
use game::{Drawing, Event, Game, PerSeat, Position, Seat};
use job::MatchSettings;
use referee::{Clocks, Played, Record, Ticks};
use replay::{LogLine, Recording, Replay, ReplayError};

/// A match at one of its plies.
pub struct MatchViewer<'a> {
    replay: Replay<'a>,
}

/// One ply of a match.
pub struct ViewedPly {
    /// The number of the ply, from 0.
    pub ply: u32,
    /// The actions in notation, with remarks; without a seat for an outcome of chance.
    pub actions: Vec<(Option<Seat>, String)>,
    /// The time that each action took.
    pub spent: PerSeat<Option<Ticks>>,
    /// The events of the ply.
    pub events: Vec<Event>,
    /// The lines that each seat logged in the ply.
    pub logs: PerSeat<Vec<LogLine>>,
}

impl<'a> MatchViewer<'a> {
    /// Creates a viewer before the first ply.
    ///
    /// # Errors
    /// Returns an error if the record does not belong to the match.
    pub fn new(
        settings: &'a MatchSettings,
        start: Option<&'a str>,
        record: &'a Record,
    ) -> Result<MatchViewer<'a>, Error> {
        let recording = Recording {
            game: settings.game,
            rules: &settings.rules,
            limits: &settings.limits,
            start,
            played: &record.played,
            closings: PerSeat::from_fn(|seat| Some(&record.closings[seat])),
        };
        Ok(MatchViewer { replay: Replay::new(recording).map_err(|error| failed(&error))? })
    }

    /// Returns the game.
    pub fn game(&self) -> &'static dyn Game {
        self.replay.recording().game
    }

    /// Returns the number of plies played.
    pub fn plies(&self) -> u32 {
        self.replay.recording().plies()
    }

    /// Returns the number of the next ply, from 0.
    pub fn next(&self) -> u32 {
        self.replay.frame().ply()
    }

    /// Returns the position before the next ply.
    pub fn position(&self) -> &dyn Position {
        self.replay.frame().position()
    }

    /// Returns the drawing of that position, including everything hidden from a seat.
    pub fn drawing(&self) -> Drawing {
        self.replay.frame().drawing(None)
    }

    /// Returns the remaining and the used time of each seat.
    pub fn clocks(&self) -> &Clocks {
        self.replay.frame().clocks()
    }

    /// Plays the next ply; returns `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if its actions are not those of the match.
    pub fn advance(&mut self) -> Result<Option<ViewedPly>, Error> {
        let Some(ply) = self.replay.next_ply().map_err(|error| failed(&error))? else { return Ok(None) };
        let by = |played: &Played| played.action.as_chance().is_none().then_some(played.seat);
        let actions = ply.played.iter().map(|played| (by(played), self.words(played))).collect();
        let spent = PerSeat::from_fn(|seat| ply.played_by(seat).map(|played| played.spent));
        let events = self.replay.frame().events(&ply.joint, None);
        let logs = self.logs();
        self.replay.advance(&ply);
        Ok(Some(ViewedPly { ply: ply.number, actions, spent, events, logs }))
    }

    /// Returns the lines that each seat logged when it was asked for the next ply; after the last ply, those of a call
    /// that failed.
    pub fn logs(&self) -> PerSeat<Vec<LogLine>> {
        PerSeat::from_fn(|seat| self.replay.frame().log_lines(seat))
    }

    /// Goes to the position before a ply, from 0, or to the end if there is no such ply.
    ///
    /// # Errors
    /// Returns an error if actions on the way are not those of the match.
    pub fn seek(&mut self, ply: u32) -> Result<(), Error> {
        self.replay.seek(ply.min(self.plies())).map_err(|error| failed(&error))
    }

    fn words(&self, played: &Played) -> String {
        let text = self.position().format_action(played.seat, played.action);
        if played.offered { format!("{text} (an offer: the move's time ran out)") } else { text }
    }
}

fn failed(error: &ReplayError) -> Error {
    Error::wrap(Kind::Host, error)
}
