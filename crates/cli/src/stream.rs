//! What `muster run --json` prints: one event a line, in order, each a JSON object with a `type`.

use game::{Outcome, Seat};
use ledger::EntrantRow;
use runner::Event;
use serde_json::{Value, json};
use tournament::{EntrantId, Standings, Status};

/// The line of an event; `None` for what is only meant for people who watch.
pub(crate) fn line(event: &Event, entrants: &[EntrantRow], metrics: &[&str]) -> Option<Value> {
    let name = |id: EntrantId| entrants.get(id.index()).map_or("?", |entrant| entrant.name.as_str());
    Some(match event {
        Event::Refused { entrant, reasons } => {
            json!({ "type": "refused", "entrant": &**entrant, "reasons": &**reasons })
        }
        Event::StageStarted { index, name, matches, already } => {
            json!({
                "type": "stage-started",
                "stage": index + 1,
                "name": &**name,
                "matches_at_most": matches,
                "matches_on_record": already,
            })
        }
        Event::MetAgain { index, name: stage, round, pairing } => {
            json!({
                "type": "met-again",
                "stage": index + 1,
                "name": &**stage,
                "round": round + 1,
                "first": name(pairing.first),
                "second": name(pairing.second),
            })
        }
        Event::Played { key, entrants, outcome, reason } => {
            json!({
                "type": "played",
                "match": key.to_string(),
                "first": name(entrants[Seat::First]),
                "second": name(entrants[Seat::Second]),
                "winner": winner(*outcome),
                "reason": reason.to_string(),
            })
        }
        Event::Void { key, why, tries } => {
            json!({ "type": "void", "match": key.to_string(), "why": &**why, "tries": tries })
        }
        Event::StageFinished { index, name, standings } => {
            json!({
                "type": "stage-finished",
                "stage": index + 1,
                "name": &**name,
                "standings": table(standings, entrants, metrics),
            })
        }
        Event::StageInterrupted { index, name, standings } => {
            json!({
                "type": "stage-interrupted",
                "stage": index + 1,
                "name": &**name,
                "partial_standings": table(standings, entrants, metrics),
            })
        }
        Event::FindingOpenings { .. } | Event::Leading { .. } => return None,
    })
}

fn winner(outcome: Outcome) -> Option<&'static str> {
    Some(match outcome.winner()? {
        Seat::First => "first",
        Seat::Second => "second",
    })
}

const fn status(status: Status) -> &'static str {
    match status {
        Status::Plays => "plays",
        Status::Guest => "guest",
        Status::Withdrawn => "withdrawn",
        Status::Disqualified => "disqualified",
    }
}

fn table(standings: &Standings, entrants: &[EntrantRow], metrics: &[&str]) -> Vec<Value> {
    let criteria: Vec<String> = standings.criteria.iter().map(|criterion| criterion.name(metrics)).collect();
    let row = |row: &tournament::Row| {
        let values = criteria.iter().zip(&row.values);
        let values: serde_json::Map<String, Value> = values
            .map(|(name, value)| (name.clone(), value.map_or(Value::Null, |value| json!(value.as_f64()))))
            .collect();
        json!({
            "place": row.place,
            "entrant": entrants.get(row.entrant.index()).map(|entrant| &entrant.name),
            "status": status(row.status),
            "by_lot": row.by_lot,
            "games": row.tally.games,
            "byes": row.tally.byes,
            "won": row.tally.wins,
            "drawn": row.tally.draws,
            "lost": row.tally.losses,
            "faults": row.tally.forfeits,
            "values": values,
        })
    };
    standings.rows.iter().map(row).collect()
}
