//! The matches of a student or a team in a run, and their own part of each: replay, log, faults, evidence.

use axum::response::Response;
use class_model::{Contender, Person, Topic};
use class_operations::find_contender;
use class_operations::runs::{
    DecidedMatch, LoggedPly, MatchFilter, MatchLog, MatchPart, PlayedMatch, PlayedMatches, RunPart, ShownRun,
    count_matches,
};
use game::{ply_number, visible};
use job::meaning;
use locale::text;
use maud::{Markup, html};
use referee::Loss;
use serde::Deserialize;
use tournament::MatchKey;

use super::games::file_name;
use super::layout::{Frame, in_address};
use super::rich_text::{link, rich};
use super::{match_ruling_link, must_see, own_outcome, questions, runs, visible_lines};
use crate::answer::{attachment, page, see};
use crate::caller::LimitedCaller;
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::problem::Problem;
use crate::url_parameters::{Path, Query};

/// Number of matches on a page.
const MOST: usize = 50;

/// Redirects a student to their own matches of a run.
pub(crate) fn own(view: &View, Path((_, run)): Path<(String, String)>) -> Result<Response, Problem> {
    Ok(see(&address(view, view.student()?, &run)))
}

/// Returns the page with a student's matches of a run.
pub(crate) fn list(
    view: &View,
    (Path((_, id, run)), Query(asked)): (Path<(String, String, String)>, Query<FormValues>),
) -> Result<Response, Problem> {
    let chosen = asked_for(asked.given("show").as_deref(), asked.given("page").as_deref())?;
    let (run, part) = open(view, &id, &run)?;
    let matches = part.matches()?;
    let title = text!(view, "matches-of", alias = matches.alias());
    let address = address(view, &id, &run.name);
    let result = if chosen == (MatchFilter::All, 1) {
        html! {
            (own_outcome::section(view, &address, &run, &contender(view, &id)?))
            (questions::about(view, &Topic::Run(run.name.clone())))
        }
    } else {
        html! {}
    };
    let content = matches_page(view, &address, &run, &matches, chosen, &result);
    Ok(page(Frame::new(view, Some(&title)).page(&content)))
}

/// Parses which matches to list, and the number of the page, from 1.
pub(crate) fn asked_for(show: Option<&str>, page: Option<&str>) -> Result<(MatchFilter, usize), Problem> {
    let filter = show.map_or(Ok(MatchFilter::All), str::parse);
    let filter = filter.map_err(|_| Problem::bad("`show` must be all, lost or failed"))?;
    let number = page.map_or(Some(1), |number| number.parse().ok().filter(|number| *number > 0));
    Ok((filter, number.ok_or_else(|| Problem::bad("`page` must be a positive whole number"))?))
}

/// Returns the page of the student's own part of a match.
pub(crate) fn one(view: &View, Path(named): Path<MatchAddress>) -> Result<Response, Problem> {
    let part = find(view, &named)?;
    let title = text!(view, "match", key = part.key.to_string());
    Ok(page(Frame::new(view, Some(&title)).page(&match_page(view, &named, &part))))
}

/// Returns a file of the student's own part of a match.
pub(crate) fn file(
    view: &View,
    Path((_, id, run, key, name)): Path<(String, String, String, String, String)>,
) -> Result<Response, Problem> {
    file_of(view, &MatchAddress { id, run, key }, &name)
}

/// Returns such a file, also for programs.
pub(crate) fn file_of(view: &View, named: &MatchAddress, name: &str) -> Result<Response, Problem> {
    let part = find(view, named)?;
    let [record, evidence] = part.file_names();
    match name {
        REPLAY => Ok(runs::whole_page(part.replay()?)),
        RECORD => Ok(attachment(part.record_text()?.into_bytes(), &record)),
        LOG => Ok(attachment(part.log_bytes().to_vec(), &format!("log-{}.txt", part.key))),
        EVIDENCE => {
            let person = view.person.clone().ok_or_else(Problem::signed_out)?;
            let _turn =
                view.app.reading.begin_evidence(LimitedCaller::Person(view.place.name.clone(), person))?;
            Ok(attachment(part.evidence()?, &evidence))
        }
        _ => Err(Problem::not_found("there is no such page")),
    }
}

