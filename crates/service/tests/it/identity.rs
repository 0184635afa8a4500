//! Students signed in by a reverse proxy.

use class_model::roster::Columns;
use class_model::{Access, ClassFolder, Person};
use class_operations::privacy::{DeletionRequest, delete_student, preview_deletion};
use class_operations::roster::{RosterFile, import_roster};

use crate::support::{Answer, Browser, Served};

const WITH_ADDRESSES: &str = "id,name,alias,email\n1001,Ada,Ada,ada@example.org\n1002,Bee,Bee,Bee@Example.org\n\
                              1003,Cy,Cy,shared@example.org\n1004,Di,Di,shared@example.org\n";

/// Returns a class behind a reverse proxy on this machine, which signs students in.
fn served() -> Served {
    let served = behind("127.0.0.0/8");
    let columns = Columns::default();
    let roster = RosterFile { name: "roster", bytes: WITH_ADDRESSES.as_bytes(), columns: &columns };
    import_roster(&served.class(), &roster).unwrap();
    served
}

fn behind(trusted: &str) -> Served {
    Served::with_options("", false, |options, _| {
        options.trust = vec![trusted.parse().unwrap()];
        options.identity_header = Some("X-Muster-User".to_owned());
    })
}

fn named(text: &str) -> String {
    format!("X-Muster-User: {text}\r\n")
}

fn get(browser: &Browser, path: &str, head: &str) -> Answer {
    browser.send(&format!("GET {path}"), head, b"")
}

fn mark_of(page: &Answer) -> String {
    let text = page.text();
    let begin = text.find("name=\"mark\" value=\"").expect("the page has a form") + 19;
    text[begin..begin + 32].to_owned()
}

fn ask_for_games(browser: &Browser, head: &str, mark: &str) -> Answer {
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let body = format!("mark={mark}&against=of-text%3Abuiltin%3Arandom");
    browser.send("POST /ki/games", &format!("{head}{form}"), body.as_bytes())
}

#[test]
fn an_id_or_an_address_signs_a_student_in() {
    let served = served();
    let browser = served.anybody();
    for text in ["1002", "bee@example.org", " BEE@example.org "] {
        let page = get(&browser, "/ki/", &named(text));
        page.says(200, "Am I in?");
        assert!(page.text().contains("<span>Bee</span>"), "{}", page.text());
        // The proxy signs them out.
        assert!(!page.text().contains("Sign out"));
        assert_eq!(page.header("set-cookie"), None);
    }
    get(&browser, "/ki/", "").says(200, "Students sign in with this site's own accounts");
    for text in ["9999", "shared@example.org", "nobody@example.org", "<script>"] {
        let page = get(&browser, "/ki/", &named(text));
        page.says(403, "no student in this class has that id or email address");
        assert!(!page.text().contains("<script>"));
    }
    get(&browser, "/ki/", &named("")).says(400, "is empty");
    get(&browser, "/ki/", &(named("1001") + &named("1002"))).says(400, "more than once");
    // The header enrolls no new students.
    assert_eq!(served.class().facts().unwrap().students().len(), 4);
}

#[test]
fn changes_need_the_mark_of_the_same_student() {
    let served = served();
    let browser = served.anybody();
    let [one, other] = ["1001", "1002"].map(|id| mark_of(&get(&browser, "/ki/", &named(id))));
    assert_eq!(mark_of(&get(&browser, "/ki/", &named("ada@example.org"))), one);
    assert_ne!(one, other);
    ask_for_games(&browser, &named("1001"), &other).says(403, "this form belongs to another session");
    ask_for_games(&browser, &named("1001"), "").says(403, "this form belongs to another session");
    ask_for_games(&browser, "", &one).says(401, "you are not signed in");
    let foreign = format!("{}Origin: https://evil.example\r\n", named("1001"));
    ask_for_games(&browser, &foreign, &one).says(403, "sent by another site");
    // The mark is valid; now the permissions decide.
    ask_for_games(&browser, &named("1001"), &one).says(403, "Ada has no active version");
    let mark = other;
    let body = format!("--e\r\nContent-Disposition: form-data; name=\"mark\"\r\n\r\n{mark}\r\n--e--\r\n");
    let head = format!("{}Content-Type: multipart/form-data; boundary=e\r\n", named("1002"));
    browser.send("POST /ki/submissions", &head, body.as_bytes()).says(400, "no file was chosen");
    // The mark is not a session secret.
    let stolen = Browser { cookie: Some(format!("muster-session={one}")), ..browser };
    stolen.get("/ki/").says(200, "Sign in");
}

