//! A student's own page: whether the active version plays, the deadline, the first steps, and results after the release.

use class_model::{
    Actor, ClassError, ClassFolder, CompletedRun, Event, Hash, InRun, Moment, Reader, Record, TurnedAway,
};
use class_operations::freezing::{Release, freeze, release};
use course_files::archives::{Limits, unpack_all};

use crate::support::{Browser, Served, bot, until};

const OWN_CUP: &str = "/ki/students/1001/runs/cup";

/// Returns a class in which Ada and Cy have played a cup.
fn played(served: &Served) -> Browser {
    for (id, name) in [("1001", "greedy"), ("1003", "rusher")] {
        served.student(id).hand_in(&[("a.wasm", &bot(name))]).leads_to();
    }
    served.play_tournament("cup");
    served.student("1001")
}

fn write(served: &Served, event: Event) {
    let mut record = Record::open(&ClassFolder::at(&served.folder)).unwrap();
    record.write::<ClassError>(&Actor::COMMAND_LINE, Moment::now(), |_, _| Ok(vec![event])).unwrap();
}

/// Returns the answer card of a question.
fn card(browser: &Browser, question: &str) -> String {
    let page = browser.get("/ki/").text();
    let (before, after) = page.split_once(&format!("<dt>{question}</dt>")).expect("the page has the card");
    let begin = before.rfind("<div").unwrap();
    format!("{}{}", &before[begin..], after.split("</div>").next().unwrap())
}

#[test]
fn a_student_sees_place_and_grade_and_how_it_came_about() {
    let served = Served::new();
    let ada = played(&served);
    let home = ada.get("/ki/");
    let row = home
        .text()
        .split_once("<th class=\"name\" scope=\"row\"><a href=\"/ki/runs/cup/")
        .unwrap()
        .1
        .to_owned();
    let row = row.split("</tr>").next().unwrap();
    assert!(row.contains(" of 2</td>") && row.contains("how it came about"), "{row}");
    let grade = row.split_once("<b>").unwrap().1.split("</b>").next().unwrap();
    grade.parse::<f64>().unwrap();
    let own = ada.get(OWN_CUP);
    own.says(200, "Your place and grade");
    own.says(200, &format!("<b>{grade}</b>"));
    own.says(200, "10 * (wins + draws / 2) / games");
    own.says(200, "Submission 1</a>");
    // The calculation ends with the grade.
    own.says(200, &format!("= {grade}</code>"));
    let cy = served.student("1003");
    let has_lost = |one: &Browser, path: &str| one.get(path).text().contains("Worst loss");
    assert!(has_lost(&ada, OWN_CUP) || has_lost(&cy, "/ki/students/1003/runs/cup"));
    // Each sees only their own.
    cy.get(OWN_CUP).says(404, "there is no such page");
    served.anybody().get(OWN_CUP).says(401, "you are not signed in");
    served.student("1002").get("/ki/").says(200, "Not entered in this run; now: nothing was handed in");
    // Staff have the pages of grades.
    assert!(!served.teacher().get(OWN_CUP).text().contains("Your place"));
}

#[test]
fn places_and_grades_appear_with_the_release() {
    let served = Served::new();
    freeze(&served.class()).unwrap();
    let ada = played(&served);
    for hidden in ["of 2</td>", "how it came about", ">cup</a>"] {
        assert!(!ada.get("/ki/").text().contains(hidden), "{hidden}");
    }
    assert_eq!(ada.get(OWN_CUP).status, 404);
    release(&served.class(), Release { to: Reader::Participants }).unwrap();
    ada.get("/ki/").says(200, "how it came about");
    ada.get(OWN_CUP).says(200, "Your place and grade");
    // A later freeze hides nothing that was shown before.
    freeze(&served.class()).unwrap();
    ada.get("/ki/").says(200, "how it came about");
    let hidden = Served::with_class("visible = \"nobody\"\n", false);
    let ada = played(&hidden);
    assert!(!ada.get("/ki/").text().contains("cup"));
    assert_eq!(ada.get(OWN_CUP).status, 404);
}

#[test]
fn a_paused_bot_names_its_failures_and_the_way_out() {
    let served = Served::with("\n[failing]\npercent = 10\npause = true\n", false);
    let student = served.student("1002");
    let greedy = bot("greedy");
    student.hand_in(&[("rusher.wasm", &bot("rusher"))]).leads_to();
    student.hand_in(&[("greedy.wasm", &greedy)]).leads_to();
    assert!(card(&student, "Am I in?").contains("class=\"good\""));
    freeze(&served.class()).unwrap();
    let results = vec![InRun { module: Hash::digest(&greedy), matches: 68, failed: 68 }];
    let [run, root] = ["run", "root"].map(|text| Hash::digest(text.as_bytes()));
    write(&served, Event::RunCompleted(CompletedRun { run, root, engine: "engine 1".to_owned(), results }));
    // The pause is hidden by the freeze, so the page promises nothing.
    let frozen = card(&student, "Am I in?");
    assert!(frozen.contains("they are frozen since") && !frozen.contains("class=\"good\""), "{frozen}");
    assert!(!frozen.contains("of 68"), "{frozen}");
    release(&served.class(), Release { to: Reader::Participants }).unwrap();
    let paused = card(&student, "Am I in?");
    assert!(paused.contains("<dd>No</dd>") && paused.contains("paused: 68 of 68 games failed"), "{paused}");
    assert!(paused.contains("choose another version"), "{paused}");
    assert!(card(&student, "What next?").contains("Choose another version"));
    student.act("/ki/choice", &[("submission", "1")]).leads_to();
    assert!(card(&student, "Am I in?").contains("submission 1 enters the next tournament as Bee"));
    // Without another version, the way out is a new one.
    let other = Served::with("\n[failing]\npercent = 10\npause = true\n", false);
    let student = other.student("1002");
    student.hand_in(&[("greedy.wasm", &greedy)]).leads_to();
    let results = vec![InRun { module: Hash::digest(&greedy), matches: 68, failed: 68 }];
    write(&other, Event::RunCompleted(CompletedRun { run, root, engine: "engine 1".to_owned(), results }));
    assert!(!card(&student, "Am I in?").contains("choose another version"));
    assert!(card(&student, "What next?").contains("Fix it and hand in again"));
}

