//! Markup typed into every field of every form stays text.

use std::collections::BTreeSet;

use crate::support::{Browser, Served, bot};

const MARKUP: &str = "\"'></textarea><script>alert(7)</script>";
/// Unescaped forms of the markup, which no page may contain.
const OBEYED: [&str; 2] = ["<script>alert(7)", "\"'></textarea>"];

/// A form of a page.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Form {
    action: String,
    has_file: bool,
    /// The value of each field except the mark.
    fields: Vec<(String, String)>,
}

pub(crate) fn attribute(tag: &str, name: &str) -> Option<String> {
    let value = tag.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0;
    Some(value.replace("&quot;", "\"").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
}

/// Returns the tags of a name, each followed by the rest of the page up to the next.
pub(crate) fn tags<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let ends = |rest: &str| rest.starts_with([' ', '>']);
    page.split(&format!("<{name}")).skip(1).filter(|rest| ends(rest)).collect()
}

fn forms(page: &str) -> Vec<Form> {
    let form = |text: &&str| {
        let text = text.split("</form>").next().unwrap();
        let head = text.split_once('>').unwrap().0;
        let mut fields = Vec::new();
        for tag in tags(text, "input").into_iter().map(|tag| tag.split('>').next().unwrap()) {
            fields.extend(attribute(tag, "name").zip(Some(attribute(tag, "value").unwrap_or_default())));
        }
        for tag in tags(text, "textarea") {
            fields.extend(attribute(tag.split('>').next().unwrap(), "name").zip(Some(String::new())));
        }
        for tag in tags(text, "select") {
            let first = tags(tag, "option").first().and_then(|option| attribute(option, "value"));
            fields.extend(
                attribute(tag.split('>').next().unwrap(), "name").zip(Some(first.unwrap_or_default())),
            );
        }
        fields.retain(|(name, _)| name != "mark");
        let has_file = head.contains("multipart/form-data");
        Form { action: attribute(head, "action").unwrap_or_default(), has_file, fields }
    };
    tags(page, "form").iter().map(form).collect()
}

/// Returns all pages reachable from the first one, with their texts.
pub(crate) fn pages(browser: &Browser) -> Vec<(String, String)> {
    let (mut known, mut waiting) = (BTreeSet::new(), vec!["/ki/".to_owned(), "/ki/enter".to_owned()]);
    let mut pages = Vec::new();
    while let Some(path) = waiting.pop() {
        if !known.insert(path.clone()) {
            continue;
        }
        let answer = browser.get(&path);
        if !answer.header("content-type").is_some_and(|kind| kind.contains("html")) {
            continue;
        }
        let text = answer.text();
        assert!(answer.status < 500, "{path}: {text}");
        let links = tags(&text, "a").into_iter().filter_map(|tag| attribute(tag.split('>').next()?, "href"));
        let own = links.filter(|link| link.starts_with("/ki/") && !link.contains("/runs/"));
        waiting.extend(own.map(|link| link.split('#').next().unwrap().to_owned()));
        pages.push((path, text));
    }
    pages
}

fn is_harmless(what: &str, text: &str) {
    for obeyed in OBEYED {
        assert!(!text.contains(obeyed), "{what}: {text}");
    }
}

impl Form {
    /// Sends the form with markup in the chosen fields.
    fn send(&self, browser: &Browser, is_chosen: impl Fn(&str) -> bool) {
        let fields = self
            .fields
            .iter()
            .map(|(name, value)| (name.as_str(), if is_chosen(name) { MARKUP } else { value.as_str() }));
        let fields: Vec<(&str, &str)> = fields.collect();
        let answer = if self.has_file {
            let file = format!("id,name,alias\n{MARKUP},{MARKUP},{MARKUP}\n");
            let fields: Vec<_> =
                fields.into_iter().filter(|(name, _)| !["bot", "file"].contains(name)).collect();
            browser.act_with(
                &self.action,
                &fields,
                &[("\u{27}><script>alert(7)</script>.csv", file.as_bytes())],
            )
        } else {
            browser.act(&self.action, &fields)
        };
        assert!(answer.status < 500, "{}: {}", self.action, answer.text());
        is_harmless(&self.action, &answer.text());
    }
}

#[test]
fn whatever_is_typed_into_a_form_is_text() {
    let served = Served::new();
    let people = [served.student("1001"), served.teacher(), served.student("1002")];
    assert_eq!(people[0].hand_in(&[("<script>alert(7)<.wasm", &bot("greedy"))]).status, 303);
    assert_eq!(people[2].hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    let mut sent = BTreeSet::new();
    for browser in &people {
        let found = pages(browser).into_iter().flat_map(|(_, text)| forms(&text)).collect::<BTreeSet<_>>();
        for form in found {
            // Skips the form that ends the session.
            if form.action.ends_with("/leave") {
                continue;
            }
            for (name, _) in &form.fields {
                form.send(browser, |own| own == name);
            }
            form.send(browser, |_| true);
            sent.insert(form.action);
        }
    }
    for action in
        ["/ki/announcements", "/ki/games", "/ki/tokens", "/ki/staff/roster", "/ki/students/1001/time"]
    {
        assert!(sent.contains(action), "{action} is not among {sent:?}");
    }
    for browser in people.iter().chain([&served.anybody()]) {
        for (path, text) in pages(browser) {
            is_harmless(&path, &text);
        }
    }
}
