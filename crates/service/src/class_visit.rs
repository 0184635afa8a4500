//! Requests and their callers.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use class_model::{
    Actor, AssistantRights, Dated, Facts, Moment, Person, PostedAnnouncement, Reader, Secret, student_called,
};
use class_operations::freezing::seen;
use class_operations::{OpenClass, Warning};
use explain::Error;
use locale::Locale;

use crate::app::{App, ServedClass};
use crate::caller::LimitedCaller;
use crate::form_values::RefusedForm;
use crate::locale_choice::{AskedLocale, cookie, locale_for};
use crate::peer::Peer;
use crate::problem::Problem;
use crate::reverse_proxy::{self, Claim};
use crate::url_parameters::Path;

/// Name of the session cookie.
pub(crate) const COOKIE: &str = "muster-session";
/// Context for deriving the mark of a session's forms.
const FORMS: &str = "muster 2026-11 service forms";

/// A request for something of a class, with its caller.
#[derive(Clone)]
pub(crate) struct Visit {
    pub(crate) app: Arc<App>,
    pub(crate) place: Arc<ServedClass>,
    pub(crate) session: Option<(Secret, Person)>,
    /// Time at which the head of the request arrived.
    pub(crate) arrived: Moment,
    /// The origin of the request.
    peer: Option<Peer>,
    language: AskedLocale,
}

/// Time at which the head of a request arrived.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival(pub(crate) Moment);

/// A class as the caller may see and change it.
pub(crate) struct View {
    pub(crate) app: Arc<App>,
    pub(crate) place: Arc<ServedClass>,
    /// The class, with all changes recorded as made by the caller.
    pub(crate) class: OpenClass,
    /// All facts on record.
    pub(crate) facts: Facts,
    pub(crate) person: Option<Person>,
    /// `true` if a reverse proxy has signed the caller in, and signs them out.
    pub(crate) is_named: bool,
    /// The mark of the session's forms.
    pub(crate) mark: Option<String>,
    /// A warning to the teacher about the class's text.
    pub(crate) warning: Option<Warning>,
    pub(crate) now: Moment,
    /// The language of the page.
    pub(crate) locale: Locale,
    /// The page to return to after a choice of another language, below the path of the service.
    pub(crate) asked_page: String,
    /// The rejected form, if any.
    pub(crate) refused: OnceCell<RefusedForm>,
}

impl FromRequestParts<Arc<App>> for Visit {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Visit, Problem> {
        let place = place(parts, app).await?;
        let of = |session| Visit::new(app, &place, session, parts);
        let claim = parts.extensions.get::<Claim>().cloned();
        if let Some(session) = named(app, &place, claim.clone()).await? {
            return of(Some(session));
        }
        // A user unknown to the class may still sign in by a personal link.
        let stranger = claim.filter(|_| parts.uri.path().split('/').nth(2) != Some("enter"));
        let is_anybody = || stranger.as_ref().map_or(Ok(()), |claim| Err(reverse_proxy::unknown(claim)));
        let secret = cookie(&parts.headers, COOKIE).and_then(|text| text.parse::<Secret>().ok());
        let Some(secret) = secret else {
            is_anybody()?;
            return of(None);
        };
        let session = {
            let (place, secret) = (Arc::clone(&place), secret.clone());
            blocking(move || Ok(place.session(&secret, Moment::now())?)).await?
        };
        if let (Some(new), Some(Person::Teacher { .. })) =
            (&app.first_run, session.as_ref().map(|session| &session.person))
        {
            new.note_teacher(&place);
        }
        // An expired session cookie is not counted as a guess: many users behind one address may have one.
        let session = session.map(|session| (secret, session.person));
        if session.is_none() {
            is_anybody()?;
        }
        of(session)
    }
}

