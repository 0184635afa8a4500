//! Every table and key, in one place. Any other is an error in the text, and all of these are in the README.

use crate::closest::closest;

/// Top-level tables.
pub(crate) const ROOT: &[&str] =
    &["tournament", "rules", "clock", "limits", "entrant", "class", "stage", "grade"];

/// `[tournament]`
pub(crate) const TOURNAMENT: &[&str] =
    &["name", "game", "seed", "date", "on_refused", "withdraw_after_faults", "public_settings", "seeding"];

/// `[clock]` and `[stage.clock]`
pub(crate) const CLOCK: &[&str] = &["kind", "per_move", "per_game", "increment", "offers"];

/// `[limits]`
pub(crate) const LIMITS: &[&str] = &["start", "memory", "log", "positions", "plies", "rules_fault"];

/// `[[entrant]]`
pub(crate) const ENTRANT: &[&str] = &["name", "bot", "settings", "guest", "size"];

/// `[class]`
pub(crate) const CLASS: &[&str] = &["path", "sections", "entrant"];

/// `[class.entrant.ALIAS]`
pub(crate) const CLASS_ENTRANT: &[&str] = &["settings", "guest", "size"];

/// `[[stage]]` of any format.
pub(crate) const STAGE: &[&str] = &[
    "name",
    "format",
    "rank",
    "advance",
    "play_off",
    "carry",
    "stop_when_decided",
    "stop_when_precise",
    "forfeit_metrics",
    "double_forfeit",
    "guest_games",
    "unopposed",
    "points",
    "clock",
    "rules",
    "openings",
];

/// The additional keys of `[[stage]]` in each format. The names are those of `tournament::Format`.
pub(crate) const FORMATS: &[(&str, &[&str])] = &[
    ("round-robin", &["games", "cycles"]),
    ("groups", &["groups", "draw", "games", "cycles"]),
    ("swiss", &["rounds", "games", "bye", "requested_byes", "requested_bye", "apart"]),
    ("knockout", &["best_of", "replays", "third_place"]),
    ("double-elimination", &["best_of", "replays"]),
    ("gauntlet", &["challengers", "games", "cycles"]),
    ("pyramid", &["games"]),
    ("ladder", &["budget", "games", "batch"]),
    ("pairings", &["pairs", "games"]),
];

/// `[stage.points]`
pub(crate) const POINTS: &[&str] = &["win", "draw", "loss"];

/// `[stage.openings]`
pub(crate) const OPENINGS: &[&str] = &["positions", "file", "random", "plies", "balanced", "order"];

/// `[grade]`
pub(crate) const GRADE: &[&str] = &["formula"];

/// Tables with their names in messages and their keys.
const TABLES: &[(&str, &[&str])] = &[
    ("[tournament]", TOURNAMENT),
    ("[clock]", CLOCK),
    ("[limits]", LIMITS),
    ("[[entrant]]", ENTRANT),
    ("[class]", CLASS),
    ("[[stage]]", STAGE),
    ("[stage.points]", POINTS),
    ("[stage.openings]", OPENINGS),
    ("[grade]", GRADE),
];

/// Returns the keys of a stage of this format; of any format if it is unknown.
pub(crate) fn of_stage(format: Option<&str>) -> Vec<&'static str> {
    let of_format = FORMATS.iter().filter(|(name, _)| format.is_none_or(|format| format == *name));
    STAGE.iter().chain(of_format.flat_map(|(_, keys)| *keys)).copied().collect()
}

/// Returns the formats that have a key.
pub(crate) fn formats_with(key: &str) -> Vec<&'static str> {
    FORMATS.iter().filter(|(_, keys)| keys.contains(&key)).map(|(name, _)| *name).collect()
}

/// Returns the place where a key belongs: `[clock]`, `a [[stage]] of format swiss`; `None` for an unknown key.
pub(crate) fn place_of(key: &str) -> Option<String> {
    let tables = TABLES.iter().filter(|(_, keys)| keys.contains(&key)).map(|(title, _)| (*title).to_owned());
    let formats = formats_with(key);
    let stage = match formats.as_slice() {
        [] => None,
        [format] => Some(format!("a [[stage]] of format {format}")),
        formats => Some(format!("a [[stage]] of format {}", formats.join(", "))),
    };
    let places: Vec<String> = tables.chain(stage).collect();
    (!places.is_empty()).then(|| places.join(" or "))
}

