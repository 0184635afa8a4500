//! Announcements that are changed or taken back.

use class_model::Person;

use crate::support::Served;

const MARKUP: &str = "<script>alert(1)</script>";

#[test]
fn an_announcement_is_edited_and_taken_back_on_every_page() {
    let served = Served::new();
    let teacher = served.teacher();
    for text in ["Room 7", "Room 8", "Room 9"] {
        assert_eq!(teacher.act("/ki/announcements", &[("text", text)]).status, 303);
    }
    teacher.get("/ki/").says(200, "href=\"/ki/announcements/2\">Edit</a>");
    teacher.get("/ki/announcements/2").says(200, "Room 8");
    let edited = teacher.act("/ki/announcements/2", &[("do", "edit"), ("text", "Room 80\nat nine")]);
    assert_eq!(edited.leads_to(), "/ki/announcements");
    let page = served.anybody().get("/ki/announcements");
    page.says(200, "Room 80<br>at nine");
    page.says(200, ", edited <time");
    assert!(!page.text().contains("Room 8<") && !page.text().contains("Edit</a>"), "{}", page.text());
    let feed = served.anybody().get("/ki/feed.xml").text();
    assert!(feed.contains("#announcement-2</id><title>Room 80</title>"), "{feed}");

    assert_eq!(teacher.act("/ki/announcements/2", &[("do", "retract")]).leads_to(), "/ki/announcements");
    for path in ["/ki/", "/ki/announcements", "/ki/feed.xml", "/ki/api/class"] {
        let page = served.anybody().get(path).text();
        assert!(page.contains("Room 7") && page.contains("Room 9") && !page.contains("Room 80"), "{page}");
    }
    // The others keep their numbers, and the next one gets a new one.
    assert_eq!(teacher.act("/ki/announcements", &[("text", "Room 10")]).status, 303);
    let facts = served.class().facts().unwrap();
    let numbers: Vec<u32> = facts.announcements().iter().map(|one| one.what.number).collect();
    assert_eq!(numbers, [1, 3, 4]);
    let history = teacher.get("/ki/staff/history");
    history.says(200, "changed announcement 2: Room 80 at nine");
    history.says(200, "took announcement 2 back");
    history.says(200, "announced: Room 8");
}

#[test]
fn a_change_of_an_announcement_that_is_refused_keeps_the_text() {
    let served = Served::new();
    let teacher = served.teacher();
    assert_eq!(teacher.act("/ki/announcements", &[("text", MARKUP)]).status, 303);
    let page = teacher.get("/ki/announcements/1").text();
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains(MARKUP), "{page}");
    let long = "y".repeat(10_001);
    let refused = teacher.act("/ki/announcements/1", &[("do", "edit"), ("text", &long)]);
    refused.says(400, "an announcement can have at most 10000 bytes");
    refused.says(400, &long);
    teacher.act("/ki/announcements/1", &[("do", "edit"), ("text", " ")]).says(400, "cannot be empty");
    teacher.act("/ki/announcements/1", &[("text", "x")]).says(400, "unknown action");
    let missing = "announcement 2 does not exist or was taken back";
    teacher.act("/ki/announcements/2", &[("do", "edit"), ("text", "x")]).says(404, missing);
    teacher.get("/ki/announcements/2").says(404, missing);
    let events = || teacher.get("/ki/staff/history").text().matches("<tr").count();
    let before = events();
    assert_eq!(teacher.act("/ki/announcements/1", &[("do", "edit"), ("text", MARKUP)]).status, 303);
    assert_eq!(events(), before, "the same text is no change");
    let assistant = Person::Assistant { name: "Tim".to_owned(), section: None };
    for browser in [served.enter(&assistant), served.student("1002")] {
        browser.get("/ki/announcements/1").says(403, "you are not allowed to do that");
        browser.act("/ki/announcements/1", &[("do", "retract")]).says(403, "you are not allowed to do that");
    }
    assert_eq!(served.class().facts().unwrap().announcements().len(), 1);
}

#[test]
fn earlier_announcements_are_found_when_some_were_taken_back() {
    let served = Served::new();
    let teacher = served.teacher();
    for number in 1..=14 {
        let text = format!("number {number}.");
        assert_eq!(teacher.act("/ki/announcements", &[("text", &text)]).status, 303);
    }
    for number in [2, 5, 13] {
        let path = format!("/ki/announcements/{number}");
        assert_eq!(teacher.act(&path, &[("do", "retract")]).status, 303);
    }
    let latest = served.anybody().get("/ki/announcements").text();
    assert!(latest.contains("number 14.") && latest.contains("number 3.") && !latest.contains("number 1."));
    assert!(latest.contains("/ki/announcements?before=3\""), "{latest}");
    let earlier = served.anybody().get("/ki/announcements?before=3").text();
    assert!(earlier.contains("number 1.") && !earlier.contains("number 3."), "{earlier}");
}