/// Returns a session for a student signed in by a reverse proxy.
async fn named(
    app: &Arc<App>,
    place: &Arc<ServedClass>,
    claim: Option<Claim>,
) -> Result<Option<(Secret, Person)>, Problem> {
    let (Some(claim), Some(_)) = (claim, &app.front.identity) else { return Ok(None) };
    let (app, place) = (Arc::clone(app), Arc::clone(place));
    blocking(move || {
        let facts = place.current().0.facts()?;
        let student = student_called(&facts, &claim.0).zip(app.front.identity.as_ref());
        Ok(student.map(|(student, identity)| {
            let secret = identity.secret(&place.name, &student.id);
            (secret, Person::Student { id: student.id.clone() })
        }))
    })
    .await
}

/// Returns the class of a request.
pub(crate) async fn place(parts: &mut Parts, app: &Arc<App>) -> Result<Arc<ServedClass>, Problem> {
    let Path(names) = Path::<HashMap<String, String>>::from_request_parts(parts, app).await?;
    let place = names.get("class").and_then(|name| app.class(name)).cloned();
    place.ok_or_else(|| Problem::not_found("there is no such class"))
}

/// Returns the problem of a caller who has tried too many secrets.
pub(crate) fn guessed() -> Problem {
    Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many invalid links or tokens came from your address")
        .hint("wait a minute, then open your personal link again")
}

impl Visit {
    /// Returns the request with its caller, unless the caller exceeds the rate limit.
    pub(crate) fn new(
        app: &Arc<App>,
        place: &Arc<ServedClass>,
        session: Option<(Secret, Person)>,
        parts: &Parts,
    ) -> Result<Visit, Problem> {
        let peer = parts.extensions.get::<Peer>().copied();
        let arrived = parts.extensions.get().map_or_else(Moment::now, |Arrival(at)| *at);
        let language = parts.extensions.get().cloned().unwrap_or_default();
        let visit =
            Visit { app: Arc::clone(app), place: Arc::clone(place), session, arrived, peer, language };
        if app.rates.count(visit.asker(), Instant::now()) {
            return Ok(visit);
        }
        tracing::warn!(peer = peer.as_ref().map(Peer::to_string), "too many requests");
        let who = if visit.session.is_some() { "you" } else { "your address" };
        Err(Problem::new(StatusCode::TOO_MANY_REQUESTS, format!("too many requests came from {who}"))
            .hint("wait a few seconds"))
    }

    /// Returns the caller, as limits count them.
    pub(crate) fn asker(&self) -> LimitedCaller {
        match &self.session {
            Some((_, person)) => LimitedCaller::Person(self.place.name.clone(), person.clone()),
            None => LimitedCaller::Anybody(self.peer.map(Peer::network)),
        }
    }

    /// Rejects callers other than teachers, before the body of a request is read.
    pub(crate) fn must_be_teacher(&self) -> Result<(), Problem> {
        must_be_teacher(self.session.as_ref().map(|(_, person)| person))
    }

    /// Answers with a view of the class, on a thread that may block.
    pub(crate) async fn view<T: Send + 'static>(
        self,
        answer: impl FnOnce(&View) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        blocking(move || answer(&View::from_visit(self)?)).await
    }

    /// Answers from matches of a run, under a concurrency limit and only for signed-in callers.
    pub(crate) async fn view_matches<T: Send + 'static>(
        self,
        answer: impl FnOnce(&View) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        if self.session.is_none() {
            return Err(Problem::signed_out());
        }
        let reader = self.app.reading.begin(self.asker()).await?;
        self.view(move |view| {
            let answered = answer(view);
            drop(reader);
            answered
        })
        .await
    }
}

impl From<&View> for Locale {
    fn from(view: &View) -> Locale {
        view.locale
    }
}

impl View {
    fn from_visit(visit: Visit) -> Result<View, Problem> {
        let Visit { app, place, session, language, .. } = visit;
        let actor = session.as_ref().map_or(Actor::SERVICE, |(_, person)| person.actor());
        let (class, warning) = place.acting(actor);
        let facts = class.facts()?;
        // A person who was removed from the class counts as signed out.
        let is_there = |person: &Person| match person {
            Person::Student { id } => facts.student(id).is_some(),
            Person::Teacher { .. } | Person::Assistant { .. } => true,
        };
        let session = session.filter(|(_, person)| is_there(person));
        let is_named =
            session.as_ref().is_some_and(|(secret, person)| is_named(&app, &place, secret, person));
        let mark = session.as_ref().map(|(secret, _)| secret.derive(FORMS).reveal());
        let person = session.map(|(_, person)| person);
        let now = class_operations::now(&facts);
        let refused = OnceCell::new();
        let locale = locale_for(person.as_ref(), &facts, &language);
        let asked_page = language.page;
        Ok(View {
            app,
            place,
            class,
            facts,
            person,
            is_named,
            mark,
            warning,
            now,
            locale,
            asked_page,
            refused,
        })
    }

