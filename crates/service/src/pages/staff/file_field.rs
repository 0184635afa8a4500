//! The file field of a form. It keeps an earlier file, because browsers do not fill in a file field.

use maud::{Markup, html};

use crate::class_visit::View;
use crate::form_values::{FILE, FormValues};
use crate::pages::{carried_file, form_mark};

/// Renders the field, with the file that was chosen when the form was sent before.
pub(super) fn file_field(view: &View, form: &str, label: &str) -> Markup {
    let before = view.refused(form).and_then(|refused| carried_file(&refused.typed, FILE));
    html! {
        p { label for="file" { (label) } }
        @if let Some(before) = &before { (before) }
        p { input id="file" type="file" name=(FILE) accept=".csv,text/csv" required[before.is_none()]; }
    }
}

/// Renders a button that sends all fields of a form again, with `more` fields.
pub(super) fn go_on(
    view: &View,
    action: &str,
    typed: &FormValues,
    more: &[(&str, &str)],
    label: &str,
) -> Markup {
    html! {
        form.inline method="post" action=(action) enctype="multipart/form-data" {
            (form_mark(view))
            @for (name, text) in typed.fields().chain(more.iter().copied()) { input type="hidden" name=(name) value=(text); }
            button.main type="submit" { (label) }
        }
    }
}
