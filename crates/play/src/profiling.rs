//! Profiles of a bot's fuel in matches.
//!
//! A match is played as usual. Then the bot is asked the same questions again and sampled. The match goes on as played,
//! even if the bot's answers differ, so that the profile describes that match. The two sets of answers are compared.
//! Several matches are sampled at the same fuel interval.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

use explain::{Error, Kind};
use game::{Game, PerSeat, Seat, ply_number, visible};
use job::{MatchSettings, SizeClass};
use profile::{
    CallSamples, DebugLines, Frame, ProfileReport, ProfiledMatch, SampledCalls, frames_of_account,
    function_name,
};
use referee::{ClockKind, HostFailure, MatchSeed, Player, Record};
use sandbox::{
    Bot, DebugSections, FunctionFrame, FunctionNames, SampledCall, SampledKind, SampledStack, SamplingPlan,
    Sandbox, SandboxPlayer, ScriptWatch,
};
use script::Interpreter;

use crate::setup::{Contestant, MatchSetup, Source};
use crate::start_cost::StartCost;

/// The language whose interpreter checks the clock before each instruction, and names that instruction.
const AHEAD: &str = "Python";
/// Number of samples in all matches together.
const SAMPLES: u64 = 4_000;
/// Minimum fuel between two samples of a script. Each check costs a few hundred units, and the refund for it is an
/// average, so closer samples would be biased.
const LEAST_GAP: u64 = 20_000;
/// Maximum number of repetitions of a match that yields too few samples.
const MOST_ROUNDS: u64 = 256;

/// The matches to profile a bot in.
pub struct Profiling<'a> {
    /// Game, rule options and limits. Time is always measured in fuel.
    pub settings: &'a MatchSettings,
    /// The bot's seat.
    pub seat: Seat,
    /// The bot.
    pub bot: &'a Contestant,
    /// The bytes of its module.
    pub module: &'a [u8],
    /// The opponent.
    pub opponent: &'a Contestant,
    /// The seed of the first match; the others have the numbers after it.
    pub seed: u64,
    /// Number of matches.
    pub games: u32,
    /// The only ply to profile, from 0; `None` for whole matches.
    pub ply: Option<u32>,
}

/// Profiled matches.
pub struct Profiled {
    /// The matches, in the order of their seeds.
    pub records: Vec<Record>,
    /// The language of a script; `None` for any other bot.
    pub language: Option<&'static str>,
    /// `true` if functions have only numbers, because the module has no names for them.
    pub is_nameless: bool,
    /// The samples.
    pub calls: SampledCalls,
    /// Number of answers that were compared with those of the match.
    pub answers: u32,
    /// Number of answers that are the same.
    pub same: u32,
}

impl Profiled {
    /// Creates the report, with the names of bot and opponent, and the game, seat and first seed.
    pub fn report(
        &self,
        bot: &str,
        opponent: &str,
        (game, seat, seed): (&dyn Game, Seat, u64),
    ) -> ProfileReport {
        let loss = self.records.iter().find_map(|record| record.losses[seat].as_deref());
        let played = ProfiledMatch {
            bot: visible(bot),
            game: game.name().to_owned(),
            opponent: visible(opponent),
            seat: seat.index() as u8,
            seed,
            games: self.records.len() as u32,
            plies: self.records.iter().map(|record| record.plies).sum(),
            result: self.result(seat),
            failure: loss.map(|loss| visible(&loss.failure.headline())),
            language: self.language.map(str::to_owned),
            nameless: self.is_nameless,
            answers: self.answers,
            same: self.same,
        };
        ProfileReport::new(played, &self.calls)
    }

    /// Describes how the matches ended.
    fn result(&self, seat: Seat) -> String {
        if let [record] = &self.records[..] {
            return format!("{} after {} plies: {}", outcome(record, seat), record.plies, record.ending());
        }
        let ended = |how: &str| self.records.iter().filter(|record| outcome(record, seat) == how).count();
        format!("won {}, drew {}, lost {}", ended("won"), ended("drawn"), ended("lost"))
    }
}

