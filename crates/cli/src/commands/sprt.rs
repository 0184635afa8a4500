//! `muster sprt`: tests if a new version is stronger than the old one.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use class_operations::bots::{BotArgument, two_candidates};
use explain::{Error, Explain, Kind};
use game::visible_path;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ledger::{LedgerError, Root, RunFolder};
use rating::scale::EloScale;
use rating::sprt::{AcceptedHypothesis, Verdict};
use referee::{Limits, Ticks};
use run_folder::RecordError;
use run_folder::sequential_test::{SequentialTestPlan, SequentialTestState, SequentialTestVerdict};
use runner::{Ending, RunError, SequentialTest, SequentialTestEvent, SprtReport, exposure};
use terminal::out;
use terminal::text::inert;

use super::game::{find_game, rules_of};
use crate::exit::{Done, FEWER_AT_ONCE, host_failed};
use crate::host;
use crate::isolation::PlaceOptions;

/// `muster sprt`
#[derive(Args)]
#[command(after_help = "\
Pairs of games are played from random openings, with seats swapped in the second game, until the sequential test \
accepts one of the hypotheses: a difference of --elo1 rather than --elo0, or of --elo0 rather than --elo1. Openings \
that one seat loses in random play are not used. The verdict does not depend on --jobs or on interruptions (--out).

With --elo normalized, --elo0 and --elo1 are the expected score above one half in standard deviations of a game, \
times 800 / ln 10 (347.4), like fishtest's normalized Elo: the number of games needed does not depend on openings \
and draws.

The Elo difference and its 95 % interval are corrected for the moment at which the test stopped.

Exit codes: 0 elo1 is accepted (the new bot is stronger, if elo0 is 0 or more); 4 elo0 is accepted (it is not, if elo1 \
is 0 or less); 6 undecided; 3 interrupted. --json prints the verdict as a word.")]
pub(crate) struct SprtCommand {
    /// The game: a name (see `muster game list`), or a file with rules (.py, .js, .ts, .wasm, .wat).
    game: String,
    /// The new bot: a .wasm file or builtin:NAME.
    new: String,
    /// The old bot.
    old: String,
    /// The scale of --elo0 and --elo1: logistic or normalized.
    #[arg(long, default_value = "logistic", value_parser = scale)]
    elo: EloScale,
    /// The difference in Elo that counts as no progress.
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// The difference in Elo that counts as progress.
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true)]
    elo1: f64,
    /// The probability of accepting elo1 if elo0 is true.
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// The probability of accepting elo0 if elo1 is true.
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// End the test undecided after this number of games [default: no limit].
    #[arg(long, value_parser = clap::value_parser!(u64).range(2..))]
    max_games: Option<u64>,
    #[command(flatten)]
    place: PlaceOptions,
    /// The seed of openings and matches.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cycle through this number of openings [default: a new one for every pair].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    openings: Option<u32>,
    /// Number of random plies in an opening; more once all openings of that length have been used.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1000))]
    plies: u32,
    /// Set a rule option; may be repeated.
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    rules: Vec<String>,
    /// Time for each move, with a unit [default: 100ms; unlimited if only --per-game is given].
    #[arg(long, value_parser = config::parse_duration)]
    per_move: Option<Ticks>,
    /// Time for all moves of a seat in a game, with a unit [default: 60s].
    #[arg(long, value_parser = config::parse_duration)]
    per_game: Option<Ticks>,
    /// Settings text for the new bot.
    #[arg(long, default_value = "")]
    new_settings: String,
    /// Settings text for the old bot.
    #[arg(long, default_value = "")]
    old_settings: String,
    /// Keep the games in this folder; the same command resumes the test.
    #[arg(long, short)]
    out: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

fn scale(name: &str) -> Result<EloScale, String> {
    EloScale::named(name).ok_or_else(|| format!("use {}", EloScale::NAMES.join(" or ")))
}

