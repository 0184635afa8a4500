//! A class whose game is from a file: it needs neither the author's file nor its original folder, and its rules can be
//! replaced.

use std::fs;
use std::path::PathBuf;

use super::folder;
use crate::class::judging::play_listed_again;
use crate::isolation::isolate;
use crate::support::{run, top};
use crate::why::evidence::unzipped;

/// A class of two students who have handed in, and a tournament that names the class's game.
struct Course {
    top: tempfile::TempDir,
}

impl Course {
    fn new(game: &str, bot: &str) -> Course {
        let course = Course { top: tempfile::tempdir().unwrap() };
        fs::copy(folder().join(game), course.path(game)).unwrap();
        fs::write(course.path("students.csv"), "id,name,alias\n1,Ada,Ada\n2,Ben,Bee\n").unwrap();
        let bot = fs::read(top().join("bots/rules").join(bot)).unwrap();
        // An unused section tells the bots apart.
        for number in [1, 2] {
            let own = [&bot[..], &[0, 2, 1, number]].concat();
            fs::write(course.path(&format!("{number}.wasm")), own).unwrap();
        }
        let (zone, deadline) = (["--zone", "UTC"], ["--deadline", "2099-12-01 23:59"]);
        let begin = ["class", "init", "ki", "--game", game];
        course.ok(&[&begin[..], &zone, &deadline].concat());
        course.ok(&["class", "roster", "ki", "students.csv"]);
        course.ok(&["class", "submit", "ki", "1", "1.wasm"]);
        course.ok(&["class", "submit", "ki", "2", "2.wasm"]);
        course
    }

    fn path(&self, name: &str) -> PathBuf {
        self.top.path().join(name)
    }

