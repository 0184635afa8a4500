//! Samples taken during a host call.

use wasmtime::{AsContextMut, Caller, Result};

use super::{sampled_functions, sampled_script};
use crate::sampling::{Mode, Sampler};
use crate::seat::SeatState;

/// Takes the samples of a host call after its `price` was charged, with `left` units of fuel remaining.
pub(crate) fn in_host_call(
    caller: &mut Caller<'_, SeatState>,
    sampler: &mut Sampler,
    left: u64,
    price: u64,
) -> Result<()> {
    match sampler.mode {
        Mode::Functions(_) => {
            let used = caller.data().begun_with.saturating_sub(left);
            sampled_functions::in_host_call(&caller.as_context_mut(), sampler, used);
            Ok(())
        }
        Mode::Finding(_) => Ok(()),
        Mode::Script(_) => sampled_script::in_host_call(caller, sampler, left, price),
    }
}