impl SprtCommand {
    pub(crate) fn run(self) -> Done {
        let plan = self.plan()?;
        let entered = [(&self.new, &self.new_settings), (&self.old, &self.old_settings)];
        let candidates = two_candidates(
            &entered.map(|(bot, settings)| BotArgument { bot, settings }),
            ["new", "old"],
            plan.game,
        )?;
        let (place, jobs) = (self.place.place()?, self.place.jobs());
        let validator = place.validator();
        let admission = runner::admit(validator, &candidates)?;
        let folder = self.out.as_ref().map(RunFolder::at);
        let mut test = SequentialTest::begin(&plan, admission, validator, folder.as_ref())
            .map_err(|error| explain(folder.as_ref(), &error))?;
        let stop = host::stop_on_interrupt();
        let progress = Progress::new(&test.state());
        let executor = place.executor(jobs)?;
        let ending = test.play(&*executor, &stop, &mut |event| progress.tell(&event));
        progress.finish();
        let state = test.state();
        match (ending.map_err(|error| explain(folder.as_ref(), &error))?, state.verdict) {
            (Ending::Complete, Some(verdict)) => {
                let root = test.root().map_err(|error| explain(folder.as_ref(), &error))?;
                self.print(&plan, verdict, &state, root.as_ref())
            }
            (Ending::Complete | Ending::Interrupted, _) => {
                let failed = Error::new(Kind::Incomplete, format!("interrupted; {}", running(&state)));
                Err(failed.hint(self.how_to_resume()))
            }
            (Ending::HostFailed { matches }, _) => Err(host_failed(&matches)
                .hint(format!("fix the cause; {}", self.how_to_resume()))
                .hint(FEWER_AT_ONCE)),
        }
    }

    fn how_to_resume(&self) -> &'static str {
        if self.out.is_some() {
            "run the same command again to resume"
        } else {
            "use --out DIR to make the test resumable"
        }
    }

    fn plan(&self) -> Result<SequentialTestPlan, Error> {
        let game = find_game(&self.game)?;
        let limits = Limits::default().with_times(self.per_move, self.per_game);
        Ok(SequentialTestPlan {
            game,
            rules: rules_of(game, &self.rules)?,
            limits,
            scale: self.elo,
            elo0: self.elo0,
            elo1: self.elo1,
            alpha: self.alpha,
            beta: self.beta,
            openings: self.openings,
            plies: self.plies,
            seed: self.seed,
            max_games: self.max_games,
        })
    }

    fn print(
        &self,
        plan: &SequentialTestPlan,
        verdict: SequentialTestVerdict,
        state: &SequentialTestState,
        root: Option<&Root>,
    ) -> Done {
        if self.json {
            out::json_pretty(&SprtReport::new(plan, verdict, state, root))?;
        } else {
            self.print_lines(verdict, state)?;
            root.map_or(Ok(()), |root| out::line(&format!("root: {root}")))?;
        }
        // The verdict is already printed. The exit code and the advice remain.
        match verdict {
            SequentialTestVerdict::AcceptElo1 => Ok(()),
            SequentialTestVerdict::AcceptElo0 => Err(Error::new(Kind::Refused, "")),
            SequentialTestVerdict::MaxGames => Err(Error::new(Kind::Undecided, "").hint(
                "raise --max-games to continue, or set --elo0 and --elo1 farther apart to decide with fewer games",
            )),
            SequentialTestVerdict::NothingNew => Err(Error::new(Kind::Undecided, "").hint(match self.openings {
                Some(openings) => format!(
                    "raise --openings {openings}, or omit it to play every pair from a new opening"
                ),
                None => format!("raise --plies {} for other openings", self.plies),
            })),
        }
    }

    /// Returns the accepted hypothesis and its meaning, in one line.
    fn accepted(&self, verdict: Verdict) -> String {
        let Some(accepted) = AcceptedHypothesis::from_verdict(verdict, self.elo, [self.elo0, self.elo1])
        else {
            return String::new();
        };
        let AcceptedHypothesis { name, difference, relation } = accepted;
        let implied = relation.map_or_else(String::new, |relation| {
            format!(": {} {relation} {}", inert(&self.new), inert(&self.old))
        });
        format!("{name} accepted, a difference of {difference}{implied}")
    }

    fn print_lines(&self, verdict: SequentialTestVerdict, state: &SequentialTestState) -> Done {
        let elos = [self.elo0, self.elo1];
        let tested = || {
            let [elo0, elo1] = elos;
            format!("(elo0 = {elo0}, elo1 = {elo1} {})", self.elo.unit())
        };
        out::line(&match verdict {
            SequentialTestVerdict::AcceptElo0 | SequentialTestVerdict::AcceptElo1 => {
                self.accepted(state.sprt.verdict())
            }
            SequentialTestVerdict::MaxGames => {
                format!("undecided after {} games, the limit of --max-games {}", 2 * state.pairs, tested())
            }
            SequentialTestVerdict::NothingNew => format!(
                "undecided after {} games: the bots are deterministic, and the last pairs all repeat earlier games {}",
                2 * state.pairs,
                tested()
            ),
        })?;
        out::line(&running(state))?;
        if let (EloScale::Normalized, Some(elo)) = (self.elo, state.sprt.pairs().normalized_elo()) {
            out::line(&format!("normalized Elo {elo:+.1}"))?;
        }
        let pairs = state.sprt.pairs().0;
        out::line(&format!(
            "pairs by points of the new bot: 0: {}, 1/2: {}, 1: {}, 3/2: {}, 2: {}",
            pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]
        ))?;
        if state.copies > 0 {
            out::line(&format!("{} more pairs repeat an earlier game and do not count", state.copies))?;
        }
        Ok(())
    }
}

