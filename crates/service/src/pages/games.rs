//! The games of requirements and friendly games: each with its command, and replays of lost games.

use axum::response::Response;
use class_model::{Hash, Submission};
use class_operations::find_contender;
use class_operations::judging::scrimmage::{RequestStatus, games_of_request, requests_of};
use class_operations::judging::{GamesList, JudgedGames, ListedGame, judged_games};
use game::visible;
use locale::text;
use maud::{Markup, html};

use super::layout::in_address;
use super::rich_text::rich;
use super::runs::whole_page;
use super::said;
use crate::class_visit::View;
use crate::problem::Problem;

/// Renders the games of a requirement, for the student's latest judged version.
pub(super) fn of_requirement(view: &View, id: &str, requirement: &str) -> Result<Markup, Problem> {
    let seen = view.seen()?;
    let contender = find_contender(&seen, id)?;
    let found = judged_games(&view.class, &seen, &contender, requirement)?;
    let title = requirement_title(view, &found);
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
    let names = [contender.alias, &opponent_word(view, &found.games)];
    Ok(whole_page(found.games.replay(&view.class, game, &requirement_title(view, &found), names)?))
}

fn requirement_title(view: &View, found: &JudgedGames<'_>) -> String {
    text!(
        view,
        "games-of-requirement",
        number = found.submission,
        requirement = found.judged.requirement.as_str()
    )
}

fn requirement_address(view: &View, requirement: &str) -> String {
    view.address(&format!("requirements/{}", in_address(requirement)))
}

/// Returns the name of a built-in opponent. Students may not see the name of a bot from the class's text.
fn opponent_word(view: &View, list: &GamesList) -> String {
    if list.against.parse::<Hash>().is_ok() { text!(view, "games-opponent") } else { list.against.clone() }
}

/// Renders the friendly games of a request that a student takes part in.
pub(super) fn of_request(view: &View, id: &str, number: u32) -> Result<Markup, Problem> {
    let seen = view.seen()?;
    let contender = find_contender(&seen, id)?;
    let requests = requests_of(&seen, &contender, view.now);
    let list = games_of_request(&view.class, &requests, number)?;
    let words = requests.iter().find(|request| request.number == number).map(RequestStatus::words);
    let at = view.address(&format!("games/{number}"));
    Ok(page(view, (&request_title(view, number), &at), words.as_deref(), &list))
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
    let [version, opponent] = [text!(view, "games-version"), opponent_word(view, &list)];
    let names = [own.unwrap_or(&version), other.unwrap_or(&opponent)];
    Ok(whole_page(list.replay(&view.class, game, &request_title(view, number), names)?))
}

pub(super) fn request_title(view: &View, number: u32) -> String {
    text!(view, "games-of-request", number = number)
}

/// Renders a page with a list of games.
fn page(view: &View, (title, at): (&str, &str), words: Option<&str>, list: &GamesList) -> Markup {
    let own = view.facts.submissions_with(list.module).next();
    let against = list.against.parse::<Hash>().ok();
    let is_of_others = against.is_some_and(|against| {
        against != list.module && view.facts.submissions_with(against).next().is_some()
    });
    let is_of_earlier_rules = list.game_of(&view.class).key() != view.class.plan.game.key();
    let can_play = !is_of_others && !is_of_earlier_rules;
    html! {
        h1 { (visible(title)) }
        @if let Some(words) = words { p { (visible(&said(view, words))) "." } }
        p.soft {
            (text!(view, "games-watch")) " "
            @if is_of_others { (text!(view, "games-of-others")) } @else if is_of_earlier_rules { (text!(view, "games-of-earlier-rules")) } @else {
                (rich!(view, "games-command")) " "
                @match own {
                    Some((number, one)) => { (rich!(view, "games-save-module"; module = module(view, number, one))) }
                    None => { (text!(view, "games-save-some-module")) }
                }
                @if view.class.plan.game.module().is_some() { " " (rich!(view, "again-rules")) }
            }
        }
        div.scroll tabindex="0" role="region" aria-label=(text!(view, "games")) {
            table.games {
                thead { tr { th.n scope="col" { (text!(view, "game")) } th scope="col" { (text!(view, "result")) } th scope="col" { (text!(view, "replay")) } th scope="col" { (text!(view, "why")) } th scope="col" { (text!(view, "seat")) } th.n scope="col" { (text!(view, "plies")) } } }
                tbody { @for game in &list.games { (row(view, at, list, game, can_play)) } }
            }
        }
    }
}

fn module(view: &View, number: u32, one: &Submission) -> Markup {
    let name = one.module().map(|module| file_name(&module)).unwrap_or_default();
    html! { a href=(view.address(&format!("submissions/{number}/module"))) download=(name) { (name) } }
}

/// Renders a game, with its replay if its moves are kept, and the folded command that plays it again if the student can.
fn row(view: &View, at: &str, list: &GamesList, game: &ListedGame, can_play: bool) -> Markup {
    html! {
        tr {
            td.n { (game.game) }
            td { (view.locale.translated(&game.result)) @if !game.counts { " " (text!(view, "games-copy")) } }
            td.replay {
                @if game.record.is_some() { a href=(format!("{at}/{}/replay.html", game.game)) aria-label=(text!(view, "games-watch-one", game = game.game)) { (text!(view, "games-watch-short")) } }
                @if can_play { details { summary { (text!(view, "games-command-short")) } code { (list.play_again(&view.class, game, None, &file_name)) } } }
            }
            td { (view.locale.translated(&visible(&game.reason))) }
            td { (view.locale.translated(&game.seat)) }
            td.n { (game.plies) }
        }
    }
}

/// Returns the file name under which a student saves a module.
pub(super) fn file_name(module: &Hash) -> String {
    format!("{}.wasm", &module.to_string()[..12])
}
