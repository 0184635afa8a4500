//! A student's submissions and their results, and forms for more.

use class_model::{Contender, ContenderId, Person, Submission, WhyActive};
use class_operations::judging::scrimmage::RequestState;
use class_operations::judging::{
    BadgeCheck, ContenderCheck, VersionCheck, badges, check_contender, scrimmage,
};
use class_operations::status::ContenderStatus;
use class_operations::{find_contender, words};
use game::visible;
use locale::text;
use maud::{Markup, html};

use super::layout::in_address;
use super::rich_text::{link, rich};
use super::{
    class_page, contender_in, form_mark, four_answers, ladder, own_results, playing, questions, refusal,
    results, said, starting, team, time,
};
use crate::class_visit::View;
use crate::problem::Problem;

/// The form with which a bot is handed in.
pub(crate) const FORM: &str = "hand-in";
/// Number of versions shown before the rest is collapsed.
const RECENT: usize = 8;

/// Renders the first page of a student: am I in, which version counts, how good is it, what next.
pub(super) fn page(view: &View, id: &str) -> Result<Markup, Problem> {
    let contender = find_contender(&view.facts, id)?;
    let status = ContenderStatus::new(&view.class, &view.facts, contender.clone(), view.now);
    Ok(html! {
        (four_answers::page(view, &status))
        (team::line(view, id))
        (hand_in(view, id, &status))
        @if status.submissions.is_empty() { (starting::section(view, &contender)) }
        (class_page::announcements(view))
        (playing::live(view))
        (own_results::list(view, id, &contender))
        (ladder::section(view))
        (versions(view, &status, Some(&view.address("choice"))))
        (shown(view, &contender, None))
        (friendly_games(view, &contender))
        (questions::latest(view))
        @if !status.submissions.is_empty() { (starting::section(view, &contender)) }
        p.soft { (rich!(view, "own-data"; a = link(view.address("mine.zip")))) }
    })
}

/// Renders the form with which a bot is handed in.
fn hand_in(view: &View, id: &str, status: &ContenderStatus<'_>) -> Markup {
    let class = &view.class.plan;
    let languages: Vec<String> =
        class.languages.iter().map(|language| view.locale.translated(language.title())).collect();
    html! {
        section id="hand-in" {
            h2 { (text!(view, "hand-in")) }
            (refusal(view, FORM))
            @if view.facts.closed().is_some() {
                p { (text!(view, "hand-in-closed")) }
            } @else if let Some(withdrawal) = view.facts.withdrawal(id) {
                p { (rich!(view, "hand-in-withdrawn"; at = time(view, withdrawal.at))) }
            } @else {
                @if !status.is_open() {
                    p.notice { (text!(view, "hand-in-late")) }
                }
                @if status.submissions.is_empty() { (starting::first_steps(view)) }
                form.drop method="post" action=(view.address("submissions")) enctype="multipart/form-data" {
                    (form_mark(view))
                    p { label for="bot" { (text!(view, "hand-in-file", languages = languages.join(", "))) } }
                    p { input id="bot" type="file" name="bot" multiple required; }
                    p { button.main type="submit" { (text!(view, "hand-in")) } }
                    p.progress role="status" data-sending=(text!(view, "hand-in-sending")) {}
                }
            }
        }
    }
}

/// Renders the submissions, newest first. `choice` is the address for choosing one; `None` for readers who may not.
pub(super) fn versions(view: &View, status: &ContenderStatus<'_>, choice: Option<&str>) -> Markup {
    let standing = status.standing.active.as_ref().ok();
    let active = standing.map(|active| active.submission);
    let is_chosen = standing.is_some_and(|active| matches!(active.why, WhyActive::Chosen { .. }));
    let choosable: Vec<u32> = four_answers::choosable(status).collect();
    let choice = choice.filter(|_| status.is_open());
    let may_choose = choice.is_some() && !choosable.is_empty();
    let table = |some: &[&(u32, &Submission)], label: &str| {
        html! {
            div.scroll tabindex="0" role="region" aria-label=(label) {
                table.versions {
                    thead { tr { th.n scope="col" { (text!(view, "versions-number")) } th scope="col" { (text!(view, "received")) } th scope="col" { (text!(view, "versions-verdict")) } @if may_choose { th scope="col" { (text!(view, "versions-plays")) } } th scope="col" { (text!(view, "file")) } } }
                    tbody {
                        @for (number, one) in some {
                            tr.top[active == Some(*number)] {
                                td.n { a href=(view.address(&format!("submissions/{number}"))) { (number) } }
                                td.nowrap { (time(view, one.received)) }
                                td {
                                    @let verdict = verdict(view, one);
                                    @if active == Some(*number) { (rich!(view, "versions-active", verdict = verdict)) } @else { (verdict) }
                                }
                                @if may_choose {
                                    td {
                                        @if let Some(choice) = choice.filter(|_| choosable.contains(number)) {
                                            (super::button(view, choice, &[("submission", &number.to_string())], &text!(view, "versions-choose")))
                                        }
                                    }
                                }
                                td.file { (visible(&one.file)) }
                            }
                        }
                    }
                }
            }
        }
    };
    let latest: Vec<_> = status.submissions.iter().rev().collect();
    let (recent, earlier) = latest.split_at(latest.len().min(RECENT));
    html! {
        @if !latest.is_empty() {
            section id="versions" {
                h2 { (text!(view, "versions")) }
                (table(recent, &text!(view, "versions")))
                @if let Some(choice) = choice.filter(|_| is_chosen) {
                    p { (text!(view, "versions-chosen")) " " (super::button(view, choice, &[("submission", "")], &text!(view, "versions-use-latest"))) }
                }
                @if !earlier.is_empty() {
                    details { summary { (text!(view, "versions-earlier-count", count = earlier.len())) } (table(earlier, &text!(view, "versions-earlier"))) }
                }
            }
        }
    }
}

