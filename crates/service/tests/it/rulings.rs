//! Rulings on a run of the class.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use class_model::{Order, OrderOutcome, Person};
use class_operations::judging::lock;
use class_operations::orders::carry_out;
use class_operations::runs::{is_complete, open_tournament};
use games::GAMES;
use ledger::RunFolder;
use play::LocalThreads;

use crate::support::{Answer, Served, bot, until, validator};

const CUP: &str = "/ki/staff/rulings/cup";

#[test]
fn a_ruling_is_made_with_a_reason_and_undone() {
    let served = Served::new();
    for (id, name) in [("1001", "greedy"), ("1003", "rusher")] {
        served.student(id).hand_in(&[("a.wasm", &bot(name))]).leads_to();
    }
    served.play_tournament("cup");
    let teacher = served.teacher();
    teacher.get("/ki/staff/rulings").says(200, &format!("<a href=\"{CUP}\">cup</a>"));
    teacher.get(CUP).says(200, "No rulings yet.");
    let fields = |to| [("about", "entrant"), ("to", to), ("entrant", "1"), ("reason", "<b>copied</b>")];
    assert_eq!(teacher.act(CUP, &fields("disqualify")).leads_to(), CUP);
    let page = teacher.get(CUP);
    page.says(200, "Cy");
    page.says(200, "&lt;b&gt;copied&lt;/b&gt;");
    // The report and the grades show it at once.
    teacher.get("/ki/runs/cup/index.html").says(200, "copied");
    teacher.get("/ki/staff/grades/cup/students/1003").says(200, "disqualified");
    let facts = served.class().facts().unwrap();
    let known = facts.places().find_map(|(run, _)| facts.track_record().run(run)).map(|run| run.root);
    let folder = RunFolder::at(served.folder.join("runs/cup"));
    let root = open_tournament(&folder).unwrap().root(GAMES).unwrap().map(|root| root.hash());
    assert_eq!(known, root, "the class knows the run as it is now");
    teacher.get("/ki/staff/history").says(200, "Turing, teacher, service");
    let undo = [("about", "undo"), ("ruling", "1"), ("reason", "an error")];
    assert_eq!(teacher.act(CUP, &undo).leads_to(), CUP);
    let how = teacher.get("/ki/staff/grades/cup/students/1003").text();
    assert!(how.contains("  grade: ") && !how.contains("  grade: none"), "{how}");
    for (form, status, why) in [
        (
            vec![("about", "match"), ("to", "annul"), ("match", "x"), ("reason", "r")],
            400,
            "is not a match id",
        ),
        (vec![("about", "match"), ("to", "annul"), ("match", "9.9.9.9"), ("reason", "r")], 400, "9.9.9.9"),
        (
            vec![("about", "entrant"), ("to", "withdraw"), ("entrant", "99"), ("reason", "r")],
            400,
            "no entrant has the number 100",
        ),
        (
            vec![("about", "entrant"), ("to", "withdraw"), ("entrant", "0"), ("reason", " ")],
            400,
            "it has no reason",
        ),
        (vec![("about", "undo"), ("ruling", "0"), ("reason", "r")], 400, "rulings are numbered from 1"),
        (vec![("about", "undo"), ("ruling", "9"), ("reason", "r")], 404, "role=\"alert\""),
        (vec![("about", "nothing")], 400, "unknown ruling"),
    ] {
        let refused = teacher.act(CUP, &form);
        refused.says(status, why);
        let path = served.folder.display().to_string();
        assert!(!refused.text().contains(&path), "{}", refused.text());
    }
    let assistant = served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None });
    for somebody in [&assistant, &served.student("1001")] {
        somebody.get(CUP).says(403, "you are not allowed to do that");
        somebody.act(CUP, &fields("disqualify")).says(403, "you are not allowed to do that");
    }
    teacher.get("/ki/staff/rulings/cop").says(404, "the class has no run with this name");
}