    /// Runs a command; words that name files or the class are paths in the folder.
    fn run(&self, words: &[&str]) -> (i32, String, String) {
        let path = |word: &&str| {
            let is_file = [".json", ".zip", "bot"].iter().any(|ending| word.ends_with(ending));
            let is_path =
                !word.starts_with('-') && (is_file || word.starts_with("ki") || self.path(word).exists());
            if is_path { self.path(word).display().to_string() } else { (*word).to_owned() }
        };
        let words: Vec<String> = words.iter().map(path).collect();
        run(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn ok(&self, words: &[&str]) -> String {
        let (code, out, err) = self.run(words);
        assert_eq!(code, 0, "{words:?}\n{out}{err}");
        out + &err
    }

    fn refused(&self, words: &[&str]) -> String {
        let (code, out, err) = self.run(words);
        assert_ne!(code, 0, "{words:?}\n{out}{err}");
        out + &err
    }

    fn tournament(&self, class: &str, name: &str, game: &str) {
        fs::create_dir_all(self.path(&format!("{class}/tournaments"))).unwrap();
        let text = format!(
            "[tournament]\nname = \"Cup\"\ngame = \"{game}\"\nseed = 1\n[clock]\nkind = \"fuel\"\nper_move = \"1ms\"\n\
             [class]\npath = \"..\"\n[[stage]]\nformat = \"round-robin\"\ngames = 2\n"
        );
        fs::write(self.path(&format!("{class}/tournaments/{name}.toml")), text).unwrap();
    }

    /// Returns the names of the rules that a class keeps, with this ending.
    fn kept(&self, class: &str, ending: &str) -> Vec<String> {
        let listed = fs::read_dir(self.path(&format!("{class}/game"))).unwrap();
        let names = listed.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.ends_with(ending)).collect()
    }
}

#[test]
fn a_class_needs_no_file_of_its_author() {
    let course = Course::new("connect4.py", "connect4/ahead.wasm");
    course.ok(&["new", "--game", "connect4.py", "--lang", "javascript", "bot"]);
    fs::remove_file(course.path("connect4.py")).unwrap();
    fs::rename(course.path("ki"), course.path("ki-moved")).unwrap();
    // An isolated worker builds a script for a game that it has to open first.
    course.ok(&["class", "submit", "ki-moved", "1", "bot/bot.js", isolate()]);
    course.tournament("ki-moved", "cup", "connect-four");
    assert!(course.ok(&["class", "status", "ki-moved"]).contains("game: Connect Four, rules connect-four@"));
    course.ok(&["run", "ki-moved/tournaments/cup.toml"]);
    let sources =
        fs::read(course.path(&format!("ki-moved/game/{}", course.kept("ki-moved", ".zip")[0]))).unwrap();
    assert!(sources.windows(11).any(|part| part == b"connect4.py"), "the author's file is kept");

    course.ok(&["class", "backup", "ki-moved", "backup.zip"]);
    course.ok(&["class", "restore", "backup.zip", "ki-restored"]);
    assert!(course.ok(&["verify", "ki-restored/runs/cup"]).contains("all as recorded"));

    // Regression: the command in the evidence lacked the rules.
    course.ok(&["evidence", "ki-restored/runs/cup", "1.1.1.1", "--for", "Ada", "-o", "evidence.zip"]);
    for (name, bytes) in unzipped(&course.path("evidence.zip")) {
        fs::write(course.path(&name), bytes).unwrap();
    }
    let readme = fs::read_to_string(course.path("README.txt")).unwrap();
    let command = readme.split('`').find(|text| text.starts_with("muster why ")).unwrap();
    course.ok(&command.split(' ').skip(1).collect::<Vec<_>>());

    // A match that was saved needs the rules of the kit.
    course.ok(&["why", "ki-restored/runs/cup", "1.1.1.1", "--seat", "first", "--save", "one.json"]);
    let told = course.refused(&["why", "one.json"]);
    assert!(told.contains("hint: pass the file with exactly these rules: --game FILE"), "{told}");
    let module = format!("ki-restored/game/{}", course.kept("ki-restored", ".wasm")[0]);
    assert!(course.ok(&["why", "one.json", "--game", &module]).contains("match 1.1.1.1, Connect Four"));
}

#[test]
fn a_class_accepts_fixed_rules() {
    let course = Course::new("connect4.py", "connect4/ahead.wasm");
    course.tournament("ki", "before", "connect-four");
    course.ok(&["run", "ki/tournaments/before.toml"]);
    let fixed = fs::read_to_string(course.path("connect4.py")).unwrap();
    fs::write(course.path("connect4.py"), fixed.replace("the board is full", "all squares are taken"))
        .unwrap();
    let before = course.kept("ki", ".wasm");
    let shown = course.ok(&["class", "game", "ki", "connect4.py", "--dry-run"]);
    assert!(shown.contains("game: connect-four@") && shown.contains("would be adopted"), "{shown}");
    assert_eq!(course.kept("ki", ".wasm"), before, "a preview writes nothing");
    let told = course.ok(&["class", "game", "ki", "connect4.py"]);
    assert!(told.contains("is adopted: every version that counted still does"), "{told}");
    assert_eq!(course.kept("ki", ".wasm").len(), 2, "earlier rules stay");
    let told = course.refused(&["run", "ki/tournaments/before.toml"]);
    assert!(told.contains("other rules of the game"), "{told}");
    course.tournament("ki", "after", "connect-four");
    course.ok(&["run", "ki/tournaments/after.toml"]);
    for cup in ["ki/runs/before", "ki/runs/after"] {
        assert!(course.ok(&["verify", cup]).contains("all as recorded"), "{cup}");
    }
    let salvo = folder().join("salvo.js").display().to_string();
    let told = course.refused(&["class", "game", "ki", &salvo]);
    assert!(told.contains("the class plays Connect Four, and its versions cannot play Salvo"), "{told}");
    course.tournament("ki", "typo", "conect-four");
    assert!(
        course.refused(&["run", "ki/tournaments/typo.toml"]).contains("`game` cannot be \"conect-four\"")
    );
}

/// Regression: the commands named a game that the program does not have, and drew other cards in return games.
#[test]
fn games_of_a_requirement_can_be_played_again() {
    let course = Course::new("leduc.ts", "leduc/pushy.wasm");
    let text = course.path("ki/class.toml");
    let requirement =
        "\n[[requirement]]\nname = \"plays\"\nagainst = \"builtin:random\"\npercent = 1\ngames = 4\n";
    fs::write(&text, fs::read_to_string(&text).unwrap() + requirement).unwrap();
    course.ok(&["class", "work", "ki"]);
    let shown = ["class", "check", "ki", "1", "--games", "plays"];
    let (_, list, _) = course.run(&[&shown[..], &["--json"]].concat());
    let (_, before, _) = course.run(&shown);
    play_listed_again(&serde_json::from_str(&list).unwrap(), &before);

    let rules = fs::read_to_string(course.path("leduc.ts")).unwrap();
    fs::write(course.path("leduc.ts"), rules.replace("the better hand", "the higher hand")).unwrap();
    course.ok(&["class", "game", "ki", "leduc.ts"]);
    assert_eq!(course.kept("ki", ".wasm").len(), 2);
    assert_eq!(course.run(&shown).1, before, "the commands name the rules that played these games");
}
