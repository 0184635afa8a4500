//! Code parts in memory. Each is loaded once for all modules that share it, and dropped with the last of them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use wasmtime::{ExternType, Module};

/// The machine code of a code part.
pub(crate) struct CodePart {
    pub(crate) module: Module,
    /// Bytes of machine code with its tables.
    pub(crate) size: u64,
    /// The host calls that it imports, as module and name. The imports of the state follow them.
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

/// Code parts in use, or decisions about them, by key.
pub(crate) struct CodeParts<T: ?Sized>(Mutex<BTreeMap<String, Arc<CodePartSlot<T>>>>);

/// A code part, if it is in use. The lock is held while the part is made, so that each part is made once, and different
/// parts at the same time.
type CodePartSlot<T> = Mutex<Option<Weak<T>>>;

impl<T: ?Sized> Default for CodeParts<T> {
    fn default() -> CodeParts<T> {
        CodeParts(Mutex::default())
    }
}

impl<T: ?Sized> CodeParts<T> {
    /// Returns the code part of this key, and `true` if it was already in use; makes it if necessary.
    pub(crate) fn get_or_make<E>(
        &self,
        key: &str,
        make: impl FnOnce() -> Result<Arc<T>, E>,
    ) -> Result<(Arc<T>, bool), E> {
        let place = self.place(key);
        let mut place = locked(&place);
        if let Some(part) = place.as_ref().and_then(Weak::upgrade) {
            return Ok((part, true));
        }
        let part = make()?;
        *place = Some(Arc::downgrade(&part));
        Ok((part, false))
    }

    /// Returns the place for a key, and removes places that are no longer in use.
    fn place(&self, key: &str) -> Arc<CodePartSlot<T>> {
        let mut places = locked(&self.0);
        let is_used =
            |place: &CodePartSlot<T>| locked(place).as_ref().is_some_and(|part| part.strong_count() > 0);
        places.retain(|_, place| Arc::strong_count(place) > 1 || is_used(place));
        Arc::clone(places.entry(key.to_owned()).or_default())
    }
}

/// Ignores poisoning: the value is a table of handles, which no panic can leave half changed.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
