//! The games that a version lost, recorded for its author.

use explain::{Error, Kind};
use game::{PerSeat, Rules};
use job::{Record, public_failure};
use referee::{Closing, Limits, Loss};
use report::SingleMatch;
use runner::ComparedGame;

use super::games_list::{GamesList, ListedGame};
use crate::open_class::OpenClass;

/// Maximum total size in bytes of the transcripts in a list of games.
const LARGEST: usize = 16 << 10;

/// The remaining room for records of the games that a version lost.
pub(super) struct LostGames {
    /// Remaining bytes for transcripts.
    room: usize,
}

impl LostGames {
    pub(super) fn new() -> LostGames {
        LostGames { room: LARGEST }
    }

    /// Adds the record of a game to it, if the version lost and there is room.
    pub(super) fn keep(&mut self, listed: ListedGame, game: &ComparedGame) -> ListedGame {
        if listed.result != "lost" {
            return listed;
        }
        let record = public(&game.record);
        let Some(room) = self.room.checked_sub(record.transcript.len()) else { return listed };
        self.room = room;
        ListedGame { record: Some(record), ..listed }
    }
}

/// Returns the part of a record that both authors may see: no logs, and only the public part of a failure.
fn public(record: &referee::Record) -> Record {
    let public = |loss: &Loss| {
        let failure = public_failure(&loss.failure);
        Box::new(Loss { failure, position: String::new(), view: Vec::new(), ..*loss })
    };
    let closing = |closing: &Closing| Closing { memory_peak: closing.memory_peak, ..Closing::default() };
    Record::from(referee::Record {
        verdict: record.verdict.clone(),
        played: record.played.clone(),
        plies: record.plies,
        metrics: record.metrics.clone(),
        spent: record.spent,
        losses: record.losses.as_ref().map(|loss| loss.as_deref().map(public)),
        closings: record.closings.as_ref().map(closing),
    })
}

impl GamesList {
    /// Returns a game of the list in the viewer: a single, self-contained HTML file. `title` describes the games; the
    /// names are those of the version and its opponent.
    ///
    /// # Errors
    /// If there is no such game, its moves are not kept, or it cannot be read or rendered.
    pub fn replay(
        &self,
        class: &OpenClass,
        game: u64,
        title: &str,
        [version, opponent]: [&str; 2],
    ) -> Result<String, Error> {
        let not_found = |what: String| Error::new(Kind::NotFound, what);
        let listed = self.games.iter().find(|listed| listed.game == game);
        let listed = listed.ok_or_else(|| not_found(format!("the list has no game {game}")))?;
        let record = listed.record.clone().ok_or_else(|| {
            not_found(format!("the moves of game {game} were not kept"))
                .hint("the command next to it replays the game; with --save game.html it writes the replay")
        })?;
        let damaged = |what: String| Error::new(Kind::Damaged, format!("the list of games: {what}"));
        let record = referee::Record::try_from(record).map_err(|error| damaged(error.to_string()))?;
        let limits: Limits =
            self.limits.parse().map_err(|_| damaged("its limits cannot be read".to_owned()))?;
        let game = self.game_of(class);
        let options = game.options();
        let rules = match &self.rules {
            None => Rules::defaults(options),
            Some(text) => Rules::parse(options, text).map_err(|error| damaged(error.to_string()))?,
        };
        let names = if listed.first { [version, opponent] } else { [opponent, version] };
        let single = SingleMatch {
            title,
            number: SingleMatch::NUMBER,
            game,
            rules: &rules,
            limits: &limits,
            start: Some(&listed.position),
            names: PerSeat(names),
            record: &record,
            seats: PerSeat([None, None]),
        };
        single.page().map_err(|error| Error::wrap(Kind::Host, &error))
    }
}
