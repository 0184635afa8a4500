//! What versions have shown, in words and as JSON.

use class::{Badge, Judged, Requirement, Tried, called};
use rating::pair_score::Pentanomial;
use referee::Ticks;
use serde_json::{Value, json};

/// `8 trial matches, 5 won, failed in 1 (illegal-action 1)`.
pub(super) fn trial_words(tried: &Tried) -> String {
    let Tried { matches, wins, faults, .. } = tried;
    let failed: u32 = faults.values().sum();
    let kinds: Vec<String> = faults.iter().map(|(fault, count)| format!("{fault} {count}")).collect();
    let failed =
        if failed == 0 { String::new() } else { format!(", failed in {failed} ({})", kinds.join(", ")) };
    format!("{matches} trial matches, {wins} won{failed}")
}

pub(super) fn trial_json(tried: &Tried) -> Value {
    let Tried { matches, wins, faults, words, engine, .. } = tried;
    json!({ "matches": matches, "wins": wins, "faults": faults, "words": words, "engine": engine })
}

/// `met, 68.5 % of 200 games (95 %: 62.0 to 74.3)`.
pub(super) fn judged_words(judged: &Judged) -> String {
    let Some((share, [low, high])) = share(judged) else {
        return format!("{}, no game counts", verdict(judged));
    };
    let faults: u64 = judged.faults.values().sum();
    let faults = if faults == 0 { String::new() } else { format!(", failed in {faults}") };
    format!(
        "{}, {share:.1} % of {} games (95 %: {low:.1} to {high:.1}){faults}, {} required",
        verdict(judged),
        judged.games(),
        judged.percent
    )
}

pub(super) fn judged_json(judged: &Judged) -> Value {
    let (share, interval) = share(judged).unzip();
    json!({
        "requirement": judged.requirement,
        "met": judged.is_met(),
        "out_of_time": judged.out_of_time,
        "required_percent": judged.percent,
        "percent": share,
        "interval95": interval,
        "games": judged.games(),
        "games_asked": judged.asked,
        "pairs_by_half_points": judged.pairs,
        "copied_pairs": judged.copies,
        "seconds": Ticks(judged.spent).seconds(),
        "faults": judged.faults,
        "key": judged.key.to_string(),
        "engine": judged.engine,
        "matches": judged.matches.to_string(),
    })
}

fn verdict(judged: &Judged) -> &'static str {
    match judged {
        judged if judged.is_met() => "met",
        judged if judged.out_of_time => "out of time",
        _ => "missed",
    }
}

/// The share of the points in percent, with its 95 % interval.
fn share(judged: &Judged) -> Option<(f64, [f64; 2])> {
    let [share, low, high] = Pentanomial(judged.pairs).share95()?.map(|share| (1e6 * share).round() / 1e4);
    Some((share, [low, high]))
}

/// What a requirement asks for: `60 % of 200 games against walker.wasm (±6.8)`.
pub(super) fn requirement_words(requirement: &Requirement) -> String {
    format!(
        "{} % of {} games against {} (±{:.1})",
        requirement.percent,
        requirement.games,
        called(&requirement.against),
        requirement.margin()
    )
}

/// A badge in a table's cell.
pub(super) fn cell(badge: &Badge<'_>) -> String {
    badge.judged.map_or_else(|| "waits".to_owned(), judged_cell)
}

/// What was shown, in a table's cell: `met 68.5 %`.
pub(super) fn judged_cell(judged: &Judged) -> String {
    let share = share(judged).map_or_else(String::new, |(share, _)| format!(" {share:.1} %"));
    format!("{}{share}", verdict(judged))
}
