//! Base64 encoding, and hashes for content security policies.

use sha2::{Digest, Sha256};

/// Returns bytes in base64 with padding (RFC 4648, section 4).
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let padded = digit > chunk.len();
            let value = (bits >> (18 - 6 * digit)) & 63;
            text.push(if padded { '=' } else { char::from(DIGITS[value as usize]) });
        }
    }
    text
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
    fn base64_as_in_rfc_4648() {
        for (text, coded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(text.as_bytes()), coded);
        }
    }

    #[test]
    fn a_script_is_named_by_its_hash() {
        // The example of Content Security Policy Level 3, section 8.3.
        let source = source_hash("doSomething();");
        assert_eq!(source, "'sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc='");
    }
}
