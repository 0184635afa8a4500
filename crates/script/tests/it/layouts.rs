//! Layouts of files: an import finds the same file as in the language itself. `layouts/` has the output of `CPython`
//! and the results of tsc; `MUSTER_UPDATE=1` runs them again.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Project, build_file};

/// Files of a script by path; `bot.py` or `bot.ts` is the entry.
type Layout = &'static [(&'static str, &'static str)];

const PYTHON: &[Layout] = &[
    &[("bot.py", "import queue\nprint(queue.own)"), ("queue.py", "own = 'queue'")],
    &[("bot.py", "from queue import own\nprint(own)"), ("queue.py", "own = 'queue'")],
    &[("bot.py", "import random\nprint(random.own)"), ("random.py", "own = 'random'")],
    &[("bot.py", "import heapq\nprint(heapq.own)"), ("heapq/__init__.py", "own = 'heapq'")],
    &[("bot.py", "import calendar, json\nprint(json.own)"), ("json.py", "own = 'json'")],
    &[("bot.py", "import collections\nprint(collections.own)"), ("collections.py", "own = 1")],
    &[("bot.py", "import sys\nprint(hasattr(sys, 'own'))"), ("sys.py", "own = 1")],
    &[("bot.py", "import time\nprint(hasattr(time, 'own'))"), ("time.py", "own = 1")],
    &[("bot.py", "import os\nprint(hasattr(os, 'own'))"), ("os.py", "own = 1")],
    &[("bot.py", "import abc, io, itertools\nprint(hasattr(io, 'own'))"), ("io.py", "own = 1")],
    &[("bot.py", "import bisect\nimport heapq\nprint(heapq.own)"), ("heapq.py", "own = bisect = 1")],
    &[
        ("bot.py", "import lib.tool\nprint(lib.tool.own)"),
        ("lib/tool.py", "import queue\nown = queue.own"),
        ("queue.py", "own = 2"),
    ],
    &[("bot.py", "import queue\nprint(queue.Queue)"), ("queue.py", "own = 1")],
    &[("bot.py", "from queue import Queue\nprint(Queue)"), ("queue.py", "own = 1")],
    &[("bot.py", "import lib.tool\nprint(lib.tool.a)"), ("lib/tool.py", "a = 'no init'")],
    &[("bot.py", "from lib import tool\nprint(tool.a)"), ("lib/tool.py", "a = 'no init'")],
    &[("bot.py", "from lib.tool import a as b\nprint(b)"), ("lib/tool.py", "a = 'no init'")],
    &[("bot.py", "import lib.deep.tool as t\nprint(t.a)"), ("lib/deep/tool.py", "a = 'two without init'")],
    &[
        ("bot.py", "from lib import tool\nprint(tool.a)"),
        ("lib/tool.py", "from . import other\nfrom .other import a"),
        ("lib/other.py", "a = 'relative, no init'"),
    ],
    &[("bot.py", "import lib.tool\nprint(lib.__name__, lib.tool.a)"), ("lib/tool.py", "a = 1")],
    &[("bot.py", "import lib\nprint(lib.a)"), ("lib.py", "a = 'module'"), ("lib/other.py", "a = 1")],
    &[
        ("bot.py", "import lib\nprint(lib.a)"),
        ("lib.py", "a = 'module'"),
        ("lib/__init__.py", "a = 'package'"),
    ],
    &[("bot.py", "import lib.tool\nprint(lib.tool.a)"), ("lib.py", "a = 1"), ("lib/tool.py", "a = 'hidden'")],
    &[
        ("bot.py", "import lib.tool\nprint(lib.a, lib.tool.b)"),
        ("lib/__init__.py", "a = 'init'"),
        ("lib/tool.py", "from lib import a as b"),
    ],
    &[
        ("bot.py", "from lib import *\nprint(a)"),
        ("lib/__init__.py", "__all__ = ['a']\nfrom .tool import a"),
        ("lib/tool.py", "a = 'star'"),
    ],
    &[("bot.py", "from .tool import a\nprint(a)"), ("tool.py", "a = 1")],
    &[("bot.py", "from . import tool\nprint(tool.a)"), ("tool.py", "a = 1")],
    &[
        ("bot.py", "import a.x\nprint(a.x.v)"),
        ("a/__init__.py", ""),
        ("a/x.py", "from ..b import v"),
        ("b.py", "v = 1"),
    ],
    &[
        ("bot.py", "import a.b.x\nprint(a.b.x.v)"),
        ("a/__init__.py", ""),
        ("a/b/__init__.py", ""),
        ("a/b/x.py", "from ..c import v"),
        ("a/c.py", "v = 'up'"),
    ],
    &[
        ("bot.py", "import one\nprint(one.v)"),
        ("one.py", "import two\nv = two.v"),
        ("two.py", "import one\nv = 2"),
    ],
    &[
        ("bot.py", "import one\nprint(one.v)"),
        ("one.py", "from two import v"),
        ("two.py", "from one import v"),
    ],
    &[
        ("bot.py", "import importlib\nprint(importlib.import_module('lib.' + 't').a)"),
        ("lib/t.py", "a = 'computed'"),
    ],
    &[
        ("bot.py", "import importlib\nprint(importlib.import_module('js' + 'on').a)"),
        ("json.py", "a = 'computed'"),
    ],
    &[("bot.py", "try:\n    import missing\nexcept ImportError as e:\n    print(type(e).__name__, e.name)")],
    &[("bot.py", "import lib.missing"), ("lib/tool.py", "")],
    &[("bot.py", "from tool import missing"), ("tool.py", "a = 1")],
    &[("bot.py", "import Tool"), ("tool.py", "a = 1")],
];

