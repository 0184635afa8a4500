//! Tournaments written in the browser, ordered and verified there.

use class_model::{Hash, OrderOutcome, Person};

use crate::support::{Answer, Browser, Served, bot, until};

const LIST: &str = "/ki/staff/tournaments";
const NEW: &str = "/ki/staff/tournaments/new";
const CUP: &str = "/ki/staff/tournaments/cup/text";

fn class(plays: bool) -> Served {
    let served = Served::with("", plays);
    for (id, name) in [("1001", "greedy"), ("1003", "rusher")] {
        served.student(id).hand_in(&[("a.wasm", &bot(name))]).leads_to();
    }
    served
}

/// Returns the text in the editor.
fn text(page: &Answer) -> String {
    let page = page.text();
    let text = page.split("<textarea").nth(1).unwrap().split_once('>').unwrap().1.split("</textarea>").next();
    text.unwrap().replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

fn save(teacher: &Browser, text: &str, before: Option<&str>) -> Answer {
    let before = before.map(|before| Hash::digest(before.as_bytes()).to_string());
    let before = before.as_deref().map(|before| ("before", before));
    let fields: Vec<(&str, &str)> = [("do", "save"), ("text", text)].into_iter().chain(before).collect();
    teacher.act(CUP, &fields)
}

const SWISS: [(&str, &str); 8] = [
    ("format", "round-robin"),
    ("name", "cup"),
    ("title", "<b>Cup</b>"),
    ("games", "2"),
    ("cycles", "1"),
    ("section-1", ""),
    ("builtin:random", "yes"),
    ("grade", "10 * wins / games"),
];

#[test]
fn a_tournament_is_written_by_a_form_previewed_saved_played_and_verified() {
    let served = class(true);
    let teacher = served.teacher();
    teacher.get(LIST).says(200, "/ki/staff/tournaments/new?format=double-elimination");
    teacher.get(&format!("{NEW}?format=round-robin")).says(200, "name=\"cycles\"");
    teacher.get(&format!("{NEW}?format=nothing")).says(404, "unknown format");
    let preview = teacher.act(NEW, &SWISS);
    preview.says(200, "At most 6 matches");
    preview.says(200, "No active version, not entered: Bee");
    preview.says(200, "A deadline is still open: 3 of 3 may still hand in another version");
    assert!(!preview.text().contains("<b>Cup"), "{}", preview.text());
    let written = text(&preview);
    assert!(
        written.contains("name = \"<b>Cup</b>\"") && written.contains("bot = \"builtin:random\""),
        "{written}"
    );
    assert!(!served.folder.join("tournaments/cup.toml").exists(), "a preview saves nothing");
    assert_eq!(save(&teacher, &written.replace('\n', "\r\n"), None).leads_to(), CUP);
    assert_eq!(std::fs::read_to_string(served.folder.join("tournaments/cup.toml")).unwrap(), written);
    teacher.get(LIST).says(200, "not begun");
    let history = teacher.get("/ki/staff/history");
    history.says(200, "the text of tournament cup was saved");
    history.says(200, "Turing, teacher, service");
    teacher.get(CUP).says(200, "name=\"name\" value=\"cup\"");
    teacher.act("/ki/orders", &[("what", "tournament"), ("name", "cup")]).leads_to();
    until("the order has ended", || served.outcome(1) == Some(OrderOutcome::Complete));
    teacher.get(LIST).says(200, "complete");
    let page = teacher.get(CUP);
    page.says(200, "The text can no longer change here");
    assert!(!page.text().contains("<textarea"), "{}", page.text());
    save(&teacher, "[tournament]", Some(&written)).says(409, "has begun");
    let check = "/ki/staff/tournaments/cup/check";
    teacher.act(check, &[]).says(200, "Its root is the one that the class has recorded");
    let embed = "/ki/staff/tournaments/cup/embed";
    teacher.act(embed, &[]).says(200, "2 bots were stored in the run.");
    teacher.act(embed, &[]).says(200, "The run already has all of its bots.");
    teacher.act(check, &[]).says(200, "Its root is the one that the class has recorded");
    served.student("1001").act(embed, &[]).says(403, "you are not allowed to do that");
    let replay = || teacher.act("/ki/orders", &[("what", "verification"), ("name", "cup")]);
    assert_eq!(replay().leads_to(), CUP);
    until("the matches are played again", || served.outcome(2) == Some(OrderOutcome::Complete));
    teacher.get(CUP).says(200, "all matches were as recorded on");
    let nothing = teacher.act("/ki/orders", &[("what", "verification"), ("name", "other")]);
    nothing.says(404, "the class has no run with this name");
    // A changed record is found.
    let ledger = served.folder.join("runs/cup/private/ledger.sqlite");
    let mut bytes = std::fs::read(&ledger).unwrap();
    let middle = bytes.len() / 2;
    for byte in &mut bytes[middle..middle + 4096] {
        *byte = !*byte;
    }
    std::fs::write(&ledger, bytes).unwrap();
    assert_eq!(replay().leads_to(), CUP);
    until("the damage is found", || matches!(served.outcome(3), Some(OrderOutcome::Failed { .. })));
    teacher.get(CUP).says(200, "not confirmed on");
    let damaged = teacher.act(check, &[]);
    assert!(damaged.status >= 400 && !damaged.text().contains("All hashes"), "{}", damaged.text());
}

#[test]
fn problems_of_a_text_are_shown_with_their_lines_and_nothing_is_lost() {
    let served = class(false);
    let teacher = served.teacher();
    let fields: Vec<(&str, &str)> =
        SWISS.map(|(name, value)| (name, if name == "games" { "many" } else { value })).to_vec();
    let preview = teacher.act(NEW, &fields);
    preview.says(200, "The text has 1 problem");
    preview.says(200, "games = &quot;many&quot;");
    preview.says(200, "^");
    let wrong = text(&preview);
    let refused = save(&teacher, &wrong, None);
    refused.says(400, "nothing was saved");
    assert_eq!(text(&refused), wrong);
    let good = wrong.replace("\"many\"", "2");
    // Files outside of the class's folder are not read.
    std::fs::write(served.folder.join("../secret.csv"), "entrant,rating\nSecret,x\n").unwrap();
    let outside = good.replace("seed = \"draw\"", "seeding = \"../../secret.csv\"");
    let refused = save(&teacher, &outside, None);
    refused.says(400, "nothing was saved");
    refused.says(400, "outside of the class");
    assert!(!refused.text().contains("Secret"), "{}", refused.text());
    let other = good.replace("path = \"..\"", "path = \"../..\"");
    save(&teacher, &other, None).says(400, "nothing was saved");
    assert!(!served.folder.join("tournaments/cup.toml").exists());
    // A check saves nothing.
    teacher.act(CUP, &[("do", "check"), ("text", &good)]).says(200, "Save it to play it.");
    assert!(!served.folder.join("tournaments/cup.toml").exists());
    assert_eq!(save(&teacher, &good, None).leads_to(), CUP);
    // Neither a second tournament of this name nor an older page replaces it.
    save(&teacher, &good, None).says(409, "a tournament with the short name cup exists");
    let later = good.replace("games = 2", "games = 4");
    assert_eq!(save(&teacher, &later, Some(&good)).leads_to(), CUP);
    save(&teacher, &good, Some(&good)).says(409, "the text was changed meanwhile");
    for name in ["..%2Fx", "-x", "a%20b", "%3Cb%3E"] {
        let path = format!("/ki/staff/tournaments/{name}/text");
        teacher.act(&path, &[("do", "save"), ("text", &good)]).says(400, "cannot be the short name");
    }
    // A name cannot lead out of the folder, in which the text may name files.
    let near = good.replace("seed = \"draw\"", "seeding = \"secret.csv\"");
    let checked = teacher.act("/ki/staff/tournaments/..%2F..%2Fx/text", &[("do", "check"), ("text", &near)]);
    checked.says(200, "cannot be the short name");
    assert!(!checked.text().contains("Secret"), "{}", checked.text());
    let absolute = served.folder.join("../new/x").display().to_string();
    let fields = SWISS.map(|(name, value)| (name, if name == "name" { &*absolute } else { value }));
    teacher.act(NEW, &fields).says(200, "cannot be the short name");
    assert!(!served.folder.join("../new").exists());
    for somebody in
        [served.student("1001"), served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None })]
    {
        for path in [LIST, CUP] {
            somebody.get(path).says(403, "you are not allowed to do that");
        }
        save(&somebody, &good, Some(&later)).says(403, "you are not allowed to do that");
        somebody.act(NEW, &SWISS).says(403, "you are not allowed to do that");
    }
}