#[test]
fn a_ruling_is_chosen_in_a_table_and_previewed() {
    let served = played(false);
    let teacher = served.teacher();
    let page = teacher.get(CUP);
    page.says(200, &format!("href=\"{CUP}/entrants/1\">Matches"));
    let disqualify = format!("{CUP}/new?about=entrant&entrant=1&to=disqualify");
    page.says(200, &format!("href=\"{}\"", disqualify.replace('&', "&amp;")));
    let before = std::fs::read(served.folder.join("runs/cup/private/ledger.sqlite")).unwrap();
    let preview = teacher.get(&disqualify);
    preview.says(200, "<h1>Disqualify Cy</h1>");
    preview.says(200, "Nothing has changed yet");
    // The others move up, and the disqualified entrant loses the grade.
    preview.says(200, "</del> <b>–</b>");
    let keeps = "games=annul\">do not count</a>";
    preview.says(200, keeps);
    let annulled = teacher.get(&format!("{disqualify}&games=annul"));
    annulled.says(200, "<b>do not count</b>");
    assert!(served.class().facts().unwrap().orders().next().is_none());
    let after = std::fs::read(served.folder.join("runs/cup/private/ledger.sqlite")).unwrap();
    assert!(before == after, "a preview changes nothing");
    // The form of the preview makes the ruling, once it has a reason.
    let fields = |page: &Answer, reason: &str| -> Vec<(String, String)> {
        let mut fields = page.fields(CUP);
        fields.retain(|(name, _)| name != "reason");
        fields.push(("reason".to_owned(), reason.to_owned()));
        fields
    };
    let send = |fields: &[(String, String)]| {
        let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (&**name, &**text)).collect();
        teacher.post(CUP, &fields)
    };
    let refused = send(&fields(&annulled, " "));
    refused.says(400, "it has no reason");
    refused.says(400, "<b>do not count</b>");
    assert_eq!(send(&fields(&annulled, "copied")).leads_to(), CUP);
    teacher.get(CUP).says(200, "its games so far do not count");
    let undo = teacher.get(&format!("{CUP}/new?about=undo&ruling=1"));
    undo.says(200, "<h1>Undo ruling 1</h1>");
    assert_eq!(send(&fields(&undo, "an error")).leads_to(), CUP);
    let page = teacher.get(CUP).text();
    assert!(!page.contains("ruling=1\">Undo") && page.contains("ruling=2\">Undo"), "{page}");
    // Each match has links of its own.
    let matches = teacher.get(&format!("{CUP}/entrants/1"));
    matches.says(200, "Matches of Cy");
    let replay = format!("{CUP}/new?about=match&match=1.1.1.1&to=replay");
    matches.says(200, &replay.replace('&', "&amp;"));
    teacher.get("/ki/students/1003/runs/cup/1.1.1.1").says(200, &replay.replace('&', "&amp;"));
    teacher.get(&replay).says(200, "Matches remain to be played then");
    teacher.get(&format!("{CUP}/entrants/9")).says(404, "the run has no such entrant");
    teacher
        .get(&format!("{CUP}/new?about=entrant&entrant=9&to=withdraw"))
        .says(400, "no entrant has the number 10");
    for somebody in
        [served.student("1003"), served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None })]
    {
        somebody.get(&replay).says(403, "you are not allowed to do that");
        somebody.get(&format!("{CUP}/entrants/1")).says(403, "you are not allowed to do that");
    }
}

/// Returns a class that has played a cup.
fn played(plays: bool) -> Served {
    let served = Served::with("", plays);
    for (id, name) in [("1001", "greedy"), ("1003", "rusher")] {
        served.student(id).hand_in(&[("a.wasm", &bot(name))]).leads_to();
    }
    served.play_tournament("cup");
    served
}

fn is_cup_complete(served: &Served) -> bool {
    is_complete(&open_tournament(&RunFolder::at(served.folder.join("runs/cup"))).unwrap()).unwrap()
}

/// The fields of a form that has the first match replayed.
const REPLAY: [(&str, &str); 4] =
    [("about", "match"), ("to", "replay"), ("match", "1.1.1.1"), ("reason", "the projector failed")];

