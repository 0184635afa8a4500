//! Results of versions in trials and requirements, in words and as JSON.

use std::collections::BTreeMap;

use class_model::{Badge, Effect, Hash, Judgement, Requirement, TrialSummary, called};
use rating::pair_score::Pentanomial;
use referee::{Failure, Fault, Ticks};
use schemars::JsonSchema;
use serde::Serialize;

/// The trial matches of a version.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TrialsOfVersion<'a> {
    /// Number of matches.
    matches: u32,
    /// Number of matches won.
    wins: u32,
    /// Number of failures, by fault.
    faults: &'a BTreeMap<String, u32>,
    /// The first failure in words, with advice.
    words: Option<&'a str>,
    /// The fingerprint of the engine that played.
    engine: &'a str,
}

/// A version's result for a requirement.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct JudgementReport<'a> {
    /// The requirement's name.
    requirement: &'a str,
    /// `true` if the version met the requirement.
    met: bool,
    /// `true` if the version used up its time before all games were played. It then misses the requirement.
    out_of_time: bool,
    /// Required share of the points, in percent.
    required_percent: u32,
    /// The version's share of the points, in percent; null if no game counts.
    percent: Option<f64>,
    /// The 95 % interval of the share, in percent.
    interval95: Option<[f64; 2]>,
    /// Number of games that count.
    games: u64,
    /// Number of games requested.
    games_asked: u32,
    /// Number of pairs of games in which the version scored 0, 1, 2, 3 and 4 half points of 4. Repeated pairs are left
    /// out.
    pairs_by_half_points: [u64; 5],
    /// Number of pairs that repeat an earlier one.
    copied_pairs: u64,
    /// The version's time for all games.
    seconds: f64,
    /// Number of failures, by fault.
    faults: &'a BTreeMap<String, u64>,
    /// A hash of everything that the games depend on, except the version and the engine.
    #[schemars(with = "String")]
    key: Hash,
    /// The fingerprint of the engine that played.
    engine: &'a str,
    /// The hash of the list of games.
    #[schemars(with = "String")]
    matches: Hash,
}

impl<'a> From<&'a TrialSummary> for TrialsOfVersion<'a> {
    fn from(tried: &'a TrialSummary) -> TrialsOfVersion<'a> {
        let TrialSummary { module: _, engine, matches, wins, faults, words } = tried;
        TrialsOfVersion { matches: *matches, wins: *wins, faults, words: words.as_deref(), engine }
    }
}

impl<'a> From<&'a Judgement> for JudgementReport<'a> {
    fn from(judged: &'a Judgement) -> JudgementReport<'a> {
        let (percent, interval95) = share95(judged.pairs).unzip();
        JudgementReport {
            requirement: &judged.requirement,
            met: judged.is_met(),
            out_of_time: judged.out_of_time,
            required_percent: judged.percent,
            percent,
            interval95,
            games: judged.games(),
            games_asked: judged.asked,
            pairs_by_half_points: judged.pairs,
            copied_pairs: judged.copies,
            seconds: Ticks(judged.spent).seconds(),
            faults: &judged.faults,
            key: judged.key,
            engine: &judged.engine,
            matches: judged.matches,
        }
    }
}

/// Returns for example `8 trial matches, 5 won, failed in 1 (illegal-action 1)`.
pub fn trial_words(tried: &TrialSummary) -> String {
    let TrialSummary { matches, wins, faults, words, .. } = tried;
    let failed: u32 = faults.values().sum();
    let named = |fault| failure_name(fault, words.as_deref().unwrap_or_default());
    let kinds: Vec<String> =
        faults.iter().map(|(fault, count)| format!("{} {count}", named(fault))).collect();
    let failed =
        if failed == 0 { String::new() } else { format!(", failed in {failed} ({})", kinds.join(", ")) };
    format!("{matches} trial matches, {wins} won{failed}")
}

/// Returns the name that a bot's author knows for a fault of its trial matches. A trap is a script's exception if the
/// text of the first failure says so.
fn failure_name(fault: &str, words: &str) -> String {
    let trap = fault.parse().ok().filter(|fault| matches!(fault, Fault::Trap(_)));
    trap.map_or_else(|| fault.to_owned(), |trap| Failure::new(trap, words).name())
}

/// Returns for example `met, 68.5 % of 200 games (95 %: 62.0 to 74.3); 60 % needed`.
pub fn judged_words(judged: &Judgement) -> String {
    format!("{}, {}", verdict(judged), shown_words(judged))
}

