//! A course system's services on the loopback address: members, columns and grades, with faults.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

/// The course of one request for a list of members, or of one score.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// The request is refused with this status, these headers and this text.
    Refuse(u16, &'static str, &'static str),
    /// The request is carried out, and the answer is not JSON.
    NoJson,
    /// The request is carried out, and the answer is too large.
    Huge,
    /// The connection ends before the request is carried out.
    DropBefore,
    /// The request is carried out, and the connection ends before the answer.
    DropAfter,
    /// The request is carried out, and the answer comes late.
    Delay(Duration),
}

#[derive(Default)]
struct Shared {
    /// Of the next requests for members, and of the next scores.
    member_faults: Mutex<VecDeque<Fault>>,
    score_faults: Mutex<VecDeque<Fault>>,
    members: Mutex<Vec<Value>>,
    columns: Mutex<Vec<Value>>,
    scores: Mutex<Vec<(usize, Value)>>,
    stop: AtomicBool,
}

/// The course system. It ends when it is dropped.
pub(crate) struct CourseSystem {
    pub(crate) url: String,
    shared: Arc<Shared>,
}

impl CourseSystem {
    pub(crate) fn start() -> CourseSystem {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let shared = Arc::new(Shared::default());
        let (of_thread, own) = (Arc::clone(&shared), url.clone());
        thread::spawn(move || {
            for stream in listener.incoming() {
                if of_thread.stop.load(Ordering::Relaxed) {
                    return;
                }
                let (shared, url) = (Arc::clone(&of_thread), own.clone());
                let Ok(stream) = stream else { continue };
                thread::spawn(move || drop(answer(&stream, &shared, &url)));
            }
        });
        CourseSystem { url, shared }
    }

    /// Sets the members of the course.
    pub(crate) fn set_members(&self, members: &[Value]) {
        *self.shared.members.lock().unwrap() = members.to_vec();
    }

    /// Lets the next request for members meet a fault.
    pub(crate) fn fail_members(&self, fault: Fault) {
        self.shared.member_faults.lock().unwrap().push_back(fault);
    }

    /// Lets the next scores meet these faults, in order; later ones meet none.
    pub(crate) fn fail_scores(&self, faults: &[Fault]) {
        self.shared.score_faults.lock().unwrap().extend(faults.iter().cloned());
    }

    /// Returns the columns, as they were made.
    pub(crate) fn columns(&self) -> Vec<Value> {
        self.shared.columns.lock().unwrap().clone()
    }

    /// Deletes all columns with their grades.
    pub(crate) fn delete_columns(&self) {
        self.shared.columns.lock().unwrap().iter_mut().for_each(|column| *column = Value::Null);
        self.shared.scores.lock().unwrap().clear();
    }

    /// Returns all scores that were taken, in order.
    pub(crate) fn scores(&self) -> Vec<Value> {
        self.shared.scores.lock().unwrap().iter().map(|(_, score)| score.clone()).collect()
    }
}

impl Drop for CourseSystem {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        drop(TcpStream::connect(self.url.trim_start_matches("http://")));
    }
}

/// An answer: the status, more headers, and the body.
type Reply = (u16, String, String);

