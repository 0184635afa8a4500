//! Tests the files that authors in compiled languages build on. The starter of each language is tic-tac-toe. Kuhn
//! poker with cups (`tests/kuhn`) has everything else: secrets, chance that only one seat sees or neither, both seats
//! at once, and every optional function. Both are the same games as in JavaScript.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::MutexGuard;

use game::{Dice, Drawing, Event, Game, Position, Seat, conformance};
use kit::{GAME_LANGUAGES, GameLanguage, Language};

use super::equality::{Told, told};
use super::{open, random_ply};
use crate::new::project::{Project, is_here, share_library, shell};
use crate::support::{is_full, missing, run, skip, told as output_of, top};

/// The requirement of each language: a shell command that succeeds if the compiler is installed.
const TOOLS: [(&str, &str); 4] = [
    ("c", "clang-19 --version && wasm-ld-19 --version"),
    ("rust", "\"$RUSTC\" --version"),
    ("zig", "python3 -m ziglang version"),
    ("assemblyscript", "asc --version"),
];

/// A project of `muster game new` in a temporary directory.
struct Author {
    folder: tempfile::TempDir,
    language: &'static GameLanguage,
    _shared: Option<MutexGuard<'static, ()>>,
}

impl Author {
    /// Creates a project; `None` without the compiler.
    fn new(name: &str) -> Option<Author> {
        let language = GAME_LANGUAGES.iter().find(|language| language.name == name).unwrap();
        let (_, tool) = TOOLS.iter().find(|(of, _)| *of == name).unwrap();
        if !is_here(tool) {
            skip(&missing(&format!("{} needs {tool}", language.title)));
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let (code, _, err) = run(&["game", "new", "--lang", name, folder.path().to_str().unwrap()]);
        assert_eq!(code, 0, "{err}");
        let shared = (name == "rust").then(|| share_library(folder.path()));
        Some(Author { folder, language, _shared: shared })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Replaces the rules by Kuhn poker.
    fn write_kuhn(&self) {
        let extension = Path::new(self.language.entry).extension().unwrap().to_str().unwrap();
        fs::copy(kuhn(extension), self.path(self.language.entry)).unwrap();
    }

    /// Changes the starter so that its positions have texts by the default of the language.
    fn add_text(&self) {
        let entry = self.path(self.language.entry);
        let text = fs::read_to_string(&entry).unwrap();
        let changed = match self.language.name {
            // In C, a game that has `mirror` has texts.
            "c" => {
                text.clone()
                    + "void mirror(muster_state *state) {\n    \
                       for (int square = 0; square < 9; square++) state->board[square] = (3 - state->board[square]) % 3;\n    \
                       state->next = !state->next;\n}\n"
            }
            _ => text.replace("\"metrics\"]", "\"metrics\", \"text\", \"read\"]"),
        };
        assert_ne!(changed, text, "{}", self.language.name);
        fs::write(&entry, changed).unwrap();
    }

    /// Builds and checks the rules by commands of the README, the first of which is changed before.
    fn build(&self, change: impl Fn(&str) -> String) -> &'static dyn Game {
        let readme = fs::read_to_string(self.path("README.md")).unwrap();
        let mut commands = readme.split("```").nth(1).unwrap().trim().lines();
        for command in [change(commands.next().unwrap()).as_str(), commands.next().unwrap()] {
            let output = shell(command).current_dir(self.folder.path()).output().unwrap();
            let (code, out, err) = output_of(&output);
            assert_eq!(code, 0, "{}: {command}\n{out}{err}", self.language.title);
        }
        open(&self.path(self.language.game))
    }
}

fn kuhn(extension: &str) -> PathBuf {
    top().join("tests/kuhn/kuhn").with_extension(extension)
}

/// A position as the players and viewers of everything see it.
#[derive(Debug, PartialEq)]
struct Shown {
    told: Told,
    drawings: [Drawing; 3],
    text: String,
    mirror: Option<String>,
}

const VIEWERS: [Option<Seat>; 3] = [None, Some(Seat::First), Some(Seat::Second)];

fn shown(game: &dyn Game, position: &dyn Position, has_text: bool) -> Shown {
    Shown {
        told: told(game, position),
        drawings: VIEWERS.map(|viewer| position.draw(viewer)),
        text: if has_text { position.to_string() } else { String::new() },
        mirror: position.mirrored().filter(|_| has_text).map(|mirrored| mirrored.to_string()),
    }
}

/// Plays random games with both rules, and asserts that they are the same game. The texts of positions are compared if
/// both have the same notation.
fn assert_same(ours: &dyn Game, model: &dyn Game, has_text: bool) {
    let games = if is_full() { 500 } else { 40 };
    for number in 0..games {
        let mut dice = Dice::from_number(number);
        let rules = conformance::random_rules(model.options(), &mut dice);
        let (mut mine, mut other) = (ours.start(&rules), model.start(&rules));
        for ply in 0.. {
            let place = format!("game {number} under {rules}, ply {ply}: {other}");
            assert!(mine.fault().is_none(), "{place}: {:?}", mine.fault());
            assert_eq!(shown(ours, &*mine, has_text), shown(model, &*other, has_text), "{place}");
            let Some(joint) = random_ply(&*other, &mut dice) else { break };
            let events = |position: &dyn Position| -> [Vec<Event>; 3] {
                VIEWERS.map(|viewer| position.events(&joint, viewer))
            };
            assert_eq!(events(&*mine), events(&*other), "{place}");
            mine.apply(&joint);
            other.apply(&joint);
        }
    }
}

fn assert_laws(game: &'static dyn Game) {
    for seed in 0..20 {
        let rules = conformance::random_rules(game.options(), &mut Dice::from_number(seed));
        conformance::check(game, &rules, seed).unwrap();
    }
}

fn is_the_same_game_as_in_javascript(name: &str) {
    let Some(author) = Author::new(name) else { return };
    author.add_text();
    let starter = author.build(str::to_owned);
    let model = tempfile::tempdir().unwrap();
    let (code, _, err) = run(&["game", "new", "--lang", "javascript", model.path().to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    assert_same(starter, open(&model.path().join("game.js")), false);
    assert_laws(starter);
    assert_text_is_refused(starter, "00", "hexadecimal digits");

    author.write_kuhn();
    let kuhn_poker = author.build(str::to_owned);
    assert_same(kuhn_poker, open(&kuhn("js")), true);
    assert_laws(kuhn_poker);
    assert_text_is_refused(kuhn_poker, "12345", "twenty digits");
    if name == "c" {
        // The header serves C++, too.
        assert_same(
            author.build(|command| command.replace(" game.c", " -x c++ game.c")),
            open(&kuhn("js")),
            true,
        );
    }
}

fn assert_text_is_refused(game: &dyn Game, text: &str, due: &str) {
    let rules = game::Rules::defaults(game.options());
    let why = game.parse_position(&rules, text).map(|position| position.to_string()).unwrap_err().to_string();
    // A mistake in Zig is the name of an error.
    assert!(why.contains(due) || why == "TooShort" || why == "TooFewDigits", "{why}");
}

#[test]
fn games_in_c_and_cpp_are_the_same_as_in_javascript() {
    is_the_same_game_as_in_javascript("c");
}

#[test]
fn games_in_rust_are_the_same_as_in_javascript() {
    is_the_same_game_as_in_javascript("rust");
}

#[test]
fn games_in_zig_are_the_same_as_in_javascript() {
    is_the_same_game_as_in_javascript("zig");
}

#[test]
fn games_in_assemblyscript_are_the_same_as_in_javascript() {
    is_the_same_game_as_in_javascript("assemblyscript");
}

/// Bots that look ahead in a game with chance and secrets, whose rules are in C. They exit with an error if one of
/// their positions is wrong.
#[test]
fn bots_look_ahead_in_a_game_with_chance_and_secrets() {
    let zig = "python3 -m ziglang version";
    if !is_here(zig) {
        return skip(&missing(&format!("bots in C need {zig}")));
    }
    let Some(author) = Author::new("c") else { return };
    author.write_kuhn();
    let game = author.build(str::to_owned);
    let file = author.path(author.language.game);
    for (name, bot) in [("c", "bot.c"), ("python", "bot.py")] {
        let project = Project::from_file(Language::find(name).unwrap(), game, file.to_str().unwrap());
        project.write_bot(&fs::read_to_string(top().join("tests/kuhn").join(bot)).unwrap());
        project.build();
        let points: f64 = project.matches_against_random(40).iter().map(|went| went.points).sum();
        assert!(points > 20.0, "{name}: {points} points of 40");
    }
}
