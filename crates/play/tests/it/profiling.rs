//! Profiles of modules and scripts whose parts have known costs.

use std::sync::Arc;

use explain::Error;
use game::{Game, Rules, Seat};
use job::{MatchSettings, Script, SizeClass};
use play::{Contestant, Profiled, Profiling, Source};
use profile::ProfileReport;
use referee::{Builtin, Limits, Ticks};
use script::Folder;
use tank_war::GAME;

use crate::common::validator;

/// Profiles a module against `builtin:random`.
fn try_profile(module: &[u8], ply: Option<u32>) -> Result<Profiled, Error> {
    let validator = validator();
    let sandbox = validator.sandbox();
    let size = SizeClass::Script;
    let bot = sandbox.admit(module, &size.caps()).unwrap().unwrap();
    let settings =
        MatchSettings::new(&GAME, Rules::defaults(GAME.options()), Limits { plies: 12, ..Limits::default() });
    let profiling = Profiling {
        settings: &settings,
        seat: Seat::First,
        bot: &Contestant { source: Source::Module { bot, size }, settings: Arc::from("") },
        module,
        opponent: &Contestant { source: Source::Builtin(Builtin::Random), settings: Arc::from("") },
        seed: 1,
        games: 1,
        ply,
    };
    profiling.run(sandbox)
}

/// Returns the profile of a match, and checks that the sampled bot answered like the one that played.
fn profile(module: &[u8]) -> ProfileReport {
    let profiled = try_profile(module, None).unwrap();
    assert_eq!(profiled.records[0].losses[Seat::First], None);
    assert!(profiled.answers > 3);
    assert_eq!(profiled.same, profiled.answers);
    report(&profiled)
}

fn report(profiled: &Profiled) -> ProfileReport {
    profiled.report("bot.wasm", "builtin:random", (&GAME, Seat::First, 1))
}

/// Returns the share of a function's own code, and the share including its callees.
fn share(report: &ProfileReport, function: &str) -> (f64, f64) {
    let found = report.functions.iter().find(|share| share.function == function);
    found.map_or((0.0, 0.0), |share| (share.own, share.total))
}

fn is_about(share: f64, due: f64) -> bool {
    (share - due).abs() < 0.03
}

/// Returns a bot of Tank War with these functions, which does this work before it answers.
fn module(functions: &str, work: &str) -> Vec<u8> {
    let text = format!(
        r#"(module
        (memory (export "memory") 1)
        {functions}
        (func $buffer (export "muster_buffer") (param i32) (result i32) i32.const 1024)
        (func $choose (export "muster_choose") (param i32) (result i64)
            {work}
            (i64.extend_i32_u (i32.ctz (i32.load8_u offset=1093 (i32.load8_u offset=1032 (i32.const 0)))))))"#
    );
    wat::parse_str(text).unwrap()
}

/// Returns a function that runs the given number of turns.
fn turns(name: &str, body: &str) -> String {
    format!(
        "(func ${name} (param $left i32) (loop $again {body}
            (local.set $left (i32.sub (local.get $left) (i32.const 1))) (br_if $again (local.get $left))))"
    )
}

#[test]
fn functions_have_the_shares_that_they_cost() {
    let functions = [turns("hot", ""), turns("cold", "")].concat();
    let calls = "(call $hot (i32.const 6000)) (call $cold (i32.const 2000))";
    let report = profile(&module(&functions, calls));
    assert!(report.samples > 3_000, "{}", report.samples);
    for (function, due) in [("hot", (0.75, 0.75)), ("cold", (0.25, 0.25)), ("choose", (0.0, 1.0))] {
        let (own, total) = share(&report, function);
        assert!(is_about(own, due.0) && is_about(total, due.1), "{function}: {own} {total}");
    }
    assert!(report.lines.is_empty());
}

/// The engine checks the fuel at the start of a function and of a loop's turn. Here, it never does in the most
/// expensive code.
#[test]
fn code_without_a_loop_is_told_from_the_loop_that_calls_it() {
    let straight = "(local.set $at (i32.add (local.get $at) (i32.const 1)))".repeat(100);
    let functions =
        [format!("(func $straight (local $at i32) {straight})"), turns("around", "(call $straight)")]
            .concat();
    let report = profile(&module(&functions, "(call $around (i32.const 500))"));
    let ((straight, _), (own, total)) = (share(&report, "straight"), share(&report, "around"));
    assert!(straight > 0.9 && own < 0.1 && total > 0.95, "{straight} {own} {total}");
}

