//! The compiling child, and the folder of compiled code.
//!
//! This test has a `main` of its own, because the child is this very program, started again.

#![expect(clippy::print_stdout, reason = "a test with a main of its own reports by itself")]

mod common;

use std::process::ExitCode;
use std::sync::Arc;

use game::Seat;
use referee::{Fault, Limits, MatchSeed, Player, TrapKind};
use sandbox::{Bot, Caps, Compiler, HostError, Objection, Refusal, Sandbox, SandboxOptions};

fn main() -> ExitCode {
    if let Some(code) = sandbox::compile_child_main() {
        return code;
    }
    if std::env::args().any(|word| word == LITTLE_ROOM) {
        play_in_little_room();
        return ExitCode::SUCCESS;
    }
    if std::env::args().nth(1).is_some_and(|word| word == MEASURED) {
        admit_measured();
        return ExitCode::SUCCESS;
    }
    let tests: [(&str, fn()); 11] = [
        ("without_address_space_bots_play_all_the_same", without_address_space_bots_play_all_the_same),
        ("the_child_compiles_what_this_process_compiles", the_child_compiles_what_this_process_compiles),
        ("a_slow_module_is_stopped_at_its_processor_time", a_slow_module_is_stopped_at_its_processor_time),
        ("a_large_module_is_stopped_at_its_memory", a_large_module_is_stopped_at_its_memory),
        ("a_child_that_cannot_start_is_the_hosts_failure", a_child_that_cannot_start_is_the_hosts_failure),
        ("a_child_that_is_another_program_is_the_hosts_failure", a_child_that_is_another_program),
        ("code_is_kept_and_damage_is_noticed", code_is_kept_and_damage_is_noticed),
        ("what_the_limits_refuse_is_remembered", what_the_limits_refuse_is_remembered),
        (
            "what_would_compile_for_a_minute_is_refused_at_once",
            what_would_compile_for_a_minute_is_refused_at_once,
        ),
        ("what_compiles_slowly_below_every_cap_is_stopped", what_compiles_slowly_below_every_cap_is_stopped),
        ("a_folder_open_to_others_is_refused", a_folder_open_to_others_is_refused),
    ];
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    for (name, test) in tests {
        if wanted.as_ref().is_none_or(|wanted| name.contains(wanted.as_str())) {
            test();
            println!("test {name} ... ok");
        }
    }
    ExitCode::SUCCESS
}

/// The argument that makes this program play with little address space.
const LITTLE_ROOM: &str = "__little-room";

#[cfg(unix)]
fn play_in_little_room() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let room = Some(3 << 30);
    setrlimit(Resource::As, Rlimit { current: room, maximum: room }).expect("limited");
    let compiler = child(30, 1 << 30);
    let options = SandboxOptions { compiler, ..SandboxOptions::default() };
    let sandbox = Sandbox::new(&options).expect("a host that can run bots");
    for name in ["honest", "floats"] {
        let bot = sandbox
            .admit(&common::fixture(name), &Caps::default())
            .expect("no host failure")
            .expect("admitted");
        let seed = MatchSeed::from_number(1);
        let (limits, settings) = (Limits::default(), Arc::<str>::from(""));
        // More players at once than there would be room for with 4 GiB each.
        let mut players: Vec<_> =
            (0..8).map(|_| sandbox.player(&bot, &seed, Seat::First, &settings, &limits)).collect();
        for player in &mut players {
            let mut playing = common::new_match(limits);
            let answer = player.choose(playing.ask(Seat::First)).expect("no host failure");
            assert_eq!(answer.result, Ok(1));
        }
    }
    let bot = sandbox.admit(&common::fixture("memory-out-of-bounds"), &Caps::default());
    let bot = bot.expect("no host failure").expect("admitted");
    let limits = Limits::default();
    let mut player = sandbox.player(&bot, &MatchSeed::from_number(1), Seat::First, &Arc::from(""), &limits);
    let answer = player.choose(common::new_match(limits).ask(Seat::First)).expect("no host failure");
    assert_eq!(answer.result.map_err(|failure| failure.fault), Err(Fault::Trap(TrapKind::MemoryOutOfBounds)));
}

#[cfg(not(unix))]
fn play_in_little_room() {}

