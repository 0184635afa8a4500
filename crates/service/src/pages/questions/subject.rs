//! The subject of a question: as a choice in a form, and as a link.

use class_model::{Question, Topic};
use class_operations::find_contender;
use class_operations::questions::topic_words;
use maud::{Markup, html};

use crate::class_visit::View;
use crate::pages::layout::in_address;
use crate::pages::{said, shown_runs, student_address};

/// Number of submissions to choose from.
const RECENT: usize = 20;

/// Returns the subject that a value of the form names.
pub(in crate::pages) fn topic_of(value: &str) -> Option<Topic> {
    match value.split_once(':') {
        None => (value == "class").then_some(Topic::Class),
        Some(("submission", number)) => number.parse().ok().map(Topic::Submission),
        Some(("run", run)) => Some(Topic::Run(run.to_owned())),
        Some(("match", rest)) => {
            let (key, run) = rest.split_once(':')?;
            Some(Topic::Match { run: run.to_owned(), key: key.to_owned() })
        }
        Some(_) => None,
    }
}

/// Returns the value of the form for a subject.
pub(super) fn value(topic: &Topic) -> String {
    match topic {
        Topic::Class => "class".to_owned(),
        Topic::Submission(number) => format!("submission:{number}"),
        Topic::Run(run) => format!("run:{run}"),
        Topic::Match { run, key } => format!("match:{key}:{run}"),
    }
}

/// Renders the choice of a subject by the student, with a value chosen.
pub(super) fn choice(view: &View, id: &str, chosen: &str) -> Markup {
    let mut topics = vec![Topic::Class];
    if let Ok(contender) = find_contender(&view.facts, id) {
        let own = view.facts.submissions_of(&contender.who).rev().take(RECENT);
        topics.extend(own.map(|(number, _)| Topic::Submission(number)));
    }
    topics.extend(shown_runs(view).into_iter().map(|run| Topic::Run(run.name)));
    let other = topic_of(chosen).filter(|topic| !topics.contains(topic));
    topics.splice(1..1, other);
    html! {
        select name="about" {
            @for topic in &topics {
                @let own = value(topic);
                option value=(own) selected[own == chosen] { (said(view, &topic_words(topic))) }
            }
        }
    }
}

/// Renders the subject of a question, with a link to its page.
pub(in crate::pages) fn topic_link(view: &View, question: &Question) -> Markup {
    let words = view.locale.translated(&topic_words(&question.about));
    let of_run = |run: &str| format!("{}/runs/{}", student_address(view, &question.by), in_address(run));
    let page = match &question.about {
        Topic::Class => None,
        Topic::Submission(number) => Some(view.address(&format!("submissions/{number}"))),
        Topic::Run(run) => Some(of_run(run)),
        Topic::Match { run, key } => Some(format!("{}/{}", of_run(run), in_address(key))),
    };
    html! { @match page { Some(page) => { a href=(page) { (words) } } None => { (words) } } }
}
