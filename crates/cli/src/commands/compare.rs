//! `muster compare`: finds out which of two bots is stronger, and where the first one loses.

mod print;

use std::path::PathBuf;

use clap::Args;
use class_operations::bots::{BotArgument, two_candidates};
use explain::{Error, Kind};
use game::{PerSeat, visible_path};
use job::{Executor, SeatJob};
use referee::MatchSeed;
use report::{PlayedMatch, PlayedSeat};
use run_folder::sequential_test::OpeningChoice;
use runner::{Comparison, ComparisonPlan, Ending};
use terminal::out;
use terminal::progress_line::ProgressLine;
use terminal::text::inert;

use self::print::ComparisonView;
use super::game::find_game;
use super::match_options::MatchOptions;
use super::saved_match::save;
use crate::exit::{Done, FEWER_AT_ONCE, host_failed};
use crate::host;
use crate::isolation::PlaceOptions;

/// `muster compare`
#[derive(Args)]
#[command(after_help = "\
Pairs of games are played from random openings, with seats swapped in the second game. The openings do not depend on \
the number of games: a longer comparison begins with the openings of a shorter one. The error of the Elo difference is \
computed from the pairs. The worst loss is that of the first bot: a fault ranks before any defeat by the rules, then \
the game in which it was furthest behind.

Exit codes: 0 the games were played; 3 interrupted.")]
pub(crate) struct CompareCommand {
    /// The game: a name (see `muster game list`), or a file with rules (.py, .js, .ts, .wasm, .wat).
    game: String,
    /// The bot to examine: a .wasm file or builtin:NAME.
    first: String,
    /// The bot to compare it with.
    second: String,
    /// Number of games, which must be even.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    games: u64,
    #[command(flatten)]
    place: PlaceOptions,
    /// The seed of openings and matches.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of random plies in an opening; more if the game has too few openings of that length.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=1000))]
    plies: u32,
    /// Settings text for the first bot.
    #[arg(long, default_value = "")]
    first_settings: String,
    /// Settings text for the second bot.
    #[arg(long, default_value = "")]
    second_settings: String,
    /// Write the first bot's worst loss, with the logs, to this file as a single HTML page.
    #[arg(long, value_name = "FILE.html")]
    save: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    options: MatchOptions,
}

impl CompareCommand {
    pub(crate) fn run(self) -> Done {
        if !self.games.is_multiple_of(2) {
            return Err(Error::input(format!("--games must be even, not {}", self.games))
                .hint(format!("use --games {}", self.games + 1)));
        }
        let game = find_game(&self.game)?;
        let (rules, limits) = self.options.read(game)?;
        let entered = [(&self.first, &self.first_settings), (&self.second, &self.second_settings)];
        let entered = entered.map(|(bot, settings)| BotArgument { bot, settings });
        let candidates = two_candidates(&entered, ["first", "second"], game)?;
        let names = PerSeat::from_fn(|seat| inert(&candidates[seat.index()].plan.name)).0;
        let (place, jobs) = (self.place.place()?, self.place.jobs());
        let validator = place.validator();
        let admission = runner::admit(validator, &candidates)?;
        let (pairs, openings, plies, seed) = (self.games / 2, OpeningChoice::Alike, self.plies, self.seed);
        let plan = ComparisonPlan { game, rules, limits, pairs, openings, plies, seed, budget: None };
        let mut comparison = Comparison::begin(&plan, admission, validator)?;
        let executor = place.executor(jobs)?;
        let ending = self.play(&mut comparison, &*executor);
        let view = ComparisonView { command: &self, names: &names, comparison: &comparison };
        if self.json {
            out::json_pretty(&view.report())?;
        } else {
            view.print()?;
        }
        self.save(&comparison, &names)?;
        match ending? {
            Ending::Complete => Ok(()),
            Ending::Interrupted => {
                let played = 2 * comparison.tally().pairs;
                Err(Error::new(
                    Kind::Incomplete,
                    format!("interrupted after {played} of {} games", self.games),
                ))
            }
            Ending::HostFailed { matches } => Err(host_failed(&matches).hint(FEWER_AT_ONCE)),
        }
    }

    fn play(&self, comparison: &mut Comparison, executor: &dyn Executor) -> Result<Ending, Error> {
        let stop = host::stop_on_interrupt();
        tracing::info!(games = self.games, jobs = executor.width(), "playing");
        let line = ProgressLine::new(self.games, "games");
        let ending = comparison.play(executor, &stop, &mut |pair| {
            line.done(2 * pair.number);
            line.say(pair.tally.so_far());
        });
        Ok(ending?)
    }

    /// Writes the worst loss to a file, if requested.
    fn save(&self, comparison: &Comparison, names: &[String; 2]) -> Done {
        let Some(path) = &self.save else { return Ok(()) };
        let Some(worst) = &comparison.tally().worst else {
            return self.note("nothing was saved: the first bot lost no game");
        };
        let settings = comparison.settings();
        let played = PlayedMatch {
            title: format!("{}, game {}", settings.game.title(), worst.number()),
            settings,
            start: Some(&worst.start),
            seed: MatchSeed::from_number(worst.seed),
            seats: PerSeat::from_fn(|seat| PlayedSeat {
                name: names[worst.entrants[seat].index()].clone(),
                plays: comparison.roster().seat(worst.entrants[seat]).map(|plays| SeatJob::clone(plays)),
            }),
            record: &worst.record,
        };
        save(&played, comparison.fingerprint(), path, false)?;
        self.note(&format!("saved: {}", visible_path(path)))
    }

    /// Prints a line that is not part of the result.
    fn note(&self, text: &str) -> Done {
        if self.json { Ok(()) } else { out::line(text) }
    }
}
