//! Pages of students in their language: the choice, its memory, and texts that are not translated.

use class_model::Person;

use crate::support::{Answer, Browser, Served, bot};

/// The pseudo-language, whose texts are English in brackets.
const PSEUDO: &str = "en-XA";

impl Browser {
    /// Opens a page in a language that the browser asks for.
    fn get_in(&self, path: &str, accepted: &str) -> Answer {
        self.send(&format!("GET {path}"), &format!("Accept-Language: {accepted}\r\n"), b"")
    }

    /// Chooses a language, and keeps the cookie.
    fn choose(&mut self, language: &str, page: &str) -> Answer {
        let answer = self.act("/ki/language", &[("language", language), ("page", page)]);
        let cookie = answer.header("set-cookie").and_then(|cookie| cookie.split(';').next());
        if let Some(cookie) = cookie {
            let own = self.cookie.take().unwrap_or_default();
            self.cookie = Some(format!("{own}; {cookie}"));
        }
        answer
    }
}

#[test]
fn the_browser_asks_for_a_language() {
    let served = Served::new();
    let anybody = served.anybody();
    for (accepted, tag, text) in [
        ("de-CH,en;q=0.5", "de", "Abgabefrist"),
        ("nl,fr;q=0.7,de;q=0.6", "fr", "Date limite"),
        ("de;q=0,en;q=0.1", "en", "Deadline"),
        ("nl", "en", "Deadline"),
    ] {
        let page = anybody.get_in("/ki/", accepted);
        page.says(200, &format!("<html lang=\"{tag}\">"));
        page.says(200, text);
    }
    anybody.get("/ki/").says(200, "<html lang=\"en\">");
    anybody.get_in("/ki/nothing", "de").says(404, "Diese Seite gibt es nicht");
}

#[test]
fn a_choice_is_remembered_and_outweighs_the_browser() {
    let served = Served::new();
    let mut ada = served.student("1001");
    let device = ada.clone();
    let chosen = ada.choose("de", "/ki/rules");
    assert_eq!(chosen.leads_to(), "/ki/rules");
    assert!(chosen.header("set-cookie").unwrap().contains("Path=/; Max-Age=31536000"));
    ada.get_in("/ki/", "fr").says(200, "<html lang=\"de\">");
    // Another device of the same student has no cookie of the language.
    device.get_in("/ki/", "fr").says(200, "<html lang=\"de\">");
    served.student("1002").get_in("/ki/", "fr").says(200, "<html lang=\"fr\">");
    ada.get("/ki/").says(200, "aria-current=\"true\">Deutsch");
    let history = served.teacher().get("/ki/staff/history").text();
    assert!(history.contains("the language Deutsch was chosen"), "{history}");
    // The same choice again is not another event.
    let events = served.class().facts().unwrap().last_event();
    assert_eq!(ada.choose("de", "/ki/").status, 303);
    assert_eq!(served.class().facts().unwrap().last_event(), events);
}

#[test]
fn a_choice_leads_only_to_pages_of_the_class() {
    let served = Served::new();
    let mut ada = served.student("1001");
    for page in ["https://example.org/", "//example.org/", "/\\example.org", "ki/", "", "/other/"] {
        assert_eq!(ada.choose("fr", page).leads_to(), "/ki/", "{page}");
    }
    let refused = ada.act("/ki/language", &[("language", "tlh"), ("page", "/ki/")]);
    refused.says(400, "Il n’y a pas de page dans cette langue");
    assert_eq!(ada.post("/ki/language", &[("language", "de")]).status, 403);
    // An anonymous reader has no session, and so no mark.
    let anybody = served.anybody().post("/ki/language", &[("language", "de"), ("page", "/ki/enter")]);
    assert_eq!(anybody.leads_to(), "/ki/enter");
}

#[test]
fn pages_of_staff_are_in_english() {
    let served = Served::new();
    for person in [
        Person::Teacher { name: "Turing".to_owned() },
        Person::Assistant { name: "Tim".to_owned(), section: None },
    ] {
        let page = served.enter(&person).get_in("/ki/", "de");
        page.says(200, "<html lang=\"en\">");
        assert!(!page.text().contains("Deutsch"));
    }
}

#[test]
fn refused_forms_and_times_are_in_the_language_of_the_page() {
    let served = Served::new();
    let mut ada = served.student("1001");
    ada.choose("de", "/ki/");
    ada.get("/ki/").says(200, "01.12.2099 23:59");
    let refused = ada.act("/ki/tokens", &[("name", ""), ("purpose", "read"), ("days", "5")]);
    refused.says(400, "Der Name eines Tokens muss 1 bis 100 Bytes haben");
    refused.says(400, "<title>Fehler · ");
    let handed_in = ada.hand_in(&[("notes.wasm", b"no module")]);
    let page = ada.get(handed_in.leads_to());
    page.says(200, "Abgabe 1: abgelehnt");
    page.says(200, "die Datei ist kein WebAssembly-Modul");
}

