//! `muster new`: from an empty directory to a bot that plays, in every language and for every game, with the commands
//! of the project's own README. A language whose compiler is missing is skipped.

mod file_games;
mod fuel;
mod lookahead;
mod probe;
pub(crate) mod project;
mod sources;
mod speeds;

use std::collections::BTreeSet;
use std::fs;
use std::sync::OnceLock;

use crate::support::{is_full, missing, run, skip};
use games::GAMES;
use kit::{LANGUAGES, Language, UNAVAILABLE};
use project::{Project, Went, is_here};

#[test]
fn a_directory_that_is_not_empty_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("thesis.txt"), "all of it").unwrap();
    let path = folder.path().to_str().unwrap();
    let (code, out, err) = run(&["new", "--game", "tank-war", "--lang", "c", path]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("is not empty") && err.contains("hint: choose a directory"), "{err}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Regression: the message blamed the disk.
#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("bot");
    std::os::unix::fs::symlink(folder.path().join("nowhere"), &link).unwrap();
    let (code, _, err) = run(&["new", "--game", "tank-war", "--lang", "c", link.to_str().unwrap()]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("is a link to a path that does not exist") && !err.contains("disk"), "{err}");
    assert!(!folder.path().join("nowhere").exists());
}

#[test]
fn a_file_in_the_place_of_the_directory_is_left_alone() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let (code, _, err) = run(&["new", "--game", "tank-war", "--lang", "c", file.path().to_str().unwrap()]);
    assert_eq!(code, 5, "{err}");
    assert!(err.contains("move or rename the file or directory at"), "{err}");
}

#[test]
fn languages_are_listed_to_who_asks_for_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let asked = |name: &str| run(&["new", "--game", "tank-war", "--lang", name, path]);
    let (code, _, err) = asked("cobol");
    assert_eq!(code, 1);
    assert!(err.contains("unknown language `cobol`"), "{err}");
    for language in LANGUAGES {
        assert!(err.contains(language.name), "{err}");
    }
    for (name, why) in UNAVAILABLE {
        let (code, _, err) = asked(name);
        assert_eq!(code, 1);
        assert!(err.contains(&format!("a bot cannot be written in {name}: {why}")), "{err}");
    }
}

#[test]
fn a_language_is_known_by_the_names_that_people_use() {
    for (name, meant) in
        [("py", "python"), ("js", "javascript"), ("TS", "typescript"), ("C++", "cpp"), ("golang", "go")]
    {
        assert_eq!(Language::find(name).map(|language| language.name), Some(meant), "{name}");
    }
}

/// The files of a project have different names, and its README has the commands.
#[test]
fn every_language_has_a_project_for_every_game() {
    for (language, game) in
        LANGUAGES.iter().flat_map(|language| GAMES.iter().map(move |game| (language, game)))
    {
        let files = kit::project(language, *game);
        let names: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(names.len(), files.len(), "{}: {names:?}", language.title);
        let readme = &files[0].text;
        assert!(
            !readme.contains('$') && readme.contains(&format!("muster check {}", language.module())),
            "{readme}"
        );
    }
}

/// Returns the matches of a game with the project in JavaScript, which needs no tools. The strategy is the same in all
/// languages.
fn in_javascript(game: usize) -> &'static [Went] {
    static PLAYED: [OnceLock<Vec<Went>>; GAMES.len()] = [const { OnceLock::new() }; GAMES.len()];
    PLAYED[game].get_or_init(|| {
        let project = Project::new(Language::find("javascript").unwrap(), GAMES[game]);
        project.build();
        project.matches_against_random(matches())
    })
}

fn matches() -> u64 {
    if is_full() { 20 } else { 10 }
}

