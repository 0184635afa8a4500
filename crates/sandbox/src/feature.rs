//! Features of WebAssembly that a bot may use.

use wasmparser::WasmFeatures;

/// The features that clang, rustc, Zig, Go and AssemblyScript emit today.
pub(crate) const PROFILE: WasmFeatures = WasmFeatures::MUTABLE_GLOBAL
    .union(WasmFeatures::SATURATING_FLOAT_TO_INT)
    .union(WasmFeatures::SIGN_EXTENSION)
    .union(WasmFeatures::REFERENCE_TYPES)
    .union(WasmFeatures::MULTI_VALUE)
    .union(WasmFeatures::BULK_MEMORY)
    .union(WasmFeatures::SIMD)
    .union(WasmFeatures::EXTENDED_CONST)
    .union(WasmFeatures::FLOATS);

/// The features outside the profile, with their names.
pub(crate) const OUTSIDE: [(WasmFeatures, &str); 15] = [
    (WasmFeatures::THREADS, "threads (atomic operations or shared memory)"),
    (WasmFeatures::SHARED_EVERYTHING_THREADS, "shared-everything threads"),
    (WasmFeatures::MEMORY64, "memory64 (64-bit addresses)"),
    (WasmFeatures::MULTI_MEMORY, "multi-memory (more than one memory)"),
    (WasmFeatures::TAIL_CALL, "tail calls"),
    (WasmFeatures::FUNCTION_REFERENCES, "typed function references"),
    (WasmFeatures::GC_TYPES, "references to garbage-collected objects (externref and its kin)"),
    (WasmFeatures::GC, "garbage collection (GC types)"),
    (WasmFeatures::EXCEPTIONS, "exceptions (exception tags)"),
    (WasmFeatures::LEGACY_EXCEPTIONS, "legacy exceptions"),
    (WasmFeatures::RELAXED_SIMD, "relaxed SIMD"),
    (WasmFeatures::STACK_SWITCHING, "stack switching"),
    (WasmFeatures::WIDE_ARITHMETIC, "wide arithmetic"),
    (WasmFeatures::CUSTOM_PAGE_SIZES, "custom page sizes"),
    (WasmFeatures::CUSTOM_DESCRIPTORS, "custom descriptors"),
];
