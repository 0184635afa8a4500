//! `muster rate`: computes ratings with error bars from runs and from files of games.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use explain::{Error, Kind};
use game::visible_path;
use ledger::RunFolder;
use rating::bradley_terry::{Draws, Seats};
use rating::model::Model;
use rating_lists::{
    Addition, FileFormat, List, ListError, Options, RateError, Ratings, Request, Setting, View,
};
use terminal::out;

use crate::exit::Done;

/// `muster rate`
#[derive(Args)]
#[command(after_help = "\
Files: in a PGN file (.pgn), the tags White, Black, Result and Termination are read. A CSV file (.csv) has the columns \
first, second, result and optionally count (the number of games) and termination; other columns are allowed if a header \
row names them. Results are 1-0, 0-1 and 1/2-1/2, or 1, 0 and 0.5. Files are rated after the runs.

Every game is either rated or left out, and the reason is printed with file and line. Left out are games without a \
result (*), byes, forfeits (0-0, or a termination such as \"unplayed\"), and games that are damaged. Names that \
differ only in blanks, Unicode normalization or invisible characters are the same.

Identical games in different runs (the same players, start and actions) count once. The two games of an opening, with \
seats swapped, are one unit in the error bars. The order of the runs matters to the models elo, bkr and weng-lin, to \
marks and to the history.

A rating marked > or < has no upper or lower bound (all games won, or all lost). One marked ? is not linked to the \
others by games: it is placed by virtual games and affects no other rating.")]
pub(crate) struct RateCommand {
    /// Run folders written by `muster run` or `muster sprt --out`, oldest first; PGN and CSV files.
    #[arg(required_unless_present = "list", value_name = "RUN|FILE")]
    runs: Vec<PathBuf>,
    /// The model: bradley-terry, elo, bkr, glicko-2 or weng-lin [default: bradley-terry].
    #[arg(long, value_parser = model)]
    model: Option<Model>,
    /// The unit to rate: each version of a bot (module and settings), or each entrant across versions [default: bot;
    /// entrant if a file is given].
    #[arg(long, value_enum)]
    by: Option<ByArgument>,
    /// The treatment of draws by bradley-terry: as a separate outcome (Davidson), or as half a win and half a loss,
    /// like Ordo.
    #[arg(long, value_enum, default_value = "davidson")]
    draws: DrawsArgument,
    /// The first seat's advantage, for bradley-terry.
    #[arg(long, value_enum, default_value = "fitted")]
    seats: SeatsArgument,
    /// The average rating of the field, for bradley-terry [default: 1500].
    #[arg(long, allow_negative_numbers = true, conflicts_with = "anchor", value_parser = rating_of)]
    average: Option<f64>,
    /// Fix the rating of a player, for bradley-terry, and rate the others relative to it; may be repeated.
    #[arg(long, value_name = "NAME=RATING", value_parser = anchor)]
    anchor: Vec<(String, f64)>,
    #[command(flatten)]
    view: ViewArguments,
    /// Exclude games of files with this Termination tag, for example "time forfeit"; may be repeated.
    #[arg(long, value_name = "TERMINATION")]
    leave_out: Vec<String>,
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

/// The treatment of draws.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DrawsArgument {
    /// A separate outcome.
    Davidson,
    /// Half a win and half a loss.
    Half,
}

/// The treatment of seats.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SeatsArgument {
    /// Fit an advantage for the first seat.
    Fitted,
    /// Assume that seats are equal.
    Equal,
}

/// The unit to rate.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ByArgument {
    /// A module with its settings, under any name.
    Bot,
    /// A name, with any module.
    Entrant,
}

