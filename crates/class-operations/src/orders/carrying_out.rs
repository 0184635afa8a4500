//! Carrying out orders.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use class_model::{Order, OrderOutcome};
use config::Plan;
use explain::{Error, Kind};
use game::visible_path;
use games::GAMES;
use job::{Executor, Validator};
use ledger::{EntrantRow, RunFolder, RunLock};
use run_folder::LockedRun;
use runner::{Event, NewRun, Reopened, Run};

use super::end;
use super::verification::verify_run;
use crate::judging::{Judge, preview_rejudgement};
use crate::ladder::{CycleError, CycleOrder, Ladder};
use crate::open_class::OpenClass;
use crate::runs::{
    Lineup, PlayError, TournamentError, TournamentRun, explain_run, must_be_tournament, read_tournament,
    refuse_changes, refuse_withheld,
};
use crate::warning::Warning;

/// Number of threads that search for start positions.
const SEARCHING: usize = 1;

/// The progress of an order.
pub enum OrderProgress<'a> {
    /// An event in a run that is being played.
    Run(RunProgress<'a>),
    /// Matches of a run were played again and compared with the record.
    Verified {
        /// Number of matches so far.
        matches: u64,
    },
}

/// An event in a run that is being played.
pub struct RunProgress<'a> {
    /// The run's folder, relative to the class.
    pub place: &'a str,
    /// The entrants.
    pub entrants: &'a [EntrantRow],
    /// The event.
    pub event: &'a Event,
}

