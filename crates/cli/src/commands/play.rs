//! `muster play`: one match in the terminal.

mod tell;

use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use game::{Game, Joint, PerSeat, Position, Rules, Seat, format_joint};
use referee::{Builtin, HostFailure, Limits, MatchSeed, Played, Record, Ticks};
use runner::{Contestant, MatchJob, Roster, Source, Terms};
use sandbox::{Bot, Caps, Sandbox};
use tournament::{EntrantId, MatchKey};

use super::game::{find_game, rules_of};
use super::made_for;
use super::terms::{StageTerms, TournamentOptions};
use crate::exit::{Code, Done, Failed};
use crate::terminal::board::{self, Ink};
use crate::terminal::text::inert;
use crate::{host, out};

/// `muster play`
#[derive(Args)]
pub(crate) struct PlayCommand {
    /// The game's name: see `muster game list`.
    game: String,
    /// The bot at the first seat: a .wasm file or builtin:NAME.
    first: String,
    /// The bot at the second seat.
    second: String,
    /// The seed of the match; the same seed gives the same match.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Show the board after every ply.
    #[arg(long)]
    watch: bool,
    /// Settings text for the first bot.
    #[arg(long, default_value = "")]
    first_settings: String,
    /// Settings text for the second bot.
    #[arg(long, default_value = "")]
    second_settings: String,
    /// The start position's text; the game's start if not given.
    #[arg(long, short)]
    position: Option<String>,
    /// A rule option as KEY=VALUE; may be repeated.
    #[arg(long = "rule", value_name = "KEY=VALUE", conflicts_with = "tournament")]
    rules: Vec<String>,
    #[command(flatten)]
    tournament: TournamentOptions,
    /// Time for a move, with its unit [default: 100ms; no limit where --per-game is given alone].
    #[arg(long, value_parser = duration)]
    per_move: Option<Ticks>,
    /// Time for all moves of a game, with its unit [default: 60s].
    #[arg(long, value_parser = duration)]
    per_game: Option<Ticks>,
}

fn duration(text: &str) -> Result<Ticks, String> {
    config::parse_duration(text)
}

/// What plays for a name on the command line: a built-in player, or a file that passes the door.
pub(crate) fn find_source(sandbox: &Sandbox, name: &str) -> Result<Source, Failed> {
    if name.starts_with(Builtin::PREFIX) {
        return name.parse().map(Source::Builtin).map_err(|error| Failed::from_error(Code::Input, &error));
    }
    admit(sandbox, Path::new(name)).map(Source::Module)
}

fn admit(sandbox: &Sandbox, path: &Path) -> Result<Bot, Failed> {
    // A script is let in as well: here nobody is kept waiting by it but its own author.
    let caps = Caps::script();
    let bytes = host::read_bot(path, &caps).map_err(|error| {
        host::unread_bot(path, &error).hint("give a .wasm file, or builtin:random or builtin:first")
    })?;
    match sandbox.admit(&bytes, &caps) {
        Err(error) => Err(Failed::from_error(Code::Host, &error)),
        Ok(Ok(bot)) => Ok(bot),
        Ok(Err(refusal)) => {
            let mut failed =
                Failed::input(format!("{} is refused: {}", path.display(), inert(&refusal.to_string())));
            for objection in refusal.objections() {
                let advice = objection.advice();
                if !failed.hints.iter().any(|hint| hint == advice) {
                    failed = failed.hint(advice);
                }
            }
            Err(failed)
        }
    }
}

