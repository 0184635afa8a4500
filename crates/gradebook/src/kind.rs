//! Whose file it is, by the English names of its columns.

/// Whose file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Moodle's grading worksheet of one assignment.
    MoodleWorksheet,
    /// An export of Moodle's gradebook.
    MoodleGradebook,
    /// An export of Canvas's gradebook.
    Canvas,
    /// None of them, or one with headings in another language.
    Other,
}

/// What Moodle's import of a worksheet needs.
pub(crate) const IDENTIFIER: &str = "Identifier";
/// The only column that Moodle's import of a worksheet takes grades from.
pub(crate) const GRADE: &str = "Grade";
/// What Moodle's import of a worksheet needs.
pub(crate) const MODIFIED: &str = "Last modified (grade)";
/// What Moodle's import of a worksheet takes comments from.
const COMMENTS: &str = "Feedback comments";
/// The headings under which Moodle says how much a grade may be.
pub(crate) const MAXIMUM: [&str; 2] = ["Maximum grade", "Maximum Grade"];
/// Whether a grade is locked, in Moodle's worksheet.
pub(crate) const CHANGEABLE: &str = "Grade can be changed";
/// What Moodle's worksheet has instead of a maximum, if grades are words.
pub(crate) const SCALE: &str = "Scale";

const MOODLE: &[&str] = &[
    IDENTIFIER,
    "Full name",
    "First name",
    "Surname",
    "Last name",
    "Username",
    "ID number",
    "Institution",
    "Department",
    "Email address",
    "Status",
    "Group",
    "Maximum grade",
    "Maximum Grade",
    SCALE,
    "Marking workflow state",
    CHANGEABLE,
    "Last modified (submission)",
    "Online text",
    MODIFIED,
    COMMENTS,
    "Last downloaded from this course",
];

const CANVAS: &[&str] = &[
    "Student",
    "LastName",
    "FirstName",
    "ID",
    "SIS User ID",
    "SIS Login ID",
    "Integration ID",
    "Root Account",
    "Section",
];

/// Words of a heading for which Canvas's import passes a column over.
const CANVAS_TOTALS: &[&str] = &[
    "Current Score",
    "Current Points",
    "Current Grade",
    "Final Score",
    "Final Points",
    "Final Grade",
    "Override Score",
    "Override Grade",
    "Override Status",
];

impl Kind {
    pub(crate) fn of(headings: &[String]) -> Kind {
        let has = |name: &str| headings.iter().any(|heading| heading == name);
        let begins =
            |names: &[&str]| headings.iter().zip(names).filter(|(a, b)| a == b).count() == names.len();
        if begins(&["Student", "ID"]) || begins(&["LastName", "FirstName", "ID"]) {
            Kind::Canvas
        } else if has(IDENTIFIER) && [GRADE, MODIFIED, CHANGEABLE].into_iter().any(has) {
            Kind::MoodleWorksheet
        } else if has("First name") && (has("Surname") || has("Last name")) {
            Kind::MoodleGradebook
        } else {
            Kind::Other
        }
    }

    /// What it is, in words.
    pub fn name(self) -> &'static str {
        match self {
            Kind::MoodleWorksheet => "a grading worksheet of Moodle",
            Kind::MoodleGradebook => "an export of Moodle's gradebook",
            Kind::Canvas => "an export of Canvas's gradebook",
            Kind::Other => "a CSV file",
        }
    }

    /// A name for programs.
    pub fn id(self) -> &'static str {
        match self {
            Kind::MoodleWorksheet => "moodle-worksheet",
            Kind::MoodleGradebook => "moodle-gradebook",
            Kind::Canvas => "canvas",
            Kind::Other => "other",
        }
    }

    /// Whether a column of this heading is known to have something else than grades.
    pub(crate) fn has_no_grades(self, heading: &str) -> bool {
        match self {
            Kind::MoodleWorksheet | Kind::MoodleGradebook => MOODLE.contains(&heading),
            Kind::Canvas => CANVAS.contains(&heading),
            Kind::Other => false,
        }
    }
}

impl Kind {
    /// Whether a column of this heading is known to say something else than what a teacher writes to a student.
    pub(crate) fn has_no_comments(self, heading: &str) -> bool {
        heading == GRADE || (heading != COMMENTS && self.has_no_grades(heading))
    }
}

/// Whether Canvas takes a column of this heading for a total, which it computes itself.
pub(crate) fn is_canvas_total(heading: &str) -> bool {
    CANVAS_TOTALS.iter().any(|words| heading.contains(words))
}
