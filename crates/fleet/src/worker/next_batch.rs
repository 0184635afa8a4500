//! The next batch of a queue.

use std::time::Duration;

use async_nats::Message as Envelope;
use async_nats::jetstream::Message as Delivered;
use futures_util::StreamExt;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::watch;
use tokio::time::timeout;

use super::event::{Event, Patience};
use crate::connection::Connection;
use crate::subject;

/// Time for which the server waits for a batch before it answers that it has none.
const WAITING: Duration = Duration::from_secs(5);
/// Maximum time for which a worker that is ending waits for a batch in transit.
const LAST: Duration = Duration::from_secs(1);
/// Pause before an empty or missing queue is asked again.
const PAUSE: Duration = Duration::from_millis(200);

/// Asks a queue for its next batch, which arrives as an event. When the worker takes no more, it waits only for a batch
/// that the server has already handed out.
pub(super) async fn next(
    link: Connection,
    consumer: String,
    patience: Patience,
    events: UnboundedSender<Event>,
    mut is_ending: watch::Receiver<bool>,
) {
    let asked = timeout(WAITING + PAUSE, ask(&link, &consumer, patience, &mut is_ending)).await;
    let message = asked.ok().flatten();
    if message.is_none() && patience == Patience::Some {
        drop(timeout(PAUSE, end(&mut is_ending)).await);
    }
    drop(events.send(Event::Pulled { consumer, patience, message: message.map(Box::new) }));
}

/// Sends the request. A batch arrives under the subject that it was published with, not as a reply, so it needs its own
/// subscription.
async fn ask(
    link: &Connection,
    consumer: &str,
    patience: Patience,
    is_ending: &mut watch::Receiver<bool>,
) -> Option<Envelope> {
    let inbox = link.client.new_inbox();
    let mut answers = link.client.subscribe(inbox.clone()).await.ok()?;
    let body = match patience {
        Patience::None => "{\"batch\":1,\"no_wait\":true}".to_owned(),
        Patience::Some => format!("{{\"batch\":1,\"expires\":{}}}", WAITING.as_nanos()),
    };
    link.client.publish_with_reply(subject::next_jobs(consumer), inbox, body.into()).await.ok()?;
    let answer = tokio::select! {
        answer = answers.next() => answer,
        () = end(is_ending) => {
            answers.drain().await.ok()?;
            timeout(LAST, answers.next()).await.ok().flatten()
        }
    };
    // A status says why there is no batch.
    answer.filter(|message| message.status.is_none())
}

/// Returns when the worker takes no more jobs.
async fn end(is_ending: &mut watch::Receiver<bool>) {
    drop(is_ending.wait_for(|is_ending| *is_ending).await);
}

/// Number of deliveries of a batch, including this one.
pub(super) fn deliveries(link: &Connection, message: Envelope) -> i64 {
    let delivered = Delivered { message, context: link.context.clone() };
    delivered.info().map_or(1, |info| info.delivered)
}