impl PlayCommand {
    pub(crate) fn run(self) -> Done {
        let game = find_game(&self.game)?;
        let (rules, mut limits) = self.terms(game)?;
        if let Some(text) = &self.position {
            game.parse_position(&rules, text)
                .map_err(|error| Failed::input(format!("the position cannot be read: {error}")))?;
        }
        limits.clock = limits.clock.with_times(self.per_move, self.per_game);
        let sandbox = host::sandbox(1)?;
        let contestant = |name: &str, settings: &str| {
            let source = find_source(&sandbox, name)?;
            Ok(Some(Contestant { source, settings: Arc::from(settings) }))
        };
        let contestants = vec![
            contestant(&self.first, &self.first_settings)?,
            contestant(&self.second, &self.second_settings)?,
        ];
        let roster = Roster { sandbox, contestants };
        let key = MatchKey::new(0, 0, 0, 0).map_err(|error| Failed::from_error(Code::Host, &error))?;
        let job = MatchJob {
            key,
            entrants: PerSeat::new(EntrantId(0), EntrantId(1)),
            terms: Arc::new(Terms::new(game, rules, limits)),
            start: self.position.as_deref().map(Arc::from),
            seed: MatchSeed::from_number(self.seed),
        };
        let mut shown = 0;
        let record = roster
            .play(&job, |playing| {
                if self.watch {
                    let _ = watch(game, playing.scene(), &mut shown);
                }
                true
            })
            .map_err(|error| Failed::from_error(Code::Host, &error))?
            .ok_or_else(|| Failed::new(Code::Host, "the match was dropped"))?;
        let last = replay(&job, &record)?;
        if self.watch
            && let Some(ply) = record.plies.checked_sub(1)
        {
            out::line(&format!("ply {}: {}", record.plies, ply_words(game, &*last, &record.played, ply)))?;
            out::line(&board::render(game, &last.draw(None), ink()))?;
            out::line("")?;
        }
        let made_for =
            made_for(&roster, game, &record).map_err(|error| Failed::from_error(Code::Host, &error))?;
        tell::tell(game, &self.names(), &record, &made_for, &*last)
    }

    /// The tournament's terms, or those of the command line.
    fn terms(&self, game: &dyn Game) -> Result<(Rules, Limits), Failed> {
        match self.tournament.read()? {
            None => Ok((rules_of(game, &self.rules)?, Limits::default())),
            Some(StageTerms { plan, stage, .. }) if plan.game.id() == game.id() => {
                Ok((stage.rules, stage.limits))
            }
            Some(StageTerms { plan, .. }) => {
                let (played, asked) = (plan.game.name(), game.name());
                Err(Failed::input(format!("the tournament is played in {played}, not in {asked}")))
            }
        }
    }

    fn names(&self) -> PerSeat<String> {
        PerSeat::new(self.first.clone(), self.second.clone())
    }
}

fn ink() -> Ink {
    if std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        Ink::Colour
    } else {
        Ink::Plain
    }
}

/// Prints the board before each ply that was not shown yet.
fn watch(game: &dyn Game, scene: &referee::Scene, shown: &mut u32) -> Done {
    if *shown == 0 || *shown <= scene.ply {
        if scene.ply > 0 {
            let words = ply_words(game, &*scene.position, &scene.played, scene.ply - 1);
            out::line(&format!("ply {}: {words}", scene.ply))?;
        }
        out::line(&board::render(game, &scene.position.draw(None), ink()))?;
        out::line("")?;
        *shown = scene.ply + 1;
    }
    Ok(())
}

/// The actions of a ply with the seats' letters.
fn ply_words(game: &dyn Game, position: &dyn Position, played: &[Played], ply: u32) -> String {
    let words: Vec<String> = played
        .iter()
        .filter(|played| played.ply == ply)
        .map(|played| {
            let text = position.format_action(played.seat, played.action);
            format!("{}:{text}", game.seats()[played.seat].letter)
        })
        .collect();
    words.join(" ")
}

/// The position at the end of a recorded match.
fn replay(job: &MatchJob, record: &Record) -> Result<Box<dyn Position>, Failed> {
    let start =
        job.terms.begin(job.start.as_deref()).map_err(|error| Failed::from_error(Code::Input, &error))?;
    let mut position = start.scene().position.clone();
    for ply in 0..record.plies {
        let mut joint = Joint::default();
        for played in record.played.iter().filter(|played| played.ply == ply) {
            joint[played.seat] = Some(played.action);
        }
        tracing::debug!(ply, action = %format_joint(job.terms.game, &*position, &joint));
        position.apply(&joint);
    }
    Ok(position)
}

/// Of each seat whose bot failed when it was asked first: which game it was made for, if that is another.
fn made_for(
    roster: &Roster,
    game: &dyn Game,
    record: &Record,
) -> Result<PerSeat<Option<String>>, HostFailure> {
    let mut words = PerSeat::default();
    for seat in Seat::BOTH {
        let asked_before = record.played.iter().any(|played| played.seat == seat);
        if let Some(loss) = &record.losses[seat]
            && !asked_before
            && made_for::may_be_another(loss.failure.fault)
            && let Some(Contestant { source: Source::Module(bot), settings }) =
                &roster.contestants[seat.index()]
        {
            let games = made_for::other_games(&roster.sandbox, bot, settings, game)?;
            words[seat] = made_for::in_words(&games);
        }
    }
    Ok(words)
}
