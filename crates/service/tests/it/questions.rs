//! Questions and regrade requests of students, and replies of staff.

use std::collections::BTreeMap;
use std::fs;

use class_model::{Person, QuestionState, QuestionStep};
use class_operations::privacy::{DeletionRequest, delete_student, preview_deletion};
use course_files::archives::{Limits, unpack_all};

use crate::mail::{served as served_with_mail, settle};
use crate::support::smtp::MailServer;
use crate::support::{Answer, Browser, Served, bot};

const LIST: &str = "/ki/staff/questions";

/// Returns an assistant of a section, or of all. A new link of the same name would end the earlier one.
fn assistant(section: Option<&str>) -> Person {
    let name = format!("Tim {}", section.unwrap_or("of all"));
    Person::Assistant { name, section: section.map(str::to_owned) }
}

/// Asks about a subject, and returns the address of the question.
fn ask(browser: &Browser, about: &str, text: &str) -> String {
    browser.act("/ki/questions", &[("about", about), ("text", text)]).leads_to().to_owned()
}

fn request_regrade(browser: &Browser, about: &str, text: &str) -> Answer {
    browser.act("/ki/questions", &[("about", about), ("text", text), ("regrade", "1")])
}

fn state(served: &Served, number: u32) -> QuestionState {
    served.class().facts().unwrap().question(number).unwrap().what.state()
}

/// Returns a class in which Ada and Cy have played a tournament.
fn played() -> Served {
    let served = Served::new();
    for (id, name) in [("1001", "greedy"), ("1003", "rusher")] {
        served.student(id).hand_in(&[("a.wasm", &bot(name))]).leads_to();
    }
    served.play_tournament("cup");
    served
}

#[test]
fn a_question_is_answered_added_to_and_closed() {
    let served = Served::new();
    let (ada, teacher) = (served.student("1001"), served.teacher());
    teacher.get(LIST).says(200, "No questions yet.");
    ada.get("/ki/").says(200, "href=\"/ki/questions\">Ask a question or for a regrade</a>");
    let page = ask(&ada, "class", "When is the <b>final</b>?\nMonday?");
    assert_eq!(page, "/ki/questions/1");
    ada.get(&page).says(200, "<h1>Question 1: open</h1>");
    ada.get(&page).says(200, "When is the &lt;b&gt;final&lt;/b&gt;?<br>Monday?");
    // Staff see how many wait, wherever they are.
    teacher.get("/ki/").says(200, "1 question waits for an answer");
    teacher.get("/ki/staff/roster").says(200, "Questions (1)</a>");
    teacher.get(LIST).says(200, "href=\"/ki/questions/1\">Question 1</a>");
    teacher.get("/ki/students/1001").says(200, "href=\"/ki/questions/1\">Question 1</a>");
    assert_eq!(teacher.get("/ki/questions").leads_to(), LIST);
    let answer = [("do", "answer"), ("text", "On Friday."), ("seen", "0")];
    assert_eq!(teacher.act(&page, &answer).leads_to(), page);
    let seen = ada.get(&page);
    seen.says(200, "<h1>Question 1: answered</h1>");
    seen.says(200, "Turing (teacher) answered");
    seen.says(200, "On Friday.");
    ada.get("/ki/").says(200, "answered</span>");
    assert!(!teacher.get("/ki/").text().contains("waits for an answer"));
    // An addition waits for staff again.
    assert_eq!(ada.act(&page, &[("do", "add"), ("text", "In which room?")]).leads_to(), page);
    assert_eq!(state(&served, 1), QuestionState::Open);
    teacher.get(&format!("{LIST}?show=open")).says(200, "Question 1</a>");
    assert_eq!(ada.act(&page, &[("do", "close")]).leads_to(), page);
    ada.get(&page).says(200, "<h1>Question 1: closed</h1>");
    ada.act(&page, &[("do", "add"), ("text", "one more")]).says(409, "question 1 is closed");
    teacher.get(&format!("{LIST}?show=open")).says(200, "None.");
    teacher.get(&format!("{LIST}?show=replied")).says(200, "Question 1</a>");
    teacher.get(&format!("{LIST}?show=mine")).says(400, "`show` must be");
    let history = teacher.get("/ki/staff/history");
    history.says(200, "asked question 1 about the class: When is the &lt;b&gt;final&lt;/b&gt;? Monday?");
    history.says(200, "question 1 of Ada &lt;script&gt;");
    history.says(200, "href=\"/ki/questions/1\">question 1</a>");
}

