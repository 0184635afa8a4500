//! `muster report RUN --into FILE.csv`: a run's grades into a course system's own file.

mod print;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use classroom::{
    GradeTransfer, GradedRun, RowsBy, SheetFile, TransferPlan, must_be_tournament, transfer_grades,
};
use explain::{Error, Kind, what_helps};
use game::visible_path;
use gradebook::{Decimal, Mark};
use ledger::RunFolder;
use run::RecordedRun;

use crate::exit::Done;

/// Options that put grades into a course system's file.
#[derive(Args)]
#[command(next_help_heading = "Grades into a course system's file")]
pub(crate) struct IntoOptions {
    /// Put the run's grades into a file of a course system: Moodle's grading worksheet or an export of its gradebook, an
    /// export of Canvas's gradebook, or another CSV file. The cells of one column change, and no other byte.
    #[arg(long, value_name = "FILE.csv", requires_all = ["column", "destination"])]
    into: Option<PathBuf>,
    /// The column to fill with grades, by its heading; an assignment of Canvas also by its title.
    #[arg(long, value_name = "NAME", requires = "into")]
    column: Option<String>,
    #[command(flatten)]
    destination: Destination,
    /// Round to this number of decimals, halves away from zero [default: as in private/gradebook.csv].
    #[arg(long, value_name = "NUMBER", requires = "into", value_parser = clap::value_parser!(u8).range(0..=9))]
    decimals: Option<u8>,
    /// The decimal mark [default: what the file has; a point if it has none].
    #[arg(long, value_name = "MARK", requires = "into", value_enum)]
    decimal_mark: Option<DecimalMark>,
    /// The column with the most that a grade may be [default: Maximum grade, if there is one].
    #[arg(long, value_name = "COLUMN", requires = "into")]
    maximum: Option<String>,
    /// The column that says whether a row is locked, and what it says then [default: Grade can be changed=No, if there is
    /// such a column].
    #[arg(long, value_name = "COLUMN=VALUE", requires = "into", value_parser = locked)]
    locked: Option<(String, String)>,
    /// Add the column to an export of Canvas's gradebook: the import makes a new assignment of it, out of this many
    /// points.
    #[arg(long, value_name = "POINTS", requires = "into", value_parser = points)]
    new_assignment: Option<Decimal>,
    /// Print everything that changes in the file as one JSON object.
    #[arg(long, requires = "into")]
    json: bool,
}

/// Options of `muster report` that say whose row is whose.
#[derive(Args)]
#[command(next_help_heading = "Grades into a course system's file")]
pub(crate) struct KeyOptions {
    /// The column in which the entrants' names stand. Given twice: two columns that make the name, as First name and Last
    /// name do.
    #[arg(long = "match", value_name = "COLUMN", requires = "into", conflicts_with = "map")]
    matched: Vec<String>,
    /// Where entrants have other names than the file: a CSV file with the columns `entrant` and one named as a column of
    /// FILE.csv, for example Email address. A team has a line for each member.
    #[arg(long, value_name = "MAP.csv", requires = "into")]
    map: Option<PathBuf>,
}

/// Where the file goes.
#[derive(Args)]
#[group(id = "destination", multiple = false)]
pub(crate) struct Destination {
    /// Write the changed file here.
    #[arg(long, short, value_name = "OUT.csv", requires = "into")]
    out: Option<PathBuf>,
    /// Write into FILE.csv itself.
    #[arg(long, requires = "into")]
    in_place: bool,
    /// Write nothing; print what would change.
    #[arg(long, requires = "into")]
    dry_run: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum DecimalMark {
    /// 9.5
    Point,
    /// 9,5
    Comma,
}

fn points(text: &str) -> Result<Decimal, String> {
    let points = Decimal::parse(text).filter(|points| !points.is_negative());
    points.ok_or_else(|| "give a number, for example 10".to_owned())
}

/// The heading may contain `=`; the value follows the last one.
fn locked(text: &str) -> Result<(String, String), String> {
    let (column, value) =
        text.rsplit_once('=').ok_or("give COLUMN=VALUE, for example \"Grade can be changed=No\"")?;
    Ok((column.to_owned(), value.to_owned()))
}

impl IntoOptions {
    /// Whether grades are to go into a file.
    pub(crate) fn is_asked(&self) -> bool {
        self.into.is_some()
    }

