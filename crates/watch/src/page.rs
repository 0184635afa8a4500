//! The files of the page.

use std::borrow::Cow;

/// Returns a file of the page by its name, with its media type; `None` if there is none.
pub(crate) fn file(name: &str) -> Option<(&'static str, Cow<'static, str>)> {
    Some(match name {
        "" => ("text/html; charset=utf-8", include_str!("../page/index.html").into()),
        "watch.js" => ("text/javascript; charset=utf-8", include_str!("../page/watch.js").into()),
        "watch.css" => {
            ("text/css; charset=utf-8", [viewer::STYLE, include_str!("../page/watch.css")].concat().into())
        }
        _ => return None,
    })
}
