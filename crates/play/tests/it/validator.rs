//! Tests for the local validator, and for the lifetime of admitted modules.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use game::{Game, PerSeat};
use games::GAMES;
use job::{
    Job, JobId, MatchSettings, NotAdmitted, NotBuilt, Objection, Plays, Script, SeatJob, SizeClass, Terms,
    TrialPairing, Validator, play_all,
};
use play::{LocalThreads, LocalValidator, Trials};
use referee::{Builtin, MatchSeed};

use crate::common::validator;

fn game() -> &'static dyn Game {
    games::find("tank-war").unwrap()
}

fn walker() -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots/tank-war/walker/walker.wasm")).unwrap()
}

fn terms(validator: &LocalValidator) -> Arc<Terms> {
    Arc::new(MatchSettings::defaults(game()).terms(&validator.fingerprint(game())))
}

#[test]
fn a_module_can_be_played_for_as_long_as_it_is_held() {
    let validator = validator();
    let ready = validator.validate(&walker(), SizeClass::Normal).unwrap().unwrap();
    let seat = |plays| Arc::new(SeatJob { plays, settings: String::new() });
    let job = Job {
        id: JobId::fresh(),
        terms: terms(&validator),
        start: None,
        seed: MatchSeed::from_number(3),
        luck: None,
        seats: PerSeat::new(seat(ready.plays()), seat(Plays::Builtin(Builtin::Random))),
        alone: false,
    };
    let play = |job: &Job| {
        let threads = LocalThreads::start(1, &validator, GAMES).unwrap();
        play_all(&threads, vec![job.clone()]).unwrap().pop().unwrap()
    };
    // Other holders may let the module go.
    drop(validator.validate(&walker(), SizeClass::Normal).unwrap().unwrap());
    assert!(play(&job).unwrap().plies > 0);
    drop(ready);
    let failure = play(&job.again()).unwrap_err();
    assert_eq!(failure.to_string(), "the host failed: the job cannot be played here");
    let why = failure.source().unwrap().to_string();
    assert!(why.starts_with("module ") && why.ends_with(" is missing"), "{why}");
}

#[test]
fn who_is_refused_is_told_why() {
    let refused = validator().validate(b"\0asm", SizeClass::Normal).unwrap().unwrap_err();
    let NotAdmitted::Refused(refusal) = refused else { panic!("{refused}") };
    assert!(matches!(refusal.objections(), [Objection::Invalid { .. }]), "{refusal}");
}

/// A class judges by jobs; an author plays every match directly.
#[test]
fn trial_matches_as_jobs_are_those_of_an_author() {
    let validator = validator();
    let ready = validator.validate(&walker(), SizeClass::Normal).unwrap().unwrap();
    let seat = Arc::new(SeatJob { plays: ready.plays(), settings: String::new() });
    let terms = terms(&validator);
    let threads = LocalThreads::start(2, &validator, GAMES).unwrap();
    let jobs = TrialPairing::all().map(|pairing| pairing.job(&terms, &seat)).collect();
    let results = play_all(&threads, jobs).unwrap();
    let won = |(pairing, result): (TrialPairing, Result<referee::Record, _>)| {
        let record = result.unwrap_or_else(|error: referee::HostFailure| panic!("{error}"));
        u32::from(record.verdict.outcome.winner() == Some(pairing.seat))
    };
    let wins: u32 = TrialPairing::all().zip(results).map(won).sum();
    let trials = Trials::play(&validator, &seat, &MatchSettings::defaults(game())).unwrap();
    assert_eq!((trials.matches, trials.wins), (8, wins));
}

#[test]
fn a_script_in_memory_becomes_a_module_that_is_admitted() {
    let validator = validator();
    let build = |text: &str| {
        let sources = BTreeMap::from([
            ("bot.js".to_owned(), text.as_bytes().to_vec()),
            ("lib/answer.js".to_owned(), b"export const answer = 0;".to_vec()),
        ]);
        let script = Script { entry: "bot.js", sources: &sources, game: Some(game()) };
        validator.build(&script).unwrap()
    };
    let text = "import { answer } from './lib/answer.js';\nexport const choose = () => answer;\n";
    let built = build(text).unwrap();
    assert_eq!((built.game, built.language), ("tank-war", "JavaScript"));
    assert_eq!(built.sources.keys().collect::<Vec<_>>(), ["bot.js", "lib/answer.js"]);
    assert!(validator.validate(&built.module, SizeClass::Normal).unwrap().is_ok());
    let wrong = build("import './none.js';").unwrap_err();
    let NotBuilt::Wrong { what, .. } = &wrong else { panic!("{wrong:?}") };
    assert!(what.contains("none.js"), "{what}");
    let languages = ["a/bot.py", "bot.mts", "bot.wasm", ".js"].map(|file| validator.language(file));
    assert_eq!(languages, [Some("Python"), Some("JavaScript"), None, None]);
    assert_eq!(validator.check_text("bot.js", text.as_bytes()), Ok(()));
    let NotBuilt::Wrong { what, advice } = validator.check_text("bot.js", b"// \xfc").unwrap_err() else {
        panic!("a text of another encoding can be read");
    };
    assert!(what.starts_with("bot.js:1: byte 4 is 0xFC") && advice.is_some(), "{what}");
    let no_script = Script { entry: "bot.wasm", sources: &BTreeMap::<String, Vec<u8>>::new(), game: None };
    assert!(matches!(validator.build(&no_script).unwrap(), Err(NotBuilt::Wrong { .. })));
}
