//! The pages with which students begin: names and limits, the rules of the game, starter projects.

use axum::response::Response;
use class_model::{Contender, ContenderId};
use class_operations::starting::{game_rules, starter_languages, starter_project};
use class_operations::words;
use game::visible;
use locale::text;
use maud::{Markup, html};

use super::layout::{Frame, in_address};
use super::rich_text::{link, rich};
use super::{rules_text, said};
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
            h2 { (text!(view, "start-you")) }
            div.scroll { table.facts { tbody {
                tr { th scope="row" { (text!(view, "alias")) } td { (rich!(view, "start-alias", alias = visible(contender.alias))) } }
                tr { th scope="row" { (text!(view, "team")) } td { @match &contender.who {
                    ContenderId::Team(team) => { b { (visible(team)) } ": " (names.join(", ")) }
                    ContenderId::Student(_) => { (text!(view, "start-no-team")) }
                } } }
                @if let Some(section) = contender.section { tr { th scope="row" { (text!(view, "section")) } td { (visible(section)) } } }
                @if let Some(quota) = words::quota_words(&view.class.plan.quota) { tr { th scope="row" { (text!(view, "start-quota")) } td { (said(view, &quota)) } } }
                (of_game(view))
            } } }
        }
    }
}

/// Renders the same for anonymous readers.
pub(super) fn public(view: &View) -> Markup {
    html! { section id=(START) { h2 { (text!(view, "start-game")) } div.scroll { table.facts { tbody { (of_game(view)) } } } } }
}

fn of_game(view: &View) -> Markup {
    let game = view.class.plan.game;
    let languages: Vec<_> = starter_languages(&view.class).collect();
    html! {
        tr { th scope="row" { (text!(view, "rules")) } td { a href=(view.address(RULES)) { (text!(view, "start-rules-of", game = game.title())) } } }
        @if let Some(first) = languages.first() {
            tr { th scope="row" { (text!(view, "start-project")) } td {
                ul.inline { @for language in &languages {
                    li { a href=(view.address(&format!("starter/{}{ZIP}", in_address(language.name)))) download { (language.title) } }
                } }
                @if game.module().is_none() { p.soft.small { (text!(view, "start-project-explained")) " " code { "muster new --game " (game.name()) " --lang " (first.name) " mybot" } } }
            } }
        }
    }
}

/// Shows the rules of the game.
pub(crate) fn rules(view: &View) -> Markup {
    let content = html! { article.text lang="en" { (rules_text::rendered(&game_rules(&view.class))) } };
    Frame::new(view, Some(&text!(view, "rules"))).page(&content)
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
            li { (rich!(view, "first-steps-rules", game = view.class.plan.game.title(); a = link(view.address(RULES)))) }
            li { (rich!(view, "first-steps-project"; a = link(format!("#{START}")))) }
            li { (text!(view, "first-steps-hand-in")) }
        }
    }
}