const TYPESCRIPT: &[Layout] = &[
    &[("bot.ts", "./pick"), ("pick.ts", "")],
    &[("bot.ts", "./pick.js"), ("pick.ts", "")],
    &[("bot.ts", "./pick.ts"), ("pick.ts", "")],
    &[("bot.ts", "./pick.mjs"), ("pick.mts", "")],
    &[("bot.ts", "./pick.mts"), ("pick.mts", "")],
    &[("bot.ts", "./pick"), ("pick.js", "")],
    &[("bot.ts", "./pick.js"), ("pick.js", "")],
    &[("bot.ts", "./pick.ts"), ("pick.js", "")],
    &[("bot.ts", "./pick"), ("pick.ts", ""), ("pick.js", "")],
    &[("bot.ts", "./pick.js"), ("pick.ts", ""), ("pick.js", "")],
    &[("bot.ts", "./pick.ts"), ("pick.ts", ""), ("pick.js", "")],
    &[("bot.ts", "./lib"), ("lib/index.ts", "")],
    &[("bot.ts", "./lib"), ("lib/index.js", "")],
    &[("bot.ts", "./lib/index"), ("lib/index.ts", "")],
    &[("bot.ts", "./lib/index.js"), ("lib/index.ts", "")],
    &[("bot.ts", "./lib"), ("lib/index.ts", ""), ("lib/index.js", "")],
    &[("bot.ts", "./lib"), ("lib.ts", ""), ("lib/index.ts", "")],
    &[("bot.ts", "./lib"), ("lib.js", ""), ("lib/index.ts", "")],
    &[("bot.ts", "./lib/pick"), ("lib/pick.ts", "")],
    &[("bot.ts", "./lib/../pick"), ("pick.ts", ""), ("lib/other.ts", "")],
    &[("bot.ts", "./pick.v2"), ("pick.v2.ts", "")],
    &[("bot.ts", "./pick.v2.js"), ("pick.v2.ts", "")],
    &[("bot.ts", "./data.json"), ("data.json", "\"data.json\"")],
    &[("bot.ts", "./data"), ("data.json", "\"data.json\"")],
    &[("bot.ts", "./pick"), ("pick.mts", "")],
    &[("bot.ts", "./pick.mjs"), ("pick.mjs", "")],
    &[("bot.ts", "./missing"), ("pick.ts", "")],
    &[("bot.ts", "./missing.js"), ("missing.py", "")],
    &[("bot.ts", "./Pick"), ("pick.ts", "")],
    &[("bot.ts", "pick"), ("pick.ts", "")],
];

fn answers(file: &str, ask: impl Fn() -> String) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/layouts").join(file);
    if std::env::var_os("MUSTER_UPDATE").is_some() {
        std::fs::write(&path, ask()).unwrap();
    }
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    // The first line has the version.
    text.lines().skip(1).map(str::to_owned).collect()
}

fn written(layout: Layout) -> Project {
    Project::new(layout)
}