/// It waits in the middle of a call for its next question.
#[test]
fn a_program_that_plays_by_lines_is_profiled_as_well() {
    let program = include_str!("../../../../tests/hostile/program-first-legal.wat");
    let report = profile(&wat::parse_str(program).unwrap());
    assert!(report.samples > 3_000, "{}", report.samples);
    assert!(is_about(share(&report, "_start").1, 1.0), "{:#?}", report.functions);
}

#[test]
fn one_ply_can_be_looked_at() {
    let bot = module(&turns("hot", ""), "(call $hot (i32.const 6000))");
    let profiled = try_profile(&bot, Some(2)).unwrap();
    let plies: Vec<u32> = profiled.calls.0.iter().map(|call| call.ply).collect();
    assert_eq!(plies, [2]);
    assert!(report(&profiled).samples > 3_000);
    let not_asked = try_profile(&bot, Some(500)).err().unwrap();
    assert!(not_asked.what.contains("was not asked for a move in ply 501;"), "{not_asked}");
}

#[test]
fn a_module_without_names_is_known_as_such() {
    let named = module(&turns("hot", ""), "(call $hot (i32.const 6000))");
    let bare = wasm_without_names(&named);
    assert!(!try_profile(&named, None).unwrap().is_nameless);
    let profiled = try_profile(&bare, None).unwrap();
    assert!(profiled.is_nameless);
    assert!(share(&report(&profiled), "function 0").0 > 0.95);
}

/// Returns the module without its last section, the names.
fn wasm_without_names(module: &[u8]) -> Vec<u8> {
    let names = module.windows(5).rposition(|bytes| bytes == b"\x04name").unwrap();
    // The section's number and length come before it.
    let section = module[..names].iter().rposition(|&byte| byte == 0).unwrap();
    module[..section].to_vec()
}

/// Returns a single-file script as a module.
pub(crate) fn script(name: &str, text: &str) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let (sources, entry) = Folder::from_entry(&path).unwrap();
    let built =
        script::build(validator().sandbox(), &Script { entry: &entry, sources: &sources, game: Some(&GAME) });
    built.unwrap_or_else(|error| panic!("{error}")).module
}

/// Checks the profile of a script whose `hot` takes three times as many turns as `cold`, and its hottest line.
fn check_script(name: &str, text: &str, hottest: u32) {
    let report = profile(&script(name, text));
    let (hot, cold) = (share(&report, "hot").1, share(&report, "cold").1);
    assert!(report.outside < 0.2, "{}", report.outside);
    assert!(hot + cold > 0.75 && (2.5..3.5).contains(&(hot / cold)), "{hot} {cold}");
    assert!(share(&report, "choose").1 > 0.75);
    let line = &report.lines[0];
    assert_eq!((line.file.as_str(), line.line), (name, hottest), "{:#?}", report.lines);
    assert_eq!(line.text, text.lines().nth(hottest as usize - 1).unwrap().trim());
    assert!(line.own > 0.4, "{:#?}", report.lines);
}

/// Checks a line's share of the fuel against the bot's own clock: the bot logs the seconds that the line took, without
/// the cost of reading the clock. Returns the profile.
fn check_clock(name: &str, text: &str, line: u32) -> ProfileReport {
    let profiled = try_profile(&script(name, text), None).unwrap();
    let report = report(&profiled);
    let log = String::from_utf8(profiled.records[0].closings[Seat::First].log.clone()).unwrap();
    let seconds: f64 = log.lines().map(|line| line.trim().parse::<f64>().unwrap()).sum();
    let due = seconds * Ticks::PER_SECOND as f64 / report.fuel as f64;
    let found = report.lines.iter().find(|share| share.line == line).map_or(0.0, |share| share.own);
    assert!(
        due > 0.2 && is_about(found, due),
        "{found} instead of {due}, outside {}: {:#?}",
        report.outside,
        report.lines
    );
    report
}

/// Regression: a host call was charged to later lines. Here, the previous turn's list is freed as well.
#[test]
fn a_host_call_of_a_script_in_python_is_charged_to_its_line() {
    let text = "\
from muster import legal_actions, position, remaining


def choose(view):
    here = position()
    n, own = 0, 0.0
    for i in range(100):
        start = remaining()
        before = remaining()
        leads = here.leads('boxes')
        after = remaining()
        own += before - after - (start - before)
        n += len(leads)
        for j in range(15):
            n += j % 7
    print(own)
    return legal_actions()[0]
";
    let report = check_clock("bot.py", text, 10);
    assert!(share(&report, "muster.position_children").0 > 0.1, "{:#?}", report.functions);
}

