//! Results since a freeze are not revealed in indirect ways.

use class_model::{Actor, ClassError, ClassFolder, CompletedRun, Event, Hash, InRun, Moment, Reader, Record};
use class_operations::freezing::{Release, freeze, release};
use class_operations::runs::{make_ruling, open_tournament};
use games::GAMES;
use ledger::RunFolder;
use tournament::rulings::RulingAction;

use crate::support::{Browser, Served, bot, until};

/// Records a run in which a module failed in most of its matches.
fn fail_in_a_run(served: &Served, module: &[u8]) {
    let results = vec![InRun { module: Hash::digest(module), matches: 5, failed: 4 }];
    let run = CompletedRun {
        run: Hash::digest(b"run"),
        root: Hash::digest(b"root"),
        engine: "engine 1".to_owned(),
        results,
    };
    let mut record = Record::open(&ClassFolder::at(&served.folder)).unwrap();
    record
        .write::<ClassError>(&Actor::COMMAND_LINE, Moment::now(), |_, _| Ok(vec![Event::RunCompleted(run)]))
        .unwrap();
}

#[test]
fn who_fails_since_a_freeze_is_not_told_so() {
    let served = Served::with("\n[failing]\npercent = 10\n", false);
    let (student, teacher) = (served.student("1002"), served.teacher());
    let greedy = bot("greedy");
    assert_eq!(student.hand_in(&[("greedy.wasm", &greedy)]).status, 303);
    freeze(&served.class()).unwrap();
    fail_in_a_run(&served, &greedy);
    let says_failing = |browser: &Browser, path: &str| {
        let answer = browser.get(path);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.text().contains("failing") || answer.text().contains("fails too often")
    };
    let standing = |browser: &Browser, path: &str| {
        let files = course_files::archives::unpack_all(
            &browser.get(path).body,
            &course_files::archives::Limits::default(),
        )
        .unwrap()
        .into_iter();
        let files: std::collections::BTreeMap<String, Vec<u8>> = files.collect();
        String::from_utf8_lossy(&files["standing.json"]).contains("failing")
    };
    // With a token and with a session.
    assert!(says_failing(&teacher, "/ki/api/students/1002"));
    for path in ["/ki/", "/ki/api/me", "/ki/api/me/check"] {
        assert!(!says_failing(&student, path), "{path}");
    }
    let mark = format!("X-Muster-Mark: {}\r\nContent-Type: application/json\r\n", student.mark());
    let chosen = || student.send("POST /ki/api/choice", &mark, b"{\"submission\": 1}").text();
    assert!(chosen().contains("\"conditions\":[]"), "{}", chosen());
    assert!(!standing(&student, "/ki/mine.zip"));
    assert!(!standing(&teacher, "/ki/students/1002/data.zip"), "it is handed over");
    release(&served.class(), Release { to: Reader::Participants }).unwrap();
    assert!(says_failing(&student, "/ki/api/me"));
    assert!(standing(&student, "/ki/mine.zip"));
}

/// Regression test: a student's page said yes for a bot that no tournament enters.
#[test]
fn a_bot_that_is_paused_is_not_in() {
    let served = Served::with("\n[failing]\npercent = 10\npause = true\n", false);
    let (student, teacher) = (served.student("1002"), served.teacher());
    let greedy = bot("greedy");
    assert_eq!(student.hand_in(&[("greedy.wasm", &greedy)]).status, 303);
    let is_in = |browser: &Browser, path: &str| {
        let text = browser.get(path).text();
        let answer = text.split_once("in?</dt><dd>").map(|(_, after)| after.to_owned()).unwrap();
        (answer.starts_with("Yes"), answer.contains("paused: 4 of 5 games failed"))
    };
    assert_eq!(is_in(&student, "/ki/"), (true, false));
    freeze(&served.class()).unwrap();
    fail_in_a_run(&served, &greedy);
    assert_eq!(is_in(&student, "/ki/"), (true, false), "results since a freeze are not told");
    teacher.get("/ki/students/1002").says(200, "Tournaments skip it: it failed in 4 of 5 matches of runs");
    release(&served.class(), Release { to: Reader::Participants }).unwrap();
    assert_eq!(is_in(&student, "/ki/"), (false, true));
    student.get("/ki/").says(200, "failed in 4 of 5 matches of runs, above the limit");
    student.get("/ki/submissions/1").says(200, "It is paused");
    assert!(student.get("/ki/api/me").text().contains("\"paused\":true"));
}

