//! The texts of all languages agree with one another and with the code.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use locale::Locale::{English, French, German, Pseudo};
use locale::{Arguments, Locale};

/// The crates whose code uses keys.
const USERS: [&str; 3] = ["service", "class-operations", "locale"];

/// Pairs of words that the code puts together.
const ASSEMBLED: [&str; 5] = ["game failed", "other failed", "Your regrade", "The teacher", "The assistant"];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|own| own == ending) {
            found.push(path);
        }
    }
    found
}

/// A message: the names of its arguments, and its plain pieces of text.
#[derive(Debug, Default)]
struct Message {
    arguments: BTreeSet<String>,
    pieces: Vec<String>,
}

impl Message {
    fn add(&mut self, pattern: &Pattern<&str>) {
        for element in &pattern.elements {
            match element {
                PatternElement::TextElement { value } => self.pieces.push((*value).to_owned()),
                PatternElement::Placeable { expression: Expression::Inline(inline) } => {
                    self.add_inline(inline);
                }
                PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
                    self.add_inline(selector);
                    for variant in variants {
                        self.add(&variant.value);
                    }
                }
            }
        }
    }

    fn add_inline(&mut self, inline: &InlineExpression<&str>) {
        if let InlineExpression::VariableReference { id } = inline {
            self.arguments.insert(id.name.to_owned());
        }
    }
}

/// Returns the messages of a language, by area and key.
fn messages(locale: Locale) -> BTreeMap<(String, String), Message> {
    let mut all = BTreeMap::new();
    for path in files(&crates().join("locale/texts").join(locale.tag()), "ftl") {
        let area = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        let parsed = fluent_syntax::parser::parse(text.as_str()).map_err(|(_, problems)| problems);
        for entry in parsed.unwrap_or_else(|problems| panic!("{}: {problems:?}", path.display())).body {
            let Entry::Message(one) = entry else { continue };
            let mut message = Message::default();
            message.add(one.value.as_ref().unwrap());
            let earlier = all.insert((area.clone(), one.id.name.to_owned()), message);
            assert!(earlier.is_none(), "{} occurs twice in {}", one.id.name, path.display());
        }
    }
    all
}

/// Returns the string literals of the code of some crates, without their tests.
fn literals(names: &[&str]) -> String {
    let mut all = String::new();
    for name in names {
        for path in files(&crates().join(name).join("src"), "rs") {
            all.push_str(&fs::read_to_string(path).unwrap());
        }
    }
    all
}

#[test]
fn every_language_has_the_same_messages_with_the_same_arguments() {
    let english = messages(English);
    let keys: BTreeSet<&String> = english.keys().map(|(_, key)| key).collect();
    assert_eq!(keys.len(), english.len(), "a key is in two areas");
    for locale in Locale::ALL {
        let own = messages(locale);
        let names = |all: &BTreeMap<(String, String), Message>| all.keys().cloned().collect::<BTreeSet<_>>();
        let odd: Vec<_> = names(&own).symmetric_difference(&names(&english)).cloned().collect();
        assert!(odd.is_empty(), "{locale:?}: {odd:?}");
        for (key, message) in &own {
            let (known, area) = (&english[key].arguments, &key.0);
            // The translation of a sentence may leave an argument out.
            let agrees = if area == "sentences" {
                message.arguments.is_subset(known)
            } else {
                message.arguments == *known
            };
            assert!(agrees, "{locale:?}, {key:?}: {:?} instead of {known:?}", message.arguments);
        }
    }
}

#[test]
fn every_message_can_be_formatted() {
    for locale in Locale::ALL {
        for ((_, key), message) in messages(locale) {
            for value in ["0", "1", "2", "68.5", "Ada"] {
                let fill = |arguments: Arguments<'static>, name: &String| {
                    let name: &'static str = Box::leak(name.clone().into_boxed_str());
                    match value.parse::<f64>() {
                        Ok(number) => arguments.with(name, number),
                        Err(_) => arguments.with(name, value),
                    }
                };
                let text = locale.text(&key, &message.arguments.iter().fold(Arguments::default(), fill));
                assert!(!text.contains(['{', '}']) && !text.trim().is_empty(), "{locale:?} {key}: {text}");
            }
        }
    }
}

