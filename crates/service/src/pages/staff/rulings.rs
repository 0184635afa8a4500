//! Rulings on a run: its entrants with their places, each with links to rule on them, and the rulings made so far.

mod entrant_matches;
mod proposal;

use axum::http::StatusCode;
use axum::response::Response;
use class_model::Order as PlayOrder;
use class_operations::orders::{order_matches_of_ruling, rule};
use class_operations::questions::{find_granted, link_ruling};
use class_operations::runs::{
    EntrantStanding, entrant_standings, find_class_run, is_complete, open_tournament, rulings_of, shown_runs,
};
use explain::{Error, Kind};
use game::visible;
use ledger::{EntrantRow, RunFolder};
use maud::{Markup, html};

pub(crate) use self::entrant_matches::of_entrant;
pub(crate) use self::proposal::propose;
use self::proposal::{REQUEST, RULING};
use super::{graded_runs, staff_layout};
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::pages::layout::in_address;
use crate::pages::problem::refusal;
use crate::pages::questions::address as question_address;
use crate::pages::{button, ruling_link, sentence};
use crate::problem::Problem;
use crate::url_parameters::Path;
use crate::{answer, forms, pages};

const TITLE: &str = "Rulings";
/// The form that plays the matches of rulings.
const PLAY: &str = "play";

/// Lists the runs of the class.
pub(crate) fn runs(view: &View) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let runs = shown_runs(&view.class, &view.facts, None);
    let content = html! {
        @if runs.is_empty() { p { "The class has no tournament yet." } } @else {
            p { "All games stay on record. A ruling decides what counts, and the report shows it with its reason." }
            ul { @for run in &runs { li { a href=(address(view, &run.name)) { (visible(&run.name)) } } } }
        }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}

/// Shows the entrants of a run and its rulings.
pub(crate) fn of_run(view: &View, Path((_, run)): Path<(String, String)>) -> Result<Response, Problem> {
    page(view, &run).map(answer::page)
}

/// Makes a ruling, or orders the matches that rulings have left to play.
pub(crate) fn make(
    view: &View,
    Path((_, run)): Path<(String, String)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let folder = find_class_run(&view.class, &view.facts, &run)?;
    if typed.get("about") == PLAY {
        return forms::change(view, PLAY, typed, |view| page(view, &run), |_| play(view, &run, &folder));
    }
    let action = proposal::action(&typed);
    let request = typed.get(REQUEST).to_owned();
    let shown = |view: &View| proposal::page(view, &run, action.clone()?, &request);
    forms::change(view, RULING, typed, shown, |typed| {
        let asked: Option<u32> = request.parse().ok();
        // A ruling is made only if it can be noted at the request from which it follows.
        if let Some(number) = asked {
            find_granted(&view.facts, number)?;
        }
        let made = rule(&view.class, &folder, action.clone()?, typed.get("reason"))
            .map_err(|error| named(&run, &folder, error))?;
        let Some(asked) = asked else { return Ok(address(view, &run)) };
        link_ruling(&view.class, asked, &run, made.ruled.number)?;
        Ok(question_address(view, asked))
    })
}

fn play(view: &View, run: &str, folder: &RunFolder) -> Result<String, Problem> {
    view.must_play()?;
    let made = RuledRun::read(folder).map_err(|error| named(run, folder, error))?;
    if made.rulings.is_empty() || !made.is_incomplete {
        return Err(Problem::new(StatusCode::CONFLICT, "no ruling has matches left to play"));
    }
    order_matches_of_ruling(&view.class, run, made.rulings.len())?;
    Ok(address(view, run))
}

/// Returns the problem with a run, naming the run instead of its folder. A run in use is no failure of the service.
fn named(run: &str, folder: &RunFolder, error: Error) -> Problem {
    if error.kind == Kind::Busy {
        let what = format!("matches of {} are being played", visible(run));
        return Problem::new(StatusCode::CONFLICT, what).hint("wait until they end, or stop the order first");
    }
    graded_runs::named(run, folder, error)
}

fn address(view: &View, run: &str) -> String {
    view.address(&format!("staff/rulings/{}", in_address(run)))
}

