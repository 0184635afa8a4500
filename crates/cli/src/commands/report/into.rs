//! `muster report RUN --into FILE.csv`: a run's grades into a course system's own file.

mod entries;
mod explain;
mod print;
mod read;
mod transfer_report;

use std::fs;
use std::path::{Path, PathBuf};

use ::explain::{Error, Kind, what_helps};
use clap::{Args, ValueEnum};
use game::visible_path;
use gradebook::{Column, Decimal, Entry, Locked, Mark, Order, Sheet, Target, Transfer};
use ledger::RunFolder;
use report::EntrantGrade;

pub(crate) use self::entries::entry;
use self::entries::{Map, entries};
pub(crate) use self::explain::In;
pub(crate) use self::read::grades;
pub(crate) use self::transfer_report::TransferReport;
use crate::exit::Done;

/// Options that put grades into a course system's file.
#[derive(Args)]
#[command(next_help_heading = "Grades into a course system's file")]
pub(crate) struct IntoOptions {
    /// Put the run's grades into a file of a course system: Moodle's grading worksheet or an export of its gradebook, an
    /// export of Canvas's gradebook, or another CSV file. The cells of one column change, and no other byte.
    #[arg(long, value_name = "FILE.csv", requires_all = ["column", "destination"])]
    into: Option<PathBuf>,
    /// The column that gets the grades, by its heading; an assignment of Canvas also by its title.
    #[arg(long, value_name = "NAME", requires = "into")]
    column: Option<String>,
    #[command(flatten)]
    destination: Destination,
    /// Round to this number of decimals, halves away from zero [default: as in private/gradebook.csv].
    #[arg(long, value_name = "NUMBER", requires = "into", value_parser = clap::value_parser!(u8).range(0..=9))]
    decimals: Option<u8>,
    /// What stands before the decimals [default: what the file has; a point if it has none].
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
    /// Print all that becomes of the file as one JSON object.
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
struct Destination {
    /// Write the file with the grades here.
    #[arg(long, short, value_name = "OUT.csv", requires = "into")]
    out: Option<PathBuf>,
    /// Write the grades into FILE.csv itself.
    #[arg(long, requires = "into")]
    in_place: bool,
    /// Write nothing; print a table of what would change.
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

/// Whose row is whose.
pub(crate) struct Keyed {
    /// The columns that tell.
    pub(crate) columns: Vec<Column>,
    /// What stands in them for each entrant.
    pub(crate) entries: Vec<Entry>,
}

impl KeyOptions {
    /// The entrants by a map, or by their names.
    fn keyed(&self, file: &Path, sheet: &Sheet<'_>, grades: &[EntrantGrade]) -> Result<Keyed, Error> {
        let map = self.map.as_deref().map(|path| Map::read(path, grades)).transpose()?;
        let names: Vec<&str> = match &map {
            Some(map) => vec![map.column()],
            None => self.matched.iter().map(String::as_str).collect(),
        };
        let column = |name: &str| sheet.column(name).map_err(|error| In(file).no_column(sheet, &error));
        let columns: Vec<Column> = names.into_iter().map(column).collect::<Result<_, _>>()?;
        if columns.is_empty() {
            return Err(In(file).unmatched(sheet, grades));
        }
        Ok(Keyed { columns, entries: entries(grades, map.as_ref())? })
    }
}

impl IntoFile {
    pub(super) fn run(&self, run: &RunFolder, keys: &KeyOptions) -> Done {
        let grades = grades(run)?;
        self.put(&grades, |sheet| keys.keyed(&self.file, sheet, &grades))
    }

    /// Puts grades into the rows of those whom `keyed` finds in the file.
    pub(crate) fn put(
        &self,
        grades: &[EntrantGrade],
        keyed: impl FnOnce(&Sheet<'_>) -> Result<Keyed, Error>,
    ) -> Done {
        let bytes = read::bytes(&self.file)?;
        let file = In(&self.file);
        let sheet = Sheet::read(&bytes).map_err(|error| file.unread(&error))?;
        // Before anything is said of rows: a column that is not there is the first thing to know.
        let target = self.target(&sheet)?;
        let Keyed { columns, entries } = keyed(&sheet)?;
        let order = self.order(&sheet, target, columns)?;
        let transfer = gradebook::transfer(&sheet, &order, &entries).map_err(|error| file.refused(&error))?;
        if transfer.rows.is_empty() {
            return Err(file.nobody(&sheet, &order.matched, grades));
        }
        let to = self.destination()?;
        if let Some(to) = &to {
            self.write(to, &transfer.write(&sheet))?;
        }
        self.print(&sheet, &order, &transfer, to.as_deref())
    }

    /// The file that gets the grades.
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    fn target(&self, sheet: &Sheet<'_>) -> Result<Target, Error> {
        Ok(match &self.options.new_assignment {
            Some(points) => Target::New { title: self.column.clone(), points: points.clone() },
            None => Target::Column(
                sheet.column(&self.column).map_err(|error| In(&self.file).no_target(sheet, &error))?,
            ),
        })
    }

    /// What is to be done with the file.
    fn order(&self, sheet: &Sheet<'_>, target: Target, matched: Vec<Column>) -> Result<Order, Error> {
        let options = &self.options;
        let column = |name: &str| sheet.column(name).map_err(|error| In(&self.file).no_column(sheet, &error));
        let mut order = Order::new(sheet, target, matched);
        if let Some(name) = &options.maximum {
            order.maximum = Some(column(name)?);
        }
        if let Some((name, value)) = &options.locked {
            order.locked = Some(Locked { column: column(name)?, value: value.clone() });
        }
        order.mark = options.decimal_mark.map(|mark| match mark {
            DecimalMark::Point => Mark::Point,
            DecimalMark::Comma => Mark::Comma,
        });
        order.decimals = options.decimals.map(usize::from);
        Ok(order)
    }

    /// Where the file is written, if it is.
    fn destination(&self) -> Result<Option<PathBuf>, Error> {
        let Destination { out, in_place, .. } = &self.options.destination;
        if *in_place {
            // A link stays one: what it leads to is replaced.
            return fs::canonicalize(&self.file)
                .map(Some)
                .map_err(|error| read::unreadable(&self.file, &error));
        }
        let Some(out) = out else { return Ok(None) };
        let is_same =
            fs::canonicalize(out).is_ok_and(|out| fs::canonicalize(&self.file).is_ok_and(|file| file == out));
        if is_same {
            return Err(Error::input(format!("{} is the file that is read", visible_path(out)))
                .hint("to write the grades into the file itself, give --in-place instead of --out"));
        }
        Ok(Some(out.clone()))
    }

    /// Writes the file. Who may read the one may read the other.
    fn write(&self, to: &Path, bytes: &[u8]) -> Done {
        use std::io::Write;
        let permissions = fs::metadata(&self.file).map(|file| file.permissions()).ok();
        files::replace(to, permissions, |out| out.write_all(bytes)).map_err(|error| {
            Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(to)))
                .hint(what_helps(to, &error))
        })
    }

    fn print(&self, sheet: &Sheet<'_>, order: &Order, transfer: &Transfer, to: Option<&Path>) -> Done {
        let view = print::TransferView { file: &self.file, column: &self.column, sheet, order, transfer, to };
        if self.options.json { view.print_json() } else { view.print() }
    }
}
