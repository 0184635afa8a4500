//! `muster run --dry-run`: shows what would be played, without playing it.

use config::{Plan, StageSpec};
use game::Rules;
use referee::{ClockKind, CpuGuard};
use runner::{Forecast, StageForecast, time_words};
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::inert;
use tournament::PlayOff;

use crate::exit::Done;

/// Prints the maximum of matches, time and disk space, stage by stage, then the pairings that are known so far.
pub(crate) fn print(plan: &Plan, json: bool) -> Done {
    let forecast = Forecast::from_plan(plan)?;
    if json {
        return out::json(&forecast);
    }
    print_stages(plan, &forecast)?;
    print_rounds(&forecast)
}

fn print_stages(plan: &Plan, forecast: &Forecast) -> Done {
    let name = inert(&forecast.tournament);
    out::line(&format!("{name}: {} under the rules {}", plan.game.title(), rules_text(&plan.rules)))?;
    let head = [
        ("stage", Align::Left),
        ("format", Align::Left),
        ("entrants", Align::Right),
        ("rounds", Align::Right),
        ("matches", Align::Right),
        ("clock time at most", Align::Right),
        ("processor time at most", Align::Right),
        ("disk at most", Align::Right),
    ];
    let row = |stage: &StageForecast| {
        vec![
            stage.name.clone(),
            stage.format.to_owned(),
            stage.entrants.to_string(),
            stage.rounds_at_most.to_string(),
            stage.matches_at_most.to_string(),
            time_words(stage.clock_seconds_at_most),
            time_words(stage.processor_seconds_at_most),
            format!("{} MiB", stage.disk_bytes_at_most.div_ceil(1 << 20)),
        ]
    };
    let rows: Vec<_> = forecast.stages.iter().map(row).collect();
    out::line(&table::render(&head, &rows))?;
    let is_on_fuel =
        |spec: &StageSpec| spec.limits.clock.iter().any(|(_, clock)| clock.kind == ClockKind::Fuel);
    if plan.stages.iter().any(is_on_fuel) {
        let guard = CpuGuard::default();
        out::line(&format!(
            "each seat's processor time per match is limited to {guard}; a match that exceeds the limit is played \
             again alone, and lost if it exceeds the limit again"
        ))?;
    }
    for stage in &forecast.stages {
        for stop in &stage.stops {
            out::line(&format!("{} may end early: it stops when {stop}", inert(&stage.name)))?;
        }
    }
    for spec in &plan.stages {
        if let Some(PlayOff { places, rounds }) = spec.plan.play_off {
            let name = inert(&spec.name);
            out::line(&format!(
                "{name} may have a play-off: entrants tied across the first {places} places play at most {rounds} more rounds"
            ))?;
        }
    }
    let matches = if forecast.matches_at_most == 1 {
        "1 match".to_owned()
    } else {
        format!("{} matches", forecast.matches_at_most)
    };
    let but =
        if plan.stages.iter().any(|spec| spec.plan.play_off.is_some()) { " without play-offs" } else { "" };
    out::line(&format!(
        "{matches} at most{but}; metrics: {}; nothing was played",
        forecast.metrics.join(", ")
    ))
}

fn print_rounds(forecast: &Forecast) -> Done {
    let Some(stage) = forecast.stages.first() else { return Ok(()) };
    out::line(&format!("\n{}:", inert(&stage.name)))?;
    for (number, round) in (1..).zip(&forecast.rounds) {
        let pairings = round.pairings.iter();
        let mut words: Vec<String> =
            pairings.map(|[first, second]| format!("{} - {}", inert(first), inert(second))).collect();
        words.extend(round.byes.iter().map(|entrant| format!("bye: {}", inert(entrant))));
        out::line(&format!("  round {number}: {}", words.join(", ")))?;
    }
    match forecast.more_rounds_at_most {
        0 => Ok(()),
        left if forecast.by_results => {
            out::line(&format!("  … and up to {left} more rounds, depending on results"))
        }
        left => out::line(&format!("  … and {left} more rounds")),
    }
}

fn rules_text(rules: &Rules) -> String {
    let text = rules.to_string();
    if text.is_empty() { "(no options)".to_owned() } else { text }
}
