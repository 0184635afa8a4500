//! Adversarial kernels: programs that take as much processor time for as little fuel as they can.
//!
//! The price table promises 1.4 x 10^9 fuel a second at least, save for cache misses and first touches of
//! memory, which the last kernels show.

use std::sync::Arc;
use std::time::Duration;

use game::{Game, Rules, Seat};
use referee::{ClockKind, Limits, Match, MatchSeed, Player, Ticks};
use wasmtime::{Config, Engine, Linker, Module, Store};

use crate::common::{self, TALLY};
use crate::cpu_seconds;

const ROUNDS: usize = 3;
const LENGTH: usize = 64;
/// What is aimed at for one call of a kernel.
const CALL: Duration = Duration::from_millis(10);

/// A kernel: its name, and the text of a module whose `muster_choose` does so many rounds.
struct Kernel {
    name: String,
    text: String,
    /// Whether the price table promises nothing for it.
    excepted: bool,
    /// Whether it calls the host, so that the bare engine cannot run it.
    host: bool,
}

pub(crate) fn run() {
    let filter = std::env::args().skip(1).filter(|word| !word.starts_with('-')).nth(1);
    println!("fuel a second of processor time; times of one call beside no metering at all");
    println!("  {:34} {:>9} {:>7} {:>7} {:>7}", "kernel", "fuel/s", "fuel", "cpu", "wall");
    let mut worst: Option<f64> = None;
    for kernel in
        kernels().iter().filter(|kernel| filter.as_ref().is_none_or(|word| kernel.name.contains(word)))
    {
        let rate = measure(kernel);
        if !kernel.excepted {
            worst = Some(worst.map_or(rate, |worst| worst.min(rate)));
        }
    }
    if let Some(worst) = worst {
        println!("  slowest kernel of those priced: {:.2}e9 fuel/s", worst / 1e9);
    }
}

fn measure(kernel: &Kernel) -> f64 {
    let rounds = calibrate(kernel);
    let bare = bare(kernel, rounds);
    let times = ClockKind::ALL.map(|kind| play(kernel, rounds, kind));
    let rate = times[0].0 as f64 / times[0].1;
    let ratio = |seconds: f64| bare.map_or("-".to_owned(), |bare| format!("{:.2}", seconds / bare));
    println!(
        "  {:34} {:>9} {:>7} {:>7} {:>7}{}",
        kernel.name,
        format!("{:.2}e9", rate / 1e9),
        ratio(times[0].1),
        ratio(times[1].1),
        ratio(times[2].1),
        if kernel.excepted { "  (excepted)" } else { "" }
    );
    rate
}

/// So many rounds that a call takes about [`CALL`].
fn calibrate(kernel: &Kernel) -> u32 {
    let mut rounds = 16;
    loop {
        let seconds = play_once(kernel, rounds, ClockKind::Fuel).1;
        if seconds > CALL.as_secs_f64() / 8.0 || rounds > 1 << 27 {
            return ((f64::from(rounds) * CALL.as_secs_f64() / seconds) as u32).max(1);
        }
        rounds *= 4;
    }
}

fn module(kernel: &Kernel, rounds: u32) -> Vec<u8> {
    wat::parse_str(kernel.text.replace("ROUNDS", &rounds.to_string()))
        .unwrap_or_else(|error| panic!("{}: {error}", kernel.name))
}

/// Fuel and the least seconds of one call under a clock.
fn play(kernel: &Kernel, rounds: u32, kind: ClockKind) -> (u64, f64) {
    (0..ROUNDS)
        .map(|_| play_once(kernel, rounds, kind))
        .min_by(|one, other| one.1.total_cmp(&other.1))
        .expect("rounds")
}

fn play_once(kernel: &Kernel, rounds: u32, kind: ClockKind) -> (u64, f64) {
    let bot =
        common::admit(&module(kernel, rounds)).unwrap_or_else(|refusal| panic!("{}: {refusal}", kernel.name));
    let mut limits = Limits { memory: 256 << 20, ..Limits::default() };
    limits.clock.kind = kind;
    limits.clock.per_move = Ticks(600 * Ticks::PER_SECOND);
    limits.clock.per_game = limits.clock.per_move;
    let settings: Arc<str> = Arc::from("depth=4");
    let mut player =
        common::sandbox().player(&bot, &MatchSeed::from_number(1), Seat::First, &settings, &limits);
    let mut playing = Match::new(&TALLY, TALLY.start(&Rules::defaults(TALLY.options())), limits);
    if kernel.name != FIRST_TOUCHES {
        // The start and the first touches are not what is measured.
        player.choose(playing.ask(Seat::First)).expect("no host failure");
    }
    let begun = cpu_seconds();
    let answer = player.choose(playing.ask(Seat::First)).expect("no host failure");
    let seconds = cpu_seconds() - begun;
    assert!(answer.result.is_ok(), "{}: {:?}", kernel.name, answer.result);
    (answer.spent.0, seconds)
}

