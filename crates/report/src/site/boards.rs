//! The pages of decisive matches that need no script: boards and actions.

use std::collections::BTreeSet;
use std::path::Path;

use game::{Mark, PerSeat, Seat};
use ledger::{Ledger, LedgerError, MatchRow};
use replay::{DecisiveBlow, Recording, Replay, ReplayError};
use results::{CountedMatches, DecisiveMatch, RunResults};

use crate::ReportError;
use crate::describe::{condition_facts, metric_names};
use crate::model::{Fact, page_file};
use crate::page::{FeaturedMatch, MatchFacts, MatchPage, SeatLine, Shell, ShownPly, ShownPosition};
use crate::site_limits::SiteLimits;

/// Maximum number of plies of a match with a board for each ply. A longer match has boards for its key plies.
const BOARDS: usize = 100;
/// Maximum number of boards of the match of the round.
const FEATURED: usize = 16;
/// Maximum number of printed boards of a match.
const PRINTED: usize = 24;
/// Maximum number of plies of a match whose actions are listed. The exports and the viewer have the rest.
const ACTIONS: u32 = 1_000;

/// Writes the pages of the chosen matches, while there is room. Returns the matches that have one, in schedule order.
///
/// # Errors
/// Fails if a match cannot be read or replayed, or if a page cannot be written.
pub(crate) fn write_boards(
    results: &RunResults,
    ledger: &Ledger,
    shell: &Shell,
    room: SiteLimits,
    folder: &Path,
) -> Result<Vec<DecisiveMatch>, ReportError> {
    let counting: Vec<CountedMatches> =
        results.stages.iter().map(|stage| results.counted_matches(stage)).collect();
    let mut written = Vec::new();
    let mut left = room.bytes;
    for listed in &results.decisive {
        // The match was just read with all others, so the index of the file must be damaged.
        let lost =
            || LedgerError::Damaged { what: format!("match {} cannot be found by its key", listed.seen.key) };
        let stored = ledger.find_match(listed.seen.key)?.ok_or_else(lost)?;
        let counts = counting
            .get(usize::from(listed.seen.key.stage()))
            .is_none_or(|counting| counting.counts(listed.seen.key));
        let (page, decided) = page(results, &stored.row, counts, shell)?;
        if page.len() > left {
            break;
        }
        left -= page.len();
        let path = folder.join(page_file(&listed.seen.key.to_string()));
        files::write(&path, page).map_err(ReportError::file("write", &path))?;
        let mut listed = listed.clone();
        listed.decided = decided.map(|decided| decided.to_string());
        written.push(listed);
    }
    written.sort_by_key(|listed| listed.seen.key);
    Ok(written)
}

/// Returns the match of the round: the most decisive match with boards in the last round; `None` if there is none.
///
/// # Errors
/// Fails if it cannot be read or replayed.
pub(crate) fn featured(results: &RunResults, ledger: &Ledger) -> Result<Option<FeaturedMatch>, ReportError> {
    let round = |listed: &&DecisiveMatch| (listed.seen.key.stage(), listed.seen.key.round());
    let Some(last) = results.decisive.iter().map(|listed| round(&listed)).max() else { return Ok(None) };
    let Some(listed) = results.decisive.iter().find(|listed| round(listed) == last) else { return Ok(None) };
    let Some(stored) = ledger.find_match(listed.seen.key)? else { return Ok(None) };
    let played = stored.row.played().map_err(ReportError::damaged_match(listed.seen.key))?;
    let recording = results.recording(&stored.row, &played);
    let wrong = |source| ReportError::Replay { key: listed.seen.key, source };
    let decided = decided(&recording, &stored.row).map_err(wrong)?;
    let blow = decided.as_ref().and_then(|decided| decided.ply.checked_sub(1));
    let (plies, end) = key_boards(recording, blow).map_err(wrong)?;
    Ok(Some(FeaturedMatch { facts: sheet(results, &stored.row, true, decided), plies, end }))
}

/// Returns the key plies of a match and the ply of its decisive blow, and its end.
fn key_boards(
    recording: Recording<'_>,
    blow: Option<u32>,
) -> Result<(Vec<ShownPly>, ShownPosition), ReplayError> {
    let losses = losses(Replay::new(recording)?)?;
    let mut boards = key_plies(recording.plies(), &losses, FEATURED);
    boards.extend(blow);
    let mut shown = Vec::with_capacity(boards.len());
    let mut replay = Replay::new(recording)?;
    while let Some(ply) = replay.next_ply()? {
        if boards.contains(&ply.number) {
            shown.push(ShownPly::new(&replay.frame(), &ply));
        }
        replay.advance(&ply);
    }
    Ok((shown, ShownPosition::new(&replay.frame())))
}

/// Returns the page of a match, and the event that decided it.
fn page(
    results: &RunResults,
    row: &MatchRow,
    counts: bool,
    shell: &Shell,
) -> Result<(String, Option<DecisiveBlow>), ReportError> {
    let played = row.played().map_err(ReportError::damaged_match(row.key))?;
    let recording = results.recording(row, &played);
    let wrong = |source| ReportError::Replay { key: row.key, source };
    let decided = decided(&recording, row).map_err(wrong)?;
    let sheet = sheet(results, row, counts, decided.clone());
    Ok((drawn(recording, &sheet, shell).map_err(wrong)?, decided))
}

/// Returns the event that decided a match; `None` if a bot failed, or the rules name only a reason.
fn decided(recording: &Recording<'_>, row: &MatchRow) -> Result<Option<DecisiveBlow>, ReplayError> {
    if row.reason.forfeits().is_empty() { replay::decisive_blow(recording) } else { Ok(None) }
}

