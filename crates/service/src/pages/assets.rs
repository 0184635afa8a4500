//! Styles and scripts of all pages.

use std::sync::OnceLock;

/// Address of the style sheet.
pub(crate) const STYLE: &str = "/-/style.css";
/// Address of the script. Every page works without it.
pub(crate) const SCRIPT: &str = "/-/service.js";

/// Returns the report's style sheet, extended for these pages.
pub(crate) fn style() -> &'static str {
    static STYLE: OnceLock<String> = OnceLock::new();
    STYLE.get_or_init(|| format!("{}{}", viewer::STYLE, include_str!("../../app/service.css")))
}

/// Returns the script that follows news and accepts dropped files.
pub(crate) fn script() -> &'static str {
    include_str!("../../app/service.js")
}
