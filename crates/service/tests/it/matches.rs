//! A student's own matches of a run, and the files of each.

use class_model::Person;
use class_operations::freezing::freeze;
use evidence::Package;
use serde_json::Value;

use crate::support::program::Program;
use crate::support::{Browser, Served, bot, until};

/// A bot that logs, plays one legal action, and then traps.
const STUMBLER: &str = r#"(module
  (import "muster" "log" (func $log (param i32 i32)))
  (memory (export "memory") 1)
  (global $asked (mut i32) (i32.const 0))
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (data (i32.const 0) "thinking <b>hard</b>\n")
  (func (export "muster_choose") (param i32) (result i64)
    (call $log (i32.const 0) (i32.const 21))
    (if (global.get $asked) (then unreachable))
    (global.set $asked (i32.const 1))
    (select (i64.const 2) (i64.const 1) (i32.eq (i32.load (i32.const 1096)) (i32.const 1)))))"#;
/// A bot that fails like a script's interpreter, with a message that must stay private.
const SCRIPTED: &str = r#"(module
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 64) "\60\00\00\00\49\00\00\00")
  (data (i32.const 96) "exception in choose, bot.py:5: KeyError: 'x'\0a  advice: did you mean `y`?\0a")
  (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
  (func (export "muster_choose") (param i32) (result i64)
    (drop (call $write (i32.const 2) (i32.const 64) (i32.const 1) (i32.const 0)))
    unreachable))"#;
/// Its log, as escaped in a page.
const LOGGED: &str = "thinking &lt;b&gt;hard&lt;/b&gt;";

/// Returns a class in which Ada's bot has failed against Bee's in a cup.
fn after_a_cup() -> Served {
    let served = Served::new();
    both_hand_in(&served, STUMBLER);
    served.play_tournament("cup");
    served
}

/// Hands in this bot for Ada, and a good one for Bee.
fn both_hand_in(served: &Served, text: &str) -> [Browser; 2] {
    [("1001", wat::parse_str(text).unwrap()), ("1002", bot("greedy"))].map(|(id, module)| {
        let student = served.student(id);
        assert_eq!(student.hand_in(&[("bot.wasm", &module)]).status, 303);
        student
    })
}

fn assistant(served: &Served, section: &str) -> Browser {
    served.enter(&Person::Assistant { name: format!("Hopper {section}"), section: Some(section.to_owned()) })
}

/// Parses the data embedded in a page.
fn brought(page: &str) -> Value {
    let begin = page.find("<script type=\"application/json\">").unwrap() + 32;
    let end = begin + page[begin..].find("</script>").unwrap();
    serde_json::from_str(&page[begin..end]).unwrap()
}

#[test]
fn a_student_sees_why_a_match_was_lost() {
    let served = after_a_cup();
    let ada = served.student("1001");
    let home = ada.get("/ki/");
    home.says(200, "<a href=\"/ki/students/1001/runs/cup\">2 matches</a>");
    home.says(200, "<a href=\"/ki/students/1001/runs/cup?show=failed\">2 lost by a fault</a>");
    assert_eq!(ada.get("/ki/runs/cup/matches").leads_to(), "/ki/students/1001/runs/cup");
    let list = ada.get("/ki/students/1001/runs/cup");
    list.says(200, "0 won, 0 drawn, 2 lost, 2 of them by a fault.");
    list.says(200, "<a href=\"/ki/students/1001/runs/cup/1.1.1.2\">1.1.1.2</a>");
    list.says(200, "forfeit: trap(unreachable)");
    ada.get("/ki/students/1001/runs/cup?show=failed&page=7").says(200, "1.1.1.1");
    ada.get("/ki/students/1001/runs/cup?show=won").says(400, "`show` must be all, lost or failed");
    ada.get("/ki/students/1001/runs/cup?page=x").says(400, "`page` must be a positive whole number");
    let one = ada.get("/ki/students/1001/runs/cup/1.1.1.1");
    one.says(200, "lost against Bee");
    one.says(200, "The bot failed: trap(unreachable)");
    one.says(200, LOGGED);
    one.says(200, "/ki/students/1001/runs/cup/1.1.1.1/replay.html#1.1.1.1/0\">ply 1</a>");
    one.says(200, "muster why match-1.1.1.1.json --bot");
    one.says(200, "/ki/submissions/1/module");
    one.says(200, "muster verify evidence-1.1.1.1.zip");
    for nothing in ["1.1.1.3", "9.1.1.1", "index.html", "1.1.1.1/other.html", "1.1.1.1/private"] {
        assert_eq!(ada.get(&format!("/ki/students/1001/runs/cup/{nothing}")).status, 404, "{nothing}");
    }
    assert_eq!(ada.get("/ki/students/1001/runs/other").status, 404);
}

