//! Four answers at a glance: am I in, which version counts, how good is it, what next and by when.

use class_model::{Contender, NoneActive, Person, WhyActive};
use class_operations::judging::{QueuePlace, VersionCheck, WorkKind, badges, check_contender, queue_places};
use class_operations::status::ContenderStatus;
use class_operations::{NextStep, words};
use game::visible;
use maud::{Markup, html};

use super::{deadline as shown_deadline, results, time};
use crate::class_visit::View;

/// An answer to one of the questions.
struct Answer {
    /// The CSS class: `good`, `bad` or `waits`; empty for neither.
    kind: &'static str,
    short: Markup,
    /// Further details, one line each.
    more: Vec<Markup>,
}

impl Answer {
    fn new(kind: &'static str, answer: impl Into<String>) -> Answer {
        let answer: String = answer.into();
        Answer { kind, short: html! { (answer) }, more: Vec::new() }
    }

    fn and(mut self, line: Markup) -> Answer {
        self.more.push(line);
        self
    }

    fn and_if(self, line: Option<Markup>) -> Answer {
        match line {
            Some(line) => self.and(line),
            None => self,
        }
    }
}

/// Renders the four answers, and the student's waiting games.
pub(super) fn page(view: &View, status: &ContenderStatus<'_>) -> Markup {
    let seen = results(view);
    let check = seen.as_ref().map(|seen| check_contender(&view.class, seen, &status.contender));
    let active = check.as_ref().and_then(|check| check.versions.iter().find(|version| version.is_active));
    let is_own = matches!(view.person, Some(Person::Student { .. }));
    let answers = [
        (if is_own { "Am I in?" } else { "Are they in?" }, is_in(view, status)),
        ("Which version counts?", version(view, status)),
        ("How good is it?", how_good(view, check.is_some(), active)),
        ("What next, and by when?", next(view, status, active)),
    ];
    html! {
        dl.cards.answers id="answers" {
            @for (question, Answer { kind, short, more }) in answers {
                div class=[(!kind.is_empty()).then_some(kind)] { dt { (question) } dd { (short) } @for line in more { dd.more { (line) } } }
            }
        }
        (queue(view, &status.contender))
    }
}

fn visible_lines(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| visible(line.trim())).collect();
    lines.join(": ")
}

fn is_in(view: &View, status: &ContenderStatus<'_>) -> Answer {
    let is_refused = |(number, last): &(u32, &class_model::Submission)| {
        let page = view.address(&format!("submissions/{number}"));
        let words = words::verdict_word(last);
        last.module().is_none().then(|| html! { a href=(page) { "submission " (number) } " " @if last.admission.waits() { "is " } @else { "was " } (words) })
    };
    let not_taken = words::turned_away_lines(&view.class, &view.facts, &status.contender);
    let not_taken = (!not_taken.is_empty()).then(|| html! { (super::sentence(&visible_lines(&not_taken))) });
    let last = not_taken.or_else(|| status.submissions.last().and_then(is_refused));
    if let Some(words) = status.pause_words(&view.class) {
        let entered = html! { "the version that counts does not enter tournaments: it " (words) };
        return Answer::new("bad", "No").and(entered).and_if(last);
    }
    match &status.standing.active {
        Ok(_) => {
            Answer::new("good", "Yes").and(html! { "as " (visible(status.contender.alias)) }).and_if(last)
        }
        Err(NoneActive::Nothing) if status.is_open() => {
            Answer::new("waits", "Not yet").and(html! { "nothing was handed in" })
        }
        Err(NoneActive::Undecided) => Answer::new("waits", "Not yet")
            .and(html! { (words::why(&view.class, &status.standing)) })
            .and_if(last),
        // The last line gives the reason.
        Err(NoneActive::TurnedAway) if last.is_some() => Answer::new("bad", "No").and_if(last),
        Err(_) => {
            Answer::new("bad", "No").and(html! { (words::why(&view.class, &status.standing)) }).and_if(last)
        }
    }
}

fn version(view: &View, status: &ContenderStatus<'_>) -> Answer {
    let Ok(active) = &status.standing.active else { return Answer::new("", "None") };
    let number = active.submission;
    let file = status.submissions.iter().find(|(own, _)| *own == number);
    let why = match active.why {
        WhyActive::Last => html! { "the last one accepted" },
        WhyActive::Chosen { at } => html! { "chosen on " (time(view, at)) },
    };
    let late = match active.late_days {
        0 => None,
        1 => Some(html! { "uses 1 late day" }),
        days => Some(html! { "uses " (days) " late days" }),
    };
    let page = view.address(&format!("submissions/{number}"));
    Answer { kind: "", short: html! { a href=(page) { "Submission " (number) } }, more: vec![why] }
        .and_if(file.map(|(_, file)| html! { (visible(&file.file)) ", " (time(view, file.received)) }))
        .and_if(late)
}

