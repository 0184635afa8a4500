//! Members and grades of a course in a course system, which fails in all ways.

use std::collections::BTreeMap;
use std::time::Duration;

use class_model::{
    ClassFolder, GradeColumn, LinkedCourse, MessageState, Moment, NewScore, Person, Protocol, SchoolSystem,
    Score, ScoreQueue, SignOn, StaffRole, StoredKey,
};
use class_operations::freezing::freeze;
use lti::SigningKey;
use serde_json::{Value, json};

use crate::support::course_system::{CourseSystem, Fault};
use crate::support::{Browser, Served, bot, until};

const ROSTER: &str = "/ki/staff/roster";
const READ: &str = "/ki/staff/roster/course";
const CUP: &str = "/ki/staff/grades/cup";
const SEND: &str = "/ki/staff/grades/cup/send";
const LEARNER: &str = "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner";
const COURSE: (&str, &str) = ("course", "1 77");

fn member(user: &str, name: &str, email: &str, number: &str) -> Value {
    json!({
        "user_id": user, "name": name, "email": email, "lis_person_sourcedid": number,
        "status": "Active", "roles": [LEARNER],
    })
}

/// Returns the members of a course: Ada by number, Cy by address, a new student, a teacher and one who left.
fn members() -> Vec<Value> {
    let mut teacher = member("t", "Alan Turing", "turing@example.org", "");
    teacher["roles"] = json!(["Instructor"]);
    let mut gone = member("g", "Gone Girl", "gone@example.org", "1009");
    gone["status"] = json!("Inactive");
    vec![
        teacher,
        member("a", "Ada Lovelace", "ada@example.org", "1001"),
        gone,
        member("d", "Dora <i>", "dora@example.org", "1004"),
        json!({ "user_id": "c", "name": "Cy", "email": "CY@example.org", "roles": ["Learner"] }),
    ]
}

fn folder(served: &Served) -> ClassFolder {
    ClassFolder::at(&served.folder)
}

/// Links a course of the course system to the class, as a sign-on does.
fn link(served: &Served, system: &CourseSystem) {
    let mut sign_on = SignOn::open(&folder(served)).unwrap();
    let url = |path: &str| format!("{}/{path}", system.url);
    let registered = SchoolSystem {
        name: "Moodle".to_owned(),
        issuer: system.url.clone(),
        client: "client".to_owned(),
        protocol: Protocol::Lti {
            authorization: url("login"),
            token: url("token"),
            audience: None,
            keys: url("keys"),
            deployments: Vec::new(),
        },
        student_claim: "email".to_owned(),
        instructors: StaffRole::Teacher,
        assistants: StaffRole::Assistant,
    };
    let number = sign_on.add_system(&registered, None).unwrap();
    assert_eq!(number, 1);
    let key = SigningKey::generate().unwrap();
    let stored = StoredKey { public: key.public().to_string(), pair: key.to_der().unwrap() };
    sign_on.replace_key(&stored, Moment::now()).unwrap();
    let course = LinkedCourse {
        title: Some("AI & Games".to_owned()),
        members: Some(url("members")),
        line_items: Some(url("columns")),
    };
    sign_on.note_course(1, "77", &course, Moment::now()).unwrap();
}

fn served() -> (Served, CourseSystem, Browser) {
    let (served, system) = (Served::new(), CourseSystem::start());
    link(&served, &system);
    system.set_members(&members());
    // Cy's address identifies his account.
    let csv = b"id,name,email\n1003,Cy,cy@example.org\n";
    let columns = class_model::roster::Columns::default();
    let roster = class_operations::roster::RosterFile { name: "roster", bytes: csv, columns: &columns };
    class_operations::roster::import_roster(&served.class(), &roster).unwrap();
    let teacher = served.teacher();
    (served, system, teacher)
}

/// Returns a class that has played a cup with Ada and Cy.
fn played() -> (Served, CourseSystem, Browser) {
    let (served, system, teacher) = served();
    for (id, name) in [("1001", "greedy"), ("1003", "rusher")] {
        served.student(id).hand_in(&[("a.wasm", &bot(name))]).leads_to();
    }
    served.play_tournament("cup");
    (served, system, teacher)
}

/// Sends the fields of the form on a page, without its mark, which is sent anyway.
fn go_on(browser: &Browser, page: &crate::support::Answer, to: &str) -> crate::support::Answer {
    let fields = page.fields(to);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (&**name, &**text)).collect();
    browser.post(to, &fields)
}

const FIELDS: [(&str, &str); 4] = [COURSE, ("label", "Cup"), ("maximum", "10"), ("no-show", "0")];

/// Sends the grades of the cup after a preview.
fn send(teacher: &Browser) {
    let preview = teacher.act(SEND, &FIELDS);
    preview.says(200, "Nothing was sent yet");
    assert_eq!(go_on(teacher, &preview, SEND).leads_to(), format!("{CUP}#course"));
}

