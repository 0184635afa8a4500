//! Plays the bots in the sandbox.

use std::fs;

use config::SizeClass;
use game::{Game, Outcome, PerSeat, RuleKind, Rules, Seat};
use job::MatchSettings;
use play::{Contestant, MatchSetup, Source};
use referee::{Limits, MatchSeed, Record, Ticks};
use sandbox::{Caps, Sandbox};

use crate::bots::bots;
use crate::support::is_full;

/// An entered bot.
struct Entrant {
    label: String,
    plays: Contestant,
}

/// The setting for matches of one game.
struct Arena {
    game: &'static dyn Game,
    sandbox: Sandbox,
    limits: Limits,
}

impl Arena {
    fn new(field: &Field) -> Arena {
        let [per_move, per_game] = field.clock;
        let sandbox = crate::support::sandbox().clone();
        Arena { game: field.game, sandbox, limits: Limits::default().with_times(per_move, per_game) }
    }

    /// Returns the bot for `maximin depth=2`: the name, then its settings.
    fn entrant(&self, text: &str) -> Entrant {
        let (name, settings) = text.split_once(' ').unwrap_or((text, ""));
        let path = bots().join(self.game.name()).join(name).join(format!("{name}.wasm"));
        let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let admitted = self.sandbox.admit(&bytes, &Caps::default()).expect("the host can compile");
        let bot = admitted.unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        let source = Source::Module { bot, size: SizeClass::Normal };
        Entrant { label: text.to_owned(), plays: Contestant { source, settings: settings.into() } }
    }

    fn entrants(&self, texts: &[&str]) -> Vec<Entrant> {
        texts.iter().map(|text| self.entrant(text)).collect()
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
            let loss = record.losses[seat].as_deref();
            assert!(loss.is_none(), "{} under {rules}: {loss:?}", entrants[seat].label);
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

/// The bots of a game, with the claims about them.
struct Field {
    game: &'static dyn Game,
    /// Time for a move and for a game, as in the example tournament.
    clock: [Option<Ticks>; 2],
    /// Clearly beats all others.
    champion: &'static str,
    /// All others except its rivals.
    others: &'static [&'static str],
    /// Bots that it need not beat, and that use all of their time.
    rivals: &'static [&'static str],
    /// Pairs of other bots in which the first clearly beats the second.
    pairs: &'static [(&'static str, &'static str)],
    /// Maximum time for a move, for the champion and for any other bot.
    time: [Ticks; 2],
    /// Pairs of settings of the same bot that make a difference.
    variants: &'static [[&'static str; 2]],
}

/// All fields. `open_bots.rs` tests the strengths in Tank Battle and Tank Chess, and that no bot fails there.
const FIELDS: &[&Field] = &[&TANK_BATTLE, &TANK_CHESS, &TANK_WAR];

const TANK_BATTLE: Field = Field {
    game: &tank_battle::GAME,
    clock: [Some(Ticks::from_millis(10)), Some(Ticks::from_millis(2_000))],
    champion: "searcher",
    others: &["trader", "greedy", "scatter"],
    rivals: &[],
    pairs: &[],
    time: [Ticks::from_millis(8), Ticks::from_millis(3)],
    variants: &[
        ["searcher depth=1", "searcher depth=3"],
        ["trader depth=1", "trader depth=3"],
        ["greedy care=0", "greedy care=100"],
    ],
};

const TANK_CHESS: Field = Field {
    game: &tank_chess::GAME,
    clock: [Some(Ticks::from_millis(30)), Some(Ticks::from_millis(5_000))],
    champion: "planner",
    others: &["greedy", "hothead", "scatter"],
    rivals: &["strategist"],
    pairs: &[],
    time: [Ticks::from_millis(20), Ticks::from_millis(4)],
    variants: &[
        ["planner turns=0", "planner turns=2"],
        ["strategist turns=0", "strategist turns=2"],
        ["greedy caution=0", "greedy caution=8"],
        ["hothead moves=1", "hothead moves=4"],
    ],
};

const TANK_WAR: Field = Field {
    game: &tank_war::GAME,
    clock: [None, Some(Ticks::from_millis(120_000))],
    champion: "teacher",
    others: &[
        "gambler", "maximin", "hunter", "greedy", "cautious", "sentry", "rusher", "fortress", "walker",
        "scatter",
    ],
    rivals: &["reader", "guesser"],
    pairs: &[
        ("reader", "guesser"),
        ("guesser", "hunter"),
        ("maximin", "greedy"),
        ("maximin", "walker"),
        ("maximin", "scatter"),
        ("gambler", "scatter"),
        ("greedy", "fortress"),
    ],
    time: [Ticks::from_millis(25), Ticks::from_millis(1)],
    variants: &[
        ["teacher depth=1", "teacher depth=3"],
        ["guesser trust=0", "guesser trust=100"],
        ["hunter depth=1", "hunter depth=2"],
        ["gambler sight=2", "gambler sight=8"],
        ["maximin depth=1", "maximin depth=2"],
        ["greedy aggression=0", "greedy aggression=300"],
        ["cautious fear=0", "cautious fear=500"],
        ["fortress line=1", "fortress line=3"],
        ["rusher style=wave", "rusher style=flanks"],
        ["sentry bold", "sentry meek"],
        ["walker order=2", "walker order=5"],
    ],
};