fn how_good(view: &View, are_shown: bool, active: Option<&VersionCheck<'_>>) -> Answer {
    if !are_shown {
        return Answer::new("", "Not shown").and(html! { "results are visible to the teacher only" });
    }
    let frozen = view.reader().and_then(|reader| view.facts.frozen(reader));
    let frozen = frozen.map(|freeze| html! { "results are frozen since " (time(view, freeze.since)) });
    let Some(active) = active else { return Answer::new("", "No results yet").and_if(frozen) };
    let of = active.badges.len();
    let met = active.badges.iter().filter(|one| one.badge.is_met()).count();
    let waiting = active.badges.iter().filter(|one| one.badge.judged.is_none()).count();
    let trial =
        active.trial.map_or_else(|| "trial matches have not been played yet".to_owned(), badges::trial_words);
    let fails = active.trial.is_some_and(|tried| !tried.faults.is_empty());
    let answer = match (of, active.trial) {
        (0, None) => Answer::new("waits", "Not known yet"),
        (0, Some(_)) if fails => Answer::new("bad", "It fails"),
        (0, Some(_)) => Answer::new("good", "It plays"),
        _ => {
            let kind = if met == of {
                "good"
            } else if met + waiting == of {
                "waits"
            } else {
                "bad"
            };
            Answer::new(kind, format!("{met} of {of} requirements met"))
        }
    };
    let waiting = (waiting > 0).then(|| html! { (waiting) " waiting to be played" });
    answer.and_if(waiting).and(html! { (trial) }).and_if(frozen)
}

fn next(view: &View, status: &ContenderStatus<'_>, active: Option<&VersionCheck<'_>>) -> Answer {
    let class = &view.class;
    let deadline = &status.standing.deadline;
    if let Some(since) = view.facts.closed() {
        return Answer::new("", "Nothing").and(html! { "the class was closed on " (time(view, since)) });
    }
    if let Err(NoneActive::Inactive { .. }) = status.standing.active {
        return Answer::new("", "Nothing").and(html! { "hand-ins are not accepted from withdrawn students" });
    }
    let answer = match NextStep::from_status(status, active) {
        NextStep::Nothing => {
            let answer = Answer::new("", "Nothing")
                .and(html! { "the deadline was " (shown_deadline(view, deadline.due())) });
            return answer.and_if(
                (deadline.last > deadline.due())
                    .then(|| html! { "with late days " (shown_deadline(view, deadline.last)) }),
            );
        }
        NextStep::HandIn => Answer::new("waits", "Hand in"),
        NextStep::Mend => Answer::new("waits", "Fix it and hand in again"),
        NextStep::AwaitVerdict => Answer::new("waits", "Wait for the verdict"),
        NextStep::Meet(missed) => match missed.as_slice() {
            [one] => Answer::new("waits", format!("Meet {}", visible(one))),
            several => Answer::new("waits", format!("Meet {} requirements", several.len())),
        },
        NextStep::Improve => Answer::new("", "Improve it"),
    };
    let left = |until: class_model::Moment| {
        let left = u64::try_from(until.millis() - status.at.millis()).unwrap_or_default();
        words::about(std::time::Duration::from_millis(left))
    };
    let from = match (&deadline.section, deadline.extended) {
        (_, Some(_)) => " (extended)".to_owned(),
        (Some(section), None) => format!(" (section {})", visible(section)),
        (None, None) => String::new(),
    };
    let is_due = status.at > deadline.due();
    let by = html! { @if !is_due { "by " (shown_deadline(view, deadline.due())) (from) ", in " (left(deadline.due())) } };
    let late = html! {
        @if is_due { "late, until " (shown_deadline(view, deadline.last)) ", in " (left(deadline.last)) }
        @else { "with late days by " (shown_deadline(view, deadline.last)) }
    };
    let quota = words::allowance_words(class, &class.plan.quota, &status.allowance, status.at);
    let answer = if is_due { answer } else { answer.and(by) };
    answer
        .and_if((deadline.last > deadline.due()).then_some(late))
        .and_if(quota.map(|left| html! { "hand-ins: " (left) }))
}

/// Renders the student's waiting games and an estimate of how long they will take.
fn queue(view: &View, contender: &Contender<'_>) -> Markup {
    let places = queue_places(&view.class, &view.facts, contender);
    let kind = |kind| match kind {
        WorkKind::Validation => "Verdict and trial matches",
        WorkKind::Requirements => "Requirement games",
        WorkKind::Scrimmages => "Friendly games",
    };
    let before = |before: usize| match before {
        0 => "you are next".to_owned(),
        before => format!("{before} ahead of you"),
    };
    let about = |place: &QueuePlace| {
        let time = view.place.pace.estimate(place.kind, place.before + place.own);
        time.map_or_else(String::new, |time| format!(", done in about {}", words::about(time)))
    };
    html! {
        @if !places.is_empty() {
            ul.queue { @for place in &places { li { (kind(place.kind)) ": " (before(place.before)) (about(place)) } } }
        }
    }
}