/// Friendly games against an opponent from the class's text reveal nothing about other students.
#[test]
fn friendly_games_are_shown_in_a_freeze_as_the_class_says() {
    for (in_freeze, is_shown) in [("opponents", true), ("nothing", false)] {
        let served = Served::with(&format!("in_freeze = \"{in_freeze}\"\n"), true);
        for (id, name) in [("1001", "rusher"), ("1002", "greedy")] {
            assert_eq!(served.student(id).hand_in(&[("bot.wasm", &bot(name))]).status, 303);
        }
        let student = served.student("1002");
        freeze(&served.class()).unwrap();
        for against in ["of-text:builtin:random", "alias:Ada"] {
            assert_eq!(student.act("/ki/games", &[("against", against)]).leads_to(), "/ki/#games");
        }
        until("all is played", || {
            let facts = served.class().facts().unwrap();
            (1..=2).all(|number| facts.track_record().scrimmage(number).is_some())
        });
        let says = if is_shown {
            "games against builtin:random are shown as they are played, others once results are released"
        } else {
            "games are played, and shown once results are released"
        };
        student.get("/ki/").says(200, says);
        assert_eq!(student.get("/ki/games/1").status == 200, is_shown, "{in_freeze}");
        assert_ne!(student.get("/ki/games/2").status, 200, "{in_freeze}");
        assert_eq!(student.get("/ki/").text().contains("/ki/games/1\""), is_shown, "{in_freeze}");
        release(&served.class(), Release { to: Reader::Participants }).unwrap();
        assert_eq!(student.get("/ki/games/2").status, 200);
    }
}

/// Changes by a ruling, made on the page or with the command, are not shown before the release, nor are its matches.
#[test]
fn rulings_during_a_freeze_are_not_shown() {
    for live in ["", "live = \"all\"\n"] {
        let served = Served::with_class(live, false);
        for (id, name) in [("1001", "greedy"), ("1002", "rusher")] {
            assert_eq!(served.student(id).hand_in(&[("bot.wasm", &bot(name))]).status, 303);
        }
        served.play_tournament("cup");
        freeze(&served.class()).unwrap();
        let (ada, teacher) = (served.student("1001"), served.teacher());
        let list = "/ki/students/1001/runs/cup";
        let own = [
            list.to_owned(),
            format!("{list}/1.1.1.1"),
            format!("{list}/1.1.1.1/replay.html"),
            format!("{list}/1.1.1.1/evidence.zip"),
            "/ki/api/students/1001/runs/cup/matches".to_owned(),
            "/ki/api/students/1001/runs/cup/matches/1.1.1.1".to_owned(),
        ];
        for place in &own {
            assert_eq!(ada.get(place).status, 200, "{place}");
        }
        let folder = RunFolder::at(served.folder.join("runs/cup"));
        let game = "1.1.1.1".parse().unwrap();
        make_ruling(&folder, RulingAction::Replay { game }, "the projector failed").unwrap();
        for place in own.iter().chain([&format!("{list}/1.1.1.1+1")]) {
            let answer = ada.get(place);
            assert_eq!(answer.status, 404, "{place}");
            assert!(!answer.text().contains("projector"), "{place}");
        }
        // The report from before the freeze is shown until it is replaced, even if the class's record does not mention
        // the replacement.
        ada.get("/ki/runs/cup/index.html").says(200, "Cup");
        let undo = RulingAction::Undo { ruling: 0 };
        assert!(!make_ruling(&folder, undo, "an error").unwrap().incomplete);
        report::write(&folder, &open_tournament(&folder).unwrap(), GAMES).unwrap();
        assert_eq!(ada.get("/ki/runs/cup/index.html").status, 404);
        for place in &own {
            assert_eq!(ada.get(place).status, 404, "{place}");
            assert_eq!(teacher.get(place).status, 200, "{place}");
        }
        teacher.get("/ki/runs/cup/index.html").says(200, "projector");
    }
}
