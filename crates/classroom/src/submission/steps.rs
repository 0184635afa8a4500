//! How far a submission is, step by step.

use class::{Admission, Facts, Submission, Who, badges, watched};

use crate::badges::trial_words;
use crate::judging::TrialProgress;
use crate::open_class::OpenClass;

/// A step of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubmissionStep {
    /// What it is.
    pub name: &'static str,
    /// How far it is.
    pub state: StepState,
    /// More about that; empty if there is no more.
    pub words: String,
}

/// What is being done at a moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepsNow {
    /// Whether the submission is being checked.
    pub is_being_checked: bool,
    /// The trial matches that are being played, of whichever version.
    pub trials: Option<TrialProgress>,
}

/// How far a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepState {
    /// It is done.
    Done,
    /// It is being done.
    Now,
    /// It waits.
    Waits,
    /// It was done, and what was handed in is refused.
    Refused,
}

/// The steps of a submission. `seen` is what whoever asks may see of results; without it, steps whose results are held back
/// are left out. `now` is what is being done at this moment.
pub fn submission_steps(
    class: &OpenClass,
    seen: Option<&Facts>,
    submission: &Submission,
    now: StepsNow,
) -> Vec<SubmissionStep> {
    let step = |name, state, words: String| SubmissionStep { name, state, words };
    let received = step("Received", StepState::Done, class.shown(submission.received));
    let checked = match &submission.admission {
        Admission::Accepted { .. } => step("Checked", StepState::Done, "it may play".to_owned()),
        Admission::Refused { .. } => step("Checked", StepState::Refused, "it may not play".to_owned()),
        Admission::Undecided { .. } if now.is_being_checked => {
            step("Checked", StepState::Now, "it is being compiled; a script is built first".to_owned())
        }
        Admission::Undecided { .. } => step("Checked", StepState::Waits, String::new()),
    };
    let mut steps = vec![received, checked];
    if let Some(seen) = seen.filter(|_| !matches!(submission.admission, Admission::Refused { .. })) {
        steps.extend(played_steps(class, seen, submission, now.trials));
    }
    steps
}

/// What is played of a submission.
fn played_steps(
    class: &OpenClass,
    seen: &Facts,
    submission: &Submission,
    now: Option<TrialProgress>,
) -> Vec<SubmissionStep> {
    let module = submission.module();
    let who = Who::handed_in(submission);
    let contenders = seen.contenders();
    let owner = contenders.iter().find(|contender| contender.who == who);
    // Nothing more is played of a version that neither counts nor came last.
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
