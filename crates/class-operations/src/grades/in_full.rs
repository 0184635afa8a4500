//! The origin of a grade, in full.

use class_model::Extension;
use results::EntrantGrade;

use super::{GradeOrigin, PlayedVersion};
use crate::judging::badges::judged_words;
use crate::open_class::OpenClass;
use crate::words::deadline_words;

impl GradeOrigin<'_> {
    /// Returns the origin line by line: the formula with its values, notes, and the version that played with its
    /// deadline and results. The lines contain untrusted text.
    pub fn lines(&self, class: &OpenClass, formula: &str) -> Vec<String> {
        let members = self.contender.as_ref().map_or(&[][..], |contender| &contender.members);
        let members: Vec<String> =
            members.iter().map(|member| format!("{} ({})", member.name, member.id)).collect();
        let mut lines = vec![format!("{}: {}", self.alias, members.join(", "))];
        if let Some(grade) = self.grade {
            lines.extend(of_formula(grade, formula));
        }
        lines.extend(self.notes().into_iter().map(|note| format!("  note: {note}")));
        if let Ok(played) = &self.played {
            lines.extend(of_version(class, played));
        }
        lines
    }
}

fn of_formula(grade: &EntrantGrade, formula: &str) -> Vec<String> {
    let EntrantGrade { grade, inputs, how, .. } = grade;
    let mut lines = vec![
        format!("  grade: {}", grade.map_or_else(|| "none".to_owned(), |grade| grade.to_string())),
        format!("    {formula}"),
    ];
    let steps = how.split(" = ").filter(|step| !step.is_empty());
    lines.extend(steps.map(|step| format!("    = {step}")));
    let inputs: Vec<String> = inputs.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    lines.extend((!inputs.is_empty()).then(|| format!("    {}", inputs.join(", "))));
    lines
}

fn of_version(class: &OpenClass, played: &PlayedVersion<'_>) -> Vec<String> {
    let PlayedVersion { entered, module, badges } = played;
    let now = if entered.is_active { "active" } else { "no longer active" };
    let received = class.shown(entered.submission.received);
    let mut lines = vec![
        format!("  played with submission {}, received {received}, {now}", entered.number),
        format!("    module {module}"),
        format!("    deadline {}", deadline_words(class, &entered.deadline)),
        match entered.late_days {
            Some(days) => format!("    late days used: {days} of {}", entered.deadline.late_days),
            None => "    received too late for the current deadline".to_owned(),
        },
    ];
    if let Some(Extension { until, reason, .. }) = entered.extension {
        lines.push(format!("    extended until {}: {reason}", class.shown(*until)));
    }
    lines.extend(badges.iter().map(|badge| {
        let words = badge.judged.map_or_else(|| "waiting to be played".to_owned(), judged_words);
        format!("  {}: {words}", badge.requirement.name)
    }));
    lines
}
