//! `muster run --dry-run`: what would be played, without playing it.

use config::Plan;
use game::{Metric, Rules};
use tournament::{Entrant, Field, Rulings, RunSeed};

use crate::exit::{Code, Done, Failed};
use crate::out;
use crate::terminal::table::{self, Align};

/// Bytes of a row in the ledger besides its transcript, and of one action in it, as measured; rounded up.
const ROW_BYTES: u64 = 160;
const ACTION_BYTES: u64 = 5;

/// Prints matches, time and disk at most, stage by stage.
pub(crate) fn tell(plan: &Plan) -> Done {
    let entrants: Vec<Entrant> = plan
        .entrants
        .iter()
        .map(|entrant| Entrant { name: entrant.name.clone(), guest: entrant.guest })
        .collect();
    let mut field = Field::of(&entrants);
    let mut rows = Vec::new();
    let mut total = 0;
    for (index, spec) in plan.stages.iter().enumerate() {
        if let Some(advance) = spec.advance {
            field.ranked.truncate(advance);
        }
        let stage =
            plan.open_stage(index, None, &field, RunSeed::from(0), &Rulings::default()).map_err(|why| {
                Failed::new(Code::Input, format!("stage \"{}\" cannot be played: {why}", spec.name))
            })?;
        let matches = stage.most_matches();
        total += matches;
        let per_match = 2.0 * spec.limits.clock.per_game.seconds();
        let longest = plan.game.max_plies(&spec.rules).unwrap_or(spec.limits.plies).min(spec.limits.plies);
        let bytes = matches * (ROW_BYTES + 2 * ACTION_BYTES * u64::from(longest));
        rows.push(vec![
            spec.name.clone(),
            spec.plan.format.name().to_owned(),
            field.everybody().len().to_string(),
            stage.most_rounds().to_string(),
            matches.to_string(),
            duration(per_match * matches as f64),
            format!("{} MiB", bytes.div_ceil(1 << 20)),
        ]);
    }
    let metrics: Vec<&str> = plan.game.metrics().iter().map(|metric: &Metric| metric.name).collect();
    out::line(&format!("{}: {} under the rules {}", plan.name, plan.game.title(), rules_text(&plan.rules)))?;
    let head = [
        ("stage", Align::Left),
        ("format", Align::Left),
        ("entrants", Align::Right),
        ("rounds", Align::Right),
        ("matches", Align::Right),
        ("processor time at most", Align::Right),
        ("disk at most", Align::Right),
    ];
    out::line(&table::render(&head, &rows))?;
    out::line(&format!("{total} matches at most; metrics: {}; nothing was played", metrics.join(", ")))
}

fn rules_text(rules: &Rules) -> String {
    let text = rules.to_string();
    if text.is_empty() { "(no options)".to_owned() } else { text }
}

fn duration(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 7200.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.0} h", seconds / 3600.0),
    }
}
