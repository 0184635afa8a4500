//! A match just played on this machine, with all its inputs.

use std::path::Path;

use game::{PerSeat, Seat};
use job::{Format, MatchSettings, Plays, SeatJob, SeatRecord};
use referee::{MatchSeed, Record, transcript};

use crate::{ReportError, SingleMatch};

/// A match with all its inputs.
pub struct PlayedMatch<'a> {
    /// The title at the head of the page.
    pub title: String,
    /// The game with its rule options and limits.
    pub settings: &'a MatchSettings,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<&'a str>,
    /// The seed of the match.
    pub seed: MatchSeed,
    /// The players in their seats.
    pub seats: PerSeat<PlayedSeat>,
    /// The actions and how the match ended.
    pub record: &'a Record,
}

/// The player in a seat.
pub struct PlayedSeat {
    /// The displayed name.
    pub name: String,
    /// The bot that played; `None` for a person or a program of this machine.
    pub plays: Option<SeatJob>,
}

impl PlayedSeat {
    /// Returns a person's seat.
    pub fn person() -> PlayedSeat {
        PlayedSeat { name: "A person".to_owned(), plays: None }
    }

    /// Returns the seat of a built-in player, or of a module, which is named after its file.
    pub fn bot(seat: SeatJob, file: &str) -> PlayedSeat {
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = match (&seat.plays, stem) {
            (Plays::Module { .. }, Some(stem)) => stem,
            _ => file.to_owned(),
        };
        PlayedSeat { name, plays: Some(seat) }
    }
}

impl PlayedMatch<'_> {
    /// Returns the page of the match, with the logs of both seats. `engine` is the engine that played it.
    ///
    /// # Errors
    /// Fails if the data cannot be written as JSON.
    pub fn page(&self, engine: &str) -> Result<String, ReportError> {
        self.single(PerSeat::from_fn(|seat| self.seat_record(engine, seat))).page()
    }

    /// Returns the match without the seats' private records, for a picture of it.
    pub fn shown(&self) -> SingleMatch<'_> {
        self.single(PerSeat::default())
    }

    fn single(&self, seats: PerSeat<Option<SeatRecord>>) -> SingleMatch<'_> {
        SingleMatch {
            title: &self.title,
            number: SingleMatch::NUMBER,
            game: self.settings.game,
            rules: &self.settings.rules,
            limits: &self.settings.limits,
            start: self.start,
            names: self.seats.as_ref().map(|seat| seat.name.as_str()),
            record: self.record,
            seats,
        }
    }

    /// Returns everything known about a seat; `None` for a person, of whom nothing but the record is known.
    fn seat_record(&self, engine: &str, seat: Seat) -> Option<SeatRecord> {
        let MatchSettings { game, rules, limits, .. } = self.settings;
        let SeatJob { plays, settings } = self.seats[seat].plays.clone()?;
        Some(SeatRecord {
            format: Format,
            engine: engine.to_owned(),
            game: game.name().to_owned(),
            rules: rules.to_string(),
            limits: *limits,
            start: self.start.map(str::to_owned),
            number: SingleMatch::NUMBER.to_owned(),
            entrants: self.seats.as_ref().map(|seat| seat.name.clone()),
            seat,
            plays,
            settings,
            dice: self.seed.seat_key(seat),
            transcript: transcript::encode(&self.record.played),
            outcome: self.record.verdict.outcome,
            reason: self.record.verdict.reason.clone(),
            loss: self.record.losses[seat].as_deref().cloned(),
            closing: self.record.closings[seat].clone(),
        })
    }
}