/// File names of the downloads of a match.
const REPLAY: &str = "replay.html";
const RECORD: &str = "match.json";
const LOG: &str = "log.txt";
pub(crate) const EVIDENCE: &str = "evidence.zip";

/// The student, the run and the match named in a URL.
#[derive(Debug, Deserialize)]
pub(crate) struct MatchAddress {
    /// The student's id.
    pub(crate) id: String,
    /// The run's name.
    pub(crate) run: String,
    /// The match's key.
    #[serde(rename = "match")]
    pub(crate) key: String,
}

/// Returns the address of a student's matches of a run.
pub(super) fn address(view: &View, id: &str, run: &str) -> String {
    format!("{}/runs/{}", super::student_address(view, id), in_address(run))
}

/// Returns the address of the student's own part of a match.
fn part_address(view: &View, id: &str, run: &str, key: &str) -> String {
    format!("{}/{}", address(view, id, run), in_address(key))
}

/// Renders links to a student's matches in a run, if there are any.
pub(super) fn of_run(view: &View, id: &str, run: &ShownRun) -> Markup {
    let Ok(contender) = find_contender(&view.facts, id) else { return html! {} };
    let counts = count_matches(&view.class, &view.facts, run, &contender);
    html! {
        @if let Some((all, failed)) = counts {
            a href=(address(view, id, &run.name)) { (text!(view, "matches-count", count = all)) }
            @if failed > 0 {
                ", " a href=(format!("{}?show=failed", address(view, id, &run.name))) { (text!(view, "matches-failed-count", count = failed)) }
            }
        }
    }
}

/// Opens a run for a student, as far as the caller may see both.
pub(crate) fn open(view: &View, id: &str, run: &str) -> Result<(ShownRun, RunPart), Problem> {
    let contender = contender(view, id)?;
    let shown = runs::shown(view).into_iter().find(|shown| shown.name == run);
    let shown = shown.ok_or_else(|| Problem::not_found("there is no such run"))?;
    let part = RunPart::open(&view.class, &view.facts, &shown, &contender)?;
    Ok((shown, part))
}

/// Returns the student or team of the student, if the caller may see their data.
fn contender<'v>(view: &'v View, id: &str) -> Result<Contender<'v>, Problem> {
    match &view.person {
        None => return Err(Problem::signed_out()),
        Some(Person::Student { id: own }) => {
            let contender = find_contender(&view.facts, own)?;
            // Does not reveal whether another student exists.
            return if contender.has(id) {
                Ok(contender)
            } else {
                Err(Problem::not_found("there is no such page"))
            };
        }
        Some(_) => must_see(view, id)?,
    }
    Ok(find_contender(&view.facts, id)?)
}

/// Returns the student's own part of the match in the URL.
pub(crate) fn find(view: &View, MatchAddress { id, run, key }: &MatchAddress) -> Result<MatchPart, Problem> {
    let key: MatchKey = key.parse().map_err(|_| Problem::not_found("there is no such match"))?;
    Ok(open(view, id, run)?.1.find_match(key)?)
}

