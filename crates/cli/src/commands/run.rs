//! `muster run`: runs a tournament, from its text to a published report.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;
use class_operations::runs::{
    Lineup, PlayError, TournamentRun, default_run_folder, explain_report, listed, must_be_tournament,
    refuse_changes, refuse_withheld,
};
use explain::{Error, Kind};
use game::visible_path;
use games::GAMES;
use job::Validator;
use ledger::{LedgerError, RunFolder};
use run_folder::{LockedRun, RecordError, RecordedRun};
use runner::{EnteredTournament, NewRun, Reopened, Run, RunError, RunEvent};
use terminal::out;

use super::play_run::Playing;
use super::tournament_file;
use crate::exit::Done;
use crate::host;
use crate::isolation::PlaceOptions;
use crate::progress::Progress;

/// Advice on a common mistake of newcomers to TOML.
const QUOTES: &str = "\
In the tournament file, escape quotes inside a string, or put the string in single quotes:
  formula = \"10 * beat(\\\"Teacher\\\")\"
  formula = '10 * beat(\"Teacher\")'";

/// `muster run`
#[derive(Args)]
#[command(after_help = QUOTES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct RunCommand {
    /// The tournament's TOML file.
    tournament: PathBuf,
    /// The run's folder [default: reports/NAME for a tournament file NAME.toml; runs/NAME in the class's folder for a
    /// file in the class's tournaments/].
    #[arg(long, short)]
    out: Option<PathBuf>,
    #[command(flatten)]
    place: PlaceOptions,
    /// Print events as JSON lines instead of tables; with --dry-run, one JSON object.
    #[arg(long)]
    json: bool,
    /// Apply changes in the tournament file to a run that has begun, if no recorded match depends on them: names,
    /// dates, grades, stages that have not begun, more games, entrants who join a round robin.
    #[arg(long, conflicts_with = "dry_run")]
    adopt: bool,
    /// Begin a new run. An existing run is kept: it moves to a numbered folder in earlier/.
    #[arg(long, conflicts_with_all = ["adopt", "dry_run"])]
    fresh: bool,
    /// Play nothing; show the matches that would be played, and the maximum time and disk space.
    #[arg(long)]
    dry_run: bool,
}

impl RunCommand {
    /// Returns the command for a tournament's file, with the defaults of the other options.
    pub(crate) fn new(tournament: PathBuf, out: PathBuf, place: PlaceOptions, fresh: bool) -> RunCommand {
        RunCommand { tournament, out: Some(out), place, json: false, adopt: false, fresh, dry_run: false }
    }

    pub(crate) fn run(self) -> Done {
        let folder = RunFolder::at(self.out.clone().unwrap_or_else(|| default_run_folder(&self.tournament)));
        let goes_on = folder.holds_run() && !self.fresh && !self.dry_run;
        let begun = goes_on.then(|| lock(&folder)).transpose()?;
        let entered =
            tournament_file::read(&self.tournament, self.lineup(begun.as_ref().map(|begun| &begun.record)))?;
        let base = self.tournament.parent().unwrap_or(Path::new(""));
        let class = entered.plan.class.as_ref().map(|class| base.join(&class.path));
        if self.dry_run {
            return super::dry_run::print(&entered.plan, self.json);
        }
        let (place, jobs) = (self.place.place()?, self.place.jobs());
        let validator = place.validator();
        let run = if let Some(begun) = begun {
            let begun = if self.adopt { self.adopt(&folder, begun, &entered, validator)? } else { begun };
            resume(&folder, begun, &entered, validator)?
        } else {
            let explain = |error| explain(&folder, &error);
            let mut prepared = runner::prepare(entered, validator).map_err(explain)?;
            find_openings(&mut prepared, jobs, &host::stop_on_interrupt())?;
            if self.fresh
                && let Some(earlier) = folder.set_aside().map_err(|error| explain(error.into()))?
            {
                tell_set_aside(&earlier, self.json)?;
            }
            prepared.begin(&folder).map_err(explain)?
        };
        let stop = host::stop_on_interrupt();
        let executor = place.executor(jobs)?;
        let mut run = TournamentRun::new(run, folder.clone(), class).remembering(host::report_cache_folder());
        Playing { executor: &*executor, json: self.json, stop: &stop }
            .play(&mut run, |_, error| explain_play(&folder, error))
    }

    /// Lets a run adopt the changes of its tournament, and opens it again.
    fn adopt(
        &self,
        folder: &RunFolder,
        begun: LockedRun,
        entered: &EnteredTournament,
        validator: &dyn Validator,
    ) -> Result<LockedRun, Error> {
        drop(begun);
        let adopted = runner::adopt(folder, GAMES, entered, validator);
        if let Some(changes) = adopted.map_err(|error| explain(folder, &error))? {
            tell_adopted(&changes, self.json)?;
        }
        LockedRun::take(folder).map_err(|error| explain(folder, &error.into()))
    }

