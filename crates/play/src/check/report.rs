//! The report on a check, as JSON.

use std::collections::BTreeMap;

use game::{Game, Seat, ply_number, visible};
use job::NotAdmitted;
use json::Shape;
use sandbox::Sandbox;
use schemars::JsonSchema;
use serde::Serialize;

use super::sizes::sizes_and_caps;
use super::{CheckPlan, TriedBot};
use crate::decided::DecisiveBlowReport;
use crate::trial_commands::TrialCommands;
use crate::trials::{Defeat, FailedTrial, Trials};

/// Maximum number of lines from the end of a log.
const LOG_LINES: usize = 4;

/// The report on a bot: admission, reasons for a refusal, and trial matches. `bytes` and `reasons` describe a bot that
/// is not admitted; all other members but `accepted` describe an admitted one.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckReport {
    /// `true` if the bot is admitted. Null if it is undecided on this machine.
    accepted: Option<bool>,
    /// The size of the file of a bot that is not admitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "usize")]
    bytes: Option<usize>,
    /// The reasons why a bot is not admitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<RefusalReason>")]
    reasons: Option<Vec<RefusalReason>>,
    #[serde(flatten)]
    admitted: Option<AdmittedBot>,
}

impl Shape for CheckReport {
    const NAME: &'static str = "check";
    const VERSION: u32 = 2;
}

/// The report on the bots of a directory.
#[derive(Debug, Serialize, JsonSchema)]
pub struct DirectoryReport {
    /// The bots, in the order of their paths.
    pub bots: Vec<BotOfDirectory>,
}

impl Shape for DirectoryReport {
    const NAME: &'static str = "check-directory";
    const VERSION: u32 = 2;
}

/// The report on one bot of a directory.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BotOfDirectory {
    /// The path relative to the directory.
    pub bot: String,
    /// `true` if the bot is admitted and plays at least one game without a fault.
    pub good: bool,
    /// The report on the bot.
    #[serde(flatten)]
    pub report: CheckReport,
}

/// A reason why a bot is not admitted.
#[derive(Debug, Serialize, JsonSchema)]
struct RefusalReason {
    /// The problem.
    reason: String,
    /// Advice on how to fix it. Absent for a file that cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    advice: Option<&'static str>,
}

/// An admitted bot.
#[derive(Debug, Serialize, JsonSchema)]
struct AdmittedBot {
    /// The BLAKE3 hash of the module, in hexadecimal.
    blake3: String,
    /// `true` if the bot is a program that plays by lines.
    program: bool,
    /// The time it took to prepare the bot for playing.
    compile_seconds: f64,
    /// The processor time of the compiler. Null if the compiled module came from the cache.
    compile_processor_seconds: Option<f64>,
    /// The memory of the compiler. Null if the compiled module came from the cache.
    compile_memory_bytes: Option<u64>,
    /// `true` if the compiled module came from the cache.
    from_cache: bool,
    /// The size of the machine code.
    machine_code_bytes: u64,
    /// The functions that the module imports.
    imports: Vec<ModuleImport>,
    /// `true` if the bot computes with floating-point numbers, which costs time.
    floating_point: bool,
    /// The sizes of the bot with their caps, by name.
    sizes: BTreeMap<String, SizeWithCap>,
    /// The limits of the trial matches.
    limits: TrialLimits,
    /// The trial matches, by game.
    trials: Vec<TrialReport>,
    /// The protections of other bots and of the host that this machine lacks.
    missing_protections: Vec<&'static str>,
}

/// A function that the module imports.
#[derive(Debug, Serialize, JsonSchema)]
struct ModuleImport {
    /// The name of the module that provides it.
    module: String,
    /// Its name in that module.
    name: String,
}

/// A size of the module.
#[derive(Debug, Serialize, JsonSchema)]
struct SizeWithCap {
    /// The size.
    is: u64,
    /// The largest admitted size.
    at_most: u64,
}

/// The clock of the trial matches, in ticks: 10^10 are one second.
#[derive(Debug, Serialize, JsonSchema)]
#[expect(clippy::struct_field_names, reason = "each says its unit")]
struct TrialLimits {
    /// Maximum time for a move. Null if only the game is limited.
    per_move_ticks: Option<u64>,
    /// Maximum time for all moves of a match.
    per_game_ticks: u64,
    /// Free time before the first move.
    start_ticks: u64,
}