fn matches_page(
    view: &View,
    address: &str,
    run: &ShownRun,
    matches: &PlayedMatches,
    (filter, number): (MatchFilter, usize),
    result: &Markup,
) -> Markup {
    let counts = matches.counts();
    let pages = counts.count(filter).div_ceil(MOST).max(1);
    let number = number.min(pages);
    let shown: Vec<PlayedMatch<'_>> = matches.filtered(filter).skip((number - 1) * MOST).take(MOST).collect();
    let at = |filter: MatchFilter, number: usize| format!("{address}?show={}&page={number}", filter.word());
    let label = |filter| match filter {
        MatchFilter::All => text!(view, "matches-all", count = counts.count(filter)),
        MatchFilter::Lost => text!(view, "matches-lost", count = counts.count(filter)),
        MatchFilter::Failed => text!(view, "matches-failed", count = counts.count(filter)),
    };
    html! {
        h1 { (text!(view, "matches-of", alias = visible(matches.alias()))) }
        p { (rich!(view, "matches-summary", run = visible(&run.name), won = counts.won, drawn = counts.drawn, lost = counts.lost, failed = counts.failed;
            a = link(runs::address(view, &run.name)))) }
        (result)
        nav aria-label=(text!(view, "matches-which")) {
            ul { @for one in MatchFilter::ALL {
                li { a href=(at(one, 1)) aria-current=[(one == filter).then_some("page")] { (label(one)) } }
            } }
        }
        @if shown.is_empty() { p { (text!(view, "matches-none")) } } @else {
            div.scroll tabindex="0" role="region" aria-label=(text!(view, "matches")) {
                table.matches {
                    thead { tr { th scope="col" { (text!(view, "match-heading")) } th scope="col" { (text!(view, "match-opponent")) } th scope="col" { (text!(view, "result")) } th scope="col" { (text!(view, "why")) } th scope="col" { (text!(view, "seat")) } th.n scope="col" { (text!(view, "plies")) } } }
                    tbody { @for one in &shown { (row(view, address, one)) } }
                }
            }
        }
        @if pages > 1 {
            nav aria-label=(text!(view, "pages")) {
                ul {
                    @if number > 1 { li { a href=(at(filter, number - 1)) { (text!(view, "page-previous")) } } }
                    li { (text!(view, "page-of", page = number, pages = pages)) }
                    @if number < pages { li { a href=(at(filter, number + 1)) { (text!(view, "page-next")) } } }
                }
            }
        }
    }
}

fn row(view: &View, address: &str, one: &PlayedMatch<'_>) -> Markup {
    let key = one.key.to_string();
    html! {
        tr {
            td { a href=(format!("{address}/{}", in_address(&key))) { (key) } }
            td.name { (visible(one.opponent)) }
            td { (view.locale.translated(one.result.word())) @if !one.counts { " " (text!(view, "match-annulled")) } }
            td { (view.locale.translated(&visible(one.reason))) }
            td { (view.locale.translated(one.seat)) }
            td.n { (one.plies) }
        }
    }
}

fn match_page(view: &View, named: &MatchAddress, part: &MatchPart) -> Markup {
    let MatchAddress { id, run, key } = named;
    let list = address(view, id, run);
    let own = part_address(view, id, run, key);
    let names = &part.record.entrants;
    html! {
        p { a href=(list) { (text!(view, "match-back", alias = visible(&names[part.seat]), run = visible(run))) } }
        h1 { (text!(view, "match-title", key = part.key.to_string(), result = view.locale.translated(part.result().word()), opponent = visible(part.opponent()))) }
        p {
            (text!(view, "match-ending", seat = view.locale.translated(part.seat_word()), ending = view.locale.translated(&visible(&part.ending())), plies = part.plies()))
            @if !part.counts { " " (text!(view, "match-annulled-explained")) }
        }
        (part.decided().map(|decided| decision(view, &own, key, &decided)).unwrap_or_default())
        p { a.main href=(format!("{own}/{REPLAY}")) { (text!(view, "replay")) } }
        @if let Some(Person::Teacher { .. }) = view.person {
            p { (match_ruling_link(view, run, key, "annul", "Annul")) " or " (match_ruling_link(view, run, key, "replay", "play this match again")) ", after a preview" }
        }
        p.soft { (text!(view, "match-replay-explained")) }
        (part.loss().map(|loss| failure(view, &own, key, loss)).unwrap_or_default())
        @if let Some(failure) = part.failure_of_opponent() {
            p { (text!(view, "match-opponent-failed", fault = failure.name(), meaning = view.locale.translated(meaning(&failure)))) }
        }
        (log(view, &own, key, &part.log()))
        (questions::about(view, &Topic::Match { run: run.clone(), key: part.key.to_string() }))
        (again(view, named, part))
    }
}

/// Renders the event that decided the match.
fn decision(view: &View, own: &str, key: &str, decided: &DecidedMatch) -> Markup {
    let DecidedMatch { ply, text, score } = decided;
    html! {
        p id="decided" {
            @if let Some(score) = score {
                (text!(view, "match-score", score = view.locale.translated(&visible(score)))) " "
            }
            @if !text.is_empty() {
                (rich!(view, "match-decided", event = view.locale.translated(&visible(text)); ply = at_position(view, own, key, *ply)))
            }
        }
    }
}

