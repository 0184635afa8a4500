//! `muster profile`: its output and its files.

use std::fs;

use serde_json::Value;

use crate::build::folder::Folder;
use crate::lines::zig;
use crate::support::{bot_that_answers, missing, run, share_libraries, skip};

/// Counts to 3,000 before each answer.
const COUNTING: &str = "(local $left i32) (local.set $left (i32.const 3000))
    (loop $again (local.set $left (i32.sub (local.get $left) (i32.const 1))) (br_if $again (local.get $left)))
    (call $first)";

#[test]
fn a_module_is_profiled_by_its_functions() {
    let folder = tempfile::tempdir().unwrap();
    let bot = bot_that_answers(folder.path(), "counting.wasm", COUNTING);
    let svg = folder.path().join("flame.svg").display().to_string();
    let arguments = ["profile", &bot, "--game", "tank-war", "--svg", &svg];
    let (code, told, err) = run(&arguments);
    assert_eq!(code, 0, "{err}");
    insta::assert_snapshot!(told);
    let drawn = fs::read_to_string(&svg).unwrap();
    assert!(drawn.starts_with("<?xml") && drawn.contains("<title>first: "), "{drawn}");

    let (code, json, err) = run(&[&arguments[..4], &["--json"]].concat());
    assert_eq!(code, 0, "{err}");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["version"], &json["match"]["opponent"]), (&1.into(), &"builtin:random".into()));
    assert_eq!(json["match"]["answers"], json["match"]["same"]);
    let spent: u64 =
        json["answers"].as_array().unwrap().iter().map(|answer| answer["fuel"].as_u64().unwrap()).sum();
    assert_eq!(json["fuel"].as_u64().unwrap(), spent + json["start"].as_u64().unwrap());
    // The same match has the same profile.
    assert_eq!(run(&arguments).1, told);
    let (code, several, err) = run(&[&arguments[..4], &["--games", "3", "--seed", "5", "--json"]].concat());
    assert_eq!(code, 0, "{err}");
    let several: Value = serde_json::from_str(&several).unwrap();
    let (answers, samples) = (several["answers"].as_array().unwrap(), several["samples"].as_u64().unwrap());
    let mut seeds: Vec<u64> = answers.iter().map(|answer| answer["seed"].as_u64().unwrap()).collect();
    seeds.dedup();
    assert_eq!((seeds, &several["match"]["games"]), (vec![5, 6, 7], &3.into()));
    assert_eq!(several["match"]["answers"], several["match"]["same"]);
    assert!((3_900..4_200).contains(&samples), "{samples} samples of all together");
}

#[test]
fn a_script_is_profiled_by_its_lines() {
    let script = "\
import { legalActions } from './muster.js';

function evaluate(action) {
  let sum = 0;
  for (let i = 0; i < 500; i++) sum += Math.abs(i * Number(action));
  return sum;
}

export function choose(view) {
  const actions = legalActions();
  actions.forEach(evaluate);
  return actions[0];
}
";
    let folder = Folder::new(&[("bot.js", script)]);
    folder.muster("build bot.js --game tank-war").done();
    let told =
        folder.muster("profile bot.wasm --game tank-war --opponent builtin:first --seat second").done();
    let first = |head: &str| {
        let after = told.split_once(head).unwrap_or_else(|| panic!("{told}")).1;
        after.lines().nth(2).unwrap_or_default().split_whitespace().skip(4).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(first("function"), "evaluate bot.js", "{told}");
    assert!(first("line").starts_with("bot.js:5 for (let i = 0;"), "{told}");
    assert!(told.contains("every answer was as in the match"), "{told}");
}

/// The first legal move, after a loop.
const IN_C: &str = r#"
#include <stdio.h>
#include <string.h>

static char line[1 << 16];

__attribute__((noinline)) int busy(int turns) {
    volatile int sum = 0;
    for (int turn = 0; turn < turns; turn++) sum += turn;
    return sum;
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        if (strcmp(line, "move?\n") != 0) continue;
        busy(20000);
        printf("legal\n");
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) return 0;
        printf("%s\n", strtok(line + strlen("legal:"), " \n"));
        fflush(stdout);
    }
}
"#;

#[test]
fn a_program_in_c_is_profiled_by_its_functions_and_lines() {
    if !zig().arg("version").output().is_ok_and(|output| output.status.success()) {
        return skip(&missing("there is no zig"));
    }
    let folder = Folder::new(&[("bot.c", IN_C)]);
    let built = share_libraries(&mut zig())
        .args(["cc", "-target", "wasm32-wasi", "-O2", "-o"])
        .args([folder.path("bot.wasm"), folder.path("bot.c")])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let told = folder.muster("profile bot.wasm --game tank-war").done();
    let rows: Vec<&str> = told.lines().skip_while(|line| !line.contains("  function")).skip(2).collect();
    let busy = rows[0].split_whitespace().skip(4).collect::<Vec<_>>();
    assert!(rows[0].trim_start().starts_with('8') && busy[0] == "busy", "{told}");
    let lines: Vec<&str> = told.lines().skip_while(|line| !line.ends_with("line")).skip(2).collect();
    let at = IN_C.lines().position(|line| line.contains("sum += turn")).unwrap() + 1;
    assert!(lines[0].trim_start().starts_with('8') && lines[0].ends_with(&format!("/bot.c:{at}")), "{told}");
    assert!(told.contains("every answer was as in the match"), "{told}");
}