/// Every bot is in the field of its game, so that no claim leaves one out.
#[test]
fn every_bot_is_in_a_field() {
    for field in FIELDS {
        let mut listed: Vec<&str> = field.others.to_vec();
        listed.extend(field.rivals);
        listed.push(field.champion);
        listed.sort_unstable();
        assert_eq!(crate::bots::sources::names(field.game.name()), listed);
    }
}

#[test]
fn the_strong_beat_the_weak_at_tank_war() {
    claims_hold(&TANK_WAR, if is_full() { 8 } else { 4 });
}

fn claims_hold(field: &Field, games: u64) {
    let arena = Arena::new(field);
    let against_champion = field.others.iter().map(|other| (field.champion, *other));
    for (strong, weak) in against_champion.chain(field.pairs.iter().copied()) {
        let points = arena.points(&arena.entrant(strong), &arena.entrant(weak), games);
        assert!(points >= 0.7 * games as f64, "{strong} made {points} points of {games} against {weak}");
    }
}

#[test]
fn no_bot_fails_at_tank_war_under_any_rules() {
    nobody_fails(&TANK_WAR);
}

/// Plays each bot against its neighbour in the list from both seats, under every combination of the rules' words and
/// flags. By default, a quarter of the bots plays under each combination, so that all of them play under some. Each
/// match asserts that no bot fails.
fn nobody_fails(field: &Field) {
    let arena = Arena::new(field);
    let mut entrants = arena.entrants(field.others);
    entrants.extend(arena.entrants(field.rivals));
    // The champion plays with little time, and again with invalid settings.
    for settings in ["ms=1", "ms=1 ,, depth=-1,depth= =3 style depth=99999999999999999999"] {
        entrants.push(arena.entrant(&format!("{} {settings}", field.champion)));
    }
    for (seed, rules) in all_rules(field.game).iter().enumerate() {
        for index in (0..entrants.len()).filter(|index| is_full() || (index + seed) % 4 == 0) {
            let (one, other) = (&entrants[index], &entrants[(index + 1) % entrants.len()]);
            arena.play(rules, seed as u64, PerSeat::new(one, other));
            arena.play(rules, seed as u64, PerSeat::new(other, one));
        }
    }
}

/// Returns every combination of the values of choices and flags.
fn all_rules(game: &dyn Game) -> Vec<Rules> {
    let mut all = vec![Rules::defaults(game.options())];
    for option in game.options() {
        let words: &[&str] = match option.kind {
            RuleKind::Choice(words) => words,
            RuleKind::Flag => &["false", "true"],
            RuleKind::Number { .. } => continue,
        };
        let with = |rules: &Rules, word: &str| {
            let mut rules = rules.clone();
            rules.set(option.name, word).expect("a value of the option");
            rules
        };
        all = all.iter().flat_map(|rules| words.iter().map(move |word| with(rules, word))).collect();
    }
    all
}

#[test]
fn moves_take_no_more_time_than_claimed() {
    for field in FIELDS {
        times_hold(field);
    }
}

fn times_hold(field: &Field) {
    let arena = Arena::new(field);
    let rules = Rules::defaults(field.game.options());
    let champion = arena.entrant(field.champion);
    for name in field.others {
        let record = arena.play(&rules, 0, PerSeat::new(&champion, &arena.entrant(name)));
        for played in &record.played {
            let limit = field.time[played.seat.index()];
            assert!(
                played.spent <= limit,
                "{} took {} of {limit}",
                [field.champion, name][played.seat.index()],
                played.spent
            );
        }
    }
}

/// Settings reach the bots: different settings lead to different play against the same opponent.
#[test]
fn settings_make_a_difference() {
    for field in FIELDS {
        settings_matter(field);
    }
}

fn settings_matter(field: &Field) {
    let arena = Arena::new(field);
    let rules = Rules::defaults(field.game.options());
    let opponents = arena.entrants(field.others);
    for variants in field.variants {
        let [one, other] = variants.map(|text| arena.entrant(text));
        let actions = |entrant: &Entrant, opponent: &Entrant| -> Vec<u64> {
            let record = arena.play(&rules, 0, PerSeat::new(entrant, opponent));
            record.played.iter().map(|played| played.action.code()).collect()
        };
        let differ = opponents.iter().any(|opponent| actions(&one, opponent) != actions(&other, opponent));
        assert!(differ, "{} plays like {}", one.label, other.label);
    }
}