/// Returns the verdict on a submission in a word.
pub(super) fn verdict(view: &View, one: &Submission) -> String {
    view.locale.translated(words::verdict_word(one))
}

/// Renders the results of all versions, or of one, as far as the caller may see them.
pub(super) fn shown(view: &View, contender: &Contender<'_>, only: Option<u32>) -> Markup {
    let Some(seen) = results(view) else { return html! {} };
    let Ok(contender) = contender_in(&seen, contender) else { return html! {} };
    let check = check_contender(&view.class, &seen, &contender);
    let versions = check.versions.iter().rev();
    let versions: Vec<_> =
        versions.filter(|version| only.is_none_or(|only| only == version.submission)).collect();
    html! {
        @if !versions.is_empty() {
            section id="shown" {
                h2 { (text!(view, "results")) }
                @for version in versions { (version_shown(view, version)) }
            }
        }
    }
}

fn version_shown(view: &View, version: &VersionCheck<'_>) -> Markup {
    let title = if version.is_active { "results-of-active" } else { "submission" };
    html! {
        h3 { (text!(view, title, number = version.submission)) }
        @match version.trial {
            None => { p { (text!(view, "trials-waiting")) } }
            Some(tried) => {
                p { (said(view, &badges::trial_words(tried))) "." }
                @if let Some(words) = &tried.words { p.notice { (super::in_lines(&view.locale.translated(words))) } }
            }
        }
        @if let Some((failures, is_paused)) = &version.failing {
            p.notice { (said(view, &format!("it {}", words::failing_words(&view.class, failures, *is_paused)))) "." }
        }
        @if !version.badges.is_empty() { ul.badges { @for one in &version.badges { (badge(view, version, one)) } } }
    }
}

fn badge(view: &View, version: &VersionCheck<'_>, one: &BadgeCheck<'_>) -> Markup {
    // The linked games are those of the latest version.
    let is_own = version.is_active && matches!(view.person, Some(Person::Student { .. }));
    let games = view.address(&format!("requirements/{}", in_address(&one.badge.requirement.name)));
    let name = visible(&one.badge.requirement.name);
    html! {
        li {
            @match one.badge.judged {
                Some(judged) => {
                    span.tag.good[one.badge.is_met()].bad[!one.badge.is_met()] { (text!(view, if one.badge.is_met() { "badge-met" } else { "badge-missed" })) }
                    " " b { (name) } ": " (view.locale.translated(&badges::shown_words(judged)))
                    @if is_own { " " a href=(games) { (text!(view, "badge-games")) } }
                    @if one.is_stale == Some(true) { " " (text!(view, "badge-stale")) }
                }
                None => { span.tag { (text!(view, "badge-waiting")) } " " b { (name) } ": " (view.locale.translated(&badges::requirement_words(one.badge.requirement))) }
            }
        }
    }
}

/// Renders the friendly games requested so far, and a form to request more.
fn friendly_games(view: &View, contender: &Contender<'_>) -> Markup {
    let Some(plan) = &view.class.plan.scrimmage else { return html! {} };
    let Some(seen) = results(view) else { return html! {} };
    let Ok(own) = contender_in(&seen, contender) else { return html! {} };
    let ContenderCheck { requests, .. } = check_contender(&view.class, &seen, &own);
    let others = view.facts.contenders();
    let others = others.iter().filter(|other| other.who != contender.who);
    let left = scrimmage::left_words(&view.class, contender, &view.facts, view.now);
    let typed = view.typed("games", "against");
    let option = |value: &str, name: &str| html! { option value=(value) selected[value == typed] { (name) } };
    html! {
        section id="games" {
            h2 { (text!(view, "friendly")) }
            p { (text!(view, "friendly-ungraded")) " " (said(view, &left)) "." }
            @if let Some(words) = scrimmage::freeze_words(&view.class, &view.facts, view.reader()) { p.notice { (said(view, &visible(&words))) "." } }
            (refusal(view, "games"))
            form.row method="post" action=(view.address("games")) {
                (form_mark(view))
                label { (text!(view, "friendly-against")) " " select name="against" required {
                    option value="" { (text!(view, "friendly-choose")) }
                    @for opponent in &plan.opponents { @let name = class_model::called(opponent); (option(&format!("of-text:{name}"), &name)) }
                    @for other in others {
                        @let alias = visible(other.alias);
                        @let is_team = matches!(other.who, ContenderId::Team(_));
                        @let name = if is_team { text!(view, "friendly-team", alias = alias) } else { alias };
                        (option(&format!("alias:{}", other.alias), &name))
                    }
                } }
                label { (text!(view, "friendly-count")) " " input type="number" name="games" value=(view.typed("games", "games")) min="2" max=(plan.games) step="2" placeholder=(plan.games); }
                button type="submit" { (text!(view, "friendly-request")) }
            }
            @if !requests.is_empty() {
                ul { @for request in requests.iter().rev() {
                    li {
                        (time(view, request.entry.at)) ", " (view.locale.translated(&request.words()))
                        @if let RequestState::Played(_) = request.state { " " a href=(view.address(&format!("games/{}", request.number))) { (text!(view, "badge-games")) } }
                    }
                } }
            }
        }
    }
}
