//! A player's part of a match: the public part, and everything about the player's own seat.

use class_model::Hash;
use evidence::Package;
use explain::{Error, Kind, quoted};
use game::{Game, PerSeat, Rules, Seat};
use games::GAMES;
use job::{SeatRecord, public_failure};
use ledger::RecordedMatch;
use referee::{Failure, Loss};
use replay::Recording;
use report::SingleMatch;
use run_folder::RecordedRun;
use tournament::rulings::Since;
use tournament::{EntrantId, GameRecord, MatchKey};

use super::{DecidedMatch, MatchLog, MatchResult};

/// A player's part of a match.
pub struct MatchPart {
    /// Name of the run.
    pub run_name: String,
    /// Its place in the schedule.
    pub key: MatchKey,
    /// The game.
    pub game: &'static dyn Game,
    /// The player's seat.
    pub seat: Seat,
    /// `true` if it counts: no ruling has annulled it.
    pub counts: bool,
    /// Record of the match and of the seat.
    pub record: SeatRecord,
    run: RecordedRun,
    rules: Rules,
    whole: RecordedMatch,
}

impl MatchPart {
    pub(super) fn read(
        run_name: String,
        run: RecordedRun,
        entrant: EntrantId,
        key: MatchKey,
    ) -> Result<MatchPart, Error> {
        let subject = run.checked_subject(GAMES)?;
        let whole = run.find_whole(key)?;
        let seated =
            |whole: &RecordedMatch| Seat::BOTH.into_iter().find(|seat| whole.row.entrants[*seat] == entrant);
        let found = whole.and_then(|whole| Some((seated(&whole)?, whole)));
        // The error does not reveal whether others played such a match.
        let (seat, whole) = found.ok_or_else(|| {
            let what = format!("the run has no match {key} of {}", run.entrants[entrant.index()].name);
            Error::new(Kind::NotFound, what)
        })?;
        let record = run.seat_record(&subject, &whole, seat)?;
        let game = run.game_of(GAMES, key)?;
        let rules = Rules::parse(game.options(), &record.rules)
            .map_err(|error| Error::wrap(Kind::Damaged, &error))?;
        let row = &whole.row;
        let result = row.result().map_err(|error| Error::wrap(Kind::Damaged, &error))?;
        let played = GameRecord { key, seats: row.entrants, result };
        let counts = run.ledger.rulings()?.in_force(Since::END).counts(&played);
        Ok(MatchPart { run_name, key, game, seat, counts, record, run, rules, whole })
    }

    /// Returns the opponent's name in the run.
    pub fn opponent(&self) -> &str {
        &self.record.entrants[self.seat.other()]
    }

    /// Returns the game's name for the seat.
    pub fn seat_word(&self) -> &'static str {
        self.game.seats()[self.seat].word
    }

    /// Returns the result for the seat.
    pub fn result(&self) -> MatchResult {
        MatchResult::from_outcome(self.whole.row.outcome, self.seat)
    }

    /// Returns the reason why it ended, as recorded.
    pub fn reason(&self) -> String {
        self.whole.row.reason.to_string()
    }

    /// Returns the reason why it ended, with the names of failures that authors know.
    pub fn ending(&self) -> String {
        let failures = PerSeat::from_fn(|seat| self.whole.loss(seat).map(|loss| &loss.failure));
        self.whole.row.reason.ending(failures)
    }

    /// Returns the event that decided it; `None` if a bot failed, the rules name only a reason, or the record cannot
    /// be replayed.
    pub fn decided(&self) -> Option<DecidedMatch> {
        if !self.record.reason.forfeits().is_empty() {
            return None;
        }
        let played = self.record.played().ok()?;
        let recording = Recording {
            game: self.game,
            rules: &self.rules,
            limits: &self.record.limits,
            start: self.record.start.as_deref(),
            played: &played,
            closings: PerSeat::default(),
        };
        replay::decisive_blow(&recording).ok().flatten().map(DecidedMatch::from)
    }

    /// Returns the number of complete plies.
    pub fn plies(&self) -> u32 {
        self.whole.row.plies
    }

    /// Returns the call in which the player's bot failed; `None` if it did not fail.
    pub fn loss(&self) -> Option<&Loss> {
        self.whole.loss(self.seat)
    }

    /// Returns the public part of the opponent's failure; `None` if it did not forfeit. The opponent's view stays
    /// private.
    pub fn failure_of_opponent(&self) -> Option<Failure> {
        let opponent = self.seat.other();
        let fault = self.whole.row.reason.faults()[opponent]?;
        let loss = self.whole.loss(opponent);
        Some(loss.map_or_else(|| Failure::new(fault, ""), |loss| public_failure(&loss.failure)))
    }

    /// Returns the log of the player's bot.
    pub fn log(&self) -> MatchLog {
        MatchLog::from_closing(&self.whole.parts[self.seat].1)
    }

    /// Returns the whole log of the player's bot.
    pub fn log_bytes(&self) -> &[u8] {
        &self.whole.parts[self.seat].1.log
    }

    /// Returns the module that played; `None` for a built-in player.
    pub fn module(&self) -> Option<Hash> {
        self.record.plays.module().map(|(hash, _)| hash)
    }

    /// Returns the match in the viewer, with the record of the player's seat: a single, self-contained HTML file.
    ///
    /// # Errors
    /// If it cannot be read or rendered.
    pub fn replay(&self) -> Result<String, Error> {
        let played = self.whole.record()?;
        let mut seats = PerSeat(<[Option<SeatRecord>; 2]>::default());
        seats[self.seat] = Some(self.record.clone());
        let single = SingleMatch {
            title: &self.run_name,
            number: &self.record.number,
            game: self.game,
            rules: &self.rules,
            limits: &self.record.limits,
            start: self.record.start.as_deref(),
            names: self.record.entrants.as_ref().map(String::as_str),
            record: &played,
            seats,
        };
        single.page().map_err(|error| Error::wrap(Kind::Host, &error))
    }

    /// Returns the record of the player's seat, as `muster why` reads it.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn record_text(&self) -> Result<String, Error> {
        let text = serde_json::to_string(&self.record).map_err(|error| Error::wrap(Kind::Host, &error))?;
        Ok(text + "\n")
    }

    /// Returns the evidence on the match: an archive that can be verified on its own.
    ///
    /// # Errors
    /// If the run lacks a part of it, or the archive cannot be made.
    pub fn evidence(&self) -> Result<Vec<u8>, Error> {
        let package = Package::assemble(&self.run, self.key, self.record.clone())?;
        Ok(package.write()?)
    }

    /// Returns the file names for the record of the player's seat, and for the evidence.
    pub fn file_names(&self) -> [String; 2] {
        let number = self.record.number.replace('+', "-");
        [format!("match-{number}.json"), format!("evidence-{number}.zip")]
    }

    /// Returns the command that repeats the calls of the match on a module.
    pub fn play_again(&self, module: &str) -> String {
        let [record, _] = self.file_names();
        let rules = self.game.module().map(|_| format!(" --game {}", kit::MODULE)).unwrap_or_default();
        format!("muster why {record} --bot {}{rules}", quoted(module))
    }

    /// Returns the command that verifies the evidence.
    pub fn verify(&self) -> String {
        let [_, evidence] = self.file_names();
        format!("muster verify {evidence}")
    }
}