fn without_address_space_bots_play_all_the_same() {
    let program = std::env::current_exe().expect("this program");
    let output = std::process::Command::new(program).arg(LITTLE_ROOM).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn child(seconds: u64, bytes: u64) -> Compiler {
    Compiler::Child { program: std::env::current_exe().expect("this program"), seconds, bytes }
}

fn admit(compiler: Compiler, module: &[u8]) -> Result<Result<Bot, Refusal>, HostError> {
    let options = SandboxOptions { compiler, instances: 8, ..SandboxOptions::default() };
    Sandbox::new(&options)?.admit(module, &wide_open())
}

/// Caps that let everything through to the compiler.
fn wide_open() -> Caps {
    Caps {
        module: 64 << 20,
        functions: 1_000_000,
        body: 8 << 20,
        locals: 50_000,
        nesting: 1 << 20,
        ..Caps::script()
    }
}

/// A module whose functions take the compiler long: many blocks that all lead to one place, over many
/// values that live through all of them.
fn slow_module(functions: usize, steps: usize) -> Vec<u8> {
    let step = "(if (i32.and (local.get 0) (i32.const 1)) (then (local.set 1 (i32.add (local.get 1) (local.get 2)))) \
                (else (local.set 2 (i32.xor (local.get 0) (local.get 1)))))";
    let body = step.repeat(steps);
    let function = format!("(func (param i32) (result i32) (local i32 i32) {body} (local.get 1))");
    let text = format!(
        "(module (memory (export \"memory\") 1)
           (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024))
           (func (export \"muster_choose\") (param i32) (result i64) (i64.const 1))
           {})",
        function.repeat(functions)
    );
    wat::parse_str(text).expect("a module's text")
}

fn the_child_compiles_what_this_process_compiles() {
    for module in ["honest", "floats"] {
        let module = common::fixture(module);
        let here = admit(Compiler::InProcess, &module).expect("no host failure").expect("admitted");
        let there = admit(child(30, 1 << 30), &module).expect("no host failure").expect("admitted");
        assert_eq!(here.hash(), there.hash());
        assert_eq!(here.making().code, there.making().code);
    }
}

fn a_slow_module_is_stopped_at_its_processor_time() {
    let refusal =
        admit(child(1, 1 << 30), &slow_module(3_000, 300)).expect("no host failure").expect_err("too slow");
    assert_eq!(refusal.objections(), [Objection::CompileTime { seconds: 1 }]);
}

fn a_large_module_is_stopped_at_its_memory() {
    let bytes = 96 << 20;
    let refusal =
        admit(child(30, bytes), &slow_module(2_000, 300)).expect("no host failure").expect_err("too large");
    assert_eq!(refusal.objections(), [Objection::CompileMemory { bytes }]);
}

fn a_child_that_cannot_start_is_the_hosts_failure() {
    let compiler = Compiler::Child { program: "/nonexistent/muster".into(), seconds: 1, bytes: 1 << 30 };
    assert!(matches!(admit(compiler, &common::fixture("honest")), Err(HostError::Compiler { .. })));
}

fn a_child_that_is_another_program() {
    let compiler = Compiler::Child { program: "/bin/false".into(), seconds: 1, bytes: 1 << 30 };
    assert!(matches!(admit(compiler, &common::fixture("honest")), Err(HostError::Compiler { .. })));
}

fn code_is_kept_and_damage_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("code");
    let options = SandboxOptions { instances: 8, cache: Some(cache.clone()), ..SandboxOptions::default() };
    let sandbox = Sandbox::new(&options).expect("a host that can run bots");
    let module = common::fixture("honest");
    let admit = || sandbox.admit(&module, &Caps::default()).expect("no host failure").expect("admitted");
    assert!(!admit().making().cached);
    assert!(admit().making().cached);
    let entries: Vec<_> =
        std::fs::read_dir(&cache).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    assert_eq!(entries.len(), 2, "{entries:?}");
    let code = entries.iter().find(|path| path.extension().is_some_and(|end| end == "code")).expect("code");
    let mut bytes = std::fs::read(code).expect("code");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(code, bytes).expect("damaged");
    assert!(!admit().making().cached, "damaged code is compiled anew");
    assert!(admit().making().cached, "and kept again");
}

/// The argument that makes this program admit one module, given on standard input, and tell what that took.
const MEASURED: &str = "__measured";

/// What admitting a module took in a process that does nothing else.
#[cfg(target_os = "linux")]
struct Measured {
    refusal: String,
    /// Processor time of the process itself in milliseconds.
    processor: u64,
    /// By how much its largest resident memory grew, in bytes.
    memory: u64,
}

