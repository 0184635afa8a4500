//! Outcomes of runs, read once for all students.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use class_model::Hash;
use class_operations::feedback::RunOutcome;
use class_operations::runs::ShownRun;
use explain::Error;

use crate::lock::lock;

/// The last outcome of a run that was read, with the root of the run's record.
type Slot = Arc<Mutex<Option<(Hash, Arc<RunOutcome>)>>>;

/// The outcomes of a class's runs, by run.
#[derive(Default)]
pub(crate) struct OutcomeCache(Mutex<BTreeMap<Hash, Slot>>);

impl OutcomeCache {
    /// Returns the outcome of a run that readers see with this root. While a request reads it, others wait.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn read(&self, run: &ShownRun, root: Hash) -> Result<Arc<RunOutcome>, Error> {
        let slot = Arc::clone(lock(&self.0).entry(run.run).or_default());
        let mut known = lock(&slot);
        if let Some((of, outcome)) = &*known
            && *of == root
        {
            return Ok(Arc::clone(outcome));
        }
        let outcome = Arc::new(RunOutcome::read(run)?);
        *known = Some((root, Arc::clone(&outcome)));
        Ok(outcome)
    }
}
