//! `muster run`: a tournament from its text to a published report.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use explain::{Error, Kind};
use game::{Metric, visible_path};
use games::GAMES;
use ledger::{EntrantRow, LedgerError, RunFolder};
use play::LocalValidator;
use run::RecordedRun;
use runner::{Ending, Entered, Event, Reopened, Run, RunError, RunEvent};

use super::class::entering::Lineup;
use super::class::runs::ClassRun;
use super::entered;
use super::folder::tell_migrated;
use super::report::tournament_only;
use crate::exit::{Done, FEWER_AT_ONCE, host_failed};
use crate::progress::{Progress, standings_table};
use crate::terminal::text::{inert, shortened};
use crate::{host, out};

/// A common mistake of newcomers to TOML.
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
    /// The run's folder [default: reports/NAME for a tournament file NAME.toml].
    #[arg(long, short)]
    out: Option<PathBuf>,
    /// How many matches are played at once [default: one per processor].
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
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
    /// Play nothing; print what would be played: matches, and at most how much time and disk space.
    #[arg(long)]
    dry_run: bool,
}

impl RunCommand {
    pub(crate) fn run(self) -> Done {
        let folder = RunFolder::at(self.out.clone().unwrap_or_else(|| default_folder(&self.tournament)));
        if folder.holds_run() && !self.fresh && !self.dry_run {
            refuse_withheld(&folder)?;
        }
        let entered = entered::read(&self.tournament, self.lineup(&folder))?;
        let base = self.tournament.parent().unwrap_or(Path::new(""));
        let class = entered.plan.class.as_ref();
        let class = class.map(|class| ClassRun::new(base.join(&class.path), &folder));
        let jobs = self.jobs.map_or_else(host::default_jobs, usize::from);
        if self.dry_run {
            return super::dry_run::print(&entered.plan, self.json);
        }
        let validator = host::validator(jobs)?;
        let mut run = if folder.holds_run() && !self.fresh {
            tournament_only(&folder)?;
            let explain = |error| explain(&folder, &error);
            if self.adopt
                && let Some(adopted) = runner::adopt(&folder, GAMES, &entered, &validator).map_err(explain)?
            {
                tell_migrated(adopted.original.as_deref());
                tell_adopted(&adopted.changes, self.json)?;
            }
            resume(&folder, &entered, &validator)?
        } else {
            let explain = |error| explain(&folder, &error);
            let prepared = runner::prepare(entered, &validator).map_err(explain)?;
            if self.fresh
                && let Some(earlier) = folder.set_aside().map_err(|error| explain(error.into()))?
            {
                tell_set_aside(&earlier, self.json)?;
            }
            prepared.begin(&folder).map_err(explain)?
        };
        let stop = host::stop_on_interrupt();
        Playing { folder: &folder, class: class.as_ref(), jobs, json: self.json, stop: &stop }
            .play(&mut run, &validator)
    }

    /// Which versions play, if they come from a class.
    fn lineup<'a>(&self, folder: &'a RunFolder) -> Lineup<'a> {
        if self.fresh || self.dry_run || !folder.holds_run() {
            Lineup::Active
        } else if self.adopt {
            Lineup::Joined(folder)
        } else {
            Lineup::Pinned(folder)
        }
    }
}

/// How a run is played.
#[derive(Clone, Copy)]
pub(super) struct Playing<'a> {
    pub(super) folder: &'a RunFolder,
    /// The class whose versions play.
    pub(super) class: Option<&'a ClassRun<'a>>,
    pub(super) jobs: usize,
    pub(super) json: bool,
    pub(super) stop: &'a AtomicBool,
}

impl Playing<'_> {
    /// Begins the run of a tournament's file, or resumes it, and writes its report.
    pub(super) fn begin_or_resume(self, tournament: &Path) -> Done {
        let entered = entered::read(tournament, Lineup::Active)?;
        let (folder, validator) = (self.folder, host::validator(self.jobs)?);
        let mut run = if folder.holds_run() {
            resume(folder, &entered, &validator)?
        } else {
            let explain = |error| explain(folder, &error);
            runner::prepare(entered, &validator)
                .and_then(|prepared| prepared.begin(folder))
                .map_err(explain)?
        };
        self.play(&mut run, &validator)
    }

    /// Plays what is left of the run, and writes its report.
    fn play(self, run: &mut Run, validator: &LocalValidator) -> Done {
        let Playing { folder, class, jobs, json, stop } = self;
        if let Some(class) = class {
            class.begun();
        }
        let entrants = run.entrants().to_vec();
        let progress = Progress::new(&entrants);
        let metrics: Vec<&str> =
            run.plan().game.metrics().iter().map(|metric: &Metric| metric.name).collect();
        let mut told = Ok(());
        let mut tables = Vec::new();
        let threads = host::threads(jobs, validator)?;
        let ending = run.play(&threads, stop, &mut |event| {
            progress.tell(&event);
            if json {
                let shown = RunEvent::of(&event, &entrants, &metrics);
                told = std::mem::replace(&mut told, Ok(()))
                    .and_then(|()| shown.map_or(Ok(()), |event| out::event(&event)));
                // Who follows the run would take it for one that goes on.
                stop.fetch_or(told.is_err(), Ordering::Relaxed);
            } else if let Some(table) = table(&event, &entrants, &metrics) {
                tables.push(table);
            }
        });
        progress.finish();
        told?;
        // The report first: whoever reads the tables may go away before their end.
        let ended = end(ending, folder);
        for table in &tables {
            out::line(table)?;
            out::line("")?;
        }
        let page = ended?;
        if let Some(class) = class {
            class.completed();
        }
        let root = run.root().map_err(|error| explain(folder, &error))?.map(|root| root.to_string());
        if json {
            let report = page.display().to_string();
            return out::json(&RunEvent::Complete { report, root });
        }
        out::line(&format!("report: {}", visible_path(&page)))?;
        root.map_or(Ok(()), |root| out::line(&format!("root: {root}")))
    }
}

