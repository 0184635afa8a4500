//! The compiling child, and the folder of compiled code.
//!
//! This test has a `main` of its own, because the child is this program, started again.

#![expect(clippy::print_stdout, reason = "what the parts measured")]

#[path = "../common/mod.rs"]
mod common;
mod cost;
mod kept;
mod known;
mod limits;
mod measured;
mod modules;
mod parent;
mod room;

use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Trial};
use sandbox::{Bot, Caps, Compiler, HostError, NotAdmitted, Sandbox, SandboxOptions};

const TESTS: [(&str, fn()); 25] = [
    ("without_address_space_bots_play_all_the_same", room::without_address_space_bots_play_all_the_same),
    (
        "equal_fingerprints_mean_equal_code_and_verdicts",
        room::equal_fingerprints_mean_equal_code_and_verdicts,
    ),
    ("a_process_with_too_little_room_is_told_at_once", room::a_process_with_too_little_room_is_told_at_once),
    ("the_child_compiles_what_this_process_compiles", limits::the_child_compiles_what_this_process_compiles),
    ("a_module_at_the_caps_of_a_script_is_compiled", limits::a_module_at_the_caps_of_a_script_is_compiled),
    (
        "a_slow_module_is_stopped_at_its_processor_time",
        limits::a_slow_module_is_stopped_at_its_processor_time,
    ),
    ("a_large_module_is_stopped_at_its_memory", limits::a_large_module_is_stopped_at_its_memory),
    (
        "a_child_that_cannot_start_is_the_hosts_failure",
        limits::a_child_that_cannot_start_is_the_hosts_failure,
    ),
    ("a_child_that_is_another_program_is_the_hosts_failure", limits::a_child_that_is_another_program),
    ("a_child_that_writes_without_end_is_the_hosts_failure", limits::a_child_that_writes_without_end),
    ("machine_code_past_its_cap_is_refused", limits::machine_code_past_its_cap_is_refused),
    (
        "what_would_compile_for_a_minute_is_refused_at_once",
        limits::what_would_compile_for_a_minute_is_refused_at_once,
    ),
    (
        "what_compiles_slowly_below_every_cap_is_stopped",
        limits::what_compiles_slowly_below_every_cap_is_stopped,
    ),
    ("limits_do_not_decide_about_known_code", known::limits_do_not_decide_about_known_code),
    ("memory_does_not_decide_about_known_code", known::memory_does_not_decide_about_known_code),
    ("known_code_is_never_refused_for_the_host", known::known_code_is_never_refused_for_the_host),
    (
        "what_costs_too_much_to_compile_is_refused_by_an_estimate",
        limits::what_costs_too_much_to_compile_is_refused_by_an_estimate,
    ),
    (
        "a_machine_that_is_five_times_slower_decides_alike",
        limits::a_machine_that_is_five_times_slower_decides_alike,
    ),
    ("a_child_dies_with_its_parent", parent::a_child_dies_with_its_parent),
    ("code_is_kept_and_damage_is_noticed", kept::code_is_kept_and_damage_is_noticed),
    ("what_was_decided_needs_no_compiler", kept::what_was_decided_needs_no_compiler),
    ("what_the_childs_limits_stop_is_not_remembered", kept::what_the_childs_limits_stop_is_not_remembered),
    ("a_forged_entry_is_not_trusted", kept::a_forged_entry_is_not_trusted),
    ("the_folder_keeps_what_was_used_last", kept::the_folder_keeps_what_was_used_last),
    ("a_folder_open_to_others_is_refused", kept::a_folder_open_to_others_is_refused),
];

/// Parts that this program runs instead of tests when it was started by one of the tests, by its first argument.
const PARTS: [(&str, fn()); 4] = [
    (cost::COST, cost::measure),
    (room::TOLD, room::tell_how_it_plays),
    (measured::MEASURED, measured::admit_measured),
    (parent::PARENT, parent::admit),
];

fn main() -> ExitCode {
    if let Some(code) = sandbox::compile_child_main() {
        return code;
    }
    let part = std::env::args().nth(1);
    if let Some((_, part)) = PARTS.iter().find(|(name, _)| part.as_deref() == Some(name)) {
        part();
        return ExitCode::SUCCESS;
    }
    let trial = |(name, test): (&str, fn())| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    libtest_mimic::run(&Arguments::from_args(), TESTS.into_iter().map(trial).collect()).exit_code()
}

/// Returns a command that starts this program again for one of its parts.
fn this_program(part: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.arg(part);
    command
}

fn child(seconds: u64, bytes: u64) -> Compiler {
    Compiler::Child { program: std::env::current_exe().expect("this program"), seconds, bytes }
}

fn admit(compiler: Compiler, module: &[u8]) -> Result<Result<Bot, NotAdmitted>, HostError> {
    let options = SandboxOptions { compiler, instances: 8, ..SandboxOptions::default() };
    Sandbox::new(&options)?.admit(module, &wide_open())
}

/// Returns caps that let everything through to the compiler.
fn wide_open() -> Caps {
    Caps {
        module: 64 << 20,
        functions: 1_000_000,
        body: 8 << 20,
        locals: 50_000,
        nesting: 1 << 20,
        code: 1 << 30,
        compile_cost: u64::MAX,
        ..Caps::script()
    }
}
