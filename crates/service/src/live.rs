//! What is new, as browsers follow it.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::http::{HeaderMap, StatusCode};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use class::{Moment, Person, Secret};
use tokio::sync::{OwnedSemaphorePermit, watch};

use crate::app::{App, ServedClass};
use crate::news::News;
use crate::problem::Problem;
use crate::visit::{Visit, blocking, reader_of};

/// How often it is asked whether another program has written something.
const ASK: Duration = Duration::from_millis(250);
/// How often a stream says that it is there, and whether whoever follows still may.
const ALIVE: Duration = Duration::from_secs(15);

/// Looks for what is new in a class, whoever wrote it, until the service ends.
pub(crate) async fn follow(app: Arc<App>, place: Arc<ServedClass>) {
    while !app.stop.load(Ordering::Relaxed) {
        tokio::time::sleep(ASK).await;
        let asked = Arc::clone(&place);
        let known = blocking(move || Ok(News::of(&asked.current().0.facts()?))).await;
        match known {
            Ok(news) => place.note(news),
            Err(problem) => tracing::warn!(class = place.name, what = problem.what, "cannot read a class"),
        }
    }
}

/// A stream that says when there is something new for whoever asks: how much there is to know, as its number.
pub(crate) async fn stream(visit: Visit, headers: HeaderMap) -> Result<Response, Problem> {
    let permit = Arc::clone(&visit.app.followers)
        .try_acquire_owned()
        .map_err(|_| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too many streams are open"))?;
    let Visit { app, place, session } = visit;
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let mut news = place.news.subscribe();
    news.mark_changed();
    let following = Following { app, place, session, news, last, _permit: permit };
    let stream = Stream { next: Box::pin(next(following)) };
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(ALIVE)).into_response())
}

/// Somebody who follows.
struct Following {
    app: Arc<App>,
    place: Arc<ServedClass>,
    session: Option<(Secret, Person)>,
    news: watch::Receiver<News>,
    /// How much they know.
    last: Option<i64>,
    _permit: OwnedSemaphorePermit,
}

/// Waits for something that is new for whoever follows; `None` when the service ends or they may follow no longer.
async fn next(mut following: Following) -> Option<(i64, Following)> {
    loop {
        tokio::select! {
            changed = following.news.changed() => changed.ok()?,
            () = tokio::time::sleep(ALIVE) => {
                if following.is_over().await {
                    return None;
                }
            }
        }
        let reader = reader_of(following.session.as_ref().map(|(_, person)| person));
        let news = following.news.borrow_and_update().seen_by(reader);
        if following.last != Some(news) {
            following.last = Some(news);
            return Some((news, following));
        }
    }
}

impl Following {
    /// Whether the service or the session has ended.
    async fn is_over(&self) -> bool {
        let Some((secret, _)) = self.session.clone() else { return self.app.stop.load(Ordering::Relaxed) };
        let place = Arc::clone(&self.place);
        let session = blocking(move || Ok(place.access().session(&secret, Moment::now())?)).await;
        self.app.stop.load(Ordering::Relaxed) || session.is_ok_and(|session| session.is_none())
    }
}

type Next = std::pin::Pin<Box<dyn Future<Output = Option<(i64, Following)>> + Send>>;

/// The events of whoever follows, one after another.
struct Stream {
    next: Next,
}

impl futures_core::Stream for Stream {
    type Item = Result<Event, Infallible>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        let Some((news, following)) = std::task::ready!(self.next.as_mut().poll(context)) else {
            return std::task::Poll::Ready(None);
        };
        self.next = Box::pin(next(following));
        let event = Event::default().id(news.to_string()).event("news").data(format!("{{\"news\":{news}}}"));
        std::task::Poll::Ready(Some(Ok(event)))
    }
}