#[test]
fn a_match_is_played_again_as_an_order_of_whoever_ruled() {
    let served = played(true);
    let teacher = served.teacher();
    assert_eq!(teacher.act(CUP, &REPLAY).leads_to(), CUP);
    until("the order has ended", || served.outcome(1).is_some());
    assert_eq!(served.outcome(1), Some(OrderOutcome::Complete));
    assert!(is_cup_complete(&served));
    teacher.get("/ki/").says(200, "the replay for ruling 1 on cup: completed on");
    teacher.get("/ki/staff/history").says(200, "the replay for ruling 1 on cup was ordered");
    let history = teacher.get("/ki/staff/history").text();
    let row = history.split("<tr").find(|row| row.contains("ruling 1 on cup was ordered")).unwrap();
    assert!(row.contains("Turing"), "{row}");
    // The report shows the ruling and the new match.
    teacher.get("/ki/runs/cup/index.html").says(200, "the projector failed");
    let files = teacher.get("/ki/runs/cup/matches/index.html").text();
    assert!(files.contains("1.1.1.1+1"), "{files}");
    let page = teacher.get(CUP).text();
    assert!(
        !page.contains("is queued or being played") && !page.contains("There are matches to play"),
        "{page}"
    );
}

#[test]
fn what_a_ruling_asks_for_is_played_by_whoever_plays_later() {
    let served = played(false);
    let teacher = served.teacher();
    assert_eq!(teacher.act(CUP, &REPLAY).leads_to(), CUP);
    let class = served.class();
    let open =
        || class.facts().unwrap().open_orders().next().map(|(number, order)| (number, order.what.clone()));
    let ordered = Order::Ruling { run: "cup".to_owned(), ruling: 1 };
    assert_eq!(open(), Some((1, ordered.clone())));
    assert!(!is_cup_complete(&served));
    teacher.get(CUP).says(200, "The replay for ruling 1 on cup is queued or being played");
    teacher.get(CUP).says(200, "This service does not play games");
    // The order is interrupted once and then resumed.
    let validator = Arc::new(validator());
    let executor = LocalThreads::start(2, &validator, GAMES).unwrap();
    let right = lock(&class).unwrap();
    for stop in [true, false] {
        let stop = AtomicBool::new(stop);
        carry_out(&class, (1, &ordered), (&*validator, &executor), &right, &stop, &mut |_| {}).unwrap();
    }
    assert_eq!((open(), served.outcome(1)), (None, Some(OrderOutcome::Complete)));
    assert!(is_cup_complete(&served));
}

#[test]
fn matches_of_a_ruling_that_nobody_has_ordered_can_be_ordered() {
    let served = played(true);
    let folder = RunFolder::at(served.folder.join("runs/cup"));
    let game = "1.1.1.1".parse().unwrap();
    let replay = tournament::rulings::RulingAction::Replay { game };
    class_operations::runs::make_ruling(&folder, replay, "by the command").unwrap();
    let teacher = served.teacher();
    teacher.get(CUP).says(200, "There are matches to play.");
    for somebody in
        [&served.student("1001"), &served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None })]
    {
        somebody.act(CUP, &[("about", "play")]).says(403, "you are not allowed to do that");
    }
    assert_eq!(teacher.act(CUP, &[("about", "play")]).leads_to(), CUP);
    until("the order has ended", || served.outcome(1) == Some(OrderOutcome::Complete));
    assert!(is_cup_complete(&served));
    teacher.act(CUP, &[("about", "play")]).says(409, "no ruling has matches left to play");
    assert_eq!(served.class().facts().unwrap().orders().count(), 1);
}

#[test]
fn nothing_is_ordered_without_a_ruling_or_of_a_service_that_plays_nothing() {
    for (plays, why) in
        [(true, "no ruling has matches left to play"), (false, "this service does not play games")]
    {
        let served = played(plays);
        served.teacher().act(CUP, &[("about", "play")]).says(409, why);
        assert_eq!(served.class().facts().unwrap().orders().count(), 0);
    }
}
