//! The two engines: one for modules without floating point, and one that makes NaN canonical. Everything else is
//! equal.

use std::num::NonZeroUsize;

use job::{CHECKED_BOUNDS, differ_in_bounds_alone};
use referee::Limits;
use serde::{Deserialize, Serialize};
use wasmtime::{
    Config, Enabled, Engine, InstanceAllocationStrategy, OptLevel, PoolingAllocationConfig,
    WasmBacktraceDetails, WasmFeatures,
};

use crate::{Caps, HostError, feature, interface, prices};

/// Fuel between two checks of the clock: about a hundredth of a millisecond, and at most ten of them for any module.
pub(crate) const YIELD_INTERVAL: u64 = 250_000;
/// Stack size of a bot in bytes.
const WASM_STACK: usize = 512 << 10;
/// Stack size of a bot and its host calls in bytes.
const FIBER_STACK: usize = 1 << 20;
/// Maximum entries of one table; growth beyond it is refused.
pub(crate) const TABLE_MAX: usize = 20_000;
/// Bytes of a memory that stay mapped between two matches, if the kernel can report the pages that were touched.
const KEPT_RESIDENT: usize = 1 << 20;
/// Bytes of a memory that stay mapped between two matches, if the kernel cannot report the pages that were touched.
const KEPT_RESIDENT_WITHOUT_SCAN: usize = 64 << 10;

/// The target of compiled code. It is named explicitly, so that features of the host's processor are not used.
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"))]
pub(crate) const TARGET: &str = "x86_64-unknown-linux-gnu";
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_env = "musl"))]
pub(crate) const TARGET: &str = "x86_64-unknown-linux-musl";
#[cfg(all(target_arch = "aarch64", target_os = "linux", target_env = "gnu"))]
pub(crate) const TARGET: &str = "aarch64-unknown-linux-gnu";
#[cfg(all(target_arch = "x86_64", target_os = "macos"))]
pub(crate) const TARGET: &str = "x86_64-apple-darwin";
#[cfg(all(target_arch = "aarch64", target_os = "macos"))]
pub(crate) const TARGET: &str = "aarch64-apple-darwin";
#[cfg(all(target_arch = "x86_64", target_os = "windows", target_env = "msvc"))]
pub(crate) const TARGET: &str = "x86_64-pc-windows-msvc";

/// The processor features that code may use: x86-64-v2, which every machine since 2009 has.
#[cfg(target_arch = "x86_64")]
pub(crate) const BASELINE: [&str; 5] = ["has_sse3", "has_ssse3", "has_sse41", "has_sse42", "has_popcnt"];
/// The processor features that code may use: none beyond the architecture's first version.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) const BASELINE: [&str; 0] = [];

/// Checks that a processor has the features that code may use.
pub(crate) fn check_processor(has: impl Fn(&str) -> bool) -> Result<(), HostError> {
    let missing = BASELINE.into_iter().map(|flag| flag.trim_start_matches("has_")).filter(|name| !has(name));
    let missing: Vec<&str> = missing.collect();
    if missing.is_empty() { Ok(()) } else { Err(HostError::Processor { missing: missing.join(", ") }) }
}

/// Returns `true` if this processor has a feature of the baseline.
#[cfg(target_arch = "x86_64")]
pub(crate) fn processor_has(name: &str) -> bool {
    match name {
        "sse3" => is_x86_feature_detected!("sse3"),
        "ssse3" => is_x86_feature_detected!("ssse3"),
        "sse41" => is_x86_feature_detected!("sse4.1"),
        "sse42" => is_x86_feature_detected!("sse4.2"),
        "popcnt" => is_x86_feature_detected!("popcnt"),
        _ => false,
    }
}

/// Returns `true` if this processor has a feature of the baseline, which is empty.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn processor_has(_name: &str) -> bool {
    true
}

/// The use of floating point by a module. Each of the two modes has an engine of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum FloatMode {
    /// No floating point in the module.
    Integers,
    /// NaN is made canonical after every operation that could show its bits.
    Floats,
}

impl FloatMode {
    pub(crate) const BOTH: [FloatMode; 2] = [FloatMode::Integers, FloatMode::Floats];

    pub(crate) const fn new(floats: bool) -> FloatMode {
        if floats { FloatMode::Floats } else { FloatMode::Integers }
    }
}

/// The way in which compiled code stays within the bounds of a memory. Both trap at the same access. But checks are
/// additional code, which makes frames larger and stacks end earlier, so the fingerprint includes this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Bounds {
    /// By inaccessible address space behind the memory, as far as an address can reach: 4 GiB a memory.
    Guarded,
    /// By a check before each access, if address space is scarce.
    Checked,
}

/// The source of the instances' memory. Compiled code is the same for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Allocation {
    /// From a pool of slots.
    Pool {
        /// Maximum number of instances at the same time.
        slots: u32,
        /// `true` if `PAGEMAP_SCAN` works: the kernel reports the pages that were touched.
        scan: bool,
    },
    /// Mapped separately for every instance.
    OnDemand,
}

