//! Origins of grades, as JSON.

use std::collections::BTreeMap;

use class_model::{Hash, Judgement};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{GradeOrigin, GradeOrigins, PlayedVersion};
use crate::deadlines::GivenExtension;
use crate::judging::badges::JudgementReport;
use crate::open_class::OpenClass;
use crate::utc::Utc;
use crate::words::deadline_words;

/// The origins of a run's grades.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GradesReport<'a> {
    /// The grading formula from the tournament's text.
    formula: &'a str,
    /// All students and teams of the class in the order of joining, then the other entrants of the run.
    entries: Vec<GradeReport<'a>>,
}

impl Shape for GradesReport<'_> {
    const NAME: &'static str = "class-grades";
    const VERSION: u32 = 1;
}

/// The origin of the grade of a student or a team, or of an entrant that is not in the class.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GradeReport<'a> {
    /// Alias in the run.
    alias: &'a str,
    /// The students; empty if the entrant is not in the class.
    students: Vec<GradedStudent<'a>>,
    /// The grade, a decimal number; null if there is none.
    grade: Option<String>,
    /// The inputs of the formula: each name with its value, a decimal number or empty.
    inputs: BTreeMap<&'a str, &'a str>,
    /// The formula with its values, step by step down to the grade; empty without a grade, null if the student or team
    /// is not in the run.
    how: Option<&'a str>,
    /// Reasons for a missing grade, and notes on what the numbers do not show: byes, rulings, lots.
    notes: Vec<&'a str>,
    /// The version that played; null if it is not a version of the class.
    played: Option<PlayedReport<'a>>,
    /// The grading formula from the tournament's text; absent in a report on all grades of a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    formula: Option<&'a str>,
}

impl Shape for GradeReport<'_> {
    const NAME: &'static str = "class-grade";
    const VERSION: u32 = 1;
}

/// A graded student.
#[derive(Debug, Serialize, JsonSchema)]
struct GradedStudent<'a> {
    /// The id in the teacher's own lists.
    id: &'a str,
    /// The display name.
    name: &'a str,
}

/// The version that played.
#[derive(Debug, Serialize, JsonSchema)]
struct PlayedReport<'a> {
    /// The number of the submission.
    submission: u32,
    /// The hash of the module, 64 hexadecimal digits.
    #[schemars(with = "String")]
    module: Hash,
    /// Time of receipt, in UTC.
    received: Utc,
    /// `true` if the version is active now.
    active: bool,
    /// The deadline without late days, in UTC.
    deadline: Utc,
    /// The deadline and where it comes from, in words.
    deadline_words: String,
    /// The last moment that counts, with all late days, in UTC.
    last_moment: Utc,
    /// Number of late days that the version takes; null if it was received too late even for those.
    late_days: Option<u32>,
    /// Number of late days that may be used.
    late_days_allowed: u32,
    /// The last extension.
    extension: Option<GivenExtension<'a>>,
    /// The version's results for the class's requirements.
    badges: Vec<GradedBadge<'a>>,
}

/// A requirement, and the version's result for it.
#[derive(Debug, Serialize, JsonSchema)]
struct GradedBadge<'a> {
    /// The requirement's name.
    requirement: &'a str,
    /// `true` if the version meets the requirement; null before it is judged.
    met: Option<bool>,
    /// The result; null before the version is judged.
    judged: Option<JudgementReport<'a>>,
}

impl GradeOrigins<'_> {
    /// Returns all origins as JSON.
    pub fn report(&self, class: &OpenClass) -> GradesReport<'_> {
        let entries = self.entries.iter().map(|one| one.report(class, None));
        GradesReport { formula: self.formula, entries: entries.collect() }
    }
}

impl GradeOrigin<'_> {
    /// Returns the origin as JSON, with the formula if it is given.
    pub fn report<'a>(&'a self, class: &OpenClass, formula: Option<&'a str>) -> GradeReport<'a> {
        let students = self.contender.iter().flat_map(|contender| &contender.members);
        let inputs = self.grade.into_iter().flat_map(|grade| &grade.inputs);
        GradeReport {
            alias: self.alias,
            students: students.map(|one| GradedStudent { id: &one.id, name: &one.name }).collect(),
            grade: self.grade.and_then(|grade| grade.grade).map(|grade| grade.to_string()),
            inputs: inputs.map(|(name, value)| (name.as_str(), value.as_str())).collect(),
            how: self.grade.map(|grade| grade.how.as_str()),
            notes: self.notes(),
            played: self.played.as_ref().ok().map(|played| played.report(class)),
            formula,
        }
    }
}

impl PlayedVersion<'_> {
    fn report(&self, class: &OpenClass) -> PlayedReport<'_> {
        let PlayedVersion { entered, module, badges } = self;
        let badges = badges.iter().map(|badge| GradedBadge {
            requirement: &badge.requirement.name,
            met: badge.judged.map(Judgement::is_met),
            judged: badge.judged.map(JudgementReport::from),
        });
        PlayedReport {
            submission: entered.number,
            module: *module,
            received: Utc(entered.submission.received),
            active: entered.is_active,
            deadline: Utc(entered.deadline.due()),
            deadline_words: deadline_words(class, &entered.deadline),
            last_moment: Utc(entered.deadline.last),
            late_days: entered.late_days,
            late_days_allowed: entered.deadline.late_days,
            extension: entered.extension.map(GivenExtension::from),
            badges: badges.collect(),
        }
    }
}
