//! The work on a save: builds it, plays the match that is shown, checks it, and compares it with the version before it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use explain::{Error, Kind, with_causes};
use game::{Game, PerSeat, Seat};
use job::{Job, JobId, MatchSettings, NotAdmitted, Plays, ReadyModule, SeatJob, Validator};
use play::{CheckPlan, LocalValidator, TriedBot, Workbench};
use referee::{HostFailure, MatchSeed, Record};
use report::{PlayedMatch, PlayedSeat};
use script::BuildError;
use terminal::failure::failure_lines;

use crate::build::{BuiltModule, make};
use crate::follower::Files;
use crate::page_state::{Board, CheckResult, ComparisonResult, MatchResult, Problem, Stage};
use crate::plan::WatchPlan;
use crate::stoppable_bench::StoppableBench;
use crate::version::{SIZE, Version};
use crate::version_match::VersionMatch;

/// The seed of the match that is shown: constant, so that any difference is due to the bot.
const SEED: u64 = 1;
/// Number of progress lines that the terminal shows of a comparison.
const PARTS: u64 = 4;
/// The bot's seat in the match that is shown.
const OWN: Seat = Seat::First;

/// A save to play.
pub(crate) struct Save {
    /// Its number, from 1.
    pub(crate) number: u32,
    /// Set as soon as there is a newer save.
    pub(crate) stop: Arc<AtomicBool>,
}

/// A message about a save to the session that follows the files.
pub(crate) enum Event {
    /// The number of a save, and the files that its build read or looked for.
    Asked(u32, Files),
    /// A line for the terminal.
    Line(String),
}

/// Works on one save after the other.
pub(crate) struct SavePipeline<'a> {
    plan: &'a WatchPlan<'a>,
    validator: &'a LocalValidator,
    board: &'a Board,
    events: Sender<Event>,
    seats: Option<WatchSeats>,
    last: Option<Version>,
    before: Option<Version>,
}

/// The opponent of all versions, with the match settings.
struct WatchSeats {
    settings: MatchSettings,
    /// The opponent's name.
    name: String,
    opponent: Arc<SeatJob>,
    /// Keeps the opponent's module loaded.
    _held: Option<ReadyModule>,
}

/// The result of a step; `None` if the work on a save ends early: a newer save waits, or a problem was shown.
type Step<T> = Result<Option<T>, Error>;

