//! Scripts as programs of this machine: the file that `muster build` takes, run by python3 or node.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{missing, muster, path_with_tools, skip, told};

/// A language whose bots are files that a program of the machine runs as well.
struct Script {
    language: &'static str,
    file: &'static str,
    runner: &'static str,
    /// A program that ends well if the runner can run such a file.
    probe: &'static [&'static str],
    /// A bot that logs what it is told, and plays a move that it draws.
    asks: &'static str,
}

const SCRIPTS: &[Script] = &[
    Script {
        language: "python",
        file: "bot.py",
        runner: "python3",
        probe: &["-c", "import sys; sys.exit(sys.version_info < (3, 9))"],
        asks: r#"import muster
from tank_war import View, move_tank

def choose(view: View) -> int:
    legal = muster.legal_actions()
    print("ply", view.ply, "round", view.rounds, "legal", *legal)
    print("view", view.abi_version, view.seats, view.legal_count, *view.advanced, *view.owner)
    for record in muster.history():
        muster.log(f"{record.ply} {record.seat} {record.code}")
    print("settings", muster.setting("style", "none"), muster.setting("other", "none"), muster.number("depth", 1), muster.number("style", 7))
    print("random", int(muster.random() * 1e9), muster.below(1000))
    print("time", muster.remaining() > 0, muster.game_remaining() > muster.remaining())
    muster.offer(legal[0])
    action = legal[muster.below(len(legal))]
    print("tank", move_tank(action))
    return action
"#,
    },
    Script {
        language: "javascript",
        file: "bot.js",
        runner: "node",
        probe: &["--input-type=module", "-e", "import 'node:fs'"],
        asks: r#"import { legalActions, history, log, setting, number, random, below, remaining, gameRemaining, offer } from "./muster.js";
import { moveTank } from "./tank_war.js";

export function choose(view) {
  const legal = legalActions();
  console.log("ply", view.ply, "round", view.rounds, "legal", legal.join(" "));
  console.log("view", view.abi_version, view.seats, view.legal_count, [...view.advanced, ...view.owner].join(" "), typeof view.move_left);
  for (const { ply, seat, code } of history()) log(`${ply} ${seat} ${code}`);
  console.log("settings", setting("style", "none"), setting("other", "none"), number("depth", 1), number("style", 7));
  console.log("random", Math.floor(random() * 1e9), below(1000));
  console.log("time", remaining() > 0, gameRemaining() > remaining());
  offer(legal[0]);
  const action = legal[below(legal.length)];
  console.log("tank", moveTank(action));
  return action;
}
"#,
    },
    Script {
        language: "typescript",
        file: "bot.ts",
        runner: "node",
        probe: &[
            "--experimental-strip-types",
            "--input-type=module-typescript",
            "-e",
            "const one: number = 1",
        ],
        asks: "",
    },
];

/// The command in a project's folder, with the tools of the tests.
fn muster_in(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    told(&muster().args(arguments).current_dir(folder).env("PATH", path_with_tools()).output().unwrap())
}

impl Script {
    fn can_be_run(&self) -> bool {
        let probe = Command::new(self.runner).args(self.probe).env("PATH", path_with_tools()).output();
        probe.is_ok_and(|probe| probe.status.success())
    }

    /// The command that runs the bot.
    fn command(&self) -> String {
        let strips = if self.language == "typescript" { " --experimental-strip-types" } else { "" };
        format!("{}{strips} {}", self.runner, self.file)
    }

    /// What is printed of a match of the built bot, and of the same match of the program.
    fn both(&self, folder: &Path, game: &str) -> [String; 2] {
        let built = muster_in(folder, &["build", self.file, "-o", "bot.wasm"]);
        assert_eq!(built.0, 0, "{} {game}: {}{}", self.language, built.1, built.2);
        let command = self.command();
        [&["bot.wasm"][..], &["--native", &command]].map(|bot| {
            let of_the_match = ["--seed", "3", "--first-settings", "depth=4 style=bold"];
            let patient = ["--per-move", "60s", "--per-game", "600s"];
            let words = [&["play", game][..], bot, &["builtin:random"], &of_the_match, &patient].concat();
            let (code, out, err) = muster_in(folder, &words);
            assert_eq!(code, 0, "{} {game}: {out}{err}", self.language);
            out
        })
    }
}

