//! One's own part of a match: what everybody may know of it, and of one's own seat everything.

use class::Hash;
use evidence::Package;
use explain::{Error, Kind, quoted};
use game::{Game, PerSeat, Rules, Seat};
use games::GAMES;
use job::{Plays, SeatRecord, public_failure};
use referee::{Failure, Loss};
use report::SingleMatch;
use run::{RecordedMatch, RecordedRun};
use tournament::rulings::Since;
use tournament::{EntrantId, GameRecord, MatchKey};

use super::{MatchLog, MatchResult};

/// One's own part of a match.
pub struct MatchPart {
    /// What the run is called.
    pub run_name: String,
    /// Its place in the schedule.
    pub key: MatchKey,
    /// The game.
    pub game: &'static dyn Game,
    /// One's own seat.
    pub seat: Seat,
    /// Whether it counts: no ruling has annulled it.
    pub counts: bool,
    /// What is known of the match and of the seat.
    pub record: SeatRecord,
    run: RecordedRun,
    rules: Rules,
    whole: RecordedMatch,
}

impl MatchPart {
    pub(super) fn of(
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
        // Whether there is a match of others is not said either.
        let (seat, whole) = found.ok_or_else(|| {
            let what = format!("the run has no match {key} of {}", run.entrants[entrant.index()].name);
            Error::new(Kind::NotFound, what)
        })?;
        let record = run.seat_record(&subject, &whole, seat)?;
        let game = subject.game();
        let rules =
            Rules::parse(game.options(), &record.rules).map_err(|error| Error::of(Kind::Damaged, &error))?;
        let row = &whole.row;
        let result = row.result().map_err(|error| Error::of(Kind::Damaged, &error))?;
        let played = GameRecord { key, seats: row.entrants, result };
        let counts = run.ledger.rulings()?.in_force(Since::END).counts(&played);
        Ok(MatchPart { run_name, key, game, seat, counts, record, run, rules, whole })
    }

    /// What the run calls the opponent.
    pub fn opponent(&self) -> &str {
        &self.record.entrants[self.seat.other()]
    }

    /// The seat in the game's word.
    pub fn seat_word(&self) -> &'static str {
        self.game.seats()[self.seat].word
    }

    /// How it ended for the seat.
    pub fn result(&self) -> MatchResult {
        MatchResult::of(self.whole.row.outcome, self.seat)
    }

    /// Why it ended, by the record.
    pub fn reason(&self) -> String {
        self.whole.row.reason.to_string()
    }

    /// The same with failures by the names that their authors know them by.
    pub fn ending(&self) -> String {
        let failures = PerSeat::from_fn(|seat| self.whole.loss(seat).map(|loss| &loss.failure));
        job::ending(&self.whole.row.reason, failures)
    }

    /// The number of complete plies.
    pub fn plies(&self) -> u32 {
        self.whole.row.plies
    }

    /// The call in which one's own bot failed, if it did.
    pub fn loss(&self) -> Option<&Loss> {
        self.whole.loss(self.seat)
    }

    /// How the opponent forfeited, if it did, as everybody may know it. What it has seen is its own.
    pub fn failure_of_opponent(&self) -> Option<Failure> {
        let opponent = self.seat.other();
        let fault = self.whole.row.reason.faults()[opponent]?;
        let loss = self.whole.loss(opponent);
        Some(loss.map_or_else(|| Failure::new(fault, ""), |loss| public_failure(&loss.failure)))
    }

    /// What one's own bot logged.
    pub fn log(&self) -> MatchLog {
        MatchLog::of(&self.whole.parts[self.seat].1)
    }

    /// The whole log of one's own bot.
    pub fn log_bytes(&self) -> &[u8] {
        &self.whole.parts[self.seat].1.log
    }

    /// The module that played; `None` for a built-in player.
    pub fn module(&self) -> Option<Hash> {
        match &self.record.plays {
            Plays::Module { hash, .. } => Some(*hash),
            Plays::Builtin(_) => None,
        }
    }

    /// The match in the viewer, with what is known of one's own seat: one HTML file, which loads nothing.
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
        single.page().map_err(|error| Error::of(Kind::Host, &error))
    }

    /// The record of one's own seat, as `muster why` reads it.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn record_text(&self) -> Result<String, Error> {
        let text = serde_json::to_string(&self.record).map_err(|error| Error::of(Kind::Host, &error))?;
        Ok(text + "\n")
    }

    /// The evidence on the match: an archive that verifies by itself.
    ///
    /// # Errors
    /// If the run lacks what belongs to it, or the archive cannot be made.
    pub fn evidence(&self) -> Result<Vec<u8>, Error> {
        let package = Package::of(&self.run, self.key, self.record.clone())?;
        Ok(package.write()?)
    }

    /// What the files of the match are called where they are saved: the record of one's own seat, and the evidence.
    pub fn file_names(&self) -> [String; 2] {
        let number = self.record.number.replace('+', "-");
        [format!("match-{number}.json"), format!("evidence-{number}.zip")]
    }

    /// The command that has a module answer again what was asked in the match.
    pub fn play_again(&self, module: &str) -> String {
        let [record, _] = self.file_names();
        format!("muster why {record} --bot {}", quoted(module))
    }

    /// The command that verifies the evidence.
    pub fn verify(&self) -> String {
        let [_, evidence] = self.file_names();
        format!("muster verify {evidence}")
    }
}
