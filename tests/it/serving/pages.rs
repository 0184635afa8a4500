//! Tests every page of a class in the middle of its term, for every role.

use std::fs;

use serde_json::json;

use super::Serving;
use super::full_class::FullClass;
use crate::support::run;
use crate::web::node::{BROWSERS, succeeds};

/// With `MUSTER_PICTURES=FOLDER`, takes pictures of all pages instead.
#[test]
fn no_page_keeps_a_reader_out() {
    let pictures = std::env::var("MUSTER_PICTURES").ok();
    for browser in BROWSERS {
        let class = FullClass::new();
        let serving = Serving::begin(&class.folder, &["--jobs", "1"]);
        let made = class.describe(&serving);
        let arguments =
            [&[browser, &made][..], &pictures.as_deref().into_iter().collect::<Vec<_>>()].concat();
        succeeds("every_page.js", &arguments);
        let (code, said) = serving.end();
        assert_eq!(code, Some(0), "{said}");
        if pictures.is_some() {
            return;
        }
    }
}

impl FullClass {
    /// Writes the file with the script's users, links and upload files; returns its path.
    fn describe(&self, serving: &Serving) -> String {
        let link = |to: &[&str]| serving.link(&self.folder, to);
        let file = |name: &str| self.top.path().join(name).display().to_string();
        let sheet = file("links.html");
        let all = ["class", "links", &self.folder, "--missing", "--url", &serving.url, "--html", &sheet];
        let links = json!({
            "student": link(&["1001"]),
            "scripter": link(&["1002"]),
            "late": link(&["1004"]),
            "newcomer": link(&["1030"]),
            "assistant": link(&["--assistant", "Tim", "--section", "A"]),
            "teacher": link(&["--teacher", "Turing"]),
        });
        assert_eq!(run(&all).0, 0);
        fs::write(
            file("more.csv"),
            "id,name,section,team\n1003,Al-Chwarizmi,-,\n2001,Grace <b>Hopper</b>,A,\n",
        )
        .unwrap();
        fs::write(file("none.csv"), "a,b\n1,2\n").unwrap();
        fs::write(file("gradebook.csv"), gradebook()).unwrap();
        let made = json!({
            "url": serving.url,
            "links": links,
            "files": {
                "roster": file("more.csv"),
                "noRoster": file("none.csv"),
                "gradebook": file("gradebook.csv"),
                "linkSheet": sheet,
            },
        });
        fs::write(file("made.json"), made.to_string()).unwrap();
        file("made.json")
    }
}

/// Returns a gradebook of Canvas, with one student who is not in the class.
fn gradebook() -> String {
    let rows: Vec<String> =
        (1001..=1025).chain([9999]).map(|id| format!("Student,{id},{id},login{id},A,,\n")).collect();
    format!(
        "Student,ID,SIS User ID,SIS Login ID,Section,Bot (77),Final Score\n    Points Possible,,,,,10,(read only)\n{}",
        rows.concat()
    )
}
