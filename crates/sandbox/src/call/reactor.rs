//! A bot that is called once per move, a reactor in WASI's terms: it exports `muster_choose`.

use referee::{Failure, Fault, HostFailure};
use wasmtime::{AsContextMut, Global, Instance, Memory, ModuleExport, Mutability, Store, TypedFunc, Val};

use super::drive::drive;
use super::failure::{engine, host, of_call, of_start};
use super::sampled_functions;
use crate::Bot;
use crate::bot::{Instances, ReactorExports};
use crate::seat::{Question, Reply, SeatState, Start};
use crate::time::{CallTimer, Meter};

/// An instance that is ready to be called.
pub(crate) struct Reactor {
    store: Store<SeatState>,
    choose: TypedFunc<u32, i64>,
    memory: Memory,
    /// Address of the view. It was checked against the memory at the start, and memory never shrinks.
    buffer: usize,
}

/// The exports of a started instance.
struct InstanceExports {
    memory: Memory,
    choose: TypedFunc<u32, i64>,
    address: u32,
}

impl Reactor {
    /// Creates an instance: runs the start function, `_initialize`, and `muster_buffer` for views of `length` bytes.
    pub(crate) fn begin(
        bot: &Bot,
        exports: ReactorExports,
        mut store: Store<SeatState>,
        length: usize,
        watch: CallTimer,
        meter: &Meter,
    ) -> Result<Start<Reactor>, HostFailure> {
        let outcome = drive(start(bot, exports, &mut store, length as u32), watch, meter);
        let left = store.get_fuel().map_err(|error| engine(&error))?;
        let started = match outcome {
            Ok(Ok(started)) if left > 0 => started.buffer(&store, length).map(|buffer| (started, buffer)),
            Ok(Ok(_)) => Err(Failure::new(Fault::Timeout, "")),
            Ok(Err(error)) => Err(of_start(&error, bot, &mut store)?),
            Err(overrun) => Err(overrun.failure()),
        };
        let result = match started {
            Ok((InstanceExports { memory, choose, .. }, buffer)) => {
                store.data_mut().memory = Some(memory);
                Ok(Reactor { store, choose, memory, buffer })
            }
            Err(failure) => Err((failure, store.into_data())),
        };
        Ok(Start { result, left })
    }

    /// Asks one question.
    pub(crate) fn ask(
        &mut self,
        question: Question,
        view: &[u8],
        meter: &Meter,
    ) -> Result<Reply, HostFailure> {
        let Reactor { store, choose, memory, buffer } = self;
        memory
            .data_mut(&mut *store)
            .get_mut(*buffer..*buffer + view.len())
            .ok_or_else(|| host("a view is longer than the game said"))?
            .copy_from_slice(view);
        sampled_functions::begin(store.as_context_mut()).map_err(|error| engine(&error))?;
        store.set_fuel(question.fuel).map_err(|error| engine(&error))?;
        let watch = question.watch;
        store.data_mut().begin(question);
        let outcome = drive(choose.call_async(&mut *store, view.len() as u32), watch, meter);
        let left = store.get_fuel().map_err(|error| engine(&error))?;
        let offer = store.data_mut().end();
        let result = match outcome {
            Ok(Ok(code)) => Ok(code),
            Ok(Err(error)) => Err(of_call(&error, store)?),
            Err(overrun) => Err(overrun.failure()),
        };
        Ok(Reply { result, offer, left })
    }

    /// The state of its host calls.
    pub(crate) fn state(&mut self) -> &mut SeatState {
        self.store.data_mut()
    }

    /// The bytes of its memory.
    pub(crate) fn memory(&mut self) -> &mut [u8] {
        self.memory.data_mut(&mut self.store)
    }

    /// Returns the exported globals that can change, with their values.
    pub(crate) fn mutable_globals(&mut self) -> Vec<(Global, Val)> {
        let Some(instance) = self.store.data().instance else { return Vec::new() };
        let exports: Vec<Global> =
            instance.exports(&mut self.store).filter_map(wasmtime::Export::into_global).collect();
        let is_mutable = |global: &Global| global.ty(&self.store).mutability() == Mutability::Var;
        let mutable: Vec<Global> = exports.into_iter().filter(is_mutable).collect();
        mutable.into_iter().map(|global| (global, global.get(&mut self.store))).collect()
    }

    /// Sets a global; returns `false` if it takes no such value.
    pub(crate) fn set_global(&mut self, global: Global, value: Val) -> bool {
        global.set(&mut self.store, value).is_ok()
    }

    /// Drops the instance and returns its state.
    pub(crate) fn into_state(self) -> SeatState {
        self.store.into_data()
    }
}

impl InstanceExports {
    /// Returns the buffer's address if it is aligned and `length` bytes fit in memory there.
    fn buffer(&self, store: &Store<SeatState>, length: usize) -> Result<usize, Failure> {
        const ALIGNMENT: usize = 8;
        let size = self.memory.data_size(store);
        let address = self.address as usize;
        let fits = address.checked_add(length).is_some_and(|end| end <= size);
        if fits && address.is_multiple_of(ALIGNMENT) {
            return Ok(address);
        }
        let detail = format!("{length} bytes at address {address}, in a memory of {size} bytes");
        Err(Failure::new(Fault::BadBuffer, detail))
    }
}

async fn start(
    bot: &Bot,
    exports: ReactorExports,
    store: &mut Store<SeatState>,
    length: u32,
) -> wasmtime::Result<InstanceExports> {
    let missing = || wasmtime::Error::msg("an export that inspection saw is missing");
    let Instances { state, code } = bot.instantiate(store).await?;
    if let Some(initialize) = exports.initialize {
        let initialize = code
            .get_module_export(&mut *store, &initialize)
            .and_then(wasmtime::Extern::into_func)
            .ok_or_else(missing)?;
        initialize.typed::<(), ()>(&*store)?.call_async(&mut *store, ()).await?;
    }
    let mut export = |instance: Instance, export: &ModuleExport| {
        instance.get_module_export(&mut *store, export).ok_or_else(missing)
    };
    let memory = export(state, &exports.memory)?.into_memory().ok_or_else(missing)?;
    let buffer = export(code, &exports.buffer)?.into_func().ok_or_else(missing)?;
    let choose = export(code, &exports.choose)?.into_func().ok_or_else(missing)?;
    let choose = choose.typed::<u32, i64>(&*store)?;
    let address = buffer.typed::<u32, u32>(&*store)?.call_async(&mut *store, length).await?;
    Ok(InstanceExports { memory, choose, address })
}
