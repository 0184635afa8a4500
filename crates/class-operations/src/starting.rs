//! The rules of the game and the starter projects, with which students begin.

use class_model::HandInLanguage;
use explain::{Error, Kind};
use game::visible;
use kit::{LANGUAGES, Language};

use crate::named_file::NamedFile;
use crate::open_class::OpenClass;

/// Returns the rules of the class's game, in Markdown.
pub fn game_rules(class: &OpenClass) -> String {
    kit::rules(class.plan.game)
}

/// Returns the languages with a starter project that the class accepts.
pub fn starter_languages(class: &OpenClass) -> impl Iterator<Item = &'static Language> {
    let accepts = |language: &&Language| class.plan.languages.contains(&handed_in_as(language));
    LANGUAGES.iter().copied().filter(accepts)
}

/// Returns the language in which bots from a starter project are handed in.
fn handed_in_as(language: &Language) -> HandInLanguage {
    match language.name {
        "python" => HandInLanguage::Python,
        "javascript" | "typescript" => HandInLanguage::JavaScript,
        _ => HandInLanguage::Wasm,
    }
}

/// Returns the starter project in a language as a zip archive with one folder.
///
/// # Errors
/// If the class accepts no such language.
pub fn starter_project(class: &OpenClass, language: &str) -> Result<NamedFile, Error> {
    let unknown = || {
        let what = format!("there is no starter project in \"{}\" for this class", visible(language));
        Error::new(Kind::NotFound, what)
    };
    let language = starter_languages(class).find(|one| one.name == language).ok_or_else(unknown)?;
    let game = class.plan.game;
    let folder = format!("{}-{}", game.name(), language.name);
    let files: Vec<(String, String)> = kit::project(language, game)
        .into_iter()
        .map(|file| (format!("{folder}/{}", file.path), file.text))
        .collect();
    let mut files: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let module = format!("{folder}/{}", kit::MODULE);
    files.extend(game.module().map(|bytes| (module.as_str(), bytes)));
    let bytes = course_files::archives::pack(&files).ok_or_else(unknown)?;
    Ok(NamedFile { name: format!("{folder}.zip"), bytes })
}