fn scores(served: &Served) -> Vec<Score> {
    ScoreQueue::open(&folder(served)).unwrap().of_column(1).unwrap()
}

/// Waits until no grade waits.
fn settle(served: &Served) -> Vec<Score> {
    let is_over = |score: &Score| !matches!(score.state, MessageState::Waiting | MessageState::Sending);
    until("all grades are sent", || scores(served).iter().all(is_over));
    scores(served)
}

/// Returns the last grade of each user that the course system has.
fn gradebook(system: &CourseSystem) -> BTreeMap<String, f64> {
    let scores = system.scores().into_iter();
    let pair =
        |score: Value| (score["userId"].as_str().unwrap().to_owned(), score["scoreGiven"].as_f64().unwrap());
    scores.map(pair).collect()
}

/// Checks that the course system has the grades of Ada and Cy, whose sum is 10.
#[track_caller]
fn check_gradebook(served: &Served, system: &CourseSystem) {
    let grades = gradebook(system);
    assert_eq!(grades.keys().collect::<Vec<_>>(), ["a", "c"], "{:?}", scores(served));
    assert!((grades.values().sum::<f64>() - 10.0).abs() < 0.01, "{grades:?}");
}

#[test]
fn the_members_of_a_course_become_the_roster_after_a_preview() {
    let (served, system, teacher) = served();
    teacher.get(ROSTER).says(200, "AI &amp; Games (Moodle)");
    let preview = teacher.act(READ, &[COURSE]);
    preview.says(200, "This course has: 1 new, 2 changed, 0 unchanged");
    preview.says(200, "Dora &lt;i&gt;");
    preview.says(200, "Not in the course, but still in the class: 1</summary><p>1002</p>");
    for absent in ["Alan Turing", "Gone Girl"] {
        assert!(!preview.text().contains(absent), "{absent}");
    }
    assert!(served.class().facts().unwrap().student("1004").is_none());
    let fields = preview.fields(ROSTER);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (&**name, &**text)).collect();
    assert_eq!(teacher.send_files(ROSTER, &fields, &[]).leads_to(), ROSTER);
    let facts = served.class().facts().unwrap();
    assert_eq!(facts.student("1004").unwrap().email.as_deref(), Some("dora@example.org"));
    assert_eq!(facts.student("1001").unwrap().name, "Ada Lovelace");
    // Cy is found by his address, and keeps his id; Bee stays.
    assert_eq!(facts.students().len(), 4);
    assert_eq!(facts.student("1003").unwrap().email.as_deref(), Some("CY@example.org"));
    // A member who has signed on as staff is no student, whatever the list says.
    let tim = Person::Assistant { name: "Tim".to_owned(), section: None };
    let mut people = members();
    people.push(member("tim", "Tim Berners", "tim@example.org", ""));
    system.set_members(&people);
    teacher.act(READ, &[COURSE]).says(200, "Tim Berners");
    SignOn::open(&folder(&served)).unwrap().enter(1, "tim", &tim, Moment::now()).unwrap();
    assert!(!teacher.act(READ, &[COURSE]).text().contains("Tim Berners"));
    // Only a teacher reads the members.
    served.student("1001").act(READ, &[COURSE]).says(403, "you are not allowed to do that");
    teacher.act(READ, &[("course", "1 78")]).says(404, "no course was chosen");
    drop(system);
    teacher.act(READ, &[COURSE]).says(503, "Moodle could not be asked");
}

#[test]
fn a_list_of_members_that_cannot_be_read_changes_nothing() {
    let (served, system, teacher) = served();
    let before = served.class().facts().unwrap().last_event();
    for fault in [
        Fault::Refuse(500, "", "broken"),
        Fault::Refuse(403, "", "not \u{7}allowed <b>"),
        Fault::NoJson,
        Fault::Huge,
        Fault::DropBefore,
    ] {
        system.fail_members(fault);
        let page = teacher.act(READ, &[COURSE]);
        page.says(503, "Moodle could not be asked");
        assert!(!page.text().contains("allowed <b>"), "{}", page.text());
    }
    system.set_members(&[]);
    teacher.act(READ, &[COURSE]).says(404, "has no students");
    assert_eq!(served.class().facts().unwrap().last_event(), before);
    system.set_members(&members());
    teacher.act(READ, &[COURSE]).says(200, "1 new");
}

