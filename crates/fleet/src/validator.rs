//! The validator of a fleet: it decides at home and keeps the bytes of modules for workers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use hash::Hash;
use job::{NotAdmitted, NotBuilt, ReadyModule, Script, ScriptBuild, SizeClass, Validator, ValidatorError};

/// A validator of this machine. Workers of a [`FleetExecutor`](crate::FleetExecutor) can play its modules for as long
/// as these are held.
pub struct FleetValidator<V> {
    home: V,
    pub(crate) modules: Arc<Modules>,
}

/// The bytes of the modules that are held.
#[derive(Default)]
pub(crate) struct Modules(Mutex<BTreeMap<Hash, Weak<[u8]>>>);

impl Modules {
    fn add(&self, hash: Hash, bytes: &[u8]) -> Arc<[u8]> {
        let mut modules = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = modules.get(&hash).and_then(Weak::upgrade) {
            return held;
        }
        modules.retain(|_, module| module.strong_count() > 0);
        let held = Arc::<[u8]>::from(bytes);
        modules.insert(hash, Arc::downgrade(&held));
        held
    }

    /// The bytes of a module, or of the rules of a game from a file; `None` if it is no longer held.
    pub(crate) fn find(&self, hash: &Hash) -> Option<Arc<[u8]>> {
        let modules = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let held = modules.get(hash).and_then(Weak::upgrade);
        held.or_else(|| games::registered_module(&hash.to_string()).map(Arc::from))
    }
}

impl<V: Validator> FleetValidator<V> {
    /// Creates a validator that decides like `home`.
    pub fn new(home: V) -> FleetValidator<V> {
        FleetValidator { home, modules: Arc::default() }
    }

    /// The underlying validator.
    pub const fn home(&self) -> &V {
        &self.home
    }
}

impl<V: Validator> Validator for FleetValidator<V> {
    fn engine(&self) -> &str {
        self.home.engine()
    }

    fn advice_on_engine(&self, recorded: &str, here: &str) -> String {
        self.home.advice_on_engine(recorded, here)
    }

    fn validate(
        &self,
        module: &[u8],
        size: SizeClass,
    ) -> Result<Result<ReadyModule, NotAdmitted>, ValidatorError> {
        let admitted = self.home.validate(module, size)?;
        Ok(admitted.map(|ready| {
            let (hash, size, sizes) = (ready.hash, ready.size, ready.sizes.clone());
            let bytes = self.modules.add(hash, module);
            ReadyModule::new(hash, size, sizes, Arc::new((ready, bytes)))
        }))
    }

    fn build(&self, script: &Script<'_>) -> Result<Result<ScriptBuild, NotBuilt>, ValidatorError> {
        self.home.build(script)
    }

    fn language(&self, file: &str) -> Option<&'static str> {
        self.home.language(file)
    }

    fn check_text(&self, file: &str, bytes: &[u8]) -> Result<(), NotBuilt> {
        self.home.check_text(file, bytes)
    }
}
