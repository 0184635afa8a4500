//! Running a call on this thread.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use crate::time::{CallTimer, Meter, Overrun};

/// Runs a call on this thread. The call yields after every interval of fuel; past its limit it is dropped at that
/// point.
pub(crate) fn drive<T>(call: impl Future<Output = T>, watch: CallTimer, meter: &Meter) -> Result<T, Overrun> {
    let mut call = pin!(call);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        match call.as_mut().poll(&mut context) {
            Poll::Ready(value) => return Ok(value),
            Poll::Pending => {
                meter.add_interval();
                watch.look(meter)?;
            }
        }
    }
}