#[test]
fn only_the_student_and_their_staff_see_a_question() {
    let served = Served::new();
    let ada = served.student("1001");
    let page = ask(&ada, "class", "a secret of mine");
    let bee = served.student("1002");
    for (reply, text) in [("add", "x"), ("close", ""), ("answer", "x")] {
        bee.act(&page, &[("do", reply), ("text", text)]).says(404, "question not found");
    }
    bee.get(&page).says(404, "question not found");
    bee.get("/ki/questions/9").says(404, "question not found");
    assert!(!bee.get("/ki/questions").text().contains("a secret"));
    bee.get(LIST).says(403, "you are not allowed to do that");
    for path in [page.as_str(), "/ki/questions", LIST] {
        served.anybody().get(path).says(401, "you are not signed in");
    }
    let [own, other, all] = [Some("A"), Some("B"), None].map(|section| served.enter(&assistant(section)));
    other.get(&page).says(403, "you are not allowed to do that");
    other.act(&page, &[("do", "answer"), ("text", "x")]).says(403, "you are not allowed to do that");
    assert!(!other.get(LIST).text().contains("a secret") && !other.get("/ki/").text().contains("waits for"));
    for staff in [&own, &all, &served.teacher()] {
        staff.get(LIST).says(200, "a secret of mine");
        staff.get(&page).says(200, "a secret of mine");
        staff.act(&page, &[("do", "add"), ("text", "x")]).says(400, "unknown action");
    }
    ada.act(&page, &[("do", "answer"), ("text", "x")]).says(400, "unknown action");
    assert_eq!(state(&served, 1), QuestionState::Open);
    assert_eq!(own.act(&page, &[("do", "answer"), ("text", "yes")]).leads_to(), page);
    ada.get(&page).says(200, "Tim A (assistant) answered");
}

#[test]
fn an_answer_for_all_has_no_name() {
    let served = Served::new();
    let ada = served.student("1001");
    let page = ask(&ada, "class", "I am Ada. When is the final?");
    let teacher = served.teacher();
    // The form offers the question to be made anonymous.
    teacher.get(&page).says(200, "I am Ada. When is the final?</textarea>");
    let answer =
        [("do", "answer"), ("text", "On Friday."), ("for-all", "1"), ("question", "When is the final?")];
    assert_eq!(teacher.act(&page, &answer).leads_to(), page);
    for reader in [served.anybody(), served.student("1002")] {
        let public = reader.get("/ki/announcements");
        public.says(200, "Question: When is the final?<br><br>Answer: On Friday.");
        assert!(
            !public.text().contains("Ada") && !public.text().contains("questions/1"),
            "{}",
            public.text()
        );
    }
    ada.get(&page).says(200, "href=\"/ki/announcements#announcement-1\">announcement 1</a>");
    // An assistant who may not announce to all answers only the student.
    let tim = served.enter(&assistant(None));
    assert!(!tim.get(&page).text().contains("Answer for all"));
    tim.act(&page, &answer).says(403, "you are not allowed to do that");
    // If the announcement is refused, so is the answer.
    let long = "x".repeat(10_001);
    let refused =
        teacher.act(&page, &[("do", "answer"), ("text", "y"), ("for-all", "1"), ("question", &long)]);
    refused.says(400, "an announcement can have at most 10000 bytes");
    let facts = served.class().facts().unwrap();
    assert_eq!((facts.announcements().len(), facts.question(1).unwrap().what.updates.len()), (1, 1));
}

#[test]
fn an_assistant_of_all_sections_who_may_announce_answers_for_all() {
    let served = Served::with("\n[assistants]\nannounce = true\n", false);
    let page = ask(&served.student("1001"), "class", "When is the final?");
    let answer = [("do", "answer"), ("text", "On Friday."), ("for-all", "1")];
    let [own, all] = [Some("A"), None].map(|section| served.enter(&assistant(section)));
    assert!(!own.get(&page).text().contains("Answer for all"));
    own.act(&page, &answer).says(403, "you are not allowed to do that");
    assert_eq!(state(&served, 1), QuestionState::Open);
    all.get(&page).says(200, "Answer for all");
    assert_eq!(all.act(&page, &answer).leads_to(), page);
    served.anybody().get("/ki/announcements").says(200, "On Friday.");
}

