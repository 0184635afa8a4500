//! `muster profile`: what it prints and writes.

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

#[test]
fn what_cannot_be_profiled_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let bot = bot_that_answers(folder.path(), "bot.wasm", "(call $first)");
    let cases: [(&[&str], &str); 3] = [
        (&["builtin:random"], "error: builtin:random is a player without a module"),
        (&[&bot, "--ply", "900"], "error: the bot was not asked in ply 900; the match has "),
        (&[&bot, "--seat", "third"], "error: unknown seat `third`"),
    ];
    for (arguments, due) in cases {
        let (code, out, err) = run(&[&["profile", "--game", "tank-war"], arguments].concat());
        assert_eq!((code, out.as_str()), (1, ""), "{err}");
        assert!(err.starts_with(due), "{err}");
    }
}

/// How a bot fails stands in its profile, up to there.
#[test]
fn a_bot_that_fails_is_profiled_up_to_there() {
    let folder = tempfile::tempdir().unwrap();
    let bot = bot_that_answers(folder.path(), "bot.wasm", "(loop $again (br $again)) (unreachable)");
    let (code, told, err) = run(&["profile", &bot, "--game", "tank-war"]);
    assert_eq!(code, 0, "{err}");
    assert!(told.contains("\nit failed: timeout: ") && told.contains("muster_choose"), "{told}");
}
