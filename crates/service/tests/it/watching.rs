//! Brackets and curves change while a run is played.

use class_model::Person;
use class_operations::freezing::freeze;

use crate::following::Events;
use crate::orders::order;
use crate::support::{Browser, CUP, Served, bot, until};

/// A short round robin, and a knockout too long to end during a test.
const STAGES: &str = "
[[stage]]
name = \"Everybody\"
format = \"round-robin\"
games = 2

[[stage]]
name = \"Final <b>\"
format = \"knockout\"
best_of = 4000
";

fn has_bracket(browser: &Browser) -> bool {
    browser.get("/ki/").text().contains("<div class=\"bracket\"")
}

#[test]
fn a_bracket_and_the_ratings_move_for_whom_the_text_says() {
    let served = Served::slow_with_class("live = \"participants\"\n");
    served.write_tournament("cup", &format!("{CUP}{STAGES}"));
    served.hand_in_two();
    let third = served.student("1003").hand_in(&[("sentry.wasm", &bot("sentry"))]);
    assert_eq!(third.status, 303, "{}", third.text());
    let (teacher, student, anybody) = (served.teacher(), served.student("1002"), served.anybody());
    let assistant =
        served.enter(&Person::Assistant { name: "Tim".to_owned(), section: Some("B".to_owned()) });
    let mut events = Events::open(&student, "");
    order(&teacher, "cup");
    until("the bracket is drawn", || has_bracket(&student));
    let drawn = std::iter::repeat_with(|| events.next_live()).filter(|live| live.contains("<svg"));
    let mut drawn = drawn.map(|live| {
        let live: serde_json::Value = serde_json::from_str(&live).unwrap();
        live["runs"][0]["pictures"].clone()
    });
    let first = drawn.next().unwrap();
    let next = drawn.find(|next| *next != first).unwrap();
    let titles: Vec<&str> =
        next.as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["Bracket", "Who rose and who fell?"]);
    let html = next[0]["html"].as_str().unwrap();
    assert!(html.contains("Final &lt;b&gt;: Bracket") && html.contains(">Ada</text>"), "{html}");
    assert!(!html.contains("href="), "there are no pages yet: {html}");
    assert!(has_bracket(&teacher) && has_bracket(&assistant));
    assert!(!has_bracket(&anybody), "it is for participants");
    freeze(&served.class()).unwrap();
    until("the students do not see it", || !has_bracket(&student));
    assert!(has_bracket(&teacher) && has_bracket(&assistant));
    let mut frozen = Events::open(&student, "");
    assert!(frozen.next() > 0);
    assert!(has_bracket(&teacher), "it is still played");
    assert!(!student.get("/ki/").text().contains("<svg"));
}