/// Returns the texts of a page that a reader sees or hears and that are not in the brackets of the pseudo-language.
fn unbracketed(page: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let (mut depth, mut text) = (0_usize, String::new());
    let mut rest = page.split_once("<body").expect("a page has a body").1;
    rest = rest.split_once('>').unwrap().1;
    let silent = ["code", "pre", "script", "style", "option"];
    while let Some((before, after)) = rest.split_once('<') {
        for letter in before.chars() {
            match letter {
                '⟦' => depth += 1,
                '⟧' => depth -= 1,
                other if depth == 0 => text.push(other),
                _ => {}
            }
        }
        let (tag, after) = after.split_once('>').unwrap();
        let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).collect();
        for attribute in ["aria-label", "placeholder", "title", "alt"] {
            let value =
                tag.split_once(&format!(" {attribute}=\"")).and_then(|(_, rest)| rest.split_once('"'));
            texts.extend(value.map(|(value, _)| value.to_owned()).filter(|value| !value.contains('⟦')));
        }
        rest = after;
        if silent.contains(&name.as_str()) {
            rest = rest.split_once(&format!("</{name}>")).map_or("", |(_, rest)| rest);
        }
        texts.push(std::mem::take(&mut text));
    }
    assert_eq!(depth, 0, "brackets of one text end in another");
    texts
}

/// Words of data on the pages: names, units, and the languages to choose from.
const DATA: &[&str] = &[
    "Muster",
    "Bots",
    "Tanks",
    "amp",
    "Tank",
    "War",
    "Ada",
    "Bee",
    "Cy",
    "lt",
    "gt",
    "script",
    "alert",
    "plays",
    "A",
    "B",
    "Cup",
    "cup",
    "Deutsch",
    "Français",
    "English",
    "greedy",
    "wasm",
    "bot",
    "JavaScript",
    "Python",
    "Europe",
    "Berlin",
    "laptop",
    "builtin",
    "random",
    "openapi",
    "json",
    "U",
    "C",
    "Rust",
    "Zig",
    "Go",
    "Nim",
    "AssemblyScript",
    "Swiss",
    "WebAssembly",
    "TypeScript",
];

/// Returns the words of a page that are in no text of a language.
fn check(path: &str, page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for text in unbracketed(page) {
        // The game's title is a name.
        let text = text.replace("The Tank War", "");
        let words =
            text.split(|letter: char| !letter.is_alphabetic()).filter(|word| word.chars().count() > 1);
        let foreign: Vec<&str> = words.filter(|word| !DATA.contains(word)).collect();
        if !foreign.is_empty() {
            found.push(format!("{path}: {foreign:?} of {text:?}"));
        }
    }
    found
}

/// Every text of every page of a student is in the bundles: in the pseudo-language it stands in brackets.
#[test]
fn no_text_of_a_students_page_is_outside_of_the_bundles() {
    let served = Served::with("\n[teams]\nsize = 2\nuntil = \"2099-11-01 12:00\"\n", true);
    let ada = served.student("1001");
    let bee = served.student("1002");
    let mut found = check("/ki/", &ada.get_in("/ki/", PSEUDO).text());
    assert_eq!(ada.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    assert_eq!(ada.hand_in(&[("greedy.wasm", b"no module")]).status, 303);
    assert_eq!(bee.hand_in(&[("bot.wasm", &bot("walker"))]).status, 303);
    let games = [("against", "of-text:builtin:random"), ("games", "2")];
    assert_eq!(ada.act("/ki/games", &games).status, 303);
    served.play_tournament("cup");
    crate::support::until("all games are played", || {
        let page = ada.get("/ki/").text();
        page.contains("/ki/games/1") && page.contains("/ki/requirements/plays")
    });
    let about = [("about", "submission:1"), ("text", "8 + 8 = ?"), ("regrade", "1")];
    let question = ada.act("/ki/questions", &about).leads_to().to_owned();
    let teacher = served.teacher();
    assert_eq!(teacher.act("/ki/announcements", &[("text", "2 + 2 = 4")]).status, 303);
    assert_eq!(teacher.act(&question, &[("do", "grant"), ("text", "16")]).status, 303);
    let anybody = served.anybody();
    for path in ["/ki/", "/ki/enter", "/ki/announcements"] {
        found.extend(check(path, &anybody.get_in(path, PSEUDO).text()));
    }
    let own = "/ki/students/1001/runs/cup";
    let matches = ada.get(own).text();
    let first =
        matches.split(&format!("href=\"{own}/")).nth(1).and_then(|rest| rest.split_once('"')).unwrap().0;
    let one = format!("{own}/{first}");
    for path in [
        "/ki/",
        "/ki/submissions/1",
        "/ki/submissions/2",
        "/ki/requirements/plays",
        "/ki/games/1",
        "/ki/tokens",
        "/ki/mail",
        "/ki/team",
        "/ki/questions",
        &question,
        "/ki/announcements",
        own,
        &one,
    ] {
        let answer = ada.get_in(path, PSEUDO);
        assert_eq!(answer.status, 200, "{path}");
        found.extend(check(path, &answer.text()));
    }
    for path in ["/ki/nothing", "/ki/submissions/9", "/ki/staff/roster"] {
        found.extend(check(path, &ada.get_in(path, PSEUDO).text()));
    }
    assert!(found.is_empty(), "in the texts of no language: {found:#?}");
}

#[test]
fn the_check_finds_a_text_outside_of_the_bundles() {
    let page = "<html><body class=\"x\"><p>⟦in <a>a link</a> 3⟧ 4</p><p title=\"tip\">plain</p><code>free</code></body>";
    let texts = unbracketed(page).join(" ");
    assert!(texts.contains("plain") && texts.contains("tip"), "{texts}");
    assert!(!texts.contains("link") && !texts.contains("free"), "{texts}");
}
