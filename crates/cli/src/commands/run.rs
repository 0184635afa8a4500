//! `muster run`: a tournament from its text to a published report.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use config::{BotPlan, Plan, Problem, Problems, SizeClass};
use game::Metric;
use ledger::{EntrantRow, LedgerError, RunFolder};
use runner::{Candidate, Ending, Event, Run, RunError};
use sandbox::Caps;
use serde_json::json;

use crate::exit::{Code, Done, Failed};
use crate::games::GAMES;
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
    /// Only say what would be played: matches, time and disk at most.
    #[arg(long)]
    dry_run: bool,
}

/// A tournament's file, read and checked.
pub(crate) struct Loaded {
    pub(crate) plan: Plan,
    pub(crate) text: String,
    pub(crate) name: String,
    pub(crate) candidates: Vec<Candidate>,
}

impl RunCommand {
    pub(crate) fn run(self) -> Done {
        let loaded = load(&self.tournament)?;
        let jobs = self.jobs.map_or_else(host::default_jobs, usize::from);
        if self.dry_run {
            return super::dry_run::tell(&loaded.plan);
        }
        let folder = RunFolder::at(self.out.unwrap_or_else(|| default_folder(&self.tournament)));
        let sandbox = host::sandbox(jobs)?;
        let mut run = if folder.holds_run() {
            let run = runner::resume(&folder, GAMES, sandbox).map_err(|error| explain(&folder, &error))?;
            refuse_changes(&run, &loaded, &folder)?;
            run
        } else {
            let toml = (loaded.name.as_str(), loaded.text.as_str());
            runner::begin(&folder, loaded.plan, toml, &loaded.candidates, sandbox)
                .map_err(|error| explain(&folder, &error))?
        };
        play(&mut run, &folder, jobs, self.json)
    }
}

fn play(run: &mut Run, folder: &RunFolder, jobs: usize, json: bool) -> Done {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    // A second interrupt ends the program at once: nothing that was committed can be lost.
    let handled = ctrlc::set_handler(move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    if let Err(error) = handled {
        tracing::warn!(%error, "interrupts end the program without a word");
    }
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
                .and_then(|()| line.map_or(Ok(()), |line| out::line(&line.to_string())));
        } else if let Some(table) = table(event, &entrants, &metrics) {
            tables.push(table);
        }
    });
    progress.finish();
    told?;
    for table in &tables {
        out::line(table)?;
        out::line("")?;
    }
    match ending.map_err(|error| explain(folder, &error))? {
        Ending::Complete => {}
        Ending::Interrupted => {
            return Err(Failed::new(Code::Incomplete, "interrupted; what was played is kept")
                .hint("run the same command again to go on"));
        }
        Ending::HostFailed { key, why } => {
            return Err(Failed::new(
                Code::Incomplete,
                format!("the host failed three times at match {key}: {why}"),
            )
            .hint("mend what failed and run the same command again to go on"));
        }
    }
    let page = report::write(folder, GAMES).map_err(|error| Failed::from_error(Code::Host, &error))?;
    if json {
        return out::line(&json!({ "type": "complete", "report": page.display().to_string() }).to_string());
    }
    out::line(&format!("report: {}", page.display()))
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

/// Reads the tournament and its bots' files. A file that is missing is one more problem of the text.
pub(crate) fn load(path: &Path) -> Result<Loaded, Failed> {
    let shown = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| {
        let failed = Failed::input(format!("cannot read {shown}: {error}"));
        match error.kind() {
            std::io::ErrorKind::NotFound => failed.hint("give the path of a tournament's TOML file"),
            _ => failed,
        }
    })?;
    let base = path.parent().unwrap_or(Path::new(""));
    let file = |name: &str| fs::read_to_string(base.join(name)).map_err(|error| error.to_string());
    let plan = config::parse_with(&shown, &text, GAMES, &file).map_err(|problems| refuse(&problems))?;
    let mut candidates = Vec::new();
    let mut missing = Vec::new();
    for entrant in &plan.entrants {
        let module = match &entrant.bot {
            BotPlan::Builtin(_) => None,
            BotPlan::File(file) => match host::read_bot(&base.join(file), &caps(entrant.size)) {
                Ok(bytes) => Some(bytes),
                Err(error) => {
                    let problem = Problem::new(
                        entrant.bot_span.clone(),
                        format!("the bot's file cannot be read: {error}"),
                    );
                    missing.push(problem.hint(format!("looked for {}", base.join(file).display())));
                    continue;
                }
            },
        };
        candidates.push(Candidate { plan: entrant.clone(), module });
    }
    if !missing.is_empty() {
        return Err(refuse(&Problems::new(shown, text, missing)));
    }
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Loaded { plan, text, name, candidates })
}