/// Returns the result without the verdict: `68.5 % of 200 games (95 %: 62.0 to 74.3); 20 games crashed; 60 % needed`.
pub fn shown_words(judged: &Judgement) -> String {
    let Some((share, [low, high])) = share95(judged.pairs) else { return "no games counted".to_owned() };
    let failed = failed_games(judged).map_or_else(String::new, |failed| format!("; {failed}"));
    format!(
        "{share:.1} % of {} games (95 %: {low:.1} to {high:.1}){failed}; {} % needed",
        judged.games(),
        judged.percent
    )
}

/// Returns for example `20 games crashed`, or `20 games failed` if not all of the failures are crashes; `None` without
/// failures.
fn failed_games(judged: &Judgement) -> Option<String> {
    let failed: u64 = judged.faults.values().sum();
    let is_crash = |fault: &String| matches!(fault.parse(), Ok(Fault::Trap(_)));
    let how = if judged.faults.keys().all(is_crash) { "crashed" } else { "failed" };
    match failed {
        0 => None,
        1 => Some(format!("1 game {how}")),
        _ => Some(format!("{failed} games {how}")),
    }
}

/// Returns the share of a version and what a requirement needs: `50.0 %, 60 % needed`.
pub fn lacking_words(judged: &Judgement) -> String {
    let share = share95(judged.pairs)
        .map_or_else(|| "no games counted".to_owned(), |(share, _)| format!("{share:.1} %"));
    format!("{share}, {} % needed", judged.percent)
}

/// Returns the demand of a requirement: `60 % of 200 games against walker.wasm (±6.8)`.
pub fn requirement_words(requirement: &Requirement) -> String {
    format!(
        "{} % of {} games against {} (±{:.1})",
        requirement.percent,
        requirement.games,
        called(&requirement.against),
        requirement.margin()
    )
}

/// Returns a badge for a table's cell: `met 68.5 %`, or `waits` before it is judged.
pub fn cell(badge: &Badge<'_>) -> String {
    badge.judged.map_or_else(|| "waits".to_owned(), judged_cell)
}

/// Returns a judgement for a table's cell: `met 68.5 %`.
pub fn judged_cell(judged: &Judgement) -> String {
    let share = share95(judged.pairs).map_or_else(String::new, |(share, _)| format!(" {share:.1} %"));
    format!("{}{share}", verdict(judged))
}

/// Returns the word for a gained, lost or unchanged badge.
pub fn effect_word(effect: Effect) -> &'static str {
    match effect {
        Effect::Gained => "gained",
        Effect::Lost => "lost",
        Effect::Same => "same",
    }
}

fn verdict(judged: &Judgement) -> &'static str {
    match judged {
        judged if judged.is_met() => "met",
        judged if judged.out_of_time => "out of time",
        _ => "missed",
    }
}

/// Returns the share of the points in percent and its 95 % interval, for pairs of games by half points; `None` if there
/// are no pairs.
pub(crate) fn share95(pairs: [u64; 5]) -> Option<(f64, [f64; 2])> {
    let [share, low, high] = Pentanomial(pairs).share95()?.map(|share| (1e6 * share).round() / 1e4);
    Some((share, [low, high]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_exception_of_a_script_is_called_one() {
        let check = |fault: &str, words: &str, name: &str| {
            assert_eq!(failure_name(fault, words), name, "{fault}, {words}");
        };
        check("trap(unreachable)", "exception in choose, bot.py:5: KeyError: 'x' (advice: …)", "exception");
        check("trap(unreachable)", "the bot ran into `unreachable` (advice: …)", "trap(unreachable)");
        check("timeout", "exception in choose, bot.py:5: KeyError: 'x'", "timeout");
        check("a fault of a later version", "", "a fault of a later version");
    }
    #[test]
    fn failed_games_are_crashes_only_if_all_of_them_are() {
        let hash = Hash::digest(b"");
        let check = |faults: &[(&str, u64)], words: &str| {
            let judged = Judgement {
                module: hash,
                requirement: "plays".to_owned(),
                key: hash,
                engine: String::new(),
                percent: 60,
                asked: 20,
                pairs: [10, 0, 0, 0, 0],
                copies: 0,
                spent: 0,
                out_of_time: false,
                faults: faults.iter().map(|(fault, count)| ((*fault).to_owned(), *count)).collect(),
                opponent: None,
                matches: hash,
            };
            assert_eq!(
                shown_words(&judged),
                format!("0.0 % of 20 games (95 %: 0.0 to 21.3){words}; 60 % needed")
            );
            assert_eq!(lacking_words(&judged), "0.0 %, 60 % needed");
        };
        check(&[], "");
        check(&[("trap(unreachable)", 20)], "; 20 games crashed");
        check(&[("trap(unreachable)", 1)], "; 1 game crashed");
        check(&[("trap(unreachable)", 19), ("timeout", 1)], "; 20 games failed");
        check(&[("illegal-action", 3)], "; 3 games failed");
    }
}