/// Options for the display of ratings.
#[derive(Args)]
struct ViewArguments {
    /// The confidence of error bars in percent.
    #[arg(long, default_value_t = 95.0, value_parser = confidence)]
    confidence: f64,
    /// Show the error of the difference between every two ratings.
    #[arg(long)]
    errors: bool,
    /// Show the likelihood of superiority for every two players.
    #[arg(long)]
    superiority: bool,
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
    pub(crate) fn run(self) -> Done {
        let list = match &self.list {
            Some(path) if path.exists() => Some(read_list(path)?),
            Some(_) => Some(List::default()),
            None => None,
        };
        let (files, runs): (Vec<PathBuf>, Vec<PathBuf>) =
            self.runs.iter().cloned().partition(|path| is_file_of_games(path));
        let runs: Vec<RunFolder> = runs.into_iter().map(RunFolder::at).collect();
        let request = Request { list, runs: &runs, files: &files, options: self.options() };
        let ratings = rating_lists::rate(request).map_err(explain)?;
        print_additions(&runs, &ratings.additions);
        if let Some(path) = &self.list {
            write_list(path, &ratings)?;
        }
        let ViewArguments { confidence, errors, superiority } = self.view;
        let view = View { confidence, differences: errors, superiority };
        if self.json {
            return out::json_pretty(&ratings.report(&view));
        }
        out::line(&rating_lists::text(&ratings, &view))
    }

    fn options(&self) -> Options {
        Options {
            model: self.model,
            by: self.by.map(|by| match by {
                ByArgument::Bot => rating_lists::PlayerIdentity::Bot,
                ByArgument::Entrant => rating_lists::PlayerIdentity::Entrant,
            }),
            draws: match self.draws {
                DrawsArgument::Davidson => Draws::Davidson,
                DrawsArgument::Half => Draws::HalfPoint,
            },
            seats: match self.seats {
                SeatsArgument::Fitted => Seats::Fitted,
                SeatsArgument::Equal => Seats::Equal,
            },
            average: self.average,
            anchors: self.anchor.clone(),
            leave_out: self.leave_out.clone(),
            differences: self.view.errors,
            statistics: self.stats,
        }
    }
}

/// Returns `true` for a file, and for a name that can only be that of a file.
fn is_file_of_games(path: &Path) -> bool {
    path.is_file() || !path.is_dir() && FileFormat::from_path(path).is_some()
}

/// Names the runs that added nothing new.
#[expect(clippy::print_stderr, reason = "what became of each run is not data")]
fn print_additions(runs: &[RunFolder], additions: &[Addition]) {
    for (run, addition) in runs.iter().zip(additions) {
        if *addition == Addition::Nothing {
            eprintln!("{}: already in the list, nothing added", visible_path(run.root()));
        }
    }
}

/// Adds hints on options to an error.
fn explain(error: RateError) -> Error {
    match &error {
        RateError::FileInList { .. } => Error::from(error).hint("rate the file without --list"),
        RateError::Unsupported { model, setting } => {
            let option = match setting {
                Setting::HalfDraws => "--draws",
                Setting::EqualSeats => "--seats",
                Setting::Average => "--average",
                Setting::Anchors => "--anchor",
                Setting::Differences => "--errors",
            };
            Error::input(format!("the model {model} does not support {option}"))
                .hint("omit it, or use --model bradley-terry")
        }
        RateError::List(ListError::NoAnchor(_)) => {
            Error::from(error).hint("run the same command again without --anchor to see the names")
        }
        RateError::List(ListError::SeveralAnchors { .. }) => {
            Error::from(error).hint("use --by entrant to rate them as one player")
        }
        _ => Error::from(error),
    }
}

fn read_list(path: &Path) -> Result<List, Error> {
    let text = std::fs::read(path)
        .map_err(|error| Error::input(format!("cannot read the list {}: {error}", visible_path(path))))?;
    List::parse(plaintext::read_lossy(&text).as_bytes()).map_err(|error| {
        Error::input(format!("{} is not a rating list: {error}", visible_path(path)))
            .hint("give the path of a new file to begin a list")
    })
}

fn write_list(path: &Path, ratings: &Ratings) -> Done {
    files::replace(path, None, |out| ratings.write_list(out)).map_err(|error| {
        Error::new(Kind::Host, format!("cannot write the list {}: {error}", visible_path(path)))
    })
}
