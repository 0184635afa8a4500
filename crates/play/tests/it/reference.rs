//! Tests of the references of the games: constructed blunders, and lost matches between sample bots.
//!
//! `MUSTER_FULL=1` judges 20 lost matches a game by a reference that searches ten times as many positions, instead of
//! two; use `--release`. `--nocapture` prints the figures.
//!
//! At least 80 % of marks are near those of the deeper reference, and at least 90 % of proposals are as good as the turn
//! of the match. The last runs found 17 and 17 of 18 in The Tank War (two further matches had no loss to mark), 16 and 19
//! of 20 in Tank Battle, and 17 and 20 of 20 in Tank Chess.

#![allow(clippy::print_stdout, reason = "a measurement prints its figures")]

use std::sync::Arc;

use game::{Dice, Game, Joint, Outcome, PerSeat, Phase, Position, Rules, Seat};
use games::ListedGame;
use job::{Format, MatchSettings, Plays, SeatRecord, SizeClass};
use play::{Contestant, LocalValidator, MatchSetup, ReferenceQuestion, Source};
use referee::{Builtin, Clock, Closing, Fault, Limits, MatchSeed, Played, Reason, Ticks};
use replay::mistakes::{Course, TurnLoss};

use crate::common::validator;

/// The tolerance for a proposed turn to count as good as the turn of the match.
const SLACK: f64 = 0.02;

/// A game, ready to play and to analyse.
struct Bench {
    listed: &'static ListedGame,
    settings: MatchSettings,
    validator: LocalValidator,
}

/// A lost match.
struct Lost {
    start: String,
    plies: Vec<Joint>,
    loser: Seat,
}

impl Bench {
    fn new(name: &str) -> Bench {
        let listed = games::listed(name).unwrap();
        let clock = Clock { per_move: Some(Ticks::from_millis(3)), ..Clock::default() };
        let rules = Rules::defaults(listed.game.options());
        let settings = MatchSettings::new(listed.game, rules, Limits::default().with_clock(clock));
        Bench { listed, settings, validator: validator() }
    }

    fn game(&self) -> &'static dyn Game {
        self.listed.game
    }

    fn position(&self, text: &str) -> Box<dyn Position> {
        self.game().parse_position(&self.settings.rules, text).unwrap()
    }

    /// Returns the course of a match for a seat.
    fn course(&self, start: &str, plies: &[Joint], seat: Seat, nodes: Option<u64>) -> Course {
        let mut position = self.position(start);
        for joint in plies {
            position.play(joint).unwrap();
        }
        let (outcome, reason) = match position.phase() {
            Phase::Over(end) => (end.outcome, Reason::Rules { words: end.reason.into() }),
            // The match goes on.
            _ => (Outcome::Win(seat), Reason::Forfeit { seat: seat.other(), fault: Fault::Timeout }),
        };
        let played: Vec<Played> = (0..).zip(plies).flat_map(|(ply, joint)| entries(ply, joint)).collect();
        let record = SeatRecord {
            format: Format,
            engine: String::new(),
            game: self.game().name().to_owned(),
            rules: self.settings.rules.to_string(),
            limits: self.settings.limits,
            start: Some(start.to_owned()),
            number: "1.1.1.1".to_owned(),
            entrants: PerSeat::new("one".to_owned(), "other".to_owned()),
            seat,
            plays: Plays::Builtin(Builtin::First),
            settings: String::new(),
            dice: [0; 32],
            transcript: Vec::new(),
            outcome,
            reason,
            loss: None,
            closing: Closing::default(),
        };
        let question =
            ReferenceQuestion { settings: &self.settings, record: &record, played: &played, nodes };
        question.ask(&self.validator).unwrap_or_else(|error| panic!("{error:?}"))
    }

    /// Returns the points that a turn loses.
    fn loss(&self, start: &str, turn: &[Joint], seat: Seat, nodes: u64) -> f64 {
        let mut plies = turn.to_vec();
        let mut position = self.position(start);
        for joint in turn {
            position.play(joint).unwrap();
        }
        // The reference values a position that is followed by a ply.
        if let Phase::Act(seats) = position.phase() {
            let mut joint = Joint::default();
            for seat in seats.iter() {
                let mut legal = Vec::new();
                position.legal_actions(seat, &mut legal);
                joint[seat] = legal.last().copied();
            }
            plies.push(joint);
        }
        let course = self.course(start, &plies, seat, Some(nodes));
        course.losses.first().filter(|loss| loss.ply == 0).map_or(0.0, TurnLoss::points)
    }

    fn contestant(&self, name: &str, settings: &str) -> Contestant {
        let bot = self.listed.bot(name).unwrap();
        let bot = self.validator.sandbox().admit(bot.module, &SizeClass::Normal.caps()).unwrap().unwrap();
        Contestant { source: Source::Module { bot, size: SizeClass::Normal }, settings: Arc::from(settings) }
    }

    /// Plays matches of these bots from random openings, and returns the first lost ones.
    fn lost(&self, opening: u32, bots: &[(&str, &str)], count: usize) -> Vec<Lost> {
        let bots: Vec<Contestant> =
            bots.iter().map(|(name, settings)| self.contestant(name, settings)).collect();
        let mut dice = Dice::from_number(63);
        let mut lost = Vec::new();
        for number in 0.. {
            let start = self.game().opening(&self.settings.rules, opening, &mut dice).unwrap().to_string();
            let seed = MatchSeed::from_number(number);
            let index = number as usize;
            let seats =
                PerSeat::new(&bots[index % bots.len()], &bots[(index + 1 + index / bots.len()) % bots.len()]);
            let setup = MatchSetup { settings: &self.settings, start: Some(&start), seed, seats };
            let record = setup.play(self.validator.sandbox(), |_| true).unwrap().unwrap();
            let (Outcome::Win(winner), Reason::Rules { .. }) =
                (record.verdict.outcome, &record.verdict.reason)
            else {
                continue;
            };
            let plies = record.played.chunk_by(|one, other| one.ply == other.ply).map(joint_of).collect();
            lost.push(Lost { start, plies, loser: winner.other() });
            if lost.len() == count {
                break;
            }
        }
        lost
    }
}

