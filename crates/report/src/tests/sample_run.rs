//! A small recorded run for tests: random players, some of which fail.

use std::fmt::Write as _;
use std::path::Path;

use game::{Action, Dice, Game, PerSeat, Seat};
use hash::Hash;
use ledger::{EntrantRow, Inputs, Ledger, MatchRow, RecordedMatch, RunFolder, RunHeader, RunKind};
use referee::{Answer, Ask, Failure, Fault, HostFailure, Limits, Match, MatchSeed, Player, Record, Ticks};
use run_folder::sequential_test::{Pairs, SequentialTestPlan};
use tournament::{Fixture, Rulings, RunSeed, Stage};

pub(crate) static GAMES: [&dyn Game; 3] = [&tank_war::GAME, &tank_battle::GAME, &tank_chess::GAME];

/// Returns a class competition with this number of entrants, the last of them a guest.
pub(crate) fn toml(game: &str, entrants: usize) -> String {
    let mut text = format!(
        "[tournament]\nname = \"Cup <b>2026</b>\"\ngame = \"{game}\"\nseed = 7\ndate = \"2026-11-20\"\n\n"
    );
    for number in 1..=entrants {
        let guest = number == entrants;
        let _ = write!(
            text,
            "[[entrant]]\nname = \"No. {number}\"\nbot = \"builtin:random\"\nguest = {guest}\n\n"
        );
    }
    text += "[[stage]]\nname = \"Qualification\"\nformat = \"round-robin\"\ngames = 2\nrank = [\"wins\"]\n\n";
    text += "[[stage]]\nname = \"Knockout\"\nformat = \"knockout\"\nadvance = 4\n\n";
    text += "[grade]\nformula = \"min(10, wins + 0.5 * draws)\"\n";
    text
}

/// A player that moves at random, takes a random time, and sometimes fails.
struct Stumbler {
    dice: Dice,
    number: u32,
    legal: Vec<Action>,
}

impl Player for Stumbler {
    fn choose(&mut self, ask: Ask<'_>) -> Result<Answer, HostFailure> {
        self.legal.clear();
        ask.scene.position.legal_actions(ask.seat, &mut self.legal);
        let spent = Ticks((self.dice.below(900) as u64 + 100) * 10_u64.pow(self.number % 5));
        let result = match self.dice.below(400) {
            0 if self.number == 1 => Err(Failure::new(Fault::Timeout, "")),
            1..4 if self.number == 2 => Err(Failure::new(Fault::Trap(referee::TrapKind::Unreachable), "")),
            _ => Ok(self.dice.pick(&self.legal).map_or(-1, |action| action.code() as i64)),
        };
        Ok(Answer { result, offer: None, spent })
    }
}

fn play(game: &'static dyn Game, rules: &game::Rules, fixture: &Fixture) -> RecordedMatch {
    let seed = MatchSeed::new(fixture.seed);
    let playing = Match::new(game, game.start(rules), Limits::default());
    let mut players = PerSeat::from_fn(|seat: Seat| {
        let number = fixture.seats[seat].0;
        Box::new(Stumbler { dice: seed.dice(seat), number, legal: Vec::new() }) as Box<dyn Player>
    });
    let record = referee::play(playing, &mut players, |_| true).unwrap().unwrap();
    RecordedMatch::new(MatchRow::new(fixture.key, fixture.seats, None, &record), record)
}

/// Plays games of random players from the start position, to be used as the results of any match.
pub(crate) fn some_records(count: u64) -> Vec<Record> {
    let game: &'static dyn Game = &tank_war::GAME;
    let rules = game::Rules::defaults(game.options());
    let record = |number: u64| {
        let mut key = [0; 32];
        Dice::from_number(number).fill(&mut key);
        let seed = MatchSeed::new(key);
        let mut players = PerSeat::from_fn(|seat: Seat| {
            Box::new(Stumbler { dice: seed.dice(seat), number: 3, legal: Vec::new() }) as Box<dyn Player>
        });
        referee::play(Match::new(game, game.start(&rules), Limits::default()), &mut players, |_| true)
    };
    (0..count).map(|number| record(number).unwrap().unwrap()).collect()
}

