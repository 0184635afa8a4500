//! Play with scarce address space.

use std::sync::Arc;

use game::Seat;
use referee::{Fault, Limits, MatchSeed, Player, TrapKind};
use sandbox::{Caps, HostError, Sandbox, SandboxOptions, advice_on_bounds};

use crate::{child, common, this_program};

/// The argument that makes this program play with the bytes of address space that follow, and report the result.
pub(crate) const TOLD: &str = "part:room";

/// Number of instances of the sandboxes here.
const INSTANCES: u32 = 12;

/// Enough address space for a pool.
const PLENTY: u64 = u64::MAX;
/// Too little for two pools of twelve memories of 4 GiB, but enough for twelve such memories.
const SOME: u64 = 80 << 30;
/// Too little for one memory of 4 GiB.
const LITTLE: u64 = 3 << 30;

pub(crate) fn tell_how_it_plays() {
    let room: u64 = std::env::args().nth(2).and_then(|word| word.parse().ok()).expect("bytes");
    limit_address_space(room);
    let options =
        SandboxOptions { compiler: child(30, 1 << 30), instances: INSTANCES, ..SandboxOptions::default() };
    let sandbox = match Sandbox::new(&options) {
        Ok(sandbox) => sandbox,
        Err(error @ HostError::Room(_)) => return println!("{error}"),
        Err(error) => panic!("{error}"),
    };
    println!("{}", sandbox.fingerprint());
    play_many_at_once(&sandbox);
    for name in ["honest", "floats", "memory-out-of-bounds", "deep-recursion"] {
        let bot = sandbox
            .admit(&common::fixture(name), &Caps::default())
            .expect("no host failure")
            .expect("admitted");
        let seed = MatchSeed::from_number(1);
        let mut player =
            sandbox.player(&bot, seed.dice(Seat::First), Seat::First, &Arc::from(""), &Limits::default());
        let answer =
            player.choose(common::new_match(Limits::default()).ask(Seat::First)).expect("no host failure");
        println!("{name}: {} bytes of code, {answer:?}", bot.making().code);
    }
}

/// Plays with more players at once than fit in a small address space with 4 GiB each.
fn play_many_at_once(sandbox: &Sandbox) {
    for name in ["honest", "floats"] {
        let bot = sandbox
            .admit(&common::fixture(name), &Caps::default())
            .expect("no host failure")
            .expect("admitted");
        let seed = MatchSeed::from_number(1);
        let (limits, settings) = (Limits::default(), Arc::<str>::from(""));
        let mut players: Vec<_> = (0..8)
            .map(|_| sandbox.player(&bot, seed.dice(Seat::First), Seat::First, &settings, &limits))
            .collect();
        for player in &mut players {
            let mut playing = common::new_match(limits);
            let answer = player.choose(playing.ask(Seat::First)).expect("no host failure");
            assert_eq!(answer.result, Ok(1));
        }
    }
    let bot = common::fixture("memory-out-of-bounds");
    let bot = sandbox.admit(&bot, &Caps::default()).expect("no host failure").expect("admitted");
    let mut player = sandbox.player(
        &bot,
        MatchSeed::from_number(1).dice(Seat::First),
        Seat::First,
        &Arc::from(""),
        &Limits::default(),
    );
    let answer =
        player.choose(common::new_match(Limits::default()).ask(Seat::First)).expect("no host failure");
    assert_eq!(answer.result.map_err(|failure| failure.fault), Err(Fault::Trap(TrapKind::MemoryOutOfBounds)));
}

#[cfg(unix)]
fn limit_address_space(bytes: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    if bytes < PLENTY {
        setrlimit(Resource::As, Rlimit { current: Some(bytes), maximum: Some(bytes) }).expect("limited");
    }
}

#[cfg(not(unix))]
fn limit_address_space(_bytes: u64) {}

/// Returns the report of a process with this much address space, line by line, with its fingerprint first.
fn told_with(room: u64) -> Vec<String> {
    let output = this_program(TOLD).arg(room.to_string()).output().expect("it runs");
    assert!(output.status.success(), "{room}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect()
}

pub(crate) fn without_address_space_bots_play_all_the_same() {
    told_with(LITTLE);
}

/// The compiled code determines if a recursion of 8,000 calls fits on the stack.
pub(crate) fn equal_fingerprints_mean_equal_code_and_verdicts() {
    let plenty = told_with(PLENTY);
    assert_eq!(told_with(SOME), plenty);
    let little = told_with(LITTLE);
    if cfg!(unix) {
        assert_ne!(little.last(), plenty.last(), "the recursion ends otherwise");
        assert_ne!(little[0], plenty[0], "and the fingerprint says that it may");
        assert!(advice_on_bounds(&plenty[0], &little[0]).is_some_and(|advice| advice.contains("raise")));
        assert!(advice_on_bounds(&little[0], &plenty[0]).is_some_and(|advice| advice.contains("lower")));
    }
    assert_eq!(advice_on_bounds(&plenty[0], &plenty[0]), None);
    assert_eq!(advice_on_bounds(&plenty[0].replace("wasmtime=", "wasmtime=9"), &little[0]), None);
}

pub(crate) fn a_process_with_too_little_room_is_told_at_once() {
    if cfg!(unix) {
        assert_eq!(
            told_with(800 << 20),
            [
                "compiling a module needs 1073741824 bytes of address space, but this process may use only 838860800: \
                 raise its limit (ulimit -v)"
            ]
        );
    }
}
