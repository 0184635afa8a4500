//! Matches that the bots cannot play again: the referee and the rules judge the record.

use game::PerSeat;
use referee::{Closing, Record};
use replay::{Claim, Recording, rejudge};
use run::RecordedMatch;

use crate::contestant::Source;
use crate::match_job::MatchJob;
use crate::roster::Roster;

/// Returns the record that follows from what is on file by the rules, or why there cannot have been such a match.
pub(super) fn by_record(roster: &Roster, job: &MatchJob, file: &RecordedMatch) -> Result<Record, String> {
    let played = file.row.played().map_err(|error| error.to_string())?;
    let recording = Recording {
        game: job.settings.game,
        rules: &job.settings.rules,
        limits: &job.settings.limits,
        start: job.start.as_deref(),
        played: &played,
        closings: PerSeat::default(),
    };
    let claim = Claim {
        losses: PerSeat::from_fn(|seat| file.loss(seat)),
        spent: file.row.spent,
        has_bot: job.entrants.map(|entrant| {
            let contestant = roster.contestants.get(entrant.index()).and_then(Option::as_ref);
            contestant.is_some_and(|contestant| matches!(contestant.source, Source::Module { .. }))
        }),
        closings: PerSeat::from_fn(|seat| Closing {
            memory_peak: file.row.memory[seat],
            ..file.parts[seat].1.clone()
        }),
    };
    rejudge(&recording, claim).map_err(|why| why.to_string())
}
