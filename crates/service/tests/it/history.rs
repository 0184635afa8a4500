//! The history of a class, as the teacher reads it.

use class_model::Person;
use class_operations::announcement::{Announce, announce};
use class_operations::privacy::{DeletionRequest, delete_student, preview_deletion};

use crate::support::{Served, bot, until};

const HISTORY: &str = "/ki/staff/history";

#[test]
fn the_history_says_what_happened_and_who_acted() {
    let served = Served::new();
    let (teacher, student) = (served.teacher(), served.student("1002"));
    assert_eq!(student.hand_in(&[("<b>.wasm", &bot("greedy"))]).status, 303);
    teacher.act("/ki/announcements", &[("text", "Monday\n<script>alert(1)</script>")]);
    teacher.act("/ki/students/1003/time", &[("until", "2100-01-01T10:00"), ("reason", "was ill")]);
    let page = teacher.get(HISTORY);
    for what in [
        "Bee (1002) handed in submission 1 (&lt;b&gt;.wasm)",
        "submission 1 is accepted",
        "Bee (1002), student, service",
        "announced: Monday &lt;script&gt;alert(1)&lt;/script&gt;",
        "Turing, teacher, service",
        "Cy (1003) has an extension until 2100-01-01 10:00:59 +01:00: was ill",
        "Ada &lt;script&gt;alert(1)&lt;/script&gt; (1001) is enrolled as Ada, section A",
        "teacher, command line",
    ] {
        page.says(200, what);
    }
    let text = page.text();
    assert!(text.find("was ill") < text.find("announced"), "the latest first: {text}");
    let own = teacher.get(&format!("{HISTORY}?student=1002"));
    own.says(200, "handed in submission 1");
    assert!(!own.text().contains("announced:") && !own.text().contains("was ill"), "{}", own.text());
}

#[test]
fn the_history_names_rulings_and_separates_people_from_the_service() {
    let served = Served::with("", true);
    for (id, name) in [("1002", "greedy"), ("1003", "rusher")] {
        assert_eq!(served.student(id).hand_in(&[("a.wasm", &bot(name))]).status, 303);
    }
    let teacher = served.teacher();
    until("the service has played", || teacher.get(HISTORY).text().contains("plays: met"));
    served.play_tournament("cup");
    let ruling = [("about", "entrant"), ("to", "disqualify"), ("entrant", "1"), ("reason", "copied")];
    assert_eq!(teacher.act("/ki/staff/rulings/cup", &ruling).status, 303);
    let row = |query: &str, what: &str| {
        let page = teacher.get(&format!("{HISTORY}{query}")).text();
        page.split("<tr>").find(|row| row.contains(what)).map(str::to_owned)
    };
    let ruled = row("", "ruling 1 on the run cup: Cy is disqualified").expect("the ruling is named");
    assert!(ruled.contains("Turing, teacher, service") && !ruled.contains("automatic"), "{ruled}");
    assert!(ruled.contains("<a href=\"/ki/staff/rulings/cup\">rulings of cup</a>"), "{ruled}");
    let judged = row("?by=service", "submission 1: plays: met").expect("the service judges");
    assert!(judged.contains("<span class=\"tag\">automatic</span>"), "{judged}");
    assert!(judged.contains("<a href=\"/ki/submissions/1\">submission 1</a>"), "{judged}");
    assert_eq!(row("?by=service", "handed in submission"), None);
    assert_eq!(row("?by=people", "automatic"), None);
    assert!(row("?by=people", "ruling 1 on").is_some());
    assert!(row("?by=people&student=1003", "handed in submission 2").is_some());
    teacher.get(&format!("{HISTORY}?by=me")).says(400, "`by` must be people or service");
}

#[test]
fn the_history_is_paged_and_forgets_with_the_class() {
    let served = Served::new();
    let class = served.class();
    for number in 0..120 {
        announce(&class, &Announce { text: format!("number {number}."), section: None }).unwrap();
    }
    let request = DeletionRequest { student: "1002", runs: &[] };
    let preview = preview_deletion(&class, &class.facts().unwrap(), &request).unwrap();
    delete_student(&class, &request, preview).unwrap();
    let teacher = served.teacher();
    let first = teacher.get(HISTORY);
    first.says(200, "a student was forgotten: 1 events and 0 submissions were deleted");
    assert!(first.text().contains("number 119.") && !first.text().contains("number 20."));
    let earlier =
        first.text().split("href=\"/ki/staff/history?").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let earlier = teacher.get(&format!("{HISTORY}?{earlier}"));
    earlier.says(200, "number 20.");
    earlier.says(200, "deleted with a forgotten student's data");
    assert!(!earlier.text().contains("number 21.") && !earlier.text().contains("Bee"), "{}", earlier.text());
    assert!(!earlier.text().contains("Earlier"), "it is the first page: {}", earlier.text());
}

#[test]
fn the_history_is_the_teachers_alone() {
    let served = Served::new();
    let assistant = served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None });
    for somebody in [&assistant, &served.student("1002")] {
        somebody.get(HISTORY).says(403, "you are not allowed to do that");
    }
    assert!(!assistant.get("/ki/").text().contains(HISTORY));
    served.anybody().get(HISTORY).says(401, "you are not signed in");
    let teacher = served.teacher();
    teacher.get(&format!("{HISTORY}?student=nobody")).says(400, "no student has the id");
    teacher.get(&format!("{HISTORY}?before=x")).says(400, "is not the number of an event");
    for before in ["-5", "0", "9223372036854775807", "-9223372036854775808"] {
        assert_eq!(teacher.get(&format!("{HISTORY}?before={before}")).status, 200, "{before}");
    }
}
