//! What is new, as browsers follow it.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use class::{Hash, Person, Reader, Secret, Submission};
use classroom::StepsNow;
use futures_util::stream::unfold;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::app::{App, ServedClass};
use crate::followers::Follower;
use crate::news::News;
use crate::pages::find_submission;
use crate::problem::Problem;
use crate::typed::Typed;
use crate::visit::{Visit, blocking, is_signed_in, reader_of};

/// How often it is asked whether another program has written something.
const ASK: Duration = Duration::from_millis(250);
/// How often a stream says that it is there, and whether whoever follows still may.
const ALIVE: Duration = Duration::from_secs(15);

/// Looks for what is new in a class, whoever wrote it, until the service ends.
pub(crate) async fn follow(app: Arc<App>, place: Arc<ServedClass>) {
    while !app.stop.load(Ordering::Relaxed) {
        tokio::time::sleep(ASK).await;
        let asked = Arc::clone(&place);
        let known = blocking(move || {
            let facts = asked.current().0.facts()?;
            asked.note(&facts);
            asked.stop_ended_orders(&facts);
            Ok(())
        });
        if let Err(problem) = known.await {
            tracing::warn!(class = place.name, what = problem.what, "cannot read a class");
        }
    }
    // Streams end now, and are not waited for.
    place.wake();
}

/// A stream that says when there is something new for the reader: how much there is to know, as its number, and within how many
/// milliseconds to load a page again; what is played meanwhile, as far as they may see it; and with `submission`, the number of
/// one that they may see, that it has come further.
pub(crate) async fn stream(
    visit: Visit,
    asked: Result<Query<Typed>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let unread = || Problem::bad("the address cannot be read");
    let Query(asked) = asked.map_err(|_| unread())?;
    let submission =
        asked.given("submission").map(|text| text.parse::<u32>().map_err(|_| unread())).transpose()?;
    if let Some(number) = submission {
        visit.clone().view(move |view| find_submission(view, number).map(drop)).await?;
    }
    let follower = visit.app.followers.admit(visit.asker())?;
    let Visit { app, place, session, .. } = visit;
    let known = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let news = place.follow();
    let following = Following {
        app,
        place,
        session,
        news,
        known,
        live: None,
        steps: submission.map(Steps::of),
        next_check: Instant::now() + ALIVE,
        _held: follower,
    };
    Ok(Sse::new(unfold(following, next)).keep_alive(KeepAlive::new().interval(ALIVE)).into_response())
}

/// Somebody who follows.
struct Following {
    app: Arc<App>,
    place: Arc<ServedClass>,
    session: Option<(Secret, Person)>,
    news: watch::Receiver<News>,
    /// How much they know.
    known: Option<i64>,
    /// What they know of runs that are being played: how often that had changed.
    live: Option<u64>,
    /// The submission of which they are told that it has come further.
    steps: Option<Steps>,
    /// When it is asked next whether they still may.
    next_check: Instant,
    _held: Follower,
}

/// The steps of a submission, as far as a follower knows them.
struct Steps {
    submission: u32,
    known: Option<StepsNow>,
    /// The module of which trial matches are told: that of the submission, unless results are frozen.
    module: Option<Hash>,
    /// How much there was to know when that was looked up.
    looked_up: Option<i64>,
}

impl Steps {
    fn of(submission: u32) -> Steps {
        Steps { submission, known: None, module: None, looked_up: None }
    }

    /// Returns `true` if the submission itself has made progress.
    async fn have_changed(&mut self, place: &Arc<ServedClass>, news: News, reader: Option<Reader>) -> bool {
        let mut now = place.checks.now(self.submission);
        let all = news.seen_by(None);
        if now.trials.is_some() && self.looked_up != Some(all) {
            let (place, number) = (Arc::clone(place), self.submission);
            let look_up = blocking(move || {
                let facts = place.current().0.facts()?;
                let is_frozen = reader.is_some_and(|reader| facts.frozen(reader).is_some());
                Ok(facts.submission(number).and_then(Submission::module).filter(|_| !is_frozen))
            });
            (self.module, self.looked_up) = (look_up.await.ok().flatten(), Some(all));
        }
        now.trials = now.trials.filter(|trials| self.module == Some(trials.module));
        self.known.replace(now) != Some(now)
    }
}

/// Waits for something that is new for whoever follows; `None` when the service ends or they may follow no longer.
async fn next(mut following: Following) -> Option<(Result<Event, Infallible>, Following)> {
    loop {
        if following.app.stop.load(Ordering::Relaxed) {
            return None;
        }
        // However much there is to say.
        if Instant::now() >= following.next_check {
            if following.is_over().await {
                return None;
            }
            following.next_check = Instant::now() + ALIVE;
        }
        let news = *following.news.borrow_and_update();
        if let Some(event) = following.event_of(news).await {
            return Some((Ok(event), following));
        }
        tokio::select! {
            changed = following.news.changed() => changed.ok()?,
            () = tokio::time::sleep_until(following.next_check) => {}
        }
    }
}

impl Following {
    /// What of the news they do not know.
    async fn event_of(&mut self, news: News) -> Option<Event> {
        let reader = reader_of(self.session.as_ref().map(|(_, person)| person));
        let number = news.seen_by(reader);
        if self.known != Some(number) {
            self.known = Some(number);
            let within = self.app.followers.within().as_millis();
            let data = format!("{{\"news\":{number},\"within\":{within}}}");
            return Some(Event::default().id(number.to_string()).event("news").data(data));
        }
        if let Some(steps) = &mut self.steps
            && steps.have_changed(&self.place, news, reader).await
        {
            return Some(Event::default().event("step").data("{}"));
        }
        // A page that was left for a while does not know what is played now.
        if self.live.replace(news.live) == Some(news.live) {
            return None;
        }
        let place = Arc::clone(&self.place);
        let live = blocking(move || Ok(place.live(reader)?)).await;
        Some(Event::default().event("live").data(live.ok()??))
    }

    /// Whether the service or the session has ended.
    async fn is_over(&self) -> bool {
        let Some((secret, person)) = self.session.clone() else {
            return self.app.stop.load(Ordering::Relaxed);
        };
        let (app, place) = (Arc::clone(&self.app), Arc::clone(&self.place));
        let is_signed_in = blocking(move || is_signed_in(&app, &place, &secret, &person)).await;
        self.app.stop.load(Ordering::Relaxed) || is_signed_in.is_ok_and(|is_signed_in| !is_signed_in)
    }
}
