//! Handing in, verdicts and receipts.

use std::io::{Read, Write};
use std::net::TcpStream;

use class_model::roster::Columns;
use class_model::{Channel, Moment, Person, Role};
use class_operations::announcement::{Announce, announce};
use class_operations::deadlines::close;
use class_operations::freezing::{Release, freeze, release};
use class_operations::roster::{RosterFile, import_roster};
use class_operations::submission::{Receipt, check_receipt, submission_receipt};

use crate::following::Events;
use crate::operating::{Built, Gated};
use crate::support::{Served, bot, multipart, until};

#[test]
fn a_bot_is_in_when_it_is_answered_and_its_page_is_a_receipt() {
    let served = Served::new();
    let student = served.student("1002");
    let greedy = bot("greedy");
    let page = student.hand_in(&[("greedy.wasm", &greedy)]);
    assert_eq!(page.leads_to(), "/ki/submissions/1");
    // The commands see it at once, with the actor.
    let facts = served.class().facts().unwrap();
    assert_eq!(facts.submission(1).unwrap().handed_in, class_model::Hash::digest(&greedy));
    let actor = facts.who_submitted(1).unwrap();
    assert_eq!(
        (actor.role, actor.through, actor.name.as_deref()),
        (Role::Student, Channel::Service, Some("1002"))
    );
    let receipt = student.get("/ki/submissions/1");
    receipt.says(200, "Submission 1: accepted");
    receipt.says(200, &class_model::Hash::digest(&greedy).to_string());
    student.get("/ki/").says(200, "Submission 1");
    let file = student.get("/ki/submissions/1/file");
    assert_eq!(file.body, greedy);
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"submission-1.wasm\""));
    // Other students cannot tell that it exists.
    for path in ["/ki/submissions/1", "/ki/submissions/1/file"] {
        served.student("1003").get(path).says(404, "there is no such submission");
        served.anybody().get(path).says(401, "you are not signed in");
        assert_eq!(served.teacher().get(path).status, 200);
    }
}

#[test]
fn a_mended_bot_is_in_while_the_one_before_it_is_checked() {
    let (open, gated) = Gated::new();
    let served = Served::with_validator(gated, None, |_, _| {});
    let student = served.student("1002");
    let send = |number: u32| {
        let script = format!("// {number}\nexport function choose() {{}}");
        student.send_at_once(&student.mark(), &[("bot.js", script.as_bytes())])
    };
    for number in 1..=16 {
        assert_eq!(send(number).leads_to(), format!("/ki/submissions/{number}"));
    }
    send(17).says(409, "16 of your bots are still being checked");
    served.student("1003").get("/ki/").says(200, "Am I in?");
    for _ in 0..16 {
        open.send(Built::Wrong).unwrap();
    }
    until("all are checked", || {
        let facts = served.class().facts().unwrap();
        (1..=16).all(|number| !facts.submission(number).unwrap().is_undecided())
    });
    open.send(Built::Wrong).unwrap();
    until("there is a place again", || send(17).status == 303);
}

#[test]
fn whoever_hands_in_is_answered_at_once_and_sees_step_by_step_what_becomes_of_it() {
    let (open, gated) = Gated::new();
    let served = Served::with_validator(gated, None, |_, _| {});
    let student = served.student("1002");
    let mut events = Events::open(&student, "");
    let first = events.next();
    let answer = student.send_at_once(&student.mark(), &[("bot.js", b"export function choose() {}")]);
    // It is on record before it is checked.
    assert_eq!(answer.leads_to(), "/ki/submissions/1");
    let facts = served.class().facts().unwrap();
    assert!(facts.submission(1).unwrap().is_undecided());
    let known = events.next();
    assert!(known > first);
    let page = student.get("/ki/submissions/1");
    page.says(200, "Submission 1: being checked");
    page.says(200, "aria-busy=\"true\"");
    page.says(200, "Reload this page");
    page.says(200, &submission_receipt(&served.class(), &facts, 1).unwrap().to_string());
    // The verdict is news.
    open.send(Built::Wrong).unwrap();
    assert!(events.next() > known);
    let page = student.get("/ki/submissions/1");
    page.says(200, "Submission 1: refused");
    page.says(200, "bot.js is not built here");
    assert!(!page.text().contains("aria-busy"), "{}", page.text());
    // A program gets the verdict as its answer.
    open.send(Built::Wrong).unwrap();
    let (head, body) = multipart(&[("mark", &student.mark())], &[("bot.js", b"export function choose() {}")]);
    let answer = student.send("POST /ki/api/submissions", &head, &body);
    answer.says(201, "\"accepted\":false,\"undecided\":false");
}