/// The least seconds of one call without any metering.
fn bare(kernel: &Kernel, rounds: u32) -> Option<f64> {
    if kernel.host {
        return None;
    }
    let engine = Engine::new(&Config::new()).expect("an engine");
    let module = Module::from_binary(&engine, &module(kernel, rounds)).expect("compiles");
    let times = (0..ROUNDS).map(|_| {
        let mut store = Store::new(&engine, ());
        let instance = Linker::new(&engine).instantiate(&mut store, &module).expect("starts");
        let choose = instance.get_typed_func::<u32, i64>(&mut store, "muster_choose").expect("export");
        let begun = cpu_seconds();
        choose.call(&mut store, 256).expect("answers");
        cpu_seconds() - begun
    });
    times.min_by(f64::total_cmp)
}

fn kernels() -> Vec<Kernel> {
    let mut kernels = chains();
    kernels.extend(loops());
    kernels
}

/// One operator over and over on its own result. `@` stands for the value so far, `%y` for another value that
/// is awkward for the operator.
fn chains() -> Vec<Kernel> {
    const CHAINS: &[(&str, &str, &str, &str)] = &[
        ("i32", "7", "0x7fffffff", "(i32.add @ %y)"),
        ("i32", "7", "0x7fffffff", "(i32.mul @ %y)"),
        ("i32", "0x7ffffffe", "3", "(i32.div_u (i32.or @ %y) %y)"),
        ("i32", "0x7ffffffe", "-3", "(i32.div_s @ %y)"),
        ("i32", "0x7ffffffe", "0x7fffff01", "(i32.rem_u @ %y)"),
        ("i32", "0x7ffffffe", "0x7fffff01", "(i32.rem_s @ %y)"),
        ("i64", "7", "0x7fffffff", "(i64.add @ %y)"),
        ("i64", "7", "0x7fffffff7fffffff", "(i64.mul @ %y)"),
        ("i64", "0x7fffffffffffffff", "3", "(i64.div_u @ %y)"),
        ("i64", "0x7fffffffffffffff", "-3", "(i64.div_s @ %y)"),
        ("i64", "0x7fffffffffffffff", "0x7fffffffffffff01", "(i64.rem_u @ %y)"),
        ("i64", "0x7fffffffffffffff", "0x7fffffffffffff01", "(i64.rem_s @ %y)"),
        ("i64", "7", "3", "(i64.rotl @ %y)"),
        ("i64", "7", "3", "(i64.shl @ %y)"),
        ("i64", "7", "3", "(i64.clz @)"),
        ("i64", "7", "3", "(i64.ctz @)"),
        ("i64", "7", "3", "(i64.popcnt @)"),
        ("i32", "7", "3", "(i32.clz @)"),
        ("i32", "7", "3", "(i32.popcnt @)"),
        ("i32", "7", "3", "(i32.eqz @)"),
        ("i64", "7", "3", "(i64.extend_i32_u (i64.eqz @))"),
        ("i64", "7", "3", "(i64.extend_i32_s (i64.lt_s @ %y))"),
        ("i64", "7", "3", "(select @ %y (i32.wrap_i64 (local.get $x)))"),
        ("i32", "7", "3", "(i32.extend8_s @)"),
        ("f32", "1.5", "1.25", "(f32.add @ %y)"),
        ("f32", "1.5", "1.0000001", "(f32.mul @ %y)"),
        ("f32", "1.5", "1.0000001", "(f32.div @ %y)"),
        ("f32", "1.5", "1.0000001", "(f32.sqrt @)"),
        ("f32", "1.5", "1.0000001", "(f32.min @ %y)"),
        ("f32", "1.5", "1.0000001", "(f32.max @ %y)"),
        ("f32", "1.5", "1.0000001", "(f32.ceil @)"),
        ("f32", "1.5", "1.0000001", "(f32.nearest @)"),
        ("f32", "1.5", "1.0000001", "(f32.copysign @ %y)"),
        ("f32", "1.5", "1.0000001", "(f32.abs @)"),
        ("f64", "1.5", "1.25", "(f64.add @ %y)"),
        ("f64", "1e-310", "1e-310", "(f64.add @ %y)"),
        ("f64", "1.5", "1.0000000001", "(f64.mul @ %y)"),
        ("f64", "1e-310", "0.9999999", "(f64.mul @ %y)"),
        ("f64", "1.5", "1.0000000001", "(f64.div @ %y)"),
        ("f64", "1e-310", "1.0000001", "(f64.div @ %y)"),
        ("f64", "1.5", "1.0000001", "(f64.sqrt @)"),
        ("f64", "1.5", "1.0000001", "(f64.min @ %y)"),
        ("f64", "1.5", "1.0000001", "(f64.max @ %y)"),
        ("f64", "1.5", "1.0000001", "(f64.floor @)"),
        ("f64", "1.5", "1.0000001", "(f64.trunc @)"),
        ("f64", "1.5", "1.0000001", "(f64.nearest @)"),
        ("f64", "1.5", "1.0000001", "(f64.copysign @ %y)"),
        ("f64", "1.5", "1.0000001", "(f64.neg @)"),
        ("f64", "1.5", "1", "(f64.promote_f32 (f32.demote_f64 @))"),
        ("f64", "1.5", "1", "(f64.convert_i32_s (i32.trunc_sat_f64_s @))"),
        ("f64", "1.5", "1", "(f64.convert_i32_u (i32.trunc_sat_f64_u @))"),
        ("f64", "1.5", "1", "(f64.convert_i64_s (i64.trunc_sat_f64_s @))"),
        ("f64", "1.5", "1", "(f64.convert_i64_u (i64.trunc_sat_f64_u @))"),
        ("f64", "1.5", "1", "(f64.convert_i64_s (i64.trunc_f64_s @))"),
        ("f64", "1.5", "1", "(f64.convert_i64_u (i64.trunc_f64_u @))"),
        ("f64", "1.5", "1", "(f64.convert_i32_u (i32.trunc_f64_u @))"),
        ("f32", "1.5", "1", "(f32.convert_i64_u (i64.trunc_sat_f32_u @))"),
        ("f32", "1.5", "1", "(f32.convert_i32_s (i32.trunc_f32_s @))"),
        ("f64", "1.5", "1", "(f64.reinterpret_i64 (i64.reinterpret_f64 @))"),
        ("f64", "1.5", "1", "(f64.convert_i32_u (f64.lt @ %y))"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i32x4.add @ %y)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i32x4.mul @ %y)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i64x2.mul @ %y)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i16x8.mul @ %y)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i16x8.q15mulr_sat_s @ %y)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i32x4.dot_i16x8_s @ %y)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i64x2.extmul_low_i32x4_s @ %y)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i32x4.extadd_pairwise_i16x8_u @)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i16x8.extadd_pairwise_i8x16_u @)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i8x16.popcnt @)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i8x16.swizzle @ %y)"),
        (
            "v128",
            "i32x4 1 2 3 4",
            "i32x4 3 4 5 6",
            "(i8x16.shuffle 0 17 2 19 4 21 6 23 8 25 10 27 12 29 14 31 @ %y)",
        ),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i8x16.shl @ (local.get $n))"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i8x16.shr_s @ (local.get $n))"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i8x16.shr_u @ (local.get $n))"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i64x2.shr_s @ (local.get $n))"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i64x2.abs @)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i64x2.lt_s @ %y)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i64x2.ge_s @ %y)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i32x4.lt_u @ %y)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i8x16.avgr_u @ %y)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i8x16.narrow_i16x8_u @ %y)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(v128.bitselect @ %y %y)"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i8x16.splat (i8x16.bitmask @))"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i8x16.splat (i8x16.all_true @))"),
        ("v128", "i32x4 1 2 3 4", "i32x4 3 4 5 6", "(i64x2.splat (i64x2.extract_lane 1 @))"),
        (
            "v128",
            "i32x4 1 2 3 4",
            "i32x4 3 4 5 6",
            "(i8x16.replace_lane 7 @ (i8x16.extract_lane_s 3 (local.get $x)))",
        ),
        ("v128", "f32x4 1.5 2.5 3.5 4.5", "f32x4 1.25 1.25 1.25 1.25", "(f32x4.add @ %y)"),
        ("v128", "f32x4 1.5 2.5 3.5 4.5", "f32x4 1.25 1.25 1.25 1.25", "(f32x4.div @ %y)"),
        ("v128", "f32x4 1.5 2.5 3.5 4.5", "f32x4 1.25 1.25 1.25 1.25", "(f32x4.sqrt @)"),
        ("v128", "f32x4 1.5 2.5 3.5 4.5", "f32x4 1.25 1.25 1.25 1.25", "(f32x4.min @ %y)"),
        ("v128", "f32x4 1.5 2.5 3.5 4.5", "f32x4 1.25 1.25 1.25 1.25", "(f32x4.max @ %y)"),
        ("v128", "f32x4 1.5 2.5 3.5 4.5", "f32x4 1.25 1.25 1.25 1.25", "(f32x4.pmin @ %y)"),
        ("v128", "f32x4 1.5 2.5 3.5 4.5", "f32x4 1.25 1.25 1.25 1.25", "(f32x4.nearest @)"),
        (
            "v128",
            "f32x4 1.5 2.5 3.5 4.5",
            "f32x4 1.25 1.25 1.25 1.25",
            "(f32x4.convert_i32x4_u (i32x4.trunc_sat_f32x4_u @))",
        ),
        (
            "v128",
            "f32x4 1.5 2.5 3.5 4.5",
            "f32x4 1.25 1.25 1.25 1.25",
            "(f32x4.convert_i32x4_s (i32x4.trunc_sat_f32x4_s @))",
        ),
        ("v128", "f64x2 1.5 2.5", "f64x2 1.25 1.25", "(f64x2.add @ %y)"),
        ("v128", "f64x2 1.5 2.5", "f64x2 1.25 1.25", "(f64x2.mul @ %y)"),
        ("v128", "f64x2 1.5 2.5", "f64x2 1.25 1.25", "(f64x2.div @ %y)"),
        ("v128", "f64x2 1e-310 2e-310", "f64x2 1.0000001 1.000001", "(f64x2.div @ %y)"),
        ("v128", "f64x2 1.5 2.5", "f64x2 1.25 1.25", "(f64x2.sqrt @)"),
        ("v128", "f64x2 1.5 2.5", "f64x2 1.25 1.25", "(f64x2.min @ %y)"),
        ("v128", "f64x2 1.5 2.5", "f64x2 1.25 1.25", "(f64x2.max @ %y)"),
        ("v128", "f64x2 1.5 2.5", "f64x2 1.25 1.25", "(f64x2.ceil @)"),
        ("v128", "f64x2 1.5 2.5", "f64x2 1.25 1.25", "(f64x2.promote_low_f32x4 (f32x4.demote_f64x2_zero @))"),
        (
            "v128",
            "f64x2 1.5 2.5",
            "f64x2 1.25 1.25",
            "(f64x2.convert_low_i32x4_u (i32x4.trunc_sat_f64x2_u_zero @))",
        ),
        (
            "v128",
            "f64x2 1.5 2.5",
            "f64x2 1.25 1.25",
            "(f64x2.convert_low_i32x4_s (i32x4.trunc_sat_f64x2_s_zero @))",
        ),
    ];
    CHAINS.iter().map(|(ty, x, y, step)| chain(ty, x, y, step)).collect()
}