/// Explains an error, with hints that name the folder.
fn explain(folder: Option<&RunFolder>, error: &RunError) -> Error {
    match (error, folder) {
        (RunError::Different { .. }, _) => {
            Error::from(error).hint("choose another folder with --out to begin a new test")
        }
        (RunError::Record(RecordError::Tournament), _) => {
            let folder = folder.map(|folder| visible_path(folder.root())).unwrap_or_default();
            Error::input(format!("{folder} contains a tournament, not a sequential test"))
                .hint("choose another folder with --out")
        }
        (RunError::Ledger(LedgerError::Locked { .. }), _) => Error::wrap(error.kind(), error)
            .hint("wait for that test to end, or choose another folder with --out"),
        (RunError::Ledger(error), Some(folder)) => folder.explain(error),
        _ => error.into(),
    }
}

/// Formats the state of a test in one line.
fn running(state: &SequentialTestState) -> String {
    let (lower, upper) = state.sprt.hypotheses().bounds();
    format!(
        "{} pairs, LLR {:.2} ({lower:.2} to {upper:.2}), Elo {}",
        state.sprt.pairs().pairs(),
        state.sprt.log_likelihood_ratio(),
        state.sprt.elo()
    )
}

/// Shows progress on stderr: on a terminal, a line that changes; otherwise, a line each time the number of pairs has
/// doubled.
struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
}

impl Progress {
    fn new(state: &SequentialTestState) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
        if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
            bar.set_style(style);
        }
        bar.set_message(running(state));
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, is_terminal: std::io::stderr().is_terminal() }
    }

    fn tell(&self, event: &SequentialTestEvent) {
        match event {
            SequentialTestEvent::Void { key, why, tries } => {
                self.say(&format!("match {key} is void (try {tries}): {}", inert(why)));
            }
            SequentialTestEvent::Exposed { worker, why, matches } => {
                self.say(&inert(&exposure(worker, why, matches)));
            }
            SequentialTestEvent::Pair(state) => {
                self.bar.set_message(running(state));
                if !self.is_terminal && state.pairs >= 16 && state.pairs.is_power_of_two() {
                    self.say(&running(state));
                }
            }
        }
    }

    #[expect(clippy::print_stderr, reason = "progress goes to stderr; the bar has to step aside for it")]
    fn say(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