#[test]
fn grades_are_sent_once_and_read_back() {
    let (served, system, teacher) = played();
    teacher.get(CUP).says(200, "Send to the course system");
    let preview = teacher.act(SEND, &FIELDS);
    // Bee is absent from the run and not in the course.
    preview.says(200, "2 of 3 students get a grade");
    preview.says(200, "Not found in the course: nothing is sent");
    preview.says(200, "Send 2 grades");
    assert!(system.columns().is_empty() && system.scores().is_empty());
    assert_eq!(go_on(&teacher, &preview, SEND).leads_to(), format!("{CUP}#course"));
    let sent = settle(&served);
    assert!(sent.iter().all(|score| score.state == MessageState::Sent && score.agrees()), "{sent:?}");
    check_gradebook(&served, &system);
    let column = &system.columns()[0];
    assert_eq!((&column["label"], &column["resourceId"]), (&json!("Cup"), &json!("ki/cup")));
    assert_eq!(system.scores()[0]["gradingProgress"], "FullyGraded");
    teacher.get(CUP).says(200, "&quot;Cup&quot; in AI &amp; Games</h3>");
    teacher.get(CUP).says(200, "2 of 2 sent; the course system shows the same grade for 2.");
    // Sent again, they go into the same column with a later time.
    send(&teacher);
    settle(&served);
    assert_eq!((system.columns().len(), system.scores().len()), (1, 4));
    check_gradebook(&served, &system);
    // A column that was deleted there is made again.
    system.delete_columns();
    send(&teacher);
    assert!(settle(&served).iter().all(Score::agrees), "{:?}", scores(&served));
    check_gradebook(&served, &system);
}

#[test]
fn a_course_system_that_fails_loses_no_grade() {
    let (served, system, teacher) = played();
    for faults in [
        &[Fault::Refuse(500, "", "broken"), Fault::Refuse(503, "Retry-After: 1\r\n", "")][..],
        &[Fault::Refuse(429, "Retry-After: 2\r\n", "slow down")],
        &[Fault::DropBefore, Fault::DropAfter],
        &[Fault::NoJson, Fault::Huge],
        &[Fault::Delay(Duration::from_millis(500))],
    ] {
        system.fail_scores(faults);
        send(&teacher);
        let sent = settle(&served);
        let are_sent = sent.iter().all(|score| score.state == MessageState::Sent && score.agrees());
        assert!(are_sent, "{faults:?}: {sent:?}");
        check_gradebook(&served, &system);
    }
    // Refused for good: the teacher sees the words, and can send it again.
    system.fail_scores(&[Fault::Refuse(422, "", "user <u> is not gradable")]);
    send(&teacher);
    let sent = settle(&served);
    assert_eq!(sent.iter().filter(|score| score.state == MessageState::Failed).count(), 1, "{sent:?}");
    let page = teacher.get(CUP);
    page.says(200, "status 422: user &lt;u&gt; is not gradable");
    page.says(200, "1 not sent.");
    assert_eq!(teacher.act(SEND, &[("do", "again")]).leads_to(), format!("{CUP}#course"));
    assert!(settle(&served).iter().all(Score::agrees), "{:?}", scores(&served));
}

#[test]
fn retry_after_is_obeyed() {
    let (served, system, teacher) = played();
    system.fail_scores(&[Fault::Refuse(429, "Retry-After: 4\r\n", "")]);
    let begun = std::time::Instant::now();
    send(&teacher);
    settle(&served);
    assert!(begun.elapsed() >= Duration::from_secs(4), "{:?}", begun.elapsed());
    check_gradebook(&served, &system);
}

fn cup_column(system: &CourseSystem) -> GradeColumn {
    GradeColumn {
        run: "cup".to_owned(),
        system: 1,
        course: "AI & Games".to_owned(),
        items: format!("{}/columns", system.url),
        item: None,
        label: "Cup".to_owned(),
        maximum: 10.0,
    }
}

fn score(student: &str, user: &str, points: f64) -> NewScore {
    NewScore { student: student.to_owned(), user: user.to_owned(), points }
}

#[test]
fn a_superseded_grade_is_not_sent() {
    let (served, system, teacher) = played();
    let folder = folder(&served);
    // The service cannot send while another process has the right to.
    let lock = ScoreQueue::lock(&folder).unwrap();
    assert!(lock.is_some());
    let (column, now) = (cup_column(&system), Moment::now());
    let mut queue = ScoreQueue::open(&folder).unwrap();
    queue.queue(&column, &[score("1001", "a", 4.0), score("1003", "c", 6.0)], now).unwrap();
    let [ada, cy]: [Score; 2] = queue.of_column(1).unwrap().try_into().unwrap();
    queue.begin(&cy, now).unwrap().unwrap();
    queue.queue(&column, &[score("1001", "a", 5.0)], now.after(1)).unwrap();
    // The earlier preview is void.
    assert_eq!(queue.begin(&ada, now).unwrap(), None);
    queue.put_off(&cy, now, "busy", now).unwrap();
    queue.end(&cy, MessageState::Failed, Some("refused"), None, now).unwrap();
    queue.revive("cup", now).unwrap();
    assert_eq!(queue.of_column(1).unwrap()[1].state, MessageState::Obsolete);
    teacher.get(CUP).says(200, "not needed");
    drop(lock);
    settle(&served);
    assert_eq!(gradebook(&system), BTreeMap::from([("a".to_owned(), 5.0)]));
    teacher.get(CUP).says(200, "1 of 1 sent");
}

