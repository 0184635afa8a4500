//! The part of a recorded match that the entrant at one seat may have.

use game::{PerSeat, Seat};
use job::{Format, Plays, SeatRecord};
use ledger::{EntrantRow, LedgerError, PlayedRules, RecordedMatch};
use referee::MatchSeed;
use tournament::match_seed;

use crate::{RecordError, RecordedRun, Subject, entered};

impl RecordedRun {
    /// Returns one seat's part of a match: the public part, and the part that only the seat's own entrant may know.
    ///
    /// # Errors
    /// When the run's text has no such stage, or an entrant of the match is missing.
    pub fn seat_record(
        &self,
        subject: &Subject,
        file: &RecordedMatch,
        seat: Seat,
    ) -> Result<SeatRecord, RecordError> {
        let row = &file.row;
        let played = PlayedRules::read(&self.ledger.files()?)?;
        let game = played.game_of(row.key).unwrap_or(&self.header.game);
        let stages = subject.stages();
        let &(rules, limits) =
            stages.get(usize::from(row.key.stage())).ok_or(RecordError::Unscheduled(row.key))?;
        let [first, second] = row.entrants.0;
        let entrants = PerSeat::new(self.entrant(first)?, self.entrant(second)?);
        let (loss, closing) = &file.parts[seat];
        Ok(SeatRecord {
            format: Format,
            engine: self.header.engine_for(game),
            game: game.to_owned(),
            rules: rules.to_string(),
            limits,
            start: row.start.clone(),
            number: row.key.to_string(),
            entrants: entrants.map(|entrant| entrant.name.clone()),
            seat,
            plays: plays(entrants[seat])?,
            settings: entrants[seat].settings.clone(),
            dice: MatchSeed::new(match_seed(self.seed(), row.key)).seat_key(seat),
            transcript: row.transcript.clone(),
            outcome: row.outcome,
            reason: row.reason.clone(),
            loss: loss.clone(),
            closing: closing.clone(),
        })
    }

    fn entrant(&self, id: tournament::EntrantId) -> Result<&EntrantRow, LedgerError> {
        let missing = || LedgerError::Damaged { what: format!("entrant {id} is missing") };
        self.entrants.get(id.index()).ok_or_else(missing)
    }
}

fn plays(row: &EntrantRow) -> Result<Plays, LedgerError> {
    if let config::BotPlan::Builtin(builtin) = entered(row)?.bot {
        return Ok(Plays::Builtin(builtin));
    }
    let refused = || LedgerError::Damaged { what: format!("\"{}\" has a match but no module", row.name) };
    let hash = row.module.ok_or_else(refused)?;
    Ok(Plays::Module { hash, size: row.size })
}
