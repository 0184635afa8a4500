//! An interpreter loads a script, once, outside of any match; what its memory holds then is kept as a module.

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

/// Exported by interpreters: memory for the script.
const ROOM: &str = "muster_script_room";
/// Exported by interpreters: loads the script.
const LOAD: &str = "muster_script_load";
/// What `LOAD` returns when the script is ready, and when there is something wrong with it; anything else is the address
/// of a text.
const READY: u32 = 0;
const REFUSED: u32 = 1;

/// What came of loading a script.
#[derive(Debug)]
pub struct Loading {
    /// What came of it.
    pub loaded: Loaded,
    /// What was printed meanwhile.
    pub log: String,
    /// The virtual time that it took.
    pub spent: Ticks,
}

/// What came of loading a script.
#[derive(Debug)]
pub enum Loaded {
    /// The script waits for its first question: the module that begins there.
    Ready(Vec<u8>),
    /// The interpreter wants to know something before it can load the script, or returns a result.
    Text(String),
    /// There is something wrong with the script; in the interpreter's words.
    Refused(String),
    /// The interpreter failed.
    Failed(Failure),
}

impl Sandbox {
    /// Has an interpreter load a script: `module` is what `interpreter` was admitted from, `blob` what it is handed. Of the
    /// limits those on the start, on memory and on the log hold.
    ///
    /// # Errors
    /// When the host fails, or the module is no interpreter.
    pub fn load(
        &self,
        interpreter: &Bot,
        module: &[u8],
        blob: &[u8],
        limits: &Limits,
    ) -> Result<Loading, HostFailure> {
        let (account, meter) = (Account::new(CpuGuard::default()), Arc::new(Meter::default()));
        let watch = account.begin(&meter);
        // The script is loaded for all matches: the dice of none are in reach.
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

/// A timeout here is one of the start.
fn late(loaded: Loaded) -> Loaded {
    match loaded {
        Loaded::Failed(failure) if failure.fault == Fault::Timeout => {
            Loaded::Failed(Failure { fault: Fault::StartTimeout, ..failure })
        }
        loaded => loaded,
    }
}

/// Hands the blob over and has it loaded.
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

/// The values of all globals, in their order.
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

/// A text in memory, with its length in front. A script may ask for a name that is no text, such as half a surrogate pair:
/// that is not the host's failure, and no file has the name that comes of it.
fn text(memory: Memory, store: &Store<SeatState>, address: usize) -> Option<String> {
    let bytes = memory.data(store).get(address..)?;
    let length = u32::from_le_bytes(*bytes.first_chunk()?) as usize;
    let text = bytes.get(4..)?.get(..length)?;
    Some(String::from_utf8_lossy(text).into_owned())
}
