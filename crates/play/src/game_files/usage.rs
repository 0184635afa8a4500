//! The cost of the calls of rules.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use game_file::{CallFailure, Form, RulesCalls};
use schemars::JsonSchema;
use serde::Serialize;

/// The cost of the calls of a game's rules, by operation.
#[derive(Debug, Default)]
pub struct CallUsage {
    operations: Mutex<BTreeMap<String, OperationUsage>>,
    /// The overhead of a call, in units of fuel.
    each: u64,
}

/// The cost of one operation of the rules.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct OperationUsage {
    /// The operation: `start`, `apply`, `show`. A call of `start` or `apply` also asks for the turn, the legal actions,
    /// the views and the metrics.
    pub operation: String,
    /// The number of calls.
    pub calls: u64,
    /// The fuel of all calls.
    pub fuel: u64,
    /// The largest fuel of a call.
    pub most_fuel: u64,
    /// The size of the largest answer in bytes.
    pub most_bytes: usize,
}

impl CallUsage {
    fn new(form: Form) -> CallUsage {
        // A fresh copy of an interpreter is slower than one of a compiled module.
        let each = if form == Form::Lines { 2_000_000 } else { 50_000 };
        CallUsage { operations: Mutex::default(), each }
    }

    /// Returns the work of all calls so far, in units of fuel.
    pub fn spent(&self) -> u64 {
        self.locked().values().map(|usage| usage.fuel + usage.calls * self.each).sum()
    }

    /// Returns the operations in alphabetical order.
    pub fn operations(&self) -> Vec<OperationUsage> {
        self.locked().values().cloned().collect()
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<String, OperationUsage>> {
        self.operations.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, operation: &[u8], fuel: u64, bytes: usize) {
        let operation = String::from_utf8_lossy(operation).into_owned();
        let mut operations = self.locked();
        let usage = operations.entry(operation.clone()).or_default();
        usage.operation = operation;
        usage.calls += 1;
        usage.fuel += fuel;
        usage.most_fuel = usage.most_fuel.max(fuel);
        usage.most_bytes = usage.most_bytes.max(bytes);
    }
}

/// Calls whose cost is counted.
pub(super) struct MeteredCalls {
    calls: Box<dyn RulesCalls>,
    usage: Arc<CallUsage>,
}

impl MeteredCalls {
    pub(super) fn new(calls: Box<dyn RulesCalls>) -> (MeteredCalls, Arc<CallUsage>) {
        let usage = Arc::new(CallUsage::new(calls.form()));
        (MeteredCalls { calls, usage: Arc::clone(&usage) }, usage)
    }
}

impl RulesCalls for MeteredCalls {
    fn form(&self) -> Form {
        self.calls.form()
    }

    fn call(&self, request: &[u8], answer: &mut Vec<u8>) -> Result<u64, CallFailure> {
        let done = self.calls.call(request, answer);
        let fuel = done.as_ref().map_or_else(|failure| failure.fuel, |fuel| *fuel);
        self.usage.count(operation(self.form(), request), fuel, answer.len());
        done
    }
}

/// Returns the first field of a request.
fn operation(form: Form, request: &[u8]) -> &[u8] {
    match form {
        Form::Lines => request.split(|byte| *byte == b'\n').next().unwrap_or_default(),
        Form::Sections => {
            let (length, rest) = request.split_first_chunk().unwrap_or((&[0; 4], &[]));
            rest.get(..u32::from_le_bytes(*length) as usize).unwrap_or_default()
        }
    }
}