fn chain(ty: &str, x: &str, y: &str, step: &str) -> Kernel {
    // Values come from globals, so that the compiler cannot see what they are.
    let filled = step.replace("%y", "(local.get $y)");
    let value = (0..LENGTH).fold("(local.get $x)".to_owned(), |value, _| filled.replace('@', &value));
    let text = shell(
        "",
        &format!("(global $x (mut {ty}) ({ty}.const {x})) (global $y (mut {ty}) ({ty}.const {y}))"),
        &format!("(local $x {ty}) (local $y {ty})"),
        "(local.set $x (global.get $x)) (local.set $y (global.get $y))",
        &format!("(local.set $x {value})"),
        "(global.set $x (local.get $x))",
    );
    let denormal = if x.contains("1e-310") { " (denormal)" } else { "" };
    let name = step.replace(" %y", "").replace(" @", "").replace("local.get ", "");
    Kernel { name: format!("{name}{denormal}"), text, excepted: false, host: false }
}

/// A module around the body of a loop.
fn shell(imports: &str, top: &str, locals: &str, before: &str, body: &str, after: &str) -> String {
    format!(
        "(module {imports} (memory (export \"memory\") 17) {top}
           (func (export \"muster_buffer\") (param i32) (result i32) (i32.const 1024))
           (func (export \"muster_choose\") (param i32) (result i64) (local $n i32) {locals} {before}
             (local.set $n (i32.const ROUNDS))
             (loop $again {body}
               (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))
             {after} (i64.const 1)))"
    )
}

/// A zero that the compiler does not see through.
const ZERO: &str = "(global $zero (mut i32) (i32.const 0))";

/// Kernels that are more than one operator.
fn loops() -> Vec<Kernel> {
    let plain = |name: &str, top: &str, body: &str, times: usize| Kernel {
        name: name.to_owned(),
        text: shell("", top, "(local $a i32) (local $b i64)", "", &body.repeat(times), ""),
        excepted: false,
        host: false,
    };
    let table = "(table $t 1000 2000 funcref) (table $u 1000 2000 funcref) (elem $e func $f $g) (elem declare func $f $g)
                 (func $f) (func $g)";
    let many = (0..60).map(|_| "i64 ").collect::<String>();
    let arguments = "(i64.const 1)".repeat(60);
    let mut kernels = vec![
        plain("empty loop", "", "", 1),
        plain("load, dependent", "", "(local.set $a (i32.load (local.get $a)))", 64),
        plain("load across cache lines", "", "(local.set $b (i64.load offset=61 (i32.wrap_i64 (local.get $b))))", 64),
        plain("load across pages", "", "(local.set $b (i64.load offset=4093 (i32.wrap_i64 (local.get $b))))", 64),
        plain("store and load one place", "", "(i64.store (i32.const 8) (i64.add (i64.load (i32.const 8)) (i64.const 1)))", 64),
        plain("narrow store, wide load", "", "(i32.store8 (i32.const 9) (local.get $a)) (local.set $a (i32.load (i32.const 8)))", 64),
        plain("global", "(global $g (mut i64) (i64.const 0))", "(global.set $g (i64.add (global.get $g) (i64.const 1)))", 64),
        plain("unpredictable if", "", "(local.set $a (i32.xor (local.get $a) (i32.shl (local.get $a) (i32.const 13))))
             (local.set $a (i32.xor (local.get $a) (i32.shr_u (local.get $a) (i32.const 17))))
             (local.set $a (i32.add (i32.xor (local.get $a) (i32.shl (local.get $a) (i32.const 5))) (i32.const 77)))
             (if (i32.and (local.get $a) (i32.const 1)) (then (global.set $g (i64.const 1))))", 1)
            .with_top("(global $g (mut i64) (i64.const 0))"),
        plain("unpredictable ifs on bits", "(global $g (mut i64) (i64.const 0))", &unpredictable(), 1),
        plain("call", "(func $f)", "(call $f)", 64),
        plain("call with 60 parameters", &format!("(func $f (param {many}))"), &format!("(call $f {arguments})"), 4),
        plain("call with 60 results", &format!("(func $f (result {many}) {arguments})"), &format!("(call $f) {}", "drop ".repeat(60)), 4),
        plain("call_indirect", "(table funcref (elem $f $g)) (func $f) (func $g)", "(call_indirect (i32.and (local.get $n) (i32.const 1)))", 32),
        plain("recursion", "(func $r (param i32) (if (local.get 0) (then (call $r (i32.sub (local.get 0) (i32.const 1))))))", "(call $r (i32.const 2000))", 1),
        plain("memory.size", "", "(drop (memory.size))", 64),
        plain("memory.grow by none", "", "(drop (memory.grow (i32.const 0)))", 16),
        plain("memory.grow refused", "", "(drop (memory.grow (i32.const 60000)))", 16),
        plain("memory.grow refused, by one", "(func $all (loop $l (br_if $l (i32.ne (memory.grow (i32.const 1)) (i32.const -1))))) (start $all)", "(drop (memory.grow (i32.const 1)))", 16),
        plain("table.grow by none", table, "(drop (table.grow $t (ref.null func) (i32.const 0)))", 16),
        plain("table.grow refused", table, "(drop (table.grow $t (ref.null func) (i32.const 30000)))", 16),
        plain("memory.init of 1 byte", "(data $d \"x\")", "(memory.init $d (i32.const 0) (i32.const 0) (i32.const 1))", 16),
        plain("data.drop", "(data $d \"x\")", "(data.drop $d)", 16),
        plain("elem.drop", table, "(elem.drop $e)", 16),
        plain("table.size", table, "(drop (table.size $t))", 16),
        plain("table.get and set", table, "(table.set $t (i32.const 5) (table.get $u (i32.const 6)))", 32),
        plain("table.set of a function", table, "(table.set $t (i32.const 5) (ref.func $f))", 32),
        plain("ref.func", table, "(drop (ref.is_null (ref.func $f)))", 32),
        plain("table.init of 2", table, "(table.init $t $e (i32.const 0) (i32.const 0) (i32.const 2))", 16),
    ];
    for length in [0, 1, 8, 64, 300, 4_096, 60_000] {
        // Not a constant, so that nothing is expanded in place.
        let size = format!("(i32.add (i32.const {length}) (global.get $zero))");
        kernels.push(plain(
            &format!("memory.fill of {length} bytes"),
            ZERO,
            &format!("(memory.fill (i32.const 2048) (i32.const 7) {size})"),
            4,
        ));
        kernels.push(plain(
            &format!("memory.copy of {length} bytes"),
            ZERO,
            &format!("(memory.copy (i32.const 2048) (i32.const 2049) {size})"),
            4,
        ));
        kernels.push(plain(
            &format!("memory.copy apart, {length} bytes"),
            ZERO,
            &format!("(memory.copy (i32.const 2048) (i32.const 70001) {size})"),
            4,
        ));
    }
    for length in [0, 1, 8, 64, 900] {
        kernels.push(plain(
            &format!("table.fill of {length} entries"),
            table,
            &format!("(table.fill $t (i32.const 0) (ref.null func) (i32.const {length}))"),
            4,
        ));
        kernels.push(plain(
            &format!("table.fill of {length} functions"),
            table,
            &format!("(table.fill $t (i32.const 0) (ref.func $f) (i32.const {length}))"),
            4,
        ));
        kernels.push(plain(
            &format!("table.copy of {length} entries"),
            table,
            &format!("(table.copy $t $u (i32.const 1) (i32.const 0) (i32.const {length}))"),
            4,
        ));
        kernels.push(plain(
            &format!("table.copy within, {length} entries"),
            table,
            &format!("(table.copy $t $t (i32.const 1) (i32.const 0) (i32.const {length}))"),
            4,
        ));
    }
    kernels.extend(host_calls());
    kernels.extend(excepted());
    kernels
}

impl Kernel {
    fn with_top(self, top: &str) -> Kernel {
        Kernel { text: self.text.replace("(memory (export", &format!("{top} (memory (export")), ..self }
    }
}

/// Branches on the bits of a number that changes its bits at random.
fn unpredictable() -> String {
    let step = "(local.set $b (i64.add (i64.mul (local.get $b) (i64.const 6364136223846793005)) (i64.const 1442695040888963407)))";
    let branch = |bit: u32| {
        format!(
            "(if (i32.wrap_i64 (i64.and (i64.shr_u (local.get $b) (i64.const {bit})) (i64.const 1))) (then (global.set $g (local.get $b))))"
        )
    };
    format!("{step}{}", (33..63).map(branch).collect::<String>())
}

fn host_calls() -> Vec<Kernel> {
    let call = |name: &str, import: &str, body: &str, times: usize| Kernel {
        name: format!("host: {name}"),
        text: shell(import, "", "", "", &body.repeat(times), ""),
        excepted: false,
        host: true,
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

/// The kernel that is measured on the first call of an instance.
const FIRST_TOUCHES: &str = "first touches";

/// What no price can make up for, since it depends on the machine's caches and on the pages touched before.
fn excepted() -> Vec<Kernel> {
    let kernel = |name: &str, pages: u32, before: &str, body: &str| Kernel {
        name: name.to_owned(),
        text: shell("", "", "(local $a i32) (local $p i32)", before, body, "")
            .replace("\"memory\") 17", &format!("\"memory\") {pages}")),
        excepted: true,
        host: false,
    };
    let touch = "(if (i32.ne (i32.load (i32.const 0)) (i32.const 0x02020202))
                   (then (memory.fill (i32.const 0) (i32.const 2) (i32.const 67108864))))";
    // A generator of full period, one step of which waits for what was read in the last.
    let chase = "(local.set $a (i32.add (i32.mul (i32.const 1664525)
                   (i32.add (local.get $a) (i32.load (i32.and (local.get $a) (i32.const 0x3fffffc)))))
                   (i32.const 1013904223)))";
    vec![
        kernel("cache misses", 1_024, touch, chase),
        kernel(
            FIRST_TOUCHES,
            1_024,
            "",
            "(i32.store (local.get $p) (i32.const 1)) (local.set $p (i32.and (i32.const 0x3ffffff) (i32.add (local.get $p) (i32.const 4096))))",
        ),
    ]
}
