//! Near copies, compared at the teacher's request.

use class_model::Person;

use crate::support::{Served, bot};

const COPIES: &str = "/ki/staff/copies";

#[test]
fn near_copies_are_found_for_the_teacher_alone() {
    let served = Served::new();
    let teacher = served.teacher();
    teacher.get(COPIES).says(200, "no verdict");
    for id in ["1001", "1003"] {
        served.student(id).hand_in(&[("a.wasm", &bot("greedy"))]).leads_to();
    }
    let found = teacher.act(COPIES, &[]);
    found.says(200, "2 compared");
    found.says(200, "Ada &lt;script&gt;alert(1)&lt;/script&gt; (Ada), submission 1");
    found.says(
        200,
        "<a href=\"/ki/students/1003\">Cy</a> (1003), <a href=\"/ki/submissions/2\">submission 2</a>",
    );
    found.says(200, "<a href=\"/ki/staff/copies\">Similarity</a>");
    let policy = found.header("content-security-policy").unwrap();
    assert!(policy.contains("frame-ancestors 'none'") && policy.contains("form-action 'none'"), "{policy}");
    assert_eq!(found.header("cache-control"), Some("no-store"));
    let assistant = served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None });
    for somebody in [&assistant, &served.student("1001")] {
        somebody.get(COPIES).says(403, "you are not allowed to do that");
        somebody.act(COPIES, &[]).says(403, "you are not allowed to do that");
    }
    served.anybody().get(COPIES).says(401, "you are not signed in");
    teacher.post(COPIES, &[]).says(403, "this form belongs to another session");
}

#[test]
fn what_cannot_be_compared_says_why() {
    let served = Served::new();
    let teacher = served.teacher();
    served.student("1001").hand_in(&[("a.wasm", &bot("greedy"))]).leads_to();
    for file in std::fs::read_dir(served.folder.join("files")).unwrap() {
        let file = file.unwrap().path();
        std::fs::remove_dir_all(&file).or_else(|_| std::fs::remove_file(&file)).unwrap();
    }
    teacher.act(COPIES, &[]).says(200, "Not compared: 1");
    std::fs::write(served.folder.join("class.toml"), "[class").unwrap();
    let refused = teacher.act(COPIES, &[]);
    refused.says(500, "the service could not do this");
    assert!(!refused.text().contains(&*served.folder.to_string_lossy()), "{}", refused.text());
}
