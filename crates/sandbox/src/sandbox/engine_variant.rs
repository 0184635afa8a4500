//! The two engines of a sandbox, and the memory allocation of their instances.

use wasmtime::{Engine, Linker, Memory, MemoryType, Store};

use crate::call::host;
use crate::compile::Engines;
use crate::engine::{self, Allocation, Bounds, FloatMode};
use crate::seat::SeatState;
use crate::{HostError, os};

/// An engine with the host calls.
pub(crate) struct EngineVariant {
    pub(crate) engine: Engine,
    pub(crate) linker: Linker<SeatState>,
    /// The host calls of programs, which wait during reads and prints.
    pub(crate) programs: Linker<SeatState>,
    /// The host calls of the rules of games.
    pub(crate) rules: Linker<SeatState>,
}

impl EngineVariant {
    fn new(engine: Engine) -> Result<EngineVariant, HostError> {
        let linker = host::linker(&engine)?;
        let programs = host::linker_of_programs(&engine)?;
        let rules = host::linker_of_rules(&engine)?;
        Ok(EngineVariant { engine, linker, programs, rules })
    }
}

/// The engine for integers and the engine for floating point, which are alike in everything else.
pub(crate) struct EngineVariants {
    integers: EngineVariant,
    floats: EngineVariant,
    bounds: Bounds,
}

impl EngineVariants {
    /// Sets up the engines for the given number of instances at the same time, in the best way that this process's
    /// address space allows.
    pub(crate) fn new(instances: u32) -> Result<EngineVariants, HostError> {
        let pool = Allocation::Pool { slots: instances, scan: os::scans_pages() };
        let error = match EngineVariants::with(Bounds::Guarded, pool) {
            Ok(variants) => return Ok(variants),
            Err(error) => error,
        };
        tracing::warn!(%error, "no pool of memories; every instance maps its own, which is slower");
        let guarded = EngineVariants::with(Bounds::Guarded, Allocation::OnDemand)?;
        if has_room(&guarded.integers.engine, instances) {
            return Ok(guarded);
        }
        tracing::warn!(
            "too little address space for guarded memories (ulimit -v): compiled code checks every access, and \
             matches played here can be resumed and verified only where it does so, too"
        );
        EngineVariants::with(Bounds::Checked, Allocation::OnDemand)
    }

    fn with(bounds: Bounds, allocation: Allocation) -> Result<EngineVariants, HostError> {
        EngineVariants::of_engines(bounds, |float_mode| engine::engine(float_mode, bounds, allocation))
    }

    /// Sets up the engines for sampling.
    pub(crate) fn for_sampling(&self) -> Result<EngineVariants, HostError> {
        let bounds = self.bounds;
        EngineVariants::of_engines(bounds, |float_mode| engine::sampling_engine(float_mode, bounds))
    }

    fn of_engines(
        bounds: Bounds,
        engine: impl Fn(FloatMode) -> Result<Engine, HostError>,
    ) -> Result<EngineVariants, HostError> {
        let integers = EngineVariant::new(engine(FloatMode::Integers)?)?;
        let floats = EngineVariant::new(engine(FloatMode::Floats)?)?;
        Ok(EngineVariants { integers, floats, bounds })
    }

    /// The way in which the code of both stays within the bounds of memory.
    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds
    }

    pub(crate) fn get(&self, float_mode: FloatMode) -> &EngineVariant {
        match float_mode {
            FloatMode::Integers => &self.integers,
            FloatMode::Floats => &self.floats,
        }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &EngineVariant> {
        FloatMode::BOTH.into_iter().map(|float_mode| self.get(float_mode))
    }
}

impl Engines for EngineVariants {
    fn engine(&self, float_mode: FloatMode) -> Result<Engine, HostError> {
        Ok(self.get(float_mode).engine.clone())
    }
}

/// Returns `true` if there is address space for the given number of memories at the same time, and one more for
/// everything else. They are created and dropped again; no page of them is touched.
fn has_room(engine: &Engine, memories: u32) -> bool {
    let mut store = Store::new(engine, ());
    (0..=memories).all(|_| Memory::new(&mut store, MemoryType::new(1, None)).is_ok())
}
