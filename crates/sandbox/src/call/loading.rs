//! Loading of a script by an interpreter, once, outside of any match. The resulting memory is kept as a module.

use std::sync::Arc;

use game::Seat;
use referee::{Failure, Fault, HostFailure, Limits, MatchSeed, Ticks};
use wasmtime::{Memory, Store, Val, WasmParams, WasmResults};

use super::drive::drive;
use super::failure::{engine, host, of_call};
use super::player::new_store;
use crate::bot::Instances;
use crate::rewrite::{GlobalValue, global_name, snapshot};
use crate::seat::SeatState;
use crate::time::{Account, Meter};
use crate::{Bot, CpuGuard, Sandbox};

/// Export of interpreters that returns memory for the script.
const ROOM: &str = "muster_script_room";
/// Export of interpreters that loads the script.
const LOAD: &str = "muster_script_load";
/// Results of `LOAD`: the script is ready, or is refused. Any other result is the address of a text.
const READY: u32 = 0;
const REFUSED: u32 = 1;

/// The outcome of loading a script, with its log and its time.
#[derive(Debug)]
pub struct Loading {
    /// The outcome.
    pub loaded: Loaded,
    /// Output printed during loading.
    pub log: String,
    /// Virtual time used.
    pub spent: Ticks,
}

/// The outcome of loading a script.
#[derive(Debug)]
pub enum Loaded {
    /// The script waits for its first question. This is the module that starts at that point.
    Ready(Vec<u8>),
    /// The interpreter needs an answer before it can load the script, or returns a result.
    Text(String),
    /// The script has an error, described by the interpreter.
    Refused(String),
    /// The interpreter failed.
    Failed(Failure),
}

impl Sandbox {
    /// Has an interpreter load a script. `module` holds the bytes from which `interpreter` was admitted, and `blob`
    /// is passed to it. The limits on the start, memory and log apply.
    ///
    /// # Errors
    /// If the host fails, or the module is not an interpreter.
    pub fn load(
        &self,
        interpreter: &Bot,
        module: &[u8],
        blob: &[u8],
        limits: &Limits,
    ) -> Result<Loading, HostFailure> {
        let (account, meter) = (Account::new(CpuGuard::default()), Arc::new(Meter::default()));
        let watch = account.begin(&meter);
        // The script is loaded for all matches, so no match's dice are in reach.
        let dice = MatchSeed::from_number(0).dice(Seat::First);
        let state = SeatState::new(Seat::First, dice, Arc::from(""), limits, watch, Arc::clone(&meter));
        let mut store =
            new_store(interpreter, state, limits.start.0, watch).map_err(|error| engine(&error))?;
        let loaded = match drive(run(interpreter, &mut store, blob), watch, &meter) {
            Err(overrun) => Loaded::Failed(overrun.failure()),
            Ok(Err(error)) => Loaded::Failed(of_call(&error, &mut store)?),
            Ok(Ok((instances, status))) => outcome(status, instances, &mut store, module)?,
        };
        let spent = limits.start.minus(Ticks(store.get_fuel().unwrap_or_default()));
        let log = store.into_data().close().log;
        Ok(Loading { loaded: late(loaded), log: String::from_utf8_lossy(&log).into_owned(), spent })
    }
}

/// Turns a timeout into a timeout of the start.
fn late(loaded: Loaded) -> Loaded {
    match loaded {
        Loaded::Failed(failure) if failure.fault == Fault::Timeout => {
            Loaded::Failed(Failure { fault: Fault::StartTimeout, ..failure })
        }
        loaded => loaded,
    }
}

/// Passes the blob to the interpreter and has it loaded.
async fn run(
    interpreter: &Bot,
    store: &mut Store<SeatState>,
    blob: &[u8],
) -> wasmtime::Result<(Instances, u32)> {
    let instances = interpreter.instantiate(store).await?;
    let address: u32 = call(store, instances, ROOM, blob.len() as u32).await?;
    let memory = instances.state.get_memory(&mut *store, crate::interface::MEMORY);
    let memory = memory.ok_or_else(|| wasmtime::Error::msg("the interpreter has no memory"))?;
    store.data_mut().memory = Some(memory);
    memory.write(&mut *store, address as usize, blob)?;
    let status = call(store, instances, LOAD, ()).await?;
    Ok((instances, status))
}

async fn call<P: WasmParams + Sync, R: WasmResults + Sync>(
    store: &mut Store<SeatState>,
    instances: Instances,
    name: &str,
    parameters: P,
) -> wasmtime::Result<R> {
    let function = instances.code.get_typed_func::<P, R>(&mut *store, name)?;
    function.call_async(&mut *store, parameters).await
}

fn outcome(
    status: u32,
    instances: Instances,
    store: &mut Store<SeatState>,
    module: &[u8],
) -> Result<Loaded, HostFailure> {
    let memory = store.data().memory.ok_or_else(|| host("an interpreter lost its memory"))?;
    match status {
        READY => {
            let globals = globals(instances, store);
            let made = snapshot(module, memory.data(&*store), &globals);
            made.map(Loaded::Ready).ok_or_else(|| host("the state of the interpreter cannot be kept"))
        }
        REFUSED => Ok(Loaded::Refused(store.data().complaint.line().unwrap_or_default())),
        address => {
            let text = text(memory, store, address as usize);
            text.map(Loaded::Text)
                .ok_or_else(|| host("the interpreter asks for something that cannot be read"))
        }
    }
}

/// Returns the values of all globals in order.
fn globals(instances: Instances, store: &mut Store<SeatState>) -> Vec<GlobalValue> {
    let mut values = Vec::new();
    while let Some(global) = instances.state.get_global(&mut *store, &global_name(values.len())) {
        match global.get(&mut *store) {
            Val::I32(value) => values.push(GlobalValue::I32(value)),
            Val::I64(value) => values.push(GlobalValue::I64(value)),
            Val::F32(bits) => values.push(GlobalValue::F32(bits)),
            Val::F64(bits) => values.push(GlobalValue::F64(bits)),
            Val::V128(bits) => values.push(GlobalValue::V128(bits.as_u128())),
            _ => break,
        }
    }
    values
}

/// Reads a length-prefixed text from memory. A script may ask for a name that is not valid text, such as half a
/// surrogate pair. That is not the host's failure, and no file has the resulting name.
fn text(memory: Memory, store: &Store<SeatState>, address: usize) -> Option<String> {
    let bytes = memory.data(store).get(address..)?;
    let length = u32::from_le_bytes(*bytes.first_chunk()?) as usize;
    let text = bytes.get(4..)?.get(..length)?;
    Some(String::from_utf8_lossy(text).into_owned())
}
