//! Matches that the bots cannot play again: the referee and the rules judge the record.

use game::PerSeat;
use job::MatchSettings;
use ledger::RecordedMatch;
use referee::{MatchSeed, Record};
use replay::{Claim, Recording, rejudge};

/// Returns the record that follows from the recorded actions by the rules, or the reason why there cannot have been
/// such a match. `has_bot` is `true` for a seat in which a module plays; `luck` is the seed of chance.
pub(super) fn by_record(
    (has_bot, luck): (PerSeat<bool>, MatchSeed),
    settings: &MatchSettings,
    file: &RecordedMatch,
) -> Result<Record, String> {
    let played = file.row.played().map_err(|error| error.to_string())?;
    let recording = Recording {
        game: settings.game,
        rules: &settings.rules,
        limits: &settings.limits,
        start: file.row.start.as_deref(),
        played: &played,
        closings: PerSeat::default(),
    };
    let claim = Claim {
        losses: PerSeat::from_fn(|seat| file.loss(seat)),
        spent: file.row.spent,
        has_bot,
        luck: Some(luck),
        closings: file.parts.as_ref().map(|(_, closing)| closing.clone()),
    };
    rejudge(&recording, claim).map_err(|why| why.to_string())
}