#[test]
fn the_code_uses_every_key_and_no_other() {
    let code: Vec<String> = literals(&USERS)
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .map(str::to_owned)
        .collect();
    let code = code.join("\n");
    let english = messages(English);
    let of_code = english.keys().filter(|(area, _)| area != "sentences").map(|(_, key)| key.as_str());
    let unused: Vec<&str> = of_code.filter(|key| !code.contains(&format!("\"{key}\""))).collect();
    assert!(unused.is_empty(), "no code uses {unused:?}");
    let known: BTreeSet<&str> = english.keys().map(|(_, key)| key.as_str()).collect();
    let calls = code.split("text!(").chain(code.split("rich!(")).skip(1);
    let used = calls.filter_map(|call| {
        let (locale, rest) = call.split_once(',')?;
        let key = rest.trim_start().strip_prefix('"')?.split_once('"')?.0;
        (!locale.contains(['"', ')', '\n'])).then_some(key)
    });
    let used: BTreeSet<&str> = used.collect();
    assert!(used.len() > 100, "{used:?}");
    let missing: Vec<&&str> = used.difference(&known).collect();
    assert!(missing.is_empty(), "no text for {missing:?}");
}

/// A sentence that the code no longer writes would silently be shown in English.
#[test]
fn the_code_still_writes_every_sentence() {
    let names: Vec<String> = fs::read_dir(crates())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let names: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .filter(|name| *name != "locale" && crates().join(name).join("src").is_dir())
        .collect();
    // A literal may go on in the next line.
    let code: String = literals(&names).split("\\\n").map(str::trim_start).collect();
    let code = code.replace("\\\"", "\"").replace("\\\\", "\\");
    for ((area, key), message) in messages(English) {
        if area != "sentences" {
            continue;
        }
        // Plural forms and lists are put together from parts, but two words in a row stay together.
        for part in message.pieces.iter().flat_map(|piece| piece.split([',', ';', ':', '(', ')', '"', '%'])) {
            let words: Vec<&str> = part.split_whitespace().collect();
            let is_of_words =
                |pair: &&[&str]| !pair.concat().contains(|letter: char| letter.is_ascii_digit());
            for pair in words.windows(2).filter(is_of_words).map(|pair| pair.join(" ")) {
                let is_there = code.contains(&pair) || ASSEMBLED.contains(&pair.as_str());
                assert!(is_there, "{key}: no code writes {pair:?} of {part:?}");
            }
        }
    }
}

#[test]
fn a_sentence_is_translated_with_its_arguments() {
    let check = |locale: Locale, sentence: &str, translation: &str| {
        assert_eq!(locale.translated(sentence), translation);
    };
    check(
        German,
        "too soon: try again at 2026-12-01 08:34; 3 of 4 left in 24 hours",
        "zu früh: wieder möglich ab 01.12.2026 08:34; noch 3 von 4 in 24 Stunden",
    );
    check(
        German,
        "68.5 % of 200 games (95 %: 62.0 to 74.3); 60 % needed",
        "68,5 % aus 200 Partien (95 %: 62,0 bis 74,3); nötig sind 60 %",
    );
    check(
        French,
        "up to 4 submissions per 24 hours, at least 5 minutes apart",
        "au plus 4 soumissions par 24 heures, espacées d’au moins 5 minutes",
    );
    check(French, "unknown words", "unknown words");
    check(German, "the file is empty (hint: write more)", "die Datei ist leer (Hinweis: write more)");
    check(German, "won has no active version", "won hat keine aktive Version");
    check(German, "007 has no submission 7", "007 hat keine Abgabe 7");
    check(German, "2026-12-01 23:59 (section 01)", "01.12.2026 23:59 (Gruppe 01)");
    check(English, "won", "won");
    check(Pseudo, "lost", "⟦lost⟧");
    check(German, "lost\nelsewhere", "verloren\nelsewhere");
}
