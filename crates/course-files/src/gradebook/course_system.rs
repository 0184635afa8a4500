//! Detecting the course system of a file by the English names of its columns.

/// The origin of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CourseSystem {
    /// Moodle's grading worksheet of one assignment.
    MoodleWorksheet,
    /// An export of Moodle's gradebook.
    MoodleGradebook,
    /// An export of Canvas's gradebook.
    Canvas,
    /// Another source, or headings in another language.
    Other,
}

/// A column that Moodle's import of a worksheet requires.
pub(crate) const IDENTIFIER: &str = "Identifier";
/// The only column that Moodle's import of a worksheet takes grades from.
pub(crate) const GRADE: &str = "Grade";
/// A column that Moodle's import of a worksheet requires.
pub(crate) const MODIFIED: &str = "Last modified (grade)";
/// The column that Moodle's import of a worksheet takes comments from.
const COMMENTS: &str = "Feedback comments";
/// Moodle's headings of the maximum grade.
pub(crate) const MAXIMUM: [&str; 2] = ["Maximum grade", "Maximum Grade"];
/// The column of Moodle's worksheet that marks locked grades.
pub(crate) const CHANGEABLE: &str = "Grade can be changed";
/// The column of Moodle's worksheet that replaces the maximum if grades are words.
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

/// Words in a heading that make Canvas's import skip a column.
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

impl CourseSystem {
    pub(crate) fn detect(headings: &[String]) -> CourseSystem {
        let has = |name: &str| headings.iter().any(|heading| heading == name);
        let begins =
            |names: &[&str]| headings.iter().zip(names).filter(|(a, b)| a == b).count() == names.len();
        if begins(&["Student", "ID"]) || begins(&["LastName", "FirstName", "ID"]) {
            CourseSystem::Canvas
        } else if has(IDENTIFIER) && [GRADE, MODIFIED, CHANGEABLE].into_iter().any(has) {
            CourseSystem::MoodleWorksheet
        } else if has("First name") && (has("Surname") || has("Last name")) {
            CourseSystem::MoodleGradebook
        } else {
            CourseSystem::Other
        }
    }

    /// Returns the kind of file, in words.
    pub fn name(self) -> &'static str {
        match self {
            CourseSystem::MoodleWorksheet => "a grading worksheet of Moodle",
            CourseSystem::MoodleGradebook => "an export of Moodle's gradebook",
            CourseSystem::Canvas => "an export of Canvas's gradebook",
            CourseSystem::Other => "a CSV file",
        }
    }

    /// Returns the identifier for programs.
    pub fn id(self) -> &'static str {
        match self {
            CourseSystem::MoodleWorksheet => "moodle-worksheet",
            CourseSystem::MoodleGradebook => "moodle-gradebook",
            CourseSystem::Canvas => "canvas",
            CourseSystem::Other => "other",
        }
    }

    /// Returns `true` if a column with this heading is known to contain something other than grades.
    pub(crate) fn has_no_grades(self, heading: &str) -> bool {
        match self {
            CourseSystem::MoodleWorksheet | CourseSystem::MoodleGradebook => MOODLE.contains(&heading),
            CourseSystem::Canvas => CANVAS.contains(&heading),
            CourseSystem::Other => false,
        }
    }
}

impl CourseSystem {
    /// Returns `true` if a column with this heading is known to contain something other than comments.
    pub(crate) fn has_no_comments(self, heading: &str) -> bool {
        heading == GRADE || (heading != COMMENTS && self.has_no_grades(heading))
    }
}

/// Returns `true` if Canvas treats a column with this heading as a total, which it computes itself.
pub(crate) fn is_canvas_total(heading: &str) -> bool {
    CANVAS_TOTALS.iter().any(|words| heading.contains(words))
}
