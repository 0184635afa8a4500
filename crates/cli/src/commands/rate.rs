//! `muster rate`: ratings with error bars from runs and from files of games.

mod file;
mod game;
mod json;
mod list;
mod pgn;
pub(super) mod read;
mod rows;
mod stats;
mod tell;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use explain::{Error, Explain};
use ledger::RunFolder;
use rating::bradley_terry::{Draws, Options, Seats};
use rating::model::Model;
use rating::scale::normal_quantile;
use serde::{Deserialize, Serialize};

use self::file::{FileGames, Kind};
use self::list::{Added, List, ListError};
use self::read::read_run;
use self::stats::Stats;
use crate::exit::Done;
use crate::out;
use crate::terminal::text::inert;

/// `muster rate`
#[derive(Args)]
#[command(after_help = "\
Files: in a PGN file (.pgn), the tags White, Black and Result are read. A CSV file (.csv) has the columns first, \
second, result and optionally count (the number of games), with or without a header row. Results are 1-0, 0-1 and \
1/2-1/2; games with * are counted but not rated. Files are rated after the runs.

Identical games in different runs (the same players, start and actions) count once. The two games of an opening, with \
seats swapped, are one unit in the error bars. The order of the runs matters to the models elo, bkr and weng-lin, to \
marks and to the history.

A rating marked > or < has no upper or lower bound (all games won, or all lost). One marked ? is not linked to the \
others by games: virtual games place it, and it affects no other rating.")]
pub(crate) struct RateCommand {
    /// Run folders written by `muster run` or `muster sprt --out`, oldest first; PGN and CSV files.
    #[arg(required_unless_present = "list", value_name = "RUN|FILE")]
    runs: Vec<PathBuf>,
    /// The model: bradley-terry, elo, bkr, glicko-2 or weng-lin [default: bradley-terry].
    #[arg(long, value_parser = model)]
    model: Option<Model>,
    /// What is rated: each version of a bot (module and settings), or each entrant across versions
    /// [default: bot; entrant if a file is given].
    #[arg(long, value_enum)]
    by: Option<By>,
    /// How bradley-terry counts draws: as a separate outcome (Davidson), or as half a win and half a loss, like Ordo.
    #[arg(long, value_enum, default_value = "davidson")]
    draws: DrawsArgument,
    /// Whether bradley-terry fits an advantage for the first seat.
    #[arg(long, value_enum, default_value = "fitted")]
    seats: SeatsArgument,
    /// The average rating of the field, for bradley-terry [default: 1500].
    #[arg(long, allow_negative_numbers = true, conflicts_with = "anchor", value_parser = rating_of)]
    average: Option<f64>,
    /// Fix the rating of a player, for bradley-terry; the others are relative to it; may be repeated.
    #[arg(long, value_name = "NAME=RATING", value_parser = anchor)]
    anchor: Vec<(String, f64)>,
    #[command(flatten)]
    shown: Shown,
    /// Keep a rating list in this file: the given runs are added to those already in it.
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// Also print statistics: results by seat, head to head and cycles; for the given runs also lengths, endings,
    /// faults, times and first moves.
    #[arg(long)]
    stats: bool,
    /// Print everything as JSON.
    #[arg(long)]
    json: bool,
}

/// How draws count.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DrawsArgument {
    /// A separate outcome.
    Davidson,
    /// Half a win and half a loss.
    Half,
}

/// Whether seats differ.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SeatsArgument {
    /// Fit an advantage for the first seat.
    Fitted,
    /// Assume that seats are equal.
    Equal,
}

/// What of the ratings is shown, and how.
#[derive(Args)]
pub(crate) struct Shown {
    /// The confidence of error bars in percent.
    #[arg(long, default_value_t = 95.0, value_parser = confidence)]
    pub(crate) confidence: f64,
    /// Show the error of the difference between every two ratings.
    #[arg(long)]
    pub(crate) errors: bool,
    /// Show the likelihood of superiority for every two players.
    #[arg(long)]
    pub(crate) superiority: bool,
}

impl Shown {
    /// Standard deviations of an error bar to each side.
    pub(crate) fn deviations(&self) -> f64 {
        normal_quantile(0.5 + self.confidence / 200.0)
    }
}

/// What counts as one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum By {
    /// A module with its settings, under any name.
    Bot,
    /// A name, with any module.
    Entrant,
}

fn model(name: &str) -> Result<Model, String> {
    let name = if name == "glicko2" { "glicko-2" } else { name };
    Model::named(name).map_err(|error| error.to_string())
}

fn rating_of(text: &str) -> Result<f64, String> {
    let rating = text.parse::<f64>().ok().filter(|rating| rating.abs() <= 1e6);
    rating.ok_or_else(|| "give a number between -1000000 and 1000000".to_owned())
}

/// The name may contain `=`; the rating follows the last one.
fn anchor(text: &str) -> Result<(String, f64), String> {
    let (name, rating) = text.rsplit_once('=').ok_or("give NAME=RATING, for example Ann=1800")?;
    Ok((name.to_owned(), rating_of(rating)?))
}

fn confidence(text: &str) -> Result<f64, String> {
    let percent = text.parse::<f64>().ok().filter(|percent| (1.0..=99.999).contains(percent));
    percent.ok_or_else(|| "give a percentage between 1 and 99.999, for example 99".to_owned())
}