impl<'a> SavePipeline<'a> {
    pub(crate) fn new(
        plan: &'a WatchPlan<'a>,
        validator: &'a LocalValidator,
        board: &'a Board,
        events: Sender<Event>,
    ) -> SavePipeline<'a> {
        SavePipeline { plan, validator, board, events, seats: None, last: None, before: None }
    }

    /// Does all the work on a save; stops early if a newer one waits.
    ///
    /// # Errors
    /// If the host fails, or the opponent cannot be played.
    pub(crate) fn take(&mut self, save: &Save) -> Result<(), Error> {
        let done = self.play(save);
        self.board.change(|view| view.stage = Stage::Waiting);
        done.map(drop)
    }

    fn play(&mut self, save: &Save) -> Step<()> {
        let number = save.number;
        if save.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        self.board.change(|view| (view.save, view.stage) = (number, Stage::Building));
        let Some((build, game)) = self.build(number)? else { return Ok(None) };
        self.sit_down(game)?;
        let bench = StoppableBench { validator: self.validator, stop: &save.stop };
        let Some(version) = self.admit(&bench, number, &build)? else { return Ok(None) };
        self.turn_to(version);
        let Some(played) = self.show_match(&bench, &build.log)? else { return Ok(None) };
        let Some(check) = self.check(&bench)? else { return Ok(None) };
        self.line(format!("#{number}: {}; {}", played.text, check.text));
        for line in if played.fault.is_empty() { &check.faults } else { &played.fault } {
            self.line(format!("  {line}"));
        }
        self.compare(&bench)
    }

    /// Builds the module, or shows the problem.
    fn build(&self, number: u32) -> Step<(BuiltModule, &'static dyn Game)> {
        let (made, files) = make(self.validator.sandbox(), &self.plan.bot, self.plan.game)?;
        // The receiver may be gone.
        drop(self.events.send(Event::Asked(number, files)));
        match made {
            Ok(build) => Ok(build.game.or(self.plan.game).map(|game| (build, game))),
            Err(error) => {
                self.refuse(not_built(number, &error));
                Ok(None)
            }
        }
    }

    /// Shows why a save cannot be played.
    fn refuse(&self, problem: Problem) {
        self.line(format!("#{}: {}", problem.save, problem.text));
        for advice in &problem.advice {
            self.line(format!("  hint: {advice}"));
        }
        self.board.change(|view| view.problem = Some(problem));
    }

    /// Prepares the opponent, once the game is known; again if a script changes to another game.
    fn sit_down(&mut self, game: &'static dyn Game) -> Result<(), Error> {
        if self.seats.as_ref().is_some_and(|seats| seats.settings.game.id() == game.id()) {
            return Ok(());
        }
        let table = (self.plan.table)(game)?;
        let held = table.module.as_deref().map(|module| self.opponent(module, &table.name)).transpose()?;
        let plays = match (&held, &table.opponent) {
            (Some(ready), _) => ready.plays(),
            (None, config::BotPlan::Builtin(builtin)) => Plays::Builtin(*builtin),
            (None, _) => return Err(Error::input(format!("{} has no module", table.name))),
        };
        let opponent = Arc::new(SeatJob { plays, settings: String::new() });
        self.board.change(|view| (view.game, view.opponent) = (Some(game.title()), table.name.clone()));
        self.seats = Some(WatchSeats { settings: table.settings, name: table.name, opponent, _held: held });
        (self.last, self.before) = (None, None);
        Ok(())
    }

    fn opponent(&self, module: &[u8], name: &str) -> Result<ReadyModule, Error> {
        let decided =
            self.validator.validate(module, SIZE).map_err(|error| Error::wrap(Kind::Host, &error))?;
        decided.and_then(ReadyModule::as_bot).map_err(|why| {
            Error::input(format!("{name} is not admitted: {why}"))
                .hint("`muster check` gives advice on each reason")
        })
    }

    fn admit(&self, bench: &StoppableBench<'_>, save: u32, build: &BuiltModule) -> Step<Version> {
        match bench.admit(&build.module, SIZE).map_err(|error| Error::wrap(Kind::Host, &error))? {
            Ok(checked) => {
                self.board.change(|view| view.problem = None);
                Ok(Some(Version { save, module: Arc::from(build.module.as_slice()), checked }))
            }
            Err(why) => {
                self.refuse(not_admitted(save, &why));
                Ok(None)
            }
        }
    }

    /// Makes this the latest version. If its module is the same as before, it only replaces the latest one.
    fn turn_to(&mut self, version: Version) {
        let last = self.last.replace(version);
        let is_new = |last: &Version| self.last.as_ref().is_some_and(|new| new.hash() != last.hash());
        if let Some(last) = last.filter(is_new) {
            self.before = Some(last);
        }
    }

    /// Plays the match that is shown.
    fn show_match(&self, bench: &StoppableBench<'_>, printed: &str) -> Step<MatchResult> {
        let (Some(seats), Some(version)) = (&self.seats, &self.last) else { return Ok(None) };
        self.board.change(|view| view.stage = Stage::Playing);
        let engine = self.validator.fingerprint(seats.settings.game);
        let own = version.seat();
        let job = Job {
            id: JobId::fresh(),
            terms: Arc::new(seats.settings.terms(&engine)),
            start: None,
            seed: MatchSeed::from_number(SEED),
            luck: None,
            seats: PerSeat::from_fn(|seat| Arc::clone(if seat == OWN { &own } else { &seats.opponent })),
            alone: false,
        };
        let Some(record) = unless_stopped(bench, bench.play(&job))? else { return Ok(None) };
        let (bot, opponent) = (self.plan.bot.to_string_lossy(), &seats.name);
        let played = PlayedMatch {
            title: format!("{}, save {}", seats.settings.game.title(), version.save),
            settings: &seats.settings,
            start: None,
            seed: job.seed,
            seats: PerSeat::from_fn(|seat| {
                let name = if seat == OWN { &*bot } else { opponent };
                PlayedSeat::bot(SeatJob::clone(&job.seats[seat]), name)
            }),
            record: &record,
        };
        let page = played.page(&engine).map_err(|error| Error::wrap(Kind::Host, &error))?;
        let result = match_result(version.save, opponent, &record, printed);
        self.board.show_match(result.clone(), page);
        Ok(Some(result))
    }

    /// Plays the trial matches of `muster check`.
    fn check(&self, bench: &StoppableBench<'_>) -> Step<CheckResult> {
        let (Some(seats), Some(version)) = (&self.seats, &self.last) else { return Ok(None) };
        self.board.change(|view| view.stage = Stage::Checking);
        let MatchSettings { game, rules, limits, .. } = &seats.settings;
        let matches = vec![MatchSettings::new(*game, rules.clone(), *limits)];
        let plan = CheckPlan { matches, settings: Arc::from(""), size: SIZE };
        let tried = plan.try_out(bench, version.checked.clone());
        let Some(tried) = unless_stopped(bench, tried)? else { return Ok(None) };
        let result = check_result(version.save, &tried);
        self.board.change(|view| view.check = Some(result.clone()));
        Ok(Some(result))
    }

    /// Compares the latest version with the one before it.
    fn compare(&self, bench: &StoppableBench<'_>) -> Step<()> {
        let (Some(seats), Some(new), Some(old)) = (&self.seats, &self.last, &self.before) else {
            return Ok(None);
        };
        if self.plan.pairs == 0 {
            return Ok(None);
        }
        self.board.change(|view| view.stage = Stage::Comparing);
        let duel = VersionMatch {
            settings: &seats.settings,
            new,
            old,
            pairs: self.plan.pairs,
            slots: self.plan.slots,
        };
        self.line(format!("#{} against #{}: playing {} games", new.save, old.save, 2 * self.plan.pairs));
        let mut told = 0;
        let mut show = |result: ComparisonResult| {
            let part = result.games * PARTS / result.asked.max(1);
            if std::mem::replace(&mut told, part) < part && part < PARTS {
                self.line(result.so_far());
            }
            self.board.change(|view| view.comparison = Some(result.clone()));
        };
        let result = duel.play(self.validator, bench.stop, &mut show)?;
        if let Some(result) = result {
            let is_over = result.games == result.asked;
            self.line(if is_over { result.in_the_end() } else { format!("{}; stopped", result.so_far()) });
        }
        Ok(Some(()))
    }

    fn line(&self, text: String) {
        // The receiver may be gone.
        drop(self.events.send(Event::Line(text)));
    }
}