#[test]
fn whoever_won_sees_nothing_of_the_other_bot() {
    let served = after_a_cup();
    let bee = served.student("1002");
    bee.get("/ki/students/1002/runs/cup").says(200, "2 won, 0 drawn, 0 lost.");
    let one = bee.get("/ki/students/1002/runs/cup/1.1.1.1");
    one.says(200, "The opponent failed: trap(unreachable)");
    one.says(200, "<h2>Log</h2>");
    assert!(!one.text().contains("thinking"), "{}", one.text());
    for (id, logs) in [("1001", true), ("1002", false)] {
        let page = served.student(id).get(&format!("/ki/students/{id}/runs/cup/1.1.1.1/replay.html"));
        let data = brought(&page.text());
        let seats = data["private"]["seats"].as_array().unwrap();
        assert_eq!(seats.iter().filter(|seat| seat.is_null()).count(), 1, "{id}");
        assert_eq!(data.to_string().contains(&hash::hex::encode(b"thinking")), logs, "{id}");
        assert_eq!(
            (&data["index"]["single"], &data["index"]["tier"]),
            (&"1.1.1.1".into(), &"entrant".into())
        );
    }
}

#[test]
fn a_friendly_game_that_was_lost_is_replayed_without_what_is_ones_own() {
    let served = Served::with("", true);
    let [ada, bee] = both_hand_in(&served, STUMBLER);
    for (student, against) in [(&ada, "alias:Bee"), (&bee, "alias:Ada")] {
        assert_eq!(student.act("/ki/games", &[("against", against)]).leads_to(), "/ki/#games");
    }
    until("the games are played", || {
        (1..=2).all(|number| ada.get(&format!("/ki/games/{number}")).status == 200)
    });
    ada.get("/ki/games/1")
        .says(200, "<a href=\"/ki/games/1/1/replay.html\" aria-label=\"Watch game 1\">Watch</a>");
    for student in [&ada, &bee] {
        let replay = student.get("/ki/games/1/1/replay.html");
        assert!(replay.header("content-security-policy").unwrap().contains("frame-ancestors 'none'"));
        let data = brought(&replay.text());
        assert_eq!(data["index"]["name"], "Friendly games 1");
        assert_eq!(data["private"]["seats"], serde_json::json!([null, null]));
        assert!(data.to_string().contains("trap(unreachable)"), "{data}");
        assert!(!data.to_string().contains(&hash::hex::encode(b"thinking")), "{data}");
    }
    // Bee won the requested games.
    assert!(!bee.get("/ki/games/2").text().contains("replay.html\""));
    bee.get("/ki/games/2/1/replay.html").says(404, "the moves of game 1 were not kept");
    ada.get("/ki/games/1/99/replay.html").says(404, "the list has no game 99");
    served.student("1003").get("/ki/games/1/1/replay.html").says(404, "this student has no request 1");
    until("the requirement is judged", || ada.get("/ki/requirements/plays").status == 200);
    ada.get("/ki/requirements/plays")
        .says(200, "<a href=\"/ki/requirements/plays/1/replay.html\" aria-label=\"Watch game 1\">Watch</a>");
    let data = brought(&ada.get("/ki/requirements/plays/1/replay.html").text());
    assert_eq!(data["index"]["name"], "Submission 1: plays");
}

#[test]
fn both_know_that_a_script_had_an_exception_and_its_author_what_to_do() {
    let served = Served::new();
    let [ada, bee] = both_hand_in(&served, SCRIPTED);
    served.play_tournament("cup");
    let own = ada.get("/ki/students/1001/runs/cup/1.1.1.1");
    own.says(200, "forfeit: exception");
    own.says(200, "<p>Did you mean `y`?</p>");
    let other = bee.get("/ki/students/1002/runs/cup/1.1.1.1");
    other.says(200, "forfeit: exception");
    other.says(200, "The opponent failed: exception, the script raised an exception, and nothing caught it.");
    assert!(!other.text().contains("KeyError") && !other.text().contains("trap"), "{}", other.text());
}

#[test]
fn the_replay_of_a_friendly_game_says_that_a_script_had_an_exception() {
    let served = Served::with("", true);
    let [ada, bee] = both_hand_in(&served, SCRIPTED);
    assert_eq!(ada.act("/ki/games", &[("against", "alias:Bee")]).leads_to(), "/ki/#games");
    until("the games are played", || ada.get("/ki/games/1").status == 200);
    for student in [&ada, &bee] {
        let row = brought(&student.get("/ki/games/1/1/replay.html").text())["match"]["row"].take();
        assert_eq!(row["reasonText"], "forfeit: exception", "{row}");
        let told = row.to_string();
        assert!(!told.contains("trap") && !told.contains("KeyError"), "{told}");
    }
}

#[test]
fn what_is_downloaded_of_a_match_is_ones_own() {
    let served = after_a_cup();
    let ada = served.student("1001");
    let file = |name: &str| {
        let answer = ada.get(&format!("/ki/students/1001/runs/cup/1.1.1.2/{name}"));
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(answer.header("content-disposition").unwrap().starts_with("attachment;"), "{name}");
        answer.body
    };
    assert!(file("log.txt").starts_with(b"thinking <b>hard</b>\n"));
    let record: Value = serde_json::from_slice(&file("match.json")).unwrap();
    assert_eq!((&record["match"], &record["entrants"][1]), (&"1.1.1.2".into(), &"Ada".into()));
    assert_eq!(record["seat"], "second");
    let evidence = Package::read(&file("evidence.zip")).unwrap();
    assert!(evidence.root().is_some(), "the run is complete");
}

