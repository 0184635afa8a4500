//! `languages` of `[class]`: the languages that a class accepts.

use std::collections::BTreeSet;

use config::{Problem, Reader, SizeClass};

/// A language in which a bot may be submitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HandInLanguage {
    /// A module, compiled from any language.
    Wasm,
    /// A script in JavaScript or TypeScript.
    JavaScript,
    /// A script in Python.
    Python,
}

impl HandInLanguage {
    /// All languages, in the order of listings.
    pub const ALL: [HandInLanguage; 3] =
        [HandInLanguage::Wasm, HandInLanguage::JavaScript, HandInLanguage::Python];

    /// Returns the name in a class's text.
    pub const fn name(self) -> &'static str {
        match self {
            HandInLanguage::Wasm => "wasm",
            HandInLanguage::JavaScript => "javascript",
            HandInLanguage::Python => "python",
        }
    }

    /// Returns the name for people.
    pub const fn title(self) -> &'static str {
        match self {
            HandInLanguage::Wasm => "modules (.wasm)",
            HandInLanguage::JavaScript => "JavaScript",
            HandInLanguage::Python => "Python",
        }
    }

    /// Returns the language of a script by its validator's name for it; `None` as the name stands for a module.
    pub fn from_script(script: Option<&str>) -> Option<HandInLanguage> {
        match script {
            None => Some(HandInLanguage::Wasm),
            Some(title) => HandInLanguage::ALL.into_iter().find(|language| language.title() == title),
        }
    }

    /// Returns the caps that its modules need.
    pub const fn size(self) -> SizeClass {
        match self {
            HandInLanguage::Wasm | HandInLanguage::JavaScript => SizeClass::Normal,
            HandInLanguage::Python => SizeClass::Script,
        }
    }
}

/// Reads the languages that a class accepts, and the caps for its modules. Without a list, a class accepts all
/// languages that its caps admit.
pub(crate) fn read(table: &Reader<'_>, size: Option<SizeClass>) -> (BTreeSet<HandInLanguage>, SizeClass) {
    let Some(names) = table.strings("languages") else {
        let size = size.unwrap_or_default();
        let admitted = HandInLanguage::ALL.into_iter().filter(|language| language.size() <= size);
        return (admitted.collect(), size);
    };
    let mut languages = BTreeSet::new();
    for name in names.value {
        match HandInLanguage::ALL.into_iter().find(|language| language.name() == name.value) {
            Some(language) if languages.insert(language) => {}
            Some(_) => table.problem(name.span, format!("\"{}\" is listed twice", name.value)),
            None => {
                let known = HandInLanguage::ALL.map(HandInLanguage::name).join(", ");
                let problem = Problem::new(name.span, format!("unknown language \"{}\"", name.value));
                table.add(problem.hint(format!(
                    "expected one of {known}; a bot in any other language is submitted as wasm"
                )));
            }
        }
    }
    let larger = languages.iter().find(|language| language.size() == SizeClass::Script);
    if let (Some(SizeClass::Normal), Some(language)) = (size, larger) {
        let what = format!("bots in {} need size = \"script\"", language.title());
        table.add(
            Problem::new(table.place_of("size"), what).hint("`languages` implies the size: remove `size`"),
        );
    }
    let implied = larger.map_or(SizeClass::Normal, |language| language.size());
    (languages, size.unwrap_or(implied))
}