/// Returns the page of a match.
///
/// # Errors
/// Fails if the match cannot be replayed.
pub(crate) fn drawn(
    recording: Recording<'_>,
    sheet: &MatchFacts,
    shell: &Shell,
) -> Result<String, ReplayError> {
    let losses = losses(Replay::new(recording)?)?;
    let plies = recording.plies();
    let decisive = sheet.decided.as_ref().and_then(|decided| decided.ply.checked_sub(1));
    let shown = |most| key_plies(plies, &losses, most).into_iter().chain(decisive).collect::<BTreeSet<u32>>();
    let (boards, printed) = (shown(BOARDS), shown(PRINTED));
    let mut page = MatchPage::new(shell, sheet);
    let mut replay = Replay::new(recording)?;
    while let Some(ply) = replay.next_ply()? {
        let shown = ShownPly::new(&replay.frame(), &ply);
        if boards.contains(&ply.number) {
            page.board(&shown, printed.contains(&ply.number));
        }
        if ply.number < ACTIONS {
            page.actions(&shown);
        }
        replay.advance(&ply);
    }
    let listed = plies.min(ACTIONS);
    Ok(page.finish(&ShownPosition::new(&replay.frame()), boards.len() as u32, listed))
}

/// Returns the plies in which something is lost.
fn losses(mut replay: Replay<'_>) -> Result<Vec<u32>, ReplayError> {
    let mut losses = Vec::new();
    while let Some(ply) = replay.next_ply()? {
        let events = replay.frame().events(&ply.joint, None);
        if events.iter().any(|event| matches!(event.mark, Some(Mark::Loss { .. }))) {
            losses.push(ply.number);
        }
        replay.advance(&ply);
    }
    Ok(losses)
}

/// Returns the plies that show the course of a match: all, if there are not too many; otherwise the first and the last,
/// those with losses, and others between them.
fn key_plies(plies: u32, losses: &[u32], most: usize) -> BTreeSet<u32> {
    let all: Vec<u32> = (0..plies).collect();
    if all.len() <= most {
        return all.into_iter().collect();
    }
    let mut keys = BTreeSet::from([0, plies - 1]);
    keys.extend(thinned(losses, most * 2 / 3));
    keys.extend(thinned(&all, most - keys.len()));
    keys
}

/// Returns at most this number of plies, spread evenly.
fn thinned(plies: &[u32], most: usize) -> impl Iterator<Item = u32> {
    let count = plies.len().min(most);
    (0..count).map(move |index| plies[index * plies.len() / count])
}

/// Returns the contents of the page of a match except for its boards.
fn sheet(results: &RunResults, row: &MatchRow, counts: bool, decided: Option<DecisiveBlow>) -> MatchFacts {
    let spec = results.plan.stages.get(usize::from(row.key.stage()));
    let failures = results.failure_names.failures(row);
    let game = results.game_of(row.key);
    let seat = |seat: Seat| {
        let entrant = results.entrants.get(row.entrants[seat].index());
        SeatLine {
            name: entrant.map_or_else(String::new, |entrant| entrant.name.clone()),
            bot: entrant.map_or_else(String::new, |entrant| entrant.bot.clone()),
            fault: failures[seat].as_ref().map(|failure| (failure.name(), job::meaning(failure))),
            metrics: metric_names(game).into_iter().zip(row.metrics[seat].iter().copied()).collect(),
            spent: row.spent[seat],
            memory: row.memory[seat],
        }
    };
    let (rules, limits) = results.conditions(row.key);
    let mut facts = condition_facts(rules, limits);
    facts.extend(row.start.iter().map(|start| Fact::new("Start", start.as_str())));
    MatchFacts {
        key: row.key.to_string(),
        place: match spec {
            Some(spec) => format!("{}, round {}{}", spec.name, row.key.round() + 1, by_seed(results, row)),
            None => String::new(),
        },
        tournament: results.plan.name.clone(),
        seat_names: game.seats(),
        seats: PerSeat::from_fn(seat),
        winner: row.outcome.winner(),
        reason: results.failure_names.ending(row),
        decided,
        plies: row.plies,
        facts,
        counts,
    }
}

/// Returns a remark on a match whose pairing the seeds decided; empty otherwise.
fn by_seed(results: &RunResults, row: &MatchRow) -> String {
    let entrant = results.goes_on_by_seed(row.key);
    let entrant = entrant.and_then(|entrant| results.entrants.get(entrant.index()));
    entrant.map_or_else(String::new, |entrant| {
        format!("; level after the replays, so that {} is ahead by seed", entrant.name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_match_shows_its_first_and_last_ply_its_losses_and_some_between() {
        let every_third: Vec<u32> = (0..400).step_by(3).collect();
        let cases: [(u32, &[u32], usize); 4] =
            [(25, &[3, 7], 24), (400, &[11, 300, 399], 24), (400, &every_third, 24), (100_000, &[5], 100)];
        for (plies, losses, most) in cases {
            let keys = key_plies(plies, losses, most);
            assert!(keys.len() <= most && keys.len() > most * 3 / 4, "{plies}: {keys:?}");
            assert!(keys.contains(&0) && keys.contains(&(plies - 1)), "{plies}: {keys:?}");
            let shown = losses.iter().filter(|&loss| keys.contains(loss)).count();
            assert!(shown == losses.len() || shown >= most * 2 / 3, "{plies}: {keys:?}");
        }
    }

    #[test]
    fn a_short_match_shows_every_ply() {
        for plies in [0, 1, 24] {
            assert!(key_plies(plies, &[], 24).into_iter().eq(0..plies));
        }
    }
}
