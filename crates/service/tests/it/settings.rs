//! Settings: previewed, saved, and never over a change by another.

use class_model::{Hash, Person};

use crate::support::{Answer, Browser, Served, bot};

const SETTINGS: &str = "/ki/staff/settings";

/// Returns the text on the disk.
fn text(served: &Served) -> String {
    std::fs::read_to_string(served.folder.join("class.toml")).unwrap()
}

/// Returns the fields of a preview's button, as a click on "Save" sends them.
fn confirm(browser: &Browser, page: &Answer, text: &str) -> Answer {
    let field = |name: &str| {
        let fields = page.fields(SETTINGS);
        fields.into_iter().find(|(own, _)| own == name).expect("the page has the field").1
    };
    let (base, shown) = (field("base"), field("shown"));
    let fields = [("base", &*base), ("shown", &shown), ("text", text), ("do", "save")];
    browser.act_with(SETTINGS, &fields, &[])
}

fn preview(served: &Served, browser: &Browser, new: &str) -> Answer {
    let base = Hash::digest(text(served).as_bytes()).to_string();
    browser.act_with(SETTINGS, &[("form", "text"), ("base", &base), ("text", new)], &[])
}

#[test]
fn a_changed_text_is_saved_after_a_preview_and_adopted() {
    let served = Served::new();
    let teacher = served.teacher();
    let before = text(&served);
    let page = teacher.get(SETTINGS);
    page.says(200, "value=\"2099-12-01 23:59\"");
    page.says(200, "deadline = &quot;2099-12-01 23:59&quot;");
    let new = before.replace("2099-12-01", "2099-12-08") + "# the end\n";
    // Browsers send CR LF.
    let shown = preview(&served, &teacher, &new.replace('\n', "\r\n"));
    shown.says(200, "<code>deadline</code>");
    shown.says(200, "Every version that counts now still does.");
    assert_eq!(text(&served), before, "a preview changes nothing");
    let saved = confirm(&teacher, &shown, &new.replace('\n', "\r\n"));
    assert_eq!(saved.leads_to(), "/ki/staff/settings?saved=1");
    assert_eq!(text(&served), new);
    teacher.get("/ki/staff/settings?saved=1").says(200, "Saved.");
    served.anybody().get("/ki/").says(200, "2099-12-08 23:59");
    assert_eq!(served.class().facts().unwrap().adopted(), Some(new.as_str()));
    let history = teacher.get("/ki/staff/history");
    history.says(200, "class.toml was adopted");
    let row = history.text().split("<tr").find(|row| row.contains("was adopted")).unwrap().to_owned();
    assert!(row.contains("Turing, teacher"), "{row}");
    // The same preview saves nothing again.
    confirm(&teacher, &shown, &new).says(409, "class.toml was changed by someone else");
}

