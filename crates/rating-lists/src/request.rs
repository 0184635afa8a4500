//! A rating request and its result.

use std::io::{self, Write};
use std::path::PathBuf;

use ledger::RunFolder;
use rating::bradley_terry::{self, Draws, Seats};
use rating::model::Model;
use results::read_run;

use crate::error::{ListError, RateError, Setting};
use crate::file_games::FileGames;
use crate::game::termination;
use crate::list::{Addition, List};
use crate::list_ratings::ListRatings;
use crate::player_identity::PlayerIdentity;
use crate::report::{ListFile, RateReport, View};
use crate::statistics::Statistics;

/// A rating request.
#[derive(Debug, Default)]
pub struct Request<'a> {
    /// The list to which the runs are added; [`List::default`] starts a new one. `None` to keep no list.
    pub list: Option<List>,
    /// The runs, oldest first.
    pub runs: &'a [RunFolder],
    /// Files of games from other programs, which are rated after the runs.
    pub files: &'a [PathBuf],
    /// The rating options.
    pub options: Options,
}

/// The rating options.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The model, with its options below; `None` for the list's model. The default of a new list is bradley-terry.
    pub model: Option<Model>,
    /// The identity that counts as one player; `None` for the list's choice. The default of a new list is the bot, or
    /// the entrant if there are files.
    pub by: Option<PlayerIdentity>,
    /// The treatment of draws by bradley-terry.
    pub draws: Draws,
    /// The treatment of seats by bradley-terry.
    pub seats: Seats,
    /// The average rating of the field, for bradley-terry; `None` for 1500.
    pub average: Option<f64>,
    /// Ratings that bradley-terry fixes, by player name.
    pub anchors: Vec<(String, f64)>,
    /// `true` to compute the errors of differences, which only bradley-terry supports.
    pub differences: bool,
    /// The terminations to leave out: values of the tag Termination in files.
    pub leave_out: Vec<String>,
    /// `true` to count the games of the given runs, too: lengths, endings, faults, times, first moves.
    pub statistics: bool,
}

/// The ratings, and the addition of each run.
#[derive(Debug)]
pub struct Ratings {
    /// The list with the added runs, and its rating settings.
    pub list: List,
    /// The rated games.
    pub rated: ListRatings,
    /// The outcome of adding each run, in the order of the request.
    pub additions: Vec<Addition>,
    /// Counts over the given runs, if they were requested.
    pub statistics: Option<Statistics>,
}

/// Rates runs and files together.
///
/// # Errors
/// Fails if an input cannot be read, if inputs cannot be combined, or if the model does not support a setting.
pub fn rate(request: Request<'_>) -> Result<Ratings, RateError> {
    let Request { list, runs, files, options } = request;
    if let (Some(path), Some(_)) = (files.first(), &list) {
        return Err(RateError::FileInList { path: path.clone() });
    }
    let mut list = list.unwrap_or_default();
    let by = options.by.or((!files.is_empty()).then_some(PlayerIdentity::Entrant));
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
    /// Returns the model of that name with these options.
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
    /// Returns the report, limited to a view.
    pub fn report(&self, view: &View) -> RateReport<'_> {
        RateReport::new(&self.list, &self.rated, self.statistics.as_ref(), view)
    }

    /// Writes the list's file, which [`List::parse`] reads back.
    ///
    /// # Errors
    /// Returns the errors of the writer.
    pub fn write_list(&self, mut out: impl Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut out, &ListFile::new(&self.list, &self.rated))?;
        out.write_all(b"\n")
    }
}
