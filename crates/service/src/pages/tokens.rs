//! The caller's tokens.

use class_model::{Purpose, Secret, Token};
use game::visible;
use maud::{Markup, html};

use super::{form_mark, refusal, time};
use crate::class_visit::View;

/// The form that makes a token.
pub(crate) const FORM: &str = "token";

/// Renders the caller's tokens, and a form to make one for these purposes.
pub(super) fn page(view: &View, tokens: &[Token], purposes: &[Purpose]) -> Markup {
    let days = view.refused(FORM).map_or("90", |_| view.typed(FORM, "days"));
    html! {
        h1 { "Access tokens" }
        p { "A token lets a program, such as " code { "muster submit" } ", act for you for one purpose until it expires. The API is at "
            code { (view.app.url) (view.address("api/")) } "; see " a href=(view.address("api/openapi.json")) { "openapi.json" } "."
            @if purposes.contains(&Purpose::Submit) { " A token to hand in can also read the status of your submissions; a read-only token can read everything that you can see." }
            @if purposes.contains(&Purpose::Teach) { " A token with write access can perform the operations that openapi.json marks \"teach\", such as extensions. A read-only token can see everything that you can see." }
        }
        @if !tokens.is_empty() { (table(view, tokens)) }
        section {
            h2 { "Create a token" }
            (refusal(view, FORM))
            form.row method="post" action=(view.address("tokens")) {
                (form_mark(view))
                label { "Name " input type="text" name="name" maxlength="100" placeholder="laptop" value=(view.typed(FORM, "name")) required; }
                label { "Access " select name="purpose" {
                    @for purpose in purposes.iter().rev() { option value=(purpose.word()) selected[view.typed(FORM, "purpose") == purpose.word()] { (words(*purpose)) } }
                } }
                label { "Days until it expires " input type="number" name="days" min="1" max="200" value=(days) required; }
                button type="submit" { "Create" }
            }
        }
    }
}

fn table(view: &View, tokens: &[Token]) -> Markup {
    let shown = |moment| time(view, moment);
    html! {
        div.scroll tabindex="0" role="region" aria-label="Tokens" {
            table {
                thead { tr { th scope="col" { "Token" } th scope="col" { "Access" } th scope="col" { "Last used" } th scope="col" { "Expires" } th scope="col" { "Action" } } }
                tbody { @for token in tokens {
                    tr {
                        th.name scope="row" { (visible(&token.name)) }
                        td { (words(token.purpose)) }
                        td { @match token.used { Some(at) => { (shown(at)) } None => { "never" } } }
                        td { (shown(token.ends)) }
                        td { (super::button(view, &view.address(&format!("tokens/{}/end", token.number)), &[], "Revoke")) }
                    }
                } }
            }
        }
    }
}

fn words(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Read => "read-only",
        Purpose::Submit => "hand in",
        Purpose::Teach => "write",
    }
}

/// Renders a new token.
pub(super) fn made(view: &View, purpose: Purpose, secret: &Secret) -> Markup {
    let url = format!("{}{}", view.app.url, view.address(""));
    html! {
        h1 { "New token" }
        p { "It is shown only once: save it in a file that only you can read." }
        p { code.secret { (secret.reveal()) } }
        @match purpose {
            Purpose::Submit => p { "To hand in: " code { "muster submit bot.wasm --to " (url) " --token-file FILE" } },
            Purpose::Read => p { "To read: " code { "curl -H \"Authorization: Bearer TOKEN\" " (url) "api/class" } },
            Purpose::Teach => p {
                "To extend a deadline: "
                code { "curl -H \"Authorization: Bearer TOKEN\" --json '{\"until\": \"2026-12-03 22:00\", \"reason\": \"ill\"}' " (url) "api/students/ID/extensions" }
            },
        }
        p { a href=(view.address("tokens")) { "All tokens" } }
    }
}