/// Returns the printed line, or the class of the exception.
fn outcome(printed: &str, error: Option<&str>) -> String {
    let class = |line: &str| {
        line.split([':', ' ']).map(str::trim).find(|word| word.ends_with("Error")).map(str::to_owned)
    };
    error.map_or_else(
        || printed.trim().to_owned(),
        |error| error.lines().rev().find_map(class).unwrap_or_else(|| error.to_owned()),
    )
}

/// Runs without the machine's packages, which may load modules before a script does.
fn cpython() -> String {
    let run = |arguments: &[&str], folder: &Path| {
        Command::new("python3")
            .args(["-B", "-S"])
            .args(arguments)
            .current_dir(folder)
            .output()
            .expect("python3")
    };
    let version = run(&["--version"], Path::new("."));
    let mut answered = String::from_utf8(version.stdout).unwrap();
    for layout in PYTHON {
        let project = written(layout);
        let output = run(&["bot.py"], project.path("bot.py").parent().unwrap());
        let said = String::from_utf8(output.stderr).unwrap();
        let error = (!output.status.success()).then_some(said.as_str());
        writeln!(answered, "{}", outcome(&String::from_utf8(output.stdout).unwrap(), error)).unwrap();
    }
    answered
}

#[test]
fn in_python_an_import_finds_what_it_finds_in_cpython() {
    let due = answers("python.txt", cpython);
    let found = |layout: &Layout| {
        let files: Vec<(&str, String)> = layout
            .iter()
            .map(|(name, text)| {
                let choose = if *name == "bot.py" { "\ndef choose(view):\n    return 0\n" } else { "\n" };
                (*name, format!("{text}{choose}"))
            })
            .collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let project = Project::new(&files);
        match build_file(&project.path("bot.py"), games::find("tank-war")) {
            Ok(built) => outcome(&built.log, None),
            Err(error) => outcome("", Some(&error.to_string())),
        }
    };
    compare(PYTHON, &due, found);
}

/// Returns the file that tsc takes for the import of each layout, under the options of the kit; `-` if there is none.
fn tsc() -> String {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/web/node_modules");
    let projects: Vec<Project> = TYPESCRIPT.iter().map(|layout| written(layout)).collect();
    let asked: Vec<(PathBuf, &str)> = projects
        .iter()
        .zip(TYPESCRIPT)
        .map(|(project, layout)| (project.path("bot.ts").canonicalize().unwrap(), layout[0].1))
        .collect();
    let language = kit::LANGUAGES.iter().find(|language| language.name == "typescript").unwrap();
    let files = kit::project(language, games::find("tank-war").unwrap());
    let options = &files.iter().find(|file| file.path == "tsconfig.json").unwrap().text;
    let output = Command::new("node")
        .args(["-e", include_str!("layouts/reference.js")])
        .arg(serde_json::to_string(&asked).unwrap())
        .arg(options)
        .env("NODE_PATH", web)
        .output()
        .expect("node");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn in_typescript_an_import_finds_what_it_finds_in_tsc() {
    let due = answers("typescript.txt", tsc);
    let found = |layout: &Layout| {
        let text = |(name, text): &(&str, &str)| match *name {
            "bot.ts" => format!(
                "import own from \"{text}\";\nconsole.log(own);\nexport const choose = (view: unknown): number => 0;\n"
            ),
            "data.json" => (*text).to_owned(),
            _ => format!("export default \"{name}\";\n"),
        };
        let files: Vec<(&str, String)> = layout.iter().map(|file| (file.0, text(file))).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let project = Project::new(&files);
        match build_file(&project.path("bot.ts"), games::find("tank-war")) {
            Ok(built) => built.log.trim().to_owned(),
            Err(error) if error.to_string().contains("import of") => "-".to_owned(),
            Err(error) => error.to_string(),
        }
    };
    compare(TYPESCRIPT, &due, found);
}

fn compare(layouts: &[Layout], due: &[String], found: impl Fn(&Layout) -> String) {
    assert_eq!(due.len(), layouts.len(), "MUSTER_UPDATE=1 asks again");
    let mut differ = String::new();
    for (layout, due) in layouts.iter().zip(due) {
        let found = found(layout);
        if found != *due {
            write!(differ, "{layout:?}\n  {found} instead of {due}\n").unwrap();
        }
    }
    assert!(differ.is_empty(), "{differ}");
}

#[test]
fn there_are_sixty() {
    assert!(PYTHON.len() + TYPESCRIPT.len() >= 60);
}
