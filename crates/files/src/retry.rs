//! Retries of operations that the host refuses only temporarily.

use std::io::{self, ErrorKind};
use std::thread;
use std::time::Duration;

/// Milliseconds to wait after each refusal: 1.4 s in total.
const PAUSES: [u64; 6] = [1, 4, 16, 64, 256, 1024];

/// Retries an operation until it succeeds, fails with an error that does not pass, or has been refused seven times
/// within 1.4 seconds.
///
/// # Errors
/// The last error.
pub fn retry<T, E>(passes: impl Fn(&E) -> bool, attempt: impl FnMut() -> Result<T, E>) -> Result<T, E> {
    retry_after(&PAUSES, passes, attempt)
}

/// Returns `true` if an error passes by itself: an interruption (`EINTR`), or an operation in progress on the host
/// (`EAGAIN`, `EBUSY`).
pub fn is_momentary(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock | ErrorKind::ResourceBusy)
}

fn retry_after<T, E>(
    pauses: &[u64],
    passes: impl Fn(&E) -> bool,
    mut attempt: impl FnMut() -> Result<T, E>,
) -> Result<T, E> {
    for pause in pauses {
        match attempt() {
            Err(error) if passes(&error) => thread::sleep(Duration::from_millis(*pause)),
            ended => return ended,
        }
    }
    attempt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_for_a_while_is_done_in_the_end() {
        let refused = |times: u32| {
            let mut attempts = 0;
            let done = retry_after(
                &[0; 2],
                |_| true,
                || {
                    attempts += 1;
                    if attempts > times { Ok(attempts) } else { Err(attempts) }
                },
            );
            (done, attempts)
        };
        assert_eq!(refused(0), (Ok(1), 1));
        assert_eq!(refused(2), (Ok(3), 3));
        assert_eq!(refused(3), (Err(3), 3));
    }

    #[test]
    fn what_does_not_pass_is_tried_once() {
        let mut attempts = 0;
        let failed: Result<(), io::Error> = retry(is_momentary, || {
            attempts += 1;
            Err(ErrorKind::StorageFull.into())
        });
        assert_eq!((failed.unwrap_err().kind(), attempts), (ErrorKind::StorageFull, 1));
    }
}
