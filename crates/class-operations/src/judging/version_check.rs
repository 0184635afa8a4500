//! Results of versions: trial matches, requirements and failures.

mod check_report;

use class_model::{
    Allowance, Badge, Contender, Facts, Failures, Hash, Judgement, Moment, Submission, TrialSummary, badges,
    failing, standing, tasks, waiting, watched,
};
use config::BotPlan;
use explain::{Error, Kind};
use game::visible;

pub use self::check_report::{ClassCheckReport, ContenderCheckReport};
use super::scrimmage::{RequestStatus, requests_of};
use crate::judging::{GamesList, Opponents};
use crate::open_class::{OpenClass, now};

/// The results of all versions of a class.
pub struct ClassCheck<'a> {
    /// All students without a team, and all teams.
    pub entries: Vec<ContenderCheck<'a>>,
    /// Number of trials and requirements of versions that wait to be played.
    pub waiting: usize,
    /// Number of requests for friendly games that wait to be played.
    pub requests_waiting: usize,
    class: &'a OpenClass,
}

/// The results of a student's or a team's versions: the active one and the last accepted one.
pub struct ContenderCheck<'a> {
    /// Alias of the student or team in runs.
    pub alias: &'a str,
    /// The remaining quota.
    pub allowance: Allowance,
    /// The versions, in the order of their numbers.
    pub versions: Vec<VersionCheck<'a>>,
    /// The last submission, if it was refused or is undecided. Only the teacher and the submission's own students see
    /// it.
    pub refused: Option<(u32, &'a Submission)>,
    /// The requests for friendly games that involve the student or team.
    pub requests: Vec<RequestStatus<'a>>,
    /// The current time.
    pub at: Moment,
}

/// The results of a version.
pub struct VersionCheck<'a> {
    /// The number of the submission.
    pub submission: u32,
    /// `true` if the version is active.
    pub is_active: bool,
    /// Its module.
    pub module: Hash,
    /// The trial matches; `None` before they are played.
    pub trial: Option<&'a TrialSummary>,
    /// The results for each requirement.
    pub badges: Vec<BadgeCheck<'a>>,
    /// Failures in judging.
    pub failures: Failures,
    /// Failures in runs.
    pub failures_in_runs: Failures,
    /// The failures if there are too many, and `true` if the version is paused because of them.
    pub failing: Option<(Failures, bool)>,
}

/// The result of a version for a requirement.
pub struct BadgeCheck<'a> {
    /// The requirement and the result.
    pub badge: Badge<'a>,
    /// `true` if the version was judged by a requirement that differs from the current text; `None` before it is
    /// judged, or if the opponent's file cannot be read.
    pub is_stale: Option<bool>,
}

/// The games by which a version was judged.
pub struct JudgedGames<'a> {
    /// The number of the submission.
    pub submission: u32,
    /// The result.
    pub judged: &'a Judgement,
    /// The games.
    pub games: GamesList,
}

/// Checks all versions of a class.
pub fn check_class<'a>(class: &'a OpenClass, facts: &'a Facts) -> ClassCheck<'a> {
    let opponents = Opponents::read(class).ok();
    let contenders = facts.contenders().into_iter();
    ClassCheck {
        entries: contenders
            .map(|contender| ContenderCheck::new(class, facts, &contender, opponents.as_ref()))
            .collect(),
        waiting: tasks(&class.plan, facts).len(),
        requests_waiting: waiting(facts, now(facts)).len(),
        class,
    }
}

/// Checks the versions of a student or a team.
pub fn check_contender<'a>(
    class: &'a OpenClass,
    facts: &'a Facts,
    contender: &Contender<'a>,
) -> ContenderCheck<'a> {
    ContenderCheck::new(class, facts, contender, Opponents::read(class).ok().as_ref())
}

/// Returns the games that decided if the latest judged version of a student or a team meets a requirement.
///
/// # Errors
/// If there is no such requirement, no version was judged by it yet, or the list of games cannot be read.
pub fn judged_games<'a>(
    class: &'a OpenClass,
    facts: &'a Facts,
    contender: &Contender<'_>,
    requirement: &str,
) -> Result<JudgedGames<'a>, Error> {
    let names: Vec<&str> =
        class.plan.requirements.iter().map(|requirement| requirement.name.as_str()).collect();
    if !names.contains(&requirement) {
        let message = format!("there is no requirement \"{}\"", visible(requirement));
        return Err(Error::new(Kind::NotFound, message)
            .hint(format!("the class's requirements: {}", visible(&names.join(", ")))));
    }
    let versions = watched(&class.plan, facts, contender);
    let last = versions.iter().rev().find_map(|(submission, module)| {
        Some((*submission, facts.track_record().judgement(module, requirement)?))
    });
    let (submission, judged) = last.ok_or_else(|| {
        let message = format!("{} has not been judged by this requirement yet", visible(contender.alias));
        Error::new(Kind::Refused, message).hint("`muster class work` plays waiting games")
    })?;
    Ok(JudgedGames { submission, judged, games: GamesList::read(class, &judged.matches)? })
}

impl<'a> ClassCheck<'a> {
    /// Reduces the check to what readers of results may see.
    #[must_use]
    pub fn for_readers(self) -> ClassCheck<'a> {
        let entries = self.entries.into_iter().map(ContenderCheck::for_readers).collect();
        ClassCheck { entries, ..self }
    }
}

impl<'a> ContenderCheck<'a> {
    fn new(
        class: &'a OpenClass,
        facts: &'a Facts,
        contender: &Contender<'a>,
        opponents: Option<&Opponents>,
    ) -> ContenderCheck<'a> {
        let at = now(facts);
        let active = standing(&class.plan, facts, contender).active.ok().map(|active| active.submission);
        let versions = watched(&class.plan, facts, contender).into_iter();
        let last = facts.submissions_of(&contender.who).next_back();
        ContenderCheck {
            alias: contender.alias,
            allowance: class.plan.quota.allowance(facts.counted(contender), at),
            versions: versions
                .map(|version| VersionCheck::new(class, facts, version, active, opponents))
                .collect(),
            refused: last.filter(|(_, submission)| submission.module().is_none()),
            requests: requests_of(facts, contender, at),
            at,
        }
    }

    /// Reduces the check to what readers of results may see.
    #[must_use]
    pub fn for_readers(self) -> ContenderCheck<'a> {
        ContenderCheck { refused: None, ..self }
    }
}

impl<'a> VersionCheck<'a> {
    fn new(
        class: &'a OpenClass,
        facts: &'a Facts,
        (submission, module): (u32, Hash),
        active: Option<u32>,
        opponents: Option<&Opponents>,
    ) -> VersionCheck<'a> {
        let shown = facts.track_record();
        let badges = badges(&class.plan, facts, &module).into_iter();
        VersionCheck {
            submission,
            is_active: Some(submission) == active,
            module,
            trial: shown.trial(&module),
            badges: badges
                .map(|badge| BadgeCheck { is_stale: is_stale(class, opponents, &badge), badge })
                .collect(),
            failures: shown.failures(&module),
            failures_in_runs: shown.failures_in_runs(&module),
            failing: failing(&class.plan, facts, &module),
        }
    }
}

fn is_stale(class: &OpenClass, opponents: Option<&Opponents>, badge: &Badge<'_>) -> Option<bool> {
    if opponents.is_none() && matches!(badge.requirement.against, BotPlan::File(_)) {
        return None;
    }
    let key = match opponents {
        Some(opponents) => opponents.key(&class.plan, badge.requirement),
        None => badge.requirement.key(class.plan.game, None),
    };
    Some(badge.judged?.key != key)
}
