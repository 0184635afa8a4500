//! What is answered.

/// Who may show an answer in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Nobody.
    Nobody,
    /// The page itself.
    OwnPage,
}

/// A part of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    kind: &'static str,
    /// What the document may load.
    policy: &'static str,
    framing: Framing,
    body: Vec<u8>,
}

/// What the page may load: its own script and style, its news, the match.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                           frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; ";

impl Answer {
    /// An answer without content.
    pub(crate) fn refusal(status: u16) -> Answer {
        Answer {
            status,
            kind: "text/plain; charset=utf-8",
            policy: "default-src 'none'; ",
            framing: Framing::Nobody,
            body: Vec::new(),
        }
    }

    /// A file of the page, or its news.
    pub(crate) fn of_page(kind: &'static str, body: impl Into<Vec<u8>>) -> Answer {
        Answer { status: 200, kind, policy: PAGE_POLICY, framing: Framing::Nobody, body: body.into() }
    }

    /// The page of a match, which has a policy of its own inside.
    pub(crate) fn of_match(body: impl Into<Vec<u8>>) -> Answer {
        let kind = "text/html; charset=utf-8";
        Answer { status: 200, kind, policy: "", framing: Framing::OwnPage, body: body.into() }
    }

    /// The answer as it is sent.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        let (ancestors, options) = match self.framing {
            Framing::Nobody => ("'none'", "DENY"),
            Framing::OwnPage => ("'self'", "SAMEORIGIN"),
        };
        let allow = if self.status == 405 { "Allow: GET\r\n" } else { "" };
        let head = format!(
            "HTTP/1.1 {} {}\r\n\
             Content-Type: {}\r\n\
             Content-Length: {}\r\n\
             Content-Security-Policy: {}frame-ancestors {ancestors}\r\n\
             X-Frame-Options: {options}\r\n\
             Cross-Origin-Opener-Policy: same-origin\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\n\
             Referrer-Policy: no-referrer\r\n\
             X-Content-Type-Options: nosniff\r\n\
             Cache-Control: no-store\r\n\
             {allow}Connection: close\r\n\r\n",
            self.status,
            reason(self.status),
            self.kind,
            self.body.len(),
            self.policy,
        );
        [head.into_bytes(), self.body].concat()
    }
}

/// The words of a status.
const fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        405 => "Method Not Allowed",
        _ => "Not Found",
    }
}