#[test]
fn the_second_of_two_answers_at_once_sees_the_first() {
    let served = Served::new();
    let page = ask(&served.student("1001"), "class", "Why?");
    let (turing, hopper) = (served.teacher(), served.enter(&Person::Teacher { name: "Hopper".to_owned() }));
    let seen = |browser: &Browser| {
        let fields = browser.get(&page).fields(&page);
        fields.into_iter().find(|(name, _)| name == "seen").unwrap().1
    };
    let (first, second) = (seen(&turing), seen(&hopper));
    let send = |browser: &Browser, seen: &str, text: &str| {
        browser.act(&page, &[("do", "answer"), ("text", text), ("seen", seen)])
    };
    assert_eq!(send(&turing, &first, "Because of the rules.").leads_to(), page);
    let refused = send(&hopper, &second, "Because of the clock.");
    refused.says(409, "Turing (teacher) answered question 1 meanwhile");
    refused.says(409, "Because of the rules.");
    refused.says(409, "Because of the clock.</textarea>");
    let fields = refused.fields(&page);
    let now = fields.into_iter().find(|(name, _)| name == "seen").unwrap().1;
    assert_eq!(send(&hopper, &now, "Because of the clock.").leads_to(), page);
    assert_eq!(served.class().facts().unwrap().question(1).unwrap().what.updates.len(), 2);
    let close = [("do", "close"), ("seen", "1")];
    turing.act(&page, &close).says(409, "Hopper (teacher) answered question 1 meanwhile");
    assert_eq!(state(&served, 1), QuestionState::Answered);
}

#[test]
fn questions_are_limited_and_a_refused_one_is_kept_in_the_form() {
    let served = Served::new();
    let ada = served.student("1001");
    let send = |fields: &[(&str, &str)]| ada.act("/ki/questions", fields);
    send(&[("about", "class"), ("text", " ")]).says(400, "a question cannot be empty");
    let long = "é".repeat(2501);
    let refused = send(&[("about", "class"), ("text", &long)]);
    refused.says(400, "a question can have at most 5000 bytes");
    refused.says(400, &format!("{long}</textarea>"));
    send(&[("about", "weather"), ("text", "x")]).says(400, "choose a subject");
    let refused = request_regrade(&ada, "class", "my points");
    refused.says(400, "a regrade request must be about a submission, a tournament or a match");
    refused.says(400, "my points</textarea>");
    assert!(refused.text().contains("name=\"regrade\" value=\"1\" checked"), "{}", refused.text());
    for (about, why) in [
        ("submission:1", "there is no such submission"),
        ("run:cup", "there is no such run"),
        ("match:1.1.1.1:cup", "there is no such run"),
        ("match:x:cup", "there is no such match"),
    ] {
        send(&[("about", about), ("text", "x")]).says(404, why);
    }
    assert_eq!(served.class().facts().unwrap().questions().count(), 0);
    for number in 1..=10 {
        assert_eq!(ask(&ada, "class", "again"), format!("/ki/questions/{number}"));
    }
    send(&[("about", "class"), ("text", "x")]).says(403, "10 of your questions wait for an answer");
    // Others still ask, and a closed question makes room.
    assert_eq!(ask(&served.student("1002"), "class", "hello"), "/ki/questions/11");
    assert_eq!(ada.act("/ki/questions/1", &[("do", "close")]).status, 303);
    assert_eq!(ask(&ada, "class", "again"), "/ki/questions/12");
    for _ in 0..5 {
        assert_eq!(ada.act("/ki/questions/2", &[("do", "add"), ("text", "and")]).status, 303);
    }
    let refused = ada.act("/ki/questions/2", &[("do", "add"), ("text", "and this")]);
    refused.says(403, "you have added to this question 5 times without an answer");
    refused.says(403, "and this</textarea>");
    // Those who ask and close all day are stopped, too.
    for number in 13..=21 {
        assert_eq!(ada.act(&format!("/ki/questions/{}", number - 11), &[("do", "close")]).status, 303);
        assert_eq!(ask(&ada, "class", "again"), format!("/ki/questions/{number}"));
    }
    assert_eq!(ada.act("/ki/questions/21", &[("do", "close")]).status, 303);
    send(&[("about", "class"), ("text", "x")]).says(403, "at most 20 questions in 24 hours");
}

