//! Where a student stands, and what to do next.

use class::Person;
use class::{Admission, Contender, Facts, Submission, Who};
use classroom::requests::RequestState;
use classroom::{
    BadgeCheck, ContenderCheck, ContenderStatus, QueuePlace, VersionCheck, WorkKind, badges, check_contender,
    find_contender, queue_places, requests, words,
};
use game::visible;
use maud::{Markup, html};

use super::layout::in_address;
use super::{class_page, form_mark, ladder, matches, playing, refusal, results, runs, sentence};
use crate::problem::Problem;
use crate::visit::View;

/// The first page of a student: am I in, which version counts, how good is it, what next.
pub(super) fn page(view: &View, id: &str) -> Result<Markup, Problem> {
    let contender = find_contender(&view.facts, id)?;
    let status = ContenderStatus::of(&view.class, &view.facts, contender.clone(), view.now);
    Ok(html! {
        (answers(view, &status))
        (hand_in(view, &status))
        (class_page::announcements(view))
        (playing::live(view))
        (ladder::section(view))
        (runs::list(view, &|run| matches::of_run(view, id, run)))
        (versions(view, &status, true))
        (shown(view, &contender))
        (friendly_games(view, &contender))
        p.soft { a href=(view.address("mine.zip")) { "Everything that the class has about you" } ", as one archive." }
    })
}

/// The four answers, at a glance.
pub(super) fn answers(view: &View, status: &ContenderStatus<'_>) -> Markup {
    let class = &view.class;
    let last = status.submissions.last();
    let is_in = match (&status.standing.active, last) {
        (Ok(_), Some((number, last))) if last.module().is_none() => {
            ("Yes", format!("though submission {number} was {}", words::verdict_word(last)))
        }
        (Ok(_), _) => ("Yes", format!("as {}", visible(status.contender.alias))),
        (Err(_), None) => ("Not yet", "nothing was handed in".to_owned()),
        (Err(_), Some(_)) => ("No", words::why(class, &status.standing)),
    };
    let counts = match &status.standing.active {
        Ok(active) => (format!("Submission {}", active.submission), words::why(class, &status.standing)),
        Err(_) => ("None".to_owned(), String::new()),
    };
    html! {
        dl.cards.answers id="answers" {
            (answer("Am I in?", is_in.0, &is_in.1))
            (answer("Which version counts?", &counts.0, &counts.1))
            (how_good(view, status))
            (next(view, status))
        }
        (queue(view, &status.contender))
    }
}

/// What of theirs waits to be played, and for how long about.
fn queue(view: &View, contender: &Contender<'_>) -> Markup {
    let places = queue_places(&view.class, &view.facts, contender);
    let kind = |kind| match kind {
        WorkKind::Validation => "Verdict and trial matches",
        WorkKind::Requirements => "Games of requirements",
        WorkKind::Scrimmages => "Friendly games",
    };
    let before = |before: usize| match before {
        0 => "you are next".to_owned(),
        before => format!("{before} before you"),
    };
    let time = |place: &QueuePlace| {
        let time = view.place.pace.of(place.kind, place.before + place.own);
        time.map_or_else(String::new, |time| format!(", done in about {}", words::about(time)))
    };
    html! {
        @if !places.is_empty() {
            ul.queue { @for place in &places { li { (kind(place.kind)) ": " (before(place.before)) (time(place)) } } }
        }
    }
}

fn answer(question: &str, answer: &str, more: &str) -> Markup {
    html! { div { dt { (question) } dd { (answer) } @if !more.is_empty() { dd.more { (more) } } } }
}

fn how_good(view: &View, status: &ContenderStatus<'_>) -> Markup {
    let question = "How good is it?";
    let Some(seen) = results(view) else {
        return answer(question, "Not shown", "results are for the teacher alone");
    };
    let frozen = view.reader().and_then(|reader| view.facts.frozen(reader));
    let frozen = frozen.map(|freeze| format!("results are frozen since {}", view.class.shown(freeze.since)));
    let check = check_contender(&view.class, &seen, &status.contender);
    let Some(active) = check.versions.iter().find(|version| version.is_active) else {
        return answer(question, "–", frozen.as_deref().unwrap_or_default());
    };
    let met = active.badges.iter().filter(|one| one.badge.is_met()).count();
    let (of, waits) =
        (active.badges.len(), active.badges.iter().filter(|one| one.badge.judged.is_none()).count());
    let trial = active.trial.map_or_else(|| "trial matches wait".to_owned(), badges::trial_words);
    let waits = if waits == 0 { String::new() } else { format!("; {waits} wait") };
    let more = frozen.unwrap_or(trial);
    match of {
        0 => answer(
            question,
            active
                .trial
                .map_or("It waits", |tried| if tried.faults.is_empty() { "It plays" } else { "It fails" }),
            &more,
        ),
        of => answer(question, &format!("{met} of {of} requirements met{waits}"), &more),
    }
}