#[test]
fn the_steps_go_once_everything_is_played() {
    let served = Served::with("", true);
    let student = served.student("1002");
    student.hand_in(&[("greedy.wasm", &bot("greedy"))]);
    until("nothing is open", || !student.get("/ki/submissions/1").text().contains("id=\"steps\""));
    student.get("/ki/submissions/1").says(200, "8 trial matches");
}

#[test]
fn a_receipt_is_borne_out_by_the_record() {
    let served = Served::new();
    let student = served.student("1002");
    student.hand_in(&[("greedy.wasm", &bot("greedy"))]);
    let page = student.get("/ki/submissions/1").text();
    let row = page.split_once(">Receipt</th>").unwrap().1;
    let text = row.split_once("<code>").unwrap().1.split_once("</code>").unwrap().0;
    let receipt: Receipt = text.parse().unwrap();
    assert_eq!(receipt.to_string(), text);
    announce(&served.class(), &Announce { text: "Later".to_owned(), section: None }).unwrap();
    let class = served.class();
    let facts = class.facts().unwrap();
    let report = check_receipt(&class, &facts, &receipt).unwrap();
    assert_eq!((report.submission, report.alias.as_deref()), (Some(1), Some("Bee")));
    assert_eq!(report.file, Some(class_model::Hash::digest(&bot("greedy"))));
    for (receipt, why) in [
        (Receipt { link: class_model::Hash::digest(b"x"), ..receipt }, "does not match the receipt"),
        (Receipt { event: 99, ..receipt }, "has no event 99"),
    ] {
        let error = check_receipt(&class, &facts, &receipt).unwrap_err();
        assert_eq!(error.kind, explain::Kind::Damaged);
        assert!(error.what.contains(why), "{error}");
    }
    let other = submission_receipt(&class, &facts, 2).unwrap_err();
    assert!(other.what.contains("no submission 2"), "{other}");
    for text in ["", "1", "1-", "1-abc", "x-0000"] {
        assert!(text.parse::<Receipt>().is_err(), "{text}");
    }
}

