//! The games of requirements and friendly games: each with its command, and replays of lost games.

use axum::response::Response;
use class_model::{Hash, Submission};
use class_operations::judging::scrimmage::{RequestStatus, games_of_request, requests_of};
use class_operations::judging::{GamesList, JudgedGames, ListedGame, judged_games};
use class_operations::{OpenClass, find_contender};
use game::visible;
use maud::{Markup, html};

use super::layout::in_address;
use super::runs::whole_page;
use super::sentence;
use crate::class_visit::View;
use crate::problem::Problem;

/// Renders the games of a requirement, for the student's latest judged version.
pub(super) fn of_requirement(view: &View, id: &str, requirement: &str) -> Result<Markup, Problem> {
    let seen = view.seen()?;
    let contender = find_contender(&seen, id)?;
    let found = judged_games(&view.class, &seen, &contender, requirement)?;
    let title = requirement_title(&found);
    let (words, at) = (
        class_operations::judging::badges::judged_words(found.judged),
        requirement_address(view, requirement),
    );
    Ok(page(view, (&title, &at), Some(&words), &found.games))
}

/// Returns one of these games in the viewer.
pub(super) fn replay_of_requirement(
    view: &View,
    id: &str,
    requirement: &str,
    game: u64,
) -> Result<Response, Problem> {
    let seen = view.seen()?;
    let contender = find_contender(&seen, id)?;
    let found = judged_games(&view.class, &seen, &contender, requirement)?;
    let names = [contender.alias, opponent_word(&found.games)];
    Ok(whole_page(found.games.replay(&view.class, game, &requirement_title(&found), names)?))
}

fn requirement_title(found: &JudgedGames<'_>) -> String {
    format!("Submission {}: {}", found.submission, found.judged.requirement)
}

fn requirement_address(view: &View, requirement: &str) -> String {
    view.address(&format!("requirements/{}", in_address(requirement)))
}

/// Returns the name of a built-in opponent. Students may not see the name of a bot from the class's text.
fn opponent_word(list: &GamesList) -> &str {
    if list.against.parse::<Hash>().is_ok() { "opponent" } else { &list.against }
}

/// Renders the friendly games of a request that a student takes part in.
pub(super) fn of_request(view: &View, id: &str, number: u32) -> Result<Markup, Problem> {
    let seen = view.seen()?;
    let contender = find_contender(&seen, id)?;
    let requests = requests_of(&seen, &contender, view.now);
    let list = games_of_request(&view.class, &requests, number)?;
    let words = requests.iter().find(|request| request.number == number).map(RequestStatus::words);
    let at = view.address(&format!("games/{number}"));
    Ok(page(view, (&request_title(number), &at), words.as_deref(), &list))
}

/// Returns one of these games in the viewer.
pub(super) fn replay_of_request(view: &View, id: &str, number: u32, game: u64) -> Result<Response, Problem> {
    let seen = view.seen()?;
    let contender = find_contender(&seen, id)?;
    let requests = requests_of(&seen, &contender, view.now);
    let list = games_of_request(&view.class, &requests, number)?;
    let request = requests.iter().find(|request| request.number == number);
    let [own, other] =
        request.map(|request| request.names.each_ref().map(Option::as_deref)).unwrap_or_default();
    let names = [own.unwrap_or("version"), other.unwrap_or_else(|| opponent_word(&list))];
    Ok(whole_page(list.replay(&view.class, game, &request_title(number), names)?))
}

fn request_title(number: u32) -> String {
    format!("Friendly games {number}")
}

/// Renders a page with a list of games.
fn page(view: &View, (title, at): (&str, &str), words: Option<&str>, list: &GamesList) -> Markup {
    let own = view.facts.submissions_with(list.module).next();
    let against = list.against.parse::<Hash>().ok();
    let is_of_others = against.is_some_and(|against| {
        against != list.module && view.facts.submissions_with(against).next().is_some()
    });
    html! {
        h1 { (visible(title)) }
        @if let Some(words) = words { p { (visible(&sentence(words))) "." } }
        p.soft { "The moves of the first lost games are kept: watch their replays. "
            @if is_of_others { "You do not have the opponent's module: only the teacher, who has both, can play the other games again." }
            @else { "A command plays any game again, exactly, with the same version of " code { "muster" } "; " code { "--save game.html" } " saves its replay with both bots' logs. Save the module in the same folder"
                @if let Some((number, one)) = own { ": " (module(view, number, one)) } "." } }
        div.scroll tabindex="0" role="region" aria-label="Games" {
            table.games {
                thead { tr { th.n scope="col" { "Game" } th scope="col" { "Result" } th scope="col" { "Replay" } th scope="col" { "Why" } th scope="col" { "Seat" } th.n scope="col" { "Plies" } } }
                tbody { @for game in &list.games { (row(&view.class, at, list, game, !is_of_others)) } }
            }
        }
    }
}

fn module(view: &View, number: u32, one: &Submission) -> Markup {
    let name = one.module().map(|module| file_name(&module)).unwrap_or_default();
    html! { a href=(view.address(&format!("submissions/{number}/module"))) download=(name) { (name) } }
}

/// Renders a game, with its replay if its moves are kept, and the folded command that plays it again if the student can.
fn row(class: &OpenClass, at: &str, list: &GamesList, game: &ListedGame, can_play: bool) -> Markup {
    html! {
        tr {
            td.n { (game.game) }
            td { (game.result) @if !game.counts { " (a copy)" } }
            td.replay {
                @if game.record.is_some() { a href=(format!("{at}/{}/replay.html", game.game)) aria-label={ "Watch game " (game.game) } { "Watch" } }
                @if can_play { details { summary { "Command" } code { (list.play_again(class, game, &file_name)) } } }
            }
            td { (visible(&game.reason)) }
            td { (game.seat) }
            td.n { (game.plies) }
        }
    }
}

/// Returns the file name under which a student saves a module.
pub(super) fn file_name(module: &Hash) -> String {
    format!("{}.wasm", &module.to_string()[..12])
}
