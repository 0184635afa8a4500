//! A changed `class.toml`: whether versions stop counting by it.

use class::{ClassFolder, ClassPlan, Displaced, Facts, Failures, WhyDisplaced, displaced};
use explain::{Error, Kind};
use game::visible_path;
use games::GAMES;

use crate::exit::Done;
use crate::terminal::text::inert;

/// Versions that an error names.
const NAMED: usize = 20;

/// How the text of a class differs from the one that was adopted last.
pub(super) enum Change {
    /// It is the same.
    None,
    /// Every version that counted still does, or nothing was adopted yet.
    Harmless,
    /// Versions stop counting.
    Displaces {
        /// The meaning of the text before.
        before: Box<ClassPlan>,
        versions: Vec<Displaced>,
    },
}

impl Change {
    /// That of a text, with its meaning.
    pub(super) fn of(text: &str, plan: &ClassPlan, facts: &Facts) -> Change {
        let Some(adopted) = facts.adopted() else { return Change::Harmless };
        if adopted == text {
            return Change::None;
        }
        // A text that another version of this program adopted may mean nothing to this one.
        let Ok(before) = ClassPlan::parse("the text before", adopted, GAMES) else { return Change::Harmless };
        let versions = displaced(&before, plan, facts);
        match versions.as_slice() {
            [] => Change::Harmless,
            _ => Change::Displaces { before: Box::new(before), versions },
        }
    }

    /// Whether it is adopted without a question.
    pub(super) fn is_to_be_recorded(&self) -> bool {
        matches!(self, Change::Harmless)
    }

    /// Refuses a change by which versions stop counting. `plan` is what the text of the folder means now.
    pub(super) fn check(&self, plan: &ClassPlan, folder: &ClassFolder) -> Done {
        let Change::Displaces { before, versions } = self else { return Ok(()) };
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
        let [was, is] = [before, plan].map(|plan| plan.zone.show(plan.deadline));
        Err(failed.hint(format!("the deadline was {was}, and is now {is}")))
    }

    /// The versions that stop counting.
    pub(super) fn displaced(&self) -> &[Displaced] {
        match self {
            Change::Displaces { versions, .. } => versions,
            Change::None | Change::Harmless => &[],
        }
    }
}

/// `Ada: submission 3, received on …`
pub(super) fn words(plan: &ClassPlan, Displaced { alias, submission, why }: &Displaced) -> String {
    format!("{}: submission {submission}, {}", inert(alias), self::why(plan, why))
}

/// Why a version stops counting.
pub(super) fn why(plan: &ClassPlan, why: &WhyDisplaced) -> String {
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