/// Creates, builds, checks and plays a bot as the README says. More than half of the matches are won, and they equal
/// those of another language. Then tests a crash, the kit in positions of random play, and an action out of its range.
/// Each language has one of the games, in rotation; with `MUSTER_FULL=1`, all of them, more matches and a thousand
/// positions. The fingerprints of all starters prove that they build (`crates/copies/tests/it/starters.rs`).
fn from_nothing_to_a_playing_bot(name: &str) {
    let at = LANGUAGES.iter().position(|language| language.name == name).unwrap();
    let language = &LANGUAGES[at];
    if let Some(tool) = project::MISSING.iter().find(|(of, tool)| *of == name && !is_here(tool)) {
        return skip(&missing(&format!("{} needs {}", language.title, tool.1)));
    }
    let own = at % GAMES.len();
    for (index, game) in GAMES.iter().enumerate().filter(|(index, _)| *index == own || is_full()) {
        let project = Project::new(language, *game);
        project.follow_readme();
        let played = project.matches_against_random(matches());
        let points: f64 = played.iter().map(|went| went.points).sum();
        assert!(points > matches() as f64 / 2.0, "{name}: {points} points at {}", game.title());
        // Go's runtime draws from the dice when it starts, and so does the strategy of Tank Chess.
        let draws_for_itself = name == "go" && game.name() == "tank-chess";
        assert!(
            draws_for_itself || played == in_javascript(index),
            "{name} plays otherwise than JavaScript at {}",
            game.title()
        );
        project.is_decided_alike_on_a_slow_machine();
        project.crash();
        project.probe(if is_full() { 1_000 } else { 100 });
    }
    if project::leaves_range(language) {
        let game = GAMES.iter().find(|game| game.name() == "tank-war").unwrap();
        Project::new(language, *game).leave_range();
    }
}

/// Regression: `move(8)` was tank 0, and so was `move(undefined)`.
#[test]
fn a_part_of_an_action_that_is_out_of_its_range_is_refused_with_the_range() {
    let python = |call: &str| format!("import tank_war\n\n\ndef choose(view):\n    return tank_war.{call}\n");
    let javascript = |call: &str| {
        format!(
            "import {{ move }} from \"./tank_war.js\";\nexport function choose(view) {{\n  return {call};\n}}\n"
        )
    };
    let cases = [
        ("python", python("move(8)"), "ValueError: move: tank is 8, but it is from 0 to 5"),
        ("python", python("move(-1)"), "ValueError: move: tank is -1, but it is from 0 to 5"),
        (
            "python",
            python("move(None)"),
            "TypeError: move: tank is None, but it is a whole number from 0 to 5",
        ),
        ("javascript", javascript("move(8)"), "RangeError: move: tank is 8, but it is from 0 to 5"),
        (
            "javascript",
            javascript("move(undefined)"),
            "move: tank is undefined, but it is a whole number from 0 to 5",
        ),
        ("javascript", javascript("move(1.5)"), "move: tank is 1.5, but it is a whole number from 0 to 5"),
    ];
    let game = GAMES.iter().find(|game| game.name() == "tank-war").unwrap();
    for (language, bot, due) in cases {
        let said = Project::new(Language::find(language).unwrap(), *game).played(&bot);
        assert!(said.contains(due) && said.contains("exception in choose, bot."), "{language}: {said}");
    }
}

#[test]
fn python_from_nothing_to_a_playing_bot() {
    from_nothing_to_a_playing_bot("python");
}

#[test]
fn javascript_from_nothing_to_a_playing_bot() {
    from_nothing_to_a_playing_bot("javascript");
}

#[test]
fn typescript_from_nothing_to_a_playing_bot() {
    from_nothing_to_a_playing_bot("typescript");
}

#[test]
fn c_from_nothing_to_a_playing_bot() {
    from_nothing_to_a_playing_bot("c");
}

#[test]
fn cpp_from_nothing_to_a_playing_bot() {
    from_nothing_to_a_playing_bot("cpp");
}

#[test]
fn rust_from_nothing_to_a_playing_bot() {
    from_nothing_to_a_playing_bot("rust");
}

#[test]
fn go_from_nothing_to_a_playing_bot() {
    from_nothing_to_a_playing_bot("go");
}

#[test]
fn zig_from_nothing_to_a_playing_bot() {
    from_nothing_to_a_playing_bot("zig");
}

#[test]
fn assemblyscript_from_nothing_to_a_playing_bot() {
    from_nothing_to_a_playing_bot("assemblyscript");
}

#[test]
fn d_from_nothing_to_a_playing_bot() {
    from_nothing_to_a_playing_bot("d");
}

#[test]
fn nim_from_nothing_to_a_playing_bot() {
    from_nothing_to_a_playing_bot("nim");
}
