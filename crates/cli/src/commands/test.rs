//! `muster test`: checks a bot's answers in the positions of a file.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use config::{Problem, Problems};
use explain::{Error, Kind};
use game::{PerSeat, visible_path};
use job::MatchSettings;
use play::{
    CallLine, Contestant, FileProblem, MatchSetup, PositionResult, PositionTest, PositionsReport,
    TestedPosition, read_position_tests,
};
use referee::MatchSeed;
use terminal::text::inert;
use terminal::{board, ink::Ink, logs, out};

use super::game::find_game;
use super::match_options::MatchOptions;
use super::play::find_source;
use super::warnings::print_problems;
use crate::exit::Done;
use crate::host;
use terminal::failure::failure_lines;

/// Maximum number of log lines shown for a failed position.
const LINES: usize = 4;

/// `muster test`
#[derive(Args)]
#[command(after_help = "\
The file has a block of lines for each position; # begins a comment:

  name: takes the base
  position: TEXT          as `muster game apply` prints it, or start
  seat: Up                required if both seats act
  expect: LA LB           the only answers that pass
  forbid: RC              answers that do not pass

The bot is started for each position and asked once, as in the first ply of a match that begins there.

Exit codes: 0 all positions passed; 4 at least one failed.")]
pub(crate) struct TestCommand {
    /// The game: a name (see `muster game list`), or a file with rules (.py, .js, .ts, .wasm, .wat).
    game: String,
    /// The bot: a .wasm file or builtin:NAME.
    bot: String,
    /// The file of positions.
    positions: PathBuf,
    /// Settings text for the bot.
    #[arg(long, default_value = "")]
    settings: String,
    /// The seed of the bot's random stream.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    options: MatchOptions,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl TestCommand {
    pub(crate) fn run(self) -> Done {
        let game = find_game(&self.game)?;
        let (rules, limits) = self.options.read(game)?;
        let shown = visible_path(&self.positions);
        let text = files::read_text(&self.positions, config::LONGEST_TEXT as u64)
            .map_err(|error| Error::input(format!("cannot read {shown}: {error}")))?;
        let tests =
            read_position_tests(game, &rules, &text).map_err(|found| unusable(&shown, &text, found))?;
        let sandbox = host::sandbox(1)?;
        let contestant = Contestant {
            source: find_source(&sandbox, &self.bot, game)?,
            settings: Arc::from(self.settings.as_str()),
        };
        let settings = MatchSettings::new(game, rules, limits);
        let setup = MatchSetup {
            settings: &settings,
            start: None,
            seed: MatchSeed::from_number(self.seed),
            seats: PerSeat::new(&contestant, &contestant),
        };
        let mut tested = Vec::new();
        for test in tests {
            let asked = test.ask(&sandbox, &setup).map_err(|error| Error::wrap(Kind::Host, &error))?;
            if !self.json {
                self.print(&settings, &test, &asked)?;
            }
            tested.push((test, asked));
        }
        let passed =
            tested.iter().filter(|(_, asked)| matches!(asked.result, PositionResult::Passed(_))).count();
        let count = format!("{passed} of {} positions passed", tested.len());
        if self.json {
            out::json(&PositionsReport::new(&tested))?;
        } else {
            out::line(&count)?;
        }
        if passed == tested.len() { Ok(()) } else { Err(Error::new(Kind::Refused, count)) }
    }

    fn print(&self, settings: &MatchSettings, test: &PositionTest, asked: &TestedPosition) -> Done {
        let title = inert(&test.title());
        let notation = |action| inert(&test.position.format_action(test.seat, action));
        match &asked.result {
            PositionResult::Passed(action) => {
                return out::line(&format!("ok: {title}: {}", notation(*action)));
            }
            PositionResult::Wrong(action) => {
                let place = format!("{}:{}", visible_path(&self.positions), test.line);
                out::line(&format!(
                    "FAILED: {title} ({place}): {}, expected {}",
                    notation(*action),
                    test.due()
                ))?;
            }
            PositionResult::Failed(failure) => {
                out::line(&format!("FAILED: {title} ({}:{})", visible_path(&self.positions), test.line))?;
                failure_lines(failure).iter().try_for_each(|line| out::line(&format!("  {line}")))?;
            }
        }
        let drawn = board::render(settings.game, &test.position.draw(None), &[], Ink::Plain);
        drawn.lines().try_for_each(|line| out::line(&format!("  {line}")))?;
        let log = logs::last_lines(&asked.log, LINES);
        log.iter().try_for_each(|line| out::line(&format!("  log: {line}")))?;
        let line = CallLine {
            bot: &self.bot,
            game: settings.game,
            rules: &settings.rules,
            limits: &settings.limits,
            position: &test.position.to_string(),
            seat: test.seat,
            settings: &self.settings,
        };
        out::line(&format!("  ask again: {}", line.command()))
    }
}

/// Prints the problems of a file, and returns the error.
fn unusable(name: &str, text: &str, found: Vec<FileProblem>) -> Error {
    let problem = |found: FileProblem| {
        let problem = Problem::new(found.span, found.message);
        found.hint.into_iter().fold(problem, Problem::hint)
    };
    let problems = Problems::new(name, text, found.into_iter().map(problem).collect());
    print_problems(&problems);
    Error::input(format!("{} in {name}", problems.count()))
}
