//! Progress of a submission, step by step.

use class_model::{Admission, ContenderId, Facts, Submission, badges, watched};

use crate::judging::TrialProgress;
use crate::judging::badges::trial_words;
use crate::open_class::OpenClass;

/// A step of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmissionStep {
    /// Name of the step.
    pub name: &'static str,
    /// State of the step.
    pub state: StepState,
    /// Details; empty if there are none.
    pub words: String,
}

/// The work in progress at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepsNow {
    /// `true` if the submission is being checked.
    pub is_being_checked: bool,
    /// Progress of the trial matches being played, of any version.
    pub trials: Option<TrialProgress>,
}

/// The state of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepState {
    /// Done.
    Done,
    /// In progress.
    Now,
    /// Waiting.
    Waits,
    /// Done: the submission was refused.
    Refused,
}

/// Returns the steps of a submission. `seen` has the results that the reader may see; without it, steps with withheld
/// results are left out. `now` is the work in progress.
pub fn submission_steps(
    class: &OpenClass,
    seen: Option<&Facts>,
    submission: &Submission,
    now: StepsNow,
) -> Vec<SubmissionStep> {
    let step = |name, state, words: String| SubmissionStep { name, state, words };
    let received = step("Received", StepState::Done, class.shown(submission.received));
    let checked = match &submission.admission {
        Admission::Accepted { .. } => step("Checked", StepState::Done, "ready to play".to_owned()),
        Admission::Refused { .. } => step("Checked", StepState::Refused, "not allowed to play".to_owned()),
        Admission::Undecided { .. } if now.is_being_checked => {
            step("Checked", StepState::Now, "compiling; a script is built first".to_owned())
        }
        Admission::Undecided { .. } => step("Checked", StepState::Waits, String::new()),
    };
    let mut steps = vec![received, checked];
    if let Some(seen) = seen.filter(|_| !matches!(submission.admission, Admission::Refused { .. })) {
        steps.extend(played_steps(class, seen, submission, now.trials));
    }
    steps
}

/// Returns the steps in which matches are played.
fn played_steps(
    class: &OpenClass,
    seen: &Facts,
    submission: &Submission,
    now: Option<TrialProgress>,
) -> Vec<SubmissionStep> {
    let module = submission.module();
    let who = ContenderId::handed_in(submission);
    let contenders = seen.contenders();
    let owner = contenders.iter().find(|contender| contender.who == who);
    // A version that neither counts nor came last plays no more matches.
    let is_watched = |module| {
        owner.is_some_and(|owner| watched(&class.plan, seen, owner).iter().any(|(_, one)| *one == module))
    };
    if module.is_some_and(|module| !is_watched(module)) {
        return Vec::new();
    }
    let trial = module.and_then(|module| seen.track_record().trial(&module));
    let now = now.filter(|now| module == Some(now.module));
    let (state, words) = match (trial, now) {
        (Some(trial), _) => (StepState::Done, trial_words(trial)),
        (None, Some(now)) => (StepState::Now, format!("{} of {} played", now.played, now.of)),
        (None, None) => (StepState::Waits, String::new()),
    };
    let trials = SubmissionStep { name: "Trial matches", state, words };
    let of = class.plan.requirements.len();
    let judged = module.map_or(0, |module| {
        badges(&class.plan, seen, &module).iter().filter(|badge| badge.judged.is_some()).count()
    });
    let requirements = (of > 0).then(|| SubmissionStep {
        name: "Games of requirements",
        state: if judged == of { StepState::Done } else { StepState::Waits },
        words: format!("{judged} of {of} requirements played"),
    });
    [trials].into_iter().chain(requirements).collect()
}
