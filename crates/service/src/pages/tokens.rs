//! The caller's tokens.

use class_model::{Purpose, Secret, Token};
use game::visible;
use locale::text;
use maud::{Markup, html};

use super::rich_text::{link, rich};
use super::{form_mark, refusal, time};
use crate::class_visit::View;

/// The form that makes a token.
pub(crate) const FORM: &str = "token";

/// Renders the caller's tokens, and a form to make one for these purposes.
pub(super) fn page(view: &View, tokens: &[Token], purposes: &[Purpose]) -> Markup {
    let days = view.refused(FORM).map_or("90", |_| view.typed(FORM, "days"));
    html! {
        h1 { (text!(view, "tokens")) }
        p {
            (rich!(view, "tokens-explained", address = format!("{}{}", view.app.url, view.address("api/")); a = link(view.address("api/openapi.json"))))
            @if purposes.contains(&Purpose::Submit) { " " (text!(view, "tokens-of-students")) }
            @if purposes.contains(&Purpose::Teach) { " A token with write access can perform the operations that openapi.json marks \"teach\", such as extensions. A read-only token can see everything that you can see." }
        }
        @if !tokens.is_empty() { (table(view, tokens)) }
        section {
            h2 { (text!(view, "tokens-create")) }
            (refusal(view, FORM))
            form.row method="post" action=(view.address("tokens")) {
                (form_mark(view))
                label { (text!(view, "name")) " " input type="text" name="name" maxlength="100" placeholder="laptop" value=(view.typed(FORM, "name")) required; }
                label { (text!(view, "tokens-access")) " " select name="purpose" {
                    @for purpose in purposes.iter().rev() { option value=(purpose.word()) selected[view.typed(FORM, "purpose") == purpose.word()] { (text!(view, words(*purpose))) } }
                } }
                label { (text!(view, "tokens-days")) " " input type="number" name="days" min="1" max="200" value=(days) required; }
                button type="submit" { (text!(view, "tokens-make")) }
            }
        }
    }
}

fn table(view: &View, tokens: &[Token]) -> Markup {
    let shown = |moment| time(view, moment);
    html! {
        div.scroll tabindex="0" role="region" aria-label=(text!(view, "tokens")) {
            table {
                thead { tr { th scope="col" { (text!(view, "tokens-token")) } th scope="col" { (text!(view, "tokens-access")) } th scope="col" { (text!(view, "tokens-used")) } th scope="col" { (text!(view, "tokens-expires")) } th scope="col" { (text!(view, "tokens-action")) } } }
                tbody { @for token in tokens {
                    tr {
                        th.name scope="row" { (visible(&token.name)) }
                        td { (text!(view, words(token.purpose))) }
                        td { @match token.used { Some(at) => { (shown(at)) } None => { (text!(view, "tokens-never")) } } }
                        td { (shown(token.ends)) }
                        td { (super::button(view, &view.address(&format!("tokens/{}/end", token.number)), &[], &text!(view, "tokens-revoke"))) }
                    }
                } }
            }
        }
    }
}

fn words(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Read => "token-read",
        Purpose::Submit => "token-submit",
        Purpose::Teach => "token-teach",
    }
}

/// Renders a new token.
pub(super) fn made(view: &View, purpose: Purpose, secret: &Secret) -> Markup {
    let url = format!("{}{}", view.app.url, view.address(""));
    html! {
        h1 { (text!(view, "token-new")) }
        p { (text!(view, "token-new-explained")) }
        p { code.secret { (secret.reveal()) } }
        @match purpose {
            Purpose::Submit => p { (text!(view, "token-to-submit")) " " code { "muster submit bot.wasm --to " (url) " --token-file FILE" } },
            Purpose::Read => p { (text!(view, "token-to-read")) " " code { "curl -H \"Authorization: Bearer TOKEN\" " (url) "api/class" } },
            Purpose::Teach => p {
                "To extend a deadline: "
                code { "curl -H \"Authorization: Bearer TOKEN\" --json '{\"until\": \"2026-12-03 22:00\", \"reason\": \"ill\"}' " (url) "api/students/ID/extensions" }
            },
        }
        p { a href=(view.address("tokens")) { (text!(view, "tokens-all")) } }
    }
}
