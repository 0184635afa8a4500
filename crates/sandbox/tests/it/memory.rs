//! Checks that a bot can use up every memory limit that a tournament can set.

use crate::common;

use common::{against_first, bot_of_text};
use referee::{Limits, Reason};

/// Asks for the given number of pages at the start, and fails if it does not get them. It touches none of them.
fn verdict(pages: u64, memory: u64) -> Reason {
    let text = format!(
        "(module (memory (export \"memory\") 1)
           (func (export \"_initialize\")
             (if (i32.eq (memory.grow (i32.const {})) (i32.const -1)) (then unreachable)))
           (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024))
           (func (export \"muster_choose\") (param i32) (result i64)
             (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))",
        pages - 1
    );
    against_first(&bot_of_text(&text), &Limits { memory, ..Limits::default() }).verdict.reason
}

#[test]
fn a_bot_can_have_more_than_a_gibibyte_where_the_limit_says_so() {
    const PAGE: u64 = 64 << 10;
    let pages = (3 << 29) / PAGE;
    assert!(matches!(verdict(pages, 2 << 30), Reason::Rules { .. }));
    assert!(matches!(verdict(pages, pages * PAGE), Reason::Rules { .. }));
    assert!(matches!(verdict(pages, pages * PAGE - 1), Reason::Forfeit { .. }));
    assert!(matches!(verdict(16, Limits::MOST_MEMORY), Reason::Rules { .. }));
}