/// The strategies that come with a project play the same match in the sandbox and outside.
#[test]
fn a_script_plays_outside_of_the_sandbox_what_it_plays_inside() {
    for script in SCRIPTS {
        if !script.can_be_run() {
            skip(&missing(&format!("nothing here runs {}", script.file)));
            continue;
        }
        for game in ["tank-war", "tank-battle", "tank-chess"] {
            let folder = tempfile::tempdir().unwrap();
            let words = ["new", "--game", game, "--lang", script.language, "."];
            assert_eq!(muster_in(folder.path(), &words).0, 0, "{}", script.language);
            let [inside, outside] = script.both(folder.path(), game);
            let last = |out: &str| out.lines().last().unwrap().to_owned();
            assert_eq!(last(&outside), last(&inside), "{} {game}:\n{outside}", script.language);
        }
    }
}

/// Every call is answered alike, dice included.
#[test]
fn a_script_is_told_the_same_outside_of_the_sandbox() {
    for script in SCRIPTS.iter().filter(|script| !script.asks.is_empty()) {
        if !script.can_be_run() {
            skip(&missing(&format!("nothing here runs {}", script.file)));
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let words = ["new", "--game", "tank-war", "--lang", script.language, "."];
        assert_eq!(muster_in(folder.path(), &words).0, 0, "{}", script.language);
        fs::write(folder.path().join(script.file), script.asks).unwrap();
        let [inside, outside] = script.both(folder.path(), "tank-war");
        let logged = |out: &str| out.split_once("Up logged:\n").unwrap().1.to_owned();
        assert!(logged(&inside).contains("\n  settings bold none 4 7\n"), "{inside}");
        assert_eq!(logged(&outside), logged(&inside), "{}", script.language);
    }
}

/// What a program of this machine prints, or that it ends, becomes a fault that says so.
#[test]
fn what_is_wrong_with_a_script_is_in_its_log() {
    let script = &SCRIPTS[0];
    if !script.can_be_run() {
        return skip(&missing("there is no python3"));
    }
    let cases = [
        ("def choose(view):\n    return {}['x']\n", "KeyError: 'x'"),
        (
            "def choose(view):\n    return None\n",
            "TypeError: choose returned None, which is not the code of an action",
        ),
        ("", "TypeError: there is no function choose: write `def choose(view):`"),
        ("legal = muster.legal_actions()\n", "RuntimeError: known inside choose only, in a match: "),
    ];
    for (text, due) in cases {
        let folder = tempfile::tempdir().unwrap();
        let words = ["new", "--game", "tank-war", "--lang", "python", "."];
        assert_eq!(muster_in(folder.path(), &words).0, 0);
        fs::write(folder.path().join("bot.py"), format!("import muster\n{text}")).unwrap();
        let words = ["play", "tank-war", "--native", "python3 bot.py", "builtin:random", "--per-move", "60s"];
        let (_, out, _) = muster_in(folder.path(), &[&words[..], &["--per-game", "60s"]].concat());
        assert!(out.contains(due) && out.contains("(the program ended: exit status: 1)"), "{text}:\n{out}");
    }
}

#[test]
fn what_cannot_be_run_is_said_before_the_match() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine.py"), "print('LA')\n").unwrap();
    fs::write(folder.path().join("mine.exe1"), "echo LA\n").unwrap();
    let cases = [
        (
            "mine.py",
            "error: mine.py is not a program: its permissions do not let it be run\n\
             hint: use --native \"python3 mine.py\", or `chmod +x mine.py` if its first line names what runs it\n",
        ),
        (
            "mine.exe1",
            "error: mine.exe1 is not a program: its permissions do not let it be run\n\
             hint: `chmod +x mine.exe1`, or name what runs it: --native \"python3 mine.exe1\"\n",
        ),
        (
            "no-such-python bot.py",
            "error: there is no program no-such-python, which `no-such-python bot.py` begins with\n\
             hint: install no-such-python, or give the path of its file\n",
        ),
        ("python3 'bot.py", "error: `python3 'bot.py` has a quote that is not closed\n"),
    ];
    for (native, due) in cases {
        let (code, _, err) =
            muster_in(folder.path(), &["play", "tank-war", "--native", native, "builtin:random"]);
        assert_eq!((code, err.as_str()), (1, due), "{native}");
    }
}
