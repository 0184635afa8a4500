//! How grades came about, as JSON.

use std::collections::BTreeMap;

use class::{Badge, Extension, Hash, Judgement, Moment, Student};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{GradeOrigin, GradeOrigins, PlayedVersion};
use crate::badges::JudgementReport;
use crate::open_class::OpenClass;
use crate::utc;
use crate::words::deadline_words;

/// How the grades of a run came about.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GradesReport<'a> {
    /// The formula, as the tournament's text has it.
    formula: &'a str,
    /// Everybody of the class in the order of joining, then the other entrants of the run.
    entries: Vec<GradeReport<'a>>,
}

impl Shape for GradesReport<'_> {
    const NAME: &'static str = "class-grades";
    const VERSION: u32 = 1;
}

/// How the grade of a student or a team came about, or of an entrant who is nobody in the class.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GradeReport<'a> {
    /// What the run calls them.
    alias: &'a str,
    /// The students; none if it is nobody in the class.
    students: Vec<GradedStudent<'a>>,
    /// The grade, a decimal number; null if there is none.
    grade: Option<String>,
    /// What the formula reads: each name with its value, a decimal number, empty if it has none.
    inputs: BTreeMap<&'a str, &'a str>,
    /// The formula with the values put in, step by step to the grade, empty without a grade; null for whoever is not in
    /// the run.
    how: Option<&'a str>,
    /// Why there is no grade, and what the numbers do not say: byes, rulings, lots.
    notes: Vec<&'a str>,
    /// The version that played; null if it is none of the class.
    played: Option<PlayedReport<'a>>,
    /// The formula, as the tournament's text has it; absent among all of a run.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    formula: Option<&'a str>,
}

impl Shape for GradeReport<'_> {
    const NAME: &'static str = "class-grade";
    const VERSION: u32 = 1;
}

/// A student who has a grade.
#[derive(Debug, Serialize, JsonSchema)]
struct GradedStudent<'a> {
    /// Who it is, in the teacher's own lists.
    id: &'a str,
    /// The name, for people.
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
    /// When it was received, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    received: Moment,
    /// Whether it is the active version now.
    active: bool,
    /// The deadline without late days, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    deadline: Moment,
    /// The deadline and where it comes from, in words.
    deadline_words: String,
    /// The last moment that counts, with all late days, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    last_moment: Moment,
    /// How many late days it takes; null if it was received too late even for those.
    late_days: Option<u32>,
    /// How many late days may be used.
    late_days_allowed: u32,
    /// The extension that was given last.
    extension: Option<GivenExtension<'a>>,
    /// What it has shown of the class's requirements.
    badges: Vec<GradedBadge<'a>>,
}

/// More time that was given to a student.
#[derive(Debug, Serialize, JsonSchema)]
struct GivenExtension<'a> {
    /// The new deadline, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    until: Moment,
    /// Why.
    reason: &'a str,
}

/// A requirement, and what the version has shown of it.
#[derive(Debug, Serialize, JsonSchema)]
struct GradedBadge<'a> {
    /// The requirement's name.
    requirement: &'a str,
    /// Whether it is met; null until the version was judged.
    met: Option<bool>,
    /// What it has shown; null until the version was judged.
    judged: Option<JudgementReport<'a>>,
}

impl<'a> GradesReport<'a> {
    pub(super) fn of(origins: &'a GradeOrigins<'_>, class: &OpenClass) -> GradesReport<'a> {
        let entries = origins.entries.iter();
        GradesReport {
            formula: origins.formula,
            entries: entries.map(|one| GradeReport::of(one, class, None)).collect(),
        }
    }
}

impl<'a> GradeReport<'a> {
    pub(super) fn of(
        one: &'a GradeOrigin<'_>,
        class: &OpenClass,
        formula: Option<&'a str>,
    ) -> GradeReport<'a> {
        let students = one.contender.iter().flat_map(|contender| &contender.members);
        let inputs = one.grade.into_iter().flat_map(|grade| &grade.inputs);
        GradeReport {
            alias: one.alias,
            students: students.map(|&student| GradedStudent::from(student)).collect(),
            grade: one.grade.and_then(|grade| grade.grade).map(|grade| grade.to_string()),
            inputs: inputs.map(|(name, value)| (name.as_str(), value.as_str())).collect(),
            how: one.grade.map(|grade| grade.how.as_str()),
            notes: one.notes(),
            played: one.played.as_ref().ok().map(|played| PlayedReport::of(played, class)),
            formula,
        }
    }
}

impl<'a> From<&'a Student> for GradedStudent<'a> {
    fn from(student: &'a Student) -> GradedStudent<'a> {
        GradedStudent { id: &student.id, name: &student.name }
    }
}

impl<'a> PlayedReport<'a> {
    fn of(played: &'a PlayedVersion<'_>, class: &OpenClass) -> PlayedReport<'a> {
        let PlayedVersion { entered, module, badges } = played;
        PlayedReport {
            submission: entered.number,
            module: *module,
            received: entered.submission.received,
            active: entered.is_active,
            deadline: entered.deadline.due(),
            deadline_words: deadline_words(class, &entered.deadline),
            last_moment: entered.deadline.last,
            late_days: entered.late_days,
            late_days_allowed: entered.deadline.late_days,
            extension: entered.extension.map(GivenExtension::from),
            badges: badges.iter().map(GradedBadge::from).collect(),
        }
    }
}

impl<'a> From<&'a Extension> for GivenExtension<'a> {
    fn from(extension: &'a Extension) -> GivenExtension<'a> {
        GivenExtension { until: extension.until, reason: &extension.reason }
    }
}

impl<'a> From<&Badge<'a>> for GradedBadge<'a> {
    fn from(badge: &Badge<'a>) -> GradedBadge<'a> {
        GradedBadge {
            requirement: &badge.requirement.name,
            met: badge.judged.map(Judgement::is_met),
            judged: badge.judged.map(JudgementReport::from),
        }
    }
}