fn outcome(record: &Record, seat: Seat) -> &'static str {
    match record.verdict.outcome.winner() {
        Some(winner) if winner == seat => "won",
        Some(_) => "lost",
        None => "drawn",
    }
}

/// The answers of a bot that is asked again.
struct RepeatedAnswers {
    calls: Vec<SampledCall>,
    answers: u32,
    same: u32,
}

/// A played match to sample.
struct ProfiledGame {
    seed: MatchSeed,
    record: Record,
    /// The fuel of the bot's answers, by ply.
    fuel: BTreeMap<u32, u64>,
}

impl Profiling<'_> {
    /// Plays the matches, and samples the bot.
    ///
    /// # Errors
    /// Returns an error if the bot cannot be profiled, or the host failed.
    pub fn run(&self, sandbox: &Sandbox) -> Result<Profiled, Error> {
        let Source::Module { bot, size } = &self.bot.source else {
            return Err(Error::input("a built-in player has no module to profile"));
        };
        let settings = in_fuel(self.settings);
        let seeds = (0..self.games).map(|game| MatchSeed::from_number(self.seed.wrapping_add(game.into())));
        let matches = seeds.map(|seed| self.play(sandbox, &settings, seed)).collect::<Result<Vec<_>, _>>()?;
        let start = || StartCost::measure(sandbox, bot, &self.bot.settings, &settings);
        let gap = self.gap(&matches, start).map_err(|error| host_failed(&error))?;
        let interpreter = Interpreter::in_module(self.module);
        let sections = DebugSections::read(self.module);
        let lines = DebugLines::read(sections.code, &sections.custom);
        let names =
            SourceNames { module: self.module, functions: FunctionNames::from_module(self.module), lines };
        let mut profiled = Profiled {
            language: interpreter.map(|interpreter| interpreter.language),
            is_nameless: interpreter.is_none() && !names.functions.is_named(),
            calls: SampledCalls::default(),
            answers: 0,
            same: 0,
            records: Vec::with_capacity(matches.len()),
        };
        for (game, played) in matches.into_iter().enumerate() {
            let asking = RepeatedMatch { profiling: self, settings: &settings, played: &played, gap };
            let course = match interpreter {
                Some(interpreter) => {
                    asking.script(sandbox, bot, interpreter).map_err(|error| host_failed(&error))?
                }
                None => asking.functions(sandbox, *size)?,
            };
            let seed = self.seed.wrapping_add(game as u64);
            let calls = course.calls.iter().map(|call| names.call(call, seed, &played.fuel));
            profiled.calls.0.extend(calls);
            profiled.answers += course.answers;
            profiled.same += course.same;
            profiled.records.push(played.record);
        }
        Ok(profiled)
    }

    fn play(
        &self,
        sandbox: &Sandbox,
        settings: &MatchSettings,
        seed: MatchSeed,
    ) -> Result<ProfiledGame, Error> {
        let seats = PerSeat::from_fn(|at| if at == self.seat { self.bot } else { self.opponent });
        let played = MatchSetup { settings, start: None, seed, seats }.play(sandbox, |_| true);
        let record = played.map_err(|error| host_failed(&error))?;
        let record = record.ok_or_else(|| host_failed(&HostFailure::new("the match was given up", None)))?;
        let fuel = self.fuel_by_ply(&record)?;
        Ok(ProfiledGame { seed, record, fuel })
    }

    /// Returns the fuel between two samples.
    fn gap(
        &self,
        matches: &[ProfiledGame],
        start: impl FnOnce() -> Result<StartCost, HostFailure>,
    ) -> Result<u64, HostFailure> {
        let fuel = matches.iter().flat_map(|played| &played.fuel);
        let answers = fuel.filter(|(ply, _)| self.ply.is_none_or(|only| only == **ply)).map(|(_, fuel)| fuel);
        let starts = match self.ply {
            None => start()?.start.0 * matches.len() as u64,
            Some(_) => 0,
        };
        Ok((answers.sum::<u64>() + starts) / SAMPLES)
    }

    /// Returns the fuel of the bot's answers, by ply.
    fn fuel_by_ply(&self, record: &Record) -> Result<BTreeMap<u32, u64>, Error> {
        let own = record.played.iter().filter(|played| played.seat == self.seat);
        let mut fuel: BTreeMap<u32, u64> = own.map(|played| (played.ply, played.spent.0)).collect();
        fuel.extend(record.losses[self.seat].iter().map(|loss| (loss.ply, loss.spent.0)));
        match self.ply {
            Some(ply) if !fuel.contains_key(&ply) => {
                let (ply, plies) = (ply_number(ply), record.plies);
                let what =
                    format!("the bot was not asked for a move in ply {ply}; the match has {plies} plies");
                Err(Error::input(what))
            }
            _ => Ok(fuel),
        }
    }
}

