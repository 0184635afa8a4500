//! Four answers at a glance, and the deadline: am I in, which version counts, how good is it, what next.

use class_model::{Admission, Contender, Moment, NoneActive, Submission, WhyActive, WhyNotEntered};
use class_operations::judging::{
    BadgeCheck, QueuePlace, VersionCheck, WorkKind, badges, check_contender, queue_places,
};
use class_operations::status::{Condition, ContenderStatus};
use class_operations::{NextStep, words};
use game::visible;
use maud::{Markup, html};

use super::starting::START;
use super::{deadline as shown_deadline, results, time, time_left};
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

    fn of(kind: &'static str, short: Markup) -> Answer {
        Answer { kind, short, more: Vec::new() }
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

/// Renders the four answers and the deadline, files that were not taken, and the student's waiting games.
pub(super) fn page(view: &View, status: &ContenderStatus<'_>) -> Markup {
    let seen = results(view);
    let check = seen.as_ref().map(|seen| check_contender(&view.class, seen, &status.contender));
    let active = check.as_ref().and_then(|check| check.versions.iter().find(|version| version.is_active));
    let answers = [
        ("Am I in?", is_in(view, status)),
        ("Which version counts?", version(view, status)),
        ("How good is it?", how_good(view, check.is_some(), active)),
        ("What next?", next(view, status, active)),
        ("Deadline", deadline(view, status)),
    ];
    html! {
        dl.cards.answers id="answers" {
            @for (question, Answer { kind, short, more }) in answers {
                div class=[(!kind.is_empty()).then_some(kind)] { dt { (question) } dd { (short) } @for line in more { dd.more { (line) } } }
            }
        }
        (not_taken(view, &status.contender))
        (queue(view, &status.contender))
    }
}

/// Returns the accepted submissions other than the active one.
pub(super) fn choosable<'s>(status: &'s ContenderStatus<'_>) -> impl Iterator<Item = u32> + use<'s> {
    let active = status.standing.active.as_ref().ok().map(|active| active.submission);
    let is_other = move |(number, one): &&(u32, &Submission)| {
        active != Some(*number) && matches!(one.admission, Admission::Accepted { .. })
    };
    status.submissions.iter().filter(is_other).map(|(number, _)| *number)
}

fn is_in(view: &View, status: &ContenderStatus<'_>) -> Answer {
    let is_refused = |(number, last): &(u32, &Submission)| {
        let page = view.address(&format!("submissions/{number}"));
        let words = words::verdict_word(last);
        last.module().is_none().then(|| html! { a href=(page) { "submission " (number) } " " @if last.admission.waits() { "is " } @else { "was " } (words) })
    };
    let turned_away = view.facts.turned_away(&status.contender);
    let turned_away = turned_away
        .map(|_| html! { a href={ "#" (NOT_TAKEN) } { "files from the course system" } " were not taken" });
    let last = turned_away.or_else(|| status.submissions.last().and_then(is_refused));
    let is_failing = status.conditions.contains(&Condition::Failing);
    if let Err(WhyNotEntered::Paused(failures)) = &status.entrant {
        let paused = html! { "paused: "
            @if is_failing { (failures.failed) " of " (failures.matches) " games failed" } @else { "it failed too often" }
            @if choosable(status).next().is_some() && status.is_open() { "; " a href="#versions" { "choose another version" } }
        };
        return Answer::new("bad", "No").and(paused).and_if(last);
    }
    match &status.standing.active {
        Ok(active) => {
            let enters = html! { "submission " (active.submission) " enters the next tournament as " (visible(status.contender.alias)) };
            let frozen = view.reader().and_then(|reader| view.facts.frozen(reader));
            let answer = match (is_failing, frozen) {
                (true, _) => Answer::new("waits", "Yes, but it fails").and(enters),
                // The freeze hides later pauses, so the answer may be out of date.
                (false, Some(freeze)) if view.class.plan.failing.is_some_and(|failing| failing.pause) => {
                    Answer::new("", "Yes").and(enters).and(html! { "as far as results are shown: they are frozen since " (time(view, freeze.since)) })
                }
                (false, _) => Answer::new("good", "Yes").and(enters),
            };
            answer.and_if(last)
        }
        Err(NoneActive::Nothing) if status.is_open() => {
            Answer::new("waits", "Not yet").and(html! { "no bot has been handed in" })
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

/// The id of the section with files that were not taken.
const NOT_TAKEN: &str = "not-taken";

/// Renders the files from a course system that were not taken, and the reason; nothing if all were taken or the student
/// has handed in since.
fn not_taken(view: &View, contender: &Contender<'_>) -> Markup {
    let Some(turned_away) = view.facts.turned_away(contender) else { return html! {} };
    let class_model::TurnedAway { received, files, why, .. } = &turned_away.what;
    html! {
        section id=(NOT_TAKEN) {
            h2 { "Not taken from the course system" }
            p { @if files.is_empty() { "The hand-in" } @for (at, file) in files.iter().enumerate() { @if at > 0 { ", " } code { (visible(file)) } }
                @match received { Some(received) => { ", received " (time(view, *received)) } None => { ", checked on " (time(view, turned_away.at)) } } ":" }
            p.notice { (super::in_lines(&super::sentence(why))) }
            p { "Fix this, then " a href="#hand-in" { "hand in here" } " or in the course system." }
        }
    }
}

fn version(view: &View, status: &ContenderStatus<'_>) -> Answer {
    let Ok(active) = &status.standing.active else { return Answer::new("", "None") };
    let number = active.submission;
    let file = status.submissions.iter().find(|(own, _)| *own == number);
    let late = match active.late_days {
        0 => None,
        1 => Some(html! { "uses 1 late day" }),
        days => Some(html! { "uses " (days) " late days" }),
    };
    let page = view.address(&format!("submissions/{number}"));
    Answer::of("", html! { a href=(page) { "Submission " (number) } })
        .and(why_active(view, active.why))
        .and_if(file.map(|(_, file)| html! { (visible(&file.file)) ", " (time(view, file.received)) }))
        .and_if(late)
}

/// Renders the reason why a version is active.
pub(super) fn why_active(view: &View, why: WhyActive) -> Markup {
    match why {
        WhyActive::Last => html! { "your latest accepted version" },
        WhyActive::Chosen { at } => html! { "chosen on " (time(view, at)) },
    }
}

fn how_good(view: &View, are_shown: bool, active: Option<&VersionCheck<'_>>) -> Answer {
    if !are_shown {
        return Answer::new("", "Not shown").and(html! { "results are visible to the teacher only" });
    }
    let frozen = view.reader().and_then(|reader| view.facts.frozen(reader));
    let frozen = frozen.map(|freeze| html! { "results are frozen since " (time(view, freeze.since)) });
    let Some(active) = active else {
        let asked = &view.class.plan.requirements;
        let answer = Answer::new("", "No results yet").and_if(frozen);
        return asked.iter().fold(answer, |answer, one| {
            answer.and(html! { (visible(&one.name)) ": " (badges::requirement_words(one)) })
        });
    };
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
    let missing = active.badges.iter().filter(|one| !one.badge.is_met());
    let answer = missing.fold(answer, |answer, one| answer.and(lacking(one)));
    answer.and(html! { (trial) }).and_if(frozen)
}

/// Renders what a version lacks for a requirement.
fn lacking(BadgeCheck { badge, .. }: &BadgeCheck<'_>) -> Markup {
    let words = badge.judged.map_or_else(|| "waiting to be played".to_owned(), badges::lacking_words);
    html! { b { (visible(&badge.requirement.name)) } ": " (words) }
}

fn next(view: &View, status: &ContenderStatus<'_>, active: Option<&VersionCheck<'_>>) -> Answer {
    if view.facts.closed().is_some() {
        return Answer::new("", "Nothing").and(html! { "the class is closed" });
    }
    if let Err(NoneActive::Inactive { .. }) = status.standing.active {
        return Answer::new("", "Nothing").and(html! { "hand-ins are not accepted from withdrawn students" });
    }
    match NextStep::from_status(status, active) {
        NextStep::Nothing => Answer::new("", "Nothing").and(html! { "hand-ins no longer count" }),
        NextStep::HandIn => Answer::of("waits", html! { a href="#hand-in" { "Hand in" } })
            .and(html! { "begin with a " a href={ "#" (START) } { "starter project" } }),
        NextStep::Mend if status.standing.active.is_ok() && choosable(status).next().is_some() => {
            Answer::of("waits", html! { a href="#versions" { "Choose another version" } })
                .and(html! { "or fix this one and " a href="#hand-in" { "hand in again" } })
        }
        NextStep::Mend => Answer::new("waits", "Fix it and hand in again"),
        NextStep::AwaitVerdict => Answer::new("waits", "Wait for the verdict"),
        NextStep::Meet(missed) => match missed.as_slice() {
            [one] => Answer::new("waits", format!("Meet the requirement “{}”", visible(one))),
            several => Answer::new("waits", format!("Meet {} requirements", several.len())),
        },
        NextStep::Improve => Answer::new("", "Improve it"),
    }
}

fn deadline(view: &View, status: &ContenderStatus<'_>) -> Answer {
    let deadline = &status.standing.deadline;
    let from = match (&deadline.section, deadline.extended) {
        (_, Some(_)) => " (extended)".to_owned(),
        (Some(section), None) => format!(" (section {})", visible(section)),
        (None, None) => String::new(),
    };
    let due = html! { (shown_deadline(view, deadline.due())) (from) };
    let has_late_days = deadline.last > deadline.due();
    let late = |left: Option<Moment>| {
        has_late_days.then(|| html! { "with late days " (shown_deadline(view, deadline.last)) @if let Some(until) = left { ", " (time_left(view, until)) } })
    };
    if let Some(since) = view.facts.closed() {
        return Answer::new("", "Closed").and(html! { "since " (time(view, since)) }).and(due);
    }
    if status.at > deadline.last {
        return Answer::new("", "Passed").and(due).and_if(late(None));
    }
    let quota = words::allowance_words(&view.class, &view.class.plan.quota, &status.allowance, status.at);
    let answer = if status.at > deadline.due() {
        Answer::new("waits", "Passed").and(due).and_if(late(Some(deadline.last)))
    } else {
        Answer::of("", time_left(view, deadline.due())).and(due).and_if(late(None))
    };
    answer.and_if(quota.map(|left| html! { "submissions: " (left) }))
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
