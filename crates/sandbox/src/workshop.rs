//! The two engines of a sandbox, and where their instances get their memory.

use wasmtime::{Engine, Linker, Memory, MemoryType, Store};

use crate::compile::Engines;
use crate::engine::{self, Allocation, Bounds, Numbers};
use crate::seat::SeatState;
use crate::{HostError, host, os};

/// An engine with the host calls.
pub(crate) struct Workshop {
    pub(crate) engine: Engine,
    pub(crate) linker: Linker<SeatState>,
}

impl Workshop {
    fn new(numbers: Numbers, bounds: Bounds, allocation: Allocation) -> Result<Workshop, HostError> {
        let engine = engine::engine(numbers, bounds, allocation)?;
        let linker = host::linker(&engine)?;
        Ok(Workshop { engine, linker })
    }
}

/// The engine for integers and the engine for floating point, alike in all else.
pub(crate) struct Workshops {
    integers: Workshop,
    floats: Workshop,
    bounds: Bounds,
}

impl Workshops {
    /// Sets up the engines for so many instances at one time, in the best way that this process has address space for.
    pub(crate) fn new(instances: u32) -> Result<Workshops, HostError> {
        let pool = Allocation::Pool { slots: instances, scan: os::scans_pages() };
        let error = match Workshops::with(Bounds::Guarded, pool) {
            Ok(workshops) => return Ok(workshops),
            Err(error) => error,
        };
        tracing::warn!(%error, "no pool of memories; every instance maps its own, which is slower");
        let guarded = Workshops::with(Bounds::Guarded, Allocation::OnDemand)?;
        if has_room(&guarded.integers.engine, instances) {
            return Ok(guarded);
        }
        tracing::warn!(
            "too little address space for guarded memories (ulimit -v): compiled code checks every access, and what is \
             played here can be resumed and verified only where it does, too"
        );
        Workshops::with(Bounds::Checked, Allocation::OnDemand)
    }

    fn with(bounds: Bounds, allocation: Allocation) -> Result<Workshops, HostError> {
        let integers = Workshop::new(Numbers::Integers, bounds, allocation)?;
        let floats = Workshop::new(Numbers::Floats, bounds, allocation)?;
        Ok(Workshops { integers, floats, bounds })
    }

    /// How the code of both keeps to the bounds of memory.
    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds
    }

    pub(crate) fn of(&self, numbers: Numbers) -> &Workshop {
        match numbers {
            Numbers::Integers => &self.integers,
            Numbers::Floats => &self.floats,
        }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Workshop> {
        Numbers::BOTH.into_iter().map(|numbers| self.of(numbers))
    }
}

impl Engines for Workshops {
    fn engine(&self, numbers: Numbers) -> Result<Engine, HostError> {
        Ok(self.of(numbers).engine.clone())
    }
}

/// Whether there is address space for so many memories at one time, and one more for everything else. They are made and
/// dropped again; no page of them is touched.
fn has_room(engine: &Engine, memories: u32) -> bool {
    let mut store = Store::new(engine, ());
    (0..=memories).all(|_| Memory::new(&mut store, MemoryType::new(1, None)).is_ok())
}