#[test]
fn others_see_a_students_matches_as_far_as_they_see_the_student() {
    let served = after_a_cup();
    let places = ["/ki/students/1001/runs/cup", "/ki/students/1001/runs/cup/1.1.1.1"];
    for place in places {
        for (who, status) in [
            (served.student("1002"), 404),
            (served.student("1003"), 404),
            (served.anybody(), 401),
            (assistant(&served, "B"), 403),
            (assistant(&served, "A"), 200),
            (served.teacher(), 200),
        ] {
            assert_eq!(who.get(place).status, status, "{place}");
        }
    }
    served.teacher().get("/ki/students/1001").says(200, "/ki/students/1001/runs/cup");
    served.student("1003").get("/ki/students/1003/runs/cup").says(404, "Cy has no matches in the run cup");
}

#[test]
fn what_is_frozen_is_for_the_teacher() {
    let served = Served::new();
    for (id, name) in [("1001", "greedy"), ("1002", "rusher")] {
        assert_eq!(served.student(id).hand_in(&[("bot.wasm", &bot(name))]).status, 303);
    }
    served.play_tournament("before");
    freeze(&served.class()).unwrap();
    // A new entrant makes it a different run.
    assert_eq!(served.student("1003").hand_in(&[("bot.wasm", &bot("walker"))]).status, 303);
    served.play_tournament("after");
    let ada = served.student("1001");
    let read = Program::with_token(&ada, "read");
    for (run, status) in [("before", 200), ("after", 404)] {
        let list = format!("/ki/students/1001/runs/{run}");
        let page = served.teacher().get(&list).text();
        let key = page.split(&format!("{list}/")).nth(1).unwrap().split('"').next().unwrap();
        for part in
            [String::new(), format!("/{key}"), format!("/{key}/replay.html"), format!("/{key}/evidence.zip")]
        {
            let place = format!("{list}{part}");
            assert_eq!(ada.get(&place).status, status, "{place}");
            assert_eq!(served.teacher().get(&place).status, 200, "{place}");
        }
        read.get(ROUTE, &format!("/students/1001/runs/{run}/matches")).done(status);
    }
}

/// The route of a student's matches.
const ROUTE: &str = "/students/{id}/runs/{run}/matches";

#[test]
fn programs_are_answered_the_same() {
    let served = after_a_cup();
    let ada = Program::with_token(&served.student("1001"), "read");
    let list = ada.get(ROUTE, "/students/1001/runs/cup/matches").done(200);
    assert_eq!(list["counts"]["failed"], 2);
    assert_eq!(list["matches"][0]["fault"], "trap(unreachable)");
    let asked = |query: &str| ada.get(ROUTE, &format!("/students/1001/runs/cup/matches?{query}"));
    let page = |query: &str| {
        let list = asked(query).done(200);
        (list["page"].as_u64(), list["pages"].as_u64(), list["matches"].as_array().map(Vec::len))
    };
    assert_eq!(page("show=lost&other=1"), (Some(1), Some(1), Some(2)));
    assert_eq!(page("page=2"), (Some(2), Some(1), Some(0)));
    for refused in ["page=0", "page=x", "page=99999999999999999999", "show=won", "page=1&page=2"] {
        asked(refused).done(400);
    }
    let one = ada.get(&format!("{ROUTE}/{{match}}"), "/students/1001/runs/cup/matches/1.1.1.1").done(200);
    assert_eq!((&one["failure"]["fault"], &one["log"][0]["ply"]), (&"trap(unreachable)".into(), &1.into()));
    assert_eq!(one["log"][0]["text"], "thinking <b>hard</b>\n");
    let evidence =
        ada.get(&format!("{ROUTE}/{{match}}/evidence"), "/students/1001/runs/cup/matches/1.1.1.1/evidence");
    Package::read(&evidence.answer.body).unwrap();
    ada.get(ROUTE, "/students/1002/runs/cup/matches").done(404);
}

#[test]
fn who_shares_a_bot_is_told_their_own_matches() {
    let served = Served::new();
    for (id, name) in [("1001", "greedy"), ("1002", "greedy")] {
        assert_eq!(served.student(id).hand_in(&[("bot.wasm", &bot(name))]).status, 303);
    }
    served.play_tournament("cup");
    // Handed in after the cup, so it did not take part.
    assert_eq!(served.student("1003").hand_in(&[("bot.wasm", &bot("greedy"))]).status, 303);
    for id in ["1001", "1002"] {
        let link = format!("<a href=\"/ki/students/{id}/runs/cup\">2 matches</a>");
        served.student(id).get("/ki/").says(200, &link);
        served.teacher().get(&format!("/ki/students/{id}")).says(200, &link);
    }
    let link = "/ki/students/1003/runs/cup";
    assert!(!served.student("1003").get("/ki/").text().contains(link));
    assert!(!served.teacher().get("/ki/students/1003").text().contains(link));
}