    /// Returns the address of a page of the class.
    pub(crate) fn address(&self, page: &str) -> String {
        format!("{}{page}", self.place.home)
    }

    /// Returns the full address of a page of the class.
    pub(crate) fn full_address(&self, page: &str) -> String {
        format!("{}{}", self.app.url, self.address(page))
    }

    /// Rejects a form without the mark of this session.
    pub(crate) fn check_mark(&self, mark: Option<&str>) -> Result<(), Problem> {
        match (&self.mark, mark) {
            (Some(own), Some(mark)) if own.parse::<Secret>().is_ok_and(|own| own.is(mark)) => Ok(()),
            (None, _) => Err(Problem::signed_out()),
            _ => Err(Problem::new(StatusCode::FORBIDDEN, "this form belongs to another session")
                .hint("reload the page and try again")),
        }
    }

    /// Returns the form with this name if it was rejected.
    pub(crate) fn refused(&self, form: &str) -> Option<&RefusedForm> {
        self.refused.get().filter(|refused| refused.form == form)
    }

    /// Returns the value typed into a field of a rejected form; empty if it was not rejected.
    pub(crate) fn typed(&self, form: &str, field: &str) -> &str {
        self.refused(form).map(|refused| refused.typed.get(field)).unwrap_or_default()
    }

    /// Returns the group of readers to which the caller belongs; `None` for staff, who see all results.
    pub(crate) fn reader(&self) -> Option<Reader> {
        reader_of(self.person.as_ref())
    }

    /// Returns all facts, with the results that the caller may see.
    pub(crate) fn seen(&self) -> Result<Facts, Error> {
        seen(&self.class, self.reader(), self.facts.clone())
    }

    /// Returns the id of the student who asks.
    pub(crate) fn student(&self) -> Result<&str, Problem> {
        match &self.person {
            Some(Person::Student { id }) => Ok(id),
            Some(_) => Err(Problem::forbidden()),
            None => Err(Problem::signed_out()),
        }
    }

    /// Rejects callers other than teachers.
    pub(crate) fn must_be_teacher(&self) -> Result<(), Problem> {
        must_be_teacher(self.person.as_ref())
    }

    /// Returns `true` for teachers, and for assistants to whom the class's text grants a right.
    pub(crate) fn has_right(&self, right: fn(&AssistantRights) -> bool) -> bool {
        match &self.person {
            Some(Person::Teacher { .. }) => true,
            Some(Person::Assistant { .. }) => right(&self.class.plan.assistants),
            _ => false,
        }
    }

    /// Rejects callers other than teachers, and assistants to whom the class's text does not grant a right.
    pub(crate) fn must_have_right(&self, right: fn(&AssistantRights) -> bool) -> Result<(), Problem> {
        if self.has_right(right) { Ok(()) } else { self.must_be_teacher() }
    }

    /// Rejects callers who may not announce to the whole class.
    pub(crate) fn must_announce_to_all(&self) -> Result<(), Problem> {
        self.must_have_right(|rights| rights.announce)?;
        if self.must_be_staff()?.is_some() { Err(Problem::forbidden()) } else { Ok(()) }
    }

    /// Returns `true` if the caller sees announcements to a section.
    pub(crate) fn sees_section(&self, section: &str) -> bool {
        match &self.person {
            Some(Person::Teacher { .. } | Person::Assistant { section: None, .. }) => true,
            Some(Person::Assistant { section: Some(own), .. }) => own == section,
            Some(Person::Student { id }) => {
                self.facts.student(id).is_some_and(|student| student.section.as_deref() == Some(section))
            }
            None => false,
        }
    }

