//! Sign-on by the school's systems: course systems (LTI 1.3) and providers of OpenID Connect.
//!
//! Each class has its own systems and addresses, so that a system that one teacher trusts has no say in another class.

mod begun_login;
pub(crate) mod lti;
pub(crate) mod openid;

use std::sync::Arc;

use ::lti::{Failure, User};
use axum::http::StatusCode;
use axum::response::Response;
use class_model::SchoolSystem;
use class_operations::sign_on::{SignInAttempt, Stranger, WhyStranger, sign_in};

use self::begun_login::BegunLogin;
use crate::answer::{see, with_cookie};
use crate::class_visit::{View, Visit, guessed, session_cookie};
use crate::peer::Peer;
use crate::problem::Problem;
use crate::school_systems::person;

/// Answers a step of a sign-on, which may wait for another system. A few are answered at a time.
async fn step(
    visit: Visit,
    answer: impl FnOnce(&View) -> Result<Response, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let app = Arc::clone(&visit.app);
    let _checking = app.sign_on.checks.acquire().await;
    visit.view(answer).await
}

/// Signs a person in whose system has vouched for them, and leads them to a page of the class.
fn enter(
    view: &View,
    begun: &BegunLogin,
    system: &SchoolSystem,
    (user, role): (&User, ::lti::CourseRole),
    page: &str,
) -> Result<Response, Problem> {
    match sign_in(&view.class, (begun.system, system), &person(system, user, role))? {
        SignInAttempt::Entered(secret, session) => {
            let home = &view.place.home;
            let answer = with_cookie(see(page), &session_cookie(&view.app, home, &secret, session.ends));
            Ok(with_cookie(answer, &begun.ended_cookie(home)))
        }
        SignInAttempt::Stranger(stranger) => Err(unknown(&stranger)),
    }
}

/// Returns the problem of a person who has no place in the class.
fn unknown(Stranger { system, name, why }: &Stranger) -> Problem {
    let name = name.as_ref().map_or_else(|| "you in".to_owned(), |name| format!("you in as {name}"));
    let (reason, hint) = match why {
        WhyStranger::NoClaim(claim) => (
            format!("but did not pass on your \"{claim}\", by which this class finds its students"),
            "ask your teacher: the system must pass it on, and a mail address must be verified there",
        ),
        WhyStranger::NotInClass(value) => (
            format!("but no student of this class has the id or address {value}"),
            "ask your teacher to add it to the roster of the class, then sign in again",
        ),
        WhyStranger::OtherAccount => (
            "but another account is connected with the same student of this class".to_owned(),
            "ask your teacher, who can disconnect it on the Sign-on page of the class",
        ),
        WhyStranger::Role => (
            "but this class does not admit your role in the course".to_owned(),
            "ask the teacher of the class, who decides this on its Sign-on page",
        ),
    };
    Problem::new(StatusCode::FORBIDDEN, format!("{system} signed {name}, {reason}")).hint(hint)
}

/// Returns the problem of a sign-on that another system did not vouch for, and counts it as a guess if the message was
/// wrong.
fn refused(view: &View, peer: Option<Peer>, system: &SchoolSystem, failure: &Failure) -> Problem {
    tracing::warn!(system = system.name, why = %failure, "a sign-on failed");
    let hint = "go back and try again; if it fails again, tell your teacher what this page says";
    match failure {
        Failure::Token(_) if view.app.note_wrong(peer, "sign-on") => guessed(),
        Failure::Token(_) | Failure::NotSignedIn(_) => {
            Problem::new(StatusCode::FORBIDDEN, format!("you were not signed in: {failure}")).hint(hint)
        }
        // The text of a refusal may be one that only the class's staff should see.
        Failure::Refused { status, .. } => {
            let what =
                format!("you were not signed in: {} refused the request with status {status}", system.name);
            Problem::new(StatusCode::BAD_GATEWAY, what).hint(hint)
        }
        _ => Problem::new(StatusCode::BAD_GATEWAY, format!("you were not signed in: {failure}")).hint(hint),
    }
}

/// Returns the problem of a sign-on that this browser did not begin.
fn not_begun() -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "this sign-on did not begin in this browser, or was completed before")
        .hint("begin again by the link in your course, or on the page \"Sign in\" of the class")
        .hint("if that fails, too, allow cookies for this site")
}
