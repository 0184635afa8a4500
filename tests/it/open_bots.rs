//! Tests the bots of Tank Battle and Tank Chess, and their open tournaments: every bot finishes matches under every
//! rule, the strong ones beat the simple ones, and the tournaments' texts are correct.

use std::fs;
use std::path::PathBuf;

use config::{BotPlan, SizeClass};
use game::{Game, Outcome, PerSeat, RuleKind, Rules, Seat};
use job::MatchSettings;
use play::{Contestant, MatchSetup, Source};
use referee::{Builtin, Clock, Limits, MatchSeed, Record, Ticks};
use sandbox::{Caps, Sandbox};

const GAMES: [&dyn Game; 2] = [&tank_battle::GAME, &tank_chess::GAME];
/// Matches against a random player are cut off here; complete ones run to some thousand plies.
const SHORT: u32 = 120;

fn top() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An entered bot.
struct Entrant {
    name: String,
    plays: Contestant,
}

impl Entrant {
    fn random() -> Entrant {
        let plays = Contestant { source: Source::Builtin(Builtin::Random), settings: "".into() };
        Entrant { name: "random".to_owned(), plays }
    }
}

struct Arena {
    game: &'static dyn Game,
    sandbox: Sandbox,
    limits: Limits,
}

impl Arena {
    fn new(game: &'static dyn Game, plies: u32) -> Arena {
        let clock = Clock { per_move: Some(Ticks::from_millis(5)), ..Clock::default() };
        let sandbox = crate::support::sandbox().clone();
        Arena { game, sandbox, limits: Limits { plies, ..Limits::default() }.with_clock(clock) }
    }

    /// Returns the bot for `searcher depth=2`: the name, then its settings.
    fn entrant(&self, text: &str) -> Entrant {
        let (name, settings) = text.split_once(' ').unwrap_or((text, ""));
        let path = top().join("bots").join(self.game.name()).join(name).join(format!("{name}.wasm"));
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let admitted = self.sandbox.admit(&bytes, &Caps::default()).expect("the host can compile");
        let bot = admitted.unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let source = Source::Module { bot, size: SizeClass::Normal };
        Entrant { name: text.to_owned(), plays: Contestant { source, settings: settings.into() } }
    }

    /// Plays a match, in which no bot may fail.
    fn play(&self, rules: &Rules, seed: u64, entrants: PerSeat<&Entrant>) -> Record {
        let setup = MatchSetup {
            settings: &MatchSettings::new(self.game, rules.clone(), self.limits),
            start: None,
            seed: MatchSeed::from_number(seed),
            seats: entrants.map(|entrant| &entrant.plays),
        };
        let record = setup.play(&self.sandbox, |_| true).expect("the host works").expect("nobody stops it");
        for seat in Seat::BOTH {
            let name = &entrants[seat].name;
            let loss = record.losses[seat].as_deref();
            assert!(loss.is_none(), "{name} at {} under {rules}: {loss:?}", self.game.name());
        }
        record
    }

    /// Returns the points of one bot against another, with half a point for a draw, in this number of games from
    /// alternating seats.
    fn points(&self, one: &Entrant, other: &Entrant, games: u64) -> f64 {
        let rules = Rules::defaults(self.game.options());
        let point = |seed: u64| {
            let (seat, entrants) = match seed % 2 {
                0 => (Seat::First, PerSeat::new(one, other)),
                _ => (Seat::Second, PerSeat::new(other, one)),
            };
            match self.play(&rules, seed, entrants).verdict.outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) if winner == seat => 1.0,
                Outcome::Win(_) => 0.0,
            }
        };
        (0..games).map(point).sum()
    }
}

/// Returns the default rules, and variants with every other word, or the minimum, a small number and the maximum, of
/// each option.
fn all_rules(game: &dyn Game) -> Vec<Rules> {
    let defaults = Rules::defaults(game.options());
    let mut all = vec![defaults.clone()];
    for option in game.options() {
        let words: Vec<String> = match option.kind {
            RuleKind::Choice(words) => words.iter().map(ToString::to_string).collect(),
            RuleKind::Flag => vec!["false".to_owned(), "true".to_owned()],
            RuleKind::Number { min, max } => {
                [min, max, max.min(min + 3)].map(|number| number.to_string()).to_vec()
            }
        };
        all.extend(words.iter().map(|word| {
            let mut rules = defaults.clone();
            rules.set(option.name, word).expect("a value of the option");
            rules
        }));
    }
    all
}

/// Checks that no bot fails in either seat, under any option.
fn obeys(game: &'static dyn Game, bots: &[&str]) {
    let arena = Arena::new(game, SHORT);
    let random = Entrant::random();
    for (index, name) in bots.iter().enumerate() {
        let bot = arena.entrant(name);
        for (seed, rules) in (0..).zip(all_rules(game)) {
            let entrants = if (index as u64 + seed).is_multiple_of(2) {
                PerSeat::new(&bot, &random)
            } else {
                PerSeat::new(&random, &bot)
            };
            let record = arena.play(&rules, seed, entrants);
            assert!(record.plies > 0);
        }
    }
}

#[test]
fn bots_obey_every_rule_of_tank_battle() {
    obeys(
        &tank_battle::GAME,
        &["scatter", "greedy", "greedy care=100", "trader", "searcher ms=1", "searcher depth=2 slack=5"],
    );
}

#[test]
fn bots_obey_every_rule_of_tank_chess() {
    obeys(
        &tank_chess::GAME,
        &[
            "scatter",
            "hothead",
            "greedy",
            "greedy shelter=no moves=14",
            "planner ms=2",
            "planner temper=bold turns=0",
            "strategist ms=1",
        ],
    );
}

/// Checks that each beats the next by at least three points of four.
fn ladder(game: &'static dyn Game, bots: &[&str]) {
    let arena = Arena::new(game, Limits::default().plies);
    let entrants: Vec<Entrant> = bots.iter().map(|text| arena.entrant(text)).collect();
    for (names, pair) in bots.windows(2).zip(entrants.windows(2)) {
        let points = arena.points(&pair[0], &pair[1], 4);
        assert!(points >= 3.0, "{} has {points} of 4 points against {}", names[0], names[1]);
    }
}

#[test]
fn the_strong_beat_the_simple_at_tank_battle() {
    ladder(&tank_battle::GAME, &["searcher", "searcher depth=1", "greedy", "scatter"]);
}

#[test]
fn the_strong_beat_the_simple_at_tank_chess() {
    ladder(&tank_chess::GAME, &["planner", "greedy", "scatter"]);
}

#[test]
fn the_open_tournaments_are_what_their_texts_say() {
    for game in GAMES {
        let path = top().join("tournaments").join(format!("{}-open.toml", game.name()));
        let text = fs::read_to_string(&path).expect("a tournament's text");
        let plan = config::parse(&path.display().to_string(), &text, &GAMES)
            .unwrap_or_else(|problems| panic!("{problems}"));
        assert!((6..=10).contains(&plan.entrants.len()));
        assert_eq!(plan.stages.len(), 2);
        for entrant in &plan.entrants {
            if let BotPlan::File(file) = &entrant.bot {
                let file = path.with_file_name(file);
                assert!(file.exists(), "{} is missing", file.display());
            }
        }
    }
}