#[cfg(target_os = "linux")]
fn admit_measured() {
    use std::io::Read;
    let mut module = Vec::new();
    std::io::stdin().read_to_end(&mut module).expect("a module");
    let options = SandboxOptions { compiler: child(1, 1 << 30), instances: 8, ..SandboxOptions::default() };
    let sandbox = Sandbox::new(&options).expect("a host that can run bots");
    let processor = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    };
    let (time, memory) = (processor(), common::peak_memory().expect("Linux tells"));
    let refusal = sandbox.admit(&module, &Caps::default()).expect("no host failure").expect_err("refused");
    let grown = common::peak_memory().expect("Linux tells") - memory;
    println!("{} {grown} {refusal}", processor() - time);
}

#[cfg(not(target_os = "linux"))]
fn admit_measured() {}

#[cfg(target_os = "linux")]
fn measure(module: &[u8]) -> Measured {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut admitting = Command::new(std::env::current_exe().expect("this program"))
        .arg(MEASURED)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    admitting.stdin.take().expect("a pipe").write_all(module).expect("it reads");
    let output = admitting.wait_with_output().expect("it ends");
    let told = String::from_utf8(output.stdout).expect("text");
    let mut words = told.trim().splitn(3, ' ');
    let mut next = || words.next().expect("three words");
    let mut number = || next().parse().expect("a number");
    let (processor, memory) = (number(), number());
    println!("  {} bytes: {processor} ms of processor time, {} KiB more memory", module.len(), memory >> 10);
    Measured { refusal: next().to_owned(), processor, memory }
}

/// Modules of less than a mebibyte that would keep the compiler busy for half a minute and more: the door says no
/// before much time or memory is used.
fn what_would_compile_for_a_minute_is_refused_at_once() {
    #[cfg(target_os = "linux")]
    for (name, module, expected) in [
        (
            "200,000 functions of 1,000 parameters",
            many_functions(200_000, 1_000),
            "200000 functions; at most 10000",
        ),
        ("10,000 functions of 49,000 locals", many_locals(10_000, 49_000), "49000 locals; at most 256"),
        ("120,000 nested blocks", nested_blocks(120_000), "120000 blocks inside one another; at most 1000"),
    ] {
        assert!(module.len() < 1 << 20, "{name}: {} bytes", module.len());
        let Measured { refusal, processor, memory } = measure(&module);
        assert!(refusal.contains(expected), "{name}: {refusal}");
        assert!(processor < 1_000, "{name}: {processor} ms");
        assert!(memory < 32 << 20, "{name}: {memory} bytes");
    }
}

/// A module that no cap objects to and that still takes the compiler longer than it may: the child is stopped,
/// and the host does not feel it.
fn what_compiles_slowly_below_every_cap_is_stopped() {
    let module = slow_module(400, 280);
    assert!(sandbox::inspect(&module, &Caps::default()).is_ok(), "no cap objects");
    #[cfg(target_os = "linux")]
    {
        let Measured { refusal, processor, memory } = measure(&module);
        assert_eq!(refusal, Objection::CompileTime { seconds: 1 }.to_string());
        assert!(processor < 1_000, "{processor} ms in the host");
        assert!(memory < 32 << 20, "{memory} bytes in the host");
    }
}

/// The bytes of a module without names or exports: one function type of so many `i32`, and functions of it with
/// this body.
#[cfg(target_os = "linux")]
fn encoded(parameters: u32, functions: u32, body: &[u8]) -> Vec<u8> {
    let section = |id: u8, content: Vec<u8>| [vec![id], leb(content.len() as u32), content].concat();
    let ty = [vec![1, 0x60], leb(parameters), vec![0x7f; parameters as usize], vec![0]].concat();
    let types = [leb(functions), vec![0; functions as usize]].concat();
    let one = [leb(body.len() as u32), body.to_vec()].concat();
    let bodies = [leb(functions), one.repeat(functions as usize)].concat();
    [b"\0asm\x01\0\0\0".to_vec(), section(1, ty), section(3, types), section(10, bodies)].concat()
}

/// An unsigned number as WebAssembly writes it.
#[cfg(target_os = "linux")]
fn leb(mut number: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (number & 0x7f) as u8;
        number >>= 7;
        if number == 0 {
            bytes.push(low);
            return bytes;
        }
        bytes.push(low | 0x80);
    }
}

#[cfg(target_os = "linux")]
const END: u8 = 0x0b;

#[cfg(target_os = "linux")]
fn many_functions(functions: u32, parameters: u32) -> Vec<u8> {
    encoded(parameters, functions, &[0, END])
}

