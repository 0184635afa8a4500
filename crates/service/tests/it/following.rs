//! What is new reaches whoever follows, and what is played here.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;

use classroom::{announce, freeze, lock};

use crate::support::{Browser, Served, bot, until};

/// The events of a stream.
pub(crate) struct Events(BufReader<TcpStream>);

impl Events {
    pub(crate) fn of(browser: &Browser, more: &str) -> Events {
        Events(BufReader::new(browser.open("GET /ki/news", more, b"")))
    }

    /// The number of the next event that says that there is something new.
    pub(crate) fn next(&mut self) -> i64 {
        self.after("id: ").parse().unwrap()
    }

    /// What the next event says of runs that are being played.
    pub(crate) fn next_live(&mut self) -> String {
        while self.after("event: ") != "live" {}
        self.after("data: ")
    }

    /// The rest of the next line that begins so.
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
    let mut open: Vec<Events> = (0..64).map(|_| Events::of(&greedy, "")).collect();
    assert!(open.iter_mut().all(|events| events.next() > 0));
    greedy.get("/ki/news").says(429, "you have 64 live pages open already");
    other.get("/ki/").says(200, "Am I in?");
    assert!(Events::of(&other, "").next() > 0);
    // One that ends leaves its place.
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
        announce(&served.class(), text).unwrap();
    }
    let mut events = follow("/ki/news?steps=1");
    assert_eq!(
        ["news", "step"],
        [events.after("event: "), events.after("event: ")].each_ref().map(String::as_str)
    );
    student.get("/ki/submissions/1").says(404, "");
    assert_eq!(student.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    student.get("/ki/submissions/1").says(200, "data-news=\"/ki/news?steps=1\"");
    student.get("/ki/").says(200, "data-news=\"/ki/news\"");
}

#[test]
fn what_another_program_writes_is_followed_and_a_stream_resumes() {
    let served = Served::new();
    let student = served.student("1002");
    let mut events = Events::of(&student, "");
    let first = events.next();
    announce(&served.class(), "Hello <b>all</b>").unwrap();
    let second = events.next();
    assert!(second > first);
    student.get("/ki/").says(200, "Hello &lt;b&gt;all&lt;/b&gt;");
    // Whoever knows the first is told; whoever knows the second is told what comes after it.
    assert_eq!(Events::of(&student, &format!("Last-Event-ID: {first}\r\n")).next(), second);
    let mut resumed = Events::of(&student, &format!("Last-Event-ID: {second}\r\n"));
    announce(&served.class(), "More").unwrap();
    assert!(resumed.next() > second);
}

#[test]
fn announcements_are_a_feed_for_anybody() {
    let served = Served::new();
    announce(&served.class(), "Room <b>7</b> & not 8\nfrom Monday on").unwrap();
    announce(&served.class(), "Second").unwrap();
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
    // Nobody else plays meanwhile.
    assert!(lock(&served.class()).is_err());
    assert_eq!(student.act("/ki/games", &[("against", "of-text:builtin:random")]).leads_to(), "/ki/#games");
    until("friendly games are played", || student.get("/ki/games/1").status == 200);
    let games = student.get("/ki/requirements/plays");
    games.says(200, "muster play tank-war ");
    let own = class::Hash::of(&bot("greedy")).to_string();
    games.says(200, &format!("{}.wasm builtin:random --seed ", &own[..12]));
    assert_eq!(student.get("/ki/submissions/1/module").body, bot("greedy"));
    student.get("/ki/games/1").says(200, "builtin:random");
    student
        .get("/ki/games/1")
        .says(200, "With <code>--save game.html</code> the command writes that of any game");
    student.get("/ki/games/2").says(404, "there is no request 2");
    served.student("1003").get("/ki/games/1").says(404, "there is no request 1");
    freeze(&served.class()).unwrap();
    until("the page says so", || student.get("/ki/").text().contains("results are frozen since"));
    assert_eq!(student.hand_in(&[("rusher.wasm", &bot("rusher"))]).status, 303);
    until("the teacher sees new results", || {
        let page = teacher.get("/ki/students/1002").text();
        page.matches("8 trial matches").count() > 1 && !page.contains("waits")
    });
    // The hand-in itself is told, and what was played is not.
    let facts = served.class().facts().unwrap();
    let plan = served.class().plan;
    let mut events = Events::of(&student, "");
    assert_eq!(events.next(), facts.news(&plan, Some(class::Reader::Participants)));
    assert!(facts.news(&plan, None) > facts.news(&plan, Some(class::Reader::Participants)));
    let page = student.get("/ki/submissions/2").text();
    assert!(page.contains("Trial matches wait to be played"), "{page}");
}