fn next(view: &View, status: &ContenderStatus<'_>) -> Markup {
    let class = &view.class;
    let question = "What next, and by when?";
    if let Some(since) = view.facts.closed() {
        return answer(question, "Nothing", &format!("the class was closed on {}", class.shown(since)));
    }
    let deadline = words::deadline_words(class, &status.standing.deadline);
    if !status.is_open() {
        return answer(question, "Nothing", &format!("the deadline was {deadline}"));
    }
    let left = words::allowance_words(class, &class.plan.quota, &status.allowance, status.at);
    let more = left.map_or_else(String::new, |left| format!("; {left}"));
    let what = if status.standing.active.is_ok() { "Improve it" } else { "Hand in" };
    answer(question, what, &format!("by {deadline}{more}"))
}

/// The form by which a bot is handed in.
fn hand_in(view: &View, status: &ContenderStatus<'_>) -> Markup {
    let class = &view.class.plan;
    let languages: Vec<&str> = class.languages.iter().map(|language| language.title()).collect();
    html! {
        section id="hand-in" {
            h2 { "Hand in" }
            @if view.facts.closed().is_some() {
                p { "Nothing is accepted any more." }
            } @else {
                @if !status.is_open() {
                    p.notice { "The deadline has passed: what you hand in is kept, and does not count unless you are given more time." }
                }
                form.drop method="post" action=(view.address("submissions")) enctype="multipart/form-data" {
                    (form_mark(view))
                    p { label for="bot" { "Your bot: " (languages.join(", ")) ". With a script, the files that it imports, too, or a zip archive of all of them." } }
                    p { input id="bot" type="file" name="bot" multiple required; }
                    p { button.main type="submit" { "Hand in" } }
                    p.progress role="status" {}
                }
            }
        }
    }
}

