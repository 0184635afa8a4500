//! `muster report RUN --into FILE.csv`: puts a run's grades into a course system's own file, and shows the result of
//! the import in advance.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use class_operations::NamedFile;
use class_operations::grades::{
    GradeTransfer, GradedRun, RowsBy, TransferPlan, cautions_words, cell_words, transfer_grades,
};
use class_operations::runs::must_be_tournament;
use course_files::gradebook::{Change, Decimal, Mark, Matched, Transfer, UnchangedReason};
use explain::{Error, Kind, what_helps};
use game::visible_path;
use ledger::RunFolder;
use run_folder::RecordedRun;
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::{inert, shortened};

use crate::exit::Done;
use crate::host;

/// Maximum number of named rows or entrants of a kind; `--json` has all.
const NAMED: usize = 20;

/// Options that put grades into a course system's file.
#[derive(Args)]
#[command(next_help_heading = "Grades into a course system's file")]
pub(crate) struct IntoOptions {
    /// Put the run's grades into a file of a course system: Moodle's grading worksheet or gradebook export, a Canvas
    /// gradebook export, or another CSV file. Only the cells of one column change.
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
    /// The decimal mark [default: that of the file, or else a point].
    #[arg(long, value_name = "MARK", requires = "into", value_enum)]
    decimal_mark: Option<DecimalMark>,
    /// The column with the maximum grade [default: Maximum grade, if there is one].
    #[arg(long, value_name = "COLUMN", requires = "into")]
    maximum: Option<String>,
    /// The column that marks locked rows, and its value in those rows [default: Grade can be changed=No, if
    /// there is such a column].
    #[arg(long, value_name = "COLUMN=VALUE", requires = "into", value_parser = locked)]
    locked: Option<(String, String)>,
    /// Add the column to a Canvas gradebook export: the import creates a new assignment from it, worth this many
    /// points.
    #[arg(long, value_name = "POINTS", requires = "into", value_parser = points)]
    new_assignment: Option<Decimal>,
    /// Print everything that changes in the file as one JSON object.
    #[arg(long, requires = "into")]
    json: bool,
}

/// Options of `muster report` that match rows with entrants.
#[derive(Args)]
#[command(next_help_heading = "Grades into a course system's file")]
pub(crate) struct KeyOptions {
    /// The column with the entrants' names. Give it twice if two columns make up the name, such as First name and Last
    /// name.
    #[arg(long = "match", value_name = "COLUMN", requires = "into", conflicts_with = "map")]
    matched: Vec<String>,
    /// A CSV file that maps entrants to rows of the file, if their names differ. It has the column `entrant` and one
    /// named like a column of FILE.csv, for example Email address. A team has a line for each member.
    #[arg(long, value_name = "MAP.csv", requires = "into")]
    map: Option<PathBuf>,
}

/// The destination of the file.
#[derive(Args)]
#[group(id = "destination", multiple = false)]
pub(crate) struct Destination {
    /// Write the changed file here.
    #[arg(long, short, value_name = "OUT.csv", requires = "into")]
    out: Option<PathBuf>,
    /// Change FILE.csv itself.
    #[arg(long, requires = "into")]
    in_place: bool,
    /// Write nothing; show what would change.
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
    /// Returns `true` if grades are to be put into a file.
    pub(crate) fn is_asked(&self) -> bool {
        self.into.is_some()
    }

    /// Returns the requested transfer; `None` if there is none.
    pub(crate) fn asked(self) -> Option<IntoFile> {
        let (file, column) = (self.into.clone()?, self.column.clone()?);
        Some(IntoFile { file, column, options: self })
    }
}

/// A transfer of grades into a file.
pub(crate) struct IntoFile {
    file: PathBuf,
    column: String,
    options: IntoOptions,
}

impl KeyOptions {
    /// Finds the rows of entrants by a map, or by their names.
    fn transfer<'a>(
        &self,
        file: &'a NamedFile,
        plan: &TransferPlan,
        run: &GradedRun,
    ) -> Result<GradeTransfer<'a>, Error> {
        let Some(path) = &self.map else {
            return transfer_grades(file, plan, &run.grades, RowsBy::Names(&self.matched));
        };
        transfer_grades(file, plan, &run.grades, RowsBy::Map(&read_sheet(path)?))
    }
}

impl IntoFile {
    /// Puts the grades of a run into the file.
    pub(super) fn run(&self, folder: &RunFolder, run: RecordedRun, keys: &KeyOptions) -> Done {
        must_be_tournament(folder, &run)?;
        let run = GradedRun::compute(folder, run)?;
        self.put(|file, plan| keys.transfer(file, plan, &run))
    }

