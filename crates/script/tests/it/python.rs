//! Scripts in Python: building, play, and messages for their authors.

use std::path::Path;

use crate::common::{Project, build_file, sandbox};
use game::{Game, PerSeat, Seat};
use referee::{Limits, Loss, Record};
use sandbox::Caps;

/// Plays a random legal action, drawn from the seat's dice as in `scatter.wat`.
const SCATTER: &str = "import muster

def choose(view):
    codes = muster.legal_actions()
    return codes[muster.below(len(codes))]
";

fn build(text: &str, game: &'static dyn Game) -> Vec<u8> {
    let project = Project::new(&[("bot.py", text)]);
    build_file(&project.path("bot.py"), Some(game)).unwrap().module
}

fn find(game: &str) -> &'static dyn Game {
    games::find(game).unwrap()
}

fn log(record: &Record) -> String {
    String::from_utf8(record.closings[Seat::First].log.clone()).unwrap()
}

#[test]
fn the_same_strategy_plays_the_same_matches_in_python_and_in_wat() {
    for game in games::GAMES {
        let python = build(SCATTER, *game);
        let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots");
        let wat = std::fs::read(top.join(game.name()).join("scatter/scatter.wasm")).unwrap();
        for seed in 1..=3 {
            let actions = |module: &[u8]| {
                let record = crate::common::against_random(*game, module, Caps::script(), seed);
                assert_eq!(record.losses, PerSeat::new(None, None), "{}", game.name());
                record.played.iter().map(|played| (played.seat, played.action)).collect::<Vec<_>>()
            };
            assert!(actions(&python) == actions(&wat), "{}, seed {seed}", game.name());
        }
    }
}

#[test]
fn the_same_files_make_the_same_bytes() {
    let files = [
        ("bot.py", "import lib.table, random, enum\n\ndef choose(view):\n    return 0\n"),
        ("lib/__init__.py", ""),
        ("lib/table.py", "words = {w: hash(w) for w in ('a', 'b')}\nplaces = {object(), 'x', (1, 'y')}\n"),
    ];
    let build = || {
        let project = Project::new(&files);
        build_file(&project.path("bot.py"), games::find("tank-war")).unwrap().module
    };
    assert!(build() == build(), "two builds in two folders");
}

#[test]
fn the_kit_tells_the_game_and_scripts_share_machine_code() {
    let build = |text: &str| {
        let kit = "def move(tank):\n    return tank\n";
        let project = Project::new(&[("bot.py", text), ("tank_war.py", kit)]);
        build_file(&project.path("bot.py"), None).unwrap()
    };
    let one = build("import tank_war\n\ndef choose(view):\n    return tank_war.move(1)\n");
    assert_eq!((one.game.name(), one.interpreter.language), ("tank-war", "Python"));
    let two = build("from tank_war import move\n\ndef choose(view):\n    return move(2)\n");
    for built in [one, two] {
        let bot = sandbox().admit(&built.module, &Caps::script()).unwrap().unwrap();
        assert!(bot.making().shared, "the interpreter is compiled once, to load scripts");
    }
}

#[test]
fn the_view_is_what_the_layout_says() {
    let script = "import json, muster

def choose(view):
    muster.log(json.dumps(vars(view)))
    return muster.legal_actions()[0]
";
    for game in games::GAMES {
        let module = build(script, *game);
        let limits = Limits { log: 1 << 20, ..Limits::default() };
        let record = crate::common::play(*game, &module, Caps::script(), 1, &limits, "");
        let log = log(&record);
        let first: serde_json::Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
        let position = game.start(&game::Rules::defaults(game.options()));
        let mut bytes = vec![0; game.layout().view_len()];
        position.write_view(Seat::First, &mut bytes);
        for field in game.layout().fields {
            let elements = (0..field.count).map(|index| serde_json::json!(field.get(&bytes, index) as i64));
            let elements: Vec<serde_json::Value> = elements.collect();
            let due = if field.count == 1 { elements[0].clone() } else { elements.into() };
            assert_eq!(first[field.name], due, "{}: {}", game.name(), field.name);
        }
        assert_eq!(first["ply"], 0);
    }
}