fn entries(ply: u32, joint: &Joint) -> Vec<Played> {
    let entry = |(seat, action): (Seat, &Option<game::Action>)| {
        action.map(|action| Played { ply, seat, action, spent: Ticks::default(), offered: false })
    };
    joint.iter().filter_map(entry).collect()
}

fn joint_of(played: &[Played]) -> Joint {
    let mut joint = Joint::default();
    for entry in played {
        joint[entry.seat] = Some(entry.action);
    }
    joint
}

/// Judges lost matches by a reference that searches ten times as many positions. Returns the numbers of matches, of
/// marks within one turn of the largest loss, and of proposals that lose no more than the turn of the match.
fn judge(bench: &Bench, lost: &[Lost], nodes: u64) -> [usize; 3] {
    let mut figures = [0; 3];
    for Lost { start, plies, loser } in lost {
        let began = std::time::Instant::now();
        let course = bench.course(start, plies, *loser, Some(nodes));
        let took = began.elapsed();
        let deep = bench.course(start, plies, *loser, Some(10 * nodes));
        let most = |course: &Course| {
            course.losses.iter().max_by(|one, other| one.points().total_cmp(&other.points())).cloned()
        };
        let (marked, worst) = match (most(&course), most(&deep)) {
            (Some(marked), Some(worst)) => (marked, worst),
            (marked, worst) => {
                println!(
                    "{}: neither has a loss: {}",
                    bench.game().name(),
                    marked.is_none() && worst.is_none()
                );
                let agrees = usize::from(marked.is_none() && worst.is_none());
                figures = [figures[0] + 1, figures[1] + agrees, figures[2] + agrees];
                continue;
            }
        };
        let turn = |ply| deep.values.iter().filter(|(start, _)| *start < ply).count();
        let step = if bench.position(start).phase().seats().len() > 1 { 1 } else { 2 };
        let is_near = turn(marked.ply).abs_diff(turn(worst.ply)) <= step;
        let played: Vec<Joint> = {
            let from = marked.ply as usize;
            let mut position = bench.position(&marked.position);
            let seats = position.phase().seats();
            let same = plies[from..].iter().take_while(|joint| {
                let is_same = position.phase().seats() == seats;
                if is_same {
                    position.apply(joint);
                }
                is_same
            });
            let turn: Vec<Joint> = same.copied().collect();
            if seats.len() > 1 { turn[..1].to_vec() } else { turn }
        };
        let mut better = marked.better_plies.clone();
        if step == 1 {
            better[0][loser.other()] = played[0][loser.other()];
        }
        let [lost_by, would_lose] =
            [&played, &better].map(|turn| bench.loss(&marked.position, turn, *loser, 10 * nodes));
        let is_better = would_lose <= lost_by + SLACK;
        println!(
            "{}: {} plies in {took:.1?}, marked {} ({:.2}), deep {} ({:.2}), played {lost_by:.2}, better {would_lose:.2} {}{}",
            bench.game().name(),
            plies.len(),
            marked.ply,
            marked.points(),
            worst.ply,
            worst.points(),
            if is_near { "" } else { "FAR " },
            if is_better { "" } else { "WORSE" },
        );
        figures[0] += 1;
        figures[1] += usize::from(is_near);
        figures[2] += usize::from(is_better);
    }
    println!("{}: of {}, {} near, {} better", bench.game().name(), figures[0], figures[1], figures[2]);
    figures
}