#[cfg(target_os = "linux")]
fn many_locals(functions: u32, locals: u32) -> Vec<u8> {
    encoded(0, functions, &[vec![1], leb(locals), vec![0x7f, END]].concat())
}

#[cfg(target_os = "linux")]
fn nested_blocks(depth: usize) -> Vec<u8> {
    const BLOCK: [u8; 2] = [0x02, 0x40];
    encoded(0, 1, &[vec![0], BLOCK.repeat(depth), vec![END; depth + 1]].concat())
}

/// A module that its limits stopped is not compiled again: a compiler that is not there is not missed.
fn what_the_limits_refuse_is_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("code");
    let admit = |compiler: &Compiler, module: &[u8]| {
        let options = SandboxOptions {
            compiler: compiler.clone(),
            instances: 8,
            cache: Some(cache.clone()),
            ..SandboxOptions::default()
        };
        let decided = Sandbox::new(&options).expect("a host that can run bots").admit(module, &wide_open());
        decided.map(|decided| decided.expect_err("refused").objections().to_vec())
    };
    let missing = |seconds, bytes| Compiler::Child { program: "/nonexistent/muster".into(), seconds, bytes };
    let is_tried_again = |compiler: &Compiler, module: &[u8]| {
        matches!(admit(compiler, module), Err(HostError::Compiler { .. }))
    };
    let (slow, large) = (slow_module(3_000, 300), slow_module(2_000, 300));
    let (room, little) = (1 << 30, 96 << 20);

    let objections = [Objection::CompileTime { seconds: 1 }];
    assert_eq!(admit(&child(1, room), &slow).expect("no host failure"), objections);
    assert_eq!(admit(&missing(1, room), &slow).expect("remembered"), objections);
    let objections = [Objection::CompileMemory { bytes: little }];
    assert_eq!(admit(&child(30, little), &large).expect("no host failure"), objections);
    assert_eq!(admit(&missing(30, little), &large).expect("remembered"), objections);
    // Other limits and other modules are decided anew.
    assert!(is_tried_again(&missing(2, room), &slow));
    assert!(is_tried_again(&missing(1, room + 1), &slow));
    assert!(is_tried_again(&missing(1, room), &large));

    let refusals = || -> Vec<_> {
        let entries = std::fs::read_dir(&cache).expect("the folder");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        paths
    };
    let paths = refusals();
    assert_eq!(paths.len(), 2, "two files and nothing half written: {paths:?}");
    assert!(paths.iter().all(|path| path.extension().is_some_and(|end| end == "refused")), "{paths:?}");
    let whole: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).expect("readable")).collect();
    let write = |texts: [&[u8]; 2]| {
        for (path, text) in paths.iter().zip(texts) {
            std::fs::write(path, text).expect("written");
        }
    };
    // Under another module's name, cut off or changed, nothing is believed.
    write([&whole[1], &whole[0]]);
    assert!(is_tried_again(&missing(1, room), &slow));
    assert!(is_tried_again(&missing(30, little), &large));
    for at in [0, 40, 80] {
        let mut changed = whole.clone();
        for text in &mut changed {
            text[at] ^= 1;
        }
        write([&changed[0], &changed[1]]);
        assert!(is_tried_again(&missing(1, room), &slow), "byte {at} changed");
        write([&whole[0][..at], &whole[1][..at]]);
        assert!(is_tried_again(&missing(1, room), &slow), "cut at byte {at}");
    }
    write([&whole[0], &whole[1]]);
    assert!(!is_tried_again(&missing(1, room), &slow));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // A folder that others can write to since it was opened.
        let options = SandboxOptions {
            compiler: missing(1, room),
            instances: 8,
            cache: Some(cache.clone()),
            ..SandboxOptions::default()
        };
        let sandbox = Sandbox::new(&options).expect("a host that can run bots");
        std::fs::set_permissions(&cache, std::fs::Permissions::from_mode(0o777)).expect("permissions");
        assert!(matches!(sandbox.admit(&slow, &wide_open()), Err(HostError::Compiler { .. })));
    }
}

fn a_folder_open_to_others_is_refused() {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let open = |mode| {
            std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(mode))
                .expect("permissions");
            let options = SandboxOptions {
                cache: Some(folder.path().into()),
                instances: 8,
                ..SandboxOptions::default()
            };
            Sandbox::new(&options).map(drop)
        };
        assert!(open(0o700).is_ok());
        assert!(matches!(open(0o770), Err(HostError::SharedCache { .. })));
        assert!(matches!(open(0o702), Err(HostError::SharedCache { .. })));
    }
}
