//! Saving a changed text of a class, after a preview of its effects.

use std::io::Write;
use std::path::Path;

use class_model::Hash;
use explain::{Error, Kind};
use game::visible_path;

use super::adoption::{Adoption, preview_adoption};
use crate::open_class::{OpenClass, OpenError, TextChange, read_text, refuse_long_ahead};
use crate::warning::Warning;

/// A changed text to be saved.
#[derive(Clone, Debug)]
pub struct SaveText {
    /// The whole text.
    pub text: String,
    /// The hash of the text on the disk from which this one was made.
    pub base: Hash,
    /// The hash of the preview that was confirmed.
    pub preview: Hash,
}

/// Returns the text on the disk, which may have problems or wait for adoption.
///
/// # Errors
/// If it cannot be read.
pub fn text_on_disk(class: &OpenClass) -> Result<String, OpenError> {
    read_text(&class.folder)
}

/// Returns the effects that [`save_text`] would have.
///
/// # Errors
/// If the text has problems, the text on the disk has changed since, or the class's record cannot be
/// read.
pub fn preview_text(class: &OpenClass, text: &str, base: &Hash) -> Result<Adoption, OpenError> {
    refuse_other_base(class, base).map_err(OpenError::Record)?;
    preview_adoption(&class.under_text(text.to_owned())?).map_err(OpenError::Record)
}

/// Replaces the text on the disk and adopts it, even if versions stop counting.
///
/// # Errors
/// If the text on the disk is not the one that it was made from, the effects differ from the preview, the text cannot be
/// written, or as [`preview_text`].
pub fn save_text(class: &OpenClass, request: SaveText) -> Result<Adoption, OpenError> {
    let SaveText { text, base, preview } = request;
    let class = class.under_text(text)?;
    let mut change = TextChange::None;
    let recorded = class.write_unchecked(|facts, at| {
        refuse_other_base(&class, &base)?;
        change = class.change(facts);
        if Adoption::from_change(&class, facts, &change, true).hash() != preview {
            let what = "the class has changed since the preview; nothing was saved";
            return Err(Error::new(Kind::Conflict, what).hint("review the changes again"));
        }
        let is_same = matches!(change, TextChange::None);
        let adopted = if is_same { Vec::new() } else { class.adopted(&change, facts) };
        if !is_same {
            refuse_long_ahead(&class.plan, facts, at)?;
        }
        // The text comes first: if the program ends now, the next one finds a changed text, and asks for its adoption.
        write(&class)?;
        Ok(adopted)
    });
    let recorded = recorded.map_err(OpenError::Record)?;
    Ok(Adoption {
        warnings: Warning::from_recorded(&recorded),
        ..Adoption::from_change(&class, &recorded.facts, &change, false)
    })
}

/// Refuses a text that was made from another one than that on the disk.
fn refuse_other_base(class: &OpenClass, base: &Hash) -> Result<(), Error> {
    if Hash::digest(text_on_disk(class)?.as_bytes()) == *base {
        return Ok(());
    }
    let what = "class.toml was changed by someone else since you opened this page; nothing was saved";
    Err(Error::new(Kind::Conflict, what).hint("add your changes to the current text"))
}

fn write(class: &OpenClass) -> Result<(), Error> {
    write_file(&class.folder.text(), class.text().as_bytes())
}

/// Replaces a file of a class's folder.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    files::replace(path, None, |file| file.write_all(bytes))
        .map_err(|error| Error::new(Kind::Host, format!("cannot write {}: {error}", visible_path(path))))
}