#[test]
fn versions_that_stop_counting_are_named_before() {
    let served = Served::new();
    let (teacher, bee) = (served.teacher(), served.student("1002"));
    assert_eq!(bee.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    let new = text(&served).replace("2099-12-01", "2001-12-01");
    let shown = preview(&served, &teacher, &new);
    shown.says(200, "1 version stops counting:");
    shown.says(200, "<b>Bee</b>: <a href=\"/ki/submissions/1\">submission 1</a>, received on");
    served.anybody().get("/ki/").says(200, "2099-12-01 23:59");
    assert_eq!(confirm(&teacher, &shown, &new).status, 303);
    served.anybody().get("/ki/").says(200, "2001-12-01 23:59");
    let back = preview(&served, &teacher, &new.replace("2001-12-01", "2099-12-01"));
    back.says(200, "Start counting:");
}

#[test]
fn a_preview_that_is_no_longer_right_saves_nothing() {
    let served = Served::new();
    let (teacher, bee) = (served.teacher(), served.student("1002"));
    let before = text(&served);
    let new = before.replace("2099-12-01", "2001-12-01");
    let shown = preview(&served, &teacher, &new);
    assert_eq!(bee.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    let refused = confirm(&teacher, &shown, &new);
    refused.says(409, "the class has changed since the preview; nothing was saved");
    refused.says(409, "deadline = &quot;2001-12-01 23:59&quot;");
    assert_eq!(text(&served), before);
}

#[test]
fn fields_change_the_text_in_place() {
    let served = Served::new();
    let teacher = served.teacher();
    let commented = text(&served).replace("percent = 1\n", "percent = 1  # anything\n");
    std::fs::write(served.folder.join("class.toml"), &commented).unwrap();
    let page = teacher.get(SETTINGS);
    let mut fields = page.fields(SETTINGS);
    let is_set = |name: &str| matches!(name, "requirement.0.percent" | "quota.per_day");
    fields.retain(|(name, _)| name != "mark" && !is_set(name));
    fields.push(("requirement.0.percent".to_owned(), "50".to_owned()));
    fields.push(("quota.per_day".to_owned(), "3".to_owned()));
    // A page's select is no input.
    fields.push(("class.visible".to_owned(), "participants".to_owned()));
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
    let shown = teacher.act_with(SETTINGS, &fields, &[]);
    shown.says(200, "<td><del class=\"soft\">all</del></td><td><b>participants</b></td>");
    let new = commented
        .replace("percent = 1  # anything\n", "percent = 50  # anything\n")
        .replace("\n\n[section.A]", "\nvisible = \"participants\"\n\n[section.A]")
        + "\n[quota]\nper_day = 3\n";
    assert_eq!(confirm(&teacher, &shown, &new).status, 303);
    assert_eq!(text(&served), new);

    let bad = fields.iter().map(|(name, value)| match *name {
        "quota.per_hour" => (*name, "many"),
        "base" => (*name, ""),
        _ => (*name, *value),
    });
    let base = Hash::digest(new.as_bytes()).to_string();
    let mut bad: Vec<(&str, &str)> = bad.filter(|(name, _)| *name != "base").collect();
    bad.push(("base", &base));
    bad.push(("before", &new));
    let refused = teacher.act_with(SETTINGS, &bad, &[]);
    refused.says(400, "The text has problems. Nothing was saved.");
    refused.says(400, "per_hour = &quot;many&quot;");
    refused.says(400, "name=\"quota.per_hour\" value=\"many\"");
    assert_eq!(text(&served), new);
}

/// Fields that one teacher left alone do not undo a change that another made meanwhile.
#[test]
fn only_the_fields_that_were_changed_are_proposed_after_a_conflict() {
    let served = Served::new();
    let teacher = served.teacher();
    let before = text(&served);
    let mut fields = teacher.get(SETTINGS).fields(SETTINGS);
    fields.retain(|(name, _)| !matches!(&**name, "mark" | "quota.per_day"));
    fields.push(("quota.per_day".to_owned(), "3".to_owned()));
    fields.push(("before".to_owned(), before.replace('\n', "\r\n")));
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
    let theirs = before.replace("2099-12-01", "2099-12-08");
    std::fs::write(served.folder.join("class.toml"), &theirs).unwrap();
    let refused = teacher.act_with(SETTINGS, &fields, &[]);
    refused.says(409, "class.toml was changed by someone else");
    refused.says(409, "name=\"quota.per_day\" value=\"3\"");
    refused.says(409, "name=\"class.deadline\" value=\"2099-12-08 23:59\"");
}

#[test]
fn late_days_and_requirements_beside_grades_are_previewed() {
    let served = Served::new();
    let (teacher, bee) = (served.teacher(), served.student("1002"));
    assert_eq!(bee.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    assert_eq!(served.student("1001").hand_in(&[("rusher.wasm", &bot("rusher"))]).status, 303);
    served.play_tournament("cup");
    let before = text(&served);
    let shown = preview(&served, &teacher, &before.replace("2099-12-01", "2001-12-01"));
    shown.says(200, "No place and no grade changes");
    shown.says(200, "<td>cup</td><th class=\"name\" scope=\"row\">Bee</th><td><del class=\"soft\">0</del> <b>too late</b></td>");
    let more = "\n[[requirement]]\nname = \"more\"\nagainst = \"builtin:random\"\npercent = 1\ngames = 4\n";
    let shown = preview(&served, &teacher, &format!("{before}{more}"));
    shown.says(200, "<del class=\"soft\">0 of 1</del> <b>0 of 2</b>");
    assert!(!shown.text().contains("Late days</th>"), "late days stay the same");
    let same = preview(&served, &teacher, &format!("{before}# a comment\n"));
    assert!(!same.text().contains("beside grades"), "{}", same.text());
}

#[test]
fn problems_have_their_line_and_the_typed_text_stays() {
    let served = Served::new();
    let teacher = served.teacher();
    let new = text(&served).replace("zone = \"Europe/Berlin\"", "zone = \"Europe/<Berlin>\"") + "# mine\n";
    let refused = preview(&served, &teacher, &new);
    refused.says(400, "<pre>");
    refused.says(400, "class.toml:4:8");
    refused.says(400, "^^^^^");
    refused.says(400, "there is no time zone");
    refused.says(400, "zone = &quot;Europe/&lt;Berlin&gt;&quot;");
    refused.says(400, "# mine");
    preview(&served, &teacher, "").says(400, "The text has problems.");
    let edited = teacher.act_with(SETTINGS, &[("text", "# more"), ("do", "edit")], &[]);
    edited.says(200, "# more</textarea>");
}

#[test]
fn a_change_on_the_disk_is_noticed_and_kept() {
    let served = Served::new();
    let teacher = served.teacher();
    let before = text(&served);
    let new = before.clone() + "# mine\n";
    let shown = preview(&served, &teacher, &new);
    let theirs = before.clone() + "# theirs\n";
    std::fs::write(served.folder.join("class.toml"), &theirs).unwrap();
    let refused = confirm(&teacher, &shown, &new);
    refused.says(409, "class.toml was changed by someone else since you opened this page");
    refused.says(409, "# theirs");
    refused.says(409, "# mine");
    assert_eq!(text(&served), theirs);
    // The page that says so is made from the current text, so that it can be saved.
    let both = theirs.clone() + "# mine\n";
    let shown = preview(&served, &teacher, &both);
    assert_eq!(confirm(&teacher, &shown, &both).status, 303);
    assert_eq!(text(&served), both);
}

#[test]
fn a_text_that_waits_for_confirmation_is_confirmed_in_the_browser() {
    let served = Served::new();
    let (teacher, bee) = (served.teacher(), served.student("1002"));
    assert_eq!(bee.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    let new = text(&served).replace("2099-12-01", "2001-12-01");
    std::fs::write(served.folder.join("class.toml"), &new).unwrap();
    teacher.get(SETTINGS).says(200, "the previous text stays in force");
    let shown = preview(&served, &teacher, &new);
    shown.says(200, "1 version stops counting:");
    assert_eq!(confirm(&teacher, &shown, &new).status, 303);
    let page = teacher.get(SETTINGS).text();
    assert!(!page.contains("the previous text stays in force"), "{page}");
    // A text that cannot be read is shown, too, and corrected here.
    std::fs::write(served.folder.join("class.toml"), "[class\n").unwrap();
    teacher.get(SETTINGS).says(200, "[class\n");
    let shown = preview(&served, &teacher, &new);
    assert_eq!(confirm(&teacher, &shown, &new).status, 303);
    assert_eq!(text(&served), new);
}

#[test]
fn only_teachers_see_and_change_settings() {
    let served = Served::new();
    let before = text(&served);
    let assistant = Person::Assistant { name: "Tim".to_owned(), section: None };
    for browser in [served.enter(&assistant), served.student("1002")] {
        browser.get(SETTINGS).says(403, "you are not allowed to do that");
        preview(&served, &browser, &before).says(403, "you are not allowed to do that");
    }
    assert_eq!(text(&served), before);
}
