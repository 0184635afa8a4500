//! What was typed into a form, and a form that was refused.
//!
//! A file that was chosen comes along in further forms as a field of its own, because a browser chooses none by itself.

use axum::extract::{Form, FromRequest, Request};
use axum::http::StatusCode;
use game::visible;
use hash::hex;
use serde::Deserialize;

use crate::problem::Problem;

/// The most bytes of a form without files.
pub(crate) const LARGEST_FORM: usize = 64 << 10;
/// The fields in which a file comes along that was chosen before.
pub(crate) const FILE: [&str; 2] = ["file-name", "file-bytes"];

/// The fields of a form, as they were typed.
#[derive(Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct Typed(Vec<(String, String)>);

/// A file that was chosen in a form.
pub(crate) struct ChosenFile {
    /// What it is called where it comes from.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// A form that was refused.
pub(crate) struct RefusedForm {
    /// Which one of its page.
    pub(crate) form: &'static str,
    pub(crate) typed: Typed,
    /// Why.
    pub(crate) problem: Problem,
}

impl Typed {
    /// What was typed into a field; empty if the form has none of this name.
    pub(crate) fn get(&self, field: &str) -> &str {
        let mut fields = self.0.iter();
        fields.find(|(name, _)| name == field).map(|(_, text)| text.as_str()).unwrap_or_default()
    }

    /// The same; `None` if it is empty.
    pub(crate) fn given(&self, field: &str) -> Option<String> {
        Some(self.get(field).trim()).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// The fields of which another form consists that goes on with this one.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        fields.filter(|(name, _)| !matches!(*name, "mark" | "do"))
    }

    /// The fields of a form with the file that was chosen in it, if one was; else with the one that comes along, if one does.
    pub(crate) fn with_file(mut fields: Vec<(String, String)>, chosen: Option<ChosenFile>) -> Typed {
        if let Some(file) = chosen {
            fields.retain(|(name, _)| !FILE.contains(&name.as_str()));
            fields.extend(file.fields());
        }
        Typed(fields)
    }

    /// The file that was chosen in this form, or in one before.
    pub(crate) fn file(&self) -> Result<ChosenFile, Problem> {
        let [name, bytes] = FILE.map(|field| self.get(field));
        let bytes = hex::decode(bytes).filter(|bytes| !bytes.is_empty() && !name.is_empty());
        let bytes = bytes.ok_or_else(|| Problem::bad("no file was chosen"))?;
        Ok(ChosenFile { name: visible(name), bytes })
    }
}

impl ChosenFile {
    /// The fields in which it comes along.
    fn fields(self) -> impl Iterator<Item = (String, String)> {
        FILE.map(str::to_owned).into_iter().zip([self.name, hex::encode(self.bytes)])
    }
}

impl<S: Send + Sync> FromRequest<S> for Typed {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Typed, Problem> {
        let read = Form::<Typed>::from_request(request, state).await;
        let Form(typed) = read.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                let what = format!("what was typed has more than {} KiB", LARGEST_FORM >> 10);
                Problem::new(StatusCode::PAYLOAD_TOO_LARGE, what).hint("shorten it, and send it once more")
            }
            _ => Problem::bad("the form cannot be read"),
        })?;
        Ok(typed)
    }
}