#[test]
fn a_host_call_of_a_script_in_javascript_is_charged_to_its_line() {
    let text = "\
import { legalActions, position, remaining } from './muster.js';

export function choose(view) {
  const here = position();
  let n = 0, own = 0;
  for (let i = 0; i < 100; i++) {
    const start = remaining();
    const before = remaining();
    const leads = here.leads('boxes');
    const after = remaining();
    own += before - after - (start - before);
    n += leads.length;
    for (let j = 0; j < 60; j++) n += j % 7;
  }
  console.log(own);
  return legalActions()[0];
}
";
    // A short script is profiled over repetitions of the match.
    for text in [text, &text.replace("i < 100", "i < 5")] {
        let report = check_clock("bot.js", text, 9);
        assert!(share(&report, "muster.position_children").0 > 0.1, "{:#?}", report.functions);
    }
}

/// A single instruction of the interpreter may take just as long.
#[test]
fn a_function_of_the_language_is_charged_to_its_line() {
    let python = "\
from muster import legal_actions, remaining


def choose(view):
    numbers, n, own = [i * 7919 % 1009 for i in range(600)], 0, 0.0
    for i in range(5):
        start = remaining()
        before = remaining()
        ordered = sorted(numbers)
        after = remaining()
        own += before - after - (start - before)
        n += ordered[0]
        for j in range(100):
            n += j % 7
    print(own)
    return legal_actions()[0]
";
    check_clock("bot.py", python, 9);
    let javascript = "\
import { legalActions, remaining } from './muster.js';

export function choose(view) {
  const numbers = Array.from({ length: 600 }, (_, i) => (i * 7919) % 1009);
  let n = 0, own = 0;
  for (let i = 0; i < 5; i++) {
    const before = remaining();
    const shown = numbers.join(' ');
    own += before - remaining();
    n += shown.length;
    for (let j = 0; j < 200; j++) n += j % 7;
  }
  console.log(own);
  return legalActions()[0];
}
";
    check_clock("bot.js", javascript, 8);
}

/// A module's host calls have names, too, and belong to the calling function.
#[test]
fn a_host_call_of_a_module_is_charged_to_the_function_that_makes_it() {
    let text = r#"(module
        (import "muster" "legal_actions" (func $list (param i32 i32) (result i32)))
        (memory (export "memory") 1)
        (func $ask (drop (call $list (i32.const 4096) (i32.const 16))))
        (func $count (param $left i32) (loop $again
            (local.set $left (i32.sub (local.get $left) (i32.const 1))) (br_if $again (local.get $left))))
        (func (export "muster_buffer") (param i32) (result i32) i32.const 1024)
        (func $choose (export "muster_choose") (param i32) (result i64) (local $left i32)
            (local.set $left (i32.const 20))
            (loop $again
                (call $ask) (call $count (i32.const 200))
                (local.set $left (i32.sub (local.get $left) (i32.const 1))) (br_if $again (local.get $left)))
            (i64.load (i32.const 4096))))"#;
    let report = profile(&wat::parse_str(text).unwrap());
    let (called, _) = share(&report, "muster.legal_actions");
    let (own, total) = share(&report, "ask");
    let (counting, _) = share(&report, "count");
    // 1,200 to begin with and 100 for each action, against 200 turns of 7 and the loop's entry.
    assert!(called > 0.4 && own < 0.03 && is_about(total, called + own), "{called} {own} {total}");
    assert!(is_about(counting + total, 1.0), "{counting} {total}");
}

/// It makes an offer and asks for its time. The sampler answers neither.
#[test]
fn a_script_in_javascript_is_known_by_its_lines() {
    let text = "\
import { legalActions, offer, remaining } from './muster.js';

function hot(n) {
  let x = 0;
  for (let i = 0; i < n; i++) x = (x * 31 + Math.abs(i)) % 1009;
  return x;
}

function cold(n) {
  let x = 0;
  for (let i = 0; i < n; i++) x = (x * 31 + Math.abs(i)) % 1009;
  return x;
}

export function choose(view) {
  const action = legalActions()[0];
  offer(action);
  if (remaining() < 0.05) throw new Error('a lie');
  hot(3000);
  cold(1000);
  if (remaining() < 0.05) throw new Error('a lie');
  return action;
}
";
    check_script("bot.js", text, 5);
}

#[test]
fn a_script_in_python_is_known_by_its_lines() {
    let text = "\
from muster import legal_actions, offer, remaining


def hot(n):
    x = 0
    for i in range(n):
        x = (x * 31 + i) % 1009
    return x


def cold(n):
    x = 0
    for i in range(n):
        x = (x * 31 + i) % 1009
    return x


def choose(view):
    action = legal_actions()[0]
    offer(action)
    if remaining() < 0.02:
        raise ValueError('a lie')
    hot(600)
    cold(200)
    if remaining() < 0.02:
        raise ValueError('a lie')
    return action
";
    check_script("bot.py", text, 7);
}
