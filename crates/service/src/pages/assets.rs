//! Styles and scripts of all pages.

use std::sync::OnceLock;

/// Where the style sheet is.
pub(crate) const STYLE: &str = "/-/style.css";
/// Where the script is. Every page does without it.
pub(crate) const SCRIPT: &str = "/-/service.js";

/// The report's style sheet, with what these pages have besides.
pub(crate) fn style() -> &'static str {
    static STYLE: OnceLock<String> = OnceLock::new();
    STYLE.get_or_init(|| format!("{}{}", viewer::STYLE, include_str!("../../app/service.css")))
}

/// What follows what is new, and takes files that are dropped.
pub(crate) fn script() -> &'static str {
    include_str!("../../app/service.js")
}