/// A recorded match in which the bot is asked again.
struct RepeatedMatch<'a> {
    profiling: &'a Profiling<'a>,
    settings: &'a MatchSettings,
    played: &'a ProfiledGame,
    gap: u64,
}

impl RepeatedMatch<'_> {
    /// Samples the functions of a module.
    fn functions(&self, sandbox: &Sandbox, size: SizeClass) -> Result<RepeatedAnswers, Error> {
        let failed = |error: &dyn Display| {
            Error::new(Kind::Host, format!("cannot prepare the module for sampling: {error}"))
        };
        let sandbox = sandbox.for_sampling().map_err(|error| failed(&error))?;
        let admitted = sandbox.admit(self.profiling.module, &size.caps()).map_err(|error| failed(&error))?;
        let bot = admitted.map_err(|refusal| failed(&refusal))?;
        let mut player = self.player(&sandbox, &bot, SampledKind::Functions, 0);
        self.ask(&mut player, true, |_| true).map_err(|error| host_failed(&error))
    }

    /// Samples a script. First finds the place where its interpreter can be sampled, then measures the cost of a check.
    /// A script that never checks the clock does next to nothing.
    fn script(
        &self,
        sandbox: &Sandbox,
        bot: &Bot,
        interpreter: &Interpreter,
    ) -> Result<RepeatedAnswers, HostFailure> {
        let mut player = self.player(sandbox, bot, SampledKind::Finding(Arc::from(self.profiling.module)), 0);
        let mut watch = None;
        let course = self.ask(&mut player, false, |player| {
            watch = player.script_watch();
            watch.is_none()
        })?;
        let Some(watch) = watch else { return Ok(course) };
        let watch = if interpreter.language == AHEAD { watch.looking_ahead() } else { watch };
        let mut trial = self.sampled_script(sandbox, bot, watch.clone(), 0)?.calls;
        trial.retain(|call| !call.is_start);
        let fuel = trial.iter().filter_map(|call| self.played.fuel.get(&call.ply)).sum();
        let watch = watch.corrected(&trial, fuel);
        let rounds = LEAST_GAP.div_ceil(self.gap.max(1)).min(MOST_ROUNDS);
        let mut course = self.sampled_script(sandbox, bot, watch.clone(), 0)?;
        for round in 1..rounds {
            let again = self.sampled_script(sandbox, bot, watch.clone(), round)?;
            for (call, again) in course.calls.iter_mut().zip(again.calls) {
                call.samples.extend(again.samples);
            }
        }
        Ok(course)
    }

    fn sampled_script(
        &self,
        sandbox: &Sandbox,
        bot: &Bot,
        watch: ScriptWatch,
        round: u64,
    ) -> Result<RepeatedAnswers, HostFailure> {
        let mut player = self.player(sandbox, bot, SampledKind::Script(watch), round);
        self.ask(&mut player, false, |_| true)
    }

    fn player(&self, sandbox: &Sandbox, bot: &Bot, kind: SampledKind, places: u64) -> SandboxPlayer {
        let Profiling { seat, ply, bot: contestant, .. } = *self.profiling;
        let mut player = sandbox.player(
            bot,
            self.played.seed.dice(seat),
            seat,
            &contestant.settings,
            &self.settings.limits,
        );
        let ply = ply.filter(|_| !matches!(kind, SampledKind::Finding(_)));
        let gap = if matches!(kind, SampledKind::Functions) { self.gap } else { self.gap.max(LEAST_GAP) };
        player.sample(SamplingPlan { gap, ply, kind, places });
        player
    }

    /// Asks every question of the match, as long as `go_on` returns `true`. If `is_exact`, equal answers must also have
    /// used equal fuel.
    fn ask(
        &self,
        player: &mut SandboxPlayer,
        is_exact: bool,
        mut go_on: impl FnMut(&SandboxPlayer) -> bool,
    ) -> Result<RepeatedAnswers, HostFailure> {
        let seat = self.profiling.seat;
        let mut course = RepeatedAnswers { calls: Vec::new(), answers: 0, same: 0 };
        let mut playing = self.settings.begin_again(None)?;
        let mut entries = &self.played.record.played[..];
        loop {
            let ply = playing.scene().ply;
            let (now, rest) = entries.split_at(entries.iter().take_while(|entry| entry.ply == ply).count());
            entries = rest;
            if playing.waiting().contains(seat) {
                let answer = player.choose(playing.ask(seat))?;
                let here = playing.judge(seat, answer);
                let own = now.iter().find(|entry| entry.seat == seat);
                let failed = self.played.record.losses[seat].as_ref().filter(|loss| loss.ply == ply);
                course.answers += 1;
                course.same += u32::from(match (own, failed) {
                    (Some(own), _) => {
                        here.ruling == Ok(own.action)
                            && here.offered == own.offered
                            && (!is_exact || here.spent == own.spent)
                    }
                    (None, Some(loss)) => here.ruling.is_err_and(|here| here.fault == loss.failure.fault),
                    (None, None) => false,
                });
            }
            course.calls.extend(player.sampled());
            for entry in now {
                playing.answer(entry.seat, entry.answer());
            }
            if playing.scene().ply == ply || !go_on(player) {
                return Ok(course);
            }
        }
    }
}

