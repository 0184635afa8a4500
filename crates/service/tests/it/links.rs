//! Personal links: the list, new ones, and their end.

use class_model::Person;
use class_operations::links::list_links;

use crate::support::{Answer, Browser, Served};

const LINKS: &str = "/ki/staff/links";

/// Returns the first personal link on a page.
fn link_on(page: &Answer) -> String {
    let text = page.text();
    let begin = text.find("/ki/enter/").unwrap_or_else(|| panic!("no link on {text}")) + 10;
    text[begin..begin + 32].to_owned()
}

/// Sends the fields of the last button of a page, as a click does.
fn confirm(browser: &Browser, page: &Answer) -> Answer {
    let fields = page.fields(LINKS);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (&**name, &**text)).collect();
    assert!(fields.contains(&("do", "replace")), "{fields:?}");
    browser.act(LINKS, &fields[1..])
}

fn enters(served: &Served, link: &str) -> bool {
    served.anybody().post("/ki/enter", &[("link", link)]).status == 303
}

#[test]
fn an_assistant_gets_a_link_that_names_them() {
    let served = Served::new();
    let teacher = served.teacher();
    let made = teacher.act(LINKS, &[("to", "assistant"), ("name", " Tim "), ("section", "B")]);
    made.says(200, "signs its owner in as <b>Tim, assistant of section B</b>");
    let link = link_on(&made);
    let looked = served.anybody().get(&format!("/ki/enter/{link}"));
    looked.says(200, "This link signs you in as <b>Tim, assistant of section B</b>. Keep it private.");
    assert!(enters(&served, &link));
    teacher.get(LINKS).says(200, "Tim, assistant of section B");
    let other = teacher.act(LINKS, &[("to", "teacher"), ("name", "Hopper")]);
    served
        .anybody()
        .get(&format!("/ki/enter/{}", link_on(&other)))
        .says(200, "This link signs you in as <b>Hopper, teacher</b>. Keep it private.");
}

#[test]
fn a_link_is_replaced_after_a_question_that_counts_the_sessions() {
    let served = Served::new();
    let teacher = served.teacher();
    let link = link_on(&teacher.act(LINKS, &[("to", "assistant"), ("name", "Tim")]));
    assert!(enters(&served, &link) && enters(&served, &link));
    // In another section, it is still the same assistant.
    let question = teacher.act(LINKS, &[("to", "assistant"), ("name", "Tim"), ("section", "A")]);
    question.says(200, "1 earlier link and 2 open sessions will end");
    assert!(enters(&served, &link), "a question changes nothing");
    let made = confirm(&teacher, &question);
    made.says(200, "The previous link and 3 sessions have ended.");
    assert!(!enters(&served, &link) && enters(&served, &link_on(&made)));
}

#[test]
fn a_teacher_replaces_their_own_link_but_does_not_revoke_it() {
    let served = Served::new();
    let teacher = served.teacher();
    let own = [("to", "teacher"), ("name", "Turing")];
    teacher
        .act(LINKS, &[&own[..], &[("do", "revoke")]].concat())
        .says(409, "you cannot revoke your own link");
    let question = teacher.act(LINKS, &own);
    question.says(200, "This is your own link: you are signed out");
    let made = confirm(&teacher, &question);
    made.says(200, "This link signs you in as <b>Turing, teacher</b>. Keep it private.");
    assert!(enters(&served, &link_on(&made)));
    teacher.get(LINKS).says(401, "you are not signed in");
}

#[test]
fn all_students_get_links_on_one_page() {
    let served = Served::new();
    let (teacher, bee) = (served.teacher(), served.student("1002"));
    teacher.get(LINKS).says(200, "1 have a link, 2 have none.");
    let sheet = teacher.act(LINKS, &[("to", "missing")]);
    sheet.says(200, "Ada &lt;script&gt;alert(1)&lt;/script&gt;");
    assert_eq!(sheet.text().matches("<svg").count(), 2, "Bee keeps hers");
    assert!(enters(&served, &link_on(&sheet)));
    bee.get("/ki/").says(200, "Am I in?");
    teacher.act(LINKS, &[("to", "missing")]).says(409, "every student who takes part has a link");
    let question = teacher.act(LINKS, &[("to", "all")]);
    question.says(200, "3 earlier links and 2 open sessions will end");
    let sheet = confirm(&teacher, &question);
    assert_eq!(sheet.text().matches("<svg").count(), 3);
    bee.get("/ki/").says(200, "Sign in");
}

#[test]
fn a_link_is_revoked() {
    let served = Served::new();
    let (teacher, bee) = (served.teacher(), served.student("1002"));
    teacher.get("/ki/students/1002").says(200, "1 open session.");
    let revoked = [("to", "student"), ("name", "1002"), ("do", "revoke")];
    assert_eq!(teacher.act(LINKS, &revoked).leads_to(), LINKS);
    bee.get("/ki/").says(200, "Sign in");
    teacher.act(LINKS, &revoked).says(404, "has no personal link");
    teacher.get("/ki/students/1002").says(200, "No link.");
    teacher.act(LINKS, &[("to", "all"), ("do", "revoke")]).says(400, "links are revoked one by one");
}

#[test]
fn bad_requests_for_links_keep_what_was_typed() {
    let served = Served::new();
    let teacher = served.teacher();
    for (fields, status, why) in [
        (&[("to", "assistant"), ("name", "Zed"), ("section", "Z")][..], 400, "there is no section"),
        (&[("to", "teacher"), ("name", "Zed"), ("section", "A")], 400, "a teacher sees all sections"),
        (&[("to", "teacher"), ("name", " ")], 400, "a name must have 1 to 100 bytes"),
        (&[("to", "student"), ("name", "9")], 400, "no student has the id"),
        (&[("to", "dean"), ("name", "Zed")], 400, "choose a role"),
        (&[("to", "teacher"), ("name", "Zed"), ("do", "sell")], 400, "unknown action"),
    ] {
        let refused = teacher.act(LINKS, fields);
        refused.says(status, why);
        let name = fields[1].1;
        refused.says(status, &format!("name=\"name\" value=\"{name}\""));
    }
    assert_eq!(list_links(&served.class()).unwrap().links.len(), 1, "only the teacher's own");
}

#[test]
fn only_teachers_see_and_change_links() {
    let served = Served::new();
    let assistant = served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None });
    for browser in [&assistant, &served.student("1002")] {
        browser.get(LINKS).says(403, "you are not allowed to do that");
        browser.act(LINKS, &[("to", "teacher"), ("name", "Me")]).says(403, "you are not allowed to do that");
    }
    let page = assistant.get("/ki/students/1002").text();
    assert!(!page.contains("Personal link"), "{page}");
}