/// Returns the result; `None` if the work was stopped for a newer save.
fn unless_stopped<T>(bench: &StoppableBench<'_>, played: Result<T, HostFailure>) -> Step<T> {
    match played {
        Ok(_) | Err(_) if bench.is_stopped() => Ok(None),
        Ok(played) => Ok(Some(played)),
        Err(error) => Err(Error::wrap(Kind::Host, &error)),
    }
}

fn not_built(save: u32, error: &BuildError) -> Problem {
    let mut text = with_causes(error);
    if let BuildError::Script { log, .. } = error
        && !log.is_empty()
    {
        text = format!("{text}\n{log}");
    }
    Problem { save, text, advice: error.advice().into_iter().collect() }
}

fn not_admitted(save: u32, why: &NotAdmitted) -> Problem {
    let (reasons, advice): (Vec<String>, Vec<String>) =
        why.reasons().into_iter().map(|(reason, advice)| (reason, advice.to_owned())).unzip();
    let text = format!("the bot is not admitted: {}", reasons.join("; "));
    Problem { save, text, advice }
}

fn match_result(save: u32, opponent: &str, record: &Record, printed: &str) -> MatchResult {
    let (outcome, words) = match record.verdict.outcome.winner() {
        None => ("drawn", "drew with"),
        Some(OWN) => ("won", "won against"),
        Some(_) => ("lost", "lost to"),
    };
    let (reason, plies) = (record.ending(), record.plies);
    let fault = record.losses[OWN].as_deref().map(|loss| failure_lines(&loss.failure)).unwrap_or_default();
    MatchResult {
        save,
        outcome,
        text: format!("{words} {opponent} after {plies} plies ({reason})"),
        fault,
        printed: printed.to_owned(),
    }
}

fn check_result(save: u32, tried: &TriedBot) -> CheckResult {
    let kinds = tried.trials.iter().flat_map(play::Trials::kinds);
    let faults: Vec<String> = kinds
        .filter_map(|kind| kind.first().map(|first| failure_lines(&first.loss.failure)))
        .flatten()
        .collect();
    CheckResult { save, plays: faults.is_empty(), text: tried.verdict(), faults }
}
