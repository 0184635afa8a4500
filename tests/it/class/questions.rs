//! Questions of students, answered by command.

use class_operations::OpenClass;
use class_operations::questions::{Ask, ask};

use super::Class;

#[test]
fn questions_are_listed_answered_and_decided() {
    let class = Class::open("");
    class.bot("one.wasm", 1);
    class.ok(&["submit"], &["1", "one.wasm"]);
    assert!(class.ok(&["questions"], &[]).contains("no open questions"));
    let folder = OpenClass::at(class.path("ki").as_ref()).unwrap();
    for (is_regrade, submission) in [(false, None), (true, Some(1))] {
        let (student, text) = ("1".to_owned(), "why\u{1b}[2J?".to_owned());
        ask(&folder, &Ask { student, text, is_regrade, submission, run: None, key: None }).unwrap();
    }
    let listed = class.ok(&["questions"], &[]);
    assert!(listed.contains("Question 1 of 1 about the class"), "{listed}");
    assert!(listed.contains("Regrade request 2 of 1 about submission 1"), "{listed}");
    let shown = class.ok(&["questions"], &["1", "--answer", "so", "--announce", "it is so"]);
    assert!(shown.contains(": answered") && shown.contains("so") && !shown.contains('\u{1b}'), "{shown}");
    assert_eq!(class.json("status", &[])["announcements"][0]["text"], "it is so");
    let (code, _, err) = class.run(&["questions"], &["1", "--grant", "yes"]);
    assert_eq!((code, err.contains("not a regrade request")), (1, true), "{err}");
    let decided = class.json("questions", &["2", "--decline", "by the rules"]);
    assert_eq!((&decided["state"], &decided["updates"][0]["step"]), (&"declined".into(), &"declined".into()));
    assert!(class.ok(&["questions"], &["1", "--close"]).contains(": closed"));
    assert!(class.ok(&["questions"], &[]).contains("no open questions"));
    assert_eq!(class.json("questions", &[])["questions"].as_array().unwrap().len(), 2);
    let (code, _, err) = class.run(&["questions"], &["9"]);
    assert_eq!((code, err.contains("there is no question 9")), (1, true), "{err}");
    let (code, _, _) = class.run(&["questions"], &["--close"]);
    assert_eq!(code, 2);
}
