//! A changed `class.toml`: whether versions stop counting by it.

use class::{ClassFolder, ClassPlan, Displacement, Facts, Failures, WhyDisplaced, displaced};
use explain::{Error, Kind};
use game::{visible, visible_path};
use games::GAMES;

/// Versions that an error names.
const NAMED: usize = 20;

/// How the text of a class differs from the one that was adopted last.
pub(crate) enum TextChange {
    /// It is the same.
    None,
    /// Every version that counted still does, or nothing was adopted yet.
    Harmless {
        /// The meaning of the text before; `None` if there is none that this program understands.
        before: Option<Box<ClassPlan>>,
    },
    /// Versions stop counting.
    Displaces {
        /// The meaning of the text before.
        before: Box<ClassPlan>,
        /// The versions.
        versions: Vec<Displacement>,
    },
}

impl TextChange {
    /// That of a text, with its meaning.
    pub(crate) fn of(text: &str, plan: &ClassPlan, facts: &Facts) -> TextChange {
        let Some(adopted) = facts.adopted() else { return TextChange::Harmless { before: None } };
        if adopted == text {
            return TextChange::None;
        }
        // A text that another version of this program adopted may mean nothing to this one.
        let Ok(before) = ClassPlan::parse("the text before", adopted, GAMES) else {
            return TextChange::Harmless { before: None };
        };
        let versions = displaced(&before, plan, facts);
        match versions.as_slice() {
            [] => TextChange::Harmless { before: Some(Box::new(before)) },
            _ => TextChange::Displaces { before: Box::new(before), versions },
        }
    }

    /// Whether it is adopted without a question.
    pub(crate) fn is_to_be_recorded(&self) -> bool {
        matches!(self, TextChange::Harmless { .. })
    }

    /// Refuses a change by which versions stop counting. `plan` is what the text of the folder means now.
    pub(crate) fn check(&self, plan: &ClassPlan, folder: &ClassFolder) -> Result<(), Error> {
        let TextChange::Displaces { before, versions } = self else { return Ok(()) };
        let text = visible_path(&folder.text());
        let verb = if versions.len() == 1 { "version stops" } else { "versions stop" };
        let mut message = format!("by the changed {text}, {} {verb} counting:", versions.len());
        for one in versions.iter().take(NAMED) {
            message.push_str(&format!("\n  {}", words(plan, one)));
        }
        if versions.len() > NAMED {
            message.push_str(&format!("\n  and {} more", versions.len() - NAMED));
        }
        let folder = visible_path(folder.root());
        let failed = Error::new(Kind::Refused, message)
            .hint(format!("correct it, or confirm it: muster class adopt {folder}"));
        if before.deadline == plan.deadline {
            return Err(failed);
        }
        let [was, is] = [before, plan].map(|plan| plan.zone.deadline_text(plan.deadline));
        Err(failed.hint(format!("the deadline was {was}, and is now {is}")))
    }

    /// The meaning of the text before, where it is another.
    pub(crate) fn before(&self) -> Option<&ClassPlan> {
        match self {
            TextChange::Harmless { before } => before.as_deref(),
            TextChange::Displaces { before, .. } => Some(before),
            TextChange::None => None,
        }
    }

    /// The versions that stop counting.
    pub(crate) fn displaced(&self) -> &[Displacement] {
        match self {
            TextChange::Displaces { versions, .. } => versions,
            TextChange::None | TextChange::Harmless { .. } => &[],
        }
    }
}

/// `Ada: submission 3, received on …`
pub(crate) fn words(plan: &ClassPlan, Displacement { alias, submission, why }: &Displacement) -> String {
    format!("{}: submission {submission}, {}", visible(alias), self::why(plan, why))
}

/// Why a version stops counting.
pub(crate) fn why(plan: &ClassPlan, why: &WhyDisplaced) -> String {
    match why {
        WhyDisplaced::OtherGame => {
            format!("which was handed in for another game than {}", plan.game.name())
        }
        WhyDisplaced::Late { received, last } => {
            format!("received on {}, after {}", plan.zone.show(*received), plan.zone.show(*last))
        }
        WhyDisplaced::Other { submission, last } => {
            format!("submission {submission} counts instead, as of {}", plan.zone.show(*last))
        }
        WhyDisplaced::Paused(failures) => {
            let percent = plan.failing.map_or(0, |failing| failing.percent);
            let Failures { failed, matches, .. } = failures;
            format!(
                "which failed in {failed} of {matches} matches, more than {percent} %, and is paused for that"
            )
        }
    }
}
