//! `muster run --dry-run`: what would be played, without playing it.

use std::time::Duration;

use config::Plan;
use game::{Metric, Rules};
use referee::{ClockKind, Limits, Net, Ticks};
use tournament::{Entrant, EntrantId, Field, Format, Rulings, RunSeed, Stage};

use crate::exit::{Code, Done, Failed};
use crate::out;
use crate::terminal::table::{self, Align};
use crate::terminal::text::inert;

/// Bytes of a row in the ledger besides its transcript, and of one action in it, as measured; rounded up.
const ROW_BYTES: u64 = 160;
const ACTION_BYTES: u64 = 5;
/// Pairings that are listed at most.
const LISTED: usize = 200;

/// Prints matches, time and disk at most, stage by stage, then who meets whom as far as it is known.
pub(crate) fn tell(plan: &Plan) -> Done {
    let entrants: Vec<Entrant> = plan
        .entrants
        .iter()
        .map(|entrant| Entrant { name: entrant.name.clone(), guest: entrant.guest })
        .collect();
    let mut field = Field::of(&entrants);
    let mut rows = Vec::new();
    let mut total = 0;
    let mut first = None;
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
        let longest = plan.game.max_plies(&spec.rules).unwrap_or(spec.limits.plies).min(spec.limits.plies);
        let on_clock = time_of_a_seat(&spec.limits, longest);
        let of_all_seats = |time: Duration| duration(2.0 * time.as_secs_f64() * matches as f64);
        let bytes = matches * (ROW_BYTES + 2 * ACTION_BYTES * u64::from(longest));
        rows.push(vec![
            spec.name.clone(),
            spec.plan.format.name().to_owned(),
            takes_part(&field, &spec.plan.format).to_string(),
            stage.most_rounds().to_string(),
            matches.to_string(),
            of_all_seats(Duration::from_secs_f64(on_clock.seconds())),
            of_all_seats(processor_time(&spec.limits, on_clock)),
            format!("{} MiB", bytes.div_ceil(1 << 20)),
        ]);
        first = first.or(Some(stage));
    }
    let metrics: Vec<&str> = plan.game.metrics().iter().map(|metric: &Metric| metric.name).collect();
    out::line(&format!("{}: {} under the rules {}", plan.name, plan.game.title(), rules_text(&plan.rules)))?;
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
    out::line(&table::render(&head, &rows))?;
    if plan.stages.iter().any(|spec| spec.limits.clock.kind == ClockKind::Fuel) {
        let net = Net::default();
        out::line(&format!(
            "a seat is limited to {net} of processor time in a match; a match in which it takes more is played again \
             alone, and lost if it does so again"
        ))?;
    }
    for spec in &plan.stages {
        for stop in spec.plan.stops() {
            out::line(&format!("{} may be shorter: it stops when {stop}", inert(&spec.name)))?;
        }
    }
    let matches = if total == 1 { "1 match".to_owned() } else { format!("{total} matches") };
    out::line(&format!("{matches} at most; metrics: {}; nothing was played", metrics.join(", ")))?;
    match first {
        Some(stage) => tell_pairings(stage, &plan.stages[0].name, &entrants),
        None => Ok(()),
    }
}

/// Time on the clock of one seat in a match of so many plies at most.
fn time_of_a_seat(limits: &Limits, plies: u32) -> Ticks {
    let moves = |time: Ticks| Ticks(time.0.saturating_mul(plies.into()));
    let clock = &limits.clock;
    let of_the_game = clock.per_game + moves(clock.increment);
    clock.per_move.map_or(of_the_game, |per_move| moves(per_move).min(of_the_game))
}

/// Processor time of a seat that uses all its time on the clock.
fn processor_time(limits: &Limits, on_clock: Ticks) -> Duration {
    match limits.clock.kind {
        ClockKind::Fuel => Net::default().allows(on_clock + limits.start),
        ClockKind::Cpu | ClockKind::Wall => Duration::from_secs_f64(on_clock.seconds()),
    }
}

/// Prints the pairings of the first stage: all of them where they do not depend on results, else those of the
/// first round; many are cut.
fn tell_pairings(mut stage: Stage, name: &str, entrants: &[Entrant]) -> Done {
    while stage.past().rounds().iter().map(|played| played.round.pairings.len()).sum::<usize>() < LISTED
        && stage.next_fixture().is_some()
    {}
    let shown =
        |id: EntrantId| entrants.get(id.index()).map_or_else(String::new, |entrant| inert(&entrant.name));
    out::line(&format!("\n{}:", inert(name)))?;
    for (number, played) in (1..).zip(stage.past().rounds()) {
        let pairings = played.round.pairings.iter();
        let mut words: Vec<String> =
            pairings.map(|pairing| format!("{} - {}", shown(pairing.first), shown(pairing.second))).collect();
        words.extend(played.round.byes.iter().map(|&entrant| format!("bye: {}", shown(entrant))));
        out::line(&format!("  round {number}: {}", words.join(", ")))?;
    }
    let rounds = stage.past().rounds().len() as u32;
    match stage.most_rounds().saturating_sub(rounds) {
        0 => Ok(()),
        left if stage.is_fixed() => out::line(&format!("  … and {left} more rounds")),
        left => out::line(&format!("  … and {left} more rounds at most, by their results")),
    }
}

/// How many play in a stage: guests in all but knockouts.
fn takes_part(field: &Field, format: &Format) -> usize {
    match format {
        Format::SingleElimination(_) | Format::DoubleElimination(_) => field.ranked.len(),
        _ => field.everybody().len(),
    }
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
