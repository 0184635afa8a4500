//! Multipart forms.

use class_operations::NamedFile;
use hash::Hash;

/// Returns files as a multipart form: its media type and its bytes.
pub(crate) fn form(files: &[NamedFile]) -> (String, Vec<u8>) {
    // The hash of all files occurs in none of them.
    let all: Vec<u8> = files.iter().flat_map(|file| file.bytes.iter().copied()).collect();
    let edge = format!("muster-{}", Hash::digest(&all));
    let mut body = Vec::with_capacity(all.len() + 512);
    for file in files {
        let name = in_head(&file.name);
        let head = format!(
            "--{edge}\r\nContent-Disposition: form-data; name=\"bot\"; filename=\"{name}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(&file.bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(format!("--{edge}--\r\n").as_bytes());
    (format!("multipart/form-data; boundary={edge}"), body)
}

/// Escapes a file name for the head of its part, as browsers do.
fn in_head(name: &str) -> String {
    name.replace('\r', "%0D").replace('\n', "%0A").replace('"', "%22")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_no_head() {
        let file = NamedFile { name: "a\"\r\nX: y.js".to_owned(), bytes: b"z".to_vec() };
        let (_, body) = form(&[file]);
        let text = String::from_utf8(body).unwrap();
        assert!(text.contains("filename=\"a%22%0D%0AX: y.js\"\r\n"), "{text}");
        assert!(text.contains("\r\n\r\nz\r\n--muster-"), "{text}");
    }
}
