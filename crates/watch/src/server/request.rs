//! HTTP requests.

use std::io::{self, Read};

/// Maximum size of a request's head, in bytes.
const LONGEST: usize = 16 << 10;
/// Maximum number of headers.
const HEADERS: usize = 64;

/// The parts of a request that the server uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// The path without the query.
    pub(crate) path: String,
    /// The query, without the `?`.
    pub(crate) query: String,
    /// The `Host` header.
    pub(crate) host: Option<String>,
    /// The `Sec-Fetch-Site` header: the relation of the requesting page to this server.
    pub(crate) site: Option<String>,
}

impl Request {
    /// Parses a complete head; `None` if it is invalid or ambiguous.
    pub(crate) fn parse(head: &[u8]) -> Option<Request> {
        let mut lines = [httparse::EMPTY_HEADER; HEADERS];
        let mut parsed = httparse::Request::new(&mut lines);
        if !parsed.parse(head).ok()?.is_complete() {
            return None;
        }
        let (path, query) = parsed.path?.split_once('?').unwrap_or((parsed.path?, ""));
        let header = |name: &str| {
            let mut found = parsed.headers.iter().filter(|line| line.name.eq_ignore_ascii_case(name));
            let first = found.next().map(|line| String::from_utf8_lossy(line.value).into_owned());
            found.next().is_none().then_some(first)
        };
        Some(Request {
            method: parsed.method?.to_owned(),
            path: path.to_owned(),
            query: query.to_owned(),
            host: header("host")?,
            site: header("sec-fetch-site")?,
        })
    }

    /// Returns a number from the query.
    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        let mut pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name)?.1.parse().ok()
    }
}

/// Reads a request's head, up to the empty line. Calls `wait` before each read to set its timeout.
///
/// # Errors
/// If the client takes too long, sends too much or disconnects.
pub(crate) fn read_head<S: Read>(
    stream: &mut S,
    mut wait: impl FnMut(&S) -> io::Result<()>,
) -> io::Result<Vec<u8>> {
    let (mut head, mut part) = (Vec::new(), [0; 1024]);
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        wait(stream)?;
        let read = stream.read(&mut part)?;
        if read == 0 || head.len() + read > LONGEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        head.extend_from_slice(&part[..read]);
    }
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_or_it_is_none() {
        let head = b"GET /a/state?after=7&x=1 HTTP/1.1\r\nHOST: 127.0.0.1:1\r\nSec-Fetch-Site: none\r\n\r\n";
        let request = Request::parse(head).unwrap();
        assert_eq!((request.path.as_str(), request.number("after")), ("/a/state", Some(7)));
        assert_eq!(request.host.as_deref(), Some("127.0.0.1:1"));
        assert_eq!(request.site.as_deref(), Some("none"));
        for wrong in [
            &b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"[..],
            b"GET / HTTP/1.1\r\nHost: a\r\n",
            b"\x16\x03\x01 HTTP\r\n\r\n",
            b"\r\n\r\n",
        ] {
            assert_eq!(Request::parse(wrong), None, "{}", String::from_utf8_lossy(wrong));
        }
    }

    #[test]
    fn a_head_without_end_is_not_waited_for() {
        let endless = b"GET / HTTP/1.1\r\n".repeat(LONGEST);
        assert!(read_head(&mut &endless[..], |_| Ok(())).is_err());
        assert!(read_head(&mut &b"GET / HTTP/1.1\r\n"[..], |_| Ok(())).is_err());
    }

    /// A client that sends one byte per read.
    struct Dripping;

    impl Read for Dripping {
        fn read(&mut self, part: &mut [u8]) -> io::Result<usize> {
            part[0] = b'x';
            Ok(1)
        }
    }

    #[test]
    fn a_head_that_drips_is_waited_for_no_longer_than_its_deadline() {
        let mut seconds_left = 10;
        let head = read_head(&mut Dripping, |_| {
            seconds_left -= 1;
            if seconds_left == 0 { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) }
        });
        assert_eq!(head.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