/// Returns the configuration that determines the compiled code and its price in fuel.
pub(crate) fn config(float_mode: FloatMode, bounds: Bounds) -> Result<Config, HostError> {
    // The address space reserved for one memory, and guarded behind it, in bytes.
    let (reservation, guard) = match bounds {
        Bounds::Guarded => (4 << 30, 32 << 20),
        Bounds::Checked => (0, 64 << 10),
    };
    let mut config = Config::new();
    config.target(TARGET).map_err(|error| HostError::engine(&error))?;
    for flag in BASELINE {
        enable(&mut config, flag);
    }
    for (_, feature) in WasmFeatures::all().iter_names() {
        config.wasm_features(feature, feature::PROFILE.contains(feature));
    }
    config
        .consume_fuel(true)
        .operator_cost(prices::operators())
        .cranelift_nan_canonicalization(float_mode == FloatMode::Floats)
        .cranelift_opt_level(OptLevel::Speed)
        .max_wasm_stack(WASM_STACK)
        .async_stack_size(FIBER_STACK)
        .memory_reservation(reservation)
        .memory_guard_size(guard)
        .native_unwind_info(cfg!(windows))
        .wasm_backtrace_details(WasmBacktraceDetails::Disable)
        .wasm_backtrace_max_frames(NonZeroUsize::new(20));
    if bounds == Bounds::Checked {
        // The amount by which a memory may grow before it has to move.
        config.memory_reservation_for_growth(1 << 20);
    }
    Ok(config)
}

#[expect(unsafe_code, reason = "the flags are a fixed list that this engine checks against the host")]
fn enable(config: &mut Config, flag: &str) {
    // SAFETY: the flag names a processor feature. Before any code runs, the engine compares the enabled features
    // with those of this host, and returns an error if one is missing.
    unsafe {
        config.cranelift_flag_enable(flag);
    }
}

/// Creates an engine whose code can be woken, to sample its place.
pub(crate) fn sampling_engine(float_mode: FloatMode, bounds: Bounds) -> Result<Engine, HostError> {
    let mut config = config(float_mode, bounds)?;
    config.epoch_interruption(true).wasm_backtrace_max_frames(NonZeroUsize::new(200));
    Engine::new(&config).map_err(|error| HostError::engine(&error))
}

/// Creates an engine for playing.
pub(crate) fn engine(
    float_mode: FloatMode,
    bounds: Bounds,
    allocation: Allocation,
) -> Result<Engine, HostError> {
    let mut config = config(float_mode, bounds)?;
    config.allocation_strategy(match allocation {
        Allocation::Pool { slots, scan } => InstanceAllocationStrategy::Pooling(pool(slots, scan)),
        Allocation::OnDemand => InstanceAllocationStrategy::OnDemand,
    });
    Engine::new(&config).map_err(|error| HostError::engine(&error))
}

fn pool(slots: u32, scan: bool) -> PoolingAllocationConfig {
    let tables = Caps::standard().tables as u32;
    let resident = if scan { KEPT_RESIDENT } else { KEPT_RESIDENT_WITHOUT_SCAN };
    let mut pool = PoolingAllocationConfig::new();
    // A split module has two instances and one memory.
    pool.total_core_instances(2 * slots)
        .total_memories(slots)
        .total_tables(slots * tables)
        .total_stacks(slots)
        .max_tables_per_module(tables)
        .max_memory_size(Limits::MOST_MEMORY as usize)
        .table_elements(TABLE_MAX)
        .max_core_instance_size(2 << 20)
        .linear_memory_keep_resident(resident)
        .table_keep_resident(resident)
        .pagemap_scan(if scan { Enabled::Auto } else { Enabled::No });
    pool
}

/// Returns the fingerprint of everything except the bots that verdicts depend on: hosts with equal fingerprints play
/// alike.
pub(crate) fn fingerprint(bounds: Bounds) -> String {
    let baseline = BASELINE.map(|flag| flag.trim_start_matches("has_")).join(",");
    format!(
        "wasmtime={} target={TARGET} features={} prices={} abi={} calls={}{}",
        wasmtime_version(),
        if baseline.is_empty() { "base" } else { &baseline },
        prices::VERSION,
        game::view::ABI_VERSION,
        interface::VERSION,
        match bounds {
            Bounds::Guarded => "",
            Bounds::Checked => CHECKED_BOUNDS,
        }
    )
}

/// Returns the fingerprint of this build's engine where address space is not scarce, without setting up an engine.
pub fn usual_fingerprint() -> String {
    fingerprint(Bounds::Guarded)
}

/// Returns advice on two fingerprints that differ only in the bounds of memory; `None` if they are equal or differ in
/// more.
pub fn advice_on_bounds(recorded: &str, here: &str) -> Option<&'static str> {
    if !differ_in_bounds_alone(recorded, here) {
        return None;
    }
    Some(if here.contains(CHECKED_BOUNDS) {
        "this process has too little address space for guarded memories: raise its limit (ulimit -v)"
    } else {
        "it was played with too little address space for guarded memories: lower the limit to what it was then \
         (ulimit -v)"
    })
}

/// The version of wasmtime in this build.
pub(crate) const fn wasmtime_version() -> &'static str {
    "48.0.8"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_processor_without_a_feature_is_told_which() {
        assert!(check_processor(processor_has).is_ok(), "this one plays");
        let told = |has: fn(&str) -> bool| check_processor(has).map_err(|error| error.to_string());
        if BASELINE.is_empty() {
            assert_eq!(told(|_| false), Ok(()));
            return;
        }
        let words = "this processor lacks sse42, popcnt, which Muster requires and x86-64 processors have had since \
                     2009: use another machine, or give a virtual machine the processor type of its host";
        assert_eq!(told(|name| !matches!(name, "sse42" | "popcnt")), Err(words.to_owned()));
    }
}
