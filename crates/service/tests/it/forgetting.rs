//! Deletion of a student, and backups.

use class_model::Person;
use class_operations::backup::restore;

use crate::support::{Browser, Served, bot};

const FORGET: &str = "/ki/students/1001/forget";
const BACKUP: &str = "/ki/staff/backup";

#[test]
fn a_student_is_deleted_once_the_id_is_typed() {
    let served = Served::new();
    for (id, name) in [("1001", "greedy"), ("1003", "rusher")] {
        served.student(id).hand_in(&[("a.wasm", &bot(name))]).leads_to();
    }
    served.play_tournament("cup");
    let (teacher, ada) = (served.teacher(), served.student("1001"));
    teacher.get("/ki/students/1001").says(200, &format!("href=\"{FORGET}\""));
    let page = teacher.get(FORGET);
    page.says(200, "Nothing has been deleted yet");
    page.says(200, "hand-ins 1");
    page.says(200, "name and id in runs/cup");
    page.says(200, "1 module in runs/cup");
    let folder = served.folder.display().to_string();
    assert!(!page.text().contains(&folder), "{}", page.text());
    for typed in ["", "1003", "yes"] {
        let refused = teacher.act(FORGET, &[("confirm", typed)]);
        refused.says(400, "nothing was deleted");
        refused.says(400, &format!("name=\"confirm\" value=\"{typed}\""));
    }
    for somebody in [&ada, &served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None })] {
        somebody.act(FORGET, &[("confirm", "1001")]).says(403, "you are not allowed to do that");
        somebody.get(FORGET).says(403, "you are not allowed to do that");
    }
    assert!(served.class().facts().unwrap().student("1001").is_some());
    let done = teacher.act(FORGET, &[("confirm", " 1001 ")]);
    done.says(200, "Deleted, with");
    assert!(served.class().facts().unwrap().student("1001").is_none());
    assert!(
        !served.class().folder.runs().join("cup/private/students.csv").exists()
            || !std::fs::read_to_string(served.folder.join("runs/cup/private/students.csv"))
                .unwrap()
                .contains("1001")
    );
    teacher.get(FORGET).says(404, "there is no such student");
    ada.get("/ki/").says(200, "Sign in");
}

/// Uploads a backup of the class, and files that are none.
fn checks(teacher: &Browser, backup: &[u8]) {
    const CHECK: &str = "/ki/staff/backup/check";
    let check = |bytes: &[u8]| teacher.act_with(CHECK, &[], &[("ki <1>.zip", bytes)]);
    let whole = check(backup);
    whole.says(200, "This backup is undamaged and of this class.");
    whole.says(200, "Nothing was recorded since.");
    whole.says(200, "<h1>ki &lt;1&gt;.zip</h1>");
    teacher.act("/ki/announcements", &[("text", "Hello")]).leads_to();
    check(backup).says(200, "1 event was recorded since.");
    let mut damaged = backup.to_vec();
    let middle = damaged.len() / 2;
    damaged[middle] = !damaged[middle];
    check(&damaged).says(400, "ki &lt;1&gt;.zip");
    check(b"no backup").says(400, "is not a complete backup");
    teacher.act_with(CHECK, &[], &[]).says(400, "no backup was chosen");
    let other = Served::new();
    let theirs = other.teacher();
    let made = theirs.act(BACKUP, &[]).text();
    let link = made.split("href=\"/ki/staff/backup/").nth(1).unwrap().split('"').next().unwrap();
    check(&theirs.get(&format!("{BACKUP}/{link}")).body).says(200, "it is from another class, or later");
    other.student("1001").act_with(CHECK, &[], &[]).says(403, "you are not allowed to do that");
}

#[test]
fn a_backup_is_made_downloaded_and_restorable() {
    let served = Served::new();
    served.student("1001").hand_in(&[("a.wasm", &bot("greedy"))]).leads_to();
    let teacher = served.teacher();
    teacher.get(BACKUP).says(200, "Make a backup");
    let made = teacher.act(BACKUP, &[]);
    made.says(200, "<th scope=\"row\">Students</th><td class=\"n\">3</td>");
    let link =
        made.text().split("href=\"/ki/staff/backup/").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let link = format!("{BACKUP}/{link}");
    let file = teacher.get(&link);
    assert_eq!(file.status, 200);
    let name = file.header("content-disposition").unwrap();
    assert!(name.starts_with("attachment; filename=\"ki-20"), "{name}");
    let top = tempfile::TempDir::new().unwrap();
    let (path, folder) = (top.path().join("ki.zip"), top.path().join("again"));
    std::fs::write(&path, &file.body).unwrap();
    let restored = restore(&path, &folder).unwrap();
    assert_eq!(restored.backup.facts.submissions().count(), 1);
    checks(&teacher, &file.body);
    let other = served.enter(&Person::Teacher { name: "Hopper".to_owned() });
    other.get(&link).says(404, "no longer here");
    for somebody in
        [served.student("1001"), served.enter(&Person::Assistant { name: "Tim".to_owned(), section: None })]
    {
        somebody.act(BACKUP, &[]).says(403, "you are not allowed to do that");
        somebody.get(&link).says(403, "you are not allowed to do that");
    }
    served.anybody().get(&link).says(401, "you are not signed in");
    // A deletion also reaches the backup that waits here, and names the one that was downloaded.
    teacher.get("/ki/students/1003/forget").says(200, "still has the data");
    teacher.act("/ki/students/1003/forget", &[("confirm", "1003")]).says(200, "Deleted, with");
    teacher.get(&link).says(404, "no longer here");
}
