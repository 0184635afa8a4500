//! Code parts in memory: each is loaded once, for all modules that share it, and dropped with the last of them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use wasmtime::{ExternType, Module};

/// The machine code of a code part.
pub(crate) struct CodePart {
    pub(crate) module: Module,
    /// Bytes of machine code with its tables.
    pub(crate) size: u64,
    /// The host calls that it imports, module and name. The state comes behind them.
    pub(crate) host_calls: Vec<(String, String)>,
}

impl CodePart {
    pub(crate) fn new(module: Module, size: u64) -> CodePart {
        let functions = module.imports().filter(|import| matches!(import.ty(), ExternType::Func(_)));
        let host_calls =
            functions.map(|import| (import.module().to_owned(), import.name().to_owned())).collect();
        CodePart { module, size, host_calls }
    }
}

/// Those that are in use, by their keys.
#[derive(Default)]
pub(crate) struct CodeParts(Mutex<BTreeMap<String, Arc<Place>>>);

/// Where a code part is, if it is in use. Locked while it is made, so that it is made once.
type Place = Mutex<Weak<CodePart>>;

impl CodeParts {
    /// The code part of this key, and whether it was in use already; it is made if not.
    pub(crate) fn get_or_make<E>(
        &self,
        key: &str,
        make: impl FnOnce() -> Result<CodePart, E>,
    ) -> Result<(Arc<CodePart>, bool), E> {
        let place = self.place(key);
        let mut place = locked(&place);
        if let Some(part) = place.upgrade() {
            return Ok((part, true));
        }
        let part = Arc::new(make()?);
        *place = Arc::downgrade(&part);
        Ok((part, false))
    }

    /// The place for a key. Those that nobody uses any more are cleared away.
    fn place(&self, key: &str) -> Arc<Place> {
        let mut places = locked(&self.0);
        places.retain(|_, place| Arc::strong_count(place) > 1 || locked(place).strong_count() > 0);
        Arc::clone(places.entry(key.to_owned()).or_default())
    }
}

/// What is behind a lock is a table of handles, which no panic can leave half changed.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
