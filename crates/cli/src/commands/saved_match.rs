//! A match that was just played here, as one HTML file.

use std::path::Path;

use explain::{Error, Kind};
use game::{PerSeat, Seat, visible_path};
use job::{Closing, Format, Loss, MatchSettings, Plays, Reason, SeatJob, SeatRecord};
use referee::{MatchSeed, Record, transcript};
use report::SingleMatch;

use crate::exit::Done;

/// A match with all that it was played from.
pub(crate) struct SavedMatch<'a> {
    /// What was played, for the head of the page.
    pub(crate) title: String,
    pub(crate) settings: &'a MatchSettings,
    /// The text of the start position; `None` for the game's own.
    pub(crate) start: Option<&'a str>,
    pub(crate) seed: MatchSeed,
    pub(crate) seats: PerSeat<SavedSeat>,
    pub(crate) record: &'a Record,
}

/// Who sat at a seat.
pub(crate) struct SavedSeat {
    pub(crate) name: String,
    /// What played; `None` for a person or a program of this machine.
    pub(crate) plays: Option<SeatJob>,
}

impl SavedSeat {
    /// A person.
    pub(crate) fn person() -> SavedSeat {
        SavedSeat { name: "A person".to_owned(), plays: None }
    }

    /// A built-in player, or a module from a file, which gives it its name.
    pub(crate) fn bot(seat: SeatJob, file: &str) -> SavedSeat {
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = match (&seat.plays, stem) {
            (Plays::Module { .. }, Some(stem)) => stem,
            _ => file.to_owned(),
        };
        SavedSeat { name, plays: Some(seat) }
    }
}

impl SavedMatch<'_> {
    /// Writes the page of the match, with the logs of both seats, to a file. The engine is the one that played.
    pub(crate) fn write(&self, engine: &str, path: &Path) -> Done {
        let single = SingleMatch {
            title: &self.title,
            number: SingleMatch::NUMBER,
            game: self.settings.game,
            rules: &self.settings.rules,
            limits: &self.settings.limits,
            start: self.start,
            names: self.seats.as_ref().map(|seat| seat.name.as_str()),
            record: self.record,
            seats: PerSeat::from_fn(|seat| self.seat_record(engine, seat)),
        };
        let page = single.page().map_err(|error| Error::of(Kind::Host, &error))?;
        files::write(path, page).map_err(|error| {
            Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path)))
                .hint("give --save a file in a folder that exists and can be written to")
        })
    }

    /// All that is known of a seat; nothing more than the record of a person.
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
            reason: Reason::from(&self.record.verdict.reason),
            loss: self.record.losses[seat].as_deref().map(Loss::from),
            closing: Closing::from(&self.record.closings[seat]),
        })
    }
}
