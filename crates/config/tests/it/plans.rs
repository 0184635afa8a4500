//! Tests the plans of good texts, and the problems of texts whose parts conflict.

mod defaults;
mod formats;
mod openings;

use std::collections::{BTreeMap, BTreeSet};

use config::{
    BotPlan, Candidate, ClassEntrant, ClassList, ClassSpec, FileSource, OnRefused, OpeningSearch,
    OpeningsSpec, Plan, SeedPlan, SizeClass, is_kept_openings, parse, parse_with,
};
use game::{Game, Rules};
use referee::{Builtin, Clock, ClockKind, Limits, Ticks};
use tournament::{
    Bye, Carry, Criterion, DoubleElimination, DoubleForfeit, EntrantId, ForfeitMetrics, Format, Gauntlet,
    GroupDraw, Groups, GuestGames, Ladder, OpeningOrder, Pairings, Points, Pyramid, RoundRobin, RunSeed,
    SingleElimination, Swiss, Unopposed,
};

const GAMES: &[&dyn Game] = &[&tank_war::GAME];
const HEAD: &str = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\n";
const START: &str = "uuuuuu/uuuuuu/uuuuuu/dddddd/dddddd/dddddd U:000000 D:000000 0";

/// Returns the given number of ranked entrants, E1, E2 and so on, and a guest called Teacher.
fn entrants(count: usize) -> String {
    let ranked = |number| format!("[[entrant]]\nname = \"E{number}\"\nbot = \"builtin:first\"\n");
    (1..=count).map(ranked).collect::<Vec<_>>().concat()
        + "[[entrant]]\nname = \"Teacher\"\nbot = \"builtin:random\"\nguest = true\n"
}

/// Returns the entrants of a class.
fn of_class() -> ClassList {
    let entrant = |(alias, size): (&str, SizeClass)| {
        let file = format!("files/{}", alias.len());
        ClassEntrant { alias: alias.to_owned(), file, size }
    };
    let entrants = [("Deep Blue", SizeClass::Normal), ("A b  c", SizeClass::Script)].map(entrant).into();
    ClassList { positions: true, entrants }
}

fn good(text: &str) -> Plan {
    let files = |name: &str| match name {
        "openings.txt" => Ok(format!("# the start\n{START}\n")),
        _ => Err("no such file".into()),
    };
    let class = |_: &ClassSpec| Ok(of_class().to_text());
    let source = FileSource {
        open_game: &|_| Err("no game".into()),
        read_text: &files,
        check_bot: &|_, _| Ok(()),
        read_class: &class,
    };
    parse_with("cup.toml", text, GAMES, &source).unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

/// Returns a plan of twelve entrants and a guest with this addition, and with a round robin if it has no stage.
fn plan(added: &str) -> Plan {
    let stage = if added.contains("[[stage]]") { "" } else { "[[stage]]\nformat = \"round-robin\"\n" };
    good(&format!("{HEAD}{}{stage}{added}", entrants(12)))
}

fn format(keys: &str) -> Format {
    plan(&format!("[[stage]]\nformat = {keys}\n")).stages[0].plan.format.clone()
}

/// Returns the messages about a text.
fn messages(text: &str) -> Vec<String> {
    match parse("cup.toml", text, GAMES) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.list().iter().map(|problem| problem.message.clone()).collect(),
    }
}

/// Returns the marked part of the text and the message of its only problem.
fn only_problem(text: &str) -> (String, String) {
    match parse("cup.toml", text, GAMES) {
        Ok(_) => panic!("no problem in\n{text}"),
        Err(problems) => {
            let [problem] = problems.list() else { panic!("not one problem:\n{problems}") };
            (text[problem.span.clone()].to_owned(), problem.message.clone())
        }
    }
}

