//! `muster call`: asks a bot about one position.

use std::sync::Arc;

use clap::Args;
use explain::{Error, Kind};
use game::{PerSeat, Phase, Seat};
use job::MatchSettings;
use play::{Contestant, MatchSetup, OneAnswer};
use referee::{Assessment, Closing, MatchSeed, Ticks};
use terminal::logs;
use terminal::out;
use terminal::progress_line::ProgressLine;
use terminal::text::inert;
use terminal::ticks::shown;

use super::game::find_game;
use super::match_options::MatchOptions;
use super::play::find_source;
use super::recorded_match::find_seat;
use crate::exit::Done;
use crate::host;
use terminal::failure::failure_lines;

/// `muster call`
#[derive(Args)]
#[command(after_help = "\
The bot is started and asked once, as in the first ply of a match that begins at the position: it has its full time \
and no history.

Exit codes: 0 the answer is legal; 4 the bot failed.")]
pub(crate) struct CallCommand {
    /// The bot: a .wasm file or builtin:NAME.
    bot: String,
    /// The game: a name (see `muster game list`), or a file with rules (.py, .js, .ts, .wasm, .wat).
    #[arg(long, short)]
    game: String,
    /// The position [default: the game's start].
    #[arg(long, short)]
    position: Option<String>,
    /// The seat: first, second, or its letter or word in the game [default: the one to act].
    #[arg(long, short)]
    seat: Option<String>,
    /// Settings text for the bot.
    #[arg(long, default_value = "")]
    settings: String,
    /// The seed of the bot's random stream.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    options: MatchOptions,
}

impl CallCommand {
    pub(crate) fn run(self) -> Done {
        let game = find_game(&self.game)?;
        let (rules, limits) = self.options.read(game)?;
        let position = match &self.position {
            None => game.start(&rules),
            Some(text) => game
                .parse_position(&rules, text)
                .map_err(|error| Error::input(format!("invalid position: {error}")))?,
        };
        let acting = match position.phase() {
            Phase::Act(seats) => seats,
            Phase::Chance(_) => return Err(Error::input("chance decides in this position")),
            Phase::Over(end) => {
                return Err(Error::input(format!("the game is over in this position: {}", end.reason)));
            }
        };
        let seat = match &self.seat {
            Some(text) => find_seat(game, text)?,
            None => acting.iter().next().unwrap_or(Seat::First),
        };
        let sandbox = host::sandbox(1)?;
        let contestant = Contestant {
            source: find_source(&sandbox, &self.bot, game)?,
            settings: Arc::from(self.settings.as_str()),
        };
        let setup = MatchSetup {
            settings: &MatchSettings::new(game, rules, limits),
            start: self.position.as_deref(),
            seed: MatchSeed::from_number(self.seed),
            seats: PerSeat::new(&contestant, &contestant),
        };
        let line = ProgressLine::without_end("waiting for the answer, {elapsed}");
        let answer = setup.ask_once(&sandbox, seat).map_err(|error| Error::wrap(Kind::Host, &error))?;
        drop(line);
        let word = game.seats()[seat].word;
        let OneAnswer { judged, closing } =
            answer.ok_or_else(|| Error::input(format!("it is not {word}'s turn in this position")))?;
        match &judged.ruling {
            Ok(action) => {
                let offer =
                    if judged.offered { ", an offer, played because the move's time ran out" } else { "" };
                let text = inert(&position.format_action(seat, *action));
                out::line(&format!("answer: {text} (code {}), legal for {word}{offer}", action.code()))?;
            }
            Err(failure) => failure_lines(failure).iter().try_for_each(|line| out::line(line))?,
        }
        tell_use(&judged, limits.clock[seat].limit(limits.clock[seat].per_game), &closing)?;
        match &judged.ruling {
            Ok(_) => Ok(()),
            Err(failure) => Err(Error::new(Kind::Refused, format!("the bot failed: {}", failure.name()))),
        }
    }
}

fn tell_use(judged: &Assessment, limit: Ticks, closing: &Closing) -> Done {
    out::line(&format!("time: {} of {limit}", shown(judged.spent)))?;
    out::line(&format!("memory: {} KiB", closing.memory_peak / 1024))?;
    let lines: Vec<String> = logs::lines(&closing.log).into_iter().chain(logs::cut(closing)).collect();
    if !lines.is_empty() {
        out::line("log:")?;
    }
    lines.iter().try_for_each(|line| out::line(&format!("  {line}")))
}