/// Carries out an order, resuming it if it was interrupted, and records its end. An order interrupted by `stop` stays
/// open unless it was stopped by staff. Returns warnings for the teacher.
///
/// # Errors
/// If the host failed, in which case a retry may succeed; or if the class cannot be read or written.
pub fn carry_out(
    class: &OpenClass,
    (number, what): (u32, &Order),
    (validator, executor): (&dyn Validator, &dyn Executor),
    lock: &RunLock,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(OrderProgress<'_>),
) -> Result<Vec<Warning>, Error> {
    let carried_out = match what {
        Order::Tournament { name } => {
            let text = class.folder.tournaments().join(format!("{name}.toml"));
            let folder = RunFolder::at(class.folder.runs().join(name));
            open(class, &text, &folder, validator, stop)
                .and_then(|mut run| play(class, &mut run, executor, stop, watch))
        }
        Order::Ruling { run, .. } => {
            let folder = RunFolder::at(class.folder.runs().join(run));
            resume(class, &folder, validator).and_then(|mut run| play(class, &mut run, executor, stop, watch))
        }
        Order::Cycle { cycle, pairings, games } => {
            let order = CycleOrder { pairings: *pairings, games: *games, seed: None, at: None };
            play_cycle(class, (*cycle, &order), (validator, executor), stop, watch)
        }
        Order::Rejudgement => Judge::new(class, validator, executor)
            .and_then(|judge| preview_rejudgement(&judge, lock, stop))
            .map(|summary| summary.warnings),
        Order::Verification { run } => {
            let folder = RunFolder::at(class.folder.runs().join(run));
            let mut tell = |matches| watch(OrderProgress::Verified { matches });
            verify_run(&folder, validator, executor, stop, &mut tell).map(|()| Vec::new())
        }
    };
    match carried_out {
        Ok(warnings) => end(class, number, &OrderOutcome::Complete).map(|()| warnings),
        Err(_) if stop.load(Ordering::Relaxed) => Ok(Vec::new()),
        Err(error) if matches!(error.kind, Kind::Host | Kind::Busy) => Err(error),
        Err(error) => {
            end(class, number, &OrderOutcome::Failed { why: why(class, &error) }).map(|()| Vec::new())
        }
    }
}

/// Starts the run of a tournament of the class, or resumes it.
fn open(
    class: &OpenClass,
    text: &Path,
    folder: &RunFolder,
    validator: &dyn Validator,
    stop: &AtomicBool,
) -> Result<TournamentRun, Error> {
    let explain = |error| explain_run(folder, &error);
    let begun = if folder.holds_run() {
        Some(LockedRun::take(folder).map_err(|error| explain(error.into()))?)
    } else {
        None
    };
    let lineup = begun.as_ref().map_or(Lineup::Active, |begun| Lineup::Pinned(&begun.record));
    let entered = read_tournament(text, lineup).map_err(refused_text)?.entered;
    refuse_other_class(class, text, &entered.plan)?;
    let run: Run = if let Some(begun) = begun {
        let reopened = reopen(begun, folder, validator)?;
        refuse_changes(&reopened, &entered, folder)?;
        reopened.resume().map_err(explain)?
    } else {
        let mut prepared = runner::prepare(entered, validator).map_err(explain)?;
        find_openings(&mut prepared, stop)?;
        prepared.begin(folder).map_err(explain)?
    };
    Ok(TournamentRun::new(run, folder.clone(), Some(class.folder.root().to_owned())))
}

/// Refuses a tournament, whose text is in this file, that takes its entrants from elsewhere.
pub(super) fn refuse_other_class(class: &OpenClass, text: &Path, plan: &Plan) -> Result<(), Error> {
    let base = text.parent().unwrap_or(Path::new(""));
    let own = |path: &Path| std::fs::canonicalize(path).ok();
    let named = plan.class.as_ref().and_then(|spec| own(&base.join(&spec.path)));
    if named.is_some() && named == own(class.folder.root()) {
        return Ok(());
    }
    let what = format!("{} does not take its entrants from this class", visible_path(text));
    Err(Error::input(what).hint("add a [class] table with path = \"..\" to it"))
}

/// Resumes a run of the class unchanged.
fn resume(class: &OpenClass, folder: &RunFolder, validator: &dyn Validator) -> Result<TournamentRun, Error> {
    let begun = LockedRun::take(folder).map_err(|error| explain_run(folder, &error.into()))?;
    let run = reopen(begun, folder, validator)?.resume().map_err(|error| explain_run(folder, &error))?;
    Ok(TournamentRun::new(run, folder.clone(), Some(class.folder.root().to_owned())))
}

/// Reopens an interrupted run for resuming.
fn reopen(begun: LockedRun, folder: &RunFolder, validator: &dyn Validator) -> Result<Reopened, Error> {
    must_be_tournament(folder, &begun.record)?;
    refuse_withheld(folder, &begun.record)?;
    Reopened::from_locked(begun, GAMES, validator).map_err(|error| explain_run(folder, &error))
}

fn find_openings(prepared: &mut NewRun, stop: &AtomicBool) -> Result<(), Error> {
    if prepared.find_openings(SEARCHING, stop, &mut |_| {}) {
        return Ok(());
    }
    Err(Error::new(Kind::Incomplete, "interrupted before all start positions were found"))
}

fn play(
    class: &OpenClass,
    run: &mut TournamentRun,
    executor: &dyn Executor,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(OrderProgress<'_>),
) -> Result<Vec<Warning>, Error> {
    let mut warnings = run.note_beginning();
    let place = class.folder.place_of(run.folder.root()).unwrap_or_default();
    let entrants = run.run().entrants().to_vec();
    let played = run.play(executor, stop, &mut |event| {
        watch(OrderProgress::Run(RunProgress { place: &place, entrants: &entrants, event: &event }));
    });
    warnings.extend(played.map_err(|error: PlayError| run.explain(&error))?.warnings);
    Ok(warnings)
}

fn play_cycle(
    class: &OpenClass,
    (number, order): (u32, &CycleOrder),
    (validator, executor): (&dyn Validator, &dyn Executor),
    stop: &AtomicBool,
    watch: &mut dyn FnMut(OrderProgress<'_>),
) -> Result<Vec<Warning>, Error> {
    let mut ladder = Ladder::open(class, None, None)?;
    let mut warnings = ladder.note_completions()?;
    // The cycle was complete before the interruption, or another worker played it.
    if ladder.cycles() >= number {
        ladder.keep(&ladder.table(None)?)?;
        return Ok(warnings);
    }
    let mut find = |prepared: &mut NewRun| find_openings(prepared, stop);
    let mut cycle = ladder.next_cycle(order, validator, &mut find).map_err(|error| match error {
        CycleError::Tournament(error) => refused_text(error),
        CycleError::Other(error) => error,
    })?;
    warnings.extend(play(class, &mut cycle.run, executor, stop, watch)?);
    ladder.add(cycle)?;
    ladder.keep(&ladder.table(None)?)?;
    Ok(warnings)
}

/// Renders a text's problems, each with its line.
fn refused_text(error: TournamentError) -> Error {
    match &error {
        TournamentError::Text(problems) => Error::input(problems.render(false)),
        TournamentError::Unreadable { .. } => error.into(),
    }
}

/// Describes why an order failed, with hints. Paths in the class's folder become relative, since the record is stored
/// with the class.
fn why(class: &OpenClass, error: &Error) -> String {
    let lines: Vec<&str> = [&error.what].into_iter().chain(&error.hints).map(String::as_str).collect();
    lines.join("\n").replace(&format!("{}/", class.folder.root().display()), "")
}
