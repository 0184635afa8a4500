//! Rejected forms are shown again with the typed values.

use class_model::Person;

use crate::support::{Answer, Served};

const HOSTILE: &str = "\"><script>alert(1)</script>";
const ESCAPED: &str = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;";

/// Checks that a form is shown again with the reason and the typed values, and that news does not reload the page.
#[track_caller]
fn is_shown_again(answer: &Answer, status: u16, form: &str, why: &str, typed: &[&str]) {
    answer.says(status, why);
    let page = answer.text();
    let alert = page.find("role=\"alert\"").expect("it says why");
    let place = page[alert..].find(form).expect("the form follows");
    assert!(page[alert..alert + place].contains(why), "{page}");
    for text in typed {
        assert!(page[alert + place..].contains(text), "{text:?} is not in {page}");
    }
    assert!(page.contains("<title>Error"), "{page}");
    assert!(!page.contains("data-news") && !page.contains("<script>alert"), "{page}");
}

#[test]
fn what_was_typed_stays_in_a_form_that_is_refused() {
    let served = Served::new();
    let (teacher, student) = (served.teacher(), served.student("1002"));
    let long = format!("{HOSTILE}{}", "x".repeat(10_000));
    let announced = teacher.act("/ki/announcements", &[("text", &long)]);
    let kept = long.replace(HOSTILE, ESCAPED);
    is_shown_again(
        &announced,
        400,
        "action=\"/ki/announcements\"",
        "an announcement can have at most 10000 bytes",
        &[&kept],
    );
    assert!(served.class().facts().unwrap().announcements().is_empty());

    let time = [("until", "2000-01-01T10:00"), ("reason", HOSTILE)];
    let given = teacher.act("/ki/students/1002/time", &time);
    let typed = ["value=\"2000-01-01T10:00\"", &format!("value=\"{ESCAPED}\"")];
    is_shown_again(&given, 400, "action=\"/ki/students/1002/time\"", "earlier than the deadline", &typed);

    let asked = student.act("/ki/games", &[("against", "of-text:builtin:random"), ("games", "4")]);
    let typed = ["value=\"of-text:builtin:random\" selected", "value=\"4\""];
    is_shown_again(&asked, asked.status, "action=\"/ki/games\"", "", &typed);
    assert!((400..500).contains(&asked.status), "without a version nobody plays: {}", asked.status);

    let fields = [("name", HOSTILE), ("purpose", "submit"), ("days", "many")];
    let made = student.act("/ki/tokens", &fields);
    let typed = [&*format!("value=\"{ESCAPED}\""), "value=\"submit\" selected", "value=\"many\""];
    is_shown_again(&made, 400, "action=\"/ki/tokens\"", "a token must expire after 1 to 200 days", &typed);

    let entered = served.anybody().post("/ki/enter", &[("link", HOSTILE)]);
    let typed = format!("value=\"{ESCAPED}\"");
    is_shown_again(&entered, 403, "name=\"link\"", "the link is invalid", &[&typed]);
}

#[test]
fn a_form_of_an_earlier_session_can_be_sent_once_more() {
    let served = Served::new();
    let teacher = served.teacher();
    let other = served.enter(&Person::Teacher { name: "Hopper".to_owned() });
    let refused = teacher.post("/ki/announcements", &[("text", "Monday"), ("mark", &other.mark())]);
    let mark = format!("name=\"mark\" value=\"{}\"", teacher.mark());
    is_shown_again(
        &refused,
        403,
        "action=\"/ki/announcements\"",
        "belongs to another session",
        &[&mark, "Monday"],
    );
}

#[test]
fn whoever_may_not_is_shown_no_form() {
    let served = Served::new();
    let sent = [("text", "Monday")];
    let student = served.student("1002").act("/ki/announcements", &sent);
    student.says(403, "you are not allowed to do that");
    served.anybody().post("/ki/announcements", &sent).says(401, "you are not signed in");
    assert!(!student.text().contains("<textarea"), "{}", student.text());
}
