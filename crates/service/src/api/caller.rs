//! The caller of the API: a program with a token, or a page of a session.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use class_model::{Moment, Purpose, Secret};

use super::route::Route;
use crate::app::App;
use crate::class_visit::{Visit, blocking, guessed, place};
use crate::peer::Peer;
use crate::problem::Problem;
use crate::upload::IntentProof;

/// Request header with the mark of a session's pages.
pub(super) const MARK: &str = "x-muster-mark";

/// The caller of the API: a program with a token, or a page of a session.
pub(super) struct Caller {
    pub(super) visit: Visit,
    /// The purpose of the token; `None` without one.
    purpose: Option<Purpose>,
    /// The mark in the request headers.
    mark: Option<String>,
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Caller, Problem> {
        let mark = parts.headers.get(MARK).and_then(|mark| mark.to_str().ok()).map(str::to_owned);
        let authorization = parts.headers.get(header::AUTHORIZATION).and_then(|text| text.to_str().ok());
        let words = authorization.and_then(|text| text.split_once(' '));
        // Leaves other schemes to the reverse proxy.
        let Some((_, secret)) = words.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")) else {
            let visit = Visit::from_request_parts(parts, app).await?;
            return Ok(Caller { visit, purpose: None, mark });
        };
        let secret = secret.trim().parse::<Secret>().ok();
        let place = place(parts, app).await?;
        let found = match &secret {
            Some(secret) => {
                let (place, secret) = (Arc::clone(&place), secret.clone());
                blocking(move || Ok(place.access().token(&secret, Moment::now())?)).await?
            }
            None => None,
        };
        let (Some(secret), Some(token)) = (secret, found) else {
            let peer = parts.extensions.get::<Peer>().copied();
            return Err(if app.note_wrong(peer, "token") { guessed() } else { wrong_token() });
        };
        let visit = Visit::new(app, &place, Some((secret, token.person)), parts)?;
        Ok(Caller { visit, purpose: Some(token.purpose), mark })
    }
}

impl Caller {
    /// Rejects a token with another purpose.
    pub(super) fn check(&self, route: &Route) -> Result<(), Problem> {
        match self.purpose {
            Some(purpose) if !route.tokens.contains(&purpose) => {
                let what = format!("this token is for another purpose: \"{}\"", purpose.word());
                Err(Problem::new(StatusCode::FORBIDDEN, what)
                    .hint("create a token for this purpose on the Access tokens page"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the proof that the caller intended a change. A token suffices, since no other site knows it.
    pub(super) fn proof(&self) -> IntentProof {
        match (self.purpose, &self.mark) {
            (Some(_), _) => IntentProof::Token,
            (None, Some(mark)) => IntentProof::Mark(mark.clone()),
            (None, None) => IntentProof::Field,
        }
    }
}

fn wrong_token() -> Problem {
    Problem::new(StatusCode::UNAUTHORIZED, "the token is invalid, expired or revoked")
        .hint("create a new token on the Access tokens page")
}
