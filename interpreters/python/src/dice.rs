//! The native part of `random`, and the random bytes that libraries ask for: all from the seat's dice, unless the bot
//! seeds a generator itself.

use core::slice;

use crate::{host, state};

pub(crate) use random::module_def;

/// Called by `getrandom`. Without a match there are no dice; then the bytes are zeros, so that a script is always built
/// to the same module.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    start: *mut u8,
    length: usize,
) -> Result<(), getrandom::Error> {
    let bytes = unsafe { slice::from_raw_parts_mut(start, length) };
    for chunk in bytes.chunks_mut(8) {
        let bits = if state::in_match() { host::random() } else { 0 };
        chunk.copy_from_slice(&bits.to_le_bytes()[..chunk.len()]);
    }
    Ok(())
}

/// A number from 0 to 1, without 1, from 64 bits.
pub(crate) fn unit(bits: u64) -> f64 {
    (bits >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

#[rustpython_vm::pymodule(name = "_random")]
mod random {
    use malachite_bigint::{BigInt, BigUint, Sign};
    use mt19937::MT19937;
    use rand_core::Rng;
    use rustpython_vm::builtins::{PyInt, PyTupleRef};
    use rustpython_vm::common::lock::PyMutex;
    use rustpython_vm::function::OptionalArg;
    use rustpython_vm::types::{Constructor, DefaultConstructor, Initializer};
    use rustpython_vm::{Py, PyObjectRef, PyPayload, PyResult, VirtualMachine, pyclass};

    use crate::{host, state};

    /// A generator: CPython's, if it was seeded, or else the seat's dice themselves, so that nothing random is left in
    /// a script that was built.
    #[pyattr]
    #[pyclass(name = "Random")]
    #[derive(Debug, Default, PyPayload)]
    struct PyRandom {
        seeded: PyMutex<Option<MT19937>>,
    }

    impl DefaultConstructor for PyRandom {}

    impl Initializer for PyRandom {
        type Args = OptionalArg<PyObjectRef>;

        fn init(zelf: &Py<Self>, seed: Self::Args, vm: &VirtualMachine) -> PyResult<()> {
            Self::seed(zelf, seed, vm)
        }
    }

    #[pyclass(flags(BASETYPE), with(Constructor, Initializer))]
    impl PyRandom {
        #[pymethod]
        fn seed(zelf: &Py<Self>, seed: OptionalArg<PyObjectRef>, vm: &VirtualMachine) -> PyResult<()> {
            let generator = match seed.into_option().filter(|seed| !vm.is_none(seed)) {
                Some(seed) => Some(MT19937::new_with_slice_seed(&key(seed, vm)?)),
                None => None,
            };
            *zelf.seeded.lock() = generator;
            Ok(())
        }

        #[pymethod]
        fn random(zelf: &Py<Self>, vm: &VirtualMachine) -> PyResult<f64> {
            if let Some(generator) = zelf.seeded.lock().as_mut() {
                return Ok(mt19937::gen_res53(generator));
            }
            dice(vm).map(crate::dice::unit)
        }

        #[pymethod]
        fn getrandbits(zelf: &Py<Self>, count: PyObjectRef, vm: &VirtualMachine) -> PyResult<BigInt> {
            let count = count.try_index(vm)?;
            if count.as_bigint().sign() == Sign::Minus {
                return Err(vm.new_value_error("number of bits must be non-negative"));
            }
            let count: usize = count
                .try_to_primitive(vm)
                .map_err(|_| vm.new_overflow_error("getrandbits: number of bits too large"))?;
            let mut seeded = zelf.seeded.lock();
            let mut words = Vec::new();
            for word in 0..count.div_ceil(32) {
                let bits = match seeded.as_mut() {
                    Some(generator) => generator.next_u32(),
                    None => (dice(vm)? >> 32) as u32,
                };
                let left = count - 32 * word;
                words.push(if left < 32 { bits >> (32 - left) } else { bits });
            }
            Ok(BigUint::new(words).into())
        }

        #[pymethod]
        fn getstate(zelf: &Py<Self>, vm: &VirtualMachine) -> PyResult<PyTupleRef> {
            let seeded = zelf.seeded.lock();
            let generator = seeded.as_ref().ok_or_else(|| {
                vm.new_not_implemented_error("the seat's dice have no state: seed the generator first")
            })?;
            let numbers = generator.get_state().iter().copied().chain([generator.get_index() as u32]);
            Ok(vm.new_tuple(numbers.map(|number| vm.ctx.new_int(number).into()).collect::<Vec<PyObjectRef>>()))
        }

        #[pymethod]
        fn setstate(zelf: &Py<Self>, state: PyTupleRef, vm: &VirtualMachine) -> PyResult<()> {
            let numbers =
                state.as_slice().iter().map(|number| number.try_to_value(vm)).collect::<PyResult<Vec<u32>>>()?;
            let invalid = || vm.new_value_error("invalid state");
            let (&index, words) = numbers.split_last().ok_or_else(invalid)?;
            let words: &[u32; mt19937::N] = words.try_into().map_err(|_| invalid())?;
            if index as usize > mt19937::N {
                return Err(invalid());
            }
            let mut generator = MT19937::default();
            generator.set_state(words);
            generator.set_index(index as usize);
            *zelf.seeded.lock() = Some(generator);
            Ok(())
        }
    }

    /// The key that CPython makes of a seed.
    fn key(seed: PyObjectRef, vm: &VirtualMachine) -> PyResult<Vec<u32>> {
        let number = match seed.downcast::<PyInt>() {
            Ok(number) => number.as_bigint().clone(),
            Err(object) => BigInt::from(object.hash(vm)?),
        };
        let (_, digits) = number.to_u32_digits();
        Ok(if digits.is_empty() { vec![0] } else { digits })
    }

    fn dice(vm: &VirtualMachine) -> PyResult<u64> {
        state::only_in_match("random", "the dice are thrown", vm)?;
        Ok(host::random())
    }
}