    /// Returns the versions that play, for entrants from a class.
    fn lineup<'a>(&self, run: Option<&'a RecordedRun>) -> Lineup<'a> {
        match run {
            None => Lineup::Active,
            Some(run) if self.adopt => Lineup::Joined(run),
            Some(run) => Lineup::Pinned(run),
        }
    }
}

/// Explains why a run is not complete, with hints that name the folder.
fn explain_play(folder: &RunFolder, error: &PlayError) -> Error {
    match error {
        PlayError::Run(error) => explain(folder, error),
        PlayError::Report(error) => explain_report(folder, error),
        error => error.into(),
    }
}

/// Opens and locks a tournament's run to continue it.
fn lock(folder: &RunFolder) -> Result<LockedRun, Error> {
    let begun = LockedRun::take(folder).map_err(|error| explain(folder, &error.into()))?;
    must_be_tournament(folder, &begun.record)?;
    refuse_withheld(folder, &begun.record).map_err(|failed| hint_at_fresh(failed, folder))?;
    Ok(begun)
}

/// Finds the start positions of a new run, and shows the progress of the search.
pub(super) fn find_openings(prepared: &mut NewRun, jobs: usize, stop: &AtomicBool) -> Done {
    let progress = Progress::new(&[]);
    let found = prepared.find_openings(jobs, stop, &mut |event| progress.tell(&event));
    progress.finish();
    if found {
        return Ok(());
    }
    let what = "interrupted before all start positions were found; the run has not begun";
    Err(Error::new(Kind::Incomplete, what))
}

fn resume(
    folder: &RunFolder,
    begun: LockedRun,
    entered: &EnteredTournament,
    validator: &dyn Validator,
) -> Result<Run, Error> {
    let explain = |error| explain(folder, &error);
    let reopened = Reopened::from_locked(begun, GAMES, validator).map_err(explain)?;
    refuse_changes(&reopened, entered, folder).map_err(|failed| hint_at_fresh(failed, folder))?;
    reopened.resume().map_err(explain)
}

/// Adds a hint on how to begin a new run.
fn hint_at_fresh(failed: Error, folder: &RunFolder) -> Error {
    let earlier = visible_path(&folder.earlier());
    failed.hint(format!(
        "to begin a new run, add --fresh, which keeps that run in {earlier}, or choose another folder (`--out` of `muster run`)"
    ))
}

fn tell_set_aside(earlier: &RunFolder, json: bool) -> Done {
    if json {
        return out::json(&RunEvent::SetAside { run: earlier.root().display().to_string() });
    }
    out::line(&format!("set aside: the earlier run is kept in {}\n", visible_path(earlier.root())))
}

fn tell_adopted(changes: &[String], json: bool) -> Done {
    if json {
        return out::json(&RunEvent::Adopted { changes });
    }
    out::line(&format!("adopted:{}\n", listed(changes)))
}

/// Explains an error, with hints that name the folder.
fn explain(folder: &RunFolder, error: &RunError) -> Error {
    match error {
        RunError::Ledger(error) => hint_at_another_folder(folder.explain(error), error),
        RunError::Record(RecordError::Adoption(_)) => hint_at_fresh(
            Error::from(error)
                .hint("undo the change to resume that run; to remove an entrant, use `muster rule`"),
            folder,
        ),
        RunError::Different { advice: None, .. } => {
            hint_at_fresh(Error::from(error).hint("resume that run with the program that began it"), folder)
        }
        RunError::Different { .. } => hint_at_fresh(error.into(), folder),
        RunError::Undecided(_) => Error::from(error)
            .hint("or remove the entrant from the tournament; nothing was played or changed"),
        error => error.into(),
    }
}

/// Adds a hint on how to avoid a folder that cannot be used.
fn hint_at_another_folder(failed: Error, error: &LedgerError) -> Error {
    match error {
        LedgerError::Occupied { .. } => {
            failed.hint("move it away, or choose another folder with --out: the report would overwrite it")
        }
        // Another process began a run since this program looked.
        LedgerError::HoldsRun { .. } => failed.hint("run the same command again to resume it"),
        LedgerError::NotAFolder { .. } => failed.hint("choose another folder with --out"),
        LedgerError::Link { .. } | LedgerError::Locked { .. } | LedgerError::File { .. } => {
            failed.hint("or choose another folder with --out")
        }
        _ => failed,
    }
}