#[test]
fn what_is_refused_says_why_and_does_not_displace_what_counts() {
    let served = Served::new();
    let student = served.student("1002");
    assert_eq!(student.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    let page = student.hand_in(&[("broken.wasm", b"\0asm\x01\0\0\0nonsense")]);
    let page = page.leads_to().to_owned();
    student.get(&page).says(200, "Submission 2: refused");
    let home = student.get("/ki/");
    home.says(200, ">submission 2</a> was refused");
    home.says(200, "Submission 1");
    // A rejected version cannot be chosen; an accepted one can.
    student.act("/ki/choice", &[("submission", "2")]).says(400, "submission 2 was refused");
    assert_eq!(student.hand_in(&[("rusher.wasm", &bot("rusher"))]).status, 303);
    assert_eq!(student.act("/ki/choice", &[("submission", "1")]).leads_to(), "/ki/");
    student.get("/ki/submissions/1").says(200, "it is the version that counts: chosen on");
}

#[test]
fn several_files_and_archives_are_one_bot() {
    let served = Served::new();
    let student = served.student("1002");
    let script =
        b"import {pick} from './lib.js';\nexport function act(view, legal) { return pick(legal); }\n";
    let lib = b"export const pick = (legal) => legal[0];\n";
    let page = student.hand_in(&[("lib.js", lib), ("bot.js", script)]);
    student.get(page.leads_to()).says(200, "Submission 1: ");
    assert_eq!(served.class().facts().unwrap().submission(1).unwrap().file, "bot.js");
    let packed = course_files::archives::pack(&[("mine/bot.js", script), ("mine/lib.js", lib)]).unwrap();
    assert_eq!(student.hand_in(&[("mine.zip", &packed)]).leads_to(), "/ki/submissions/2");
    let facts = served.class().facts().unwrap();
    let [one, two] = [1, 2].map(|number| facts.submission(number).unwrap());
    assert_eq!(one.handed_in, two.handed_in);
    assert_eq!(one.module(), two.module());
    student.hand_in(&[("a.js", script), ("b.js", lib)]).says(400, "several of its files could be the bot");
    student.hand_in(&[("notes.txt", b"x")]).says(400, "none of its files is a bot");
    // The form is shown again with the reason.
    let refused = student.hand_in(&[]);
    refused.says(400, "no file was chosen");
    refused.says(400, "id=\"bot\" type=\"file\"");
    student.hand_in(&[("x.zip", b"no archive")]).says(400, "x.zip: it is not a zip archive");
}

#[test]
fn quota_and_closing_hold() {
    let served = Served::with("\n[quota]\nper_day = 1\n", false);
    let student = served.student("1002");
    assert_eq!(student.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    // The same bytes count as the same hand-in and use no quota.
    let again = student.hand_in(&[("again.wasm", &bot("greedy"))]);
    assert_eq!(again.leads_to(), "/ki/submissions/1?again=1");
    student.get(again.leads_to()).says(200, "These files have been handed in before");
    student.hand_in(&[("rusher.wasm", &bot("rusher"))]).says(403, "too soon: try again at ");
    close(&served.class()).unwrap();
    let other = served.student("1003");
    other.get("/ki/").says(200, "hand-ins are no longer accepted");
    let refused = other.hand_in(&[("greedy.wasm", &bot("greedy"))]);
    refused.says(403, "rejected: the class was closed");
    refused.says(403, "hand-ins are no longer accepted");
    assert_eq!(served.class().facts().unwrap().submissions().count(), 1);
}

#[test]
fn everything_about_a_student_is_one_archive_without_what_is_held_back() {
    let served = Served::with("", true);
    let (student, teacher) = (served.student("1002"), served.teacher());
    freeze(&served.class()).unwrap();
    let script = b"import {pick} from './lib.js';\nexport function choose(view) { return pick(view); }\n";
    let lib = b"export const pick = (legal) => legal[0];\n";
    assert_eq!(student.hand_in(&[("lib.js", lib), ("bot.js", script)]).status, 303);
    assert_eq!(student.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    until("it was judged", || teacher.get("/ki/students/1002").text().contains("1 of 1</span>"));
    let unpacked = |answer: &crate::support::Answer| {
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(answer.header("content-type"), Some("application/zip"));
        let files =
            course_files::archives::unpack_all(&answer.body, &course_files::archives::Limits::default())
                .unwrap();
        files.into_iter().collect::<std::collections::BTreeMap<String, Vec<u8>>>()
    };
    let own = unpacked(&student.get("/ki/mine.zip"));
    let text = |name: &str| String::from_utf8(own[name].clone()).unwrap();
    assert_eq!(own["submissions/2/file/greedy.wasm"], bot("greedy"));
    assert_eq!(own["submissions/1/file/bot.js"], script);
    assert!(own.contains_key("submissions/1/sources.zip") && own.contains_key("submissions/1/module.wasm"));
    assert!(!own.contains_key("submissions/2/module.wasm"), "it is the file itself");
    assert!(text("student.json").contains("\"email\": null"));
    assert!(
        text("submissions/2/submission.json")
            .contains(&class_model::Hash::digest(&bot("greedy")).to_string())
    );
    assert!(text("README.txt").contains("Results have been held back since"));
    assert!(text("history.txt").contains("handed in submission 2 (greedy.wasm)"), "{}", text("history.txt"));
    assert!(text("check.json").contains("\"judged\": null"), "{}", text("check.json"));
    assert!(!own.keys().any(|name| name.starts_with("games/")));
    // The teacher can download the same archive, to hand it over.
    let handed_over = unpacked(&teacher.get("/ki/students/1002/data.zip"));
    assert!(handed_over.keys().eq(own.keys()));
    release(&served.class(), Release { to: class_model::Reader::Participants }).unwrap();
    let later = unpacked(&student.get("/ki/mine.zip"));
    assert!(later.contains_key("games/requirement-1.json"));
    assert!(!String::from_utf8_lossy(&later["README.txt"]).contains("held back"));
    student.get("/ki/students/1003/data.zip").says(403, "you are not allowed to do that");
    served.anybody().get("/ki/mine.zip").says(401, "you are not signed in");
    let assistant = Person::Assistant { name: "Tim".to_owned(), section: None };
    served.enter(&assistant).get("/ki/students/1002/data.zip").says(403, "you are not allowed to do that");
}

/// Waits for the beginning of an answer.
#[track_caller]
fn begins(answer: &mut TcpStream, expected: &str) {
    let mut beginning = vec![0; expected.len()];
    answer.read_exact(&mut beginning).unwrap();
    assert_eq!(String::from_utf8_lossy(&beginning), expected);
}

#[test]
fn whoever_is_slow_keeps_themselves_waiting_and_nobody_else() {
    let served = Served::new();
    let (slow, other) = (served.student("1002"), served.student("1003"));
    let mark = slow.mark();
    let (head, body) = multipart(&[("mark", &mark)], &[("greedy.wasm", &bot("greedy"))]);
    // Announces the maximum size, but sends only a little.
    let length = format!("Content-Length: {}\r\nExpect: 100-continue\r\n{head}", 80 << 20);
    let mut sending = slow.open("POST /ki/submissions", &length, b"");
    begins(&mut sending, "HTTP/1.1 100 Continue\r\n\r\n");
    sending.write_all(&body[..100]).unwrap();
    slow.hand_in_with(&mark, &[("greedy.wasm", &bot("greedy"))])
        .says(409, "another of your hand-ins is still being received");
    assert_eq!(other.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    drop(sending);
    until("it is not any more", || slow.hand_in_with(&mark, &[]).status == 400);
    assert_eq!(slow.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
}

#[test]
fn a_hand_in_is_received_when_its_request_arrives() {
    let served = Served::new();
    let student = served.student("1002");
    let (head, body) = multipart(&[("mark", &student.mark())], &[("greedy.wasm", &bot("greedy"))]);
    let length = format!("Content-Length: {}\r\nExpect: 100-continue\r\n{head}", body.len());
    let mut sending = student.open("POST /ki/submissions", &length, b"");
    begins(&mut sending, "HTTP/1.1 100 Continue\r\n\r\n");
    // The deadline passes, and other events are recorded after it.
    let deadline = Moment::now();
    until("the deadline is over", || Moment::now() > deadline);
    announce(&served.class(), &Announce { text: "too late".to_owned(), section: None }).unwrap();
    sending.write_all(&body).unwrap();
    begins(&mut sending, "HTTP/1.1 303");
    let facts = served.class().facts().unwrap();
    let received = facts.submission(1).unwrap().received;
    assert!(received <= deadline, "{received} is after {deadline}");
    assert!(facts.announcements()[0].at > deadline);
}

/// Regression test for attacks found in version 0.3.0: each held its announced memory, or a slot, for minutes.
#[test]
fn slow_hand_ins_downloads_and_heads_leave_an_honest_student_and_the_teacher_in_time() {
    let served = Served::new();
    let ids: Vec<String> = (0..9).map(|number| format!("20{number}")).collect();
    let rows: Vec<String> = ids.iter().map(|id| format!("{id},Slow {id}\n")).collect();
    let roster = format!("id,name\n{}", rows.concat());
    let columns = Columns::default();
    let file = RosterFile { name: "roster", bytes: roster.as_bytes(), columns: &columns };
    import_roster(&served.class(), &file).unwrap();
    let mut held: Vec<TcpStream> = Vec::new();
    for id in &ids {
        let slow = served.student(id);
        let (head, body) = multipart(&[("mark", &slow.mark())], &[("greedy.wasm", &bot("greedy"))]);
        let length = format!("Content-Length: {}\r\nExpect: 100-continue\r\n{head}", 80 << 20);
        let mut sending = slow.open("POST /ki/submissions", &length, b"");
        begins(&mut sending, "HTTP/1.1 100 Continue\r\n\r\n");
        sending.write_all(&body[..1]).unwrap();
        held.push(sending);
        held.extend((0..2).map(|_| slow.open("GET /ki/mine.zip", "", b"")));
    }
    for _ in 0..200 {
        let mut head = TcpStream::connect(served.address).unwrap();
        head.write_all(b"GET /ki/ HTTP/1.1\r\nX: ").unwrap();
        held.push(head);
    }
    let honest = served.student("1002");
    assert_eq!(honest.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    assert_eq!(served.teacher().get("/ki/students/1002/data.zip").status, 200);
    drop(held);
}

#[test]
fn two_archives_are_downloaded_at_a_time() {
    let served = Served::new();
    let (student, other) = (served.student("1002"), served.student("1003"));
    // More data than the system buffers for a client that reads nothing.
    let mut seed = 1_u64;
    let mut noise = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed.to_be_bytes()[0]
    };
    let large: Vec<u8> = (0..24 << 20).map(|_| noise()).collect();
    assert_eq!(student.hand_in(&[("large.wasm", &large)]).status, 303);
    let unread: Vec<TcpStream> = (0..2)
        .map(|_| {
            let mut unread = student.open("GET /ki/mine.zip", "", b"");
            begins(&mut unread, "HTTP/1.1 200");
            unread
        })
        .collect();
    student.get("/ki/mine.zip").says(409, "you are already downloading 2 archives");
    assert_eq!(other.get("/ki/mine.zip").status, 200);
    drop(unread);
    until("it is not any more", || student.get("/ki/mine.zip").status == 200);
}