/// Returns the hint for an unknown key of a table: the place where it belongs, the most similar key, or all keys of the
/// table.
pub(crate) fn hint(key: &str, known: &[&str]) -> String {
    if let Some(place) = place_of(key) {
        return format!("`{key}` belongs to {place}");
    }
    if let Some(near) = closest(key, known) {
        return format!("did you mean `{near}`?");
    }
    let everywhere: Vec<&str> =
        TABLES.iter().chain(FORMATS).flat_map(|(_, keys)| keys.iter().copied()).collect();
    let elsewhere = closest(key, &everywhere).and_then(|near| Some((near, place_of(near)?)));
    match elsewhere {
        Some((near, place)) => format!("did you mean `{near}`? It belongs to {place}"),
        None => format!("its keys are {}", known.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use game::Game;

    use super::*;
    use crate::parse;

    const GAMES: &[&dyn Game] = &[&tank_war::GAME];

    /// Returns every table with its heading in the README, the text that opens it, and its keys.
    fn tables() -> Vec<(String, String, Vec<&'static str>)> {
        let table =
            |title: &str, keys: &[&'static str]| (title.to_owned(), format!("{title}\n"), keys.to_vec());
        let in_stage = |title: &str, keys: &[&'static str]| {
            (title.to_owned(), format!("[[stage]]\n{title}\n"), keys.to_vec())
        };
        let mut tables = vec![
            table("[tournament]", TOURNAMENT),
            table("[clock]", CLOCK),
            table("[limits]", LIMITS),
            table("[[entrant]]", ENTRANT),
            table("[class]", CLASS),
            table("[[stage]]", STAGE),
            in_stage("[stage.points]", POINTS),
            in_stage("[stage.openings]", OPENINGS),
            table("[grade]", GRADE),
        ];
        for (name, keys) in FORMATS {
            let title = format!("format = \"{name}\"");
            tables.push((title.clone(), format!("[[stage]]\n{title}\n"), keys.to_vec()));
        }
        tables
    }

    #[test]
    fn every_key_is_read_and_its_value_is_checked() {
        for key in ROOT {
            check_refused("", key);
        }
        for (_, lead, keys) in tables() {
            for key in keys {
                check_refused(&lead, key);
            }
        }
        for key in CLOCK {
            check_refused("[[stage]]\n[stage.clock]\n", key);
        }
    }

    /// A list of lists is invalid for every key. The problem must be reported at its place.
    fn check_refused(lead: &str, key: &str) {
        let text = format!("{lead}{key} = [[]]\n");
        let value = text.find("[[]]").unwrap_or_default();
        let problems = parse("x", &text, GAMES).err().map(|problems| problems.list().to_vec());
        let told = problems.unwrap_or_default().into_iter().any(|problem| {
            problem.span.start >= value
                && problem.span.end <= value + 4
                && !problem.message.contains("has no key")
        });
        assert!(told, "{text}");
    }

    #[test]
    fn a_key_in_the_wrong_place_is_told_the_right_one() {
        for (key, known, told) in [
            ("per_move", LIMITS, "`per_move` belongs to [clock]"),
            ("games", TOURNAMENT, "`games` belongs to a [[stage]] of format round-robin, groups,"),
            ("rounds", LIMITS, "`rounds` belongs to a [[stage]] of format swiss"),
            ("name", CLOCK, "`name` belongs to [tournament] or [[entrant]] or [[stage]]"),
            ("per_mvoe", CLOCK, "did you mean `per_move`?"),
            ("per_mvoe", GRADE, "did you mean `per_move`? It belongs to [clock]"),
            ("xyzzy", GRADE, "its keys are formula"),
        ] {
            let hint = hint(key, known);
            assert!(hint.starts_with(told), "{key}: {hint}");
        }
    }

    #[test]
    fn formats_are_those_of_the_tournament() {
        for (name, _) in FORMATS {
            let text = format!(
                "[tournament]\nname = \"x\"\ngame = \"tank-war\"\n[[entrant]]\nname = \"A\"\nbot = \"builtin:first\"\n\
                 [[entrant]]\nname = \"B\"\nbot = \"builtin:first\"\n[[stage]]\nformat = \"{name}\"\n"
            );
            let needed = match *name {
                "groups" => "groups = 1",
                "swiss" => "rounds = 1",
                "gauntlet" => "challengers = [\"A\"]",
                "ladder" => "budget = 100",
                "pairings" => "pairs = [[\"A\", \"B\"]]",
                _ => "",
            };
            let plan =
                parse("x", &format!("{text}{needed}\n"), GAMES).map_err(|problems| problems.to_string());
            assert_eq!(plan.map(|plan| plan.stages[0].plan.format.name()), Ok(*name));
        }
    }

    #[test]
    fn the_readme_has_every_key_of_every_table() {
        let readme = include_str!("../README.md");
        for (title, _, keys) in tables() {
            let heading = format!("`{title}`");
            let section = readme.split("\n## ").flat_map(|part| part.split("\n### "));
            let section =
                section.filter(|part| part.lines().next().is_some_and(|line| line.contains(&heading)));
            let section: String = section.collect();
            let listed: Vec<&str> =
                section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
            assert_eq!(listed, keys, "{title}: the keys listed in the README, and those there are");
        }
    }
}
