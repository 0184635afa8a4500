//! A recorded match, from a run's folder or from a file with one seat's part of it.

use std::path::{Path, PathBuf};

use clap::Args;
use explain::Error;
use game::{Game, PerSeat, Rules, Seat, visible_path};
use games::GAMES;
use job::{SeatMatch, SeatRecord};
use ledger::{LedgerError, RunFolder};
use replay::Recording;
use run::{RecordError, RecordedRun};
use terminal::text::inert;
use tournament::MatchKey;

use super::game::find_game;

/// The most bytes of a file: the log of one seat, written in hexadecimal digits, is most of it.
const MOST: u64 = 256 << 20;

/// Which match it is.
#[derive(Args)]
pub(crate) struct RecordedMatchOptions {
    /// The folder of a run or of a sequential test, or a file of one match that `muster why --save` or the report of an
    /// entrant wrote.
    #[arg(value_name = "RUN|FILE")]
    pub(crate) from: PathBuf,
    /// The match of a run: its id as in the report, for example 1.3.2.1.
    #[arg(value_name = "MATCH")]
    key: Option<MatchKey>,
    /// The seat: first, second, or its letter or word in the game.
    #[arg(long, short)]
    seat: Option<String>,
}

/// A recorded match that has been opened, as far as it is known here.
pub(crate) struct OpenedMatch {
    pub(crate) game: &'static dyn Game,
    pub(crate) rules: Rules,
    /// A part for each seat that is known: both of a run, one of a file.
    pub(crate) parts: PerSeat<Option<(SeatRecord, SeatMatch)>>,
    /// The run that the match is from.
    pub(crate) run: Option<RecordedRun>,
    /// The seat that was asked for.
    pub(crate) seat: Option<Seat>,
}

impl RecordedMatchOptions {
    pub(crate) fn open(&self) -> Result<OpenedMatch, Error> {
        let found = std::fs::metadata(&self.from).map_err(|error| {
            Error::input(format!("cannot read {}: {error}", visible_path(&self.from)))
                .hint("give the folder of a run, or a file of one match")
        })?;
        let opened = if found.is_dir() {
            let key = self.key.ok_or_else(|| {
                Error::input(format!("{} is a run: say which match of it", visible_path(&self.from)))
                    .hint("the ids of matches are in the report, for example 1.3.2.1")
            })?;
            OpenedMatch::of_run(&self.from, key)?
        } else {
            self.open_file()?
        };
        let seat = self.seat.as_deref().map(|text| find_seat(opened.game, text)).transpose()?;
        if let Some(seat) = seat
            && opened.parts[seat].is_none()
        {
            let word = opened.game.seats()[seat].word;
            return Err(Error::input(format!("{} is not {word}'s part", visible_path(&self.from))));
        }
        Ok(OpenedMatch { seat, ..opened })
    }

    fn open_file(&self) -> Result<OpenedMatch, Error> {
        let path = visible_path(&self.from);
        if let Some(key) = self.key {
            return Err(Error::input(format!("{path} is one match, not a run with a match {key}")));
        }
        let text = files::read_bounded(&self.from, MOST)
            .map_err(|error| Error::input(format!("cannot read the match {path}: {error}")))?;
        let record: SeatRecord = serde_json::from_slice(&text).map_err(|error| {
            Error::input(format!("{path} is not a match: {}", inert(&error.to_string())))
                .hint("`muster why RUN MATCH --save FILE.json` writes one")
        })?;
        let mut parts = PerSeat::default();
        let seat = record.seat;
        parts[seat] = Some(record);
        OpenedMatch::of(parts, None)
    }
}

/// The seat of a word: `first`, `second`, or how the game calls it.
pub(crate) fn find_seat(game: &dyn Game, text: &str) -> Result<Seat, Error> {
    let seats = game.seats();
    let is_named = |seat: Seat| {
        let ordinal = ["first", "second"][seat.index()].to_owned();
        let names = [ordinal, seats[seat].word.to_owned(), seats[seat].letter.to_string()];
        names.iter().any(|name| name.eq_ignore_ascii_case(text))
    };
    Seat::BOTH.into_iter().find(|seat| is_named(*seat)).ok_or_else(|| {
        let [first, second] = seats.0.map(|name| format!("{} ({})", name.letter, name.word));
        Error::input(format!("unknown seat `{}`", inert(text)))
            .hint(format!("the seats are first or {first}, second or {second}"))
    })
}

impl OpenedMatch {
    /// A match of a run.
    pub(crate) fn of_run(path: &Path, key: MatchKey) -> Result<OpenedMatch, Error> {
        let folder = RunFolder::at(path);
        let unread = |error: LedgerError| folder.explain(&error);
        let unusable = |error: RecordError| Error::from(error);
        let run = RecordedRun::open_read_only(&folder).map_err(unread)?;
        let subject = run.checked_subject(GAMES).map_err(unusable)?;
        let file = run.find_whole(key).map_err(unread)?;
        let file = file.ok_or_else(|| Error::input(format!("the run has no match {key}")))?;
        let part = |seat| run.seat_record(&subject, &file, seat).map_err(unusable);
        let parts = PerSeat::new(Some(part(Seat::First)?), Some(part(Seat::Second)?));
        OpenedMatch::of(parts, Some(run))
    }

    fn of(records: PerSeat<Option<SeatRecord>>, run: Option<RecordedRun>) -> Result<OpenedMatch, Error> {
        let any = records.iter().find_map(|(_, record)| record.as_ref());
        let any = any.ok_or_else(|| Error::input("no part of the match is known"))?;
        let game = find_game(&any.game)?;
        let rules =
            Rules::parse(game.options(), &any.rules).map_err(|error| Error::input(error.to_string()))?;
        let [first, second] = records.0.map(|record| {
            let Some(record) = record else { return Ok(None) };
            let course = record.course().map_err(|error| {
                Error::input(format!("match {} contradicts itself: {error}", inert(&record.number)))
            })?;
            Ok::<_, Error>(Some((record, course)))
        });
        Ok(OpenedMatch { game, rules, parts: PerSeat::new(first?, second?), run, seat: None })
    }

    /// A part that is known: what it says of the whole match is what every part says.
    pub(crate) fn any(&self) -> Result<&(SeatRecord, SeatMatch), Error> {
        let found = self.parts.iter().find_map(|(_, part)| part.as_ref());
        found.ok_or_else(|| Error::input("no part of the match is known"))
    }

    /// The seat whose part is the only one that is known.
    pub(crate) fn only_part(&self) -> Option<Seat> {
        match &self.parts.0 {
            [Some(_), None] => Some(Seat::First),
            [None, Some(_)] => Some(Seat::Second),
            _ => None,
        }
    }

    /// The match as it can be replayed, with the logs that are known.
    pub(crate) fn recording(&self) -> Result<Recording<'_>, Error> {
        let (record, course) = self.any()?;
        Ok(Recording {
            game: self.game,
            rules: &self.rules,
            limits: &record.limits,
            start: record.start.as_deref(),
            played: &course.played,
            closings: self.parts.as_ref().map(|part| part.as_ref().map(|(_, course)| &course.closing)),
        })
    }
}