#[test]
fn files_that_were_not_taken_are_never_nothing() {
    let served = Served::new();
    let student = served.student("1002");
    let turned_away = TurnedAway {
        student: "1002".to_owned(),
        received: None,
        files: vec!["report.pdf".to_owned(), "<b>.txt".to_owned()],
        why: "none of its files is a bot\n(found: <b>.txt)".to_owned(),
    };
    write(&served, Event::TurnedAway(turned_away));
    let home = student.get("/ki/");
    home.says(200, "Not taken from the course system");
    home.says(200, "<code>report.pdf</code>, <code>&lt;b&gt;.txt</code>");
    home.says(200, "None of its files is a bot<br>(found: &lt;b&gt;.txt)");
    let card = card(&student, "Am I in?");
    assert!(card.contains("<dd>No</dd>") && card.contains("were not taken"), "{card}");
    for words in ["nothing was handed in", "no bot has been handed in"] {
        assert!(!home.text().contains(words), "{words}");
    }
    student.hand_in(&[("greedy.wasm", &bot("greedy"))]).leads_to();
    assert!(!student.get("/ki/").text().contains("Not taken"));
}

#[test]
fn the_first_page_has_what_is_needed_to_begin() {
    let served = Served::with("\n[quota]\nper_day = 4\ninterval = \"300s\"\n", false);
    let student = served.student("1002");
    let home = student.get("/ki/");
    for part in [
        "<b>Bee</b>, the name that others see",
        "none, you hand in alone",
        "Up to 4 submissions per 24 hours, at least 5 minutes apart",
        "plays: 1 % of 4 games against builtin:random",
        "Rules of The Tank War</a>",
        "muster new --game tank-war --lang python mybot",
        "no bot has been handed in",
    ] {
        home.says(200, part);
    }
    let deadline = card(&student, "Deadline");
    assert!(deadline.contains("data-left=\"") && deadline.contains(" days left"), "{deadline}");
    assert!(deadline.contains("2099-12-01 23:59"), "{deadline}");
    for reader in [&student, &served.anybody()] {
        reader.get("/ki/rules").says(200, "<h1>The Tank War</h1>");
        let project = reader.get("/ki/starter/javascript.zip");
        assert_eq!(
            project.header("content-disposition"),
            Some("attachment; filename=\"tank-war-javascript.zip\"")
        );
        let files = unpack_all(&project.body, &Limits::default()).unwrap();
        let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
        for name in ["bot.js", "RULES.md", "README.md"] {
            assert!(names.contains(&&*format!("tank-war-javascript/{name}")), "{names:?}");
        }
    }
    student.get("/ki/starter/cobol.zip").says(404, "there is no starter project in &quot;cobol&quot;");
    student.get("/ki/starter/python").says(404, "there is no such page");
    // A starter project is accepted as it is.
    let project = student.get("/ki/starter/javascript.zip").body;
    let submitted = student.hand_in(&[("project.zip", &project)]);
    student.get(submitted.leads_to()).says(200, "Submission 1: accepted");
    // A class without scripts offers none.
    let compiled = Served::with_class("", false);
    let text = std::fs::read_to_string(compiled.folder.join("class.toml")).unwrap();
    let text = text.replace("languages = [\"wasm\", \"javascript\", \"python\"]", "languages = [\"wasm\"]");
    std::fs::write(compiled.folder.join("class.toml"), text).unwrap();
    compiled.anybody().get("/ki/starter/python.zip").says(404, "there is no starter project");
    assert_eq!(compiled.anybody().get("/ki/starter/rust.zip").status, 200);
}

#[test]
fn the_games_of_a_requirement_are_a_table_with_folded_commands() {
    let served = Served::with("", true);
    let student = served.student("1002");
    student.hand_in(&[("greedy.wasm", &bot("greedy"))]).leads_to();
    let page = "/ki/requirements/plays";
    until("it was judged", || student.get(page).status == 200);
    let games = student.get(page);
    games.says(200, "<th scope=\"col\">Replay</th>");
    let commands = games.text().matches("<details><summary>Command</summary><code>muster play ").count();
    assert_eq!(commands, 4, "{}", games.text());
    student.get("/ki/").says(200, "1 of 1 requirements met");
}
