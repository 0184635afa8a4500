//! What is to be rated and how, and what comes of it.

use std::io::{self, Write};
use std::path::PathBuf;

use ledger::RunFolder;
use rating::bradley_terry::{self, Draws, Seats};
use rating::model::Model;

use crate::by::By;
use crate::error::{ListError, RateError, Setting};
use crate::file_games::FileGames;
use crate::game::termination;
use crate::list::{Addition, List, ListRatings};
use crate::report::{ListFile, RateReport, View};
use crate::run_games::read_run;
use crate::statistics::Statistics;

/// What is to be rated.
#[derive(Debug, Default)]
pub struct Request<'a> {
    /// The list to which the runs are added, if one is kept: [`List::default`] begins one.
    pub list: Option<List>,
    /// Runs, oldest first.
    pub runs: &'a [RunFolder],
    /// Files of games of other programs, which are rated after the runs.
    pub files: &'a [PathBuf],
    /// How they are rated.
    pub options: Options,
}

/// How games are rated.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The model; `None` for the list's, which for a new one is bradley-terry. Its options are those below.
    pub model: Option<Model>,
    /// What counts as one player; `None` for the list's, which for a new one is the bot; the entrant if there are files.
    pub by: Option<By>,
    /// How bradley-terry counts draws.
    pub draws: Draws,
    /// Whether bradley-terry fits an advantage for the first seat.
    pub seats: Seats,
    /// The average rating of the field, for bradley-terry; `None` for 1500.
    pub average: Option<f64>,
    /// Ratings that bradley-terry fixes, by the names of players.
    pub anchors: Vec<(String, f64)>,
    /// Whether the errors of differences are wanted, which bradley-terry alone has.
    pub differences: bool,
    /// Games of files that ended in one of these ways are left out: values of the tag Termination.
    pub leave_out: Vec<String>,
    /// Whether the games of the given runs are counted, too: lengths, endings, faults, times, first moves.
    pub statistics: bool,
}

/// Ratings, and what became of each run.
#[derive(Debug)]
pub struct Ratings {
    /// The runs with those that were added, and how they are rated.
    pub list: List,
    /// What the games come to.
    pub rated: ListRatings,
    /// What became of each run, in the order of the request.
    pub additions: Vec<Addition>,
    /// Counts over the given runs, if they were asked for.
    pub statistics: Option<Statistics>,
}

/// Rates runs and files together.
///
/// # Errors
/// If something cannot be read, does not go together, or is asked of a model that does not have it.
pub fn rate(request: Request<'_>) -> Result<Ratings, RateError> {
    let Request { list, runs, files, options } = request;
    if let (Some(path), Some(_)) = (files.first(), &list) {
        return Err(RateError::FileInList { path: path.clone() });
    }
    let mut list = list.unwrap_or_default();
    let by = options.by.or((!files.is_empty()).then_some(By::Entrant));
    list.set(options.model.map(|model| model.name()), by);
    let model = options.model_named(&list.model)?;
    let mut statistics = options.statistics.then(Statistics::default);
    let mut additions = Vec::with_capacity(runs.len());
    for folder in runs {
        let path = || folder.root().to_owned();
        let run =
            read_run(folder, options.statistics).map_err(|source| RateError::Run { path: path(), source })?;
        if let Some(statistics) = &mut statistics {
            statistics.take(&run);
        }
        additions.push(list.add(run).map_err(|source| RateError::Together { path: path(), source })?);
    }
    let in_order = !matches!(model, Model::BradleyTerry(_));
    let leave_out = options.leave_out.iter().map(|ended| termination(ended)).collect();
    let read = |path: &PathBuf| {
        FileGames::read(path, in_order, &leave_out)
            .map_err(|source| RateError::File { path: path.clone(), source })
    };
    let files: Vec<FileGames> = files.iter().map(read).collect::<Result<_, _>>()?;
    let rated = list.rate(model, &options.anchors, files)?;
    Ok(Ratings { list, rated, additions, statistics })
}

impl Options {
    /// The model of that name with these options.
    fn model_named(&self, name: &str) -> Result<Model, RateError> {
        let model = Model::named(name).map_err(ListError::Model)?;
        let usual = bradley_terry::Options::default();
        if let Model::BradleyTerry(_) = model {
            let average = self.average.unwrap_or(usual.average);
            return Ok(Model::BradleyTerry(bradley_terry::Options {
                draws: self.draws,
                seats: self.seats,
                average,
                ..usual
            }));
        }
        let asked = [
            (self.draws != usual.draws, Setting::HalfDraws),
            (self.seats != usual.seats, Setting::EqualSeats),
            (self.average.is_some(), Setting::Average),
            (!self.anchors.is_empty(), Setting::Anchors),
            (self.differences, Setting::Differences),
        ];
        match asked.into_iter().find(|(is_asked, _)| *is_asked) {
            None => Ok(model),
            Some((_, setting)) => Err(RateError::Unsupported { model: model.name(), setting }),
        }
    }
}

impl Ratings {
    /// Everything that is known, as it is shown.
    pub fn report(&self, view: &View) -> RateReport<'_> {
        RateReport::of(&self.list, &self.rated, self.statistics.as_ref(), view)
    }

    /// Writes the list's file, from which [`List::parse`] reads the list.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_list(&self, mut out: impl Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut out, &ListFile::of(&self.list, &self.rated))?;
        out.write_all(b"\n")
    }
}
