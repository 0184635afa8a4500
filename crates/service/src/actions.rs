//! Changes made with forms.

use std::sync::Arc;

use axum::Extension;
use axum::http::StatusCode;
use axum::response::Response;
use class_model::{Moment, Reader};
use class_operations::announcement::{Announce, announce};
use class_operations::deadlines::{close, reopen};
use class_operations::freezing::{Release, freeze, release};
use class_operations::judging::scrimmage::{Opponent, RequestGames, request_games};
use class_operations::language;
use class_operations::orders::{
    OrderCycle, order_cycle, order_rejudgement, order_tournament, order_verification,
};
use class_operations::submission::{Activate, activate};
use locale::Locale;

use crate::answer::{see, with_cookie};
use crate::class_visit::{COOKIE, View, Visit, blocking, guessed, session_cookie};
use crate::form_values::{FormValues, RefusedForm};
use crate::forms::{change, refuse};
use crate::locale_choice::language_cookie;
use crate::pages::{self, number};
use crate::peer::Peer;
use crate::problem::Problem;
use crate::url_parameters::Path;

/// Opens a session and sets its cookie.
pub(crate) async fn enter(
    visit: Visit,
    peer: Option<Extension<Peer>>,
    typed: FormValues,
) -> Result<Response, Problem> {
    let peer = peer.map(|Extension(peer)| peer);
    let secret = pages::secret_of(typed.get("link"));
    if visit.session.is_some() && typed.given("mark").is_none() {
        let link = secret.as_ref().map(class_model::Secret::reveal);
        if let Some(question) = visit.clone().view(move |view| pages::switch(view, link.as_deref())).await? {
            return Ok(question);
        }
    } else if visit.session.is_some() {
        let mark = typed.given("mark");
        visit.clone().view(move |view| view.check_mark(mark.as_deref())).await?;
    }
    let place = Arc::clone(&visit.place);
    let opened = blocking(move || match secret {
        Some(secret) => Ok(place.access().enter(&secret, Moment::now())?),
        None => Ok(None),
    });
    let Some((session, opened)) = opened.await? else {
        if visit.app.note_wrong(peer, "personal link") {
            return Err(guessed());
        }
        let problem =
            Problem::new(StatusCode::FORBIDDEN, "the link is invalid, or was replaced by a newer one")
                .hint("ask the teacher for a new one");
        let refused = RefusedForm { form: "enter", typed, problem };
        return visit.view(|view| refuse(view, refused, |view| Ok(pages::enter(view, None)))).await;
    };
    let home = visit.place.home.clone();
    Ok(with_cookie(see(&home), &session_cookie(&visit.app, &home, &session, opened.ends)))
}

/// Ends the session.
pub(crate) async fn leave(visit: Visit, typed: FormValues) -> Result<Response, Problem> {
    let session = visit.session.as_ref().map(|(secret, _)| secret.clone());
    let home = visit.place.home.clone();
    visit
        .view(move |view| {
            view.check_mark(Some(typed.get("mark")))?;
            if let Some(secret) = &session {
                view.place.leave(secret)?;
            }
            Ok(())
        })
        .await?;
    Ok(with_cookie(see(&home), &format!("{COOKIE}=; Path={home}; Max-Age=0; HttpOnly; SameSite=Lax")))
}

/// Chooses the version that plays; without a number, the last accepted one.
pub(crate) fn choose(view: &View, (): (), typed: &FormValues) -> Result<Response, Problem> {
    let submission = number(typed.get("submission"), "a submission number")?;
    activate(&view.class, Activate { student: view.student()?.to_owned(), submission })?;
    Ok(see(&view.address("")))
}

/// Requests friendly games against `alias:NAME`, or against `of-text:NAME`, an opponent from the class's text.
pub(crate) fn ask_for_games(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    let student = view.student()?.to_owned();
    change(view, "games", typed, pages::first, |typed| {
        let games = number(typed.get("games"), "a number of games")?;
        let against = match typed.get("against").split_once(':') {
            Some(("alias", alias)) => Opponent::Alias(alias.to_owned()),
            Some(("of-text", name)) => Opponent::OfText(name.to_owned()),
            _ => return Err(Problem::bad("no opponent was chosen")),
        };
        let request = RequestGames { student, against, submission: None, games };
        request_games(&view.class, &*view.app.validator, request)?;
        Ok(view.address("") + "#games")
    })
}

pub(crate) fn make_announcement(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_have_right(|rights| rights.announce)?;
    let own = view.must_be_staff()?;
    change(view, "announce", typed, pages::first, |typed| {
        let section = own.map(str::to_owned).or_else(|| typed.given("section"));
        announce(&view.class, &Announce { text: typed.get("text").to_owned(), section })?;
        Ok(view.address(""))
    })
}

/// Makes a decision for the whole class.
pub(crate) fn decide(view: &View, (): (), typed: &FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    match typed.get("to") {
        "close" => drop(close(&view.class)?),
        "reopen" => drop(reopen(&view.class)?),
        "freeze" => drop(freeze(&view.class)?),
        "release-participants" => drop(release(&view.class, Release { to: Reader::Participants })?),
        "release-all" => drop(release(&view.class, Release { to: Reader::All })?),
        _ => return Err(Problem::bad("there is no such decision")),
    }
    Ok(see(&view.address("")))
}

/// Orders a `tournament`, `cycle`, `rejudgement` or `verification` for the whole class.
pub(crate) fn order(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    change(view, "orders", typed, pages::first, |typed| {
        view.must_play()?;
        match typed.get("what") {
            "tournament" => order_tournament(&view.class, typed.get("name"))?,
            "rejudgement" => {
                order_rejudgement(&view.class)?;
                return Ok(view.address(pages::staff::rejudging::ADDRESS));
            }
            "verification" => {
                let run = typed.get("name");
                order_verification(&view.class, run)?;
                return Ok(pages::tournament_address(view, run));
            }
            "cycle" => {
                let pairings = number(typed.get("pairings"), "a number of pairings")?;
                let games = number(typed.get("games"), "a number of games")?.unwrap_or_default();
                let games = u16::try_from(games).unwrap_or(u16::MAX);
                order_cycle(&view.class, OrderCycle { pairings: pairings.unwrap_or_default(), games })?
            }
            _ => return Err(Problem::bad("there is no such order")),
        };
        Ok(view.address("") + "#orders")
    })
}

pub(crate) fn stop_order(
    view: &View,
    Path((_, order)): Path<(String, u32)>,
    _: &FormValues,
) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    class_operations::orders::stop_order(&view.class, order)?;
    Ok(see(&(view.address("") + "#orders")))
}

/// Keeps the chosen language in a cookie, and on record for a student's mail. Returns to the page of the choice.
#[expect(clippy::needless_pass_by_value, reason = "handlers of forms get their values")]
pub(crate) fn choose_language(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    if view.person.is_some() {
        view.check_mark(Some(typed.get("mark")))?;
    }
    let locale: Locale = typed.get("language").parse().map_err(|_| {
        Problem::bad("pages are not available in this language").hint("choose one at the foot of the page")
    })?;
    if let Ok(student) = view.student() {
        language::choose_language(&view.class, student, locale)?;
    }
    let page = typed.get("page");
    let is_own = view.address("").strip_prefix(&view.app.path).is_some_and(|home| page.starts_with(home));
    let page = if is_own { format!("{}{page}", view.app.path) } else { view.address("") };
    Ok(with_cookie(see(&page), &language_cookie(locale, &view.app.path, view.app.is_secure)))
}