fn answer(stream: &TcpStream, shared: &Shared, url: &str) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let (mut length, mut is_authorized) = (0, false);
    loop {
        let mut header = String::new();
        if reader.read_line(&mut header)? == 0 || header == "\r\n" {
            break;
        }
        let header = header.trim().to_lowercase();
        if let Some(text) = header.strip_prefix("content-length: ") {
            length = text.parse().unwrap();
        }
        is_authorized |= header == "authorization: bearer token-1";
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let mut parts = line.split(' ');
    let (method, target) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let faults = match path {
        "/members" => Some(&shared.member_faults),
        _ => path.ends_with("/scores").then_some(&shared.score_faults),
    };
    let fault = faults.and_then(|faults| faults.lock().unwrap().pop_front());
    let done = || match (method, path) {
        ("POST", "/token") => {
            ok(&json!({ "access_token": "token-1", "token_type": "Bearer", "expires_in": 3600 }))
        }
        _ if !is_authorized => (401, String::new(), "no token".to_owned()),
        ("GET", "/members") => members(shared, url, query),
        ("GET", "/columns") => ok(&json!(
            shared.columns.lock().unwrap().iter().filter(|column| !column.is_null()).collect::<Vec<_>>()
        )),
        ("POST", "/columns") => make_column(shared, url, &body),
        _ => of_column(shared, path, query, &body),
    };
    let (status, headers, text) = match fault {
        None => done(),
        Some(Fault::DropBefore) => return Ok(()),
        Some(Fault::Refuse(status, headers, text)) => (status, headers.to_owned(), text.to_owned()),
        Some(Fault::DropAfter) => {
            done();
            return Ok(());
        }
        Some(Fault::NoJson) => (done().0, String::new(), "<html>".to_owned()),
        Some(Fault::Huge) => (done().0, String::new(), format!("\"{}\"", "x".repeat(9 << 20))),
        Some(Fault::Delay(time)) => {
            let done = done();
            thread::sleep(time);
            done
        }
    };
    let length = text.len();
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 {status} x\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{text}"
    )
}

fn ok(body: &Value) -> Reply {
    (200, String::new(), body.to_string())
}

/// Returns a page of two members.
fn members(shared: &Shared, url: &str, query: &str) -> Reply {
    let members = shared.members.lock().unwrap();
    let from: usize = query.strip_prefix("from=").map_or(0, |from| from.parse().unwrap());
    let page: Vec<&Value> = members.iter().skip(from).take(2).collect();
    let next = from + 2;
    let link = if next < members.len() {
        format!("Link: <{url}/other>; rel=\"differences\", <{url}/members?from={next}>; rel=\"next\"\r\n")
    } else {
        String::new()
    };
    (200, link, json!({ "id": url, "context": { "id": "1" }, "members": page }).to_string())
}

fn make_column(shared: &Shared, url: &str, body: &[u8]) -> Reply {
    let mut column: Value = serde_json::from_slice(body).unwrap();
    let mut columns = shared.columns.lock().unwrap();
    column["id"] = json!(format!("{url}/columns/{}/item?type=1", columns.len()));
    columns.push(column.clone());
    (201, String::new(), column.to_string())
}

/// Takes a score or returns the result of a user.
fn of_column(shared: &Shared, path: &str, query: &str, body: &[u8]) -> Reply {
    let number: Option<usize> = path.split('/').nth(2).and_then(|number| number.parse().ok());
    let columns = shared.columns.lock().unwrap();
    let Some(number) = number.filter(|number| columns.get(*number).is_some_and(|column| !column.is_null()))
    else {
        return (404, String::new(), "no such column".to_owned());
    };
    assert!(query.starts_with("type=1"), "the query of a column stays: {query}");
    let mut scores = shared.scores.lock().unwrap();
    if path.ends_with("/scores") {
        let score: Value = serde_json::from_slice(body).unwrap();
        let of_user = |(own, other): &&(usize, Value)| *own == number && other["userId"] == score["userId"];
        let last = scores.iter().rev().find(of_user);
        let at = |score: &Value| score["timestamp"].as_str().unwrap().to_owned();
        if last.is_some_and(|(_, last)| at(last) >= at(&score)) {
            return (409, String::new(), "an earlier time".to_owned());
        }
        scores.push((number, score));
        return (200, String::new(), String::new());
    }
    let user = query.split("user_id=").nth(1).unwrap_or_default();
    let last = scores.iter().rev().find(|(own, score)| *own == number && score["userId"] == user);
    // The gradebook has another scale.
    let result = |(_, score): &(usize, Value)| {
        let [given, maximum] = ["scoreGiven", "scoreMaximum"].map(|name| score[name].as_f64().unwrap());
        json!([{ "userId": user, "resultScore": given / maximum * 100.0, "resultMaximum": 100 }])
    };
    ok(&last.map_or_else(|| json!([]), result))
}