fn host_failed(error: &HostFailure) -> Error {
    Error::wrap(Kind::Host, error)
}

/// Returns the settings with fuel as the clock of both seats.
fn in_fuel(settings: &MatchSettings) -> MatchSettings {
    let mut limits = settings.limits;
    for seat in Seat::BOTH {
        limits.clock[seat].kind = ClockKind::Fuel;
    }
    MatchSettings::new(settings.game, settings.rules.clone(), limits)
}

/// The function names of a module, and the lines of their source.
struct SourceNames<'a> {
    module: &'a [u8],
    functions: FunctionNames,
    lines: Option<DebugLines<'a>>,
}

impl SourceNames<'_> {
    /// Names the functions of a call, and adds the fuel that it used in the match.
    fn call(&self, call: &SampledCall, seed: u64, fuel: &BTreeMap<u32, u64>) -> CallSamples {
        let of_match = fuel.get(&call.ply).copied().filter(|_| !call.is_start);
        CallSamples {
            seed,
            ply: call.ply,
            is_start: call.is_start,
            fuel: of_match.unwrap_or(call.fuel),
            stacks: call.samples.iter().map(|stack| self.stack(stack)).collect(),
        }
    }

    /// Returns the call stack of a sample, innermost first.
    fn stack(&self, stack: &SampledStack) -> Vec<Frame> {
        let (mut frames, host_call): (Vec<Frame>, _) = match stack {
            SampledStack::Functions(frames) => (
                frames.iter().map(|frame| self.frame(frame)).collect(),
                frames.first().filter(|frame| frame.calls_host),
            ),
            SampledStack::Script { account, host_call } => (frames_of_account(account), host_call.as_ref()),
            SampledStack::Outside => return Vec::new(),
        };
        let name = host_call.and_then(|frame| self.functions.host_call(self.module, frame.offset?));
        if let Some(function) = name {
            // The host call is charged to the line that makes it.
            let place = frames.first().and_then(|frame| frame.place.clone());
            frames.insert(0, Frame { function, place });
        }
        frames
    }

    fn frame(&self, of: &FunctionFrame) -> Frame {
        let place = self.lines.as_ref().zip(of.offset).and_then(|(lines, offset)| lines.place(offset));
        Frame { function: function_name(&self.functions.name(of.function)), place }
    }
}