fn readme_examples() -> Vec<String> {
    let readme = include_str!("../../README.md");
    let blocks = readme.split("```toml\n").skip(1);
    blocks.map(|block| block.split("```").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_class_enters_after_those_who_are_listed() {
    let text = format!(
        "{HEAD}[[entrant]]\nname = \"Teacher\"\nbot = \"builtin:first\"\nguest = true\n[class]\npath = \"../ki/\"\n\
         [class.entrant.\"Deep Blue\"]\nsettings = \"depth=4\"\nsize = \"script\"\n[[stage]]\nformat = \"round-robin\"\n"
    );
    let plan = good(&text);
    let entrants: Vec<(&str, &BotPlan, &str, SizeClass)> = plan
        .entrants
        .iter()
        .map(|entrant| (&*entrant.name, &entrant.bot, &*entrant.settings, entrant.size))
        .collect();
    let file = |name: &str| BotPlan::File(format!("../ki/files/{name}"));
    assert_eq!(
        entrants[1..],
        [
            ("Deep Blue", &file("9"), "depth=4", SizeClass::Script),
            ("A b  c", &file("6"), "", SizeClass::Script)
        ]
    );
    // A run reads the plan again from its copy of the list.
    assert_eq!(plan.files["../ki/"], "normal\tfiles/9\tDeep Blue\nscript\tfiles/6\tA b  c\n");
    let expected = ClassSpec { path: "../ki/".to_owned(), sections: Vec::new() };
    assert_eq!(plan.class, Some(expected));
}

/// The class decides, regardless of the tournament's own setting.
#[test]
fn a_class_without_positions_has_none_in_its_tournaments() {
    let text = |limits: &str| {
        format!("{HEAD}[limits]\n{limits}\n[[stage]]\nformat = \"round-robin\"\n[class]\npath = \"../ki\"\n")
    };
    let has = |positions: bool, limits: &str| {
        let list = ClassList { positions, ..of_class() };
        let class = |_: &ClassSpec| Ok(list.to_text());
        let nothing = |_: &str| Err("no file".into());
        let source = FileSource {
            open_game: &|_| Err("no game".into()),
            read_text: &nothing,
            check_bot: &|_, _| Ok(()),
            read_class: &class,
        };
        let plan = parse_with("cup.toml", &text(limits), GAMES, &source).unwrap();
        // A run reads the plan again from its copy of the list.
        assert_eq!(ClassList::of_text(&plan.files["../ki"]), Some(list.clone()));
        assert_eq!(plan.entrants.len(), 2);
        (plan.limits.positions, plan.stages[0].limits.positions)
    };
    assert_eq!(has(true, ""), (true, true));
    assert_eq!(has(true, "positions = false"), (false, false));
    assert_eq!(has(false, ""), (false, false));
    assert_eq!(has(false, "positions = true"), (false, false));
}

#[test]
fn what_is_wrong_with_a_class_is_told() {
    let head = format!("{HEAD}[[stage]]\nformat = \"round-robin\"\n[class]\n");
    let told = |rest: &str, list: Result<&str, &str>| {
        let class = |_: &ClassSpec| list.map(str::to_owned).map_err(Into::into);
        let nothing = |_: &str| Err("no file".into());
        let source = FileSource {
            open_game: &|_| Err("no game".into()),
            read_text: &nothing,
            check_bot: &|_, _| Ok(()),
            read_class: &class,
        };
        let problems = parse_with("cup.toml", &format!("{head}{rest}"), GAMES, &source)
            .err()
            .map(|problems| problems.list().to_vec());
        problems.unwrap_or_default().into_iter().map(|problem| problem.message).collect::<Vec<_>>()
    };
    let list = Ok("normal\tf\tAda\nnormal\tg\tBen\n");
    let path = "path = \"../ki\"\n";
    assert_eq!(told(path, list), [""; 0]);
    assert_eq!(told(path, Err("no class")), ["cannot read the class: no class"]);
    assert_eq!(told(path, Ok("Ada\n")), ["cannot read the list of the class's entrants"]);
    assert_eq!(told(path, Ok("normal\tf\tAda\n")), ["this stage needs at least 2 ranked entrants; it has 1"]);
    assert_eq!(told("", list), ["[class] needs `path`"]);
    assert_eq!(
        told("path = \"../ki\"\n[class.entrant.Adda]\n", list),
        ["no entrant of the class is named \"Adda\""]
    );
    let twice = "path = \"../ki\"\n[[entrant]]\nname = \"ada\"\nbot = \"builtin:first\"\n";
    assert_eq!(told(twice, list), ["the name \"Ada\" reads the same as \"ada\""]);
}

#[test]
fn every_example_of_the_readme_is_read() {
    let examples = readme_examples();
    assert!(examples.len() >= 8, "{}", examples.len());
    let named = |name| format!("[[entrant]]\nname = \"{name}\"\nbot = \"builtin:first\"\n");
    let named = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"].map(named).concat();
    for example in examples {
        if example.starts_with("[tournament]") {
            good(&example)
        } else if example.starts_with("[[stage]]") {
            plan(&format!("{named}{example}"))
        } else {
            plan(&example)
        };
    }
}

#[test]
fn the_defaults_of_the_readme_are_those_there_are() {
    let spelled = good(&readme_examples().pop().unwrap_or_default());
    let plain = good(
        "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\n[[entrant]]\nname = \"Ada\"\nbot = \"builtin:first\"\n\
         [[entrant]]\nname = \"Ben\"\nbot = \"builtin:random\"\n[[stage]]\nformat = \"round-robin\"\n\
         [[stage]]\nformat = \"knockout\"\n",
    );
    assert_eq!(spelled.limits, plain.limits);
    assert_eq!(spelled.limits, Limits::default());
    assert_eq!(spelled.stages, plain.stages);
    assert_eq!((spelled.seed, spelled.on_refused), (plain.seed, plain.on_refused));
    let values = |plan: &Plan| -> Vec<_> {
        let entrants = plan.entrants.iter();
        entrants.map(|entrant| (entrant.settings.clone(), entrant.guest, entrant.size)).collect()
    };
    assert_eq!(values(&spelled), values(&plain));
}

#[test]
fn keys_of_the_tournament() {
    let text =
        |keys: &str| good(&format!("{HEAD}{keys}\n{}[[stage]]\nformat = \"round-robin\"\n", entrants(2)));
    for (keys, seed) in [
        ("", SeedPlan::Number(0)),
        ("seed = 2026", SeedPlan::Number(2026)),
        ("seed = 0xff", SeedPlan::Number(255)),
        ("seed = 18_446_744_073_709_551_615", SeedPlan::Number(u64::MAX)),
        ("seed = \"draw\"", SeedPlan::Draw),
    ] {
        assert_eq!(text(keys).seed, seed, "{keys}");
    }
    for keys in ["date = \"2026-11-20\"", "date = 2026-11-20"] {
        assert_eq!(text(keys).date.as_deref(), Some("2026-11-20"));
    }
    assert_eq!(text("on_refused = \"stop\"").on_refused, OnRefused::Stop);
    assert_eq!(text("withdraw_after_faults = 3").withdraw_after_faults, Some(3));
    assert_eq!((text("").date, text("").withdraw_after_faults), (None, None));
    assert!(text("public_settings = true").public_settings && !text("").public_settings);
}

#[test]
fn keys_of_clock_and_limits() {
    let limits = plan("[clock]\nkind = \"cpu\"\nper_move = \"1.5s\"\nper_game = \"2m\"\nincrement = \"10us\"\noffers = false\n\
                       [limits]\nstart = \"3s\"\nmemory = \"1GiB\"\nlog = \"0B\"\nplies = 7\n").limits;
    let clock = Clock {
        kind: ClockKind::Cpu,
        per_move: Some(Ticks::from_millis(1500)),
        per_game: Ticks(120 * Ticks::PER_SECOND),
        increment: Ticks::from_nanos(10_000),
    };
    assert_eq!(limits.common_clock(), Some(&clock), "both seats have the clock of the text");
    assert_eq!(limits.start, Ticks(3 * Ticks::PER_SECOND));
    assert_eq!((limits.memory, limits.log, limits.plies, limits.offers), (1 << 30, 0, 7, false));
}

#[test]
fn a_time_for_the_game_alone_is_the_only_limit_of_a_move() {
    let clock = |keys: &str| {
        let plan = plan(keys);
        plan.stages.last().expect("a stage").limits.times()
    };
    for (keys, meant) in [
        ("", "100ms a move, 60s a game"),
        ("[clock]\nper_game = \"120s\"\n", "120s a game"),
        ("[clock]\nper_move = \"5s\"\n", "5s a move, 60s a game"),
        ("[clock]\nper_move = \"none\"\n", "60s a game"),
        (
            "[clock]\nper_move = \"none\"\nper_game = \"2s\"\nincrement = \"1s\"\n",
            "2s a game, 1s more after each move",
        ),
        ("[stage.clock]\nper_game = \"9s\"\n", "9s a game"),
        (
            "[clock]\nper_move = \"5s\"\n[[stage]]\nformat = \"round-robin\"\n[stage.clock]\nper_game = \"9s\"\n",
            "5s a move, 9s a game",
        ),
        (
            "[clock]\nper_game = \"7s\"\n[[stage]]\nformat = \"round-robin\"\n[stage.clock]\nper_move = \"2s\"\n",
            "2s a move, 7s a game",
        ),
        (
            "[clock]\nper_move = \"2s\"\n[[stage]]\nformat = \"round-robin\"\n[stage.clock]\nper_move = \"none\"\n",
            "60s a game",
        ),
    ] {
        assert_eq!(clock(keys), meant, "{keys}");
    }
}

#[test]
fn values_that_no_match_could_have_are_refused() {
    for (table, value, message) in [
        ("clock", "per_move = 5", "`per_move` has no unit"),
        ("clock", "per_move = 5.5", "`per_move` has no unit"),
        ("clock", "per_move = nan", "`per_move` has no unit"),
        ("clock", "per_move = -1", "`per_move` has no unit"),
        ("clock", "per_move = 1e18", "`per_move` has no unit"),
        (
            "clock",
            "per_move = true",
            "`per_move` must be a number with its unit, in quotes, not true or false",
        ),
        ("clock", "per_move = \"0s\"", "`per_move` is too short for any bot"),
        ("clock", "per_game = \"1ns\"", "`per_game` is too short for any bot"),
        ("clock", "per_game = \"2000h\"", "`per_game`: `2000h` is too large"),
        ("clock", "kind = \"fule\"", "`kind` cannot be \"fule\""),
        ("limits", "start = \"0s\"", "`start` is too short for any bot"),
        ("limits", "memory = \"1KiB\"", "`memory` must be from 64KiB to 4GiB"),
        ("limits", "memory = \"5GiB\"", "`memory` must be from 64KiB to 4GiB"),
        ("limits", "log = \"1GiB\"", "`log` must be from 0B to 64MiB"),
        ("limits", "plies = 0", "`plies` must be a whole number from 1 to 10000000"),
        (
            "limits",
            "plies = 1e18",
            "`plies` must be a whole number from 1 to 10000000, not a number with decimals",
        ),
        (
            "limits",
            "plies = 99999999999999999999999999999999999999999999",
            "`plies` must be a whole number from 1 to 10000000",
        ),
    ] {
        let text = format!("{HEAD}{}[[stage]]\nformat = \"round-robin\"\n[{table}]\n{value}\n", entrants(2));
        let (place, told) = only_problem(&text);
        assert_eq!((place.as_str(), told.as_str()), (value.split(" = ").nth(1).unwrap_or(""), message));
    }
}

#[test]
fn keys_of_an_entrant() {
    let text = format!(
        "{HEAD}[[entrant]]\nname = \"Ada\"\nbot = \"bots/ada.wasm\"\nsettings = \"depth=4\"\nsize = \"script\"\n{}\
         [[stage]]\nformat = \"round-robin\"\n",
        entrants(1)
    );
    let plan = good(&text);
    let ada = &plan.entrants[0];
    assert_eq!((ada.name.as_str(), ada.settings.as_str(), ada.size), ("Ada", "depth=4", SizeClass::Script));
    assert_eq!(ada.bot, BotPlan::File("bots/ada.wasm".to_owned()));
    assert_eq!(plan.entrants[1].bot, BotPlan::Builtin(Builtin::First));
    let named = good(&text.replace("bots/ada.wasm", "builtin:tank-war/hunter"));
    let BotPlan::Opponent(hunter) = named.entrants[0].bot else { panic!("{:?}", named.entrants[0].bot) };
    assert_eq!((hunter.game, hunter.name), ("tank-war", "hunter"));
    assert_eq!(good(&text.replace("bots/ada.wasm", "builtin:hunter")).entrants[0].bot, named.entrants[0].bot);
    let guests: Vec<bool> = plan.entrants.iter().map(|entrant| entrant.guest).collect();
    assert_eq!(guests, [false, false, true]);
}

#[test]
fn entrants_that_cannot_be_entered_are_refused() {
    let settings = format!("settings = \"{}\"", "x".repeat(1025));
    for (keys, message) in [
        ("bot = \"builtin:first\"", "[[entrant]] needs `name`"),
        ("name = \"A\"", "[[entrant]] needs `bot`"),
        ("name = \"\"\nbot = \"builtin:first\"", "a name cannot be empty"),
        ("name = \"e1\"\nbot = \"builtin:first\"", "the name \"e1\" reads the same as \"E1\""),
        ("name = \"Ｅ１\"\nbot = \"builtin:first\"", "the name \"Ｅ１\" reads the same as \"E1\""),
        ("name = \"E1\"\nbot = \"builtin:first\"", "the name \"E1\" is already taken"),
        ("name = \"A\"\nbot = \"\"", "`bot` is not a file path"),
        ("name = \"A\"\nbot = \"a\\nb\"", "`bot` is not a file path"),
        ("name = \"A\"\nbot = 3", "`bot` must be a string in quotes, not a number"),
        (
            &format!("name = \"A\"\nbot = \"b\"\n{settings}"),
            "settings are limited to 1024 bytes; these have 1025",
        ),
        ("name = \"A\"\nbot = \"b\"\nguset = true", "[[entrant]] has no key `guset`"),
    ] {
        let text = format!("{HEAD}{}[[entrant]]\n{keys}\n[[stage]]\nformat = \"round-robin\"\n", entrants(2));
        assert_eq!(messages(&text), [message], "{keys}");
    }
}

#[test]
fn parts_that_do_not_go_together() {
    let text = |entrants: &str, stages: &str| format!("{HEAD}{entrants}{stages}");
    let first = "[[stage]]\nformat = \"round-robin\"\n";
    let guest = "[[entrant]]\nname = \"G\"\nbot = \"builtin:first\"\nguest = true\n";
    let alone = guest.replace("guest = true\n", "").replace('G', "A");
    for (text, place, message) in [
        (
            text(&entrants(4), &format!("{first}[[stage]]\nformat = \"knockout\"\nadvance = 5\n")),
            "5",
            "5 cannot advance: the previous stage has 4 ranked entrants",
        ),
        (
            text(
                &entrants(8),
                &format!(
                    "{first}[[stage]]\nformat = \"swiss\"\nrounds = 2\nadvance = 2\n{}",
                    "[[stage]]\nformat = \"groups\"\ngroups = 2\n"
                ),
            ),
            "2",
            "`groups` is 2, but with 2 entrants it can be at most 1",
        ),
        (
            text(&entrants(4), "[[stage]]\nformat = \"swiss\"\nrounds = 5\n"),
            "5",
            "`rounds` is 5, but with 5 entrants it can be at most 4",
        ),
        (
            text(&alone, &format!("{guest}{first}")),
            "[[stage]]",
            "this stage needs at least 2 ranked entrants; it has 1",
        ),
        (
            text(&format!("{guest}{}", guest.replace('G', "H")), first),
            "[[entrant]]",
            "every entrant is a guest",
        ),
        (
            text(&entrants(4), "[[stage]]\nformat = \"ladder\"\nbudget = 1\n"),
            "1",
            "the budget is too small for one pairing",
        ),
        (
            text(
                &entrants(4),
                &format!("{first}[[stage]]\nformat = \"gauntlet\"\nadvance = 2\nchallengers = [\"E1\"]\n"),
            ),
            "[\"E1\"]",
            "no challenger is certain to reach this stage",
        ),
        (
            text(&entrants(500), "[[stage]]\nformat = \"round-robin\"\ngames = 1000\ncycles = 1000\n"),
            "[[stage]]",
            "the stages have up to 125250000000 matches; the limit of a run is 1000000000",
        ),
        (
            text(&entrants(4), "[[stage]]\nformat = \"knockout\"\nstop_when_decided = 1\n"),
            "1",
            "a knockout cannot stop early when places are decided",
        ),
        (
            text(&entrants(4), "[[stage]]\nformat = \"double-elimination\"\nstop_when_precise = 40\n"),
            "40",
            "a double-elimination cannot stop early when ratings are precise",
        ),
        (
            text(&entrants(4), &format!("{first}games = 8\nstop_when_precise = 40\n")),
            "40",
            "a round-robin of one cycle cannot stop early",
        ),
        (
            text(&entrants(4), &format!("{first}cycles = 8\nstop_when_precise = 0\n")),
            "0",
            "`stop_when_precise` must be a whole number from 1 to 1000",
        ),
        (
            text(&entrants(4), &format!("{first}carry = true\n")),
            "true",
            "the first stage has nothing to carry over",
        ),
        (
            text(&entrants(4), &format!("{first}name = \"A\"\n{first}name = \"a\"\n")),
            "\"a\"",
            "another stage is already named \"a\"",
        ),
        (
            text(&entrants(4), &format!("{first}[stage.points]\nwin = 0\n")),
            "[stage.points]",
            "a win (0) must be worth at least a draw (0.5), and a draw at least a loss (0)",
        ),
        (
            text(&entrants(4), &format!("{first}[grade]\nformula = \"1 + beat(\\\"Techer\\\")\"\n")),
            "\\\"Techer\\\"",
            "invalid formula: unknown entrant `Techer`",
        ),
        (
            text(&entrants(4), &format!("{first}[grade]\nformula = '10 - rank + share(\"Techer\")'\n")),
            "\"Techer\"",
            "invalid formula: unknown entrant `Techer`",
        ),
        (
            text(&entrants(4), &format!("{first}[grade]\nformula = \"10 * ratings / 1500\"\n")),
            "ratings",
            "invalid formula: unknown variable `ratings`",
        ),
        (
            text(&entrants(4), &format!("{first}rank = [\"wins\", \"points\", \"wins\"]\n")),
            "\"wins\"",
            "\"wins\" is listed twice",
        ),
    ] {
        assert_eq!(only_problem(&text), (place.to_owned(), message.to_owned()), "{text}");
    }
}

#[test]
fn two_thousand_entrants_are_read() {
    assert_eq!(
        good(&format!("{HEAD}{}[[stage]]\nformat = \"swiss\"\nrounds = 11\n", entrants(2000))).entrants.len(),
        2001
    );
}