#[test]
fn dice_are_those_of_the_seat_and_settings_are_read_in_the_match() {
    let script = "import random
import muster

def choose(view):
    depth, style = muster.number('depth', 1), muster.setting('style', 'none')
    print(random.random(), random.sample(range(1000), 3), muster.random(), depth, style)
    return random.choice(muster.legal_actions())
";
    let module = build(script, find("tank-war"));
    let log = |seed, settings: &str| {
        let record = crate::common::play(
            find("tank-war"),
            &module,
            Caps::script(),
            seed,
            &Limits::default(),
            settings,
        );
        assert_eq!(record.losses, PerSeat::new(None, None));
        log(&record)
    };
    assert_eq!(log(1, ""), log(1, ""), "the same seed, the same dice");
    let first = |seed, settings: &str| log(seed, settings).lines().next().unwrap().to_owned();
    assert_ne!(first(1, ""), first(2, ""));
    assert!(first(1, "").ends_with(" 1 none"), "{}", first(1, ""));
    assert!(first(1, "depth=7 style=bold").ends_with(" 7 bold"));
    let drawn: f64 = first(1, "").split(' ').next().unwrap().parse().unwrap();
    assert!((0.0..1.0).contains(&drawn));
}

#[test]
fn the_library_is_there_and_its_clock_is_the_matchs() {
    let module = build(include_str!("python/library.py"), find("tank-war"));
    let record = crate::common::against_random(find("tank-war"), &module, Caps::script(), 1);
    assert_eq!(record.losses, PerSeat::new(None, None), "{}", log(&record));
    assert!(log(&record).starts_with("2000-01-01 True True\n"), "{}", log(&record));
}

#[test]
fn modules_that_read_data_are_there() {
    let module = build(include_str!("python/data.py"), find("tank-war"));
    let record = crate::common::against_random(find("tank-war"), &module, Caps::script(), 1);
    assert_eq!(record.losses, PerSeat::new(None, None), "{}", log(&record));
}

/// Returns the message for a script that is not built, with its advice.
fn message(files: &[(&str, &str)]) -> String {
    let project = Project::new(files);
    let error = build_file(&project.path("bot.py"), games::find("tank-war")).err().unwrap();
    [Some(error.to_string()), error.advice()].into_iter().flatten().collect::<Vec<_>>().join(" | ")
}

#[test]
fn what_is_wrong_with_a_script_is_said_with_its_line() {
    for (text, due) in [
        ("def choose(view):\n    return 1 +\n", "bot.py:2:15: SyntaxError"),
        ("def choose(view):\nreturn 1\n", "bot.py:2:1: IndentationError"),
        (
            "def chose(view):\n    return 1\n",
            "bot.py:1: the file has no function choose: write `def choose(view):`",
        ),
        ("choose = 1\n", "bot.py:1: choose is not a function: write `def choose(view):`"),
        ("\nasync def choose(view):\n    return 1\n", "bot.py:2: choose is an async function"),
        ("def choose(view):\n    yield 1\n", "bot.py:1: choose has a yield"),
        ("def choose():\n    return 1\n", "bot.py:1: choose takes no view"),
        (
            "import numpy as np\n",
            "bot.py:1:1: ModuleNotFoundError: No module named 'numpy': a bot can import",
        ),
        ("from lib import x\n", "bot.py:1:1: ModuleNotFoundError: No module named 'lib': a bot can import"),
        (
            "import muster\n\ndepth = muster.number('depth', 3)\n",
            "bot.py:3:9: RuntimeError: number() at the top level",
        ),
        ("import muster\nmuster.legal_actions()\n", "legal_actions() at the top level"),
        ("import random\ntable = random.random()\n", "bot.py:2:9: RuntimeError: random() at the top level"),
        ("n = 0\nwhile True:\n    n += 1\n", "bot.py:3:"),
        ("def f(n):\n    return f(n + 1) + 1\nf(0)\n", "bot.py:2:12: RecursionError"),
        ("table = [1, 2][5]\n", "bot.py:1:9: IndexError: list index out of range"),
        (
            "open('book.txt')\n",
            "bot.py:1:1: OSError: there are no files in a match: put what the bot needs into a module",
        ),
    ] {
        let said = message(&[("bot.py", text)]);
        assert!(said.contains(due), "{text}\nsays {said}");
    }
    let endless = message(&[("bot.py", "while True:\n    pass\n")]);
    assert!(
        endless.contains(
            "RuntimeError: the top level takes more than 2.0 s, all the time that it has; it runs once"
        ),
        "{endless}"
    );
    let file = message(&[
        ("bot.py", "import lib.search\n"),
        ("lib/__init__.py", ""),
        ("lib/search.py", "x = 1\ny = x + '1'\n"),
    ]);
    assert!(file.contains("lib/search.py:2:"), "{file}");
}

