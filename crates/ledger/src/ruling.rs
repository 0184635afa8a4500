//! An organiser's ruling as one line of text.
//!
//! `kind key=value … reason=TEXT`, numbers from 1, matches by their keys:
//!
//! ```text
//! withdraw entrant=3 games=keep since=1.4 reason=left for another appointment
//! disqualify entrant=3 games=annul since=2.1 reason=shared its code
//! annul game=1.3.2.1 since=1.4 reason=the wrong bot was entered
//! replay game=1.3.2.1 since=1.4 reason=the wrong bot was entered
//! undo ruling=2 since=1.6 reason=it was its own code
//! ```
//!
//! `since` is the stage and the first round in which the ruling is in force; a round of `end` means after all rounds of
//! the stage. `games` says whether the games played before count. The reason is the rest of the line.

use tournament::rulings::{PastGames, RulingAction, Since};
use tournament::{EntrantId, Ruling};

/// Formats a ruling as a line. Control characters in its reason become spaces.
pub fn ruling_text(ruling: &Ruling) -> String {
    let order = match ruling.order {
        RulingAction::Withdraw { entrant, games } => leaving("withdraw", entrant, games),
        RulingAction::Disqualify { entrant, games } => leaving("disqualify", entrant, games),
        RulingAction::Annul { game } => format!("annul game={game}"),
        RulingAction::Replay { game } => format!("replay game={game}"),
        RulingAction::Undo { ruling } => format!("undo ruling={}", ruling + 1),
    };
    let reason: String =
        ruling.reason.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    format!("{order} since={} reason={}", since_text(ruling.since), reason.trim())
}

fn leaving(kind: &str, entrant: EntrantId, games: PastGames) -> String {
    let games = match games {
        PastGames::Keep => "keep",
        PastGames::Annul => "annul",
    };
    format!("{kind} entrant={} games={games}", u64::from(entrant.0) + 1)
}

fn since_text(since: Since) -> String {
    let stage = u32::from(since.stage) + 1;
    if since.round == u32::MAX { format!("{stage}.end") } else { format!("{stage}.{}", since.round + 1) }
}

/// Parses a line; `None` if it is not a ruling.
pub fn parse_ruling(line: &str) -> Option<Ruling> {
    let (facts, reason) = line.split_once(" reason=")?;
    let mut words = facts.split(' ');
    let kind = words.next()?;
    let mut value = |key: &str| words.next()?.strip_prefix(key)?.strip_prefix('=');
    let order = match kind {
        "withdraw" | "disqualify" => {
            let entrant = EntrantId(from_one(value("entrant")?)?);
            let games = match value("games")? {
                "keep" => PastGames::Keep,
                "annul" => PastGames::Annul,
                _ => return None,
            };
            match kind {
                "withdraw" => RulingAction::Withdraw { entrant, games },
                _ => RulingAction::Disqualify { entrant, games },
            }
        }
        "annul" => RulingAction::Annul { game: value("game")?.parse().ok()? },
        "replay" => RulingAction::Replay { game: value("game")?.parse().ok()? },
        "undo" => RulingAction::Undo { ruling: from_one(value("ruling")?)? as usize },
        _ => return None,
    };
    let since = parse_since(value("since")?)?;
    let ruling = Ruling { since, order, reason: reason.to_owned() };
    // A ruling has only one text: this program never wrote a line with another spelling.
    (words.next().is_none() && ruling_text(&ruling) == line).then_some(ruling)
}

fn parse_since(text: &str) -> Option<Since> {
    let (stage, round) = text.split_once('.')?;
    let round = if round == "end" { u32::MAX } else { from_one(round)? };
    Some(Since { stage: u16::try_from(from_one(stage)?).ok()?, round })
}

/// Parses a number that counts from 1, and returns it counting from 0.
fn from_one(text: &str) -> Option<u32> {
    text.parse::<u32>().ok()?.checked_sub(1)
}