/// The results of the trial matches of one game.
#[derive(Debug, Serialize, JsonSchema)]
struct TrialReport {
    /// The game.
    game: &'static str,
    /// Number of matches played against built-in players.
    matches: u32,
    /// Number of matches that the bot won.
    wins: u32,
    /// Number of moves that the bot made.
    moves: usize,
    /// Number of moves that were offers, played because the move's time ran out.
    offers: usize,
    /// The cost of starting a match.
    start: TrialStart,
    /// The cost of a move.
    ticks: MoveTicks,
    /// The highest memory use in any match.
    memory_bytes: u64,
    /// The median of the matches' memory use.
    median_memory_bytes: u64,
    /// The matches that the bot lost by a fault.
    faults: Vec<TrialFault>,
    /// The matches that the bot lost by the rules.
    defeats: Vec<TrialDefeat>,
    /// The last lines that the bot logged in the most informative match.
    log_end: Vec<String>,
    /// The other games that the bot plays, if it failed in every match of this one.
    made_for: Vec<&'static str>,
}

/// The cost of starting a match.
#[derive(Debug, Serialize, JsonSchema)]
struct TrialStart {
    /// Ticks up to the first move.
    ticks: u64,
    /// Ticks for the first move.
    first_move_ticks: u64,
    /// Seconds for both on this machine.
    wall_seconds: f64,
    /// Memory use after the first move.
    memory_bytes: u64,
}

/// The time of a move, in ticks: 10^10 are one second.
#[derive(Debug, Serialize, JsonSchema)]
struct MoveTicks {
    /// The median.
    median: u64,
    /// The 95th percentile.
    percentile_95: u64,
    /// The longest move.
    longest: u64,
}

/// A trial match that the bot lost by a fault.
#[derive(Debug, Serialize, JsonSchema)]
struct TrialFault {
    /// The fault.
    fault: String,
    /// The message.
    words: String,
    /// Advice for the author; empty if the message is enough.
    advice: String,
    /// The ply in which it failed, from 1.
    ply: u32,
    /// The bot's seat, in the game's word.
    seat: &'static str,
    /// The built-in player.
    opponent: String,
    /// The seed of the match.
    seed: u64,
    /// The position in which it failed.
    position: String,
    /// The functions in which the bot failed, innermost first. For a script, the line of its source and the calls above
    /// it.
    backtrace: Vec<String>,
    /// The command that plays the match again.
    replay: String,
    /// The command that asks the bot about just this position.
    call: String,
}

/// A trial match that the bot lost by the rules.
#[derive(Debug, Serialize, JsonSchema)]
struct TrialDefeat {
    /// Why the match ended.
    reason: String,
    /// Number of plies played.
    plies: u32,
    /// The event that decided it. Null if the rules name only a reason.
    decided: Option<DecisiveBlowReport>,
    /// The bot's seat, in the game's word.
    seat: &'static str,
    /// The built-in player.
    opponent: String,
    /// The seed of the match.
    seed: u64,
    /// The command that shows the match ply by ply.
    replay: String,
}

impl CheckReport {
    /// Reports on a file that cannot be read.
    pub fn unreadable(why: &str) -> CheckReport {
        let reasons = vec![RefusalReason { reason: why.to_owned(), advice: None }];
        CheckReport { accepted: Some(false), bytes: None, reasons: Some(reasons), admitted: None }
    }