/// Plays at most `most` matches of a tournament into a folder. The record has names of its own, as a record from
/// elsewhere can. The last entrant but one was refused.
pub(crate) fn run(root: &Path, toml: &str, names: &[&str], most: usize) -> RunFolder {
    let folder = RunFolder::at(root);
    let plan = config::parse("sample.toml", toml, &GAMES).map_err(|problems| problems.to_string()).unwrap();
    let header = RunHeader {
        kind: RunKind::Tournament,
        game: plan.game.name().to_owned(),
        toml: toml.to_owned(),
        toml_name: "sample.toml".to_owned(),
        fingerprint: "test engine".to_owned(),
        seed: 7,
        defaults: plan.edition.number(),
    };
    let last = plan.entrants.len() - 1;
    let row = |(index, entrant): (usize, &config::EntrantPlan)| EntrantRow {
        name: names.get(index).map_or_else(|| entrant.name.clone(), |name| (*name).to_owned()),
        bot: "builtin:random".to_owned(),
        module: (index == 0).then_some(Hash::from([0xAB; 32])),
        settings: entrant.settings.clone(),
        size: entrant.size,
        guest: entrant.guest,
        refusal: if index + 1 == last { vec!["it imports `env.system`".to_owned()] } else { Vec::new() },
        joined: 0,
        since: 0,
    };
    let rows: Vec<EntrantRow> = plan.entrants.iter().enumerate().map(row).collect();
    folder.create().unwrap();
    let modules: [(Hash, &[u8]); 1] = [(Hash::from([0xAB; 32]), b"")];
    let mut ledger = Ledger::create(
        &folder,
        Inputs { header: &header, entrants: &rows, modules: &modules, files: &plan.files },
    )
    .unwrap();
    let field = ledger::field(&rows);
    let mut left = most;
    let mut stages: Vec<Stage> = Vec::new();
    for index in 0..plan.stages.len() {
        let mut stage =
            plan.open_stage(index, stages.last(), &field, RunSeed::from(7), &Rulings::default()).unwrap();
        let mut played = Vec::new();
        while left > 0
            && let Some(fixture) = stage.next_fixture()
        {
            left -= 1;
            let whole = play(plan.game, &plan.rules, &fixture);
            stage.record(fixture.key, whole.row.result().unwrap()).unwrap().is_kept();
            played.push(whole);
        }
        ledger.commit(&played).unwrap();
        if left == 0 {
            break;
        }
        stages.push(stage);
    }
    folder
}

/// Plays some games of a sequential test into a folder, two per pair, for a new bot of this name.
pub(crate) fn sequential_test(root: &Path, new: &str, games: usize) -> RunFolder {
    let game: &'static dyn Game = &tank_war::GAME;
    let plan = SequentialTestPlan {
        game,
        rules: game::Rules::defaults(game.options()),
        limits: Limits::default(),
        scale: rating::scale::EloScale::Logistic,
        elo0: 0.0,
        elo1: 10.0,
        alpha: 0.05,
        beta: 0.05,
        openings: None,
        plies: 2,
        seed: 7,
        max_games: None,
    };
    let header = RunHeader {
        kind: RunKind::SequentialTest,
        game: game.name().to_owned(),
        toml: plan.text(),
        toml_name: run_folder::sequential_test::TEXT_NAME.to_owned(),
        fingerprint: "test engine".to_owned(),
        seed: plan.seed,
        defaults: 1,
    };
    let row = |name: &str| EntrantRow {
        name: name.to_owned(),
        bot: "builtin:random".to_owned(),
        module: None,
        settings: String::new(),
        size: config::SizeClass::Script,
        guest: false,
        refusal: Vec::new(),
        joined: 0,
        since: 0,
    };
    let (folder, entrants) = (RunFolder::at(root), [row(new), row("old")]);
    folder.create().unwrap();
    let inputs = Inputs {
        header: &header,
        entrants: &entrants,
        modules: &[],
        files: &std::collections::BTreeMap::new(),
    };
    let mut ledger = Ledger::create(&folder, inputs).unwrap();
    let mut schedule = Pairs::new(&plan.pairs()).unwrap();
    for (pair, first) in (0..).zip((0..games).step_by(2)) {
        let played = schedule.games(pair).unwrap().map(|asked| {
            let seed = MatchSeed::new(asked.seed);
            let start = game.parse_position(&plan.rules, &asked.start).unwrap();
            let mut players = PerSeat::from_fn(|seat: Seat| {
                let number = asked.entrants[seat].0 + 3;
                Box::new(Stumbler { dice: seed.dice(seat), number, legal: Vec::new() }) as Box<dyn Player>
            });
            let record = referee::play(Match::new(game, start, plan.limits), &mut players, |_| true);
            let record = record.unwrap().unwrap();
            let row = MatchRow::new(asked.key, asked.entrants, Some(asked.start.to_string()), &record);
            RecordedMatch::new(row, record)
        });
        ledger.commit(played.iter().take(games - first)).unwrap();
    }
    folder
}
