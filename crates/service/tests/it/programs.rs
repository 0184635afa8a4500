//! The API, with tokens and with sessions.

use std::collections::{BTreeMap, BTreeSet};

use class_model::{Access, Moment, Person};
use class_operations::freezing::freeze;
use class_operations::privacy::{DeletionRequest, delete_student, preview_deletion};
use class_operations::submission::{Receipt, check_receipt};
use serde_json::{Value, json};

use crate::support::program::{Asked, Program, make_token};
use crate::support::{Browser, Served, bot, multipart, until};

/// Returns a header and a body that hand in files.
fn files(files: &[(&str, &[u8])]) -> (String, Vec<u8>) {
    multipart(&[], files)
}

/// Extends the deadline of a student.
fn extend(program: &Program, id: &str, body: &str) -> Asked {
    let head = "Content-Type: application/json\r\n";
    let path = format!("/students/{id}/extensions");
    program.ask("post", "/students/{id}/extensions", &path, head, body.as_bytes())
}

#[test]
fn every_answer_is_as_it_is_described_and_every_route_is_answered() {
    let served = Served::with("\n[teams]\nsize = 2\nuntil = \"2099-11-01 12:00\"\n", true);
    let student = served.student("1002");
    let submit = Program::with_token(&student, "submit");
    let read = Program::with_token(&student, "read");
    let staff = served.teacher();
    let teacher = Program::with_token(&staff, "read");
    let decides = Program::with_token(&staff, "teach");
    let (head, body) = files(&[("greedy.wasm", &bot("greedy"))]);
    let handed_in = submit.ask("post", "/submissions", "/submissions", &head, &body);
    assert_eq!(handed_in.answer.header("location"), Some("/ki/api/submissions/1"));
    let said = handed_in.done(201);
    let handed_in = &said;
    let words = said["words"].as_array().unwrap().last().unwrap().as_str().unwrap();
    assert_eq!(words, format!("  receipt {}", said["receipt"].as_str().unwrap()));
    assert_eq!(handed_in["submitted"]["accepted"], true);
    assert_eq!(handed_in["standing"]["active"]["submission"], 1);
    until("the games are played", || {
        read.get("/me/check", "/me/check").value["versions"][0]["badges"][0]["met"] == true
    });
    let page = |more: &str| Program::new(student.clone(), more);
    let marked = page(&format!("X-Muster-Mark: {}\r\n", student.mark()));
    let asked = marked
        .post("/scrimmages", &json!({ "against": { "of-text": "builtin:random" }, "games": 2 }).to_string());
    assert_eq!(asked.answer.header("location"), Some("/ki/api/scrimmages/1/games"));
    asked.done(201);
    let question = marked.post("/questions", r#"{"text":"why?","submission":1,"regrade":true}"#);
    assert_eq!(question.done(201)["state"], "open");
    let (head, body) =
        ("Content-Type: application/json\r\n", r#"{"question":1,"text":"so","decision":"granted"}"#);
    let path = "/students/1002/answers";
    let answered = decides.ask("post", "/students/{id}/answers", path, head, body.as_bytes()).done(201);
    assert_eq!((&answered["state"], &answered["updates"][0]["name"]), (&json!("granted"), &json!("Turing")));
    assert_eq!(read.get("/questions", "/questions").done(200)["questions"][0]["submission"], 1);
    assert_eq!(marked.post("/choice", r#"{"submission":1}"#).done(200)["active"]["chosen"], true);
    until("friendly games are played", || {
        read.get("/scrimmages", "/scrimmages").value["requests"][0]["state"] == "played"
    });
    assert_eq!(
        read.get("/scrimmages/{number}/games", "/scrimmages/1/games").done(200)["games"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    read.get("/requirements/{requirement}/games", "/requirements/plays/games").done(200);
    assert_eq!(read.get("/me", "/me").done(200)["alias"], "Bee");
    assert_eq!(read.get("/submissions/{number}", "/submissions/1").done(200)["file"], "greedy.wasm");
    for what in ["file", "module"] {
        let file = read.get(&format!("/submissions/{{number}}/{what}"), &format!("/submissions/1/{what}"));
        assert_eq!(file.answer.body, bot("greedy"));
    }
    read.get("/runs", "/runs").done(200);
    read.get("/openapi.json", "/openapi.json").done(200);
    let page_of_staff = Program::new(staff.clone(), &format!("X-Muster-Mark: {}\r\n", staff.mark()));
    page_of_staff.post("/announcements", r#"{"text":"Monday"}"#).done(201);
    let receipt = read.get("/submissions/{number}/receipt", "/submissions/1/receipt").done(200);
    assert_eq!((&receipt["receipt"], &receipt["submission"]), (&said["receipt"], &json!(1)));
    let receipt: Receipt = receipt["receipt"].as_str().unwrap().parse().unwrap();
    let class = served.class();
    let proved = check_receipt(&class, &class.facts().unwrap(), &receipt).unwrap();
    assert_eq!(proved.submission, Some(1));
    assert_eq!(decides.post("/close", "{}").done(200)["closed"], true);
    assert_eq!(decides.post("/reopen", "{}").done(200)["closed"], false);
    decides.post("/freeze", "{}").done(200);
    assert_eq!(decides.post("/release", r#"{"to":"all"}"#).done(200)["released_to"], "all");
    let extended = extend(&decides, "1002", r#"{"until":"2099-12-03 22:00","reason":"ill"}"#);
    assert_eq!(extended.answer.header("location"), Some("/ki/api/students/1002"));
    assert_eq!(extended.done(201)["deadline"], "2099-12-03T21:00:59.999Z");
    assert_eq!(read.get("/class", "/class").done(200)["announcements"][0]["text"], "Monday");
    assert_eq!(teacher.get("/status", "/status").done(200)["entries"].as_array().unwrap().len(), 3);
    assert_eq!(teacher.get("/check", "/check").done(200)["entries"].as_array().unwrap().len(), 3);
    teacher.get("/students/{id}", "/students/1001").done(200);
    teacher.get("/students/{id}/check", "/students/1002/check").done(200);
    assert_eq!(marked.post("/team", r#"{"name":"Bees"}"#).done(201)["members"][0]["name"], "Bee");
    assert_eq!(marked.post("/team/leave", "{}").done(200)["team"], json!(null));
    let other = served.student("1001");
    let other = Program::new(other.clone(), &format!("X-Muster-Mark: {}\r\n", other.mark()));
    let code = other.post("/team", r#"{"name":"Others"}"#).done(201)["code"].clone();
    assert_eq!(marked.post("/team/join", &json!({ "code": code }).to_string()).done(200)["team"], "Others");
    assert_eq!(read.get("/team", "/team").done(200)["members"].as_array().unwrap().len(), 2);
    marked.post("/team/leave", "{}").done(200);
    served.student("1001").hand_in(&[("rusher.wasm", &bot("rusher"))]);
    served.play_tournament("cup");
    for (more, key) in [("", ""), ("/{match}", "/1.1.1.1"), ("/{match}/evidence", "/1.1.1.1/evidence")] {
        let route = format!("/students/{{id}}/runs/{{run}}/matches{more}");
        let asked = read.get(&route, &format!("/students/1002/runs/cup/matches{key}"));
        assert_eq!(asked.answer.status, 200, "{}", asked.answer.text());
    }
    let results = read.get("/me/results", "/me/results").done(200);
    let result = &results["runs"][0];
    assert_eq!((&result["run"], &result["submission"]), (&json!("cup"), &json!(1)), "{results}");
    assert!(result["place"].is_number() && result["ranked"] == 2 && result["problem"].is_null(), "{results}");
    assert!(result["grade"].is_string() && result["how"].is_string(), "{results}");
    assert_eq!(teacher.get("/students/{id}/results", "/students/1002/results").done(200), results);
    let own = course_files::archives::unpack_all(
        &student.get("/ki/mine.zip").body,
        &course_files::archives::Limits::default(),
    );
    let own: BTreeMap<String, Vec<u8>> = own.unwrap().into_iter().collect();
    assert_eq!(serde_json::from_slice::<Value>(&own["results.json"]).unwrap(), results);
    let asking = [&submit, &read, &teacher, &marked, &decides, &page_of_staff];
    let answered: BTreeSet<String> = asking.iter().flat_map(|program| program.answered.take()).collect();
    assert_eq!(answered, read.operations());
}

#[test]
fn a_token_does_what_it_is_for_and_ends() {
    let served = Served::new();
    let student = served.student("1002");
    let (read, submit) = (Program::with_token(&student, "read"), Program::with_token(&student, "submit"));
    let (head, body) = files(&[("greedy.wasm", &bot("greedy"))]);
    read.ask("post", "/submissions", "/submissions", &head, &body)
        .fails(403, "this token is for another purpose");
    submit.get("/scrimmages", "/scrimmages").fails(403, "this token is for another purpose");
    read.post("/choice", r#"{"submission":null}"#).fails(403, "this token is for another purpose");
    submit.ask("post", "/submissions", "/submissions", &head, &body).done(201);
    assert_eq!(served.class().facts().unwrap().who_submitted(1).unwrap().name.as_deref(), Some("1002"));
    // The token is valid only for the API, and only for its owner in its class.
    submit.browser.send("GET /ki/submissions/1", &submit.head, b"").says(401, "you are not signed in");
    Program::with_token(&served.student("1003"), "read")
        .get("/submissions/{number}", "/submissions/1")
        .fails(404, "there is no such submission");
    // Staff cannot submit, and invalid purposes and lifetimes are rejected.
    let teacher = served.teacher();
    for (purpose, days) in [("submit", "30"), ("read", "0"), ("read", "201"), ("all", "30")] {
        let fields = [("name", "x"), ("purpose", purpose), ("days", days)];
        assert_eq!(teacher.act("/ki/tokens", &fields).status, 400, "{purpose} {days}");
    }
    student
        .post("/ki/tokens", &[("name", "x"), ("purpose", "read"), ("days", "1")])
        .says(403, "another session");
    served.anybody().get("/ki/tokens").says(401, "you are not signed in");
    // It is listed with its name and can be revoked on the page.
    let page = student.get("/ki/tokens").text();
    assert!(page.contains("laptop &lt;b&gt;") && page.contains("/ki/tokens/1/end"), "{page}");
    teacher.act("/ki/tokens/1/end", &[]).says(404, "you have no such token");
    read.get("/me", "/me").done(200);
    assert_eq!(student.act("/ki/tokens/1/end", &[]).leads_to(), "/ki/tokens");
    let ended = read.get("/me", "/me");
    ended.fails(401, "the token is invalid, expired or revoked");
    assert_eq!(ended.answer.header("www-authenticate"), Some("Bearer"));
    // Deleting a student revokes their tokens.
    let class = served.class();
    let request = DeletionRequest { student: "1002", runs: &[] };
    let preview = preview_deletion(&class, &class.facts().unwrap(), &request).unwrap();
    delete_student(&class, &request, preview).unwrap();
    submit.get("/me", "/me").fails(401, "the token is invalid, expired or revoked");
    let access = Access::open(&class.folder).unwrap();
    assert!(access.tokens(&Person::Student { id: "1002".to_owned() }, Moment::now()).unwrap().is_empty());
}

#[test]
fn a_token_to_teach_decides_what_its_owner_may() {
    let served = Served::new();
    let staff = served.teacher();
    let (teacher, reads) = (Program::with_token(&staff, "teach"), Program::with_token(&staff, "read"));
    let tim = Person::Assistant { name: "Tim".to_owned(), section: Some("B".to_owned()) };
    let assistant = Program::with_token(&served.enter(&tim), "teach");
    let student = served.student("1002");
    student
        .act("/ki/tokens", &[("name", "x"), ("purpose", "teach"), ("days", "1")])
        .says(400, "there is no such token purpose");
    staff.get("/ki/tokens").says(200, ">write</option>");
    let time = r#"{"until":"2099-12-03T21:00:59.999Z"}"#;
    for (route, body) in [("/close", "{}"), ("/freeze", "{}"), ("/announcements", r#"{"text":"x"}"#)] {
        reads.post(route, body).fails(403, "this token is for another purpose");
        assistant.post(route, body).fails(403, "you are not allowed to do that");
        let marked = Program::new(student.clone(), &format!("X-Muster-Mark: {}\r\n", student.mark()));
        marked.post(route, body).fails(403, "you are not allowed to do that");
        Program::new(staff.clone(), "").post(route, body).fails(403, "this form belongs to another session");
        Program::new(served.anybody(), "").post(route, body).fails(401, "you are not signed in");
    }
    extend(&reads, "1003", time).fails(403, "this token is for another purpose");
    extend(&assistant, "1002", time).fails(403, "you are not allowed to do that");
    extend(&assistant, "1003", time).done(201);
    extend(&teacher, "9", time).fails(404, "there is no such student");
    extend(&teacher, "1003", r#"{"until":"2099-12-02 00:00"}"#)
        .fails(403, "shorter than the current extension");
    extend(&teacher, "1003", r#"{"until":"2099-12-02 00:00","may_shorten":true}"#).done(201);
    extend(&teacher, "1003", r#"{"until":"soon"}"#).fails(400, "soon");
    teacher.post("/reopen", "{}").fails(400, "the class is not closed");
    teacher.post("/close", r#"{"x":1}"#).fails(400, "unknown field `x`");
    teacher.post("/close", "{}").done(200);
    teacher.post("/close", "{}").fails(400, "the class has been closed since");
    teacher.post("/release", r#"{"to":"all"}"#).fails(400, "results are not frozen");
    teacher.post("/release", r#"{"to":"me"}"#).fails(400, "unknown variant `me`");
    // The record names the actor. Reading everything needs another purpose.
    staff.get("/ki/staff/history").says(200, "Turing, teacher, service");
    teacher.get("/check", "/check").fails(403, "this token is for another purpose");
    teacher.get("/status", "/status").done(200);
}

#[test]
fn a_cookie_alone_changes_nothing() {
    let served = Served::new();
    let (one, other) = (served.student("1002"), served.student("1003"));
    let with = |head: &str| Program::new(one.clone(), head);
    let choice = r#"{"submission":null}"#;
    with("").post("/choice", choice).fails(403, "this form belongs to another session");
    with(&format!("X-Muster-Mark: {}\r\n", other.mark()))
        .post("/choice", choice)
        .fails(403, "this form belongs to another session");
    with(&format!("X-Muster-Mark: {}\r\n", one.mark())).post("/choice", choice).done(200);
    let bot = bot("greedy");
    let (head, body) = files(&[("greedy.wasm", &bot)]);
    with("")
        .ask("post", "/submissions", "/submissions", &head, &body)
        .fails(403, "this form belongs to another session");
    let (head, body) = multipart(&[("mark", &one.mark())], &[("greedy.wasm", &bot)]);
    with("").ask("post", "/submissions", "/submissions", &head, &body).done(201);
    // With a token, the cookie is ignored.
    let token = make_token(&one, "read");
    let both = Program::new(other.clone(), &format!("Authorization: Bearer {token}\r\n"));
    assert_eq!(both.get("/me", "/me").done(200)["alias"], "Bee");
    Program::new(served.anybody(), "").get("/me", "/me").fails(401, "you are not signed in");
}

#[test]
fn what_is_wrong_is_a_problem_in_json() {
    let served = Served::new();
    let student = served.student("1002");
    let mark = format!("X-Muster-Mark: {}\r\n", student.mark());
    let program = Program::new(student, &mark);
    program.get("/submissions/{number}", "/submissions/7").fails(404, "there is no such submission");
    program.get("/submissions/{number}", "/submissions/x").fails(404, "is not a positive whole number");
    program.get("/status", "/status").fails(403, "you are not allowed to do that");
    program
        .get("/requirements/{requirement}/games", "/requirements/x/games")
        .fails(404, "there is no requirement");
    for wrong in ["1.5", "-1", "4294967296", "\"1\""] {
        let choice = format!("{{\"submission\":{wrong}}}");
        program.post("/choice", &choice).fails(400, "invalid request body");
    }
    program.post("/choice", "{\"submission\":9.0}").fails(404, "Bee has no submission 9");
    program.post("/choice", "{").fails(400, "invalid request body");
    program.post("/choice", r#"{"submission":1,"more":2}"#).fails(400, "unknown field `more`");
    let missing = program.post("/choice", r#"{"submission":9}"#);
    missing.fails(404, "Bee has no submission 9");
    assert_eq!(missing.value["kind"], "not-found");
    program.ask("post", "/choice", "/choice", "", b"{}").fails(415, "application/json");
    program.ask("post", "/submissions", "/submissions", "", b"x").fails(415, "multipart/form-data");
    let (head, body) = files(&[]);
    program.ask("post", "/submissions", "/submissions", &head, &body).fails(400, "no file was chosen");
    // Also for requests rejected by early checks.
    let answers = [
        (program.browser.send("DELETE /ki/api/me", "", b""), 405),
        (program.browser.get("/ki/api/nothing"), 404),
        (program.browser.get("/other/api/me"), 404),
        (program.browser.send("GET /ki/api/me", "Host: evil.example\r\n", b""), 421),
        (program.browser.send("POST /ki/api/choice", "Origin: http://evil.example\r\n", b""), 403),
    ];
    for (answer, status) in answers {
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (status, Some("application/problem+json"))
        );
        let problem: Value = serde_json::from_slice(&answer.body).unwrap();
        assert_eq!(problem["status"], status);
        assert!(answer.header("content-security-policy").is_some());
    }
    // Wrong tokens are counted like wrong links.
    let guess = |at: u32| {
        let head = format!("Authorization: Bearer {at:032x}\r\n");
        Program::new(Browser { cookie: None, ..program.browser.clone() }, &head).get("/me", "/me")
    };
    for at in 0..20 {
        guess(at).fails(401, "the token is invalid");
    }
    guess(20).fails(429, "too many invalid");
}

#[test]
fn what_is_frozen_and_what_is_another_sections_is_not_answered() {
    let served = Served::with("", true);
    let student = served.student("1002");
    freeze(&served.class()).unwrap();
    let (submit, read) = (Program::with_token(&student, "submit"), Program::with_token(&student, "read"));
    let (head, body) = files(&[("greedy.wasm", &bot("greedy"))]);
    submit.ask("post", "/submissions", "/submissions", &head, &body).done(201);
    let same = Program::with_token(&served.student("1001"), "submit");
    same.ask("post", "/submissions", "/submissions", &head, &body).done(201);
    let teacher = Program::with_token(&served.teacher(), "read");
    until("the teacher sees results", || {
        let shown = teacher.get("/students/{id}/check", "/students/1002/check").value;
        shown["versions"][0]["badges"][0]["met"] == true
    });
    let shown = read.get("/me/check", "/me/check").done(200);
    assert!(shown["versions"][0]["badges"][0]["met"].is_null(), "{shown}");
    read.get("/requirements/{requirement}/games", "/requirements/plays/games")
        .fails(403, "has not been judged by this requirement yet");
    // A section without any of these students.
    let assistant = |section: &str| {
        let person = Person::Assistant { name: section.to_owned(), section: Some(section.to_owned()) };
        Program::with_token(&served.enter(&person), "read")
    };
    let (own, other) = (assistant("A"), assistant("B"));
    let of = |program: &Program| program.get("/status", "/status").done(200);
    assert_eq!(of(&own)["same_bytes"].as_array().unwrap().len(), 1);
    assert!(
        of(&other)["same_bytes"].as_array().unwrap().is_empty() && !of(&other).to_string().contains("Bee")
    );
    other.get("/students/{id}", "/students/1002").fails(403, "you are not allowed to do that");
    other.get("/submissions/{number}", "/submissions/1").fails(403, "you are not allowed to do that");
    other.get("/check", "/check").fails(403, "you are not allowed to do that");
}