/// Times three parts of its own, each a line that a compiler turns into loops and host calls.
const TIMED_IN_C: &str = r#"
#include "tank_battle.h"

#define PART __attribute__((noinline)) static void
static uint8_t records[1 << 18];
static volatile uint64_t sink = 1;

PART mix(void) { for (uint32_t turn = 0, x = sink; turn < 9000; turn++) x ^= x << 13, x ^= x >> 17, x ^= x << 5, sink += x; }
PART look(muster_position here) { for (int turn = 0; turn < 20; turn++) muster_position_children(here, 0, MUSTER_NO_ACTION, records, sizeof records); }
PART play(muster_position here) { for (int turn = 0; turn < 5; turn++) sink += muster_position_playout(here, 60); }

static int put(char *text, int64_t number) {
    char digits[20];
    int count = 0, length = 0;
    do digits[count++] = '0' + number % 10; while (number /= 10);
    while (count) text[length++] = digits[--count];
    text[length++] = ' ';
    return length;
}

uint64_t choose(const tank_battle_view *view) {
    muster_position here = muster_position_here(0, 0);
    int64_t at[4] = {muster_remaining()};
    mix();
    at[1] = muster_remaining();
    look(here);
    at[2] = muster_remaining();
    play(here);
    at[3] = muster_remaining();
    char text[100];
    int length = 0;
    for (int part = 0; part < 3; part++) length += put(text + length, at[part] - at[part + 1]);
    muster_log(text, length);
    uint64_t first;
    muster_legal_actions(&first, 1);
    return first;
}
"#;

#[test]
fn lines_of_a_module_have_the_shares_that_its_own_clock_shows() {
    if !zig().arg("version").output().is_ok_and(|output| output.status.success()) {
        return skip(&missing("there is no zig"));
    }
    let folder = Folder::new(&[("bot.c", TIMED_IN_C)]);
    let built = share_libraries(&mut zig())
        .args(["cc", "-target", "wasm32-freestanding", "-nostdlib", "-O2", "-mbulk-memory", "-Wl,--no-entry"])
        .args(["-I", concat!(env!("CARGO_MANIFEST_DIR"), "/../../bots/kit/c"), "-o"])
        .args([folder.path("bot.wasm"), folder.path("bot.c")])
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let asked = folder.muster("call bot.wasm --game tank-battle").done();
    let log = asked.split_once("log:\n").unwrap_or_else(|| panic!("{asked}")).1;
    let parts: Vec<f64> = log.split_whitespace().map(|part| part.parse().unwrap()).collect();
    let told = folder.muster("profile bot.wasm --game tank-battle --ply 1 --json").done();
    let profile: Value = serde_json::from_str(&told).unwrap();
    for (name, part) in ["PART mix", "PART look", "PART play"].into_iter().zip(&parts) {
        let line = TIMED_IN_C.lines().position(|line| line.starts_with(name)).unwrap() + 1;
        let is_it = |row: &&Value| row["line"] == line;
        let row = profile["lines"].as_array().unwrap().iter().find(is_it);
        let share = row.unwrap_or_else(|| panic!("{name}: {told}"))["total"].as_f64().unwrap();
        let by_clock = part / parts.iter().sum::<f64>();
        assert!((share - by_clock).abs() < 0.03, "{name}: {share} for {by_clock}");
    }
}

#[test]
fn what_cannot_be_profiled_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let bot = bot_that_answers(folder.path(), "bot.wasm", "(call $first)");
    let cases: [(&[&str], &str); 3] = [
        (&["builtin:random"], "error: builtin:random is a player without a module"),
        (&[&bot, "--ply", "900"], "error: the bot was not asked for a move in ply 900; the match has "),
        (&[&bot, "--seat", "third"], "error: unknown seat `third`"),
    ];
    for (arguments, due) in cases {
        let (code, out, err) = run(&[&["profile", "--game", "tank-war"], arguments].concat());
        assert_eq!((code, out.as_str()), (1, ""), "{err}");
        assert!(err.starts_with(due), "{err}");
    }
}

/// The profile includes the failure, and everything before it.
#[test]
fn a_bot_that_fails_is_profiled_up_to_there() {
    let folder = tempfile::tempdir().unwrap();
    let bot = bot_that_answers(folder.path(), "bot.wasm", "(loop $again (br $again)) (unreachable)");
    let (code, told, err) = run(&["profile", &bot, "--game", "tank-war"]);
    assert_eq!(code, 0, "{err}");
    assert!(told.contains("\nit failed: timeout: ") && told.contains("muster_choose"), "{told}");
}
