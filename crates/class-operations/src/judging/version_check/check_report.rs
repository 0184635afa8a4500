//! Results of versions, as JSON.

use class_model::{Hash, Judgement};
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{BadgeCheck, ClassCheck, ContenderCheck, VersionCheck};
use crate::judging::badges::{JudgementReport, TrialsOfVersion};
use crate::judging::scrimmage::{RequestReport, RequestStatus};
use crate::utc::Utc;

/// The results of all versions of a class.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ClassCheckReport<'a> {
    /// The requirements.
    requirements: Vec<RequirementReport<'a>>,
    /// Number of trials and requirements of versions that wait to be played.
    waiting: usize,
    /// Number of requests for friendly games that wait to be played.
    requests_waiting: usize,
    /// All students without a team, and all teams.
    entries: Vec<ContenderCheckReport<'a>>,
}

impl Shape for ClassCheckReport<'_> {
    const NAME: &'static str = "class-check";
    const VERSION: u32 = 1;
}

/// A requirement for versions.
#[derive(Debug, Serialize, JsonSchema)]
struct RequirementReport<'a> {
    /// Its name.
    name: &'a str,
    /// Required share of the points, in percent.
    percent: u32,
    /// Number of games.
    games: u32,
    /// The margin of error of the share, in percent: half of its 95 % interval.
    margin95: f64,
}

/// The results of a student's or a team's versions.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ContenderCheckReport<'a> {
    /// Alias of the student or team in runs.
    alias: &'a str,
    /// Number of submissions left in the current window of 24 hours; null without a cap.
    left_in_day: Option<u32>,
    /// Number of submissions left in the current window of 60 minutes; null without a cap.
    left_in_hour: Option<u32>,
    /// The earliest time for the next submission, in UTC.
    next_at: Utc,
    /// The active version and the last accepted one.
    versions: Vec<VersionReport<'a>>,
    /// The last submission, if it was refused or is undecided; null otherwise, and for readers other than the teacher.
    refused: Option<RefusalReport<'a>>,
    /// The requests for friendly games that involve the student or team.
    requests: Vec<RequestReport<'a>>,
}

impl Shape for ContenderCheckReport<'_> {
    const NAME: &'static str = "class-check-entry";
    const VERSION: u32 = 1;
}

/// A submission that was not accepted.
#[derive(Debug, Serialize, JsonSchema)]
struct RefusalReport<'a> {
    /// The number of the submission.
    submission: u32,
    /// The name of the file.
    file: &'a str,
    /// Time of receipt, in UTC.
    received: Utc,
    /// `true` if the submission is still undecided.
    undecided: bool,
    /// The reasons why it was refused or is undecided, in words, with advice.
    reasons: Vec<&'a str>,
}

/// The results of a version.
#[derive(Debug, Serialize, JsonSchema)]
struct VersionReport<'a> {
    /// The number of the submission.
    submission: u32,
    /// `true` if the version is active.
    active: bool,
    /// The hash of its module, 64 hexadecimal digits.
    #[schemars(with = "String")]
    module: Hash,
    /// The trial matches; null before they are played.
    trial: Option<TrialsOfVersion<'a>>,
    /// The results for each requirement.
    badges: Vec<BadgeReport<'a>>,
    /// Number of matches by which the version was judged.
    matches: u64,
    /// Number of those matches in which it failed.
    failed: u64,
    /// Number of matches in runs.
    matches_in_runs: u64,
    /// Number of those matches in which it failed.
    failed_in_runs: u64,
    /// `true` if the version failed too often.
    fails_too_often: bool,
    /// `true` if the version is paused because of its failures.
    paused: bool,
}

/// The result of a version for a requirement.
#[derive(Debug, Serialize, JsonSchema)]
struct BadgeReport<'a> {
    /// The requirement's name.
    requirement: &'a str,
    /// `true` if the version meets the requirement; null before it is judged.
    met: Option<bool>,
    /// `true` if the version was judged by a requirement that differs from the current text; null before it is judged,
    /// or if the opponent's file cannot be read.
    stale: Option<bool>,
    /// The result; null before the version is judged.
    judged: Option<JudgementReport<'a>>,
}

impl ClassCheck<'_> {
    /// Returns the check as JSON.
    pub fn report(&self) -> ClassCheckReport<'_> {
        let requirements = self.class.plan.requirements.iter().map(|requirement| RequirementReport {
            name: &requirement.name,
            percent: requirement.percent,
            games: requirement.games,
            margin95: requirement.margin(),
        });
        ClassCheckReport {
            requirements: requirements.collect(),
            waiting: self.waiting,
            requests_waiting: self.requests_waiting,
            entries: self.entries.iter().map(ContenderCheck::report).collect(),
        }
    }
}

impl ContenderCheck<'_> {
    /// Returns the check as JSON.
    pub fn report(&self) -> ContenderCheckReport<'_> {
        let ContenderCheck { alias, allowance, versions, refused, requests, .. } = self;
        ContenderCheckReport {
            alias,
            left_in_day: allowance.left_in_day,
            left_in_hour: allowance.left_in_hour,
            next_at: Utc(allowance.next),
            versions: versions.iter().map(VersionCheck::report).collect(),
            refused: refused.map(|(submission, one)| RefusalReport {
                submission,
                file: &one.file,
                received: Utc(one.received),
                undecided: one.is_undecided(),
                reasons: one.reasons(),
            }),
            requests: requests.iter().map(RequestStatus::report).collect(),
        }
    }
}

impl VersionCheck<'_> {
    fn report(&self) -> VersionReport<'_> {
        let badges = self.badges.iter().map(|BadgeCheck { badge, is_stale }| BadgeReport {
            requirement: &badge.requirement.name,
            met: badge.judged.map(Judgement::is_met),
            stale: *is_stale,
            judged: badge.judged.map(JudgementReport::from),
        });
        VersionReport {
            submission: self.submission,
            active: self.is_active,
            module: self.module,
            trial: self.trial.map(TrialsOfVersion::from),
            badges: badges.collect(),
            matches: self.failures.matches,
            failed: self.failures.failed,
            matches_in_runs: self.failures_in_runs.matches,
            failed_in_runs: self.failures_in_runs.failed,
            fails_too_often: self.failing.is_some(),
            paused: self.failing.is_some_and(|(_, is_paused)| is_paused),
        }
    }
}