    /// Puts grades into the file, in the rows that `transfer` finds.
    pub(crate) fn put(
        &self,
        transfer: impl for<'a> FnOnce(&'a NamedFile, &TransferPlan) -> Result<GradeTransfer<'a>, Error>,
    ) -> Done {
        let file = read_sheet(&self.file)?;
        let made = transfer(&file, &self.plan())?;
        let to = self.options.destination.path_for(&self.file)?;
        if let Some(to) = &to {
            write_sheet(&self.file, to, &made.bytes())?;
        }
        let view = TransferView { file: &self.file, column: &self.column, made: &made, to: to.as_deref() };
        if self.options.json { view.print_json() } else { view.print() }
    }

    /// Returns the settings of the transfer.
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
    /// Returns the path to write the file at; `None` if it is not written.
    pub(crate) fn path_for(&self, file: &Path) -> Result<Option<PathBuf>, Error> {
        let Destination { out, in_place, .. } = self;
        if *in_place {
            // A link is kept; its target is replaced.
            return fs::canonicalize(file).map(Some).map_err(|error| host::unread(file, &error));
        }
        let Some(out) = out else { return Ok(None) };
        let is_same =
            fs::canonicalize(out).is_ok_and(|out| fs::canonicalize(file).is_ok_and(|file| file == out));
        if is_same {
            return Err(Error::input(format!("{} is also the input file", visible_path(out)))
                .hint("to change the file itself, use --in-place instead of --out"));
        }
        Ok(Some(out.clone()))
    }
}

/// Writes a file with the permissions of the one that it was read from.
pub(crate) fn write_sheet(from: &Path, to: &Path, bytes: &[u8]) -> Done {
    let permissions = fs::metadata(from).map(|file| file.permissions()).ok();
    files::replace(to, permissions, |out| out.write_all(bytes)).map_err(|error| {
        Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(to)))
            .hint(what_helps(to, &error))
    })
}

/// Reads a CSV file.
pub(crate) fn read_sheet(path: &Path) -> Result<NamedFile, Error> {
    host::read_file(path, course_files::gradebook::LONGEST as u64)
}

/// The result of a transfer.
struct TransferView<'a> {
    file: &'a Path,
    column: &'a str,
    made: &'a GradeTransfer<'a>,
    /// The path where it was written; `None` if it was not.
    to: Option<&'a Path>,
}

impl TransferView<'_> {
    /// Prints the result as JSON.
    fn print_json(&self) -> Done {
        out::json(&self.made.report(self.file, self.to))
    }

    /// Prints the result as text.
    fn print(&self) -> Done {
        let GradeTransfer { sheet, transfer, .. } = self.made;
        out::line(&format!(
            "{}: {}, separated by {}s, with a decimal {}",
            visible_path(self.file),
            sheet.kind().name(),
            sheet.separator().name(),
            transfer.mark.name(),
        ))?;
        if self.to.is_none() {
            out::line(&self.table())?;
        }
        self.lists()?;
        for remark in &transfer.remarks {
            out::line(&format!("note: {}", inert(remark)))?;
        }
        let cells = match transfer.rows.iter().filter(|row| is_written(row)).count() {
            1 => "1 cell".to_owned(),
            number => format!("{number} cells"),
        };
        let column = shortened(self.column);
        out::line(&match self.to {
            Some(to) => format!("{cells} of \"{column}\" changed: {}", visible_path(to)),
            None => format!("{cells} of \"{column}\" would change; nothing was written"),
        })
    }

    /// Returns a line for each row of an entrant.
    fn table(&self) -> String {
        let GradeTransfer { sheet, order, transfer, .. } = self.made;
        let matched: Vec<String> =
            order.matched.iter().map(|&column| shortened(sheet.heading(column))).collect();
        let matched = matched.join(" ");
        let head = [
            ("line", Align::Right),
            ("entrant", Align::Left),
            (matched.as_str(), Align::Left),
            ("now", Align::Right),
            ("then", Align::Right),
            ("note", Align::Left),
        ];
        let rows: Vec<Vec<String>> = transfer.rows.iter().map(cells).collect();
        table::render(&head, &rows)
    }

    /// Prints the irregularities, each with the rows or entrants that have it.
    fn lists(&self) -> Done {
        let Transfer { rows, unmatched, others, .. } = &self.made.transfer;
        let skipped = rows.iter().filter(|row| is_written(row) && !row.cautions.is_empty());
        list(
            "the course system's import will silently skip",
            skipped.map(|row| format!("line {} {}: {}", row.line, shortened(&row.key), cautions_words(row))),
        )?;
        let left = rows.iter().filter_map(|row| match row.change {
            Change::Left(why) if why != UnchangedReason::Same => {
                Some(format!("line {} {}: {}", row.line, shortened(&row.key), why.words()))
            }
            _ => None,
        });
        list("left as they are", left)?;
        let missing = unmatched.iter().map(|left| match left.key.as_str() {
            "" => shortened(&left.who),
            key if key == left.who => shortened(key),
            key => format!("{} ({})", shortened(&left.who), shortened(key)),
        });
        list("entrants without a row", missing)?;
        let others = others.iter().map(|other| format!("line {} {}", other.line, shortened(&other.key)));
        list("rows without an entrant", others)
    }
}

/// Prints a heading with its first members and the number of the others. Prints nothing without members.
fn list(what: &str, members: impl Iterator<Item = String>) -> Done {
    let mut members = members.peekable();
    if members.peek().is_none() {
        return Ok(());
    }
    out::line(&format!("{what}:"))?;
    for member in members.by_ref().take(NAMED) {
        out::line(&format!("  {member}"))?;
    }
    match members.count() {
        0 => Ok(()),
        more => out::line(&format!("  … and {more} more; --json has all")),
    }
}

fn cells(row: &Matched) -> Vec<String> {
    let (then, note) = cell_words(row);
    let [old, then] = [row.old.trim(), then].map(shortened);
    vec![row.line.to_string(), shortened(&row.who), shortened(&row.key), old, then, note]
}

fn is_written(row: &Matched) -> bool {
    matches!(row.change, Change::Written(_))
}