fn resume(folder: &RunFolder, entered: &Entered, validator: &LocalValidator) -> Result<Run, Error> {
    let explain = |error| explain(folder, &error);
    let reopened = runner::reopen(folder, GAMES, validator).map_err(explain)?;
    refuse_changes(&reopened, entered, folder)?;
    let run = reopened.resume().map_err(explain)?;
    tell_migrated(run.original());
    Ok(run)
}

/// Writes the report of a run that is complete, or says what is to be done about one that is not.
fn end(ending: Result<Ending, RunError>, folder: &RunFolder) -> Result<PathBuf, Error> {
    match ending.map_err(|error| explain(folder, &error))? {
        Ending::Complete => {
            report::write(folder, GAMES).map_err(|error| super::report::explain(folder, &error))
        }
        Ending::Interrupted => {
            Err(Error::new(Kind::Incomplete, "interrupted; what was reported as played is kept")
                .hint("run the same command again to resume"))
        }
        Ending::HostFailed { matches } => Err(host_failed(&matches)
            .hint("fix the cause, then run the same command again to resume")
            .hint(FEWER_AT_ONCE)),
    }
}

/// The table that a stage leaves, finished or not.
fn table(event: &Event, entrants: &[EntrantRow], metrics: &[&str]) -> Option<String> {
    let (name, marked, standings) = match event {
        Event::StageFinished { name, standings, .. } => (name, "", standings),
        Event::StageInterrupted { name, standings, .. } => {
            (name, " (partial: the stage is not finished)", standings)
        }
        _ => return None,
    };
    Some(format!("{}{marked}\n{}", inert(name), standings_table(standings, entrants, metrics)))
}

fn default_folder(tournament: &Path) -> PathBuf {
    Path::new("reports").join(tournament.file_stem().unwrap_or_else(|| "run".as_ref()))
}

/// A run is resumed only with the tournament that it plays.
fn refuse_changes(run: &Reopened, entered: &Entered, folder: &RunFolder) -> Done {
    let Some(differences) = run.differences(entered) else { return Ok(()) };
    let message = format!(
        "{} contains a run of a different tournament:{}",
        visible_path(folder.root()),
        listed(&differences)
    );
    let failed = Error::input(message).hint(
        "undo the change to resume that run, or apply it with --adopt if no recorded match depends on it",
    );
    Err(hint_at_fresh(failed, folder))
}

/// A run from which a module was deleted is complete, and can neither be played on nor adopt anything.
fn refuse_withheld(folder: &RunFolder) -> Done {
    // What else is wrong with it is told by whoever opens it to play.
    let Ok(run) = RecordedRun::open_read_only(folder) else { return Ok(()) };
    let withheld = run.ledger.withheld().map_err(|error| folder.explain(&error))?;
    let is_withheld = |row: &&EntrantRow| row.module.is_some_and(|module| withheld.contains(&module));
    let names: Vec<String> =
        run.entrants.iter().filter(is_withheld).map(|row| shortened(&row.name)).collect();
    if names.is_empty() {
        return Ok(());
    }
    let root = visible_path(folder.root());
    let message = format!(
        "the run in {root} is complete, and can be neither resumed nor changed: whoever played as {} was forgotten, and \
         the module was deleted from the run",
        names.join(", ")
    );
    let failed = Error::input(message).hint(format!(
        "its results stand: `muster report {root}` writes its report again, `muster verify {root}` checks them by the rules"
    ));
    Err(hint_at_fresh(failed, folder))
}

/// How to begin a new run.
fn hint_at_fresh(failed: Error, folder: &RunFolder) -> Error {
    let earlier = visible_path(&folder.earlier());
    failed.hint(format!(
        "to begin a new run, add --fresh, which keeps that run in {earlier}, or choose another folder with --out"
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

/// Differences below one another.
fn listed(differences: &[String]) -> String {
    if differences.is_empty() {
        return "\n  only comments, spaces or the order of keys differ".to_owned();
    }
    differences.iter().fold(String::new(), |lines, difference| lines + "\n  " + &inert(difference))
}

/// What went wrong, with hints that name the folder.
fn explain(folder: &RunFolder, error: &RunError) -> Error {
    match error {
        RunError::Ledger(error) => hint_at_another_folder(folder.explain(error), error),
        RunError::Adoption(_) => hint_at_fresh(
            Error::from(error)
                .hint("undo the change to resume that run; to take an entrant out, use `muster rule`"),
            folder,
        ),
        RunError::Different { advice: None, .. } => {
            hint_at_fresh(Error::from(error).hint("resume that run with the program that began it"), folder)
        }
        RunError::Different { .. } => hint_at_fresh(error.into(), folder),
        RunError::Undecided(_) => Error::from(error)
            .hint("nothing was played or changed; or leave the entrant out of the tournament"),
        error => error.into(),
    }
}

/// Adds how to go round a folder that cannot be used.
fn hint_at_another_folder(failed: Error, error: &LedgerError) -> Error {
    match error {
        LedgerError::Occupied { .. } => {
            failed.hint("move it away, or choose another folder with --out: the report would overwrite it")
        }
        // Somebody else began one since this program looked.
        LedgerError::HoldsRun { .. } => failed.hint("run the same command again to resume it"),
        LedgerError::NotAFolder { .. } => failed.hint("choose another folder with --out"),
        LedgerError::Link { .. } | LedgerError::Locked { .. } | LedgerError::File { .. } => {
            failed.hint("or choose another folder with --out")
        }
        _ => failed,
    }
}
