//! Decisions made in another process. This process loads machine code and compiles nothing.

use std::fmt;
use std::io;
use std::sync::Arc;

use hash::Hash;

use super::Task;
use crate::admit::Decision;
use crate::{Caps, HostError};

/// The source of decisions for a process that compiles nothing, in the form that [`Verdict`](crate::Verdict) holds
/// them.
pub trait Decisions: Send + Sync {
    /// Returns the decision about the module of this name under these caps, or, without caps, about the code part of
    /// this name.
    ///
    /// # Errors
    /// If the decision is not available, in words for the operator.
    fn decision(&self, name: Hash, caps: Option<&Caps>) -> Result<Vec<u8>, String>;
}

/// The place where decisions are made.
#[derive(Clone)]
pub struct RemoteDecisions(Arc<dyn Decisions>);

impl RemoteDecisions {
    /// Makes a place that returns decisions. Its machine code is loaded unchecked: a process that runs it has no
    /// access that this place lacks.
    pub fn new(decisions: Arc<dyn Decisions>) -> RemoteDecisions {
        RemoteDecisions(decisions)
    }

    pub(super) fn decision(&self, module: &[u8], task: Task) -> Result<Decision, HostError> {
        let failure = |why: String| HostError::Compiler {
            what: "cannot get the decision about a module".to_owned(),
            source: io::Error::other(why),
        };
        let caps = match &task {
            Task::Module { caps, .. } => Some(caps),
            Task::CodePart(_) => None,
        };
        let bytes = self.0.decision(Hash::digest(module), caps).map_err(failure)?;
        Decision::read(bytes).ok_or_else(|| failure("it cannot be read".to_owned()))
    }
}

impl fmt::Debug for RemoteDecisions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Elsewhere")
    }
}
