//! Leads: what the metrics of a seat weigh, less what those of the other seat do.

use rustpython_vm::builtins::{PyDict, PyUtf8Str};
use rustpython_vm::function::ArgIntoFloat;
use rustpython_vm::{PyObjectRef, PyResult, TryFromObject, VirtualMachine};

use crate::host::position::Phase;
use crate::state;

/// Bytes of a record before the metrics: the action, and the phase after it.
const HEAD: usize = 16;

/// The size of a record of `children` with as many metrics a seat.
pub(crate) fn record_size(metrics: usize) -> usize {
    HEAD + 2 * 8 * metrics
}

/// What metrics weigh: where a record has that of the first seat, and the weight.
pub(crate) struct Weights {
    places: Vec<(usize, f64)>,
    /// Bytes from a metric of the first seat to that of the second.
    stride: usize,
    pub(crate) record_size: usize,
}

impl Weights {
    /// Of the name of a metric, or of a dictionary of names and weights.
    pub(crate) fn read(given: &PyObjectRef, vm: &VirtualMachine) -> PyResult<Weights> {
        state::with_metrics(|names| {
            let mut places = Vec::new();
            if let Some(name) = given.downcast_ref::<PyUtf8Str>() {
                places.push((place(name.as_str(), names, vm)?, 1.0));
            } else if let Some(weights) = given.downcast_ref::<PyDict>() {
                for (name, weight) in weights {
                    let name = name.try_to_value::<String>(vm)?;
                    places.push((place(&name, names, vm)?, finite(weight, &name, vm)?));
                }
            } else {
                return Err(vm.new_type_error("weights are the name of a metric, or a dict of names and weights"));
            }
            Ok(Weights { places, stride: 8 * names.len(), record_size: record_size(names.len()) })
        })
    }

    /// By how much a seat leads after the action of a record: infinity where it has won or lost, 0 in a draw.
    pub(crate) fn lead(&self, record: &[u8], seat: i32) -> f64 {
        let phase = integer(record, 8) as i32;
        let first_leads = match phase {
            Phase::FIRST_HAS_WON => f64::INFINITY,
            Phase::SECOND_HAS_WON => f64::NEG_INFINITY,
            Phase::IS_OVER => 0.0,
            _ => self.places.iter().fold(0.0, |sum, &(at, weight)| {
                sum + weight * (integer(record, at) - integer(record, at + self.stride)) as f64
            }),
        };
        // A difference, so that no lead is a zero with a sign.
        if seat == 0 { first_leads } else { 0.0 - first_leads }
    }
}

/// The action of a record.
pub(crate) fn action(record: &[u8]) -> i64 {
    integer(record, 0)
}

fn integer(record: &[u8], at: usize) -> i64 {
    i64::from_le_bytes(record[at..].first_chunk().copied().unwrap_or_default())
}

fn place(name: &str, names: &[String], vm: &VirtualMachine) -> PyResult<usize> {
    let index = names.iter().position(|one| one == name);
    index.map(|index| HEAD + 8 * index).ok_or_else(|| {
        vm.new_value_error(format!("`{name}` is not a metric of this game: it has {}", names.join(", ")))
    })
}

fn finite(weight: PyObjectRef, name: &str, vm: &VirtualMachine) -> PyResult<f64> {
    let weight = ArgIntoFloat::try_from_object(vm, weight)?.into_float();
    if weight.is_finite() {
        return Ok(weight);
    }
    Err(vm.new_value_error(format!("the weight of `{name}` is not a finite number")))
}
