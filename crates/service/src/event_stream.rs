//! News for browsers, as a stream of events.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use class_model::{Hash, Person, Reader, Secret, Submission};
use class_operations::submission::StepsNow;
use futures_util::stream::unfold;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::app::{App, ServedClass};
use crate::class_visit::{Visit, blocking, is_signed_in, reader_of};
use crate::concurrency::Slot;
use crate::form_values::FormValues;
use crate::pages::find_submission;
use crate::problem::Problem;
use crate::revisions::ClassRevisions;
use crate::url_parameters::Query;

/// Interval between checks for changes made by other processes.
const ASK: Duration = Duration::from_millis(250);
/// Interval between keep-alive messages of a stream, and between checks that its reader is still signed in.
const ALIVE: Duration = Duration::from_secs(15);

/// Watches a class for changes made by any process, until the service ends.
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
    // Ends the streams now instead of waiting for them.
    place.wake();
}

/// Streams events to a reader. A news event has the revision that the reader may know, and the number of milliseconds
/// over which to spread reloads. A live event has the runs being played, if the reader may see them. With `submission`,
/// the number of a submission that the reader may see, a step event reports its progress.
pub(crate) async fn stream(
    visit: Visit,
    Query(asked): Query<FormValues>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let submission = asked.given("submission").map(|text| text.parse::<u32>()).transpose();
    let submission = submission.map_err(|_| Problem::bad("the query string is invalid"))?;
    if let Some(number) = submission {
        visit.clone().view(move |view| find_submission(view, number).map(drop)).await?;
    }
    let follower = visit.app.followers.admit(visit.asker())?;
    let Visit { app, place, session, .. } = visit;
    let known = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let news = place.follow();
    let following = StreamState {
        app,
        place,
        session,
        news,
        known,
        live: None,
        steps: submission.map(Steps::new),
        next_check: Instant::now() + ALIVE,
        _held: follower,
    };
    Ok(Sse::new(unfold(following, next)).keep_alive(KeepAlive::new().interval(ALIVE)).into_response())
}

/// The state of an event stream.
struct StreamState {
    app: Arc<App>,
    place: Arc<ServedClass>,
    session: Option<(Secret, Person)>,
    news: watch::Receiver<ClassRevisions>,
    /// The last revision sent; `None` before the first.
    known: Option<i64>,
    /// The revision of the live runs last sent.
    live: Option<u64>,
    /// The submission whose progress is reported.
    steps: Option<Steps>,
    /// Time of the next check that the reader is still signed in.
    next_check: Instant,
    _held: Slot,
}

/// The steps of a submission last seen by a follower.
struct Steps {
    submission: u32,
    known: Option<StepsNow>,
    /// The module whose trial matches are reported: that of the submission, or `None` while results are frozen.
    module: Option<Hash>,
    /// The revision at which the module was looked up.
    looked_up: Option<i64>,
}

impl Steps {
    fn new(submission: u32) -> Steps {
        Steps { submission, known: None, module: None, looked_up: None }
    }

    /// Returns `true` if the submission itself has made progress.
    async fn have_changed(
        &mut self,
        place: &Arc<ServedClass>,
        news: ClassRevisions,
        reader: Option<Reader>,
    ) -> bool {
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

/// Waits for the next event; `None` when the service or the session has ended.
async fn next(mut following: StreamState) -> Option<(Result<Event, Infallible>, StreamState)> {
    loop {
        if following.app.stop.load(Ordering::Relaxed) {
            return None;
        }
        // Checked even if there are always more events.
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

impl StreamState {
    /// Returns the next event that the reader does not know; `None` if there is none.
    async fn event_of(&mut self, news: ClassRevisions) -> Option<Event> {
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
        // A page that was in the background does not know the current runs.
        if self.live.replace(news.live) == Some(news.live) {
            return None;
        }
        let place = Arc::clone(&self.place);
        let live = blocking(move || Ok(place.live(reader)?)).await;
        Some(Event::default().event("live").data(live.ok()??))
    }

    /// Returns `true` if the service or the session has ended.
    async fn is_over(&self) -> bool {
        let Some((secret, person)) = self.session.clone() else {
            return self.app.stop.load(Ordering::Relaxed);
        };
        let (app, place) = (Arc::clone(&self.app), Arc::clone(&self.place));
        let is_signed_in = blocking(move || is_signed_in(&app, &place, &secret, &person)).await;
        self.app.stop.load(Ordering::Relaxed) || is_signed_in.is_ok_and(|is_signed_in| !is_signed_in)
    }
}
