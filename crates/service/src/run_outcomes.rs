//! Outcomes of runs, read once for all students.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use class_model::Hash;
use class_operations::feedback::RunOutcome;
use class_operations::runs::ShownRun;
use explain::Error;

use crate::lock::lock;

/// Time after which a run that could not be read is tried again.
const AGAIN: Duration = Duration::from_secs(30);

/// The last outcome of a run that was read.
#[derive(Default)]
enum Known {
    #[default]
    Nothing,
    /// The outcome, with the root of the run's record.
    Outcome(Hash, Arc<RunOutcome>),
    /// The reason why it could not be read with this root, and the time of the try.
    Failed(Hash, Error, Instant),
}

/// The outcomes of a class's runs, by run.
#[derive(Default)]
pub(crate) struct OutcomeCache(Mutex<BTreeMap<Hash, Arc<Mutex<Known>>>>);

impl OutcomeCache {
    /// Returns the outcome of a run that readers see with this root. While a request reads it, others wait.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn read(&self, run: &ShownRun, root: Hash) -> Result<Arc<RunOutcome>, Error> {
        let slot = Arc::clone(lock(&self.0).entry(run.run).or_default());
        let mut known = lock(&slot);
        match &*known {
            Known::Outcome(of, outcome) if *of == root => return Ok(Arc::clone(outcome)),
            Known::Failed(of, error, at) if *of == root && at.elapsed() < AGAIN => {
                return Err(error.clone());
            }
            _ => {}
        }
        match RunOutcome::read(run).map(Arc::new) {
            Ok(outcome) => {
                *known = Known::Outcome(root, Arc::clone(&outcome));
                Ok(outcome)
            }
            Err(error) => {
                *known = Known::Failed(root, error.clone(), Instant::now());
                Err(error)
            }
        }
    }
}
