//! Every table and key that is read, in one place: what is not here is a mistake in the text, and what is here
//! stands in the README.

/// Tables at the top.
pub(crate) const ROOT: &[&str] = &["tournament", "rules", "clock", "limits", "entrant", "stage", "grade"];

/// `[tournament]`
pub(crate) const TOURNAMENT: &[&str] =
    &["name", "game", "seed", "date", "on_refused", "withdraw_after_faults"];

/// `[clock]` and `[stage.clock]`
pub(crate) const CLOCK: &[&str] = &["kind", "per_move", "per_game", "increment", "offers"];

/// `[limits]`
pub(crate) const LIMITS: &[&str] = &["start", "memory", "log", "plies"];

/// `[[entrant]]`
pub(crate) const ENTRANT: &[&str] = &["name", "bot", "settings", "guest", "size"];

/// `[[stage]]`, whatever its format.
pub(crate) const STAGE: &[&str] = &[
    "name",
    "format",
    "rank",
    "advance",
    "carry",
    "stop_when_decided",
    "forfeit_metrics",
    "double_forfeit",
    "guest_games",
    "points",
    "clock",
    "rules",
    "openings",
];

/// What `[[stage]]` has besides in each format. The names are those of `tournament::Format`.
pub(crate) const FORMATS: &[(&str, &[&str])] = &[
    ("round-robin", &["games", "cycles"]),
    ("groups", &["groups", "draw", "games", "cycles"]),
    ("swiss", &["rounds", "games", "bye"]),
    ("knockout", &["best_of", "replays", "third_place"]),
    ("double-elimination", &["best_of", "replays"]),
    ("gauntlet", &["challengers", "games", "cycles"]),
    ("ladder", &["budget", "games", "batch", "precision"]),
];

/// `[stage.points]`
pub(crate) const POINTS: &[&str] = &["win", "draw", "loss"];

/// `[stage.openings]`
pub(crate) const OPENINGS: &[&str] = &["positions", "file", "random", "plies", "order"];

/// `[grade]`
pub(crate) const GRADE: &[&str] = &["formula"];

/// The keys of a stage of this format; of any format where it is not known.
pub(crate) fn of_stage(format: Option<&str>) -> Vec<&'static str> {
    let of_format = FORMATS.iter().filter(|(name, _)| format.is_none_or(|format| format == *name));
    STAGE.iter().chain(of_format.flat_map(|(_, keys)| *keys)).copied().collect()
}

/// The formats that have a key.
pub(crate) fn formats_with(key: &str) -> Vec<&'static str> {
    FORMATS.iter().filter(|(_, keys)| keys.contains(&key)).map(|(name, _)| *name).collect()
}