fn caps(size: SizeClass) -> Caps {
    match size {
        SizeClass::Normal => Caps::default(),
        SizeClass::Script => Caps::script(),
    }
}

#[expect(clippy::print_stderr, reason = "problems of a text are many lines with carets, told as they are")]
fn refuse(problems: &Problems) -> Failed {
    use std::io::IsTerminal;
    eprintln!("{}\n", problems.render(std::io::stderr().is_terminal()));
    let count = problems.list().len();
    let found = if count == 1 { "1 problem".to_owned() } else { format!("{count} problems") };
    Failed::input(format!("{found} in the tournament; nothing was played"))
}

/// A run goes on only as what it began as.
fn refuse_changes(run: &Run, loaded: &Loaded, folder: &RunFolder) -> Done {
    let mut differences = Vec::new();
    if run.toml() != loaded.text {
        differences.push(format!("the tournament's text:\n{}", first_difference(run.toml(), &loaded.text)));
    }
    for (row, candidate) in run.entrants().iter().zip(&loaded.candidates) {
        let hash = candidate.module.as_ref().map(|bytes| runner::module_hash(bytes));
        if row.module != hash && row.name == candidate.plan.name {
            differences.push(format!("the bot of \"{}\"", inert(&row.name)));
        }
    }
    if run.plan().files != loaded.plan.files {
        differences.push("a file of start positions".to_owned());
    }
    if differences.is_empty() {
        return Ok(());
    }
    let message = format!(
        "{} holds a run that began with another {}",
        folder.root().display(),
        differences.join("\nand another ")
    );
    Err(Failed::input(message)
        .hint("undo the change to go on with that run, or give another folder with --out to begin a new one"))
}

/// The first line in which two texts differ.
fn first_difference(old: &str, new: &str) -> String {
    let (mut olds, mut news) = (old.lines(), new.lines());
    let mut number = 1;
    loop {
        match (olds.next(), news.next()) {
            (Some(old), Some(new)) if old == new => number += 1,
            (None, None) => return "  they differ in line endings only".to_owned(),
            (old, new) => {
                let shown = |line: Option<&str>| line.map_or_else(|| "(end of the text)".to_owned(), inert);
                return format!("  line {number} was  {}\n  line {number} is   {}", shown(old), shown(new));
            }
        }
    }
}

/// The run's error in the terms of its user.
fn explain(folder: &RunFolder, error: &RunError) -> Failed {
    let code = match error {
        RunError::Different { .. }
        | RunError::Plan(_)
        | RunError::Format { .. }
        | RunError::Refused { .. }
        | RunError::Ledger(
            LedgerError::Locked { .. } | LedgerError::NoRun { .. } | LedgerError::NetworkFolder { .. },
        ) => Code::Input,
        _ => Code::Host,
    };
    let failed = Failed::from_error(code, error);
    match error {
        RunError::Ledger(LedgerError::Locked { .. }) => {
            failed.hint("wait for that run, or give another folder with --out")
        }
        RunError::Ledger(LedgerError::File { .. }) => failed.hint(format!(
            "check that {} can be written, or give another folder with --out",
            folder.root().display()
        )),
        RunError::Format { .. } => failed.hint("enter more bots, or mend those that were refused"),
        _ => failed,
    }
}
