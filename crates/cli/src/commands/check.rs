//! `muster check`: would a bot be admitted, and how does it play.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use game::{Game, Rules, Seat};
use games::GAMES;
use referee::{Builtin, HostFailure, Limits, MatchSeed, Ticks};
use sandbox::{Bot, Caps, Refusal, Sandbox, Spending, Trial, TrialPlan};
use serde_json::{Value, json};

use super::game::find_game;
use crate::exit::{Code, Done, Failed};
use crate::terminal::table::{self, Align};
use crate::terminal::text::inert;
use crate::{host, out};

/// Trial matches against each built-in player at each seat.
const TRIALS: u64 = 2;

/// `muster check`
#[derive(Args)]
pub(crate) struct CheckCommand {
    /// The bot: a .wasm file.
    bot: PathBuf,
    /// Try it in this game [default: in every game].
    #[arg(long)]
    game: Option<String>,
    /// Settings text for the bot.
    #[arg(long, default_value = "")]
    settings: String,
    /// Check against the larger caps of size = "script".
    #[arg(long)]
    script: bool,
    /// Print JSON for programs.
    #[arg(long)]
    json: bool,
}

/// What the trial matches of one game showed.
struct Trials {
    game: &'static dyn Game,
    matches: u32,
    wins: u32,
    spending: Spending,
    memory: u64,
    faults: Vec<String>,
}

impl CheckCommand {
    pub(crate) fn run(self) -> Done {
        let games = match &self.game {
            Some(name) => vec![find_game(name)?],
            None => GAMES.to_vec(),
        };
        let caps = if self.script { Caps::script() } else { Caps::default() };
        let bytes = host::read_bot(&self.bot, &caps)
            .map_err(|error| Failed::input(format!("cannot read the bot {}: {error}", self.bot.display())))?;
        let sandbox = host::sandbox(1)?;
        let decided = sandbox.admit(&bytes, &caps).map_err(|error| Failed::from_error(Code::Host, &error))?;
        match decided {
            Err(refusal) => self.refused(&refusal, bytes.len()),
            Ok(bot) => self.admitted(&sandbox, &bot, &caps, &games),
        }
    }

    fn refused(&self, refusal: &Refusal, size: usize) -> Done {
        let reasons = refusal.objections();
        if self.json {
            let reasons: Vec<Value> = reasons
                .iter()
                .map(|reason| json!({ "reason": reason.to_string(), "advice": reason.advice() }))
                .collect();
            out::line(&json!({ "accepted": false, "bytes": size, "reasons": reasons }).to_string())?;
        } else {
            out::line(&format!("{}: refused", shown(&self.bot)))?;
            for reason in reasons {
                out::line(&format!("  {}", inert(&reason.to_string())))?;
                out::line(&format!("    hint: {}", reason.advice()))?;
            }
        }
        let count = reasons.len();
        Err(Failed::new(Code::No, format!("refused for {count} reason{}", if count == 1 { "" } else { "s" })))
    }

