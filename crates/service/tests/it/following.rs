//! Event streams: news for followers, and runs being played.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;

use class_operations::announcement::{Announce, announce};
use class_operations::freezing::freeze;
use class_operations::judging::lock;

use crate::operating::{Built, Gated};
use crate::support::{Browser, Served, bot, until};

/// The events of a stream.
pub(crate) struct Events(BufReader<TcpStream>);

impl Events {
    pub(crate) fn open(browser: &Browser, more: &str) -> Events {
        Events(BufReader::new(browser.open("GET /ki/news", more, b"")))
    }

    /// Waits for the next news event and returns its revision.
    pub(crate) fn next(&mut self) -> i64 {
        self.after("id: ").parse().unwrap()
    }

    /// Waits for the next live event and returns its data.
    pub(crate) fn next_live(&mut self) -> String {
        while self.after("event: ") != "live" {}
        self.after("data: ")
    }

    /// Waits for the next line with a prefix and returns the rest of the line.
    fn after(&mut self, begin: &str) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert_ne!(self.0.read_line(&mut line).unwrap(), 0, "the stream goes on");
            if let Some(rest) = line.trim().strip_prefix(begin) {
                return rest.to_owned();
            }
        }
    }
}

#[test]
fn one_person_takes_no_more_than_a_share_of_the_streams() {
    let served = Served::new();
    let (greedy, other) = (served.student("1001"), served.student("1002"));
    let mut open: Vec<Events> = (0..64).map(|_| Events::open(&greedy, "")).collect();
    assert!(open.iter_mut().all(|events| events.next() > 0));
    greedy.get("/ki/news").says(429, "you already have 64 live pages open");
    other.get("/ki/").says(200, "Am I in?");
    assert!(Events::open(&other, "").next() > 0);
    // A stream that ends frees its slot.
    drop(open.pop());
    until("there is a place again", || {
        let mut stream = greedy.open("GET /ki/news", "", b"");
        let mut status = [0; 12];
        std::io::Read::read_exact(&mut stream, &mut status).unwrap();
        status == *b"HTTP/1.1 200"
    });
}

