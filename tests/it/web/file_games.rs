//! Tests sites whose game is from a file: one of each example in `tournaments/rules`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use game::{Game, Rules};
use serde_json::{Value, json};

use crate::rules_files::example;
use crate::support::{run, top};
use crate::web::node::{in_both_browsers, in_turn};

/// An example: the file with its rules, a bot in `bots`, the games of its match against a random player, and the way to
/// play on its page.
struct Example {
    rules: &'static str,
    bot: &'static str,
    games: u32,
    way: &'static str,
}

const EXAMPLES: [Example; 5] = [
    Example { rules: "connect4.py", bot: "rules/connect4/ahead.wasm", games: 2, way: "clicks" },
    Example { rules: "salvo.js", bot: "rules/salvo/gunner.wasm", games: 2, way: "keys" },
    Example { rules: "leduc.ts", bot: "rules/leduc/pushy.wasm", games: 6, way: "clicks" },
    Example { rules: "reversi.wasm", bot: "rules/reversi/corners.wasm", games: 2, way: "keys" },
    Example { rules: "tank_war.wasm", bot: "tank-war/greedy/greedy.wasm", games: 2, way: "clicks" },
];

/// The rules of `connect4.py` are twenty megabytes with their interpreter, so that by default only one browser compiles
/// them.
const LARGE: &str = "connect4.py";

/// Rules that after some moves throw, lie about legal actions, or never end.
const TRAPS: &str = r#"/* Step on. Other moves lead into a trap. */
import { action, draw, metric, u8 } from "./muster_rules.mjs";

export const title = "Traps";
export const seats = ["Left", "Right"];
export const maxPlies = 4;
export const step = action({ notation: "step", about: "Steps on." });
const traps = {
  throw: () => { throw new Error("no way on"); },
  lie: () => ["step"],
  loop: () => { for (;;); },
};
const trap = (name) => action({ notation: name, about: "A trap." });
export const throws = trap("throw"), lies = trap("lie"), loops = trap("loop");
export const metrics = [metric("steps", "Steps.")];
export const view = { steps: u8(1, "Steps.") };

export const start = () => ({ steps: 0, trap: "" });
export const turn = ({ steps }) => (steps === 4 ? draw("the end") : steps % 2);
export const legal = ({ trap }) => (traps[trap] ?? (() => [step(), throws(), lies(), loops()]))();
export function apply(state, moves) {
  const [{ kind }] = Object.values(moves);
  return { steps: state.steps + 1, trap: { throws: "throw", lies: "lie", loops: "loop" }[kind] ?? "" };
}
export const measure = ({ steps }) => [steps];
export const show = ({ steps }) => ({ steps });
"#;

/// Runs a tournament of a bot and a built-in player, and returns the folder of its site.
fn run_in(folder: &Path, rules: &Path, [bot, other]: [&str; 2], games: u32) -> PathBuf {
    let _ = fs::remove_dir_all(folder.join("run"));
    fs::create_dir_all(folder).unwrap();
    let text = format!(
        "[tournament]\nname = 'Short'\ngame = '{}'\nseed = 3\n[[entrant]]\nname = 'One'\nbot = '{bot}'\n\
         [[entrant]]\nname = 'Other'\nbot = '{other}'\n[[stage]]\nformat = 'round-robin'\ngames = {games}\n",
        rules.display()
    );
    let (toml, out) = (folder.join("short.toml"), folder.join("run"));
    fs::write(&toml, text).unwrap();
    let (code, _, err) = run(&["run", toml.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    out.join("site")
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("file-games").join(name)
}

/// The site of each example.
static SITES: LazyLock<Vec<(&Example, PathBuf)>> = LazyLock::new(|| {
    let site = |example: &Example| {
        let rules = top().join("tournaments/rules").join(example.rules);
        let bot = top().join("bots").join(example.bot).display().to_string();
        run_in(&folder(example.rules), &rules, [&bot, "builtin:random"], example.games)
    };
    EXAMPLES.iter().map(|example| (example, site(example))).collect()
});

fn page(site: &Path, name: &str) -> String {
    site.join(name).display().to_string()
}

/// Returns a match of `results.jsonl` with the position after each ply, as the program replays it.
fn replayed(game: &dyn Game, line: &Value) -> Value {
    let rules = Rules::defaults(game.options());
    let mut position = game.start(&rules);
    let mut positions = vec![position.to_string()];
    for action in line["actions"].as_array().unwrap() {
        let joint = game::parse_ply(game, &*position, action.as_str().unwrap()).unwrap();
        position.apply(&joint);
        positions.push(position.to_string());
    }
    let outcome = ["first", "second"].iter().position(|seat| line["outcome"] == *seat);
    json!({ "key": line["match"], "positions": positions, "outcome": outcome, "reason": line["reason"], "metrics": line["metrics"] })
}

#[test]
fn a_page_replays_and_judges_every_match_as_the_program_does() {
    for (Example { rules, .. }, site) in &*SITES {
        let results = fs::read_to_string(site.join("data/results.jsonl")).unwrap();
        let lines = results.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let expected: Vec<Value> = lines.map(|line| replayed(example(rules), &line)).collect();
        assert!(expected.len() >= 2, "{rules}");
        let list = folder(rules).join("expected.json");
        fs::write(&list, serde_json::to_string(&expected).unwrap()).unwrap();
        let arguments = [&*page(site, "match.html"), list.to_str().unwrap()];
        if *rules == LARGE {
            in_turn(0, "file_games.js", &arguments);
        } else {
            in_both_browsers("file_games.js", &arguments);
        }
    }
}

#[test]
fn a_person_plays_every_example_to_its_end() {
    for (at, (Example { way, .. }, site)) in SITES.iter().enumerate() {
        in_turn(at, "whole.js", &[site.to_str().unwrap(), way]);
    }
}

#[test]
fn a_page_hides_everything_that_the_seat_may_not_know() {
    let secret = SITES.iter().filter(|(example, _)| ["salvo.js", "leduc.ts"].contains(&example.rules));
    for (at, (_, site)) in secret.enumerate() {
        in_turn(at, "file_worlds.js", &[site.to_str().unwrap()]);
    }
}

#[test]
fn rules_that_throw_lie_or_loop_are_reported_and_the_page_stays_usable() {
    let folder = folder("traps");
    fs::create_dir_all(&folder).unwrap();
    let rules = folder.join("traps.js");
    fs::write(&rules, TRAPS).unwrap();
    let site = run_in(&folder, &rules, ["builtin:first"; 2], 1);
    in_turn(0, "file_faults.js", &[site.to_str().unwrap()]);
}

#[test]
fn no_page_of_an_example_has_a_serious_barrier() {
    let shown = SITES.iter().filter(|(example, _)| ["salvo.js", "leduc.ts"].contains(&example.rules));
    let pages = |site: &PathBuf| [page(site, "match.html#1.1.1.1/4"), page(site, "play.html")];
    let pages: Vec<String> = shown.flat_map(|(_, site)| pages(site)).collect();
    in_turn(0, "access.js", &pages.iter().map(String::as_str).collect::<Vec<_>>());
}
