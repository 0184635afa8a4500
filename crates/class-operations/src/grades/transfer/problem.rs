//! Errors about grades that cannot be written to a file, with advice.

use std::collections::BTreeSet;

use course_files::gradebook::{Column, ColumnError, CourseSystem, Sheet, SheetError, TransferError, key};
use explain::Error;
use game::visible_name;
use results::EntrantGrade;

/// Maximum number of columns that a hint lists.
const NAMED: usize = 30;

/// The name of the faulty file in messages.
#[derive(Clone, Copy)]
pub(crate) struct In<'a>(pub(crate) &'a str);

impl In<'_> {
    /// Returns an error about the file.
    pub(crate) fn says(self, what: &str) -> Error {
        Error::input(format!("{}: {what}", self.0))
    }

    /// Reports that the file is not a readable CSV file.
    pub(crate) fn unread(self, error: &SheetError) -> Error {
        self.says(&error.to_string()).hint(match error {
            SheetError::NotText(_) => {
                "export it again from the course system; a spreadsheet has to save it as \"CSV UTF-8\""
            }
            _ => "export it again from the course system as a CSV file",
        })
    }

    /// Reports that a column is missing or not unique.
    pub(crate) fn no_column(self, sheet: &Sheet<'_>, error: &ColumnError) -> Error {
        let failed = self.says(&error.to_string());
        let ColumnError::Missing { name } = error else {
            return failed.hint("rename one of them where the file comes from, and export it again");
        };
        let names: Vec<&str> = sheet.headings().iter().map(String::as_str).collect();
        if let Some(near) = config::closest(name, &names) {
            return failed.hint(format!("did you mean \"{}\"?", visible_name(near)));
        }
        let named: Vec<String> =
            names.iter().take(NAMED).map(|name| format!("\"{}\"", visible_name(name))).collect();
        failed.hint(format!("its columns are {}", named.join(", ")))
    }

    /// Reports that the column for the grades is missing or not unique.
    pub(super) fn no_target(self, sheet: &Sheet<'_>, error: &ColumnError) -> Error {
        let failed = self.no_column(sheet, error);
        if sheet.kind() == CourseSystem::Canvas && matches!(error, ColumnError::Missing { .. }) {
            return failed.hint(
                "to create a new assignment in Canvas, add --new-assignment POINTS, with its maximum points",
            );
        }
        failed
    }

    /// Reports that the grades cannot be written to the file.
    pub(crate) fn refused(self, error: &TransferError) -> Error {
        self.says(&error.to_string()).hint(match error {
            TransferError::SameKey { .. } => "correct the map: each row can have only one entrant",
            TransferError::TwoRows { .. } => {
                "match by a column that tells them apart, such as an address or a number, with --map MAP.csv"
            }
            TransferError::Ragged { .. } => "export it again from the course system",
            TransferError::MixedMarks { .. } => "specify --decimal-mark point or --decimal-mark comma",
            TransferError::NotGrades { .. } | TransferError::NotComments { .. } => "give another column with --column",
            TransferError::NewElsewhere { .. } => {
                "create the assignment in the course system, export the file again, and leave out --new-assignment"
            }
            TransferError::NewExists { .. } => "to put the grades there, leave out --new-assignment",
        })
    }

    /// Reports that the columns with the entrants' names were not given.
    pub(super) fn unmatched(self, sheet: &Sheet<'_>, grades: &[EntrantGrade]) -> Error {
        with_counts(self.says("cannot tell which row belongs to which entrant"), sheet, grades)
    }

    /// Reports that no row matches an entrant.
    pub(super) fn nobody(self, sheet: &Sheet<'_>, matched: &[Column], grades: &[EntrantGrade]) -> Error {
        let names: Vec<String> =
            matched.iter().map(|&column| format!("\"{}\"", visible_name(sheet.heading(column)))).collect();
        let failed = self.says(&format!("no row matches an entrant by {}", names.join(" and ")));
        with_counts(failed, sheet, grades)
    }
}

/// Adds a hint on the columns that contain entrants' names.
fn with_counts(failed: Error, sheet: &Sheet<'_>, grades: &[EntrantGrade]) -> Error {
    let names: BTreeSet<String> = grades.iter().map(|grade| key(&grade.entrant)).collect();
    let mut found: Vec<BTreeSet<String>> = vec![BTreeSet::new(); sheet.headings().len()];
    for row in sheet.students() {
        for (column, found) in sheet.columns().zip(&mut found) {
            let text = key(&row.text(column));
            if names.contains(&text) {
                found.insert(text);
            }
        }
    }
    let counts = sheet.columns().zip(found).filter(|(_, found)| !found.is_empty());
    let counts: Vec<String> = counts
        .take(NAMED)
        .map(|(column, found)| {
            format!(
                "\"{}\" has {} of {} names",
                visible_name(sheet.heading(column)),
                found.len(),
                names.len()
            )
        })
        .collect();
    failed.hint(if counts.is_empty() {
        "no column has an entrant's name: give --match twice if two columns make up the name, or --map MAP.csv with the \
         columns \"entrant\" and, for example, \"Email address\""
            .to_owned()
    } else {
        format!("name the column of the entrants' names with --match: {}", counts.join(", "))
    })
}
