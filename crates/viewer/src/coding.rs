//! Base64 encoding, and hashes for content security policies.

use data_encoding::BASE64;
use sha2::{Digest, Sha256};

/// Returns bytes in base64 with padding (RFC 4648, section 4).
pub fn base64(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// Returns the source that allows exactly this script or style sheet inside a page, in the syntax of
/// `Content-Security-Policy`: `'sha256-…'`.
pub fn source_hash(text: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_named_by_its_hash() {
        // The example of Content Security Policy Level 3, section 8.3.
        let source = source_hash("doSomething();");
        assert_eq!(source, "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='");
    }
}