    /// What is to be done, if it was asked for.
    pub(crate) fn asked(self) -> Option<IntoFile> {
        let (file, column) = (self.into.clone()?, self.column.clone()?);
        Some(IntoFile { file, column, options: self })
    }
}

/// Grades that go into a file.
pub(crate) struct IntoFile {
    file: PathBuf,
    column: String,
    options: IntoOptions,
}

impl KeyOptions {
    /// Finds the rows of entrants by a map, or by their names.
    fn transfer<'a>(
        &self,
        file: SheetFile<'a>,
        plan: &TransferPlan,
        run: &GradedRun,
    ) -> Result<GradeTransfer<'a>, Error> {
        let Some(path) = &self.map else {
            return transfer_grades(file, plan, &run.grades, RowsBy::Names(&self.matched));
        };
        let (name, bytes) = (visible_path(path), read_sheet(path)?);
        let map = SheetFile { name: &name, bytes: &bytes };
        transfer_grades(file, plan, &run.grades, RowsBy::Map(map))
    }
}

impl IntoFile {
    /// Puts the grades of a run into the file.
    pub(super) fn run(&self, folder: &RunFolder, run: RecordedRun, keys: &KeyOptions) -> Done {
        must_be_tournament(folder, &run)?;
        let run = GradedRun::of(folder, run)?;
        self.put(|file, plan| keys.transfer(file, plan, &run))
    }

    /// Puts grades into the file, as `transfer` finds rows for them.
    pub(crate) fn put(
        &self,
        transfer: impl for<'a> FnOnce(SheetFile<'a>, &TransferPlan) -> Result<GradeTransfer<'a>, Error>,
    ) -> Done {
        let (name, bytes) = (visible_path(&self.file), read_sheet(&self.file)?);
        let made = transfer(SheetFile { name: &name, bytes: &bytes }, &self.plan())?;
        let to = self.options.destination.of(&self.file)?;
        if let Some(to) = &to {
            write_sheet(&self.file, to, &made.bytes())?;
        }
        let view =
            print::TransferView { file: &self.file, column: &self.column, made: &made, to: to.as_deref() };
        if self.options.json { view.print_json() } else { view.print() }
    }

    /// What is to be done with the file.
    fn plan(&self) -> TransferPlan {
        let options = &self.options;
        TransferPlan {
            column: self.column.clone(),
            new_assignment: options.new_assignment.clone(),
            maximum: options.maximum.clone(),
            locked: options.locked.clone(),
            mark: options.decimal_mark.map(|mark| match mark {
                DecimalMark::Point => Mark::Point,
                DecimalMark::Comma => Mark::Comma,
            }),
            decimals: options.decimals.map(usize::from),
        }
    }
}

impl Destination {
    /// Where a file is written that is read from here, if it is.
    pub(crate) fn of(&self, file: &Path) -> Result<Option<PathBuf>, Error> {
        let Destination { out, in_place, .. } = self;
        if *in_place {
            // A link stays one: what it leads to is replaced.
            return fs::canonicalize(file).map(Some).map_err(|error| unreadable(file, &error));
        }
        let Some(out) = out else { return Ok(None) };
        let is_same =
            fs::canonicalize(out).is_ok_and(|out| fs::canonicalize(file).is_ok_and(|file| file == out));
        if is_same {
            return Err(Error::input(format!("{} is the file that is read", visible_path(out)))
                .hint("to write into the file itself, give --in-place instead of --out"));
        }
        Ok(Some(out.clone()))
    }
}

/// Writes a file that was read from elsewhere. Who may read the one may read the other.
pub(crate) fn write_sheet(from: &Path, to: &Path, bytes: &[u8]) -> Done {
    let permissions = fs::metadata(from).map(|file| file.permissions()).ok();
    files::replace(to, permissions, |out| out.write_all(bytes)).map_err(|error| {
        Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(to)))
            .hint(what_helps(to, &error))
    })
}

/// The bytes of a CSV file.
pub(crate) fn read_sheet(path: &Path) -> Result<Vec<u8>, Error> {
    files::read_bounded(path, gradebook::LONGEST as u64).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::input(format!("cannot read {}: {error}", visible_path(path)))
}
