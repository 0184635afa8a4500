//! Requests of several parts: texts separated by zero bytes. The last part may be any text.

use crate::EngineError;

/// The text of a request.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, EngineError> {
    std::str::from_utf8(bytes).map_err(|_| EngineError::NotText)
}

/// Splits a request after its first bytes.
pub(crate) fn split(request: &[u8], length: u32) -> Result<(&[u8], &[u8]), EngineError> {
    let due = length as usize;
    request.split_at_checked(due).ok_or(EngineError::ShortRequest { found: request.len(), due })
}

/// Splits a request into this many parts. Missing parts are empty.
pub(crate) fn parts<const N: usize>(request: &str) -> [&str; N] {
    let mut parts = [""; N];
    for (part, text) in parts.iter_mut().zip(request.splitn(N, '\0')) {
        *part = text;
    }
    parts
}

/// Returns a part; `None` if it is empty.
pub(crate) fn given(part: &str) -> Option<&str> {
    Some(part).filter(|part| !part.is_empty())
}
