//! Imports of computed names. The interpreter starts a script only a few times, however many imports there are.
//! Existing files are loaded, and a missing one is an error that the script may catch.

use crate::common::{Project, build_file};
use game::Game;
use script::{BuildError, ScriptModule};

/// The first start asks for a file, the second is a survey that asks for all of them, and the third loads them.
const STARTS: u32 = 3;

fn game() -> &'static dyn Game {
    games::find("tank-war").unwrap()
}

fn try_build(entry: &str, files: &[(String, String)]) -> Result<ScriptModule, BuildError> {
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let project = Project::new(&files);
    build_file(&project.path(entry), Some(game()))
}

/// Returns a script with `present` files `p0`, `p1`, ... beside it, each exporting its number.
fn with_present(entry: &str, text: &str, present: usize) -> Vec<(String, String)> {
    let (ending, number) = match entry.rsplit_once('.').unwrap().1 {
        "py" => ("py", "n = "),
        "ts" => ("ts", "export const n: number = "),
        ending => (ending, "export const n = "),
    };
    let mut files: Vec<_> =
        (0..present).map(|index| (format!("p{index}.{ending}"), format!("{number}{index}"))).collect();
    files.push((entry.to_owned(), text.to_owned()));
    files
}

/// Builds a script that prints, and returns its number of starts and its last printed line.
fn printed(entry: &str, text: &str, present: usize) -> (u32, String) {
    let built =
        try_build(entry, &with_present(entry, text, present)).unwrap_or_else(|error| panic!("{error}"));
    (built.starts, built.log.lines().last().unwrap_or_default().to_owned())
}

/// Returns the top level of a script in JavaScript that counts the files it finds and those it does not.
fn javascript(loop_: &str) -> String {
    format!(
        "let found = 0, absent = 0, sum = 0;\n\
         const seen = (file) => {{ found += 1; sum += file.n; }};\n\
         const gone = (error) => {{ absent += error instanceof ReferenceError; }};\n\
         {loop_}\n\
         console.log(`${{found}} ${{absent}} ${{sum}}`);\n\
         export const choose = () => 0;\n"
    )
}

#[test]
fn absent_files_in_javascript_take_three_starts() {
    for count in [1, 10, 300] {
        let awaited =
            format!("for (let i = 0; i < {count}; i++) await import('./q' + i + '.js').then(seen, gone);");
        assert_eq!(printed("bot.js", &javascript(&awaited), 0), (STARTS, format!("0 {count} 0")));
    }
    let together =
        "await Promise.all(Array.from({ length: 300 }, (_, i) => import(`./q${i}.js`).then(seen, gone)));";
    assert_eq!(printed("bot.js", &javascript(together), 0), (STARTS, "0 300 0".to_owned()));
}

#[test]
fn present_files_in_javascript_take_three_starts() {
    for count in [1, 10, 300] {
        let sum = count * (count - 1) / 2;
        let bare = format!("for (let i = 0; i < {count}; i++) seen(await import('./p' + i + '.js'));");
        let due = (STARTS, format!("{count} 0 {sum}"));
        assert_eq!(printed("bot.js", &javascript(&bare), count), due);
    }
    let mixed = "for (let i = 0; i < 40; i++) await import(`./p${i * 3}.js`).then(seen, gone);";
    assert_eq!(printed("bot.js", &javascript(mixed), 60), (STARTS, "20 20 570".to_owned()));
}

#[test]
fn present_files_in_typescript_take_three_starts() {
    let text = "const numbers: number[] = [];
        for (let i = 0; i < 300; i++) numbers.push((await import('./p' + i + '.ts')).n);
        console.log(numbers.length, numbers.at(-1));
        export const choose = (): number => 0;";
    assert_eq!(printed("bot.ts", text, 300), (STARTS, "300 299".to_owned()));
}

/// A script that catches the error would continue as if the file were absent, but the file is looked up anyway.
#[test]
fn a_present_file_is_loaded_although_its_absence_would_be_caught() {
    let caught = "try { seen(await import('./p' + 0 + '.js')); } catch (error) { gone(error); }";
    assert_eq!(printed("bot.js", &javascript(caught), 1).1, "1 0 0");
    let first = "for (let i = 0; ; i++) if (await import(`./p${i}.js`).then(seen, gone), absent) break;";
    assert_eq!(printed("bot.js", &javascript(first), 20), (STARTS, "20 1 190".to_owned()));
    let until = "let i = 500; while (!found) await import(`./p${i--}.js`).then(seen, gone);";
    assert_eq!(printed("bot.js", &javascript(until), 2), (STARTS, "1 499 1".to_owned()));
}

#[test]
fn an_absent_file_that_nobody_catches_is_told() {
    let text = "const name = './q' + 1;\nawait import(name);\nexport const choose = () => 0;";
    let error = try_build("bot.js", &with_present("bot.js", text, 3)).err().unwrap().to_string();
    assert!(error.contains("import of \"./q1\": there is no such file"), "{error}");
    let text = "import importlib\n\nimportlib.import_module('q' + '1')\n";
    let error = try_build("bot.py", &with_present("bot.py", text, 3)).err().unwrap().to_string();
    assert!(error.starts_with("bot.py:3:1: ModuleNotFoundError: No module named 'q1'"), "{error}");
}

