//! One's own matches of a run as JSON.

use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

use super::{MatchCounts, MatchFilter, MatchLog, MatchPart, MatchResult, PlayedMatch, PlayedMatches};

/// Matches on a page.
const PAGE: usize = 1000;

/// The matches that a student or a team has played in a run.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlayedMatchesReport<'a> {
    /// The run.
    run: &'a str,
    /// What the run calls the student or team.
    alias: &'a str,
    /// How many there are.
    counts: MatchCounts,
    /// The page that was asked for, from 1.
    page: usize,
    /// How many pages those that were asked for have, 1,000 matches each.
    pages: usize,
    /// The matches of the page, in schedule order.
    matches: Vec<PlayedMatchReport<'a>>,
}

/// A match that a student or a team has played.
#[derive(Debug, Serialize, JsonSchema)]
struct PlayedMatchReport<'a> {
    /// Stage, round, pairing and game, each from 1; `+1` after them: played again by a ruling.
    r#match: String,
    /// What the run calls the opponent.
    opponent: &'a str,
    /// The seat of the student or team, in the game's word.
    seat: &'static str,
    /// How it ended for them.
    result: MatchResult,
    /// Why it ended, in words.
    reason: &'a str,
    /// The fault by which they lost; null if they lost by none.
    fault: Option<&'a str>,
    /// The number of complete plies.
    plies: u32,
    /// False if a ruling annulled it.
    counts: bool,
}

/// One's own part of a match.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MatchPartReport<'a> {
    /// The run.
    run: &'a str,
    /// Stage, round, pairing and game, each from 1; `+1` after them: played again by a ruling.
    r#match: &'a str,
    /// What the run calls the student or team.
    alias: &'a str,
    /// What it calls the opponent.
    opponent: &'a str,
    /// The seat of the student or team, in the game's word.
    seat: &'static str,
    /// How it ended for them.
    result: MatchResult,
    /// Why it ended, in words.
    reason: String,
    /// The number of complete plies.
    plies: u32,
    /// False if a ruling annulled it.
    counts: bool,
    /// The call in which their bot failed; null if it did not fail.
    failure: Option<FailureReport<'a>>,
    /// What their bot logged, the last 64 KiB of it.
    log: Vec<LoggedPlyReport>,
    /// How many bytes of the log are before that.
    log_earlier: usize,
    /// How many bytes were dropped, because they were beyond the limit.
    log_dropped: u64,
}

/// The call in which a bot failed.
#[derive(Debug, Serialize, JsonSchema)]
struct FailureReport<'a> {
    /// The fault.
    fault: String,
    /// What was seen and what it means.
    words: String,
    /// Advice for the author; empty if the message says it all.
    advice: &'a str,
    /// The functions that were called, innermost first; of a script the line of its source and the calls above it; empty
    /// unless it failed in a call.
    backtrace: &'a [String],
    /// The ply, from 1.
    ply: u32,
    /// The position that it was asked on.
    position: &'a str,
}

/// What a bot logged in a ply.
#[derive(Debug, Serialize, JsonSchema)]
struct LoggedPlyReport {
    /// The ply, from 1; null in a run that has not kept it.
    ply: Option<u32>,
    /// What was logged.
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
    /// A page, from 1, of the matches of a run that a filter leaves. It is empty after the last one.
    pub fn of(
        run: &'a str,
        matches: &'a PlayedMatches,
        filter: MatchFilter,
        page: usize,
    ) -> PlayedMatchesReport<'a> {
        let report = |one: PlayedMatch<'a>| PlayedMatchReport {
            r#match: one.key.to_string(),
            opponent: one.opponent,
            seat: one.seat,
            result: one.result,
            reason: one.reason,
            fault: one.fault,
            plies: one.plies,
            counts: one.counts,
        };
        let (alias, counts) = (matches.alias(), matches.counts());
        let pages = counts.of(filter).div_ceil(PAGE).max(1);
        let before = page.saturating_sub(1).saturating_mul(PAGE);
        let matches = matches.filtered(filter).skip(before).take(PAGE).map(report).collect();
        PlayedMatchesReport { run, alias, counts, page, pages, matches }
    }
}

impl MatchPart {
    /// The same as JSON.
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
