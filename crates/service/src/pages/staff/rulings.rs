//! Rulings on a run, listed, made and undone by teachers.

use axum::http::StatusCode;
use axum::response::Response;
use class_model::Order as PlayOrder;
use class_operations::orders::{order_matches_of_ruling, rule};
use class_operations::runs::{find_class_run, is_complete, open_tournament, rulings_of, shown_runs};
use game::visible;
use ledger::{EntrantRow, RunFolder};
use maud::{Markup, html};
use tournament::rulings::{PastGames, RulingAction};
use tournament::{EntrantId, MatchKey};

use super::graded_runs::named;
use super::staff_layout;
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::pages::layout::in_address;
use crate::pages::problem::refusal;
use crate::pages::{button, form_mark, sentence};
use crate::problem::Problem;
use crate::url_parameters::Path;
use crate::{answer, forms, pages};

const TITLE: &str = "Rulings";
/// The forms of the page: one for each subject of a ruling, and one to play its matches.
const FORMS: [&str; 4] = ["entrant", "match", "undo", PLAY];
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

/// Shows the rulings of a run.
pub(crate) fn of_run(view: &View, Path((_, run)): Path<(String, String)>) -> Result<Response, Problem> {
    page(view, &run).map(answer::page)
}

/// Makes a ruling.
pub(crate) fn make(
    view: &View,
    Path((_, run)): Path<(String, String)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let folder = find_class_run(&view.class, &view.facts, &run)?;
    let form = FORMS.into_iter().find(|form| *form == typed.get("about"));
    let form = form.ok_or_else(|| Problem::bad("there is no such ruling"))?;
    let shown = |view: &View| page(view, &run);
    forms::change(view, form, typed, shown, |typed| {
        if form == PLAY {
            view.must_play()?;
            let made = read(&folder).map_err(|error| named(&run, &folder, error))?;
            if made.rulings.is_empty() || !made.is_incomplete {
                return Err(Problem::new(StatusCode::CONFLICT, "no ruling has matches left to play"));
            }
            order_matches_of_ruling(&view.class, &run, made.rulings.len())?;
            return Ok(address(view, &run));
        }
        let order = order(form, typed)?;
        rule(&view.class, &folder, order, typed.get("reason"))
            .map_err(|error| named(&run, &folder, error))?;
        Ok(address(view, &run))
    })
}

/// Parses the ruling that a form asks for.
fn order(form: &str, typed: &FormValues) -> Result<RulingAction, Problem> {
    let games = if typed.get("games") == "annul" { PastGames::Annul } else { PastGames::Keep };
    let entrant =
        || typed.get("entrant").parse().map(EntrantId).map_err(|_| Problem::bad("no entrant was chosen"));
    let game = || {
        let key = typed.get("match").trim();
        let is_none = |_| {
            Problem::bad(format!("\"{key}\" is not a match id"))
                .hint("the report shows match ids, such as 1.3.2.1")
        };
        key.parse::<MatchKey>().map_err(is_none)
    };
    Ok(match (form, typed.get("to")) {
        ("entrant", "withdraw") => RulingAction::Withdraw { entrant: entrant()?, games },
        ("entrant", "disqualify") => RulingAction::Disqualify { entrant: entrant()?, games },
        ("match", "annul") => RulingAction::Annul { game: game()? },
        ("match", "replay") => RulingAction::Replay { game: game()? },
        ("undo", _) => {
            let number = typed.get("ruling").trim().parse::<usize>().ok();
            let ruling = number.and_then(|number| number.checked_sub(1));
            RulingAction::Undo { ruling: ruling.ok_or_else(|| Problem::bad("rulings are numbered from 1"))? }
        }
        _ => return Err(Problem::bad("there is no such ruling")),
    })
}

fn address(view: &View, run: &str) -> String {
    view.address(&format!("staff/rulings/{}", in_address(run)))
}

fn page(view: &View, run: &str) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let folder = find_class_run(&view.class, &view.facts, run)?;
    let ruled = read(&folder).map_err(|error| named(run, &folder, error))?;
    let RunRulings { rulings, entrants, .. } = &ruled;
    let report = pages::runs::address(view, run);
    let content = html! {
        p { a href=(report) { "The report of " (visible(run)) } " shows the match ids." }
        (refusal(view, PLAY))
        (waiting(view, run, &ruled))
        @if rulings.is_empty() { p { "No rulings yet." } } @else {
            ol { @for ruling in rulings { li { (sentence(&visible(ruling))) } } }
        }
        section {
            h2 { "Rule on an entrant" }
            (form(view, run, "entrant", &html! {
                (choice(view, "entrant", "to", "Action", &[("withdraw", "withdraw"), ("disqualify", "disqualify")]))
                label { "Entrant " select name="entrant" required {
                    option value="" { "choose" }
                    @for (id, entrant) in entrants.iter().enumerate() {
                        option value=(id) selected[view.typed("entrant", "entrant") == id.to_string()] { (visible(&entrant.name)) }
                    }
                } }
                (choice(view, "entrant", "games", "Its games so far", &[("keep", "count"), ("annul", "do not count")]))
            }))
        }
        section {
            h2 { "Rule on a match" }
            (form(view, run, "match", &html! {
                (choice(view, "match", "to", "Action", &[("annul", "annul"), ("replay", "annul and play again")]))
                label { "Match " input type="text" name="match" value=(view.typed("match", "match")) placeholder="1.3.2.1" size="10" required; }
            }))
        }
        @if !rulings.is_empty() {
            section {
                h2 { "Undo a ruling" }
                (form(view, run, "undo", &html! {
                    label { "Ruling " input type="number" name="ruling" min="1" max=(rulings.len()) value=(view.typed("undo", "ruling")) required; }
                }))
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

/// Renders the matches that rulings on the run have left to play.
fn waiting(view: &View, run: &str, ruled: &RunRulings) -> Markup {
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

/// The rulings on a run.
struct RunRulings {
    /// The rulings in words.
    rulings: Vec<String>,
    entrants: Vec<EntrantRow>,
    /// `true` if there are matches to play.
    is_incomplete: bool,
}

fn read(folder: &RunFolder) -> Result<RunRulings, explain::Error> {
    let run = open_tournament(folder)?;
    let (rulings, is_incomplete) = (rulings_of(folder, &run)?, !is_complete(&run)?);
    Ok(RunRulings { rulings, entrants: run.entrants, is_incomplete })
}

/// Renders a form that makes a ruling and asks for the reason.
fn form(view: &View, run: &str, about: &str, fields: &Markup) -> Markup {
    html! {
        (refusal(view, about))
        form.row method="post" action=(address(view, run)) {
            (form_mark(view))
            input type="hidden" name="about" value=(about);
            (fields)
            label.text { "Reason " input type="text" name="reason" value=(view.typed(about, "reason")) maxlength="1000" required; }
            button type="submit" { "Rule" }
        }
    }
}

fn choice(view: &View, form: &str, field: &str, label: &str, options: &[(&str, &str)]) -> Markup {
    let typed = view.typed(form, field);
    html! {
        label {
            (label) " "
            select name=(field) { @for (value, words) in options { option value=(value) selected[*value == typed] { (words) } } }
        }
    }
}