#[test]
fn steps_are_told_to_who_asks_for_them() {
    let served = Served::new();
    let student = served.student("1002");
    let follow = |path: &str| Events(BufReader::new(student.open(&format!("GET {path}"), "", b"")));
    let mut events = follow("/ki/news");
    for text in ["one", "two"] {
        assert_eq!(events.after("event: "), "news");
        assert!(events.after("data: ").ends_with(",\"within\":1200}"));
        announce(&served.class(), &Announce { text: text.to_owned(), section: None }).unwrap();
    }
    student.get("/ki/submissions/1").says(404, "");
    assert_eq!(student.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    let mut events = follow("/ki/news?submission=1");
    assert_eq!(
        ["news", "step"],
        [events.after("event: "), events.after("event: ")].each_ref().map(String::as_str)
    );
    student.get("/ki/submissions/1").says(200, "data-news=\"/ki/news?submission=1\"");
    student.get("/ki/").says(200, "data-news=\"/ki/news\"");
}

#[test]
fn the_steps_of_a_hand_in_are_told_to_its_student_and_to_staff_alone() {
    let (open, gated) = Gated::new();
    let served = Served::with_validator(gated, None, |_, _| {});
    let (student, other) = (served.student("1002"), served.student("1003"));
    assert_eq!(other.hand_in(&[("greedy.wasm", &bot("greedy"))]).leads_to(), "/ki/submissions/1");
    let script = b"export function choose() {}";
    assert_eq!(student.send_at_once(&student.mark(), &[("bot.js", script)]).leads_to(), "/ki/submissions/2");
    other.get("/ki/news?submission=2").says(404, "there is no such submission");
    served.anybody().get("/ki/news?submission=2").says(401, "you are not signed in");
    let follow = |browser: &Browser, path: &str| Events(BufReader::new(browser.open(path, "", b"")));
    let mut own = follow(&student, "GET /ki/news?submission=2");
    let mut staff = follow(&served.teacher(), "GET /ki/news?submission=2");
    // Followers of other submissions get no steps of this one.
    let mut others = [
        follow(&other, "GET /ki/news?submission=1"),
        follow(&other, "GET /ki/news?steps=1"),
        follow(&served.anybody(), "GET /ki/news?steps=1"),
    ];
    let next_step = |events: &mut Events| while events.after("event: ") != "step" {};
    for events in [&mut own, &mut staff, &mut others[0]] {
        next_step(events);
    }
    open.send(Built::Wrong).unwrap();
    for events in [&mut own, &mut staff] {
        next_step(events);
    }
    announce(&served.class(), &Announce { text: "the end".to_owned(), section: None }).unwrap();
    let (facts, plan) = (served.class().facts().unwrap(), served.class().plan);
    for (at, events) in others.iter_mut().enumerate() {
        let reader = if at == 2 { class_model::Reader::All } else { class_model::Reader::Participants };
        let end = format!("id: {}", facts.news(&plan, Some(reader)));
        loop {
            let line = events.after("");
            assert_ne!(line, "event: step", "follower {at}");
            if line == end {
                break;
            }
        }
    }
}

#[test]
fn what_another_program_writes_is_followed_and_a_stream_resumes() {
    let served = Served::new();
    let student = served.student("1002");
    let mut events = Events::open(&student, "");
    let first = events.next();
    announce(&served.class(), &Announce { text: "Hello <b>all</b>".to_owned(), section: None }).unwrap();
    let second = events.next();
    assert!(second > first);
    student.get("/ki/").says(200, "Hello &lt;b&gt;all&lt;/b&gt;");
    // A follower with the first revision gets the second; one with the second gets later ones.
    assert_eq!(Events::open(&student, &format!("Last-Event-ID: {first}\r\n")).next(), second);
    let mut resumed = Events::open(&student, &format!("Last-Event-ID: {second}\r\n"));
    announce(&served.class(), &Announce { text: "More".to_owned(), section: None }).unwrap();
    assert!(resumed.next() > second);
}

#[test]
fn hundreds_of_long_announcements_make_pages_of_some() {
    let served = Served::new();
    let (class, anybody) = (served.class(), served.anybody());
    for number in 1..=45 {
        announce(
            &class,
            &Announce { text: format!("Announcement {number}. {}", "x".repeat(9000)), section: None },
        )
        .unwrap();
    }
    let first = anybody.get("/ki/");
    first.says(200, "href=\"/ki/announcements?before=43\">42 earlier</a>");
    let mut next = "/ki/announcements".to_owned();
    let mut seen = Vec::new();
    loop {
        let page = anybody.get(&next);
        assert!(page.status == 200 && page.body.len() < 200_000, "{}", page.body.len());
        let text = page.text();
        seen.extend(text.split("Announcement ").skip(1).map(|one| one.split('.').next().unwrap().to_owned()));
        let earlier = text.split("href=\"").find(|link| link.contains(">Earlier<"));
        match earlier.and_then(|link| link.split('"').next()) {
            Some(link) => next = link.to_owned(),
            None => break,
        }
    }
    assert_eq!(seen, (1..=45).rev().map(|number| number.to_string()).collect::<Vec<_>>());
    for (path, most) in [("/ki/", 50_000), ("/ki/feed.xml", 300_000), ("/ki/api/class", 300_000)] {
        let answer = anybody.get(path);
        assert!(answer.status == 200 && answer.body.len() < most, "{path}: {}", answer.body.len());
    }
    anybody.get("/ki/api/class").says(200, "\"earlier_announcements\":25");
    anybody.get("/ki/announcements?before=x").says(400, "is not the number of an announcement");
}

#[test]
fn what_cannot_be_seen_is_not_announced() {
    let served = Served::new();
    let teacher = served.teacher();
    for text in ["\u{200B}", " \u{2060}\u{3164} "] {
        teacher.act("/ki/announcements", &[("text", text)]).says(400, "an announcement cannot be empty");
    }
    assert!(served.class().facts().unwrap().announcements().is_empty());
}

#[test]
fn announcements_are_a_feed_for_anybody() {
    let served = Served::new();
    announce(
        &served.class(),
        &Announce { text: "Room <b>7</b> & not 8\nfrom Monday on".to_owned(), section: None },
    )
    .unwrap();
    announce(&served.class(), &Announce { text: "Second".to_owned(), section: None }).unwrap();
    let feed = served.anybody().get("/ki/feed.xml");
    feed.says(200, "<title>Room &lt;b&gt;7&lt;/b&gt; &amp; not 8</title>");
    assert_eq!(feed.header("content-type"), Some("application/atom+xml; charset=utf-8"));
    let text = feed.text();
    assert!(text.starts_with("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed "), "{text}");
    let at = |what: &str| text.find(what).unwrap();
    assert!(at("announcement-2") < at("announcement-1"), "the latest first: {text}");
    assert!(text.contains(&format!("http://{}/ki/#announcements", served.address)), "{text}");
    served.student("1002").get("/ki/").says(200, "href=\"/ki/feed.xml\"");
}

#[test]
fn what_waits_is_played_and_frozen_results_are_not_told() {
    let served = Served::with("", true);
    let (student, teacher) = (served.student("1002"), served.teacher());
    assert_eq!(student.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    until("the games are played", || student.get("/ki/").text().contains("1 of 1 requirements met"));
    // No other process can play meanwhile.
    assert!(lock(&served.class()).is_err());
    assert_eq!(student.act("/ki/games", &[("against", "of-text:builtin:random")]).leads_to(), "/ki/#games");
    until("friendly games are played", || student.get("/ki/games/1").status == 200);
    let games = student.get("/ki/requirements/plays");
    games.says(200, "muster play tank-war ");
    let own = class_model::Hash::digest(&bot("greedy")).to_string();
    games.says(200, &format!("{}.wasm builtin:random --seed ", &own[..12]));
    assert_eq!(student.get("/ki/submissions/1/module").body, bot("greedy"));
    student.get("/ki/games/1").says(200, "builtin:random");
    student.get("/ki/games/1").says(200, "<code>--save game.html</code> saves its replay");
    student.get("/ki/games/2").says(404, "this student has no request 2");
    served.student("1003").get("/ki/games/1").says(404, "this student has no request 1");
    freeze(&served.class()).unwrap();
    until("the page says so", || student.get("/ki/").text().contains("results are frozen since"));
    assert_eq!(student.hand_in(&[("rusher.wasm", &bot("rusher"))]).status, 303);
    until("the teacher sees new results", || {
        let page = teacher.get("/ki/students/1002").text();
        page.contains("Submission 2, active")
            && page.contains("8 trial matches")
            && !page.contains("waits")
            && !page.contains(">waiting<")
    });
    // The student is told of the hand-in, but not of the results.
    let facts = served.class().facts().unwrap();
    let plan = served.class().plan;
    let mut events = Events::open(&student, "");
    assert_eq!(events.next(), facts.news(&plan, Some(class_model::Reader::Participants)));
    assert!(facts.news(&plan, None) > facts.news(&plan, Some(class_model::Reader::Participants)));
    let page = student.get("/ki/submissions/2").text();
    assert!(page.contains("Trial matches are waiting to be played"), "{page}");
}
