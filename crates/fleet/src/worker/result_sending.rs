//! Results on their way to their stream.

use std::time::Duration;

use crate::connection::Connection;
use crate::message::{Answer, HeldJobs, JobResult, MessageError, Results, seal};
use crate::subject;

/// Pause before results are sent again.
const PAUSE: Duration = Duration::from_millis(500);

/// Sends results, in as many messages as they need. Returns when their stream has them all. Waits for a server that is
/// away.
pub(super) async fn send(
    link: &Connection,
    process: u64,
    held: &HeldJobs,
    pace: Duration,
    results: Vec<JobResult>,
) {
    let subject = subject::results(&held.coordinator, &link.user);
    let mut parts = vec![results];
    while let Some(mut results) = parts.pop() {
        if results.is_empty() {
            continue;
        }
        let pace = u64::try_from(pace.as_nanos()).unwrap_or(u64::MAX);
        let mut message = Results {
            coordinator: held.coordinator.clone(),
            epoch: held.epoch,
            process,
            pace,
            results: Vec::new(),
        };
        std::mem::swap(&mut message.results, &mut results);
        match seal(&message, &link.key) {
            Ok(bytes) => publish(link, &subject, &bytes).await,
            Err(error) => parts.extend(smaller(message.results, &error)),
        }
    }
}

/// Splits results that are too large for a message into two halves. A single result becomes a failure of the host.
fn smaller(mut results: Vec<JobResult>, error: &MessageError) -> Vec<Vec<JobResult>> {
    if results.len() > 1 {
        let others = results.split_off(results.len() / 2);
        return vec![others, results];
    }
    for result in &mut results {
        result.answer = Answer::Failed(format!("its record does not fit in a message: {error}"));
    }
    vec![results]
}

/// Number of tries after which the reason is logged again: about a minute.
const REMINDER: u32 = 120;

async fn publish(link: &Connection, subject: &str, bytes: &[u8]) {
    for tries in 1.. {
        let sent = link.context.publish(subject.to_owned(), bytes.to_vec().into()).await;
        let stored = match sent {
            Ok(stored) => stored.await.map(drop),
            Err(error) => Err(error),
        };
        let Err(error) = stored else { return };
        if tries % REMINDER == 10 {
            let why = explain::with_causes(&error);
            tracing::warn!(
                why,
                "the server does not accept results; retrying; see its log; if its disk was full, restart it"
            );
        }
        tokio::time::sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use hash::Hash;

    use super::*;

    #[test]
    fn what_does_not_fit_is_halved_and_at_last_fails() {
        let result = |number| JobResult {
            number,
            job: Hash::digest(b""),
            answer: Answer::NoModule(Hash::digest(b"")),
        };
        let error = MessageError::TooLong(1 << 20);
        let parts = smaller(vec![result(1), result(2), result(3)], &error);
        assert_eq!(parts, [vec![result(2), result(3)], vec![result(1)]]);
        let [alone] = &smaller(vec![result(1)], &error)[..] else { panic!("one part") };
        assert!(matches!(&alone[0].answer, Answer::Failed(why) if why.contains("1048576")));
    }
}
