//! Kernels that call the host.

use super::{Kernel, Scene, shell};

pub(super) fn host_calls() -> Vec<Kernel> {
    let call = |name: &str, import: &str, body: &str, times: usize| Kernel {
        name: format!("host: {name}"),
        text: shell(import, "", "", "", &body.repeat(times), ""),
        excepted: false,
        host: true,
        generated: false,
        scene: Scene::default(),
    };
    let log = "(import \"muster\" \"log\" (func $f (param i32 i32)))";
    let two = |name: &str| format!("(import \"muster\" \"{name}\" (func $f (param i32 i32) (result i32)))");
    vec![
        call("random", "(import \"muster\" \"random\" (func $f (result i64)))", "(drop (call $f))", 16),
        call("remaining", "(import \"muster\" \"remaining\" (func $f (result i64)))", "(drop (call $f))", 16),
        call("offer", "(import \"muster\" \"offer\" (func $f (param i64)))", "(call $f (i64.const 1))", 16),
        call("legal_actions", &two("legal_actions"), "(drop (call $f (i32.const 0) (i32.const 100)))", 16),
        call("history", &two("history"), "(drop (call $f (i32.const 0) (i32.const 100)))", 16),
        call("settings", &two("settings"), "(drop (call $f (i32.const 0) (i32.const 100)))", 16),
        call("log of nothing", log, "(call $f (i32.const 0) (i32.const 0))", 16),
        call("log of 64 KiB", log, "(call $f (i32.const 0) (i32.const 65536))", 16),
        call(
            "WASI random_get, 1 byte",
            "(import \"wasi_snapshot_preview1\" \"random_get\" (func $f (param i32 i32) (result i32)))",
            "(drop (call $f (i32.const 0) (i32.const 1)))",
            16,
        ),
        call(
            "WASI random_get, 64 KiB",
            "(import \"wasi_snapshot_preview1\" \"random_get\" (func $f (param i32 i32) (result i32)))",
            "(drop (call $f (i32.const 0) (i32.const 65536)))",
            4,
        ),
        call(
            "WASI sched_yield",
            "(import \"wasi_snapshot_preview1\" \"sched_yield\" (func $f (result i32)))",
            "(drop (call $f))",
            16,
        ),
        call(
            "WASI denied (path_open)",
            "(import \"wasi_snapshot_preview1\" \"path_open\" (func $f (param i32 i32 i32 i32 i32 i64 i64 i32 i32) (result i32)))",
            "(drop (call $f (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i64.const 0) (i64.const 0) (i32.const 0) (i32.const 0)))",
            16,
        ),
        call(
            "WASI fd_write of nothing",
            "(import \"wasi_snapshot_preview1\" \"fd_write\" (func $f (param i32 i32 i32 i32) (result i32)))",
            "(drop (call $f (i32.const 1) (i32.const 0) (i32.const 0) (i32.const 0)))",
            16,
        ),
        call(
            "WASI fd_write, 1,000 buffers",
            "(import \"wasi_snapshot_preview1\" \"fd_write\" (func $f (param i32 i32 i32 i32) (result i32)))",
            "(drop (call $f (i32.const 1) (i32.const 8192) (i32.const 1000) (i32.const 0)))",
            1,
        ),
    ]
}
