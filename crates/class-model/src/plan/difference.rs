//! The differences between two versions of the teacher's text.

use schemars::JsonSchema;
use serde::Serialize;

use super::class_plan::{ClassPlan, Failing};
use super::quota::Quota;
use super::requirement::Requirement;
use super::scrimmage::{ScrimmagePlan, ShownInFreeze, called};
use crate::{AssistantRights, Audience, Deadline, TeamFormation};

/// The words for an absent key.
const NONE: &str = "none";

/// A difference from the previous text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "TextDifference")]
pub struct Difference {
    /// The key or the table.
    pub key: String,
    /// The previous value, in words.
    pub before: String,
    /// The new value, in words.
    pub after: String,
}

/// Returns the differences: in the order of `after`, then the removed keys. Moments are in local time of each text's
/// own zone.
pub fn differences(before: &ClassPlan, after: &ClassPlan) -> Vec<Difference> {
    let [before, after] = [before, after].map(keys);
    let said = |keys: &[(String, String)], key: &str| {
        keys.iter().find(|(name, _)| name == key).map_or_else(|| NONE.to_owned(), |(_, said)| said.clone())
    };
    let gone = before.iter().filter(|(key, _)| after.iter().all(|(other, _)| other != key));
    let all = after.iter().chain(gone).map(|(key, _)| Difference {
        key: key.clone(),
        before: said(&before, key),
        after: said(&after, key),
    });
    all.filter(|difference| difference.before != difference.after).collect()
}

/// Returns the values of a text by key.
fn keys(plan: &ClassPlan) -> Vec<(String, String)> {
    let deadline = |deadline: Deadline| plan.zone.deadline_text(deadline);
    let or_none = |text: Option<String>| text.unwrap_or_else(|| NONE.to_owned());
    let languages: Vec<&str> = plan.languages.iter().map(|language| language.name()).collect();
    let mut said: Vec<(String, String)> = vec![
        ("name".to_owned(), plan.name.clone()),
        ("game".to_owned(), plan.game.key().to_owned()),
        ("zone".to_owned(), plan.zone.name().to_owned()),
        ("deadline".to_owned(), deadline(plan.deadline)),
        ("late_days".to_owned(), plan.late_days.to_string()),
        ("visible".to_owned(), audience(plan.visible).to_owned()),
        ("live".to_owned(), audience(plan.live).to_owned()),
        ("languages".to_owned(), languages.join(", ")),
        ("size".to_owned(), plan.size.name().to_owned()),
        ("positions".to_owned(), plan.positions.to_string()),
    ];
    let sections = plan.sections.iter();
    said.extend(sections.map(|(name, own)| {
        (format!("section {name}"), own.map_or_else(|| "the class's deadline".to_owned(), deadline))
    }));
    let Quota { per_day, per_hour, interval } = plan.quota;
    said.push(("quota per_day".to_owned(), or_none(per_day.map(|cap| cap.to_string()))));
    said.push(("quota per_hour".to_owned(), or_none(per_hour.map(|cap| cap.to_string()))));
    let seconds = |interval: i64| format!("{} s", interval as f64 / 1000.0);
    said.push(("quota interval".to_owned(), or_none(interval.map(seconds))));
    let requirements = plan.requirements.iter();
    said.extend(requirements.map(|one| (format!("requirement \"{}\"", one.name), requirement(one))));
    let failing = plan.failing.map(|Failing { percent, pause }| {
        format!("more than {percent} %, {}", if pause { "paused" } else { "reported" })
    });
    said.push(("failing".to_owned(), or_none(failing)));
    said.push(("scrimmage".to_owned(), or_none(plan.scrimmage.as_ref().map(scrimmage))));
    let teams = plan.teams.map(|TeamFormation { size, until }| {
        format!("formed by students, of up to {size}, until {}", deadline(until))
    });
    said.push(("teams".to_owned(), or_none(teams)));
    let AssistantRights { extend, choose, announce } = plan.assistants;
    let rights = [("extend", extend), ("choose", choose), ("announce", announce)];
    let granted: Vec<&str> =
        rights.iter().filter(|(_, is_granted)| *is_granted).map(|(key, _)| *key).collect();
    said.push(("assistants".to_owned(), or_none(Some(granted.join(", ")).filter(|all| !all.is_empty()))));
    said
}

fn audience(audience: Audience) -> &'static str {
    let word = Audience::WORDS.iter().find(|(_, one)| *one == audience);
    word.map_or("", |(word, _)| word)
}

fn requirement(one: &Requirement) -> String {
    let Requirement { name: _, against, percent, games, seed, plies, settings, rules, limits, budget } = one;
    let settings = if settings.is_empty() { String::new() } else { format!(", settings \"{settings}\"") };
    format!(
        "{percent} % of {games} games against {}, seed {seed}, {plies} random plies{settings}, rules {rules}, {limits}, \
         budget {budget}",
        called(against)
    )
}

fn scrimmage(plan: &ScrimmagePlan) -> String {
    let ScrimmagePlan { per_day, games, plies, limits, budget, opponents, in_freeze } = plan;
    let opponents: Vec<String> = opponents.iter().map(called).collect();
    let opponents = if opponents.is_empty() { NONE.to_owned() } else { opponents.join(", ") };
    let in_freeze = match in_freeze {
        ShownInFreeze::Nothing => "",
        ShownInFreeze::Opponents => ", games against opponents visible during a freeze",
    };
    format!(
        "{per_day} requests in 24 hours, {games} games, {plies} random plies, opponents {opponents}, {limits}, budget \
         {budget}{in_freeze}"
    )
}
