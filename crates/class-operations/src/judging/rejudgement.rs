//! Rejudging of all active versions by the class's current text, with a preview.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use class_model::{
    BadgeChange, Effect, Event, Facts, Hash, Judgement, Rejudgement, Task, active_versions, outdated,
};
use explain::{Error, Kind};
use json::Shape;
use ledger::RunLock;
use schemars::JsonSchema;
use serde::Serialize;

use super::badges::{JudgementReport, effect_word};
use super::{Judge, Opponents};
use crate::open_class::OpenClass;
use crate::warning::Warning;

/// Maximum size of a preview in bytes.
const LARGEST: u64 = 1 << 30;

/// The result of rejudging.
#[derive(Debug)]
pub struct RejudgementSummary {
    /// State of the rejudgement.
    pub state: RejudgementState,
    /// Changes for active versions, in the order of joining and of the class's text.
    pub changes: Vec<BadgeChange>,
    /// Number of versions that played their trial matches again.
    pub tried_again: usize,
    /// Warnings for the user.
    pub warnings: Vec<Warning>,
}

/// The state of a rejudgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejudgementState {
    /// Nothing needs to be judged again.
    UpToDate,
    /// A preview with this hash; nothing is changed.
    Preview(Hash),
    /// Applied.
    Applied,
}

/// The result of rejudging.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RejudgeReport<'a> {
    /// `true` if it was applied.
    applied: bool,
    /// Hash for applying the preview; null if nothing needs to be judged again, or it was applied.
    #[schemars(with = "Option<String>")]
    preview: Option<Hash>,
    /// Changes for active versions.
    changes: Vec<ChangeReport<'a>>,
    /// Number of badges gained.
    gained: usize,
    /// Number of badges lost.
    lost: usize,
    /// Number of unchanged badges.
    same: usize,
    /// Number of versions that played their trial matches again.
    tried_again: usize,
}

/// The judgement of a version on a requirement, before and after.
#[derive(Debug, Serialize, JsonSchema)]
struct ChangeReport<'a> {
    /// Alias of the student or team in runs.
    alias: &'a str,
    /// The number of the submission.
    submission: u32,
    /// The requirement's name.
    requirement: &'a str,
    /// Effect on the badge: `gained`, `lost` or `same`.
    effect: &'static str,
    /// The earlier judgement; null if the version had not been judged.
    before: Option<JudgementReport<'a>>,
    /// The new judgement.
    after: JudgementReport<'a>,
}

impl Shape for RejudgeReport<'_> {
    const NAME: &'static str = "class-rejudge";
    const VERSION: u32 = 1;
}

impl RejudgementSummary {
    /// Returns the number of badges with this effect.
    pub fn count(&self, effect: Effect) -> usize {
        self.changes.iter().filter(|change| change.effect() == effect).count()
    }

    /// Returns the result as JSON.
    pub fn report(&self) -> RejudgeReport<'_> {
        RejudgeReport {
            applied: self.state == RejudgementState::Applied,
            preview: match self.state {
                RejudgementState::Preview(preview) => Some(preview),
                RejudgementState::UpToDate | RejudgementState::Applied => None,
            },
            changes: self.changes.iter().map(ChangeReport::from).collect(),
            gained: self.count(Effect::Gained),
            lost: self.count(Effect::Lost),
            same: self.count(Effect::Same),
            tried_again: self.tried_again,
        }
    }
}

impl<'a> From<&'a BadgeChange> for ChangeReport<'a> {
    fn from(change: &'a BadgeChange) -> ChangeReport<'a> {
        ChangeReport {
            alias: &change.alias,
            submission: change.submission,
            requirement: &change.requirement,
            effect: effect_word(change.effect()),
            before: change.before.as_ref().map(JudgementReport::from),
            after: JudgementReport::from(&change.after),
        }
    }
}

/// Replays everything that was judged by an earlier text of a requirement, against an earlier opponent or by another
/// engine, and stores the outcome. Nothing changes until it is applied.
///
/// # Errors
/// If `stop` was set before the end; if the class cannot be read or written; or if the host fails.
pub fn preview_rejudgement(
    judge: &Judge<'_>,
    _lock: &RunLock,
    stop: &AtomicBool,
) -> Result<RejudgementSummary, Error> {
    let class = judge.class;
    let facts = class.facts()?;
    let tasks = judge.outdated(&facts);
    let (mut tried, mut judged) = (Vec::new(), Vec::new());
    for task in &tasks {
        match task {
            Task::Try { module } => tried.push(judge.try_out(module)?),
            Task::Judge { module, requirement } => {
                let Some(one) = judge.judge(module, requirement, stop)? else {
                    return Err(Error::new(Kind::Incomplete, "interrupted; nothing was changed"));
                };
                judged.push(one);
            }
        }
    }
    let rejudgement = Rejudgement::new(&class.plan, &facts, tried, judged);
    let mut summary = RejudgementSummary {
        state: RejudgementState::UpToDate,
        changes: rejudgement.changes(&class.plan, &facts),
        tried_again: rejudgement.tried.len(),
        warnings: Vec::new(),
    };
    if !tasks.is_empty() {
        let bytes = serde_json::to_value(&rejudgement).map(|value| value.to_string());
        let bytes = bytes.map_err(|error| Error::wrap(Kind::Host, &error))?;
        let preview = class.folder.keep(bytes.as_bytes())?;
        // Recorded, so that the preview is deleted with any student whose bot it is about.
        let recorded = class.write(|facts, _| {
            let is_known = facts.previews().any(|known| *known == preview);
            Ok(if is_known { Vec::new() } else { vec![Event::Previewed { preview }] })
        })?;
        summary.warnings = Warning::from_recorded(&recorded);
        summary.state = RejudgementState::Preview(preview);
    }
    Ok(summary)
}

