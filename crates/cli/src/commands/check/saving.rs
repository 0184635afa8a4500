//! Saves a trial match as one HTML file.

use std::path::Path;

use explain::Error;
use game::{Game, PerSeat, visible_path};
use job::{MatchSettings, Plays, SeatJob, TrialPairing, Validator};
use play::{MatchRank, TellingMatch, Trials};
use referee::MatchSeed;
use report::{PlayedMatch, PlayedSeat};

use crate::commands::saved_match::save;

/// The source of saved trial matches.
pub(super) struct MatchSaver<'a> {
    pub(super) validator: &'a dyn Validator,
    /// The bot's file.
    pub(super) bot: &'a Path,
    pub(super) seat: &'a SeatJob,
    /// The settings of the games of the trial matches.
    pub(super) matches: &'a [MatchSettings],
}

impl MatchSaver<'_> {
    /// Writes the most informative match, and describes it.
    pub(super) fn write(&self, trials: &[Trials], path: &Path) -> Result<String, Error> {
        let plays = trials.iter().position(|trials| !trials.all_failed()).unwrap_or_default();
        let chosen =
            trials.get(plays).and_then(|trials| trials.telling.as_ref()).zip(self.matches.get(plays));
        let Some((played, settings)) = chosen else {
            return Err(Error::input("no trial match was played"));
        };
        let opponent = SeatJob { plays: Plays::Builtin(played.pairing.opponent), settings: String::new() };
        let mut seats =
            PerSeat::from_fn(|_| PlayedSeat::bot(opponent.clone(), &played.pairing.opponent.to_string()));
        seats[played.pairing.seat] = PlayedSeat::bot(self.seat.clone(), &self.bot.to_string_lossy());
        let saved = PlayedMatch {
            title: format!("Trial match of {}, seed {}", settings.game.title(), played.pairing.seed),
            settings,
            start: None,
            seed: MatchSeed::from_number(played.pairing.seed),
            seats,
            record: &played.record,
        };
        save(&saved, &self.validator.fingerprint(settings.game), path, false)?;
        Ok(format!("\nsaved: {}: {}", visible_path(path), which(settings.game, played)))
    }
}

/// Describes a match: `a trial match of tank-war that it lost, as Up against builtin:random, seed 0`.
fn which(game: &dyn Game, played: &TellingMatch) -> String {
    let TellingMatch { telling, pairing: TrialPairing { seed, opponent, seat }, .. } = played;
    let how = match telling {
        MatchRank::Failed => "the first trial match that it lost by a fault",
        MatchRank::Lost => "the first trial match that it lost",
        MatchRank::Held => "the last trial match, as it lost none",
    };
    let word = game.seats()[*seat].word;
    format!("{how}: {} as {word} against {opponent}, seed {seed}", game.name())
}