#[test]
fn an_id_identifies_a_student_before_an_address() {
    let (served, system, teacher) = played();
    system.set_members(&[
        member("a", "Ada", "ada@example.org", "1001"),
        member("x", "Someone Else", "cy@example.org", ""),
        member("c", "Cy", "other@example.org", "1003"),
    ]);
    let preview = teacher.act(READ, &[COURSE]);
    preview.says(200, "This course has:");
    assert!(!preview.text().contains("Someone Else"));
    send(&teacher);
    settle(&served);
    check_gradebook(&served, &system);
}

/// A process that is killed after the course system took a grade, and before it answered, sends the grade again.
#[test]
fn grades_are_resumed_after_a_kill() {
    let (served, system, _) = played();
    let folder = folder(&served);
    // The service cannot send while another process has the right to.
    let lock = ScoreQueue::lock(&folder).unwrap();
    assert!(lock.is_some());
    let column = cup_column(&system);
    let mut queue = ScoreQueue::open(&folder).unwrap();
    queue.queue(&column, &[score("1001", "a", 4.0), score("1003", "c", 6.0)], Moment::now()).unwrap();
    assert_eq!(queue.next(Moment::now(), &[1]).unwrap(), None, "the course system is left alone");
    let first = queue.next(Moment::now(), &[]).unwrap().unwrap();
    let one = queue.begin(&first, Moment::now()).unwrap().unwrap();
    assert_eq!(queue.begin(&first, Moment::now()).unwrap(), None, "it is being sent");
    queue.resume().unwrap();
    let two = queue.begin(&first, Moment::now()).unwrap().unwrap();
    assert!(two.millis() >= one.millis() + 1000, "the time of a score grows with each try");
    assert!(system.scores().is_empty());
    drop(lock);
    assert!(settle(&served).iter().all(|score| score.state == MessageState::Sent && score.agrees()));
    check_gradebook(&served, &system);
}

#[test]
fn forms_name_what_is_wrong_and_send_nothing() {
    let (served, system, teacher) = played();
    for (field, value, why) in [
        ("course", "1 78", "no course was chosen"),
        ("label", " ", "no heading was given"),
        ("maximum", "0", "the maximum grade must be a number above 0"),
        ("maximum", "<b>", "&quot;&lt;b&gt;&quot; is not a number"),
        ("no-show", "inf", "&quot;inf&quot; is not a number"),
    ] {
        let mut fields = FIELDS;
        fields.iter_mut().find(|(name, _)| *name == field).unwrap().1 = value;
        let page = teacher.act(SEND, &fields);
        assert!((400..500).contains(&page.status), "{}", page.text());
        page.says(page.status, why);
        page.says(page.status, "name=\"label\"");
    }
    // The confirmed changes must be those of the preview.
    let preview = teacher.act(SEND, &FIELDS);
    system.set_members(&members()[..2]);
    go_on(&teacher, &preview, SEND).says(409, "the grades or the course have changed since the preview");
    for browser in
        [served.student("1001"), served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None })]
    {
        browser.act(SEND, &FIELDS).says(403, "you are not allowed to do that");
    }
    teacher.post(SEND, &FIELDS).says(403, "");
    assert!(system.scores().is_empty() && !served.folder.join("private/scores.sqlite").exists());
}

#[test]
fn frozen_grades_are_not_sent_unless_that_is_said() {
    let (served, system, teacher) = served();
    freeze(&served.class()).unwrap();
    for (id, name) in [("1001", "greedy"), ("1003", "rusher")] {
        served.student(id).hand_in(&[("a.wasm", &bot(name))]).leads_to();
    }
    served.play_tournament("cup");
    let refused = teacher.act(SEND, &FIELDS);
    refused.says(403, "results are frozen since");
    refused.says(403, "Include frozen results");
    teacher.act(SEND, &[&FIELDS[..], &[("include-frozen", "yes")]].concat()).says(200, "Send 2 grades");
    assert!(system.scores().is_empty());
}

#[test]
fn a_forgotten_student_leaves_the_queue() {
    let (served, system, teacher) = played();
    send(&teacher);
    settle(&served);
    let mut queue = ScoreQueue::open(&folder(&served)).unwrap();
    queue.forget("1001").unwrap();
    let left: Vec<String> = queue.of_column(1).unwrap().into_iter().map(|score| score.student).collect();
    assert_eq!(left, ["1003"]);
    drop(system);
}
