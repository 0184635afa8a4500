//! Tests scripts as native programs: the input of `muster build`, run by python3 or node.

use std::fs;
use std::path::Path;
use std::process::Command;

use games::GAMES;

use crate::support::{is_full, missing, muster, path_with_tools, skip, told, top};

/// A language whose bots also run as native programs.
struct Script {
    language: &'static str,
    file: &'static str,
    runner: &'static str,
    /// A program that succeeds if the runner can run such a file.
    probe: &'static [&'static str],
    /// A bot that logs its input, and plays a random move.
    asks: &'static str,
    /// A bot for any game that logs its calls over positions, and plays the move that looks best, up to a ply. Later,
    /// it only asks for a legal action.
    looks: &'static str,
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
        looks: r#"import muster
import GAME
from muster import Position, position

def mistake(call):
    try:
        call()
    except ValueError as error:
        print("mistake:", error)

def choose(view):
    if view.ply >= PLIES:
        return muster.legal_actions()[0]
    here, me = position(), view.seat
    legal = here.legal_actions()
    other = here.legal_actions(1 - me)[0] if here.acts(1 - me) else None
    seats = lambda mine: ((mine, other) if me == 0 else (other, mine)) if other is not None else (mine,)
    print("here", here.text, here.phase, here.is_over, here.winner, here.acts(0), here.acts(1), *legal)
    played = here.playout(30)
    ended = here.playout()
    # More than a bot may hold, if it held them.
    for _ in range(1100 if view.ply < 2 else 1):
        here.after(*seats(legal[0]))
    after = here.after(*seats(legal[-1]))
    print("after", after.text, *after.legal_actions(), *vars(after.metrics()).values(), *here.events(*seats(legal[0])))
    print("played", played.text, played.phase, played.view(me).ply, *vars(played.metrics(0)).items())
    print("ended", ended.is_over, ended.winner, Position.read(here.text).after(*seats(legal[0])).text)
    mistake(lambda: Position.read("nothing"))
    mistake(lambda: here.after(*seats(12345)))
    mistake(lambda: here.metrics(5))
    mistake(lambda: here.release() or here.text)
    anew = position()
    other = anew.legal_actions(1 - me)[0] if anew.acts(1 - me) else None
    children = anew.children(me, other)
    print("children", *children[0], *children[-1])
    metric = next(iter(vars(anew.metrics(me))))
    print("leads", *anew.leads(metric), *anew.leads({metric: -0.5}, me, other))
    print("best", anew.best(metric), anew.best({metric: -1}, me, other))
    mistake(lambda: anew.leads("nothing"))
    mistake(lambda: anew.best({metric: float("inf")}))
    print("random", muster.below(1000))
    return max(children, key=lambda child: (child[1] == 9 + me, child[2 + me][0] - child[3 - me][0], child[0]))[0]
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
        looks: r#"import { below, legalActions, position, Position } from "./muster.js";
import "./GAME.js";

function mistake(call) {
  try {
    call();
  } catch (error) {
    console.log("mistake:", error.message);
  }
}

export function choose({ ply, seat: me }) {
  if (ply >= PLIES) return legalActions()[0];
  const here = position();
  const legal = here.legalActions();
  const other = here.acts(1 - me) ? here.legalActions(1 - me)[0] : undefined;
  const seats = (mine) => (other === undefined ? [mine] : me === 0 ? [mine, other] : [other, mine]);
  console.log("here", here.text, here.phase, here.isOver, here.winner, here.acts(0), here.acts(1), legal.join());
  const played = here.playout(30);
  const ended = here.playout();
  // More than a bot may hold, if it held them.
  for (let count = ply < 2 ? 0 : 1099; count < 1100; count++) here.after(...seats(legal[0]));
  const after = here.after(...seats(legal.at(-1)));
  const events = here.events(...seats(legal[0]));
  console.log("after", after.text, after.legalActions().join(), JSON.stringify(after.metrics()), events.join());
  console.log("played", played.text, played.phase, played.view(me).ply, JSON.stringify(played.metrics(0)));
  console.log("ended", ended.isOver, ended.winner, Position.read(here.text).after(...seats(legal[0])).text);
  mistake(() => Position.read("nothing"));
  mistake(() => here.after(...seats(12345)));
  mistake(() => here.metrics(5));
  mistake(() => here.release() ?? here.text);
  const anew = position();
  const reply = anew.acts(1 - me) ? anew.legalActions(1 - me)[0] : undefined;
  const children = anew.children(me, reply);
  console.log("children", JSON.stringify([children[0], children.at(-1)]));
  const metric = Object.keys(anew.metrics(me))[0];
  console.log("leads", anew.leads(metric).join(), anew.leads(metric, me, null).join(), anew.leads({ [metric]: -0.5 }, me, reply).join());
  console.log("best", anew.best(metric), anew.best({ [metric]: -1 }, me, reply));
  mistake(() => anew.leads("nothing"));
  mistake(() => anew.best({ [metric]: Infinity }));
  mistake(() => anew.best(3));
  console.log("random", below(1000));
  const worth = (child) => (child[1] === 9 + me ? 1e9 : 0) + child[2 + me][0] - child[3 - me][0];
  return children.reduce((best, child) => (worth(child) > worth(best) ? child : best))[0];
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
        looks: "",
    },
];

