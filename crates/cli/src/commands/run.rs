//! `muster run`: a tournament from its text to a published report.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use game::Metric;
use games::GAMES;
use ledger::{EntrantRow, LedgerError, RunFolder};
use runner::{Ending, Entered, Event, Run, RunError};
use serde_json::json;

use super::entered;
use super::folder::hint_at_disk;
use super::report::tournament_only;
use crate::exit::{Code, Done, Failed};
use crate::progress::{Progress, standings_table};
use crate::terminal::text::inert;
use crate::{host, out, stream};

/// `muster run`
#[derive(Args)]
pub(crate) struct RunCommand {
    /// The tournament's TOML file.
    tournament: PathBuf,
    /// The run's folder [default: one named like the file, in reports/ of the current folder].
    #[arg(long, short)]
    out: Option<PathBuf>,
    /// Matches at once [default: one a processor].
    #[arg(long, short, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Print events as JSON, one a line, in place of tables.
    #[arg(long)]
    json: bool,
    /// Have a run that has begun take over a changed tournament, if no match on record depends on the change:
    /// names, dates, grades, stages that have not begun, more games, entrants who join a round robin.
    #[arg(long, conflicts_with = "dry_run")]
    adopt: bool,
    /// Only say what would be played: matches, time and disk at most.
    #[arg(long)]
    dry_run: bool,
}

impl RunCommand {
    pub(crate) fn run(self) -> Done {
        let entered = entered::read(&self.tournament)?;
        let jobs = self.jobs.map_or_else(host::default_jobs, usize::from);
        if self.dry_run {
            return super::dry_run::tell(&entered.plan);
        }
        let folder = RunFolder::at(self.out.unwrap_or_else(|| default_folder(&self.tournament)));
        let sandbox = host::sandbox(jobs)?;
        let mut run = if folder.holds_run() {
            tournament_only(&folder)?;
            let explain = |error| explain(&folder, &error);
            if self.adopt
                && let Some(changes) = runner::adopt(&folder, GAMES, &entered, &sandbox).map_err(explain)?
            {
                tell_adopted(&changes, self.json)?;
            }
            let run = runner::resume(&folder, GAMES, sandbox).map_err(explain)?;
            refuse_changes(&run, &entered, &folder)?;
            run
        } else {
            runner::begin(&folder, entered, sandbox).map_err(|error| explain(&folder, &error))?
        };
        play(&mut run, &folder, jobs, self.json)
    }
}

fn play(run: &mut Run, folder: &RunFolder, jobs: usize, json: bool) -> Done {
    let stop = host::stop_on_interrupt();
    let entrants = run.entrants().to_vec();
    let progress = Progress::new(&entrants);
    let metrics: Vec<&str> = run.plan().game.metrics().iter().map(|metric: &Metric| metric.name).collect();
    let mut told = Ok(());
    let mut tables = Vec::new();
    let ending = run.play(jobs, &stop, &mut |event| {
        progress.tell(event);
        if json {
            let line = stream::line(event, &entrants, &metrics);
            told = std::mem::replace(&mut told, Ok(()))
                .and_then(|()| line.map_or(Ok(()), |line| out::event(&line.to_string())));
            // Who follows the run would take it for one that goes on.
            stop.fetch_or(told.is_err(), Ordering::Relaxed);
        } else if let Some(table) = table(event, &entrants, &metrics) {
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
    if json {
        return out::line(&json!({ "type": "complete", "report": page.display().to_string() }).to_string());
    }
    out::line(&format!("report: {}", page.display()))
}

/// Writes the report of a run that is complete, or says what is to be done about one that is not.
fn end(ending: Result<Ending, RunError>, folder: &RunFolder) -> Result<PathBuf, Failed> {
    match ending.map_err(|error| explain(folder, &error))? {
        Ending::Complete => {
            report::write(folder, GAMES).map_err(|error| super::report::explain(folder, &error))
        }
        Ending::Interrupted => Err(Failed::new(Code::Incomplete, "interrupted; what was played is kept")
            .hint("run the same command again to go on")),
        Ending::HostFailed { key, why } => {
            Err(Failed::new(Code::Incomplete, format!("the host failed three times at match {key}: {why}"))
                .hint("mend what failed and run the same command again to go on"))
        }
    }
}

/// The table that a stage leaves, finished or not.
fn table(event: &Event<'_>, entrants: &[EntrantRow], metrics: &[&str]) -> Option<String> {
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

/// A run goes on only as what it plays.
fn refuse_changes(run: &Run, entered: &Entered, folder: &RunFolder) -> Done {
    let Some(differences) = run.differences(entered) else { return Ok(()) };
    let message =
        format!("{} holds a run of another tournament:{}", folder.root().display(), listed(&differences));
    Err(Failed::input(message).hint(
        "undo the change to go on; or take it over with --adopt, if no match on record depends on it; or give \
         another folder with --out to begin a new run",
    ))
}

fn tell_adopted(changes: &[String], json: bool) -> Done {
    if json {
        return out::line(&json!({ "type": "adopted", "changes": changes }).to_string());
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

/// The run's error in the terms of its user.
fn explain(folder: &RunFolder, error: &RunError) -> Failed {
    let code = match error {
        RunError::Different { .. }
        | RunError::Plan(_)
        | RunError::Format { .. }
        | RunError::Refused { .. }
        | RunError::Adoption(_)
        | RunError::Ledger(
            LedgerError::Locked { .. }
            | LedgerError::NoRun { .. }
            | LedgerError::HoldsRun { .. }
            | LedgerError::NotAFolder { .. }
            | LedgerError::Occupied { .. }
            | LedgerError::NetworkFolder { .. },
        ) => Code::Input,
        _ => Code::Host,
    };
    let failed = Failed::from_error(code, error);
    match error {
        RunError::Ledger(LedgerError::Locked { .. }) => {
            failed.hint("wait for that run, or give another folder with --out")
        }
        RunError::Ledger(LedgerError::Occupied { .. }) => {
            failed.hint("move it away, or give another folder with --out: the report would take its place")
        }
        // Somebody else began one since this program looked.
        RunError::Ledger(LedgerError::HoldsRun { .. }) => failed.hint("run the same command again to go on with it"),
        RunError::Ledger(LedgerError::NotAFolder { .. }) => failed.hint("give another folder with --out"),
        RunError::Ledger(error @ LedgerError::File { .. }) => {
            hint_at_disk(failed, folder, error).hint("or give another folder with --out")
        }
        RunError::Ledger(error) => hint_at_disk(failed, folder, error),
        RunError::Adoption(_) => failed.hint(
            "undo the change to go on with that run, or give another folder with --out to begin a new one; who is to \
             leave is taken out with `muster rule`",
        ),
        RunError::Format { refused, .. } if !refused.is_empty() => refused.iter().fold(
            failed.hint("enter more bots, or mend those that were refused"),
            |failed, refused| failed.hint(format!("refused was {}", inert(refused))),
        ),
        RunError::Format { .. } => failed.hint("enter more bots"),
        _ => failed,
    }
}
