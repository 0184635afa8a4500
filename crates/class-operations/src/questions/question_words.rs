//! Questions in words.

use class_model::{
    Actor, PostedQuestion, Question, QuestionState, QuestionStep, QuestionUpdate, Role, Topic,
};
use game::visible;

/// Returns the subject of a question in words.
pub fn topic_words(topic: &Topic) -> String {
    match topic {
        Topic::Class => "the class".to_owned(),
        Topic::Submission(number) => format!("submission {number}"),
        Topic::Run(run) => format!("the tournament {}", visible(run)),
        Topic::Match { run, key } => format!("match {} of {}", visible(key), visible(run)),
    }
}

/// Returns the name of a question: `Question 3` or `Regrade request 3`.
pub fn called(asked: &PostedQuestion) -> String {
    let what = if asked.question.is_regrade { "Regrade request" } else { "Question" };
    format!("{what} {}", asked.number)
}

/// Returns a state in a word.
pub fn state_word(state: QuestionState) -> &'static str {
    match state {
        QuestionState::Open => "open",
        QuestionState::Answered => "answered",
        QuestionState::Granted => "granted",
        QuestionState::Declined => "declined",
        QuestionState::Closed => "closed",
    }
}

/// Returns a step as a verb in the past tense.
pub(super) fn step_word(step: &QuestionStep) -> &'static str {
    match step {
        QuestionStep::Added => "added to",
        QuestionStep::Answered { .. } => "answered",
        QuestionStep::Granted => "granted",
        QuestionStep::Declined => "declined",
        QuestionStep::Closed => "closed",
        QuestionStep::Ruled { .. } => "made a ruling on",
    }
}

/// Returns the reply to a question as the subject of a message: `Your question 3 was answered`.
pub(crate) fn reply_words(asked: &PostedQuestion, step: &QuestionStep) -> String {
    let what = if asked.question.is_regrade { "regrade request" } else { "question" };
    format!("Your {what} {} was {}", asked.number, step_word(step))
}

/// Returns an actor as a person: `Turing (teacher)`, or `the student`.
pub(super) fn actor_words(actor: &Actor) -> String {
    match (actor.role, &actor.name) {
        (Role::Student, _) => "the student".to_owned(),
        (role, Some(name)) => format!("{} ({role})", visible(name)),
        (role, None) => format!("the {role}"),
    }
}

/// Describes a question for the history. `who` is the student; `text` is its text in one line.
pub(crate) fn asked_words(number: u32, question: &Question, who: &str, text: &str) -> String {
    let about = topic_words(&question.about);
    let what = if question.is_regrade { "made regrade request" } else { "asked question" };
    format!("{who} {what} {number} about {about}: {text}")
}

/// Describes a step after a question for the history. `who` is the student who asked; `text` is its text in one line.
pub(crate) fn update_words(update: &QuestionUpdate, who: &str, text: &str) -> String {
    let QuestionUpdate { question, step, .. } = update;
    match step {
        QuestionStep::Added => format!("{who} added to question {question}: {text}"),
        QuestionStep::Answered { announcement: Some(number) } => {
            format!("question {question} of {who} was answered, for all in announcement {number}: {text}")
        }
        QuestionStep::Closed => format!("question {question} of {who} was closed"),
        QuestionStep::Ruled { run, ruling } => {
            let run = visible(run);
            format!("ruling {ruling} on the run {run} followed from regrade request {question} of {who}")
        }
        QuestionStep::Answered { announcement: None } | QuestionStep::Granted | QuestionStep::Declined => {
            format!("question {question} of {who} was {}: {text}", step_word(step))
        }
    }
}
