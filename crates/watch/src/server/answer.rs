//! HTTP answers.

/// Pages that may show an answer in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// None.
    Nobody,
    /// The page itself.
    OwnPage,
}

/// An answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    kind: &'static str,
    /// Content security policy of the document.
    policy: &'static str,
    framing: Framing,
    body: Vec<u8>,
}

/// Content security policy of the page: its own script, style, news and match.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; \
                           frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; ";

impl Answer {
    /// Returns an answer without content.
    pub(crate) fn refusal(status: u16) -> Answer {
        Answer {
            status,
            kind: "text/plain; charset=utf-8",
            policy: "default-src 'none'; ",
            framing: Framing::Nobody,
            body: Vec::new(),
        }
    }

    /// Returns a file of the page, or its news.
    pub(crate) fn of_page(kind: &'static str, body: impl Into<Vec<u8>>) -> Answer {
        Answer { status: 200, kind, policy: PAGE_POLICY, framing: Framing::Nobody, body: body.into() }
    }

    /// Returns the page of a match, which contains its own policy.
    pub(crate) fn of_match(body: impl Into<Vec<u8>>) -> Answer {
        let kind = "text/html; charset=utf-8";
        Answer { status: 200, kind, policy: "", framing: Framing::OwnPage, body: body.into() }
    }

    /// Serializes the answer.
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

/// Returns the reason phrase of a status.
const fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        405 => "Method Not Allowed",
        _ => "Not Found",
    }
}