    /// Reports on a bot that was refused, or is undecided on this machine.
    pub fn not_admitted(why: &NotAdmitted, bytes: usize) -> CheckReport {
        let reason =
            |(reason, advice): (String, &'static str)| RefusalReason { reason, advice: Some(advice) };
        let accepted = match why {
            NotAdmitted::Refused(_) => Some(false),
            NotAdmitted::Undecided(_) => None,
        };
        let reasons = why.reasons().into_iter().map(reason).collect();
        CheckReport { accepted, bytes: Some(bytes), reasons: Some(reasons), admitted: None }
    }

    /// Reports on an admitted bot with its trial matches.
    pub fn admitted(tried: &TriedBot, plan: &CheckPlan, commands: &TrialCommands) -> CheckReport {
        let admitted = AdmittedBot::new(tried, plan, commands);
        CheckReport { accepted: Some(true), bytes: None, reasons: None, admitted: Some(admitted) }
    }
}

impl AdmittedBot {
    fn new(tried: &TriedBot, plan: &CheckPlan, commands: &TrialCommands) -> AdmittedBot {
        let bot = &tried.bot;
        let (sizes, making) = (&bot.ready.sizes, &bot.making);
        let size =
            |(name, is, at_most): (&str, u64, u64)| (name.replace(' ', "_"), SizeWithCap { is, at_most });
        let import =
            |(module, name): &(String, String)| ModuleImport { module: module.clone(), name: name.clone() };
        // All games are tried under one clock, the same for both seats.
        let limits = plan.matches.first().map(|settings| settings.limits).unwrap_or_default();
        let clock = limits.clock[Seat::First];
        AdmittedBot {
            blake3: bot.ready.hash.to_string(),
            program: sizes.program,
            compile_seconds: making.time.as_secs_f64(),
            compile_processor_seconds: making.child.map(|child| child.processor.as_secs_f64()),
            compile_memory_bytes: making.child.map(|child| child.memory),
            from_cache: making.cached,
            machine_code_bytes: making.code,
            imports: sizes.imports.iter().map(import).collect(),
            floating_point: sizes.floats,
            sizes: sizes_and_caps(bot, &plan.size.caps()).into_iter().map(size).collect(),
            limits: TrialLimits {
                per_move_ticks: clock.per_move.map(|per_move| per_move.0),
                per_game_ticks: clock.per_game.0,
                start_ticks: limits.start.0,
            },
            trials: tried.trials.iter().map(|trials| TrialReport::new(trials, commands)).collect(),
            missing_protections: Sandbox::missing_protections().to_vec(),
        }
    }
}

impl TrialReport {
    fn new(trials: &Trials, commands: &TrialCommands) -> TrialReport {
        let game = trials.game;
        let log = trials.telling.as_ref().map(|telling| &telling.record.closings[telling.pairing.seat].log);
        let mut log: Vec<String> =
            log.map(|log| String::from_utf8_lossy(log).lines().map(visible).collect()).unwrap_or_default();
        TrialReport {
            game: game.name(),
            matches: trials.matches,
            wins: trials.wins,
            moves: trials.spending.answers,
            offers: trials.offers,
            start: TrialStart {
                ticks: trials.start.start.0,
                first_move_ticks: trials.start.first_move.0,
                wall_seconds: trials.start.wall.as_secs_f64(),
                memory_bytes: trials.start.memory,
            },
            ticks: MoveTicks {
                median: trials.spending.median.0,
                percentile_95: trials.spending.percentile_95.0,
                longest: trials.spending.max.0,
            },
            memory_bytes: trials.most_memory(),
            median_memory_bytes: trials.median_memory(),
            faults: trials.faults.iter().map(|failed| TrialFault::new(game, failed, commands)).collect(),
            defeats: trials.defeats.iter().map(|lost| TrialDefeat::new(game, lost, commands)).collect(),
            log_end: log.split_off(log.len().saturating_sub(LOG_LINES)),
            made_for: trials.made_for.iter().map(|game| game.name()).collect(),
        }
    }
}

impl TrialFault {
    fn new(game: &dyn Game, failed: &FailedTrial, commands: &TrialCommands) -> TrialFault {
        let failure = &failed.loss.failure;
        TrialFault {
            fault: failure.fault.to_string(),
            words: failure.in_words(),
            advice: failure.advice().unwrap_or_default().to_owned(),
            ply: ply_number(failed.loss.ply),
            seat: game.seats()[failed.pairing.seat].word,
            opponent: failed.pairing.opponent.to_string(),
            seed: failed.pairing.seed,
            position: failed.loss.position.clone(),
            backtrace: failure.backtrace.clone(),
            replay: commands.play(game, &failed.pairing),
            call: commands.call(game, failed),
        }
    }
}

impl TrialDefeat {
    fn new(game: &dyn Game, defeat: &Defeat, commands: &TrialCommands) -> TrialDefeat {
        let Defeat { pairing, reason, plies, decided } = defeat;
        TrialDefeat {
            reason: reason.clone(),
            plies: *plies,
            decided: decided.clone(),
            seat: game.seats()[pairing.seat].word,
            opponent: pairing.opponent.to_string(),
            seed: pairing.seed,
            replay: commands.watch(game, pairing),
        }
    }
}
