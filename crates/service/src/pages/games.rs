//! The games by which a version was judged, and friendly games, each with the command that plays it again.

use class::{Hash, Submission};
use classroom::requests::{RequestStatus, requests_of};
use classroom::{GamesList, ListedGame, OpenClass, find_contender, games_of_request, judged_games};
use game::visible;
use maud::{Markup, html};

use super::sentence;
use crate::problem::Problem;
use crate::visit::View;

/// The games by which the latest version of a student that was judged meets a requirement, or does not.
pub(super) fn of_requirement(view: &View, id: &str, requirement: &str) -> Result<Markup, Problem> {
    let seen = view.seen()?;
    let contender = find_contender(&seen, id)?;
    let found = judged_games(&view.class, &seen, &contender, requirement)?;
    let title = format!("Submission {}: {requirement}", found.submission);
    Ok(page(view, &title, Some(&classroom::badges::judged_words(found.judged)), &found.games))
}

/// The friendly games of a request that a student is in.
pub(super) fn of_request(view: &View, id: &str, number: u32) -> Result<Markup, Problem> {
    let seen = view.seen()?;
    let contender = find_contender(&seen, id)?;
    let requests = requests_of(&seen, &contender, view.now);
    let list = games_of_request(&view.class, &requests, number)?;
    let words = requests.iter().find(|request| request.number == number).map(RequestStatus::words);
    Ok(page(view, &format!("Friendly games {number}"), words.as_deref(), &list))
}

fn page(view: &View, title: &str, words: Option<&str>, list: &GamesList) -> Markup {
    let own = view.facts.submissions_with(list.module).next();
    let against = list.against.parse::<Hash>().ok();
    let is_of_others = against.is_some_and(|against| view.facts.submissions_with(against).next().is_some());
    html! {
        h1 { (visible(title)) }
        @if let Some(words) = words { p { (visible(&sentence(words))) "." } }
        p { "The command below a game plays it again, exactly as it was, with " code { "muster" } " of this version. Save the module beside it"
            @if let Some((number, one)) = own { ": " (module(view, number, one)) } "." }
        p.soft { "The moves of these games are not kept. With " code { "--save game.html" } " the command writes the replay, with what both bots logged."
            @if is_of_others { " The opponent's module is theirs: only the teacher, who has both, can play such a game again." } }
        div.scroll tabindex="0" role="region" aria-label="Games" {
            table {
                thead { tr { th.n scope="col" { "Game" } th scope="col" { "Seat" } th scope="col" { "Result" } th scope="col" { "Why" } th.n scope="col" { "Plies" } } }
                @for game in &list.games { (rows(&view.class, list, game)) }
            }
        }
    }
}

fn module(view: &View, number: u32, one: &Submission) -> Markup {
    let name = one.module().map(|module| file_name(&module)).unwrap_or_default();
    html! { a href=(view.address(&format!("submissions/{number}/module"))) download=(name) { (name) } }
}

/// A game, and below it the command, which has the width of the table to wrap in.
fn rows(class: &OpenClass, list: &GamesList, game: &ListedGame) -> Markup {
    html! {
        tbody {
            tr {
                td.n { (game.game) }
                td { (game.seat) }
                td { (game.result) @if !game.counts { " (a copy)" } }
                td { (game.reason) @if let Some(fault) = &game.fault { ": " (visible(fault)) } }
                td.n { (game.plies) }
            }
            tr { td.command colspan="5" { code { (list.play_again(class, game, &file_name)) } } }
        }
    }
}

/// What a module is called where a student saves it.
pub(super) fn file_name(module: &Hash) -> String {
    format!("{}.wasm", &module.to_string()[..12])
}
