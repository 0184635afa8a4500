//! Rejudging: outdated results, and previews that the teacher applies.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use class_model::Person;
use class_operations::judging::{Judge, WorkKind, lock, preview_rejudgement, work};
use games::GAMES;
use play::LocalThreads;

use crate::support::{Served, bot, until, validator};

const JUDGING: &str = "/ki/staff/rejudging";

/// Calls `act` with a judge of the class, like that of `muster class work` and `rejudge`.
fn judge(served: &Served, act: impl FnOnce(&Judge<'_>)) {
    let validator = Arc::new(validator());
    let executor = LocalThreads::start(2, &validator, GAMES).unwrap();
    let class = served.class();
    act(&Judge::new(&class, &*validator, &executor).unwrap());
}

#[test]
fn a_preview_is_seen_and_applied() {
    let served = Served::new();
    served.student("1002").hand_in(&[("a.wasm", &bot("greedy"))]).leads_to();
    let never = AtomicBool::new(false);
    judge(&served, |judge| {
        work(judge, &lock(&served.class()).unwrap(), &WorkKind::ALL, &never, &mut |_| Ok(())).unwrap();
    });
    let teacher = served.teacher();
    teacher.get(JUDGING).says(200, "Nothing needs re-judging");
    let text = served.folder.join("class.toml");
    let changed = std::fs::read_to_string(&text).unwrap().replace("percent = 1\n", "percent = 100\n");
    std::fs::write(&text, changed).unwrap();
    let page = teacher.get(JUDGING);
    page.says(200, "<li>Bee: plays</li>");
    assert!(!page.text().contains("<h2>Preview</h2>"), "{}", page.text());
    judge(&served, |judge| {
        preview_rejudgement(judge, &lock(&served.class()).unwrap(), &never).unwrap();
    });
    let page = teacher.get(JUDGING);
    page.says(200, "<h2>Preview</h2>");
    page.says(200, "Badges gained: 0");
    let preview = page.fields(JUDGING).into_iter().find(|(name, _)| name == "preview").unwrap().1;
    let judged = || {
        let facts = served.class().facts().unwrap();
        let module = facts.submission(1).unwrap().module().unwrap();
        facts.track_record().judgement(&module, "plays").unwrap().percent
    };
    for (somebody, why) in [
        (served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None }), "you are not allowed"),
        (served.student("1002"), "you are not allowed"),
    ] {
        somebody.get(JUDGING).says(403, why);
        somebody.act(JUDGING, &[("preview", &preview)]).says(403, why);
    }
    for (hash, status, why) in [
        ("x".to_owned(), 400, "no preview was chosen"),
        ("0".repeat(64), 404, "there is no such preview"),
        // A file of the class that is not a preview.
        (blake_of(&served), 404, "there is no such preview"),
    ] {
        teacher.act(JUDGING, &[("preview", &hash)]).says(status, why);
    }
    // Results cannot be changed while another process plays.
    let playing = lock(&served.class()).unwrap();
    teacher.act(JUDGING, &[("preview", &preview)]).says(503, "games of this class are being played");
    drop(playing);
    assert_eq!(judged(), 1, "nothing is changed yet");
    assert_eq!(teacher.act(JUDGING, &[("preview", &preview)]).leads_to(), JUDGING);
    assert_eq!(judged(), 100);
    teacher.get(JUDGING).says(200, "Nothing needs re-judging");
    teacher.get("/ki/staff/history").says(200, "was applied");
}

#[test]
fn a_preview_is_made_and_applied_while_the_service_plays() {
    let served = Served::with("", true);
    let (teacher, student) = (served.teacher(), served.student("1002"));
    student.hand_in(&[("a.wasm", &bot("greedy"))]).leads_to();
    until("the games are played", || student.get("/ki/").text().contains("1 of 1 requirements met"));
    let text = served.folder.join("class.toml");
    let changed = std::fs::read_to_string(&text).unwrap().replace("percent = 1\n", "percent = 100\n");
    std::fs::write(&text, changed).unwrap();
    teacher.get(JUDGING).says(200, "Re-judge and preview the changes");
    assert_eq!(teacher.act("/ki/orders", &[("what", "rejudgement")]).leads_to(), JUDGING);
    until("there is a preview", || teacher.get(JUDGING).text().contains("<h2>Preview</h2>"));
    let fields = teacher.get(JUDGING).fields(JUDGING);
    let preview = fields.into_iter().find(|(name, _)| name == "preview").unwrap().1;
    assert_eq!(teacher.act(JUDGING, &[("preview", &preview)]).leads_to(), JUDGING);
    teacher.get(JUDGING).says(200, "Nothing needs re-judging");
}

/// Returns the hash of a submitted file.
fn blake_of(served: &Served) -> String {
    served.class().facts().unwrap().submission(1).unwrap().handed_in.to_string()
}
