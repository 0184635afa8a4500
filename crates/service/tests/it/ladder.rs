//! The ladder: its table changes with each cycle, and readers are served only the pages that they may see.

use class_model::{OrderOutcome, Person, Reader};
use class_operations::deadlines::close;
use class_operations::freezing::{Release, freeze, release};

use crate::following::Events;
use crate::support::{Browser, Served, until};

const PAGE: &str = "/ki/ladder/site/index.html";

/// Plays a cycle to its end.
fn play_cycle(served: &Served, teacher: &Browser, number: u32) {
    let cycle = [("what", "cycle"), ("pairings", "2"), ("games", "2")];
    assert_eq!(teacher.act("/ki/orders", &cycle).leads_to(), "/ki/#orders");
    until("the cycle is complete", || served.outcome(number).is_some());
    assert_eq!(served.outcome(number), Some(OrderOutcome::Complete));
}

/// Returns the ladder's section of the first page.
fn table(browser: &Browser) -> String {
    let page = browser.get("/ki/").text();
    let section = page.split("<section id=\"ladder\">").nth(1);
    section.and_then(|rest| rest.split("</section>").next()).unwrap_or_default().to_owned()
}

#[test]
fn the_table_moves_with_each_cycle_and_a_freeze_holds() {
    let served = Served::with("", true);
    served.hand_in_two();
    close(&served.class()).unwrap();
    let (teacher, student, anybody) = (served.teacher(), served.student("1003"), served.anybody());
    let assistant = served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None });
    let everybody = [&teacher, &assistant, &student, &anybody];
    for browser in everybody {
        assert_eq!(table(browser), "");
        browser.get(PAGE).says(404, "there is no such page");
    }
    let mut events = Events::open(&student, "");
    let before = events.next();
    play_cycle(&served, &teacher, 1);
    assert!(events.next() > before, "whoever follows is told");
    assert_eq!(student.get("/ki/ladder/").leads_to(), PAGE);
    for browser in everybody {
        assert!(table(browser).contains("After 1 cycle;") && table(browser).contains(">Ada</td>"));
        browser.get(PAGE).says(200, "../0001/site/index.html");
        browser.get("/ki/ladder/site/bots/1.html").says(200, "<svg");
        browser.get("/ki/ladder/site/data/standings.csv").says(200, "alias");
        browser.get("/ki/ladder/0001/site/index.html").says(200, "Ladder, cycle 1");
        for path in [
            "0002/site/index.html",
            "1/site/index.html",
            "0001/private/ledger.sqlite",
            "0001/site/../private/ledger.sqlite",
            "site/../0001/private/ledger.sqlite",
            "site/nothing.html",
            "other/index.html",
        ] {
            assert_eq!(browser.get(&format!("/ki/ladder/{path}")).status, 404, "{path}");
        }
    }
    let page = anybody.get(PAGE);
    assert!(page.header("content-security-policy").unwrap().contains("frame-ancestors 'none'"));

    freeze(&served.class()).unwrap();
    play_cycle(&served, &teacher, 2);
    let holds = |browser: &Browser| {
        assert!(table(browser).contains("After 1 cycle;"), "{}", table(browser));
        browser.get(PAGE).says(200, "later ones are held back");
        assert!(!browser.get(PAGE).text().contains("0002/site"));
        browser.get("/ki/ladder/site/bots/1.html").says(200, "<svg");
        browser.get("/ki/ladder/0001/site/index.html").says(200, "Ladder, cycle 1");
        browser.get("/ki/ladder/0002/site/index.html").says(404, "there is no such page");
    };
    let shows = |browser: &Browser| {
        assert!(table(browser).contains("After 2 cycles;"), "{}", table(browser));
        browser.get(PAGE).says(200, "../0002/site/index.html");
        browser.get("/ki/ladder/0002/site/index.html").says(200, "Ladder, cycle 2");
    };
    [&student, &anybody].into_iter().for_each(holds);
    [&teacher, &assistant].into_iter().for_each(shows);
    release(&served.class(), Release { to: Reader::Participants }).unwrap();
    shows(&student);
    holds(&anybody);
    release(&served.class(), Release { to: Reader::All }).unwrap();
    everybody.into_iter().for_each(shows);
}

#[test]
fn a_ladder_is_for_whom_results_are_visible() {
    let served = Served::with_class("visible = \"participants\"\n", true);
    served.hand_in_two();
    close(&served.class()).unwrap();
    play_cycle(&served, &served.teacher(), 1);
    let (student, anybody) = (served.student("1003"), served.anybody());
    student.get(PAGE).says(200, "Ada");
    assert_eq!(table(&anybody), "");
    anybody.get(PAGE).says(404, "there is no such page");
    anybody.get("/ki/ladder/0001/site/index.html").says(404, "there is no such page");
}

/// The pages in the ladder's folder may be newer than the record and have outdated aliases.
#[test]
fn pages_in_the_folder_of_the_ladder_are_not_served() {
    let served = Served::with("", true);
    served.hand_in_two();
    close(&served.class()).unwrap();
    let (teacher, student) = (served.teacher(), served.student("1003"));
    play_cycle(&served, &teacher, 1);
    let kept = served.class().folder.ladder().join("site/index.html");
    std::fs::write(&kept, "a page that is older or newer").unwrap();
    for browser in [&teacher, &student, &served.anybody()] {
        browser.get(PAGE).says(200, "Ada");
    }
    freeze(&served.class()).unwrap();
    student.get(PAGE).says(200, "later ones are held back");
}
