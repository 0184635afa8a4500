//! Opens a recorded match, from a run's folder or from a file with one seat's part of it.

use std::path::PathBuf;

use clap::Args;
use explain::Error;
use game::{Game, Seat, visible_path};
use games::GAMES;
use ledger::RunFolder;
use run_folder::MatchParts;
use terminal::text::inert;
use tournament::MatchKey;

use super::game::find_game;

/// The options that choose a match.
#[derive(Args)]
pub(crate) struct RecordedMatchOptions {
    /// The folder of a run or of a sequential test, or a file of one match, written by `muster why --save` or from an
    /// entrant's report.
    #[arg(value_name = "RUN|FILE")]
    pub(crate) from: PathBuf,
    /// The match of a run: its id as in the report, for example 1.3.2.1.
    #[arg(value_name = "MATCH")]
    key: Option<MatchKey>,
    /// The seat: first, second, or its letter or word in the game.
    #[arg(long, short)]
    seat: Option<String>,
    /// The file with the rules, if a saved match is of a game from a file; for example game.wasm of the bot's kit.
    #[arg(long, value_name = "FILE")]
    game: Option<String>,
}

impl RecordedMatchOptions {
    /// Opens the known parts of the match, with the requested seat.
    pub(crate) fn open(&self) -> Result<(MatchParts, Option<Seat>), Error> {
        let found = std::fs::metadata(&self.from).map_err(|error| {
            Error::input(format!("cannot read {}: {error}", visible_path(&self.from)))
                .hint("give the folder of a run, or a file of one match")
        })?;
        let opened = match self.key {
            Some(key) if found.is_dir() => MatchParts::of_run(&RunFolder::at(&self.from), key, GAMES)?,
            None if found.is_dir() => {
                let path = visible_path(&self.from);
                return Err(Error::input(format!("{path} is a run: name one of its matches"))
                    .hint("the report shows the ids of matches, for example 1.3.2.1"));
            }
            Some(key) => {
                let path = visible_path(&self.from);
                return Err(Error::input(format!("{path} is one match, not a run with a match {key}")));
            }
            None => {
                self.game.as_deref().map(find_game).transpose()?;
                MatchParts::in_file(&self.from, GAMES)?
            }
        };
        let seat = self.seat.as_deref().map(|text| find_seat(opened.game, text)).transpose()?;
        if let Some(seat) = seat
            && opened.parts[seat].is_none()
        {
            let word = opened.game.seats()[seat].word;
            return Err(Error::input(format!(
                "{} does not contain {word}'s part of the match",
                visible_path(&self.from)
            )));
        }
        Ok((opened, seat))
    }
}

/// Returns the seat with a name: `first`, `second`, or its letter or word in the game.
pub(crate) fn find_seat(game: &dyn Game, text: &str) -> Result<Seat, Error> {
    play::seat_named(game, text).ok_or_else(|| {
        let [first, second] = game.seats().0.map(|name| format!("{} ({})", name.letter, name.word));
        Error::input(format!("unknown seat `{}`", inert(text)))
            .hint(format!("the seats are first or {first}, second or {second}"))
    })
}