#[test]
fn a_forged_header_is_refused_wherever_it_is_sent() {
    let served = behind("192.0.2.0/24");
    let browser = served.student("1002");
    for path in ["/", "/ki/", "/ki/news", "/ki/enter", "/-/style.css", "/healthz", "/nothing"] {
        for head in [named("1001"), named(""), named("1001") + &named("1001")] {
            get(&browser, path, &head).says(403, "is accepted only from a trusted proxy");
        }
    }
    ask_for_games(&browser, &named("1001"), &browser.mark())
        .says(403, "is accepted only from a trusted proxy");
    // Without the header, personal links work as usual.
    get(&browser, "/ki/", "").says(200, "Am I in?");
}

#[test]
fn whoever_guesses_behind_a_web_server_is_refused_alone() {
    let served = behind("127.0.0.0/8");
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let guess = |from: &str| {
        let head = format!("{form}X-Forwarded-For: {from}\r\n");
        served.anybody().send("POST /ki/enter", &head, b"link=nothing").status
    };
    assert_eq!([(); 21].map(|()| guess("198.51.100.1, 192.0.2.7"))[19..], [403, 429]);
    // Addresses written by the client itself do not count.
    assert_eq!(guess("198.51.100.2, 192.0.2.7"), 429);
    assert_eq!(guess("192.0.2.8"), 403);
}

#[test]
fn without_the_option_a_header_is_nothing() {
    let served = Served::new();
    get(&served.anybody(), "/ki/", &named("1001")).says(200, "Sign in");
}

#[test]
fn who_teaches_enters_by_a_link_and_a_named_student_is_that_student() {
    let served = served();
    let link = served.link(&Person::Teacher { name: "Turing".to_owned() });
    let mut browser = served.anybody();
    let teacher = named("turing@example.org");
    get(&browser, &format!("/ki/enter/{link}"), &teacher).says(200, "Sign in to ");
    let form = format!("{teacher}Content-Type: application/x-www-form-urlencoded\r\n");
    let entered = browser.send("POST /ki/enter", &form, format!("link={link}").as_bytes());
    assert_eq!(entered.leads_to(), "/ki/");
    browser.cookie =
        entered.header("set-cookie").and_then(|cookie| cookie.split(';').next()).map(str::to_owned);
    let page = get(&browser, "/ki/", &teacher);
    page.says(200, "Turing, teacher");
    page.says(200, "Sign out");
    // In the same browser, an open session of a teacher does not apply to the student.
    get(&browser, "/ki/", &named("1001")).says(200, "Am I in?");
    get(&browser, "/ki/students/1002", &named("1001")).says(403, "you are not allowed to do that");
}

#[test]
fn whoever_is_forgotten_is_named_in_vain() {
    let served = served();
    let browser = served.anybody();
    get(&browser, "/ki/", &named("1002")).says(200, "Am I in?");
    let class = served.class();
    let request = DeletionRequest { student: "1002", runs: &[] };
    let preview = preview_deletion(&class, &class.facts().unwrap(), &request).unwrap();
    delete_student(&class, &request, preview).unwrap();
    get(&browser, "/ki/", &named("1002")).says(403, "no student in this class");
    // No link was ever stored.
    let access = Access::open(&ClassFolder::at(&served.folder)).unwrap();
    assert_eq!(access.links(class_model::Moment::now()).unwrap(), []);
}
