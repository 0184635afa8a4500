//! The matches of a student or a team in a run, as JSON.

use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    DecidedMatch, MatchCounts, MatchFilter, MatchLog, MatchPart, MatchResult, PlayedMatch, PlayedMatches,
};

/// Number of matches on a page.
const PAGE: usize = 1000;

/// The matches that a student or a team has played in a run.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlayedMatchesReport<'a> {
    /// The run.
    run: &'a str,
    /// Alias of the student or team in the run.
    alias: &'a str,
    /// Number of matches, by result.
    counts: MatchCounts,
    /// The requested page, from 1.
    page: usize,
    /// Number of pages for the requested filter, with 1,000 matches each.
    pages: usize,
    /// The matches of the page, in schedule order.
    matches: Vec<PlayedMatch<'a>>,
}

/// A player's part of a match.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MatchPartReport<'a> {
    /// The run.
    run: &'a str,
    /// Stage, round, pairing and game, each from 1; with `+1` appended if a ruling had it played again.
    r#match: &'a str,
    /// Alias of the student or team in the run.
    alias: &'a str,
    /// Name of the opponent in the run.
    opponent: &'a str,
    /// The game's name for the seat of the student or team.
    seat: &'static str,
    /// Result for the student or team.
    result: MatchResult,
    /// The reason why it ended, in words.
    reason: String,
    /// Number of complete plies.
    plies: u32,
    /// `false` if a ruling annulled it.
    counts: bool,
    /// The event that decided it; null if a bot failed, or the rules name only a reason.
    decided: Option<DecidedMatch>,
    /// The call in which their bot failed; null if it did not fail.
    failure: Option<FailureReport<'a>>,
    /// The last 64 KiB of their bot's log.
    log: Vec<LoggedPlyReport>,
    /// Number of bytes of the log before that.
    log_earlier: usize,
    /// Number of bytes dropped because they exceeded the limit.
    log_dropped: u64,
}

/// The call in which a bot failed.
#[derive(Debug, Serialize, JsonSchema)]
struct FailureReport<'a> {
    /// The fault.
    fault: String,
    /// The observed failure and its meaning.
    words: String,
    /// Advice for the author; empty if the message says it all.
    advice: &'a str,
    /// The call stack, innermost function first; for a script, the source line and the calls above it. Empty unless the
    /// bot failed in a call.
    backtrace: &'a [String],
    /// The ply, from 1.
    ply: u32,
    /// The position in which the bot was called.
    position: &'a str,
}

/// The log of a bot in a ply.
#[derive(Debug, Serialize, JsonSchema)]
struct LoggedPlyReport {
    /// The ply, from 1; null if the run has not recorded it.
    ply: Option<u32>,
    /// The logged text.
    text: String,
}

impl Shape for PlayedMatchesReport<'_> {
    const NAME: &'static str = "class-matches";
    const VERSION: u32 = 1;
}

impl Shape for MatchPartReport<'_> {
    const NAME: &'static str = "class-match";
    const VERSION: u32 = 1;
}

impl<'a> PlayedMatchesReport<'a> {
    /// Returns a page, from 1, of the matches of a run that pass a filter. Pages after the last one are empty.
    pub fn new(
        run: &'a str,
        matches: &'a PlayedMatches,
        filter: MatchFilter,
        page: usize,
    ) -> PlayedMatchesReport<'a> {
        let (alias, counts) = (matches.alias(), matches.counts());
        let pages = counts.count(filter).div_ceil(PAGE).max(1);
        let before = page.saturating_sub(1).saturating_mul(PAGE);
        let matches = matches.filtered(filter).skip(before).take(PAGE).collect();
        PlayedMatchesReport { run, alias, counts, page, pages, matches }
    }
}

impl MatchPart {
    /// Returns the player's part of the match as JSON.
    pub fn report(&self) -> MatchPartReport<'_> {
        let MatchLog { plies, earlier, dropped } = self.log();
        let ply = |ply| game::ply_number(ply);
        MatchPartReport {
            run: &self.run_name,
            r#match: &self.record.number,
            alias: &self.record.entrants[self.seat],
            opponent: self.opponent(),
            seat: self.seat_word(),
            result: self.result(),
            reason: self.reason(),
            plies: self.plies(),
            counts: self.counts,
            decided: self.decided(),
            failure: self.loss().map(|loss| FailureReport {
                fault: loss.failure.fault.to_string(),
                words: loss.failure.in_words(),
                advice: loss.failure.advice().unwrap_or_default(),
                backtrace: &loss.failure.backtrace,
                ply: ply(loss.ply),
                position: &loss.position,
            }),
            log: plies
                .into_iter()
                .map(|one| LoggedPlyReport { ply: one.ply.map(ply), text: one.text })
                .collect(),
            log_earlier: earlier,
            log_dropped: dropped,
        }
    }
}