impl RateCommand {
    #[expect(clippy::print_stderr, reason = "what became of each run is no data")]
    pub(crate) fn run(self) -> Done {
        let mut list = match &self.list {
            Some(path) if path.exists() => read_list(path)?,
            _ => List::default(),
        };
        let (files, runs): (Vec<&PathBuf>, Vec<&PathBuf>) =
            self.runs.iter().partition(|path| !path.is_dir() && Kind::of(path).is_some());
        if let (Some(file), Some(_)) = (files.first(), &self.list) {
            let file = inert(&file.display().to_string());
            return Err(Error::input(format!(
                "a rating list holds runs alone, and {file} is a file of games"
            ))
            .hint("rate the file without --list"));
        }
        let by = self.by.or((!files.is_empty()).then_some(By::Entrant));
        list.set(self.model.map(|model| model.name()), by);
        let model = self.model(&list.model)?;
        let mut stats = self.stats.then(Stats::default);
        for path in runs {
            let run = read_run(&RunFolder::at(path), self.stats)
                .map_err(|error| Error { kind: error.kind(), ..refuse(path, &error) })?;
            if let Some(stats) = &mut stats {
                stats.take(&run);
            }
            if list.add(run).map_err(|error| refuse(path, &error))? == Added::Nothing {
                eprintln!("{}: already in the list, nothing added", inert(&path.display().to_string()));
            }
        }
        let files: Vec<FileGames> =
            files.into_iter().map(|path| read_file(path, &model)).collect::<Result<_, _>>()?;
        let rated = list.rate(model, &self.anchor, files).map_err(|error| {
            let failed = Error::of(explain::Kind::Input, &error);
            let failed = Error { what: inert(&failed.what), ..failed };
            match error {
                ListError::NoAnchor(_) => {
                    failed.hint("run the same command without --anchor to see the names")
                }
                ListError::SeveralAnchors { .. } => {
                    failed.hint("use --by entrant to rate them as one player")
                }
                _ => failed,
            }
        })?;
        if let Some(path) = &self.list {
            keep_list(path, &json::Kept::new(&list, &rated))?;
        }
        if self.json {
            return out::line(&json::pretty(&json::all(&list, &rated, stats.as_ref(), &self.shown)));
        }
        tell::tell(&list, &rated, &self.shown)?;
        stats.map_or(Ok(()), |stats| tell::tell_stats(&list, &rated, &stats))
    }

    /// The model of that name, as the other arguments say.
    fn model(&self, name: &str) -> Result<Model, Error> {
        let model = Model::named(name).map_err(|error| Error::of(explain::Kind::Input, &error))?;
        let options = Options {
            draws: match self.draws {
                DrawsArgument::Davidson => Draws::Davidson,
                DrawsArgument::Half => Draws::HalfPoint,
            },
            seats: match self.seats {
                SeatsArgument::Fitted => Seats::Fitted,
                SeatsArgument::Equal => Seats::Equal,
            },
            average: self.average.unwrap_or(Options::default().average),
            ..Options::default()
        };
        if let Model::BradleyTerry(_) = model {
            return Ok(Model::BradleyTerry(options));
        }
        let asked = [
            (self.draws == DrawsArgument::Half, "--draws"),
            (self.seats == SeatsArgument::Equal, "--seats"),
            (self.average.is_some(), "--average"),
            (!self.anchor.is_empty(), "--anchor"),
            (self.shown.errors, "--errors"),
        ];
        match asked.into_iter().find(|(is_asked, _)| *is_asked) {
            None => Ok(model),
            Some((_, flag)) => Err(Error::input(format!("the model {name} does not support {flag}"))
                .hint("leave it out, or use --model bradley-terry")),
        }
    }
}

fn read_file(path: &Path, model: &Model) -> Result<FileGames, Error> {
    let in_order = !matches!(model, Model::BradleyTerry(_));
    let Some(kind) = Kind::of(path) else {
        return Err(Error::input(format!("{} is neither PGN nor CSV", inert(&path.display().to_string()))));
    };
    file::read(path, kind, in_order).map_err(|error| {
        let file = inert(&path.display().to_string());
        let why = Error::of(explain::Kind::Input, &error).what;
        Error::input(format!("cannot rate {file}: {}", inert(&why)))
    })
}

fn refuse(path: &Path, error: &dyn std::error::Error) -> Error {
    let failed = Error::of(explain::Kind::Input, error);
    let message = format!("cannot rate {}: {}", inert(&path.display().to_string()), inert(&failed.what));
    Error::input(message).hint(
        "give run folders written by `muster run`, for example reports/tank-war-class, or .pgn and .csv files",
    )
}

fn read_list(path: &Path) -> Result<List, Error> {
    let text = fs::read_to_string(path)
        .map_err(|error| Error::input(format!("cannot read the list {}: {error}", path.display())))?;
    List::parse(&text).map_err(|error| {
        Error::input(format!("{} is not a rating list: {}", path.display(), inert(&error.to_string())))
            .hint("give the path of a new file to begin a list")
    })
}

fn keep_list(path: &Path, list: &json::Kept<'_>) -> Done {
    let written = files::replace(path, None, |out| {
        serde_json::to_writer_pretty(&mut *out, list)?;
        out.write_all(b"\n")
    });
    written.map_err(|error| {
        Error::new(explain::Kind::Host, format!("cannot write the list {}: {error}", path.display()))
    })
}
