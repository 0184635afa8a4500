//! Computing how a run's grades change a course system's file. The caller writes the file.

mod keys;
mod problem;
mod transfer_report;

use course_files::gradebook::{
    Column, Decimal, GradeEntry, Locked, Mark, Sheet, Target, Transfer, TransferSettings,
};
use explain::Error;
use results::EntrantGrade;

pub use self::keys::RowsBy;
pub(crate) use self::problem::In;
pub use self::transfer_report::{TransferReport, cautions_words, cell_words};
use crate::named_file::NamedFile;

/// The settings of a transfer. For `None`, the setting is taken from the file.
#[derive(Clone, Debug, Default)]
pub struct TransferPlan {
    /// The heading of the column to fill with grades. For an assignment of Canvas, the title works too.
    pub column: String,
    /// The maximum points of a new assignment of this name, which Canvas creates from a new column.
    pub new_assignment: Option<Decimal>,
    /// The column with the maximum grade.
    pub maximum: Option<String>,
    /// The column that marks locked rows, and the value that marks them.
    pub locked: Option<(String, String)>,
    /// The decimal mark.
    pub mark: Option<Mark>,
    /// Maximum number of decimals; `None` for no limit.
    pub decimals: Option<usize>,
}

/// Entrants and the columns that identify their rows.
pub(crate) struct KeyedEntries {
    /// The identifying columns.
    pub(crate) columns: Vec<Column>,
    /// The entrants, each with its keys in those columns.
    pub(crate) entries: Vec<GradeEntry>,
}

/// Returns an entrant with its keys. Formulas always produce finite numbers.
pub(crate) fn entry(grade: &EntrantGrade, keys: Vec<String>) -> GradeEntry {
    GradeEntry { who: grade.entrant.clone(), keys, grade: grade.grade.and_then(Decimal::from_f64) }
}

/// Grades in a course system's file.
pub struct GradeTransfer<'a> {
    /// The original file.
    pub sheet: Sheet<'a>,
    /// The transfer order.
    pub order: TransferSettings,
    /// The cells that change, and those that do not.
    pub transfer: Transfer,
    /// The column to fill with grades.
    column: String,
}

/// Finds the rows of entrants in a file and fills in their grades.
///
/// # Errors
/// If a file is not CSV, has no such column, or no row matches an entrant, or the grades cannot be written there.
pub fn transfer_grades<'a>(
    file: &'a NamedFile,
    plan: &TransferPlan,
    grades: &[EntrantGrade],
    by: RowsBy<'_>,
) -> Result<GradeTransfer<'a>, Error> {
    transfer(file, plan, grades, |sheet| by.keyed(In(&file.name), sheet, grades))
}

/// Does the same for the entrants that `keyed` finds in the file.
pub(crate) fn transfer<'a>(
    file: &'a NamedFile,
    plan: &TransferPlan,
    grades: &[EntrantGrade],
    keyed: impl FnOnce(&Sheet<'a>) -> Result<KeyedEntries, Error>,
) -> Result<GradeTransfer<'a>, Error> {
    let problem = In(&file.name);
    let sheet = Sheet::read(&file.bytes).map_err(|error| problem.unread(&error))?;
    // The target comes first: a missing column is the most important problem to report.
    let target = plan.target(problem, &sheet)?;
    let KeyedEntries { columns, entries } = keyed(&sheet)?;
    let order = plan.order(problem, &sheet, target, columns)?;
    let transfer = course_files::gradebook::transfer(&sheet, &order, &entries)
        .map_err(|error| problem.refused(&error))?;
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
    ) -> Result<TransferSettings, Error> {
        let column = |name: &str| sheet.column(name).map_err(|error| problem.no_column(sheet, &error));
        let mut order = TransferSettings::new(sheet, target, matched);
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
    /// Returns the file with the grades.
    pub fn bytes(&self) -> Vec<u8> {
        self.transfer.write(&self.sheet)
    }
}