/// What was handed in, the latest first.
pub(super) fn versions(view: &View, status: &ContenderStatus<'_>, is_own: bool) -> Markup {
    let active = status.standing.active.as_ref().ok().map(|active| active.submission);
    let is_choosable = |number: u32, one: &Submission| {
        active != Some(number) && matches!(one.admission, Admission::Accepted { .. })
    };
    let may_choose = is_own
        && status.is_open()
        && status.submissions.iter().any(|(number, one)| is_choosable(*number, one));
    html! {
        @if !status.submissions.is_empty() {
            section id="versions" {
                h2 { "Handed in" }
                div.scroll tabindex="0" role="region" aria-label="What was handed in" {
                    table {
                        thead { tr { th.n scope="col" { "No." } th scope="col" { "File" } th scope="col" { "Received" } th scope="col" { "Verdict" } @if may_choose { th scope="col" { "Plays" } } } }
                        tbody {
                            @for (number, one) in status.submissions.iter().rev() {
                                tr.top[active == Some(*number)] {
                                    td.n { a href=(view.address(&format!("submissions/{number}"))) { (number) } }
                                    td.name { (visible(&one.file)) }
                                    td { (view.class.shown(one.received)) }
                                    td { (words::verdict_word(one)) @if active == Some(*number) { ", active" } }
                                    @if may_choose {
                                        td {
                                            @if is_choosable(*number, one) {
                                                (super::button(view, &view.address("choice"), &[("submission", &number.to_string())], "Choose"))
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What the versions have shown, as far as whoever asks may see it.
pub(super) fn shown(view: &View, contender: &Contender<'_>) -> Markup {
    let Some(seen) = results(view) else { return html! {} };
    let Ok(contender) = contender_in(&seen, contender) else { return html! {} };
    let check = check_contender(&view.class, &seen, &contender);
    html! {
        @if !check.versions.is_empty() {
            section id="shown" {
                h2 { "What it has shown" }
                @for version in check.versions.iter().rev() { (version_shown(view, version)) }
            }
        }
    }
}

/// The same contender in what whoever asks may see.
fn contender_in<'f>(facts: &'f Facts, contender: &Contender<'_>) -> Result<Contender<'f>, Problem> {
    let first = contender.members.first().ok_or_else(|| Problem::not_found("there is no such student"))?;
    Ok(find_contender(facts, &first.id)?)
}

fn version_shown(view: &View, version: &VersionCheck<'_>) -> Markup {
    let mark = if version.is_active { ", active" } else { "" };
    html! {
        h3 { "Submission " (version.submission) (mark) }
        @match version.trial {
            None => { p { "Trial matches wait to be played." } }
            Some(tried) => {
                p { (badges::trial_words(tried)) "." }
                @if let Some(words) = &tried.words { p.notice { (visible(words)) } }
            }
        }
        @if let Some((failures, is_paused)) = &version.failing {
            p.notice { "It " (words::failing_words(&view.class, failures, *is_paused)) "." }
        }
        @if !version.badges.is_empty() { ul.badges { @for one in &version.badges { (badge(view, version, one)) } } }
    }
}

fn badge(view: &View, version: &VersionCheck<'_>, one: &BadgeCheck<'_>) -> Markup {
    // The games that are listed are those of the latest version.
    let is_own = version.is_active && matches!(view.person, Some(Person::Student { .. }));
    let games = view.address(&format!("requirements/{}", in_address(&one.badge.requirement.name)));
    let name = visible(&one.badge.requirement.name);
    html! {
        li {
            @match one.badge.judged {
                Some(judged) => {
                    span.tag.good[one.badge.is_met()].bad[!one.badge.is_met()] { @if one.badge.is_met() { "met" } @else { "not met" } }
                    " " b { (name) } ": " (badges::shown_words(judged))
                    @if is_own { " " a href=(games) { "The games" } }
                    @if one.is_stale == Some(true) { " (the requirement was another then)" }
                }
                None => { span.tag { "waits" } " " b { (name) } ": " (badges::requirement_words(one.badge.requirement)) }
            }
        }
    }
}

/// Friendly games: those that were asked for, and a form to ask for more.
fn friendly_games(view: &View, contender: &Contender<'_>) -> Markup {
    let Some(plan) = &view.class.plan.scrimmage else { return html! {} };
    let Some(seen) = results(view) else { return html! {} };
    let Ok(own) = contender_in(&seen, contender) else { return html! {} };
    let ContenderCheck { requests, .. } = check_contender(&view.class, &seen, &own);
    let others = view.facts.contenders();
    let others = others.iter().filter(|other| other.who != contender.who);
    let left = requests::left_words(&view.class, contender, &view.facts, view.now);
    let typed = view.typed("games", "against");
    let option = |value: &str, name: &str| html! { option value=(value) selected[value == typed] { (name) } };
    html! {
        section id="games" {
            h2 { "Friendly games" }
            p { "They count for nothing: no ladder, no badge, no grade. " (sentence(&left)) "." }
            @if let Some(words) = requests::freeze_words(&view.class, &view.facts, view.reader()) { p.notice { (sentence(&visible(&words))) "." } }
            (refusal(view, "games"))
            form.row method="post" action=(view.address("games")) {
                (form_mark(view))
                label { "Against " select name="against" required {
                    option value="" { "choose" }
                    @for opponent in &plan.opponents { @let name = class::called(opponent); (option(&format!("of-text:{name}"), &name)) }
                    @for other in others {
                        @let of_team = if let Who::Team(_) = other.who { " (team)" } else { "" };
                        (option(&format!("alias:{}", other.alias), &format!("{}{of_team}", visible(other.alias))))
                    }
                } }
                label { " games " input type="number" name="games" value=(view.typed("games", "games")) min="2" max=(plan.games) step="2" placeholder=(plan.games); }
                button type="submit" { "Ask" }
            }
            @if !requests.is_empty() {
                ul { @for request in requests.iter().rev() {
                    li {
                        (request.line(&view.class))
                        @if let RequestState::Played(_) = request.state { " " a href=(view.address(&format!("games/{}", request.number))) { "The games" } }
                    }
                } }
            }
        }
    }
}