/// Returns the failure of a script in the first seat of Tank Battle, and its log.
fn failure(text: &str) -> (Box<Loss>, String) {
    let game = find("tank-battle");
    let mut record = crate::common::against_random(game, &build(text, game), Caps::script(), 1);
    let log = log(&record);
    (record.losses[Seat::First].take().unwrap(), log)
}

#[test]
fn an_exception_in_a_match_names_its_line() {
    let (loss, log) = failure(
        "import muster
def value(view):
    return view.board[999]
def choose(view):
    if view.ply == 12:
        return value(view)
    return muster.legal_actions()[0]
",
    );
    let failure = &loss.failure;
    assert_eq!(loss.ply, 12);
    assert_eq!(failure.detail, "exception in value, bot.py:3: IndexError: list index out of range");
    let due = ["      return view.board[999]", "             ^", "  called by choose, bot.py:6"];
    assert_eq!(failure.backtrace, due);
    assert!(log.ends_with(&format!("{}\n{}\n", failure.detail, due.join("\n"))), "{log}");
}

#[test]
fn a_script_that_fails_in_a_match_is_told_what_to_do() {
    for (text, due) in [
        (
            "def choose(view):\n    pass\n",
            "no action in choose, bot.py:2: it returned None, as a function does",
        ),
        ("def choose(view):\n    return 'C'\n", "bot.py:2: it returned 'C', which is not the code"),
        ("def choose(view):\n    return choose(view)\n", "bot.py:2: RecursionError"),
        (
            "class A:\n    def __add__(self, other):\n        return self + other\ndef choose(view):\n    return A() + 1\n",
            "bot.py:3: RecursionError",
        ),
        ("import sys\ndef choose(view):\n    sys.exit(3)\n", "bot.py:3: SystemExit: 3"),
        ("import time\ndef choose(view):\n    time.sleep(1)\n", "sleep() would wait for nothing"),
        ("def choose(view):\n    import search\n", "bot.py:2: ModuleNotFoundError: No module named 'search'"),
        ("def choose(view):\n    raise ValueError('ünwell')\n", "bot.py:2: ValueError: ünwell"),
    ] {
        let (loss, log) = failure(text);
        assert!(loss.failure.detail.contains(due), "{text}\nsays {}\n{log}", loss.failure.detail);
    }
}

#[test]
fn a_move_without_end_names_the_function_that_it_is_in() {
    let (loss, log) = failure("def choose(view):\n    n = 0\n    while True:\n        n += 1\n");
    assert!(
        log.contains("time runs out in choose, bot.py:")
            && log.contains("look at remaining() and return in time"),
        "{log}"
    );
    assert!(log.contains("bot.py:3\n") || log.contains("bot.py:4\n"), "{log}");
    assert_eq!(loss.failure.fault, referee::Fault::Timeout);
    assert!(loss.failure.detail.starts_with("out of time in choose, bot.py:"), "{}", loss.failure.detail);
}

/// All imports in the text are passed before the script is loaded, including those from packages.
#[test]
fn many_files_start_the_interpreter_once() {
    let bot = "import a, lib.x\nfrom lib import y\nfrom lib.z import (\n    w,\n)\ntry:\n    import numpy\n\
               except ImportError:\n    pass\ndef choose(view):\n    return a.v + y.v + w\n";
    let project = Project::new(&[
        ("bot.py", bot),
        ("a.py", "from lib.x import v"),
        ("lib/__init__.py", ""),
        ("lib/x.py", "from . import y\nv = y.v"),
        ("lib/y.py", "v = 1"),
        ("lib/z/__init__.py", "from ..y import v as w"),
    ]);
    let built = build_file(&project.path("bot.py"), games::find("tank-war")).unwrap();
    assert_eq!((built.starts, built.sources.len()), (1, 6));
}
