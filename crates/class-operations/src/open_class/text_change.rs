//! Changes of `class.toml`, and the versions that stop counting because of them.

use class_model::{ClassFolder, ClassPlan, Displacement, Facts, Failures, WhyDisplaced, displaced};
use explain::{Error, Kind};
use game::{visible, visible_path};
use games::GAMES;

/// Maximum number of versions that an error lists.
const NAMED: usize = 20;

/// The difference between a class's text and the last adopted one.
pub(crate) enum TextChange {
    /// There is no difference.
    None,
    /// All versions that counted still do, or no text was adopted yet.
    Harmless {
        /// The plan of the previous text; `None` if there is none that this program understands.
        before: Option<Box<ClassPlan>>,
    },
    /// Versions stop counting.
    Displaces {
        /// The plan of the previous text.
        before: Box<ClassPlan>,
        /// The versions that stop counting.
        versions: Vec<Displacement>,
    },
}

impl TextChange {
    /// Compares a text and its plan with the last adopted text.
    pub(crate) fn compare(text: &str, plan: &ClassPlan, facts: &Facts) -> TextChange {
        let Some(adopted) = facts.adopted() else { return TextChange::Harmless { before: None } };
        if adopted == text {
            return TextChange::None;
        }
        // The text may have been adopted by another version of this program that this one cannot parse.
        let Ok(before) = ClassPlan::parse("the text before", adopted, GAMES) else {
            return TextChange::Harmless { before: None };
        };
        let versions = displaced(&before, plan, facts);
        match versions.as_slice() {
            [] => TextChange::Harmless { before: Some(Box::new(before)) },
            _ => TextChange::Displaces { before: Box::new(before), versions },
        }
    }

    /// Returns `true` if the change is adopted without confirmation.
    pub(crate) fn is_to_be_recorded(&self) -> bool {
        matches!(self, TextChange::Harmless { .. })
    }

    /// Refuses a change that displaces versions. `plan` is the plan of the current text.
    pub(crate) fn check(&self, plan: &ClassPlan, folder: &ClassFolder) -> Result<(), Error> {
        let TextChange::Displaces { before, versions } = self else { return Ok(()) };
        let text = visible_path(&folder.text());
        let verb = if versions.len() == 1 { "version stops" } else { "versions stop" };
        let mut message = format!("with the changed {text}, {} {verb} counting:", versions.len());
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

    /// Returns the plan of the previous text, if it differs.
    pub(crate) fn before(&self) -> Option<&ClassPlan> {
        match self {
            TextChange::Harmless { before } => before.as_deref(),
            TextChange::Displaces { before, .. } => Some(before),
            TextChange::None => None,
        }
    }

    /// Returns the versions that stop counting.
    pub(crate) fn displaced(&self) -> &[Displacement] {
        match self {
            TextChange::Displaces { versions, .. } => versions,
            TextChange::None | TextChange::Harmless { .. } => &[],
        }
    }
}

/// Returns for example `Ada: submission 3, received on …`.
pub(crate) fn words(plan: &ClassPlan, Displacement { alias, submission, why }: &Displacement) -> String {
    format!("{}: submission {submission}, {}", visible(alias), self::why(plan, why))
}

/// Returns the reason why a version stops counting.
pub(crate) fn why(plan: &ClassPlan, why: &WhyDisplaced) -> String {
    match why {
        WhyDisplaced::OtherGame => {
            format!("handed in for a game other than {}", plan.game.name())
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
            format!("paused, since it failed in {failed} of {matches} matches, more than {percent} %")
        }
    }
}
