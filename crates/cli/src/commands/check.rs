//! `muster check`: would a bot be admitted, and how does it play.

mod saving;
mod tell;
mod trials;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use config::SizeClass;
use game::Seat;
use games::GAMES;
use referee::{Builtin, HostFailure, Ticks};
use runner::{Contestant, MatchSettings, Source};
use sandbox::{Bot, Caps, Refusal, Sandbox};
use serde_json::{Value, json};

use self::saving::Saving;
use self::tell::Replay;
use self::trials::Trials;
use super::game::find_game;
use super::made_for;
use super::stage_settings::{StageSettings, TournamentOptions};
use crate::exit::{Code, Done, Failed};
use crate::terminal::table::{self, Align};
use crate::terminal::text::inert;
use crate::{host, out};

/// `muster check`
#[derive(Args)]
pub(crate) struct CheckCommand {
    /// The bot: a .wasm file.
    bot: PathBuf,
    /// Try it in this game [default: every game].
    #[arg(long, conflicts_with = "tournament")]
    game: Option<String>,
    #[command(flatten)]
    tournament: TournamentOptions,
    /// Settings text for the bot [default: the entrant's, if the tournament enters this file].
    #[arg(long)]
    settings: Option<String>,
    /// Check against the larger caps of size = "script".
    #[arg(long)]
    script: bool,
    /// Write a trial match to this file, as one page with the bot's log that any browser opens: the first match that the
    /// bot lost by a fault, or else the first that it lost, or else the last. If no game is named, it is of the first game
    /// in which the bot did not always fail.
    #[arg(long, value_name = "FILE.html")]
    save: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// What the bot is checked with.
struct CheckPlan {
    matches: Vec<MatchSettings>,
    settings: Arc<str>,
    size: SizeClass,
    /// The entrant whose bot it is, in the tournament's words.
    entrant: Option<String>,
}

impl CheckCommand {
    pub(crate) fn run(self) -> Done {
        let plan = self.plan()?;
        let caps = runner::caps(plan.size);
        let bytes = host::read_bot(&self.bot, &caps).map_err(|error| host::unread_bot(&self.bot, &error))?;
        let sandbox = host::sandbox(1)?;
        let decided = sandbox.admit(&bytes, &caps).map_err(|error| Failed::from_error(Code::Host, &error))?;
        match decided {
            Err(refusal) => self.refused(&refusal, bytes.len()),
            Ok(bot) => self.admitted(&sandbox, &bot, &plan),
        }
    }

    fn plan(&self) -> Result<CheckPlan, Failed> {
        let stage = self.tournament.read()?;
        let entrant = stage.as_ref().and_then(|stage| stage.entrant(&self.bot));
        let settings = self.settings.as_deref().or(entrant.map(|entrant| entrant.settings.as_str()));
        let settings: Arc<str> = Arc::from(settings.unwrap_or_default());
        let size = if self.script { Some(SizeClass::Script) } else { entrant.map(|entrant| entrant.size) };
        let size = size.unwrap_or_default();
        let entrant = entrant.map(|entrant| entrant.name.clone());
        let matches = match (&stage, &self.game) {
            (Some(StageSettings { plan, stage, .. }), _) => {
                vec![MatchSettings::new(plan.game, stage.rules.clone(), stage.limits)]
            }
            (None, Some(name)) => vec![trials::default_settings(find_game(name)?)],
            (None, None) => GAMES.iter().copied().map(trials::default_settings).collect(),
        };
        Ok(CheckPlan { matches, settings, size, entrant })
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

    fn admitted(&self, sandbox: &Sandbox, bot: &Bot, plan: &CheckPlan) -> Done {
        let source = Source::Module { bot: bot.clone(), size: plan.size };
        let contestant = Contestant { source, settings: Arc::clone(&plan.settings) };
        let trials =
            try_out(sandbox, &contestant, plan).map_err(|error| Failed::from_error(Code::Host, &error))?;
        let replay = Replay { bot: &self.bot, settings: &plan.settings, tournament: &self.tournament };
        if self.json {
            out::line(&as_json(bot, plan, &trials, &replay).to_string())?;
        } else {
            self.tell(bot, plan, &trials)?;
            tell_faults(&trials, &replay)?;
        }
        if let Some(path) = &self.save {
            let saving = Saving { sandbox, bot: &self.bot, contestant: &contestant, matches: &plan.matches };
            let saved = saving.write(&trials, path)?;
            if !self.json {
                out::line(&saved)?;
            }
        }
        // Where no game is named, a bot is not expected to play every game there is.
        match trials.iter().filter(|trials| !trials.faults.is_empty()).count() {
            0 => Ok(()),
            failed if failed < trials.len() => Ok(()),
            _ if plan.matches.len() == 1 => {
                Err(Failed::new(Code::No, "accepted, but it failed in trial matches"))
            }
            _ => Err(Failed::new(Code::No, "accepted, but it failed in trial matches of every game")
                .hint("name its game with --game, or its tournament with --tournament")),
        }
    }

    fn tell(&self, bot: &Bot, plan: &CheckPlan, trials: &[Trials]) -> Done {
        let sizes = bot.sizes();
        out::line(&format!("{}: accepted", shown(&self.bot)))?;
        if let Some(entrant) = &plan.entrant {
            let settings = match &*plan.settings {
                "" => "no settings".to_owned(),
                settings => format!("settings `{}`", inert(settings)),
            };
            out::line(&format!("  entered as {} with {settings}", inert(entrant)))?;
        }
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
        let floats = if sizes.floats { "yes: NaNs are made canonical, which costs time" } else { "no" };
        out::line(&format!("  floating point: {floats}\n"))?;
        let rows: Vec<Vec<String>> = against_caps(bot, &runner::caps(plan.size))
            .into_iter()
            .map(|(name, value, cap)| vec![name.to_owned(), value.to_string(), cap.to_string()])
            .collect();
        let head = [("size of", Align::Left), ("is", Align::Right), ("at most", Align::Right)];
        out::line(&table::render(&head, &rows))?;
        out::line("")?;
        out::line(&format!(
            "trial matches against {} ({})",
            Builtin::ALL.map(|builtin| builtin.to_string()).join(" and "),
            clock_words(&plan.matches)
        ))?;
        let head = [
            ("game", Align::Left),
            ("matches", Align::Right),
            ("won", Align::Right),
            ("moves", Align::Right),
            ("offers", Align::Right),
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
                    trial.offers.to_string(),
                    ms(spending.median),
                    ms(spending.percentile_95),
                    ms(spending.max),
                    (trial.memory / 1024).to_string(),
                    trial.faults.len().to_string(),
                ]
            })
            .collect();
        out::line(&table::render(&head, &rows))?;
        for trial in trials.iter().filter(|trial| trial.offers > 0) {
            out::line(&format!(
                "{}: {} of {} moves were offers, played because the move's time ran out",
                trial.game.name(),
                trial.offers,
                trial.spending.answers
            ))?;
        }
        for missing in Sandbox::missing_protections() {
            out::line(&format!("note: {missing}"))?;
        }
        Ok(())
    }
}

