//! `muster play`: plays one match in the terminal.

mod match_ending;
mod playback;
mod shown_ply;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use class_operations::bots::{WHAT_PLAYS, named_bot, refuse_script};
use config::{BotPlan, SizeClass};
use explain::{Error, Kind};
use game::{Game, PerSeat, Seat, visible_path};
use job::{MatchSettings, NotAdmitted, Objection};
use play::{
    CallLine, Contestant, MatchSetup, MatchViewer, NativeCommand, NativePlayer, Source, engine_fingerprint,
    may_be_another, other_games, play_between,
};
use referee::{Builtin, Clock, ClockKind, Limits, Match, MatchSeed, Player, Record, Ticks};
use report::{PlayedMatch, PlayedSeat};
use sandbox::Sandbox;
use terminal::ink::Ink;
use terminal::out;
use terminal::person::{Interruption, Person, ThisTerminal};
use terminal::progress_line::ProgressLine;
use terminal::text::inert;

use self::match_ending::LogExtent;
use self::playback::Pacing;
use self::shown_ply::Showing;
use super::detected_games;
use super::game::find_game;
use super::match_options::MatchOptions;
use super::saved_match::save;
use crate::duration::duration;
use crate::exit::{Done, match_failed, undecided_here};
use crate::host;

/// The name for a person at this terminal.
const HUMAN: &str = "human";

/// The occupant of a seat.
enum Occupant {
    /// A person at this terminal.
    Person,
    /// A native program.
    Native(NativeCommand),
    /// A bot or a built-in player.
    Contestant(Contestant),
}

/// A person who types.
type Typing = Person<ThisTerminal>;

/// The player at a seat of a match that not only bots play.
enum SeatPlayer<'a> {
    Person(Typing),
    Native(Box<NativePlayer>),
    Contestant(&'a Contestant),
}

impl SeatPlayer<'_> {
    /// Returns the player for the match, which may be played again after an undo. A bot begins it anew.
    fn sit(
        &mut self,
        sandbox: &Sandbox,
        seed: &MatchSeed,
        seat: Seat,
        limits: &Limits,
    ) -> Box<dyn Player + '_> {
        match self {
            SeatPlayer::Person(person) => Box::new(person),
            SeatPlayer::Native(native) => Box::new(&mut **native),
            SeatPlayer::Contestant(contestant) => contestant.player(sandbox, seed, seat, limits),
        }
    }

    fn person(&mut self) -> Option<&mut Typing> {
        match self {
            SeatPlayer::Person(person) => Some(person),
            SeatPlayer::Native(_) | SeatPlayer::Contestant(_) => None,
        }
    }
}

/// `muster play`
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct PlayCommand {
    /// The game: a name (see `muster game list`), or a file with rules (.py, .js, .ts, .wasm, .wat).
    game: String,
    /// The player at the first seat: a .wasm file, builtin:NAME (`muster opponents` lists them), or human for a person
    /// at this terminal.
    first: String,
    /// The player at the second seat.
    second: String,
    /// The seed of the match; the same seed plays the same match.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The seed of chance in the game: the two games of a pair share it [default: the seed of the match].
    #[arg(long, value_name = "SEED")]
    luck: Option<u64>,
    /// Show the match ply by ply afterwards: the board with the last move, clocks, score, events and logs. On a
    /// terminal, each ply replaces the last one; an interrupt skips to the end.
    #[arg(long)]
    watch: bool,
    /// Pause between plies, with a unit [default: 300ms on a terminal, otherwise none].
    #[arg(long, visible_alias = "delay", value_name = "TIME", value_parser = duration, requires = "watch", conflicts_with = "step")]
    pace: Option<Duration>,
    /// Step through the plies: Enter shows the next one, a number jumps to that ply.
    #[arg(long, requires = "watch")]
    step: bool,
    /// Run bots that are not wasm modules as native programs, outside the sandbox and timed by wall clock. Such a
    /// bot is an executable file, or a command in quotes, such as "python3 bot.py" or "node bot.js".
    #[arg(long)]
    native: bool,
    /// Total time for a person's moves, by the wall clock, with a unit.
    #[arg(long, value_name = "TIME", value_parser = config::parse_duration, default_value = "1h")]
    human_time: Ticks,
    /// Settings text for the first bot.
    #[arg(long, default_value = "")]
    first_settings: String,
    /// Settings text for the second bot.
    #[arg(long, default_value = "")]
    second_settings: String,
    /// Begin at this position [default: the game's start].
    #[arg(long, short)]
    position: Option<String>,
    /// Write the match to this file: FILE.html is a page with the logs of both bots, FILE.svg an animated picture.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// With --save FILE.svg, write a still picture of the decisive ply instead.
    #[arg(long, requires = "save")]
    still: bool,
    #[command(flatten)]
    options: MatchOptions,
}

