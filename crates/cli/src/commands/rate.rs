//! `muster rate`: ratings with error bars from one run or many.

mod json;
mod list;
mod read;
mod stats;
mod tell;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use ledger::RunFolder;
use rating::model::Model;
use serde::{Deserialize, Serialize};

use self::list::{Added, List};
use self::read::read_run;
use self::stats::Stats;
use crate::exit::{Code, Done, Failed};
use crate::out;
use crate::terminal::text::inert;

/// `muster rate`
#[derive(Args)]
#[command(after_help = "\
Games that are copies of one another (the same players, start and actions) count once. The two games of an \
opening, seats swapped, are one unit in the errors. The order of the runs matters for the models elo, bkr and \
weng-lin, for marks and for the history.")]
pub(crate) struct RateCommand {
    /// Folders that `muster run` or `muster sprt --out` wrote, in order of time.
    #[arg(required_unless_present = "list")]
    runs: Vec<PathBuf>,
    /// The model: bradley-terry, elo, bkr, glicko-2 or weng-lin [default: bradley-terry].
    #[arg(long, value_parser = model)]
    model: Option<Model>,
    /// Who is rated: each version of a bot (module and settings), or each entrant whatever its version
    /// [default: bot].
    #[arg(long, value_enum)]
    by: Option<By>,
    /// Keep a list in this file: the runs given are added to those that are in it.
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// Tell more: results by seat, head to head, cycles; and of the runs read now, lengths, endings, faults,
    /// time and first moves.
    #[arg(long)]
    stats: bool,
    /// Print everything as JSON, for programs.
    #[arg(long)]
    json: bool,
}

/// Who is one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum By {
    /// A module with its settings, under whatever name.
    Bot,
    /// A name, with whatever module.
    Entrant,
}

fn model(name: &str) -> Result<Model, String> {
    let name = if name == "glicko2" { "glicko-2" } else { name };
    Model::named(name).map_err(|error| error.to_string())
}

impl RateCommand {
    #[expect(clippy::print_stderr, reason = "what became of each run is no data")]
    pub(crate) fn run(self) -> Done {
        let mut list = match &self.list {
            Some(path) if path.exists() => read_list(path)?,
            _ => List::default(),
        };
        list.set(self.model.map(|model| model.name()), self.by);
        let mut stats = self.stats.then(Stats::default);
        for path in &self.runs {
            let run = read_run(&RunFolder::at(path), self.stats).map_err(|error| refuse(path, &error))?;
            if let Some(stats) = &mut stats {
                stats.take(&run);
            }
            if list.add(run).map_err(|error| refuse(path, &error))? == Added::Nothing {
                eprintln!("{}: counted already, nothing is added", inert(&path.display().to_string()));
            }
        }
        let rated = list.rate().map_err(|error| Failed::from_error(Code::Input, &error))?;
        if let Some(path) = &self.list {
            keep_list(path, &json::list(&list, &rated))?;
        }
        if self.json {
            return out::line(&json::pretty(&json::all(&list, &rated, stats.as_ref())));
        }
        tell::tell(&list, &rated)?;
        stats.map_or(Ok(()), |stats| tell::tell_stats(&list, &rated, &stats))
    }
}

fn refuse(path: &Path, error: &dyn std::error::Error) -> Failed {
    let failed = Failed::from_error(Code::Input, error);
    let message =
        format!("{} cannot be rated: {}", inert(&path.display().to_string()), inert(&failed.message));
    Failed::input(message).hint("give folders that `muster run` wrote, for example reports/tank-war-class")
}

fn read_list(path: &Path) -> Result<List, Failed> {
    let text = fs::read_to_string(path)
        .map_err(|error| Failed::input(format!("cannot read the list {}: {error}", path.display())))?;
    List::parse(&text).map_err(|error| {
        Failed::input(format!("{} is no list of ratings: {}", path.display(), inert(&error.to_string())))
            .hint("give the path of a new file; it is written from the runs")
    })
}

/// Writes the list beside its place and moves it there: the old list, or the new one, never half of it.
fn keep_list(path: &Path, text: &serde_json::Value) -> Done {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    let written = write_durably(&new, json::pretty(text).as_bytes()).and_then(|()| fs::rename(&new, path));
    written.map_err(|error| {
        // Best effort: what is left over is named as such.
        let _ = fs::remove_file(&new);
        Failed::new(Code::Host, format!("cannot write the list {}: {error}", path.display()))
    })
}

fn write_durably(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write;
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)?;
    file.write_all(b"\n")?;
    file.sync_all()
}

/// A name as it is shown: one line, not too long, and nothing a terminal would obey.
fn shown(name: &str) -> String {
    const LONGEST: usize = 60;
    if name.chars().count() <= LONGEST {
        return inert(name);
    }
    let cut: String = name.chars().take(LONGEST - 1).collect();
    format!("{}…", inert(&cut))
}