/// Returns the top level of a script in Python that counts the files it finds and those it does not.
fn python(range: &str, import: &str) -> String {
    format!(
        "import importlib\n\
         found = absent = total = 0\n\
         for i in range({range}):\n    \
             try:\n        \
                 {import}\n        \
                 found += 1\n        \
                 total += p.n\n    \
             except ImportError:\n        \
                 absent += 1\n\
         print(found, absent, total)\n\
         def choose(view):\n    return 0\n"
    )
}

#[test]
fn absent_files_in_python_take_three_starts() {
    for (count, import) in [
        (1, "p = importlib.import_module(f'q{i}')"),
        (10, "p = __import__(f'q{i}')"),
        (10, "exec(f'import q{i} as p')"),
        (300, "p = importlib.import_module(f'q{i}')"),
    ] {
        let due = (STARTS, format!("0 {count} 0"));
        assert_eq!(printed("bot.py", &python(&count.to_string(), import), 0), due, "{import}");
    }
}

#[test]
fn present_files_in_python_take_three_starts() {
    for (count, import) in [
        (1, "p = importlib.import_module(f'p{i}')"),
        (10, "p = __import__(f'p{i}')"),
        (10, "exec(f'import p{i} as p')"),
        (300, "p = importlib.import_module(f'p{i}')"),
    ] {
        let due = (STARTS, format!("{count} 0 {}", count * (count - 1) / 2));
        assert_eq!(printed("bot.py", &python(&count.to_string(), import), count), due, "{import}");
    }
    let mixed = python("0, 120, 3", "p = importlib.import_module(f'p{i}')");
    assert_eq!(printed("bot.py", &mixed, 60), (STARTS, "20 20 570".to_owned()));
}

#[test]
fn files_that_computed_imports_import_are_found_with_them() {
    let mut files = with_present("bot.js", &javascript("seen(await import('./lib/' + 'a.ts'));"), 30);
    files.push((
        "lib/a.ts".to_owned(),
        "export const n: number = (await import('../p' + 7 + '.js')).n;".to_owned(),
    ));
    let built = try_build("bot.js", &files).unwrap();
    assert_eq!((built.starts, built.log.trim()), (STARTS, "1 0 7"));
    let sources: Vec<&str> = built.sources.keys().map(String::as_str).collect();
    assert_eq!(sources, ["bot.js", "lib/a.ts", "p7.js"]);
}

/// A file that a survey offers and the script does not ask for is not part of it.
#[test]
fn other_files_in_the_folder_leave_no_trace() {
    let scripts = [
        ("bot.js", javascript("await import('./p' + 1 + '.js').then(seen);")),
        ("bot.py", python("4, 6", "p = importlib.import_module(f'p{i}')")),
    ];
    for (entry, text) in scripts {
        let alone = try_build(entry, &with_present(entry, &text, 5)).unwrap();
        let among_others = try_build(
            entry,
            &with_present(entry, &text, 5)
                .into_iter()
                .chain([
                    (format!("other.{}", &entry[4..]), "x".repeat(100_000)),
                    ("lib/broken.ts".to_owned(), "enum".to_owned()),
                    ("lib/broken.py".to_owned(), "\u{fffd}(".to_owned()),
                ])
                .collect::<Vec<_>>(),
        )
        .unwrap();
        assert!(alone.module == among_others.module, "{entry}");
        assert_eq!(alone.sources, among_others.sources);
    }
}

/// The kit determines the game, and costs one more start.
#[test]
fn a_kit_beside_computed_imports_still_tells_the_game() {
    let head = "import { x } from './tank_war.js';\n";
    let files = with_present(
        "bot.js",
        &format!("{head}{}", javascript("for (let i = 0; i < 9; i++) seen(await import(`./p${i}.js`));")),
        9,
    );
    let kit = ("tank_war.js".to_owned(), "export const x = 1;".to_owned());
    let files: Vec<_> = files.into_iter().chain([kit]).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let project = Project::new(&files);
    let built = build_file(&project.path("bot.js"), None).unwrap();
    assert_eq!((built.game.name(), built.starts), ("tank-war", STARTS));
}

/// All starts together have 5 s of virtual time.
#[test]
fn a_script_that_computes_long_before_it_asks_is_told_so() {
    let error = |turns: u32| {
        let busy =
            format!("for (let i = 0; i < {turns}; i++) sum += i;\nawait import('./q' + 1).catch(gone);");
        try_build("bot.js", &with_present("bot.js", &javascript(&busy), 0)).err()
    };
    assert!(error(1_000).is_none());
    // Nine tenths of the time of one start, which is not enough for three.
    let slow = error(26_000_000).unwrap();
    assert!(matches!(slow, BuildError::Slow { starts: STARTS, .. }), "{slow:?}");
    assert!(slow.to_string().starts_with("bot.js takes more than 5"), "{slow}");
}
