//! Four answers at a glance, and the deadline: am I in, which version counts, how good is it, what next.

use class_model::{Admission, Contender, Moment, NoneActive, Submission, WhyActive, WhyNotEntered};
use class_operations::judging::{
    BadgeCheck, QueuePlace, VersionCheck, WorkKind, badges, check_contender, queue_places,
};
use class_operations::status::{Condition, ContenderStatus};
use class_operations::{NextStep, words};
use game::visible;
use locale::text;
use maud::{Markup, html};

use super::rich_text::{link, rich};
use super::starting::START;
use super::{about, deadline as shown_deadline, results, said, time, time_left};
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
        ("in-question", is_in(view, status)),
        ("version-question", version(view, status)),
        ("good-question", how_good(view, check.is_some(), active)),
        ("next-question", next(view, status, active)),
        ("deadline", deadline(view, status)),
    ];
    html! {
        dl.cards.answers id="answers" {
            @for (question, Answer { kind, short, more }) in answers {
                div class=[(!kind.is_empty()).then_some(kind)] { dt { (text!(view, question)) } dd { (short) } @for line in more { dd.more { (line) } } }
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
        let key = match &last.admission {
            Admission::Refused { .. } => "in-last-refused",
            Admission::Undecided { .. } if !last.admission.waits() => "in-last-undecided",
            _ => "in-last-waits",
        };
        last.module().is_none().then(|| rich!(view, key, number = *number; a = link(page)))
    };
    let turned_away = view.facts.turned_away(&status.contender);
    let turned_away = turned_away.map(|_| rich!(view, "in-not-taken"; a = link(format!("#{NOT_TAKEN}"))));
    let last = turned_away.or_else(|| status.submissions.last().and_then(is_refused));
    let is_failing = status.conditions.contains(&Condition::Failing);
    if let Err(WhyNotEntered::Paused(failures)) = &status.entrant {
        let paused = if is_failing {
            text!(view, "in-paused", failed = failures.failed, games = failures.matches)
        } else {
            text!(view, "in-paused-unseen")
        };
        let other = choosable(status).next().filter(|_| status.is_open());
        let other = other.map(|_| html! { a href="#versions" { (text!(view, "in-choose-another")) } });
        return Answer::new("bad", text!(view, "no")).and(html! { (paused) }).and_if(other).and_if(last);
    }
    match &status.standing.active {
        Ok(active) => {
            let alias = visible(status.contender.alias);
            let enters = html! { (text!(view, "in-enters", number = active.submission, alias = alias)) };
            let frozen = view.reader().and_then(|reader| view.facts.frozen(reader));
            let answer = match (is_failing, frozen) {
                (true, _) => Answer::new("waits", text!(view, "in-fails")).and(enters),
                // The freeze hides later pauses, so the answer may be out of date.
                (false, Some(freeze)) if view.class.plan.failing.is_some_and(|failing| failing.pause) => {
                    Answer::new("", text!(view, "yes"))
                        .and(enters)
                        .and(rich!(view, "in-frozen"; since = time(view, freeze.since)))
                }
                (false, _) => Answer::new("good", text!(view, "yes")).and(enters),
            };
            answer.and_if(last)
        }
        Err(NoneActive::Nothing) if status.is_open() => {
            Answer::new("waits", text!(view, "not-yet")).and(html! { (text!(view, "in-nothing")) })
        }
        Err(NoneActive::Undecided) => {
            Answer::new("waits", text!(view, "not-yet")).and(html! { (why(view, status)) }).and_if(last)
        }
        // The last line gives the reason.
        Err(NoneActive::TurnedAway) if last.is_some() => Answer::new("bad", text!(view, "no")).and_if(last),
        Err(_) => Answer::new("bad", text!(view, "no")).and(html! { (why(view, status)) }).and_if(last),
    }
}

/// Returns the reason why no version is active.
pub(super) fn why(view: &View, status: &ContenderStatus<'_>) -> String {
    view.locale.translated(&words::why(&view.class, &status.standing))
}

/// The id of the section with files that were not taken.
const NOT_TAKEN: &str = "not-taken";

/// Renders the files from a course system that were not taken, and the reason; nothing if all were taken or the student
/// has handed in since.
fn not_taken(view: &View, contender: &Contender<'_>) -> Markup {
    let Some(turned_away) = view.facts.turned_away(contender) else { return html! {} };
    let class_model::TurnedAway { received, files, why, .. } = &turned_away.what;
    let names = html! {
        @if files.is_empty() { (text!(view, "not-taken-whole")) }
        @for (at, file) in files.iter().enumerate() { @if at > 0 { ", " } code { (visible(file)) } }
    };
    html! {
        section id=(NOT_TAKEN) {
            h2 { (text!(view, "not-taken-title")) }
            p { @match received {
                Some(received) => { (rich!(view, "not-taken-received"; files = names, at = time(view, *received))) }
                None => { (rich!(view, "not-taken-checked"; files = names, at = time(view, turned_away.at))) }
            } }
            p.notice { (super::in_lines(&said(view, why))) }
            p { (rich!(view, "not-taken-remedy"; a = link("#hand-in"))) }
        }
    }
}

fn version(view: &View, status: &ContenderStatus<'_>) -> Answer {
    let Ok(active) = &status.standing.active else { return Answer::new("", text!(view, "none")) };
    let number = active.submission;
    let file = status.submissions.iter().find(|(own, _)| *own == number);
    let late =
        (active.late_days > 0).then(|| html! { (text!(view, "version-late", days = active.late_days)) });
    let page = view.address(&format!("submissions/{number}"));
    Answer::of("", html! { a href=(page) { (text!(view, "submission", number = number)) } })
        .and(why_active(view, active.why))
        .and_if(file.map(|(_, file)| html! { (visible(&file.file)) ", " (time(view, file.received)) }))
        .and_if(late)
}

/// Renders the reason why a version is active.
pub(super) fn why_active(view: &View, why: WhyActive) -> Markup {
    match why {
        WhyActive::Last => html! { (text!(view, "version-latest")) },
        WhyActive::Chosen { at } => rich!(view, "version-chosen"; at = time(view, at)),
    }
}

fn how_good(view: &View, are_shown: bool, active: Option<&VersionCheck<'_>>) -> Answer {
    if !are_shown {
        return Answer::new("", text!(view, "good-hidden")).and(html! { (text!(view, "good-hidden-why")) });
    }
    let frozen = view.reader().and_then(|reader| view.facts.frozen(reader));
    let frozen = frozen.map(|freeze| rich!(view, "good-frozen"; since = time(view, freeze.since)));
    let Some(active) = active else {
        let asked = &view.class.plan.requirements;
        let answer = Answer::new("", text!(view, "good-none")).and_if(frozen);
        return asked.iter().fold(answer, |answer, one| {
            answer.and(
                html! { (visible(&one.name)) ": " (view.locale.translated(&badges::requirement_words(one))) },
            )
        });
    };
    let of = active.badges.len();
    let met = active.badges.iter().filter(|one| one.badge.is_met()).count();
    let waiting = active.badges.iter().filter(|one| one.badge.judged.is_none()).count();
    let trial = active.trial.map_or_else(
        || text!(view, "good-untried"),
        |tried| view.locale.translated(&badges::trial_words(tried)),
    );
    let fails = active.trial.is_some_and(|tried| !tried.faults.is_empty());
    let answer = match (of, active.trial) {
        (0, None) => Answer::new("waits", text!(view, "good-unknown")),
        (0, Some(_)) if fails => Answer::new("bad", text!(view, "good-fails")),
        (0, Some(_)) => Answer::new("good", text!(view, "good-plays")),
        _ => {
            let kind = if met == of {
                "good"
            } else if met + waiting == of {
                "waits"
            } else {
                "bad"
            };
            Answer::new(kind, text!(view, "good-met", met = met, of = of))
        }
    };
    let missing = active.badges.iter().filter(|one| !one.badge.is_met());
    let answer = missing.fold(answer, |answer, one| answer.and(lacking(view, one)));
    answer.and(html! { (trial) }).and_if(frozen)
}

/// Renders what a version lacks for a requirement.
fn lacking(view: &View, BadgeCheck { badge, .. }: &BadgeCheck<'_>) -> Markup {
    let words = badge.judged.map(|judged| view.locale.translated(&badges::lacking_words(judged)));
    let words = words.unwrap_or_else(|| text!(view, "good-waiting"));
    html! { b { (visible(&badge.requirement.name)) } ": " (words) }
}

fn next(view: &View, status: &ContenderStatus<'_>, active: Option<&VersionCheck<'_>>) -> Answer {
    if view.facts.closed().is_some() {
        return Answer::new("", text!(view, "next-nothing")).and(html! { (text!(view, "next-closed")) });
    }
    if let Err(NoneActive::Inactive { .. }) = status.standing.active {
        return Answer::new("", text!(view, "next-nothing")).and(html! { (text!(view, "next-withdrawn")) });
    }
    match NextStep::from_status(status, active) {
        NextStep::Nothing => {
            Answer::new("", text!(view, "next-nothing")).and(html! { (text!(view, "next-late")) })
        }
        NextStep::HandIn => Answer::of("waits", html! { a href="#hand-in" { (text!(view, "hand-in")) } })
            .and(rich!(view, "next-begin"; a = link(format!("#{START}")))),
        NextStep::Mend if status.standing.active.is_ok() && choosable(status).next().is_some() => {
            Answer::of("waits", html! { a href="#versions" { (text!(view, "next-choose")) } })
                .and(rich!(view, "next-or-fix"; a = link("#hand-in")))
        }
        NextStep::Mend => Answer::new("waits", text!(view, "next-fix")),
        NextStep::AwaitVerdict => Answer::new("waits", text!(view, "next-wait")),
        NextStep::Meet(missed) => match missed.as_slice() {
            [one] => Answer::new("waits", text!(view, "next-meet", name = visible(one))),
            several => Answer::new("waits", text!(view, "next-meet-several", count = several.len())),
        },
        NextStep::Improve => Answer::new("", text!(view, "next-improve")),
    }
}

fn deadline(view: &View, status: &ContenderStatus<'_>) -> Answer {
    let deadline = &status.standing.deadline;
    let at = shown_deadline(view, deadline.due());
    let due = match (&deadline.section, deadline.extended) {
        (_, Some(_)) => rich!(view, "deadline-extended"; at = at),
        (Some(section), None) => rich!(view, "deadline-of-section", section = visible(section); at = at),
        (None, None) => at,
    };
    let has_late_days = deadline.last > deadline.due();
    let late = |left: Option<Moment>| {
        has_late_days.then(|| {
            let late = rich!(view, "deadline-late-days"; at = shown_deadline(view, deadline.last));
            html! { (late) @if let Some(until) = left { ", " (time_left(view, until)) } }
        })
    };
    if let Some(since) = view.facts.closed() {
        return Answer::new("", text!(view, "deadline-closed"))
            .and(rich!(view, "deadline-since"; at = time(view, since)))
            .and(due);
    }
    if status.at > deadline.last {
        return Answer::new("", text!(view, "deadline-passed")).and(due).and_if(late(None));
    }
    let quota = words::allowance_words(&view.class, &view.class.plan.quota, &status.allowance, status.at);
    let answer = if status.at > deadline.due() {
        Answer::new("waits", text!(view, "deadline-passed")).and(due).and_if(late(Some(deadline.last)))
    } else {
        Answer::of("", time_left(view, deadline.due())).and(due).and_if(late(None))
    };
    answer.and_if(
        quota.map(|left| html! { (text!(view, "deadline-quota", left = view.locale.translated(&left))) }),
    )
}

/// Renders the student's waiting games and an estimate of how long they will take.
fn queue(view: &View, contender: &Contender<'_>) -> Markup {
    let places = queue_places(&view.class, &view.facts, contender);
    let kind = |kind| match kind {
        WorkKind::Validation => text!(view, "queue-validation"),
        WorkKind::Requirements => text!(view, "queue-requirements"),
        WorkKind::Scrimmages => text!(view, "friendly"),
    };
    let before = |before: usize| text!(view, "queue-before", count = before);
    let done = |place: &QueuePlace| {
        let time = view.place.pace.estimate(place.kind, place.before + place.own);
        time.map_or_else(String::new, |time| {
            format!(", {}", text!(view, "queue-time", time = about(view, time)))
        })
    };
    html! {
        @if !places.is_empty() {
            ul.queue { @for place in &places { li { (kind(place.kind)) ": " (before(place.before)) (done(place)) } } }
        }
    }
}
