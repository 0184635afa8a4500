//! The caller's tokens.

use class::{Purpose, Secret, Token};
use game::visible;
use maud::{Markup, html};

use super::{form_mark, refusal, time};
use crate::visit::View;

/// The form that makes a token.
pub(crate) const FORM: &str = "token";

/// Renders the caller's tokens, and a form to make one for these purposes.
pub(super) fn page(view: &View, tokens: &[Token], purposes: &[Purpose]) -> Markup {
    let days = view.refused(FORM).map_or("90", |_| view.typed(FORM, "days"));
    html! {
        h1 { "For programs" }
        p { "A token lets a program act for you, for one purpose, until it ends: " code { "muster submit" } ", or whatever else asks below "
            code { (view.app.url) (view.address("api/")) } ", which " a href=(view.address("api/openapi.json")) { "openapi.json" } " describes."
            @if purposes.contains(&Purpose::Submit) { " One to hand in reads what became of that, too; one to read reads all that you may see." }
            @if purposes.contains(&Purpose::Teach) { " One to decide may do what openapi.json lists for the purpose teach, such as giving more time; one to read sees everything that you may see." }
        }
        @if !tokens.is_empty() { (table(view, tokens)) }
        section {
            h2 { "Make a token" }
            (refusal(view, FORM))
            form.row method="post" action=(view.address("tokens")) {
                (form_mark(view))
                label { "Called " input type="text" name="name" maxlength="100" placeholder="laptop" value=(view.typed(FORM, "name")) required; }
                label { "It may " select name="purpose" {
                    @for purpose in purposes.iter().rev() { option value=(purpose.word()) selected[view.typed(FORM, "purpose") == purpose.word()] { (words(*purpose)) } }
                } }
                label { "Days until it ends " input type="number" name="days" min="1" max="200" value=(days) required; }
                button type="submit" { "Make" }
            }
        }
    }
}

fn table(view: &View, tokens: &[Token]) -> Markup {
    let shown = |moment| time(view, moment);
    html! {
        div.scroll tabindex="0" role="region" aria-label="Tokens" {
            table {
                thead { tr { th scope="col" { "Token" } th scope="col" { "May" } th scope="col" { "Used" } th scope="col" { "Ends" } th scope="col" { "Action" } } }
                tbody { @for token in tokens {
                    tr {
                        th.name scope="row" { (visible(&token.name)) }
                        td { (words(token.purpose)) }
                        td { @match token.used { Some(at) => { (shown(at)) } None => { "never" } } }
                        td { (shown(token.ends)) }
                        td { (super::button(view, &view.address(&format!("tokens/{}/end", token.number)), &[], "End it")) }
                    }
                } }
            }
        }
    }
}

fn words(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Read => "read",
        Purpose::Submit => "hand in",
        Purpose::Teach => "decide",
    }
}

/// Renders a new token.
pub(super) fn made(view: &View, purpose: Purpose, secret: &Secret) -> Markup {
    let url = format!("{}{}", view.app.url, view.address(""));
    html! {
        h1 { "Token" }
        p { "It is shown once: keep it in a file that only you can read." }
        p { code.secret { (secret.reveal()) } }
        @match purpose {
            Purpose::Submit => p { "To hand in: " code { "muster submit bot.wasm --to " (url) " --token-file FILE" } },
            Purpose::Read => p { "To read: " code { "curl -H \"Authorization: Bearer TOKEN\" " (url) "api/class" } },
            Purpose::Teach => p {
                "To give more time: "
                code { "curl -H \"Authorization: Bearer TOKEN\" --json '{\"until\": \"2026-12-03 22:00\", \"reason\": \"ill\"}' " (url) "api/students/ID/extensions" }
            },
        }
        p { a href=(view.address("tokens")) { "All tokens" } }
    }
}
