//! What `muster check --json` prints.

use game::{Game, Seat, ply_number};
use job::NotAdmitted;
use play::{Defeat, FailedTrial, Trials};
use sandbox::Sandbox;
use serde_json::{Map, Value, json};

use super::bot_hash;
use super::caps::against_caps;
use super::checked::{Accepted, CheckPlan};
use super::commands::Commands;
use super::tell::LINES;
use crate::commands::logs;

/// A bot that was refused, or is undecided on this machine: `accepted` is then null.
pub(super) fn not_admitted(why: &NotAdmitted, bytes: usize) -> Value {
    let reason = |(reason, advice): (String, &str)| json!({ "reason": reason, "advice": advice });
    let reasons: Vec<Value> = why.reasons().into_iter().map(reason).collect();
    let accepted = match why {
        NotAdmitted::Refused(_) => Value::Bool(false),
        NotAdmitted::Undecided(_) => Value::Null,
    };
    json!({ "accepted": accepted, "bytes": bytes, "reasons": reasons })
}

/// A bot that was admitted, with its trial matches.
pub(super) fn accepted(accepted: &Accepted, plan: &CheckPlan, commands: &Commands<'_>) -> Value {
    let bot = &accepted.bot;
    let sizes: Value = against_caps(bot, &plan.size.caps())
        .into_iter()
        .map(|(name, value, cap)| (name.replace(' ', "_"), json!({ "is": value, "at_most": cap })))
        .collect::<Map<String, Value>>()
        .into();
    let imports: Vec<Value> =
        bot.sizes().imports.iter().map(|(module, name)| json!({ "module": module, "name": name })).collect();
    // All games are tried under one clock, which both seats have.
    let limits = plan.matches.first().map(|settings| settings.limits).unwrap_or_default();
    let clock = limits.clock[Seat::First];
    let trials: Vec<Value> = accepted.trials.iter().map(|trials| in_game(trials, commands)).collect();
    json!({
        "accepted": true,
        "blake3": bot_hash(bot),
        "program": bot.sizes().program,
        "compile_seconds": bot.making().time.as_secs_f64(),
        "compile_processor_seconds": bot.making().child.map(|child| child.processor.as_secs_f64()),
        "compile_memory_bytes": bot.making().child.map(|child| child.memory),
        "from_cache": bot.making().cached,
        "machine_code_bytes": bot.making().code,
        "imports": imports,
        "floating_point": bot.sizes().floats,
        "sizes": sizes,
        "limits": {
            "per_move_ticks": clock.per_move.map(|per_move| per_move.0),
            "per_game_ticks": clock.per_game.0,
            "start_ticks": limits.start.0,
        },
        "trials": trials,
        "missing_protections": Sandbox::missing_protections(),
    })
}

fn in_game(trials: &Trials, commands: &Commands<'_>) -> Value {
    let game = trials.game;
    let faults: Vec<Value> = trials.faults.iter().map(|failed| fault(game, failed, commands)).collect();
    let defeats: Vec<Value> = trials.defeats.iter().map(|lost| defeat(game, lost, commands)).collect();
    let made_for: Vec<&str> = trials.made_for.iter().map(|game| game.name()).collect();
    let log = trials.telling.as_ref().map(|telling| &telling.record.closings[telling.pairing.seat].log);
    let log = log.map(|log| logs::lines(log)).unwrap_or_default();
    json!({
        "game": game.name(),
        "matches": trials.matches,
        "wins": trials.wins,
        "moves": trials.spending.answers,
        "offers": trials.offers,
        "start": {
            "ticks": trials.start.start.0,
            "first_move_ticks": trials.start.first_move.0,
            "wall_seconds": trials.start.wall.as_secs_f64(),
            "memory_bytes": trials.start.memory,
        },
        "ticks": {
            "median": trials.spending.median.0,
            "percentile_95": trials.spending.percentile_95.0,
            "longest": trials.spending.max.0,
        },
        "memory_bytes": trials.most_memory(),
        "median_memory_bytes": trials.median_memory(),
        "faults": faults,
        "defeats": defeats,
        "log_end": &log[log.len().saturating_sub(LINES)..],
        "made_for": made_for,
    })
}

/// Plies are counted from 1.
fn fault(game: &dyn Game, failed: &FailedTrial, commands: &Commands<'_>) -> Value {
    let failure = &failed.loss.failure;
    json!({
        "fault": failure.fault.to_string(),
        "words": failure.in_words(),
        "advice": failure.fault.advice(),
        "ply": ply_number(failed.loss.ply),
        "seat": game.seats()[failed.pairing.seat].word,
        "opponent": failed.pairing.opponent.to_string(),
        "seed": failed.pairing.seed,
        "position": failed.loss.position,
        "backtrace": failure.backtrace,
        "replay": commands.play(game, &failed.pairing),
        "call": commands.call(game, failed),
    })
}

fn defeat(game: &dyn Game, defeat: &Defeat, commands: &Commands<'_>) -> Value {
    let Defeat { pairing, reason, plies, turned } = defeat;
    json!({
        "reason": reason,
        "plies": plies,
        "lead_changed_at": turned.map(ply_number),
        "seat": game.seats()[pairing.seat].word,
        "opponent": pairing.opponent.to_string(),
        "seed": pairing.seed,
        "replay": commands.watch(game, pairing),
    })
}
