//! Sign-on by a provider of OpenID Connect.

use ::lti::{CodeRequest, Failure, OpenIdProvider};
use axum::Extension;
use axum::http::HeaderMap;
use axum::response::Response;
use class_model::{Moment, SchoolSystem};

use super::begun_login::BegunLogin;
use super::lti::{no_page, seconds};
use super::{enter, not_begun, refused, step};
use crate::answer::{see, with_cookie};
use crate::class_visit::{View, Visit};
use crate::form_values::FormValues;
use crate::peer::Peer;
use crate::problem::Problem;
use crate::school_systems::{BACK, openid_role, provider};
use crate::url_parameters::{Path, Query};

/// Sends the browser to a provider.
pub(crate) async fn begin(visit: Visit, Path((_, number)): Path<(String, i64)>) -> Result<Response, Problem> {
    step(visit, move |view| begun(view, number)).await
}

fn begun(view: &View, number: i64) -> Result<Response, Problem> {
    let (system, provider) = find(view, number)?;
    let begun = BegunLogin::new(number)?;
    let (back, state, nonce, verifier) = values(view, &begun);
    let request = CodeRequest { back: &back, state: &state, nonce: &nonce, verifier: &verifier };
    let to = provider.redirect(&request, &view.app.sign_on.http);
    let to = to.map_err(|failure| refused(view, None, &system, &failure))?;
    Ok(with_cookie(see(&to), &begun.cookie(&view.place.home)))
}

/// Signs in a person whom a provider sends back with a code.
pub(crate) async fn back(
    visit: Visit,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    Query(asked): Query<FormValues>,
) -> Result<Response, Problem> {
    let peer = peer.map(|Extension(peer)| peer);
    step(visit, move |view| returned(view, peer, &headers, &asked)).await
}

fn returned(
    view: &View,
    peer: Option<Peer>,
    headers: &HeaderMap,
    asked: &FormValues,
) -> Result<Response, Problem> {
    let begun = BegunLogin::find(headers, asked.get("state")).ok_or_else(not_begun)?;
    let (system, provider) = find(view, begun.system)?;
    if let Some(error) = asked.given("error") {
        let said = asked.given("error_description").unwrap_or(error);
        return Err(refused(view, peer, &system, &Failure::NotSignedIn(said)));
    }
    // A code is sent once, even if the answer to it gets lost.
    if !view.app.sign_on.complete(asked.get("state")) {
        return Err(not_begun());
    }
    let (back, state, nonce, verifier) = values(view, &begun);
    let request = CodeRequest { back: &back, state: &state, nonce: &nonce, verifier: &verifier };
    let sign_on = &view.app.sign_on;
    let user = provider
        .sign_in(asked.get("code"), &request, seconds(Moment::now()), (&sign_on.http, &sign_on.keys))
        .map_err(|failure| refused(view, peer, &system, &failure))?;
    let role = openid_role(&system, &user);
    enter(view, &begun, &system, (&user, role), &view.address(""))
}

/// Returns the address to come back to, the state, the nonce and the verifier.
fn values(view: &View, begun: &BegunLogin) -> (String, String, String, String) {
    (view.full_address(BACK), begun.state(), begun.nonce(), begun.verifier())
}

/// Returns a provider of the class.
fn find(view: &View, number: i64) -> Result<(SchoolSystem, OpenIdProvider), Problem> {
    let found =
        view.place.sign_on(|sign_on| Ok(sign_on.system(number)?.zip(sign_on.client_secret(number)?)))?;
    let (system, secret) = found.flatten().ok_or_else(no_page)?;
    let provider = provider(&system, &secret)?.ok_or_else(no_page)?;
    Ok((system, provider))
}