/// Runs the command in a project's folder, with the tools of the tests.
fn muster_in(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    told(&muster().args(arguments).current_dir(folder).env("PATH", path_with_tools()).output().unwrap())
}

impl Script {
    fn can_be_run(&self) -> bool {
        let probe = Command::new(self.runner).args(self.probe).env("PATH", path_with_tools()).output();
        probe.is_ok_and(|probe| probe.status.success())
    }

    /// Reports that there is no runner. TypeScript needs a newer Node than the one that `tests/install` requires.
    fn skip(&self) {
        if self.language == "typescript" {
            skip("bot.ts outside of the sandbox needs Node 22.6 or later");
        } else {
            skip(&missing(&format!("nothing here runs {}", self.file)));
        }
    }

    /// Returns the command that runs the bot.
    fn command(&self) -> String {
        let strips = if self.language == "typescript" { " --experimental-strip-types" } else { "" };
        format!("{}{strips} {}", self.runner, self.file)
    }

    /// Returns the output on a match of the built bot, and on the same match of the program.
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
            script.skip();
            continue;
        }
        for game in GAMES.iter().map(|game| game.name()) {
            let folder = tempfile::tempdir().unwrap();
            let words = ["new", "--game", game, "--lang", script.language, "."];
            assert_eq!(muster_in(folder.path(), &words).0, 0, "{}", script.language);
            let [inside, outside] = script.both(folder.path(), game);
            let last = |out: &str| out.lines().last().unwrap().to_owned();
            assert_eq!(last(&outside), last(&inside), "{} {game}:\n{outside}", script.language);
        }
    }
}

/// Every call has the same reply, including dice.
#[test]
fn a_script_is_told_the_same_outside_of_the_sandbox() {
    for script in SCRIPTS.iter().filter(|script| !script.asks.is_empty()) {
        if !script.can_be_run() {
            script.skip();
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

/// Returns the output on a match, without the players' names and times.
fn went(out: &str) -> Vec<&str> {
    out.lines().skip(1).filter(|line| !line.contains(" moves in ")).collect()
}

/// Positions are created alike, at any cost. A bot that looks ahead plays the same match.
#[test]
fn a_script_looks_ahead_outside_of_the_sandbox_as_it_does_inside() {
    for script in SCRIPTS.iter().filter(|script| !script.looks.is_empty()) {
        if !script.can_be_run() {
            script.skip();
            continue;
        }
        for game in GAMES.iter().map(|game| game.name()) {
            let folder = tempfile::tempdir().unwrap();
            let words = ["new", "--game", game, "--lang", script.language, "."];
            assert_eq!(muster_in(folder.path(), &words).0, 0, "{}", script.language);
            let ending = Path::new(script.file).extension().unwrap();
            let stem = game.replace('-', "_");
            let name = Path::new(&stem).with_extension(ending);
            let own = fs::read_to_string(top().join("tests/lookahead").join(script.language).join(name));
            for text in [own.as_deref().unwrap_or_default(), script.looks] {
                if text.is_empty() {
                    continue;
                }
                let is_asking = text == script.looks;
                let plies = if is_full() { "1000000" } else { "12" };
                let text = text.replace("GAME", &stem).replace("PLIES", plies);
                fs::write(folder.path().join(script.file), text).unwrap();
                let [inside, outside] = script.both(folder.path(), game);
                assert_eq!(went(&outside), went(&inside), "{} {game}", script.language);
                let was_told = inside.contains("mistake: 5 is not a seat") || !inside.contains("logged");
                assert!(was_told || !is_asking, "{inside}");
            }
        }
    }
}

/// Invalid output of a native program, or its end, becomes a fault with a message.
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
        ("", "TypeError: the file has no function choose: write `def choose(view):`"),
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
            "error: mine.py is not executable\nhint: use --native \"python3 mine.py\", or run `chmod +x mine.py` if \
             its first line names its interpreter\n",
        ),
        (
            "mine.exe1",
            "error: mine.exe1 is not executable\nhint: run `chmod +x mine.exe1`, or name its interpreter: --native \
             \"python3 mine.exe1\"\n",
        ),
        (
            "no-such-python bot.py",
            "error: cannot find the program no-such-python of `no-such-python bot.py`\nhint: install no-such-python, \
             or give its path\n",
        ),
        ("python3 'bot.py", "error: `python3 'bot.py` has an unclosed quote\n"),
    ];
    for (native, due) in cases {
        let (code, _, err) =
            muster_in(folder.path(), &["play", "tank-war", "--native", native, "builtin:random"]);
        assert_eq!((code, err.as_str()), (1, due), "{native}");
    }
}
