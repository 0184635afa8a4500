//! The next batch of a queue.

use std::time::Duration;

use async_nats::Message as Envelope;
use async_nats::jetstream::Message as Delivered;
use futures_util::StreamExt;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::watch;
use tokio::time::timeout;

use super::event::{Event, Patience};
use crate::link::Link;
use crate::subject;

/// How long the server waits for a batch before it answers that it has none.
const WAITING: Duration = Duration::from_secs(5);
/// How long a worker that ends waits for a batch that is on its way.
const LAST: Duration = Duration::from_secs(1);
/// The pause before a queue is asked again that has none, or is not there.
const PAUSE: Duration = Duration::from_millis(200);

/// Asks a queue for its next batch, which comes as an event. When the worker takes no more, nothing is waited for but what the
/// server has handed out already.
pub(super) async fn next(
    link: Link,
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

/// A batch comes under the subject that it was published with: not as an answer, but to a subscription of its own.
async fn ask(
    link: &Link,
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

/// Returns when the worker takes no more.
async fn end(is_ending: &mut watch::Receiver<bool>) {
    drop(is_ending.wait_for(|is_ending| *is_ending).await);
}

/// How often a batch was handed out, with this time.
pub(super) fn deliveries(link: &Link, message: Envelope) -> i64 {
    let delivered = Delivered { message, context: link.context.clone() };
    delivered.info().map_or(1, |info| info.delivered)
}
