//! Tests the messages that a user sees after mistakes.

use config::{FileError, FileSource, Problems, SizeClass, parse, parse_with};
use game::Game;

const GAMES: &[&dyn Game] = &[&tank_war::GAME];

/// Returns the problems of a text as a terminal shows them.
fn shown(text: &str) -> String {
    match parse("cup.toml", text, GAMES) {
        Ok(_) => "no problem".to_owned(),
        Err(problems) => problems.render(false),
    }
}

#[test]
fn all_mistakes_of_a_text_are_told_at_once() {
    let text = r#"
nmae = "Cup"

[tournament]
name = "Cup"
game = "tank-wra"
seed = -1
date = 2026-11-20

[rules]
layout = "a-insde"

[clock]
per_mvoe = "5s"
per_game = 120
increment = "1 parsec"

[limtis]
memory = "1GiB"

[[entrant]]
name = "Straße"
bot = "bots/one.wasm"

[[entrant]]
name = "STRASSE"
bot = "builtin:rnadom"
guest = "true"

[[stage]]
format = "round-robin"
games = 0
best_of = 3
advance = 16

[[stage]]
format = "Swiss"
rank = "points"

[[stage]]
format = "knockout"
[stage.points]
win = 1e18
[stage.openings]
random = 3
positions = []
"#;
    insta::assert_snapshot!(shown(text));
}

#[test]
fn mistakes_that_need_the_game_are_told_at_once() {
    let text = r#"
[tournament]
name = "Cup"
game = "tank-war"
[rules]
layout = "a-insde"
blokced = "illegal"
c_blocked_by_tanks = 3
[[entrant]]
name = "Ada"
bot = "builtin:first"
[[entrant]]
name = "Teacher"
bot = "builtin:random"
guest = true
[[stage]]
format = "gauntlet"
challengers = ["Techer", "Ada", "Ada"]
rank = ["win", "boxs", "elo"]
[stage.rules]
blocked = "never"
[stage.openings]
positions = ["uuuuuu/uuuuuu", "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:------ D:------ 9"]
[grade]
formula = "max_bxoes + beat(\"Techer\")"
"#;
    insta::assert_snapshot!(shown(text));
}

#[test]
fn a_text_that_is_no_toml_is_told_line_by_line() {
    let text = "[tournament]\nname = Cup\ngame = \"tank-war\"\ngame = \"tank-war\"\nseed = [1, 2\n[[entrant]]\nbto = 1\n";
    insta::assert_snapshot!(shown(text));
}

/// A key is in the wrong place, a table has the wrong name, and quotes are nested.
#[test]
fn the_right_place_and_the_right_quotes_are_told() {
    let text = "seed = 3\n[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\ngames = 2\n[limits]\nper_move = \"1s\"\n\
        [openings]\nrandom = 3\n[[stage]]\nformat = \"round-robin\"\nround = 3\n[grade]\nformula = \"beat(Teacher)\"\n";
    insta::assert_snapshot!(shown(text));
    insta::assert_snapshot!(shown("[grade]\nformula = \"wins + beat(\"Teacher\")\"\n"));
    insta::assert_snapshot!(shown("[grade]\nformula = \"wins + share(\"Teacher\")\"\n"));
}

#[test]
fn an_empty_text_is_told_what_it_needs() {
    insta::assert_snapshot!(shown(""));
}

#[test]
fn a_file_of_start_positions_is_told_by_its_own_line() {
    let text = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\n\
        [[entrant]]\nname = \"A\"\nbot = \"builtin:first\"\n[[entrant]]\nname = \"B\"\nbot = \"builtin:first\"\n\
        [[stage]]\nformat = \"round-robin\"\n[stage.openings]\nfile = \"openings.txt\"\n";
    let openings =
        "# two of them\n\nuuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000000 0\r\nnonsense\n";
    let source = FileSource {
        open_game: &|_| Err("no game".into()),
        read_text: &|_| Ok(openings.to_owned()),
        check_bot: &|_, _| Ok(()),
        read_class: &|_| Err("no class".into()),
    };
    let Err(problems) = parse_with("cup.toml", text, GAMES, &source) else {
        panic!("nonsense is no position")
    };
    insta::assert_snapshot!(problems.render(false));
}

