//! What students need to begin: names and limits, the rules of the game, starter projects.

use axum::response::Response;
use class_model::{Contender, ContenderId};
use class_operations::starting::{game_rules, starter_languages, starter_project};
use class_operations::words;
use game::visible;
use maud::{Markup, html};

use super::layout::{Frame, in_address};
use super::{rules_text, sentence};
use crate::answer::attachment;
use crate::class_visit::View;
use crate::problem::Problem;
use crate::url_parameters::Path;

/// The id of the section with rules and starter projects.
pub(super) const START: &str = "start";
/// The address of the rules, within the class.
const RULES: &str = "rules";
/// The file type of starter projects.
const ZIP: &str = ".zip";

/// Renders a student's alias, team and limits, with rules and starter projects.
pub(super) fn section(view: &View, contender: &Contender<'_>) -> Markup {
    let names: Vec<String> = contender.members.iter().map(|member| visible(&member.name)).collect();
    html! {
        section id=(START) {
            h2 { "You and the game" }
            div.scroll { table.facts { tbody {
                tr { th scope="row" { "Alias" } td { b { (visible(contender.alias)) } ", the name that others see" } }
                tr { th scope="row" { "Team" } td { @match &contender.who {
                    ContenderId::Team(team) => { b { (visible(team)) } ": " (names.join(", ")) }
                    ContenderId::Student(_) => { "none, you hand in alone" }
                } } }
                @if let Some(section) = contender.section { tr { th scope="row" { "Section" } td { (visible(section)) } } }
                @if let Some(quota) = words::quota_words(&view.class.plan.quota) { tr { th scope="row" { "Quota" } td { (sentence(&quota)) } } }
                (of_game(view))
            } } }
        }
    }
}

/// Renders the same for anonymous readers.
pub(super) fn public(view: &View) -> Markup {
    html! { section id=(START) { h2 { "The game" } div.scroll { table.facts { tbody { (of_game(view)) } } } } }
}

fn of_game(view: &View) -> Markup {
    let game = view.class.plan.game;
    let languages: Vec<_> = starter_languages(&view.class).collect();
    html! {
        tr { th scope="row" { "Rules" } td { a href=(view.address(RULES)) { "Rules of " (game.title()) } } }
        @if let Some(first) = languages.first() {
            tr { th scope="row" { "Starter project" } td {
                ul.inline { @for language in &languages {
                    li { a href=(view.address(&format!("starter/{}{ZIP}", in_address(language.name)))) download { (language.title) } }
                } }
                p.soft.small { "A working bot with its kit and the rules. To create it in a terminal: " code { "muster new --game " (game.name()) " --lang " (first.name) " mybot" } }
            } }
        }
    }
}

/// Shows the rules of the game.
pub(crate) fn rules(view: &View) -> Markup {
    let content = html! { article.text { (rules_text::rendered(&game_rules(&view.class))) } };
    Frame::new(view, Some("Rules")).page(&content)
}

/// Returns a starter project.
pub(crate) fn starter(view: &View, Path((_, file)): Path<(String, String)>) -> Result<Response, Problem> {
    let language = file.strip_suffix(ZIP).ok_or_else(|| Problem::not_found("there is no such page"))?;
    let project = starter_project(&view.class, language)?;
    Ok(attachment(project.bytes, &project.name))
}

/// Renders the steps to a first hand-in.
pub(super) fn first_steps(view: &View) -> Markup {
    html! {
        ol {
            li { "Read the " a href=(view.address(RULES)) { "rules of " (view.class.plan.game.title()) } "." }
            li { "Download a " a href={ "#" (START) } { "starter project" } " in your language. It plays already." }
            li { "Hand it in here. You see at once whether it is accepted." }
        }
    }
}