/// A result of an active version from an earlier text of a requirement, an earlier opponent or another engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutdatedResult {
    /// Aliases of the students and teams whose active version it is.
    pub aliases: Vec<String>,
    /// The requirement's name; `None` for trial matches.
    pub requirement: Option<String>,
}

/// Returns the results that [`preview_rejudgement`] would replay with an engine of this fingerprint.
///
/// # Errors
/// If a bot of a requirement cannot be read.
pub fn outdated_results(
    class: &OpenClass,
    facts: &Facts,
    engine: &str,
) -> Result<Vec<OutdatedResult>, Error> {
    let (plan, opponents) = (&class.plan, Opponents::read(class)?);
    let tasks = outdated(plan, facts, &|requirement| opponents.key(plan, requirement), engine);
    let mut with: BTreeMap<Hash, Vec<String>> = BTreeMap::new();
    for (alias, _, module) in active_versions(plan, facts) {
        with.entry(module).or_default().push(alias);
    }
    let aliases = |module: &Hash| with.get(module).cloned().unwrap_or_default();
    let result = |task: Task<'_>| match task {
        Task::Try { module } => OutdatedResult { aliases: aliases(&module), requirement: None },
        Task::Judge { module, requirement } => {
            OutdatedResult { aliases: aliases(&module), requirement: Some(requirement.name.clone()) }
        }
    };
    Ok(tasks.into_iter().map(result).collect())
}

/// Returns the previews that can be applied: they would change exactly what they showed.
///
/// # Errors
/// If a bot of a requirement cannot be read.
pub fn applicable_previews(class: &OpenClass, facts: &Facts) -> Result<Vec<RejudgementSummary>, Error> {
    let opponents = Opponents::read(class)?;
    let summary = |preview: &Hash| {
        let rejudgement = read_preview(class, preview).ok()?;
        check(class, facts, &rejudgement, &opponents).ok()?;
        Some(RejudgementSummary {
            state: RejudgementState::Preview(*preview),
            changes: rejudgement.changes(&class.plan, facts),
            tried_again: rejudgement.tried.len(),
            warnings: Vec::new(),
        })
    };
    Ok(facts.previews().filter_map(summary).collect())
}

fn read_preview(class: &OpenClass, preview: &Hash) -> Result<Rejudgement, Error> {
    let bytes = class.folder.read(preview, LARGEST)?;
    serde_json::from_slice(&bytes)
        .map_err(|error| Error::input(format!("this file is not a preview: {error}")))
}

/// Applies the preview with a given hash. Plays nothing.
///
/// # Errors
/// If there is no such preview, or it would change anything other than what it showed; or if the class cannot be
/// written.
pub fn apply_rejudgement(
    class: &OpenClass,
    _lock: &RunLock,
    preview: &Hash,
) -> Result<RejudgementSummary, Error> {
    let rejudgement = read_preview(class, preview)?;
    let opponents = Opponents::read(class)?;
    let mut changes = Vec::new();
    let recorded = class.write(|facts, _| {
        check(class, facts, &rejudgement, &opponents)?;
        changes = rejudgement.changes(&class.plan, facts);
        let tried = rejudgement.tried.iter().cloned().map(Event::Tried);
        let judged = rejudgement.judged.iter().cloned().map(Event::Judged);
        Ok(tried.chain(judged).chain([Event::Rejudged { preview: *preview }]).collect())
    })?;
    Ok(RejudgementSummary {
        state: RejudgementState::Applied,
        changes,
        tried_again: rejudgement.tried.len(),
        warnings: Warning::from_recorded(&recorded),
    })
}

/// Refuses a preview that would change anything other than what it showed.
fn check(
    class: &OpenClass,
    facts: &Facts,
    rejudgement: &Rejudgement,
    opponents: &Opponents,
) -> Result<(), Error> {
    let again = "preview again: `muster class rejudge DIR`";
    let is_current = |judged: &Judgement| {
        let mut requirements = class.plan.requirements.iter();
        requirements
            .find(|requirement| requirement.name == judged.requirement)
            .is_some_and(|requirement| opponents.key(&class.plan, requirement) == judged.key)
    };
    if let Some(judged) = rejudgement.judged.iter().find(|judged| !is_current(judged)) {
        let message = format!("the requirement \"{}\" has changed since the preview", judged.requirement);
        return Err(Error::input(message).hint(again));
    }
    if !rejudgement.is_as_shown(&class.plan, facts) {
        let message = "the preview is out of date: versions, aliases or badges have changed since";
        return Err(Error::input(message).hint(again));
    }
    Ok(())
}