#[test]
fn a_regrade_request_leads_to_the_ruling_that_it_asks_for() {
    let served = played();
    let (ada, cy, teacher) = (served.student("1001"), served.student("1003"), served.teacher());
    let page_of_match = "/ki/students/1001/runs/cup/1.1.1.1";
    let about = "/ki/questions?about=match%3A1.1.1.1%3Acup";
    ada.get(page_of_match).says(200, &format!("href=\"{about}#ask\""));
    ada.get(about).says(200, "<option value=\"match:1.1.1.1:cup\" selected>Match 1.1.1.1 of cup</option>");
    let page = request_regrade(&ada, "match:1.1.1.1:cup", "the clock was wrong").leads_to().to_owned();
    assert_eq!(request_regrade(&ada, "run:cup", "my grade").status, 303);
    assert_eq!(request_regrade(&ada, "submission:1", "my version").status, 303);
    cy.act("/ki/questions", &[("about", "submission:1"), ("text", "x")])
        .says(404, "there is no such submission");
    // The pages of the subjects show it, only to Ada and staff.
    for path in [page_of_match, "/ki/students/1001/runs/cup", "/ki/submissions/1"] {
        ada.get(path).says(200, "Regrade request ");
        teacher.get(path).says(200, "Regrade request ");
    }
    assert!(!cy.get("/ki/students/1003/runs/cup/1.1.1.1").text().contains("Regrade request "));
    // An assistant answers, a teacher decides, with reasons.
    let tim = served.enter(&assistant(None));
    assert!(!tim.get(&page).text().contains("value=\"grant\""));
    tim.act(&page, &[("do", "grant"), ("text", "x")]).says(403, "only a teacher decides");
    teacher.act(&page, &[("do", "grant"), ("text", "")]).says(400, "an answer cannot be empty");
    let declined = [("do", "decline"), ("text", "It followed the rules.")];
    assert_eq!(teacher.act("/ki/questions/2", &declined).status, 303);
    ada.get("/ki/questions/2").says(200, "<h1>Regrade request 2: declined</h1>");
    assert_eq!(teacher.act(&page, &[("do", "grant"), ("text", "Right.")]).leads_to(), page);
    ada.get(&page).says(200, "<h1>Regrade request 1: granted</h1>");
    assert!(!ada.get(&page).text().contains("staff/rulings"));
    let annul = "/ki/staff/rulings/cup/new?about=match&match=1.1.1.1&to=annul&request=1";
    teacher.get(&page).says(200, &annul.replace('&', "&amp;"));
    // A refused form keeps the request.
    let unknown = teacher.get(&annul.replace("request=1", "request=9"));
    let preview = teacher.get(annul);
    let send = |fields: Vec<(String, String)>, reason: &str| {
        let fields =
            fields.iter().map(|(name, text)| (&**name, &**text)).filter(|(name, _)| *name != "reason");
        let fields: Vec<(&str, &str)> = fields.chain([("reason", reason)]).collect();
        teacher.post("/ki/staff/rulings/cup", &fields)
    };
    let refused = send(preview.fields("/ki/staff/rulings/cup"), "");
    refused.says(400, "it has no reason");
    // No ruling is made for a request that does not exist.
    send(unknown.fields("/ki/staff/rulings/cup"), "the clock").says(404, "there is no such regrade request");
    assert_eq!(send(refused.fields("/ki/staff/rulings/cup"), "the clock").leads_to(), page);
    let facts = served.class().facts().unwrap();
    let last = facts.question(1).unwrap().what.updates.last().unwrap();
    assert_eq!(last.step, QuestionStep::Ruled { run: "cup".to_owned(), ruling: 1 });
    assert_eq!(facts.question(1).unwrap().what.state(), QuestionState::Granted);
    ada.get(&page).says(200, "Ruling 1 on the tournament cup");
    teacher.get(&page).says(200, "More that may follow");
    teacher.get("/ki/staff/history").says(200, "ruling 1 on the run cup followed from regrade request 1");
    // Another request is linked to the same ruling by hand.
    assert_eq!(teacher.act("/ki/questions/3", &[("do", "grant"), ("text", "Right.")]).status, 303);
    teacher.get("/ki/questions/3").says(200, "It follows from this request");
    let link = |browser: &Browser, ruling: &str| {
        browser.act("/ki/questions/3", &[("do", "link"), ("run", "cup"), ("ruling", ruling)])
    };
    link(&teacher, "9").says(404, "there is no such ruling");
    link(&tim, "1").says(403, "you are not allowed to do that");
    assert_eq!(link(&teacher, "1").status, 303);
    assert!(!teacher.get("/ki/questions/3").text().contains("It follows from this request"));
    // Linking it again records nothing, and a later answer keeps the decision.
    let updates = || served.class().facts().unwrap().question(3).unwrap().what.updates.len();
    let before = updates();
    assert_eq!((link(&teacher, "1").status, updates()), (303, before));
    assert_eq!(tim.act("/ki/questions/3", &[("do", "answer"), ("text", "It is done.")]).status, 303);
    assert_eq!((state(&served, 3), updates()), (QuestionState::Granted, before + 1));
    let declined = [("do", "link"), ("run", "cup"), ("ruling", "1")];
    teacher.act("/ki/questions/2", &declined).says(409, "regrade request 2 is not granted");
    // A question is not decided.
    let question = ask(&ada, "run:cup", "How is the grade computed?");
    teacher.act(&question, &[("do", "grant"), ("text", "x")]).says(400, "not a regrade request");
}

