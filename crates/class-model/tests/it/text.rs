//! `class.toml`: its meaning, and its problems.

use crate::support;

use class_model::{ClassPlan, Deadline, Facts, HandInLanguage, Quota};
use config::SizeClass;
use support::{GAMES, TEXT, at, plan};

#[test]
fn a_text_means_a_class() {
    let text = format!("{TEXT}[quota]\nper_day = 10\nper_hour = 3\ninterval = \"5m\"\n");
    let plan = plan(&text);
    assert_eq!((plan.name.as_str(), plan.zone.name(), plan.late_days), ("C", "Europe/Berlin", 2));
    assert_eq!(
        (plan.deadline.last(&Facts::default()), plan.section_deadline("A")),
        (at("2026-12-01 23:59:59.999"), None)
    );
    let of_b = plan.section_deadline("B").map(Deadline::with_whole_minute);
    assert_eq!(of_b, Some(at("2026-12-02 23:59:59.999")));
    assert_eq!(plan.quota, Quota { per_day: Some(10), per_hour: Some(3), interval: Some(300_000) });
}

#[test]
fn a_class_without_positions_has_none_in_any_game() {
    let games = "[[requirement]]\nname = \"a\"\nagainst = \"builtin:random\"\npercent = 1\n[scrimmage]\n";
    let with = |key: &str| plan(&format!("{}{games}", TEXT.replace("late_days = 2\n", key)));
    for (key, due) in [("", true), ("positions = true\n", true), ("positions = false\n", false)] {
        let plan = with(key);
        let scrimmage = plan.scrimmage.clone().expect("friendly games").limits;
        let all = [plan.positions, plan.requirements[0].limits.positions, scrimmage.positions];
        assert_eq!(all, [due; 3], "{key}");
    }
    let changes = class_model::differences(&with(""), &with("positions = false\n"));
    let change = changes.iter().find(|change| change.key == "positions").expect("a change");
    assert_eq!((&*change.before, &*change.after), ("true", "false"));
    // Results with positions do not meet a requirement without them.
    let key = |text| with(text).requirements[0].key(with(text).game, None);
    assert_ne!(key(""), key("positions = false\n"));
}

/// Each problem as its line, message and hints.
fn problems(text: &str) -> Vec<String> {
    let problems = ClassPlan::parse("class.toml", text, GAMES).err().expect("problems");
    let told = |problem: &config::Problem| {
        let (line, _) = problems.line_and_column(problem.span.start);
        format!("{line}: {} ({})", problem.message, problem.hints.join("; "))
    };
    problems.list().iter().map(told).collect()
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let with = |from: &str, to: &str| {
        assert!(TEXT.contains(from), "{from}");
        problems(&TEXT.replace(from, to))
    };
    for (from, to, told) in [
        (
            "Europe/Berlin",
            "Europe/Berln",
            "4: there is no time zone \"Europe/Berln\" (did you mean \"Europe/Berlin\"?)",
        ),
        ("late_days", "latedays", "6: [class] has no key `latedays` (did you mean `late_days`?)"),
        (
            "[section.B]\ndeadline",
            "[section.B]\nzone",
            "9: [section.B] has no key `zone` (`zone` belongs to [class])",
        ),
        ("tank-war", "tank-wax", "3: `game` cannot be \"tank-wax\" (did you mean `tank-war`?)"),
        ("late_days = 2", "late_days = -2", "6: `late_days` must be a whole number from 0 to 366 ()"),
        (
            "deadline = \"2026-12-01 23:59\"\n",
            "",
            "1: [class] needs `deadline` (for example deadline = \"2026-12-01 23:59\")",
        ),
    ] {
        assert_eq!(with(from, to), [told], "{to}");
    }
    assert!(problems("")[0].contains("the table [class] is missing"));
}

