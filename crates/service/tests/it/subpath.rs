//! A service below a path of its host.

use std::collections::BTreeSet;
use std::net::TcpListener;

use class_model::Person;

use crate::support::{Browser, Served, bot};

const PATH: &str = "/tools/muster";

fn served() -> Served {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    Served::with_options("", false, |options, _| {
        options.listen = free.to_string().parse().unwrap();
        options.url = Some(format!("http://{free}{PATH}"));
    })
}

fn enter(served: &Served, person: &Person) -> Browser {
    let mut browser = served.anybody();
    let answer = browser.post(&format!("{PATH}/ki/enter"), &[("link", &served.link(person))]);
    assert_eq!(answer.leads_to(), format!("{PATH}/ki/"));
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.contains(&format!("Path={PATH}/ki/;")), "{cookie}");
    browser.cookie = cookie.split(';').next().map(str::to_owned);
    browser
}

/// Returns the addresses that a page names.
fn addresses(page: &str) -> BTreeSet<String> {
    let names = [" href=\"", " src=\"", " action=\"", " data-news=\""];
    let named = names.into_iter().flat_map(|name| page.split(name).skip(1));
    let named = named.filter_map(|value| Some(value.split_once('"')?.0.replace("&amp;", "&")));
    named.filter(|address| !address.starts_with(['#', '?']) && !address.starts_with("data:")).collect()
}

/// Follows all links from the first page on, and checks that each address is below the path.
fn crawl(browser: &Browser) -> usize {
    let mut waiting = vec![format!("{PATH}/"), format!("{PATH}/ki/"), format!("{PATH}/ki/nothing")];
    let mut known = BTreeSet::new();
    while let Some(path) = waiting.pop() {
        let path = path.split('#').next().unwrap().to_owned();
        let is_stream = path.contains("/news");
        if is_stream || !known.insert(path.clone()) {
            continue;
        }
        let answer = browser.get(&path);
        let expected: &[u16] = if path.ends_with("/nothing") { &[404] } else { &[200, 303, 405] };
        assert!(expected.contains(&answer.status), "{path}: {}", answer.text());
        if let Some(location) = answer.header("location") {
            waiting.push(location.to_owned());
        }
        if answer.header("content-type").is_some_and(|kind| kind.contains("html")) {
            for address in addresses(&answer.text()) {
                let is_below = address.strip_prefix(PATH).is_some_and(|rest| rest.starts_with('/'));
                assert!(is_below, "{path} names {address}");
                waiting.push(address);
            }
        }
    }
    known.len()
}

#[test]
fn every_address_is_below_the_path_of_the_service() {
    let served = served();
    let student = enter(&served, &Person::Student { id: "1002".to_owned() });
    let page = student.get(&format!("{PATH}/ki/")).text();
    let mark = page.split("name=\"mark\" value=\"").nth(1).unwrap()[..32].to_owned();
    let (head, body) = crate::support::multipart(&[("mark", &mark)], &[("greedy.wasm", &bot("greedy"))]);
    let handed_in = student.send(&format!("POST {PATH}/ki/submissions"), &head, &body);
    assert_eq!(handed_in.leads_to(), format!("{PATH}/ki/submissions/1"));
    let teacher = enter(&served, &Person::Teacher { name: "Turing".to_owned() });
    for (browser, pages) in [(served.anybody(), 5), (student, 10), (teacher.clone(), 25)] {
        let found = crawl(&browser);
        assert!(found >= pages, "{found} pages");
    }
    let described = teacher.get(&format!("{PATH}/ki/api/openapi.json")).text();
    assert!(described.contains(&format!("\"url\":\"{PATH}/ki/api\"")), "{described}");
    // A proxy may remove the path.
    teacher.get("/ki/students/1002").says(200, &format!("href=\"{PATH}/ki/"));
    teacher.get("/tools/ki/").says(404, &format!("href=\"{PATH}/\""));
}
