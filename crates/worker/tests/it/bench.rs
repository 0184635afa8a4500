//! A worker tries and asks a single bot just as this process does.

use std::fs;
use std::sync::Arc;

use game::{Rules, Seat};
use job::{Format, MatchSettings, Plays, SeatJob, SeatRecord, SizeClass};
use play::{CheckPlan, RetraceEnd, RetraceQuestion, Workbench};
use referee::{Limits, transcript};

use crate::common::{here, isolated, job, limits, terms, top};

/// A bot that plays for a while, and then loops.
fn module() -> Vec<u8> {
    let text = fs::read_to_string(top().join("tests/hostile/loop-on-move-17.wat")).unwrap();
    wat::parse_str(text).unwrap()
}

fn settings(limits: Limits) -> MatchSettings {
    let game = games::find("tank-war").unwrap();
    MatchSettings::new(game, Rules::defaults(game.options()), limits)
}

pub(crate) fn a_bot_is_tried_alike() {
    let (here, there) = (here(), isolated(&[]));
    let tried = [&here as &dyn Workbench, &there].map(|bench| {
        let plan = CheckPlan {
            matches: vec![settings(limits())],
            settings: Arc::from("a text"),
            size: SizeClass::Normal,
        };
        let tried =
            plan.check(bench, &module()).unwrap_or_else(|error| panic!("{}", explain::with_causes(&error)));
        let tried = tried.unwrap();
        let trials = &tried.trials[0];
        assert_eq!(trials.matches, 8);
        let faults: Vec<String> = trials.faults.iter().map(|failed| format!("{:?}", failed.loss)).collect();
        let start = (trials.start.start, trials.start.first_move, trials.start.memory);
        let made_for: Vec<&str> = trials.made_for.iter().map(|game| game.name()).collect();
        let kept = (tried.bot.ready.hash, tried.bot.ready.sizes.clone(), tried.bot.making.code);
        (kept, start, trials.wins, trials.memory.clone(), trials.spending, faults, made_for)
    });
    assert_eq!(tried[0], tried[1]);
    assert!(!tried[0].5.is_empty(), "the bot failed in no match");
    assert!(tried[0].1.2 > 0, "the start was not measured");
}

pub(crate) fn a_bot_answers_alike_when_it_is_asked_again() {
    let (here, there) = (here(), isolated(&[]));
    let module = module();
    let [ready, other] = [&here as &dyn Workbench, &there]
        .map(|bench| bench.admit(&module, SizeClass::Normal).unwrap().unwrap().ready);
    let terms = terms(&here, limits());
    let job = job(&terms, &ready.plays(), 1);
    let record = Workbench::play(&here, &job).unwrap();
    assert_eq!(Workbench::play(&there, &job).unwrap(), record);
    let seat = Seat::First;
    let recorded = SeatRecord {
        format: Format,
        engine: terms.engine.clone(),
        game: terms.game.clone(),
        rules: terms.rules.clone(),
        limits: terms.limits,
        start: None,
        number: "1.1.1.1".to_owned(),
        entrants: game::PerSeat::new("one".to_owned(), "other".to_owned()),
        seat,
        plays: ready.plays(),
        settings: String::new(),
        dice: job.seed.seat_key(seat),
        transcript: transcript::encode(&record.played),
        outcome: record.verdict.outcome,
        reason: record.verdict.reason.clone(),
        loss: record.losses[seat].as_deref().cloned(),
        closing: record.closings[seat].clone(),
    };
    let played = recorded.played().unwrap();
    let settings = settings(limits());
    let ask = |bench: &dyn Workbench, module| {
        let question = RetraceQuestion {
            settings: &settings,
            record: &recorded,
            played: &played,
            module,
            until: RetraceEnd::Difference,
        };
        bench.retrace(&question).map_err(|error| error.to_string())
    };
    let (one, again) = (ask(&here, &ready), ask(&there, &other));
    assert_eq!(one, again);
    assert!(one.unwrap().last.is_some_and(|last| last.is_same_fault()), "it fails again as it did");

    // Tasks that cannot be done fail with the same words.
    let builtin =
        Arc::new(SeatJob { plays: Plays::Builtin(referee::Builtin::First), settings: String::new() });
    for bench in [&here as &dyn Workbench, &there] {
        assert_eq!(bench.start_cost(&builtin, &settings).unwrap(), play::StartCost::default());
    }
}