#[test]
fn a_bot_that_is_not_there_is_told_beside_the_other_problems() {
    let text = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\n\
        [[entrant]]\nname = \"A\"\nbot = \"bots/gone.wasm\"\n[[entrant]]\nname = \"a\"\nbot = \"builtin:first\"\n\
        [[entrant]]\nname = \"C\"\nbot = \"bots/huge.wasm\"\nsize = \"script\"\n\
        [[stage]]\nformat = \"round-robin\"\ngaems = 2\n";
    let bot = |name: &str, size| match (name, size) {
        ("bots/huge.wasm", SizeClass::Script) => Ok(()),
        (name, _) => Err(FileError {
            why: format!("no such file (looked for {name})"),
            hint: Some("did you mean `bots/gnome.wasm`?".to_owned()),
        }),
    };
    let source = FileSource {
        open_game: &|_| Err("no game".into()),
        read_text: &|_| Ok(String::new()),
        check_bot: &bot,
        read_class: &|_| Err("no class".into()),
    };
    let Err(problems) = parse_with("cup.toml", text, GAMES, &source) else {
        panic!("three problems are there")
    };
    assert_eq!(problems.list()[0].hints, ["did you mean `bots/gnome.wasm`?"]);
    let messages: Vec<&str> = problems.list().iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "cannot read the bot's file: no such file (looked for bots/gone.wasm)",
            "the name \"a\" reads the same as \"A\"",
            "[[stage]] has no key `gaems`",
        ]
    );
}

#[test]
fn of_very_many_problems_the_first_hundred_are_told() {
    let text = "[[entrant]]\n".repeat(2000);
    let shown = shown(&text);
    let told = "reading stopped after 100 problems: fix these first";
    assert!(shown.ends_with(told), "{}", &shown[shown.len() - 100..]);
    assert!(shown.len() < 100_000, "{}", shown.len());
}

#[test]
fn nothing_in_a_text_reaches_the_terminal_as_a_command() {
    let text = "[tournament]\nname = \"\u{202e}cup\"\ngame = \"x\\u001b[2J\"\n[cl\u{7}ock]\n# \u{1b}[31m\n\
        k\u{1d173}ey = \"\u{1b}[31m";
    let shown = shown(text);
    assert!(!shown.contains(|sign| sign != '\n' && game::is_invisible(sign)), "{shown:?}");
    // The name of a file is untrusted input, too.
    let problems = parse("\u{1b}[2J\nok.toml", "", GAMES).err().map(|problems| problems.to_string());
    assert!(problems.is_some_and(|problems| problems.contains("⟨U+001B⟩[2J⟨U+000A⟩ok.toml")));
}

#[test]
fn a_mark_and_windows_line_ends_change_nothing() {
    let text = "[tournament]\r\nname = \"Cup\"\r\ngame = \"tank\"\r\n";
    let place = |text: &str| match parse("cup.toml", text, GAMES) {
        Ok(_) => Vec::new(),
        Err(problems) => {
            problems.list().iter().map(|problem| problems.line_and_column(problem.span.start)).collect()
        }
    };
    assert!(place(text).contains(&(3, 8)), "{:?}", place(text));
    assert_eq!(place(text), place(&format!("\u{feff}{text}")));
    assert_eq!(place(text), place(&text.replace("\r\n", "\n")));
}

#[test]
fn places_are_lines_and_columns_of_characters() {
    let problems = Problems::new("x", "äöü\nab", Vec::new());
    assert_eq!(problems.line_and_column(0), (1, 1));
    assert_eq!(problems.line_and_column(2), (1, 2));
    assert_eq!(problems.line_and_column(8), (2, 2));
    assert_eq!(problems.line_and_column(1000), (2, 3));
}
