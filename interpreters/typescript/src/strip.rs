//! Replaces the types of one file by blanks.

use std::sync::{Arc, Mutex};

use swc_common::errors::{DiagnosticBuilder, Emitter, HANDLER, Handler};
use swc_common::sync::Lrc;
use swc_common::{FilePathMapping, GLOBALS, Globals, SourceMap};
use swc_ts_fast_strip::{ErrorCode, Mode, Options, operate};

/// Advice on constructs that are more than a type, such as an enum.
const ADVICE: &str = "types are left out here and nothing else is changed: write it in plain JavaScript";

/// Returns the file without its types, or its error: file, line, column and message.
pub(crate) fn strip(name: &str, text: &str) -> Result<String, String> {
    let map = Lrc::new(SourceMap::new(FilePathMapping::empty()));
    let found = Arc::new(Mutex::new(Vec::new()));
    let emitter = Collector { map: Lrc::clone(&map), name: name.to_owned(), found: Arc::clone(&found) };
    let handler = Handler::with_emitter(true, false, Box::new(emitter));
    let options = Options {
        module: Some(true),
        filename: Some(name.to_owned()),
        mode: Mode::StripOnly,
        deprecated_ts_module_as_error: Some(true),
        ..Options::default()
    };
    let globals = Globals::new();
    let stripped = GLOBALS
        .set(&globals, || HANDLER.set(&handler, || operate(&map, &handler, text.to_owned(), options)));
    stripped.map(|output| output.code).map_err(|error| {
        let found = found.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let first = found.first().cloned().unwrap_or_else(|| format!("{name}:1:1: {}", error.message));
        match error.code {
            ErrorCode::UnsupportedSyntax => format!("{first}; {ADVICE}"),
            _ => first,
        }
    })
}

/// Collects errors in the order in which the parser finds them.
struct Collector {
    map: Lrc<SourceMap>,
    name: String,
    found: Arc<Mutex<Vec<String>>>,
}

impl Emitter for Collector {
    fn emit(&mut self, diagnostic: &mut DiagnosticBuilder<'_>) {
        let span = diagnostic.span.primary_span();
        let place = span.map(|span| self.map.lookup_char_pos(span.lo()));
        let (line, column) = place.map_or((1, 1), |place| (place.line, place.col_display + 1));
        let line = format!("{}:{line}:{column}: {}", self.name, diagnostic.message());
        self.found.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(line);
    }
}