#[test]
fn questions_are_in_the_export_and_go_with_the_student() {
    let served = Served::new();
    let ada = served.student("1001");
    let page = ask(&ada, "class", "a question to be forgotten");
    let answer = [("do", "answer"), ("text", "an answer to be forgotten")];
    assert_eq!(served.teacher().act(&page, &answer).status, 303);
    let other = ask(&served.student("1002"), "class", "another one");
    let own = unpack_all(&ada.get("/ki/mine.zip").body, &Limits::default()).unwrap();
    let own: BTreeMap<String, Vec<u8>> = own.into_iter().collect();
    let text = |name: &str| String::from_utf8_lossy(&own[name]).into_owned();
    for part in ["a question to be forgotten", "an answer to be forgotten"] {
        assert!(text("questions.json").contains(part) && text("history.txt").contains(part), "{part}");
    }
    assert!(!text("questions.json").contains("another one"));
    let class = served.class();
    let request = DeletionRequest { student: "1001", runs: &[] };
    let preview = preview_deletion(&class, &class.facts().unwrap(), &request).unwrap();
    delete_student(&class, &request, preview).unwrap();
    let facts = served.class().facts().unwrap();
    assert!(facts.question(1).is_none() && facts.question(2).is_some());
    let teacher = served.teacher();
    teacher.get(&page).says(404, "question not found");
    teacher.get(&other).says(200, "another one");
    assert!(!teacher.get("/ki/staff/history").text().contains("to be forgotten"));
    for file in fs::read_dir(served.folder.join("private")).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&bytes).contains("to be forgotten"));
    }
}

#[test]
fn a_reply_is_mailed_to_the_student_who_asked() {
    let server = MailServer::start();
    let served = served_with_mail(&server);
    let (ada, teacher) = (served.student("1001"), served.teacher());
    let page = ask(&ada, "class", "When?");
    assert_eq!(teacher.act(&page, &[("do", "answer"), ("text", "On Friday.")]).status, 303);
    settle(&served);
    let received = server.received();
    let [one] = received.as_slice() else { panic!("{received:?}") };
    assert_eq!(one.to, "ada@example.org");
    assert!(one.header("Subject").unwrap().contains("Your question 1 was answered"), "{}", one.text);
    assert!(one.text.contains("On Friday.") && one.text.contains("/ki/questions/1"), "{}", one.text);
    // The student's own additions lead to no mail, and the student can switch replies off.
    assert_eq!(ada.act(&page, &[("do", "add"), ("text", "Where?")]).status, 303);
    assert_eq!(ada.act("/ki/mail", &[("announcement", "1")]).leads_to(), "/ki/mail");
    assert_eq!(teacher.act(&page, &[("do", "answer"), ("text", "Room 7.")]).status, 303);
    settle(&served);
    assert_eq!(server.received().len(), 1);
}
