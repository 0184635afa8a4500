//! Sections with their own staff: what assistants may do, and announcements to a section.

use class_model::Person;

use crate::support::{Browser, Served, bot};

const GRANTED: &str = "\n[assistants]\nextend = false\nchoose = true\nannounce = true\n";

fn assistant(served: &Served, section: Option<&str>) -> Browser {
    let section = section.map(str::to_owned);
    served.enter(&Person::Assistant { name: format!("Tim of {section:?}"), section })
}

#[test]
fn assistants_do_what_the_text_grants_in_their_section() {
    let later = [("until", "2100-01-01T10:00"), ("reason", "ill")];
    for (text, extends, chooses) in [("", 303, 403), (GRANTED, 403, 303)] {
        let served = Served::with(text, false);
        for name in ["greedy", "rusher"] {
            assert_eq!(served.student("1001").hand_in(&[("bot.wasm", &bot(name))]).status, 303);
        }
        let own = assistant(&served, Some("A"));
        assert_eq!(own.act("/ki/students/1001/time", &later).status, extends);
        assert_eq!(own.act("/ki/students/1001/choice", &[("submission", "1")]).status, chooses);
        let page = own.get("/ki/students/1001").text();
        assert_eq!(page.contains("/ki/students/1001/time"), extends == 303);
        assert_eq!(page.contains("/ki/students/1001/choice"), chooses == 303);
        let other = assistant(&served, Some("B"));
        for (path, fields) in [("time", &later[..]), ("choice", &[("submission", "1")])] {
            assert_eq!(other.act(&format!("/ki/students/1001/{path}"), fields).status, 403);
        }
    }
}

#[test]
fn an_announcement_to_a_section_is_for_its_students_alone() {
    let served = Served::with(GRANTED, false);
    let (own, other) = (assistant(&served, Some("A")), assistant(&served, Some("B")));
    // The field is ignored: assistants announce to their own section.
    assert_eq!(own.act("/ki/announcements", &[("text", "Room 7"), ("section", "B")]).status, 303);
    assert_eq!(assistant(&served, None).act("/ki/announcements", &[("text", "Hello all")]).status, 303);
    for (browser, is_shown) in [
        (&served.student("1001"), true),
        (&served.student("1003"), false),
        (&served.anybody(), false),
        (&served.teacher(), true),
        (&own, true),
        (&other, false),
    ] {
        for page in ["/ki/", "/ki/announcements", "/ki/feed.xml", "/ki/api/class"] {
            let text = browser.get(page).text();
            assert_eq!(text.contains("Room 7"), is_shown, "{page}: {text}");
            assert!(text.contains("Hello all"), "{page}: {text}");
        }
    }
    let edit = [("do", "edit"), ("text", "Room 8")];
    assert_eq!(other.act("/ki/announcements/1", &edit).status, 403);
    assert_eq!(own.act("/ki/announcements/2", &edit).status, 403);
    assert_eq!(own.act("/ki/announcements/1", &edit).status, 303);
    served.student("1001").get("/ki/").says(200, "Room 8");
    let teacher = served.teacher();
    teacher.act("/ki/announcements", &[("text", "x"), ("section", "Z")]).says(400, "no section");
    assert_eq!(teacher.act("/ki/announcements", &[("text", "To B"), ("section", "B")]).status, 303);
    assert!(!served.student("1001").get("/ki/").text().contains("To B"));
    let without = Served::new();
    let refused = assistant(&without, Some("A")).act("/ki/announcements", &[("text", "Room 7")]);
    assert_eq!(refused.status, 403);
}