fn as_json(bot: &Bot, plan: &CheckPlan, trials: &[Trials], replay: &Replay<'_>) -> Value {
    let sizes: Value = against_caps(bot, &runner::caps(plan.size))
        .into_iter()
        .map(|(name, value, cap)| (name.replace(' ', "_"), json!({ "is": value, "at_most": cap })))
        .collect::<serde_json::Map<String, Value>>()
        .into();
    let imports: Vec<Value> =
        bot.sizes().imports.iter().map(|(module, name)| json!({ "module": module, "name": name })).collect();
    // All games are tried under one clock, which both seats have.
    let clock = plan.matches.first().map(|settings| settings.limits.clock[Seat::First]).unwrap_or_default();
    let trials: Vec<Value> = trials
        .iter()
        .map(|trial| {
            let faults: Vec<Value> =
                trial.faults.iter().map(|failed| tell::as_json(trial.game, failed, replay)).collect();
            let made_for: Vec<&str> = trial.made_for.iter().map(|game| game.name()).collect();
            json!({
                "game": trial.game.name(),
                "matches": trial.matches,
                "wins": trial.wins,
                "moves": trial.spending.answers,
                "offers": trial.offers,
                "ticks": {
                    "median": trial.spending.median.0,
                    "percentile_95": trial.spending.percentile_95.0,
                    "longest": trial.spending.max.0,
                },
                "memory_bytes": trial.memory,
                "faults": faults,
                "made_for": made_for,
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
        "limits": { "per_move_ticks": clock.per_move.map(|per_move| per_move.0), "per_game_ticks": clock.per_game.0 },
        "trials": trials,
        "missing_protections": Sandbox::missing_protections(),
    })
}

/// Plays the trial matches of every game, and looks for the game that the bot was made for if it failed in all.
fn try_out(sandbox: &Sandbox, bot: &Contestant, plan: &CheckPlan) -> Result<Vec<Trials>, HostFailure> {
    let mut all = plan
        .matches
        .iter()
        .map(|settings| Trials::play(sandbox, bot, settings))
        .collect::<Result<Vec<Trials>, HostFailure>>()?;
    for trials in all.iter_mut().filter(|trials| trials.may_be_another()) {
        trials.made_for = made_for::other_games(sandbox, bot, trials.game)?;
    }
    Ok(all)
}

/// Prints the faults game by game. A game that the bot was not made for gets one line, unless it is the only one.
fn tell_faults(trials: &[Trials], replay: &Replay<'_>) -> Done {
    let plays_one = trials.iter().any(|trials| trials.faults.is_empty());
    for trials in trials {
        if plays_one && trials.all_failed() {
            let (name, all) = (trials.game.name(), trials.matches);
            out::line(&format!(
                "{name}: failed in all {all} trial matches; the bot was probably not made for it"
            ))?;
        } else {
            tell::faults(trials, replay)?;
        }
    }
    Ok(())
}

/// The clock of the trial matches, which is one for all games.
fn clock_words(matches: &[MatchSettings]) -> String {
    matches.first().map(|settings| settings.limits.times()).unwrap_or_default()
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