/// Renders the call in which the bot failed.
fn failure(view: &View, own: &str, key: &str, loss: &Loss) -> Markup {
    let failure = &loss.failure;
    html! {
        section id="fault" {
            h2 { (text!(view, "match-failed", fault = failure.name())) }
            p.notice { (visible_lines(&view.locale.translated(&failure.in_words()))) }
            @if let Some(advice) = failure.advice() {
                p { (visible(&super::said(view, advice))) @if !advice.ends_with('?') { "." } }
            }
            p { (rich!(view, "match-failed-at", position = visible(&loss.position); ply = at_ply(view, own, key, loss.ply))) }
            @if !failure.backtrace.is_empty() {
                pre { @for line in failure.trace() { (visible(&line)) "\n" } }
            }
        }
    }
}

/// Renders a link to the position in which a ply is played.
fn at_ply(view: &View, own: &str, key: &str, ply: u32) -> Markup {
    viewer_link(view, own, key, ply, ply_number(ply))
}

/// Renders a link to the position after a number of plies.
fn at_position(view: &View, own: &str, key: &str, plies: u32) -> Markup {
    viewer_link(view, own, key, plies, plies)
}

fn viewer_link(view: &View, own: &str, key: &str, shown: u32, named: u32) -> Markup {
    html! { a href=(format!("{own}/{REPLAY}#{}/{shown}", in_address(key))) { (text!(view, "match-ply", ply = named)) } }
}

fn log(view: &View, own: &str, key: &str, log: &MatchLog) -> Markup {
    let MatchLog { plies, earlier, dropped } = log;
    let row = |one: &LoggedPly| {
        html! { tr {
            th scope="row" { @match one.ply { Some(ply) => { (at_ply(view, own, key, ply)) } None => { (text!(view, "match-unknown-ply")) } } }
            td { pre { (visible_lines(&one.text)) } }
        } }
    };
    html! {
        section id="log" {
            h2 { (text!(view, "log")) }
            @if plies.is_empty() { p { (text!(view, "log-empty")) } } @else {
                @if *earlier > 0 { p { (text!(view, "log-earlier", bytes = *earlier)) } }
                div.scroll tabindex="0" role="region" aria-label=(text!(view, "log")) {
                    table.log { tbody { @for one in plies { (row(one)) } } }
                }
                @if *dropped > 0 { p { (text!(view, "log-dropped", bytes = *dropped)) } }
                p { a href=(format!("{own}/{LOG}")) { (text!(view, "log-full")) } }
            }
        }
    }
}

/// Renders the command that plays the match again, and a link to the evidence.
fn again(view: &View, MatchAddress { id, run, key }: &MatchAddress, part: &MatchPart) -> Markup {
    let own = part_address(view, id, run, key);
    let [record, evidence] = part.file_names();
    let module = part.module();
    let contender = find_contender(&view.facts, id).ok();
    let submission = contender.zip(module).and_then(|(contender, module)| {
        let mut own = view.facts.submissions_of(&contender.who);
        own.rfind(|(_, one)| one.module() == Some(module))
    });
    html! {
        @if let Some(module) = module.map(|module| file_name(&module)) {
            section id="again" {
                h2 { (text!(view, "again")) }
                @let record = html! { a href=(format!("{own}/{RECORD}")) download=(record) { (record) } };
                @let address = submission.map(|(number, _)| view.address(&format!("submissions/{number}/module")));
                @let own_module = html! { @if let Some(address) = address { a href=(address) download=(module) { (module) } } @else { (module) } };
                p { (rich!(view, "again-explained"; record = record, module = own_module)) }
                @if view.class.plan.game.module().is_some() { p { (rich!(view, "again-rules")) } }
                p { code { (part.play_again(&module)) } }
            }
        }
        section id="evidence" {
            h2 { (text!(view, "evidence")) }
            @let file = html! { a href=(format!("{own}/{EVIDENCE}")) download=(evidence) { (evidence) } };
            p { (rich!(view, "evidence-explained"; file = file)) }
            p { code { (part.verify()) } }
        }
    }
}