/// Returns the bot with a name on the command line: a built-in player, or an admitted module.
pub(crate) fn find_source(sandbox: &Sandbox, name: &str, game: &dyn Game) -> Result<Source, Error> {
    // A script is allowed as well, since only its author waits for it.
    let size = SizeClass::Script;
    let caps = size.caps();
    let named = named_bot(name, Some(game), &caps)?;
    refuse_script(name, named.1.as_deref())?;
    let bytes = match named {
        (BotPlan::Builtin(builtin), _) => return Ok(Source::Builtin(builtin)),
        (_, module) => module.unwrap_or_default(),
    };
    match sandbox.admit(&bytes, &caps) {
        Err(error) => Err(Error::wrap(Kind::Host, &error)),
        Ok(Ok(bot)) if bot.sizes().rules => {
            Err(Error::input(format!("{name}: {}", Objection::Rules)).hint(Objection::Rules.advice()))
        }
        Ok(Ok(bot)) => Ok(Source::Module { bot, size }),
        Ok(Err(NotAdmitted::Undecided(why))) => Err(undecided_here(name, &why)),
        Ok(Err(NotAdmitted::Refused(refusal))) => {
            let mut failed = Error::input(format!("{name} is refused: {}", inert(&refusal.to_string())));
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
        let (rules, limits) = self.options.read(game)?;
        if let Some(text) = &self.position {
            game.parse_position(&rules, text)
                .map_err(|error| Error::input(format!("invalid position: {error}")))?;
        }
        let sandbox = host::sandbox(1)?;
        let seated = PerSeat::new(
            self.seated(&sandbox, game, Seat::First)?,
            self.seated(&sandbox, game, Seat::Second)?,
        );
        let settings = MatchSettings::new(game, rules, self.with_wall_clocks(limits, &seated));
        let Some(record) = self.play(&sandbox, &settings, &seated)? else {
            return out::line("you left the match");
        };
        let names = PerSeat::from_fn(|seat| self.shown(&seated, seat));
        let mut viewer = MatchViewer::new(&settings, self.position.as_deref(), &record)?;
        let logs = if self.watch {
            let pacing = if self.step { Pacing::Step } else { Pacing::at_pace(self.pace) };
            let showing = Showing { names: &names, ink: ink() };
            playback::watch(&mut viewer, &pacing, &showing)?
        } else {
            viewer.seek(record.plies)?;
            LogExtent::Whole
        };
        let advice = |seat: Seat| match &seated[seat] {
            Occupant::Contestant(contestant) => self.advice(&sandbox, &settings, contestant, &record, seat),
            Occupant::Person | Occupant::Native(_) => Ok(Vec::new()),
        };
        let advice = PerSeat::new(advice(Seat::First)?, advice(Seat::Second)?);
        let saved = self.save(&sandbox, &settings, &seated, &record);
        match_ending::tell(game, &names, &record, &advice, viewer.position(), logs)?;
        saved
    }

    /// Returns the name of a seat for output on the match.
    fn shown(&self, seated: &PerSeat<Occupant>, seat: Seat) -> String {
        let name = &self.names()[seat];
        match &seated[seat] {
            Occupant::Native(_) => format!("{name} (native, outside the sandbox)"),
            Occupant::Person | Occupant::Contestant(_) => name.clone(),
        }
    }

    /// Writes the match to a file, if requested.
    fn save(
        &self,
        sandbox: &Sandbox,
        settings: &MatchSettings,
        seated: &PerSeat<Occupant>,
        record: &Record,
    ) -> Done {
        let Some(path) = &self.save else { return Ok(()) };
        let names = self.names();
        let seat = |seat: Seat| match &seated[seat] {
            Occupant::Contestant(contestant) => PlayedSeat::bot(contestant.seat(), &names[seat]),
            Occupant::Native(_) => PlayedSeat { name: self.shown(seated, seat), plays: None },
            Occupant::Person => PlayedSeat::person(),
        };
        let played = PlayedMatch {
            title: format!("{}, seed {}", settings.game.title(), self.seed),
            settings,
            start: self.position.as_deref(),
            seed: MatchSeed::from_number(self.seed),
            seats: PerSeat::from_fn(seat),
            record,
        };
        save(&played, &engine_fingerprint(sandbox, settings.game), path, self.still)?;
        out::line(&format!("saved: {}", visible_path(path)))
    }

    /// Returns the occupant of a seat.
    fn seated(&self, sandbox: &Sandbox, game: &dyn Game, seat: Seat) -> Result<Occupant, Error> {
        let name = &self.names()[seat];
        if name == HUMAN {
            return Ok(Occupant::Person);
        }
        if self.native && !name.starts_with(Builtin::PREFIX) {
            let path = Path::new(name);
            let is_program = if path.is_file() {
                !host::is_module(path).map_err(|error| host::unread_bot(path, &error))?
            } else {
                name.contains(char::is_whitespace)
            };
            if is_program {
                let command = NativeCommand::read(name)?;
                tracing::warn!("{command} runs on this machine outside the sandbox");
                return Ok(Occupant::Native(command));
            }
        }
        let source = find_source(sandbox, name, game)?;
        Ok(Occupant::Contestant(Contestant { source, settings: Arc::from(self.settings(seat)) }))
    }

    fn settings(&self, seat: Seat) -> &str {
        match seat {
            Seat::First => &self.first_settings,
            Seat::Second => &self.second_settings,
        }
    }

    /// Returns the limits with the wall clock for a person or a native program.
    fn with_wall_clocks(&self, limits: Limits, seated: &PerSeat<Occupant>) -> Limits {
        let of_a_person = Clock {
            kind: ClockKind::Wall,
            per_move: None,
            per_game: self.human_time,
            increment: Ticks::ZERO,
        };
        let clock = PerSeat::from_fn(|seat| match seated[seat] {
            Occupant::Person => of_a_person,
            Occupant::Native(_) => Clock { kind: ClockKind::Wall, ..limits.clock[seat] },
            Occupant::Contestant(_) => limits.clock[seat],
        });
        Limits { clock, ..limits }
    }

    /// Plays the match; returns `None` if a person left it.
    fn play(
        &self,
        sandbox: &Sandbox,
        settings: &MatchSettings,
        seated: &PerSeat<Occupant>,
    ) -> Result<Option<Record>, Error> {
        let (start, seed) = (self.position.as_deref(), MatchSeed::from_number(self.seed));
        let luck = self.luck.map_or(seed, MatchSeed::from_number);
        match &seated.0 {
            [Occupant::Contestant(first), Occupant::Contestant(second)] => {
                let setup = MatchSetup { settings, start, seed, seats: PerSeat::new(first, second) };
                return play_bots(sandbox, &setup, luck).map(Some);
            }
            [Occupant::Person, Occupant::Person] => {
                return Err(Error::input("only one seat can be a person's").hint(WHAT_PLAYS));
            }
            _ => {}
        }
        let begun = settings.begin(start);
        let begun = begun.map_err(|error| Error::input(format!("invalid position: {error}")))?;
        let native = seated.iter().any(|(_, seated)| matches!(seated, Occupant::Native(_)));
        if native {
            host::end_on_interrupt();
            worker::keep_descriptors();
        }
        let PerSeat([mut first, mut second]) = PerSeat::from_fn(|seat| match &seated[seat] {
            Occupant::Person => SeatPlayer::Person(person(&begun, seat, native)),
            Occupant::Native(program) => SeatPlayer::Native(Box::new(NativePlayer::new(
                program.clone(),
                self.settings(seat),
                settings.limits,
                seed.dice(seat),
            ))),
            Occupant::Contestant(contestant) => SeatPlayer::Contestant(contestant),
        });
        loop {
            let mut players = PerSeat::new(
                first.sit(sandbox, &seed, Seat::First, &settings.limits),
                second.sit(sandbox, &seed, Seat::Second, &settings.limits),
            );
            let played = play_between(settings, start, luck, &mut players);
            drop(players);
            let person = first.person().or(second.person());
            match person.and_then(Person::interruption) {
                Some(Interruption::Left) => return Ok(None),
                Some(Interruption::Undo) => continue,
                None => {}
            }
            let record = played.map_err(|error| match_failed(&error))?;
            if let Some((person, record)) = first.person().or(second.person()).zip(record.as_ref()) {
                person.catch_up(&record.played, |_| true)?;
            }
            return Ok(record);
        }
    }

    /// Returns advice for the author of a bot that failed: the other game that it was made for, and the command that
    /// asks it again.
    fn advice(
        &self,
        sandbox: &Sandbox,
        settings: &MatchSettings,
        contestant: &Contestant,
        record: &Record,
        seat: Seat,
    ) -> Result<Vec<String>, Error> {
        let (Some(loss), Source::Module { .. }) = (&record.losses[seat], &contestant.source) else {
            return Ok(Vec::new());
        };
        let mut lines = Vec::new();
        let asked_before = record.played.iter().any(|played| played.seat == seat);
        if !asked_before && may_be_another(&loss.failure) {
            let games = other_games(sandbox, contestant, settings.game);
            let games = games.map_err(|error| Error::wrap(Kind::Host, &error))?;
            lines.extend(detected_games::in_words(&games));
        }
        let line = CallLine {
            bot: &self.names()[seat],
            game: settings.game,
            rules: &settings.rules,
            limits: &settings.limits,
            position: &loss.position,
            seat,
            settings: &contestant.settings,
        };
        lines.push(format!("hint: ask it about this position alone: {}", line.command()));
        Ok(lines)
    }

    fn names(&self) -> PerSeat<String> {
        PerSeat::new(self.first.clone(), self.second.clone())
    }
}

/// Creates the player for a person at this terminal, who has seen the start position.
fn person(begun: &Match, seat: Seat, beside_a_program: bool) -> Typing {
    let scene = begun.scene();
    let person = Person::new(scene.game, scene.position.clone(), seat, ThisTerminal::default(), ink());
    if beside_a_program {
        person.without_undo("a program outside the sandbox may not repeat its moves")
    } else {
        person
    }
}

fn ink() -> Ink {
    if std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none() {
        Ink::Colour
    } else {
        Ink::Plain
    }
}

/// Plays a match of two bots. A line on a terminal shows the progress.
fn play_bots(sandbox: &Sandbox, setup: &MatchSetup<'_>, luck: MatchSeed) -> Result<Record, Error> {
    let line = ProgressLine::without_end("playing: {human_pos} plies, {elapsed}");
    let record = setup.play_with_luck(luck, sandbox, |playing| {
        line.done(u64::from(playing.scene().ply));
        true
    });
    record
        .map_err(|error| match_failed(&error))?
        .ok_or_else(|| Error::new(Kind::Host, "the match was dropped"))
}