fn judged(name: &str, opening: u32, nodes: u64, bots: &[(&str, &str)]) {
    let bench = Bench::new(name);
    let count = if std::env::var_os("MUSTER_FULL").is_some() { 20 } else { 2 };
    let [all, near, better] = judge(&bench, &bench.lost(opening, bots, count), nodes);
    assert!(
        all == count && near * 10 >= all * 8 && better * 10 >= all * 9,
        "{name}: {near} and {better} of {all}"
    );
}

#[test]
fn mistakes_of_tank_battle_are_those_of_a_deeper_reference() {
    judged(
        "tank-battle",
        6,
        20_000,
        &[("trader", ""), ("searcher", "nodes=500"), ("searcher", "nodes=2000")],
    );
}

#[test]
fn mistakes_of_the_tank_war_are_those_of_a_deeper_reference() {
    judged("tank-war", 2, 20_000, &[("hunter", ""), ("maximin", ""), ("gambler", ""), ("greedy", "")]);
}

#[test]
fn mistakes_of_tank_chess_are_those_of_a_deeper_reference() {
    judged("tank-chess", 14, 500, &[("planner", ""), ("strategist", ""), ("greedy", "")]);
}

/// A match with a blunder.
struct Blunder<'a> {
    game: &'a str,
    position: &'a str,
    /// The plies before the mistake, of the mistake, and after it.
    parts: [Vec<&'a str>; 3],
    better: &'a str,
}

impl Blunder<'_> {
    fn read(text: &str) -> Blunder<'_> {
        let lines: Vec<(&str, &str)> = text.lines().map(|line| line.split_once(':').unwrap()).collect();
        let [(game, _), (_, position), (_, before), (_, mistake), (_, after), (_, better)] = lines[..] else {
            panic!("{text}")
        };
        let between = if game == "tank-war" { "; " } else { " " };
        let parts = [before, mistake, after]
            .map(|part| part.trim().split(between).filter(|ply| !ply.is_empty()).collect());
        Blunder { game, position: position.trim(), parts, better: better.trim() }
    }
}

#[test]
fn twenty_constructed_blunders_are_the_largest_losses() {
    let text = include_str!("blunders.txt");
    let benches = ["tank-battle", "tank-war", "tank-chess"].map(Bench::new);
    let blunders: Vec<&str> = text.split("\n\n").skip(1).collect();
    assert_eq!(blunders.len(), 20);
    for text in blunders {
        let Blunder { game, position: start, parts, better } = Blunder::read(text);
        let bench = benches.iter().find(|bench| bench.game().name() == game).unwrap();
        let mut position = bench.position(start);
        let mut plies = Vec::new();
        let mut mover = None;
        for (index, part) in parts.iter().enumerate() {
            if index == 1 {
                mover = position.phase().seats().iter().next();
            }
            for ply in part {
                let joint = game::parse_ply(bench.game(), &*position, ply).unwrap();
                position.apply(&joint);
                plies.push(joint);
            }
        }
        let course = bench.course(start, &plies, mover.unwrap(), None);
        let worst =
            course.losses.iter().max_by(|one, other| one.points().total_cmp(&other.points())).unwrap();
        assert_eq!(worst.ply as usize, parts[0].len(), "{text}{:?}", course.losses);
        assert!(worst.points() >= 0.2, "{text}{worst:?}");
        assert!(worst.better.starts_with(better), "{text}{worst:?}");
    }
}