    /// Returns the announcements that the caller sees, in order.
    pub(crate) fn announcements(&self) -> Vec<&Dated<PostedAnnouncement>> {
        let sees = |one: &&Dated<PostedAnnouncement>| {
            one.what.section.as_deref().is_none_or(|section| self.sees_section(section))
        };
        self.facts.announcements().iter().filter(sees).collect()
    }

    /// Returns `true` if the caller may change an announcement: a teacher any, an assistant those to their section.
    pub(crate) fn may_edit(&self, one: &PostedAnnouncement) -> bool {
        let is_own = match &self.person {
            Some(Person::Assistant { section: Some(own), .. }) => one.section.as_ref() == Some(own),
            _ => true,
        };
        is_own && self.has_right(|rights| rights.announce)
    }

    /// Rejects orders of games if this service plays none.
    pub(crate) fn must_play(&self) -> Result<(), Problem> {
        if self.app.is_playing {
            return Ok(());
        }
        let what = "this service does not play games";
        Err(Problem::new(StatusCode::CONFLICT, what).hint("start it without --no-play"))
    }

    /// Rejects callers who may not see this student's data.
    pub(crate) fn must_see(&self, id: &str) -> Result<(), Problem> {
        let section = self.must_be_staff()?;
        let student = self.facts.student(id).ok_or_else(|| Problem::not_found("there is no such student"))?;
        match section {
            Some(section) if student.section.as_deref() != Some(section) => Err(Problem::forbidden()),
            _ => Ok(()),
        }
    }

    /// Returns `true` for teachers and assistants.
    pub(crate) fn is_staff(&self) -> bool {
        self.must_be_staff().is_ok()
    }

    /// Rejects callers other than staff. Returns the section of an assistant; `None` for all sections.
    pub(crate) fn must_be_staff(&self) -> Result<Option<&str>, Problem> {
        match &self.person {
            Some(Person::Teacher { .. }) => Ok(None),
            Some(Person::Assistant { section, .. }) => Ok(section.as_deref()),
            Some(Person::Student { .. }) => Err(Problem::forbidden()),
            None => Err(Problem::signed_out()),
        }
    }
}

fn must_be_teacher(person: Option<&Person>) -> Result<(), Problem> {
    match person {
        Some(Person::Teacher { .. }) => Ok(()),
        Some(_) => Err(Problem::forbidden()),
        None => Err(Problem::signed_out()),
    }
}

/// Returns `true` if the session was opened by a reverse proxy rather than by a personal link.
fn is_named(app: &App, place: &ServedClass, secret: &Secret, person: &Person) -> bool {
    app.front.identity.as_ref().is_some_and(|identity| identity.is_session(&place.name, secret, person))
}

/// Returns `true` if the person is still signed in. May block on the disk.
pub(crate) fn is_signed_in(
    app: &App,
    place: &ServedClass,
    secret: &Secret,
    person: &Person,
) -> Result<bool, Problem> {
    if let Person::Student { id } = person
        && is_named(app, place, secret, person)
    {
        return Ok(place.current().0.facts()?.student(id).is_some());
    }
    Ok(place.session(secret, Moment::now())?.is_some())
}

/// Returns the group of readers to which a person belongs; `None` for staff, who see all results.
pub(crate) fn reader_of(person: Option<&Person>) -> Option<Reader> {
    match person {
        Some(Person::Teacher { .. } | Person::Assistant { .. }) => None,
        Some(Person::Student { .. }) => Some(Reader::Participants),
        None => Some(Reader::All),
    }
}

/// Runs work that may block on the disk or on other processes.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let panicked = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "something went wrong in the service");
    tokio::task::spawn_blocking(work).await.map_err(panicked)?
}

/// Returns the cookie of a session of the class with this first page.
pub(crate) fn session_cookie(app: &App, home: &str, session: &Secret, ends: Moment) -> String {
    let seconds = (ends.millis() - Moment::now().millis()) / 1000;
    let secure = if app.is_secure { "; Secure" } else { "" };
    let session = session.reveal();
    format!("{COOKIE}={session}; Path={home}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
}
