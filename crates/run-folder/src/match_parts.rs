//! A recorded match as far as its reader knows it: both seats from a run, or one seat's part from a file.

use std::path::Path;

use explain::Error;
use game::{Game, PerSeat, Rules, Seat, visible, visible_path};
use job::{SeatRecord, rules_hash};
use ledger::{LedgerError, RunFolder};
use referee::Played;
use replay::Recording;
use tournament::MatchKey;

use crate::RecordedRun;

/// Maximum size of a file in bytes. Most of it is the log of one seat in hexadecimal digits.
const MOST: u64 = 256 << 20;

/// A recorded match with its known parts.
pub struct MatchParts {
    /// The game.
    pub game: &'static dyn Game,
    /// Its rule options.
    pub rules: Rules,
    /// A part for each known seat: both from a run, one from a file.
    pub parts: PerSeat<Option<SeatRecord>>,
    /// All actions, in order.
    pub played: Vec<Played>,
    /// The run that the match is from; `None` if it is from a file.
    pub run: Option<RecordedRun>,
}

impl MatchParts {
    /// Reads a match of a run without changing the folder.
    ///
    /// # Errors
    /// If the run has no such match or cannot be read, or the record contradicts itself.
    pub fn of_run(
        folder: &RunFolder,
        key: MatchKey,
        games: &[&'static dyn Game],
    ) -> Result<MatchParts, Error> {
        let unread = |error: LedgerError| folder.explain(&error);
        let run = RecordedRun::open_read_only(folder).map_err(unread)?;
        let subject = run.checked_subject(games)?;
        let file = run.find_whole(key).map_err(unread)?;
        let file = file.ok_or_else(|| Error::input(format!("the run has no match {key}")))?;
        // Registers the rules of the match, which may be earlier ones.
        run.game_of(games, key)?;
        let part = |seat| run.seat_record(&subject, &file, seat);
        let parts = PerSeat::new(Some(part(Seat::First)?), Some(part(Seat::Second)?));
        MatchParts::new(parts, Some(run), games)
    }

    /// Reads one seat's part of a match from its own file.
    ///
    /// # Errors
    /// If the file cannot be read, is not such a part, or contradicts itself.
    pub fn in_file(path: &Path, games: &[&'static dyn Game]) -> Result<MatchParts, Error> {
        let shown = visible_path(path);
        let text = files::read_bounded(path, MOST)
            .map_err(|error| Error::input(format!("cannot read the match {shown}: {error}")))?;
        let record: SeatRecord = serde_json::from_slice(&text).map_err(|error| {
            Error::input(format!("{shown} is not a match: {}", visible(&error.to_string())))
                .hint("`muster why RUN MATCH --save FILE.json` writes one")
        })?;
        let mut parts = PerSeat::default();
        let seat = record.seat;
        parts[seat] = Some(record);
        MatchParts::new(parts, None, games)
    }

    fn new(
        parts: PerSeat<Option<SeatRecord>>,
        run: Option<RecordedRun>,
        games: &[&'static dyn Game],
    ) -> Result<MatchParts, Error> {
        let any = parts.iter().find_map(|(_, part)| part.as_ref());
        let any = any.ok_or_else(nothing_known)?;
        let game = games::find_in(games, &any.game).ok_or_else(|| {
            if rules_hash(&any.game).is_some() {
                let what = format!("the rules of the game `{}` are not in this file", visible(&any.game));
                return Error::input(what)
                    .hint("name the run and the match instead: the run has the rules")
                    .hint("pass the file with exactly these rules: --game FILE, for example game.wasm of the bot's kit");
            }
            let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
            Error::input(format!("unknown game `{}`", visible(&any.game)))
                .hint(format!("the games are {}", names.join(", ")))
        })?;
        let rules =
            Rules::parse(game.options(), &any.rules).map_err(|error| Error::input(error.to_string()))?;
        let mut played = Vec::new();
        for part in parts.0.iter().flatten() {
            played = part.played().map_err(|error| {
                Error::input(format!("match {} contradicts itself: {error}", visible(&part.number)))
            })?;
        }
        Ok(MatchParts { game, rules, parts, played, run })
    }

    /// Returns a known part. All parts agree on what concerns the whole match.
    ///
    /// # Errors
    /// If no part is known.
    pub fn any(&self) -> Result<&SeatRecord, Error> {
        let found = self.parts.iter().find_map(|(_, part)| part.as_ref());
        found.ok_or_else(nothing_known)
    }

    /// Returns the only seat whose part is known; `None` if both or neither are.
    pub fn only_part(&self) -> Option<Seat> {
        match &self.parts.0 {
            [Some(_), None] => Some(Seat::First),
            [None, Some(_)] => Some(Seat::Second),
            _ => None,
        }
    }

    /// Returns the match as it can be replayed, with the known logs.
    ///
    /// # Errors
    /// If no part is known.
    pub fn recording(&self) -> Result<Recording<'_>, Error> {
        let record = self.any()?;
        Ok(Recording {
            game: self.game,
            rules: &self.rules,
            limits: &record.limits,
            start: record.start.as_deref(),
            played: &self.played,
            closings: self.parts.as_ref().map(|part| part.as_ref().map(|part| &part.closing)),
        })
    }
}

fn nothing_known() -> Error {
    Error::input("no part of the match is available")
}
