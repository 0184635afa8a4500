//! Isolated workers: they play and build like this process, hold nothing, and cost no other match anything when they
//! are lost.
//!
//! This test has a `main` of its own, because the worker is this program, started again: an honest worker, one that
//! was taken over, or one on a system that lacks a protection.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[cfg(target_os = "linux")]
mod absent;
mod alike;
mod bench;
mod common;
#[cfg(target_os = "linux")]
mod kills;
mod lies;
mod pipelined;
mod scripts;
#[cfg(target_os = "linux")]
mod taken_over;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Trial};

const TESTS: &[(&str, fn())] = &[
    (
        "hostile_bots_get_the_verdicts_that_they_have_here",
        alike::hostile_bots_get_the_verdicts_that_they_have_here,
    ),
    ("many_modules_are_played_by_one_slot", alike::many_modules_are_played_by_one_slot),
    (
        "bots_that_look_ahead_have_the_records_that_they_have_here",
        alike::bots_that_look_ahead_have_the_records_that_they_have_here,
    ),
    (
        "a_module_is_played_as_long_as_somebody_holds_it",
        alike::a_module_is_played_as_long_as_somebody_holds_it,
    ),
    ("a_bot_is_tried_alike", bench::a_bot_is_tried_alike),
    ("a_bot_answers_alike_when_it_is_asked_again", bench::a_bot_answers_alike_when_it_is_asked_again),
    ("a_script_becomes_the_same_module", scripts::a_script_becomes_the_same_module),
    ("what_is_wrong_with_a_script_is_told_alike", scripts::what_is_wrong_with_a_script_is_told_alike),
    (
        "a_worker_that_lies_is_ended_and_its_match_is_void",
        lies::a_worker_that_lies_is_ended_and_its_match_is_void,
    ),
    (
        "quick_matches_are_sent_early_and_none_behind_a_slow_one",
        pipelined::quick_matches_are_sent_early_and_none_behind_a_slow_one,
    ),
    ("settings_of_any_length_are_played_alike", pipelined::settings_of_any_length_are_played_alike),
    (
        "orders_that_come_before_a_reply_are_carried_out_after_it",
        pipelined::orders_that_come_before_a_reply_are_carried_out_after_it,
    ),
    ("another_program_is_no_worker", lies::another_program_is_no_worker),
    #[cfg(target_os = "linux")]
    (
        "a_compiling_child_that_was_taken_over_can_do_nothing",
        taken_over::a_compiling_child_that_was_taken_over_can_do_nothing,
    ),
    ("a_worker_that_was_taken_over_can_do_nothing", taken_over::a_worker_that_was_taken_over_can_do_nothing),
    #[cfg(target_os = "linux")]
    (
        "the_same_attempts_succeed_without_confinement",
        taken_over::the_same_attempts_succeed_without_confinement,
    ),
    #[cfg(target_os = "linux")]
    ("what_a_system_lacks_is_refused_or_named", absent::what_a_system_lacks_is_refused_or_named),
    #[cfg(target_os = "linux")]
    ("workers_that_are_killed_change_no_result", kills::workers_that_are_killed_change_no_result),
];

fn main() -> ExitCode {
    if let Some(code) = sandbox::compile_child_main().or_else(worker::worker_main) {
        return code;
    }
    if let Some(code) = lies::main().or_else(pipelined::main) {
        return code;
    }
    #[cfg(target_os = "linux")]
    if let Some(code) = taken_over::main().or_else(absent::main).or_else(kills::main) {
        return code;
    }
    let trial = |&(name, test): &(&'static str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    libtest_mimic::run(&Arguments::from_args(), TESTS.iter().map(trial).collect()).exit_code()
}
