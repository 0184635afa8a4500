//! Kernels whose cost no price can cover.

use super::{Kernel, Scene, shell};

/// The kernel that is measured on the first call of an instance.
pub(super) const FIRST_TOUCHES: &str = "first touches";

/// The largest single operation, which cannot be interrupted, in memory that was touched before.
const BULK: &str = "memory.fill of 64 MiB";

/// Returns kernels whose cost no price can cover, because it depends on the machine's caches and on the pages touched
/// before.
pub(super) fn excepted() -> Vec<Kernel> {
    let kernel = |name: &str, pages: u32, before: &str, body: &str| Kernel {
        name: name.to_owned(),
        text: shell("", "", "(local $a i32) (local $p i32)", before, body, "")
            .replace("\"memory\") 17", &format!("\"memory\") {pages}")),
        excepted: true,
        host: false,
        generated: false,
        scene: Scene::default(),
    };
    let touch = "(if (i32.ne (i32.load (i32.const 0)) (i32.const 0x02020202))
                   (then (memory.fill (i32.const 0) (i32.const 2) (i32.const 67108864))))";
    // A generator of full period; each step waits for the value read in the step before.
    let chase = "(local.set $a (i32.add (i32.mul (i32.const 1664525)
                   (i32.add (local.get $a) (i32.load (i32.and (local.get $a) (i32.const 0x3fffffc)))))
                   (i32.const 1013904223)))";
    vec![
        kernel("cache misses", 1_024, touch, chase),
        // 67 million units in one operation: it takes 268 times as long as the interval between two clock checks.
        kernel(BULK, 1_024, "", "(memory.fill (i32.const 0) (i32.const 7) (i32.const 67108864))"),
        kernel(
            FIRST_TOUCHES,
            1_024,
            "",
            "(i32.store (local.get $p) (i32.const 1)) (local.set $p (i32.and (i32.const 0x3ffffff) (i32.add (local.get $p) (i32.const 4096))))",
        ),
    ]
}
