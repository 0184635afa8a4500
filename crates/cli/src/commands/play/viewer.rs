//! Steps through a match that was just played.

use explain::{Error, Kind};
use game::{Drawing, Event, Game, PerSeat, Position, Seat};
use job::MatchSettings;
use referee::{Clocks, Played, Record, Ticks};
use replay::{LogLine, Recording, Replay, ReplayError};

/// A match at one of its plies.
pub(super) struct MatchViewer<'a> {
    replay: Replay<'a>,
}

/// One ply of a match.
pub(super) struct ViewedPly {
    /// From 0.
    pub(super) ply: u32,
    /// The actions in notation, with remarks.
    pub(super) actions: Vec<(Seat, String)>,
    /// The time that each action took.
    pub(super) spent: PerSeat<Option<Ticks>>,
    pub(super) events: Vec<Event>,
    /// What each seat logged meanwhile.
    pub(super) logs: PerSeat<Vec<LogLine>>,
}

impl<'a> MatchViewer<'a> {
    pub(super) fn new(
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

    pub(super) fn game(&self) -> &'static dyn Game {
        self.replay.recording().game
    }

    pub(super) fn plies(&self) -> u32 {
        self.replay.recording().plies()
    }

    /// The ply that comes next, from 0.
    pub(super) fn next(&self) -> u32 {
        self.replay.frame().ply()
    }

    pub(super) fn position(&self) -> &dyn Position {
        self.replay.frame().position()
    }

    pub(super) fn drawing(&self) -> Drawing {
        self.replay.frame().drawing(None)
    }

    /// The time that each seat has left and has used.
    pub(super) fn clocks(&self) -> &Clocks {
        self.replay.frame().clocks()
    }

    /// Plays the next ply, if there is one.
    pub(super) fn advance(&mut self) -> Result<Option<ViewedPly>, Error> {
        let Some(ply) = self.replay.next_ply().map_err(|error| failed(&error))? else { return Ok(None) };
        let actions = ply.played.iter().map(|played| (played.seat, self.words(played))).collect();
        let spent = PerSeat::from_fn(|seat| ply.of(seat).map(|played| played.spent));
        let events = self.replay.frame().events(&ply.joint, None);
        let logs = self.logs();
        self.replay.advance(&ply);
        Ok(Some(ViewedPly { ply: ply.number, actions, spent, events, logs }))
    }

    /// What each seat logged when it was asked for the ply that comes next; after the last ply, in a call that failed.
    pub(super) fn logs(&self) -> PerSeat<Vec<LogLine>> {
        PerSeat::from_fn(|seat| self.replay.frame().log_lines(seat))
    }

    /// Goes to the position before a ply, from 0; after the last ply, to the end.
    pub(super) fn seek(&mut self, ply: u32) -> Result<(), Error> {
        self.replay.seek(ply.min(self.plies())).map_err(|error| failed(&error))
    }

    fn words(&self, played: &Played) -> String {
        let text = self.position().format_action(played.seat, played.action);
        if played.offered { format!("{text} (an offer: the move's time ran out)") } else { text }
    }
}

fn failed(error: &ReplayError) -> Error {
    Error::of(Kind::Host, error)
}
