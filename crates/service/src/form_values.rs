//! Typed values of a form, and rejected forms.
//!
//! A chosen file is carried along in later forms as hidden fields, because browsers do not fill in a file field.

use axum::extract::{Form, FromRequest, Request};
use axum::http::StatusCode;
use class_operations::NamedFile;
use game::visible;
use hash::hex;
use serde::Deserialize;

use crate::problem::Problem;

/// Maximum size of a form without files, in bytes.
pub(crate) const LARGEST_FORM: usize = 64 << 10;
/// The usual name of a file field.
pub(crate) const FILE: &str = "file";

/// The fields of a form as typed.
#[derive(Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct FormValues(Vec<(String, String)>);

/// A rejected form.
pub(crate) struct RefusedForm {
    /// The name of the form on its page.
    pub(crate) form: &'static str,
    pub(crate) typed: FormValues,
    /// The reason.
    pub(crate) problem: Problem,
}

impl FormValues {
    /// Returns the value of a field; empty if the form has no such field.
    pub(crate) fn get(&self, field: &str) -> &str {
        let mut fields = self.0.iter();
        fields.find(|(name, _)| name == field).map(|(_, text)| text.as_str()).unwrap_or_default()
    }

    /// Returns the trimmed value of a field; `None` if it is empty.
    pub(crate) fn given(&self, field: &str) -> Option<String> {
        Some(self.get(field).trim()).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    /// Returns the fields to carry along in a form that continues this one.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        let fields = self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        fields.filter(|(name, _)| !matches!(*name, "mark" | "do"))
    }

    /// Returns the fields of a form with the files chosen in it, each with the name of its field. A field without a
    /// chosen file keeps the file carried along, if any.
    pub(crate) fn with_files(
        mut fields: Vec<(String, String)>,
        chosen: impl IntoIterator<Item = (String, NamedFile)>,
    ) -> FormValues {
        for (field, file) in chosen {
            let names = carried(&field);
            fields.retain(|(name, _)| !names.contains(name));
            fields.extend(names.into_iter().zip([file.name, hex::encode(file.bytes)]));
        }
        FormValues(fields)
    }

    /// Returns the file chosen in a field of this form, or of an earlier one.
    pub(crate) fn file(&self, field: &str) -> Result<NamedFile, Problem> {
        let names = carried(field);
        let [name, bytes] = names.each_ref().map(|name| self.get(name));
        let bytes = hex::decode(bytes).filter(|bytes| !bytes.is_empty() && !name.is_empty());
        let bytes = bytes.ok_or_else(|| Problem::bad("no file was chosen"))?;
        Ok(NamedFile { name: visible(name), bytes })
    }
}

/// Returns the names of the hidden fields that carry along the file chosen in a field.
pub(crate) fn carried(field: &str) -> [String; 2] {
    ["name", "bytes"].map(|part| format!("{field}-{part}"))
}

impl<S: Send + Sync> FromRequest<S> for FormValues {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<FormValues, Problem> {
        let read = Form::<FormValues>::from_request(request, state).await;
        let Form(typed) = read.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                let what = format!("the text in the form is larger than {} KiB", LARGEST_FORM >> 10);
                Problem::new(StatusCode::PAYLOAD_TOO_LARGE, what).hint("shorten it and try again")
            }
            _ => Problem::bad("the form cannot be read"),
        })?;
        Ok(typed)
    }
}