#[test]
fn a_requirement_is_checked() {
    let with = |requirement: &str| problems(&format!("{TEXT}[[requirement]]\n{requirement}"));
    let usual = plan(&format!("{TEXT}[[requirement]]\nname = \"a\"\nagainst = \"b.wasm\"\npercent = 60\n"));
    let usual = &usual.requirements[0];
    assert_eq!((usual.games, usual.seed, usual.plies, usual.budget.seconds() as u64), (200, 1, 4, 600));
    for (requirement, told) in [
        (
            "name = \"a\"\nagainst = \"b.wasm\"\n",
            "10: [[requirement]] needs `percent` (for example percent = 60)",
        ),
        (
            "name = \"a\"\nagainst = \"builtin:huntre\"\npercent = 60\n",
            "12: `against`: no built-in bot `builtin:huntre`; there are builtin:random, builtin:first, builtin:walker, \
             builtin:scatter, builtin:fortress, builtin:rusher, builtin:sentry, builtin:cautious, builtin:greedy, \
             builtin:hunter, builtin:maximin, builtin:gambler, builtin:guesser, builtin:teacher, builtin:reader \
             (did you mean `builtin:hunter`?)",
        ),
        (
            "name = \"a\"\nagainst = \"b.wasm\"\npercent = 60\ngames = 7\n",
            "14: games must be even, not 7 (two games are played from each opening: games = 8)",
        ),
        (
            "name = \"a\"\nagainst = \"b.wasm\"\npercent = 101\n",
            "13: `percent` must be a whole number from 1 to 100 ()",
        ),
        (
            "name = \"a\"\nagainst = \"b.wasm\"\npercent = 60\nbudget = 60\n",
            "14: `budget` has no unit (for example budget = \"60s\")",
        ),
    ] {
        assert_eq!(with(requirement), [told], "{requirement}");
    }
    let twice = "name = \"a\"\nagainst = \"b.wasm\"\npercent = 60\n";
    let twice = with(&format!("{twice}[[requirement]]\n{}", twice.replace("\"a\"", "\"A\"")));
    assert_eq!(twice, ["15: the name \"A\" reads the same as \"a\" ()"]);
}

#[test]
fn what_the_clocks_skip_or_repeat_is_refused() {
    let with = |deadline: &str| problems(&TEXT.replace("2026-12-02 23:59", deadline));
    assert_eq!(
        with("2027-03-28 02:30"),
        ["9: `deadline`: 2027-03-28 02:30 does not exist in Europe/Berlin: the clocks go forward \
          (write \"2027-03-28 01:30\" or \"2027-03-28 03:30\")"]
    );
    assert_eq!(
        with("2026-10-25 02:30"),
        ["9: `deadline`: 2026-10-25 02:30 occurs twice in Europe/Berlin: the clocks go back \
          (write \"2026-10-25 02:30+02:00\" for the first time, \"2026-10-25 02:30+01:00\" for the second)"]
    );
}

#[test]
fn languages_imply_the_size_that_they_need() {
    let with = |keys: &str| TEXT.replace("late_days = 2\n", &format!("late_days = 2\n{keys}\n"));
    let all: Vec<HandInLanguage> = HandInLanguage::ALL.into();
    for (keys, languages, size) in [
        // Python needs larger caps.
        ("", vec![HandInLanguage::Wasm, HandInLanguage::JavaScript], SizeClass::Normal),
        ("size = \"script\"", all.clone(), SizeClass::Script),
        ("languages = [\"wasm\", \"javascript\", \"python\"]", all.clone(), SizeClass::Script),
        ("languages = [\"wasm\"]", vec![HandInLanguage::Wasm], SizeClass::Normal),
        (
            "languages = [\"javascript\"]\nsize = \"script\"",
            vec![HandInLanguage::JavaScript],
            SizeClass::Script,
        ),
        ("languages = [\"python\"]", vec![HandInLanguage::Python], SizeClass::Script),
    ] {
        let plan = plan(&with(keys));
        assert_eq!((plan.languages.into_iter().collect(), plan.size), (languages, size), "{keys}");
    }
    for (keys, told) in [
        (
            "languages = [\"rust\"]",
            "7: unknown language \"rust\" (expected one of wasm, javascript, python; a bot in any other language \
             is submitted as wasm)",
        ),
        ("languages = [\"wasm\", \"wasm\"]", "7: \"wasm\" is listed twice ()"),
        ("languages = []", "7: `languages` is empty (remove it, or list at least one item)"),
        (
            "languages = [\"python\"]\nsize = \"normal\"",
            "8: bots in Python need size = \"script\" (`languages` implies the size: remove `size`)",
        ),
    ] {
        assert_eq!(problems(&with(keys))[0], told, "{keys}");
    }
}

/// The example in the README accepts the languages that the README says.
#[test]
fn the_class_of_the_readme_takes_bots_in_python() {
    let readme = include_str!("../../README.md");
    let text =
        readme.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let plan = plan(text);
    assert!(plan.languages.contains(&HandInLanguage::Python));
    assert_eq!(plan.size, SizeClass::Script);
}