fn page(view: &View, run: &str) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let folder = find_class_run(&view.class, &view.facts, run)?;
    let ruled = RuledRun::read(&folder).map_err(|error| named(run, &folder, error))?;
    let content = html! {
        p { a href=(pages::runs::address(view, run)) { "The report of " (visible(run)) } }
        (refusal(view, PLAY))
        (waiting(view, run, &ruled))
        (entrants(view, run, &ruled))
        section {
            h2 { "Rulings" }
            @if ruled.rulings.is_empty() { p { "No rulings yet." } } @else {
                ol { @for (number, (words, is_undone)) in ruled.rulings.iter().enumerate() {
                    li {
                        (sentence(&visible(words)))
                        @if !is_undone { " " (ruling_link(view, run, &[("about", "undo"), ("ruling", &(number + 1).to_string())], "Undo")) }
                    }
                } }
            }
        }
        p.soft {
            "A ruling takes effect from the first round in which no match has been played. "
            @if view.app.is_playing { "Matches that it requires are played here, and the report is then regenerated." }
            @else { "This service does not play games: play the matches that it requires with " code { "muster run" } "." }
        }
    };
    Ok(staff_layout::below(view, TITLE, &format!("Rulings of {run}"), &content))
}

/// Renders the entrants by their places, each with links to rule on it.
fn entrants(view: &View, run: &str, ruled: &RuledRun) -> Markup {
    let mut rows: Vec<(usize, (&EntrantRow, &EntrantStanding))> =
        ruled.entrants.iter().zip(&ruled.standings).enumerate().collect();
    rows.sort_by_key(|(_, (_, standing))| standing.place.unwrap_or(u32::MAX));
    let has_grades = ruled.standings.iter().any(|standing| standing.grade.is_some());
    let act = |id: usize, to: &str, label: &str| {
        ruling_link(view, run, &[("about", "entrant"), ("entrant", &id.to_string()), ("to", to)], label)
    };
    html! {
        div.scroll tabindex="0" role="region" aria-label="Entrants" {
            table {
                thead { tr {
                    th.n scope="col" { "Place" } th scope="col" { "Entrant" }
                    @if has_grades { th.n scope="col" { "Grade" } }
                    th scope="col" { "Rule on a match" } th scope="col" { "Rule on the entrant" }
                } }
                tbody { @for (id, (entrant, standing)) in rows {
                    tr {
                        td.n { @match standing.place { Some(place) => { (place) } None => { "–" } } }
                        th.name scope="row" { (visible(&entrant.name)) }
                        @if has_grades { td.n { (standing.grade.as_deref().unwrap_or("–")) } }
                        @if entrant.refusal.is_empty() {
                            td { a href=(format!("{}/entrants/{id}", address(view, run))) { "Matches" } }
                            td.nowrap { (act(id, "disqualify", "Disqualify")) " · " (act(id, "withdraw", "Withdraw")) }
                        } @else { td colspan="2" { "refused, does not play" } }
                    }
                } }
            }
        }
    }
}

/// Renders the matches that rulings on the run have left to play.
fn waiting(view: &View, run: &str, ruled: &RuledRun) -> Markup {
    let is_of_run = |what: &PlayOrder| matches!(what, PlayOrder::Ruling { run: own, .. } if own == run);
    let mut open = view.facts.open_orders().filter(|(_, order)| is_of_run(&order.what));
    html! {
        @if let Some((_, order)) = open.next() {
            p.notice { (sentence(&visible(&order.what.to_string()))) " is queued or being played. " a href={ (view.address("")) "#orders" } { "Show orders" } }
        } @else if ruled.is_incomplete && !ruled.rulings.is_empty() {
            p.notice {
                "There are matches to play. "
                @if view.app.is_playing { (button(view, &address(view, run), &[("about", PLAY)], "Play them")) }
                @else { "This service does not play games: play them with " code { "muster run" } "." }
            }
        }
    }
}

/// A run with its rulings.
struct RuledRun {
    /// The rulings in words; `true` if a later one undid it.
    rulings: Vec<(String, bool)>,
    entrants: Vec<EntrantRow>,
    /// The standing of each entrant.
    standings: Vec<EntrantStanding>,
    /// `true` if there are matches to play.
    is_incomplete: bool,
}

impl RuledRun {
    fn read(folder: &RunFolder) -> Result<RuledRun, Error> {
        let run = open_tournament(folder)?;
        let rulings = rulings_of(folder, &run)?;
        Ok(RuledRun {
            rulings: rulings.iter().map(|ruling| (ruling.to_string(), ruling.undone)).collect(),
            standings: entrant_standings(folder, &run)?,
            is_incomplete: !is_complete(&run)?,
            entrants: run.entrants,
        })
    }
}
