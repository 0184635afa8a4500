//! A run's grades into a course system's own file: which cells change, as a value. Whoever asks writes it.

mod keys;
mod problem;
mod transfer_report;

use std::path::Path;

use explain::Error;
use gradebook::{Column, Decimal, Entry, Locked, Mark, Order, Sheet, Target, Transfer};
use report::EntrantGrade;

pub use self::keys::RowsBy;
pub(crate) use self::problem::In;
pub use self::transfer_report::{TransferReport, cautions_words, cell_words};

/// A CSV file as it was read.
#[derive(Clone, Copy, Debug)]
pub struct SheetFile<'a> {
    /// What messages call it.
    pub name: &'a str,
    /// What is in it.
    pub bytes: &'a [u8],
}

/// What is to be done with a course system's file. What is `None` is as the file has it.
#[derive(Clone, Debug, Default)]
pub struct TransferPlan {
    /// The column to fill with grades, by its heading; an assignment of Canvas also by its title.
    pub column: String,
    /// The points of a new assignment of this name, which Canvas makes of a new column.
    pub new_assignment: Option<Decimal>,
    /// The column with the most that a grade may be.
    pub maximum: Option<String>,
    /// The column that says whether a row is locked, and what it says then.
    pub locked: Option<(String, String)>,
    /// The decimal mark.
    pub mark: Option<Mark>,
    /// Digits behind the decimal mark at most; `None` for all that a grade has.
    pub decimals: Option<usize>,
}

/// Whose row is whose.
pub(crate) struct KeyedEntries {
    /// The columns that tell.
    pub(crate) columns: Vec<Column>,
    /// What stands in them for each entrant.
    pub(crate) entries: Vec<Entry>,
}

/// An entrant with its keys. A formula gives finite numbers alone.
pub(crate) fn entry(grade: &EntrantGrade, keys: Vec<String>) -> Entry {
    Entry { who: grade.entrant.clone(), keys, grade: grade.grade.and_then(Decimal::of) }
}

/// Grades in a course system's file.
pub struct GradeTransfer<'a> {
    /// The file as it is.
    pub sheet: Sheet<'a>,
    /// What was done with it.
    pub order: Order,
    /// Which cells change, and what is left as it is.
    pub transfer: Transfer,
    /// The column that gets the grades.
    column: String,
}

/// Finds the rows of entrants in a file, and puts their grades there.
///
/// # Errors
/// If a file is not CSV, has no such column, or no row is an entrant's; or if the grades cannot go there.
pub fn transfer_grades<'a>(
    file: SheetFile<'a>,
    plan: &TransferPlan,
    grades: &[EntrantGrade],
    by: RowsBy<'_>,
) -> Result<GradeTransfer<'a>, Error> {
    transfer(file, plan, grades, |sheet| by.keyed(In(file.name), sheet, grades))
}

/// The same for those whom `keyed` finds in the file.
pub(crate) fn transfer<'a>(
    file: SheetFile<'a>,
    plan: &TransferPlan,
    grades: &[EntrantGrade],
    keyed: impl FnOnce(&Sheet<'a>) -> Result<KeyedEntries, Error>,
) -> Result<GradeTransfer<'a>, Error> {
    let problem = In(file.name);
    let sheet = Sheet::read(file.bytes).map_err(|error| problem.unread(&error))?;
    // Before anything is said of rows: a column that is not there is the first thing to know.
    let target = plan.target(problem, &sheet)?;
    let KeyedEntries { columns, entries } = keyed(&sheet)?;
    let order = plan.order(problem, &sheet, target, columns)?;
    let transfer = gradebook::transfer(&sheet, &order, &entries).map_err(|error| problem.refused(&error))?;
    if transfer.rows.is_empty() {
        return Err(problem.nobody(&sheet, &order.matched, grades));
    }
    Ok(GradeTransfer { sheet, order, transfer, column: plan.column.clone() })
}

impl TransferPlan {
    fn target(&self, problem: In<'_>, sheet: &Sheet<'_>) -> Result<Target, Error> {
        Ok(match &self.new_assignment {
            Some(points) => Target::New { title: self.column.clone(), points: points.clone() },
            None => {
                Target::Column(sheet.column(&self.column).map_err(|error| problem.no_target(sheet, &error))?)
            }
        })
    }

    fn order(
        &self,
        problem: In<'_>,
        sheet: &Sheet<'_>,
        target: Target,
        matched: Vec<Column>,
    ) -> Result<Order, Error> {
        let column = |name: &str| sheet.column(name).map_err(|error| problem.no_column(sheet, &error));
        let mut order = Order::new(sheet, target, matched);
        if let Some(name) = &self.maximum {
            order.maximum = Some(column(name)?);
        }
        if let Some((name, value)) = &self.locked {
            order.locked = Some(Locked { column: column(name)?, value: value.clone() });
        }
        order.mark = self.mark;
        order.decimals = self.decimals;
        Ok(order)
    }
}

impl GradeTransfer<'_> {
    /// The file with the grades.
    pub fn bytes(&self) -> Vec<u8> {
        self.transfer.write(&self.sheet)
    }

    /// What becomes of the file, as JSON. `written` is the file with the grades, if it was written.
    pub fn report(&self, file: &Path, written: Option<&Path>) -> TransferReport<'_> {
        TransferReport::of(self, file, written)
    }
}
