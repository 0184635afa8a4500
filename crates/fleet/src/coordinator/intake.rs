//! Intake of results and announcements from their streams.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::Message as Delivered;
use async_nats::jetstream::consumer::DeliverPolicy;
use async_nats::{Message as Envelope, Subject};
use futures_util::StreamExt;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{Receiver, Sender, UnboundedSender, channel};

use super::event::{Event, SignedResults};
use crate::connection::Connection;
use crate::message::{MessageError, Results, open};
use crate::{PublicKey, streams, subject};

/// Pause before a failed request for results is retried.
const PAUSE: Duration = Duration::from_millis(500);
/// Maximum number of messages in transit.
const MOST_MESSAGES: usize = 64;
/// Maximum number of messages that are taken and undecided. In memory, a message takes a multiple of its bytes.
const MOST_TAKEN: usize = 32;

/// Maximum number of announcements that are taken and not handled yet.
const MOST_ANNOUNCED: usize = 64;

/// Takes announcements from their stream as long as the receiver exists, beginning with the stored ones. The server
/// sends no more than are handled. So a worker that sends many can neither fill memory nor make the server end the
/// connection.
pub(super) fn announcements(link: Connection) -> Receiver<Envelope> {
    let (announced, receiver) = channel(MOST_ANNOUNCED);
    tokio::spawn(take_announcements(link, announced));
    receiver
}

async fn take_announcements(link: Connection, announced: Sender<Envelope>) {
    while !announced.is_closed() {
        if let Ok(consumer) = streams::announcements(&link.context, DeliverPolicy::All).await {
            let messages = consumer.stream().max_messages_per_batch(MOST_ANNOUNCED).messages().await;
            if let Ok(mut messages) = messages {
                while let Some(Ok(message)) = messages.next().await {
                    if announced.send(message.message).await.is_err() {
                        return;
                    }
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Takes results as long as `events` is open.
pub(super) async fn take_results(link: Connection, events: UnboundedSender<Event>) {
    let room = Arc::new(Semaphore::new(MOST_TAKEN));
    let mut rejected = BTreeSet::new();
    while !events.is_closed() {
        if let Ok(consumer) = streams::results_consumer(&link.context, &link.user).await {
            let messages = consumer.stream().max_messages_per_batch(MOST_MESSAGES).messages().await;
            if let Ok(mut messages) = messages {
                while let Some(Ok(message)) = messages.next().await {
                    take(&link, message, &events, (&room, &mut rejected)).await;
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Takes a message of results. The first rejection of each worker is logged.
async fn take(
    link: &Connection,
    message: Delivered,
    events: &UnboundedSender<Event>,
    (room, rejected): (&Arc<Semaphore>, &mut BTreeSet<Subject>),
) {
    let Ok(permit) = Arc::clone(room).acquire_owned().await else { return };
    // The server's delivery metadata is well-formed.
    let (sequence, delivered) = message.info().map_or((0, 1), |info| (info.stream_sequence, info.delivered));
    let (message, acker) = message.split();
    match read(&message.subject, &message.payload, &link.user) {
        Ok((worker, results)) => {
            let arrived = SignedResults { worker, results, sequence, delivered, permit, acker };
            drop(events.send(Event::Results(Box::new(arrived))));
        }
        Err(why) => {
            // Without a valid signature, the sender is unknown: a subject proves nothing.
            if rejected.insert(message.subject.clone()) {
                tracing::warn!(subject = %message.subject, %why, "rejected results");
            }
            drop(acker.ack().await);
        }
    }
}

/// Returns the results in a message and their sender. The sender is the key in the subject, under which the server lets
/// that worker alone publish. The message must be signed with that key.
fn read(
    subject: &str,
    payload: &[u8],
    coordinator: &PublicKey,
) -> Result<(PublicKey, Results), MessageError> {
    let worker = subject::user_of(subject).ok_or(MessageError::Signature)?;
    let results = open::<Results>(payload, &worker)?;
    // Signed for another coordinator and replayed to this one.
    if results.coordinator != *coordinator {
        return Err(MessageError::Signature);
    }
    Ok((worker, results))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Key;
    use crate::message::seal;

    #[test]
    fn results_count_where_subject_signature_and_addressee_agree() {
        let [worker, other, lab, lab_2] = [(); 4].map(|()| Key::fresh());
        let results = |coordinator: &Key| Results {
            coordinator: coordinator.public(),
            epoch: 1,
            process: 1,
            pace: 1,
            results: Vec::new(),
        };
        let subject_of = |worker: &Key| subject::results(&lab.public(), &worker.public());
        let honest = seal(&results(&lab), &worker).unwrap();
        assert_eq!(read(&subject_of(&worker), &honest, &lab.public()).unwrap().0, worker.public());
        // Under another's name; signed by another; for another coordinator; under no name.
        let refused = Some(MessageError::Signature);
        assert_eq!(read(&subject_of(&other), &honest, &lab.public()).err(), refused);
        let forged = seal(&results(&lab), &other).unwrap();
        assert_eq!(read(&subject_of(&worker), &forged, &lab.public()).err(), refused);
        let astray = seal(&results(&lab_2), &worker).unwrap();
        assert_eq!(read(&subject_of(&worker), &astray, &lab.public()).err(), refused);
        assert_eq!(read("results.x.y", &honest, &lab.public()).err(), refused);
    }
}