    fn admitted(&self, sandbox: &Sandbox, bot: &Bot, caps: &Caps, games: &[&'static dyn Game]) -> Done {
        let limits = Limits::default();
        let trials = games
            .iter()
            .map(|game| try_out(sandbox, bot, *game, &self.settings, limits))
            .collect::<Result<Vec<Trials>, HostFailure>>()
            .map_err(|error| Failed::from_error(Code::Host, &error))?;
        if self.json {
            out::line(&as_json(bot, caps, &limits, &trials).to_string())?;
        } else {
            self.tell(bot, caps, &limits, &trials)?;
        }
        let failed = trials.iter().any(|trial| !trial.faults.is_empty());
        // Without a game named, a bot is not expected to play every game there is.
        if failed && self.game.is_some() {
            return Err(Failed::new(Code::No, "accepted, but it failed in trial matches"));
        }
        Ok(())
    }

    fn tell(&self, bot: &Bot, caps: &Caps, limits: &Limits, trials: &[Trials]) -> Done {
        let sizes = bot.sizes();
        out::line(&format!("{}: accepted", shown(&self.bot)))?;
        out::line(&format!("  BLAKE3 {}", blake3_hex(bot.hash())))?;
        let making = bot.making();
        let how = if making.cached { "loaded from the cache" } else { "compiled" };
        out::line(&format!(
            "  {how} in {:.1} ms, {} bytes of machine code",
            making.time.as_secs_f64() * 1e3,
            making.code
        ))?;
        if let Some(child) = making.child {
            let (ms, kib) = (child.processor.as_secs_f64() * 1e3, child.memory / 1024);
            out::line(&format!("  the compiler took {ms:.1} ms of processor time and {kib} KiB of memory"))?;
        }
        let imports: Vec<String> =
            sizes.imports.iter().map(|(module, name)| format!("{module}.{name}")).collect();
        let imports = if imports.is_empty() { "none".to_owned() } else { inert(&imports.join(", ")) };
        out::line(&format!("  imports: {imports}"))?;
        let floats = if sizes.floats { "yes: NaN is made canonical, which costs time" } else { "no" };
        out::line(&format!("  floating point: {floats}\n"))?;
        let rows: Vec<Vec<String>> = against_caps(bot, caps)
            .into_iter()
            .map(|(name, value, cap)| vec![name.to_owned(), value.to_string(), cap.to_string()])
            .collect();
        let head = [("size of", Align::Left), ("is", Align::Right), ("at most", Align::Right)];
        out::line(&table::render(&head, &rows))?;
        out::line("")?;
        out::line(&format!(
            "trial matches against {} ({})",
            Builtin::ALL.map(|builtin| builtin.to_string()).join(" and "),
            limits.clock
        ))?;
        let head = [
            ("game", Align::Left),
            ("matches", Align::Right),
            ("won", Align::Right),
            ("moves", Align::Right),
            ("median ms", Align::Right),
            ("95 % ms", Align::Right),
            ("longest ms", Align::Right),
            ("memory KiB", Align::Right),
            ("faults", Align::Right),
        ];
        let rows: Vec<Vec<String>> = trials
            .iter()
            .map(|trial| {
                let ms = |ticks: Ticks| format!("{:.4}", ticks.seconds() * 1e3);
                let spending = &trial.spending;
                vec![
                    trial.game.name().to_owned(),
                    trial.matches.to_string(),
                    trial.wins.to_string(),
                    spending.answers.to_string(),
                    ms(spending.median),
                    ms(spending.percentile_95),
                    ms(spending.max),
                    (trial.memory / 1024).to_string(),
                    trial.faults.len().to_string(),
                ]
            })
            .collect();
        out::line(&table::render(&head, &rows))?;
        for trial in trials {
            for fault in &trial.faults {
                out::line(&format!("  {}: {}", trial.game.name(), inert(fault)))?;
            }
        }
        for missing in Sandbox::missing_protections() {
            out::line(&format!("note: {missing}"))?;
        }
        Ok(())
    }
}

fn as_json(bot: &Bot, caps: &Caps, limits: &Limits, trials: &[Trials]) -> Value {
    let sizes: Value = against_caps(bot, caps)
        .into_iter()
        .map(|(name, value, cap)| (name.replace(' ', "_"), json!({ "is": value, "at_most": cap })))
        .collect::<serde_json::Map<String, Value>>()
        .into();
    let imports: Vec<Value> =
        bot.sizes().imports.iter().map(|(module, name)| json!({ "module": module, "name": name })).collect();
    let trials: Vec<Value> = trials
        .iter()
        .map(|trial| {
            json!({
                "game": trial.game.name(),
                "matches": trial.matches,
                "wins": trial.wins,
                "moves": trial.spending.answers,
                "ticks": {
                    "median": trial.spending.median.0,
                    "percentile_95": trial.spending.percentile_95.0,
                    "longest": trial.spending.max.0,
                },
                "memory_bytes": trial.memory,
                "faults": trial.faults,
            })
        })
        .collect();
    json!({
        "accepted": true,
        "blake3": blake3_hex(bot.hash()),
        "compile_seconds": bot.making().time.as_secs_f64(),
        "compile_processor_seconds": bot.making().child.map(|child| child.processor.as_secs_f64()),
        "compile_memory_bytes": bot.making().child.map(|child| child.memory),
        "from_cache": bot.making().cached,
        "machine_code_bytes": bot.making().code,
        "imports": imports,
        "floating_point": bot.sizes().floats,
        "sizes": sizes,
        "limits": { "per_move_ticks": limits.clock.per_move.map(|per_move| per_move.0), "per_game_ticks": limits.clock.per_game.0 },
        "trials": trials,
        "missing_protections": Sandbox::missing_protections(),
    })
}

/// Plays against every built-in player at both seats.
fn try_out(
    sandbox: &Sandbox,
    bot: &Bot,
    game: &'static dyn Game,
    settings: &str,
    limits: Limits,
) -> Result<Trials, HostFailure> {
    let mut trials =
        Trials { game, matches: 0, wins: 0, spending: Spending::default(), memory: 0, faults: Vec::new() };
    let mut times = Vec::new();
    for number in 0..TRIALS {
        for opponent in Builtin::ALL {
            for seat in Seat::BOTH {
                let plan = TrialPlan {
                    game,
                    rules: Rules::defaults(game.options()),
                    seat,
                    opponent,
                    settings: Arc::from(settings),
                    limits,
                    seed: MatchSeed::from_number(number),
                };
                let Trial { record, memory_peak, .. } = sandbox::trial(sandbox, bot, &plan)?;
                trials.matches += 1;
                trials.wins += u32::from(record.verdict.outcome.winner() == Some(seat));
                trials.memory = trials.memory.max(memory_peak);
                times.extend(
                    record.played.iter().filter(|played| played.seat == seat).map(|played| played.spent),
                );
                if let Some(loss) = &record.losses[seat] {
                    times.push(loss.spent);
                    let (fault, detail) = (loss.failure.fault, &loss.failure.detail);
                    trials.faults.push(format!(
                        "{fault} at ply {}: {detail}: {}",
                        loss.ply,
                        fault.explanation()
                    ));
                }
            }
        }
    }
    trials.spending = Spending::of(times);
    Ok(trials)
}

fn against_caps(bot: &Bot, caps: &Caps) -> [(&'static str, u64, u64); 17] {
    let sizes = bot.sizes();
    [
        ("module in bytes", sizes.module, caps.module),
        ("largest function in bytes", sizes.body, caps.body),
        ("functions", sizes.functions, caps.functions),
        ("function types", sizes.types, caps.types),
        ("parameters", sizes.parameters, caps.parameters),
        ("locals of a function", sizes.locals, caps.locals),
        ("nesting", sizes.nesting, caps.nesting),
        ("values carried by branches", sizes.carried, caps.carried),
        ("globals", sizes.globals, caps.globals),
        ("tables", sizes.tables, caps.tables),
        ("table entries", sizes.table_entries, caps.table_entries),
        ("element segments", sizes.element_segments, caps.element_segments),
        ("data segments", sizes.data_segments, caps.data_segments),
        ("memory in pages", sizes.memory_pages, caps.memory_pages),
        ("imports", sizes.imports.len() as u64, caps.imports),
        ("exports", sizes.exports, caps.exports),
        ("machine code in bytes", bot.making().code, caps.code),
    ]
}

fn blake3_hex(hash: &[u8; 32]) -> String {
    blake3::Hash::from_bytes(*hash).to_hex().to_string()
}

fn shown(path: &Path) -> String {
    inert(&path.display().to_string())
}
