//! An API client that validates each answer against the service's description.

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde_json::Value;

use super::schema::faults;
use super::{Answer, Browser};

/// An API client.
pub(crate) struct Program {
    pub(crate) browser: Browser,
    /// Headers of all requests.
    pub(crate) head: String,
    description: Value,
    /// Operations that were answered with their documented status.
    pub(crate) answered: RefCell<BTreeSet<String>>,
}

impl Program {
    pub(crate) fn new(browser: Browser, head: &str) -> Program {
        let description = browser.get("/ki/api/openapi.json");
        let description = serde_json::from_slice(&description.body).unwrap();
        Program { browser, head: head.to_owned(), description, answered: RefCell::default() }
    }

    /// Returns a client with a new token.
    pub(crate) fn with_token(browser: &Browser, purpose: &str) -> Program {
        let token = make_token(browser, purpose);
        let browser = Browser { cookie: None, ..browser.clone() };
        Program::new(browser, &format!("Authorization: Bearer {token}\r\n"))
    }

    /// Sends a GET request. `route` is the documented path, `path` the actual one.
    #[track_caller]
    pub(crate) fn get(&self, route: &str, path: &str) -> Asked {
        self.ask("get", route, path, "", b"")
    }

    /// Sends a POST request with a JSON body.
    #[track_caller]
    pub(crate) fn post(&self, route: &str, body: &str) -> Asked {
        self.ask("post", route, route, "Content-Type: application/json\r\n", body.as_bytes())
    }

    #[track_caller]
    pub(crate) fn ask(&self, method: &str, route: &str, path: &str, more: &str, body: &[u8]) -> Asked {
        let operation = &self.description["paths"][route][method];
        assert!(operation.is_object(), "{method} {route} is not described");
        let request = format!("{} /ki/api{path}", method.to_ascii_uppercase());
        let answer = self.browser.send(&request, &format!("{}{more}", self.head), body);
        let promised = &operation["responses"][answer.status.to_string()];
        let kind = answer.header("content-type").unwrap_or_default().to_owned();
        let said = if promised.is_object() {
            self.answered.borrow_mut().insert(operation["operationId"].as_str().unwrap().to_owned());
            promised
        } else {
            assert!(answer.status >= 400, "{}: {}", answer.status, answer.text());
            &self.description["components"]["responses"]["problem"]
        };
        let content = &said["content"][&kind];
        assert!(content.is_object(), "{method} {path}: {kind:?} is not described: {}", answer.text());
        let value = serde_json::from_slice(&answer.body).unwrap_or_default();
        if let Some(schema) = content.get("schema") {
            let faults = faults(&self.description, schema, &value);
            assert!(faults.is_empty(), "{method} {path}: {faults:#?} in {value:#}");
        }
        Asked { answer, value }
    }

    /// Returns the ids of all documented operations.
    pub(crate) fn operations(&self) -> BTreeSet<String> {
        let paths = self.description["paths"].as_object().unwrap().values();
        let operations = paths.flat_map(|path| path.as_object().unwrap().values());
        operations.map(|operation| operation["operationId"].as_str().unwrap().to_owned()).collect()
    }
}

/// Makes a token on the page and returns its secret.
#[track_caller]
pub(crate) fn make_token(browser: &Browser, purpose: &str) -> String {
    let made = browser.act("/ki/tokens", &[("name", "laptop <b>"), ("purpose", purpose), ("days", "30")]);
    made.says(200, "It is shown only once");
    let text = made.text();
    let begin = text.find("<code class=\"secret\">").unwrap() + 21;
    text[begin..begin + 32].to_owned()
}

/// A validated answer.
pub(crate) struct Asked {
    pub(crate) answer: Answer,
    pub(crate) value: Value,
}

impl Asked {
    /// Checks that the answer is a problem.
    #[track_caller]
    pub(crate) fn fails(&self, status: u16, detail: &str) {
        assert_eq!(self.answer.status, status, "{}", self.answer.text());
        let told = self.value["detail"].as_str().unwrap_or_default();
        assert!(told.contains(detail), "{detail:?} is not in {}", self.value);
        assert_eq!(self.value["status"], status);
    }

    /// Checks that the request succeeded.
    #[track_caller]
    pub(crate) fn done(self, status: u16) -> Value {
        assert_eq!(self.answer.status, status, "{}", self.answer.text());
        self.value
    }
}
