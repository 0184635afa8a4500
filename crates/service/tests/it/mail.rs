//! Mail to students, through an SMTP server on the loopback address.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use class_model::roster::Columns;
use class_model::{ClassFolder, MessageState, Outbox, Person};
use class_operations::OpenClass;
use class_operations::announcement::{Announce, announce};
use class_operations::freezing::{Release, freeze, release};
use class_operations::language::choose_language;
use class_operations::roster::{RosterFile, Withdraw, import_roster, withdraw};
use locale::Locale;
use service::MailSettings;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::support::smtp::{Encrypt, Fault, MailServer, Received, Stream};
use crate::support::{Served, bot, until};

const MAIL: &str = "/ki/staff/mail";
/// Names that try to add a header and a script.
const ROSTER: &str = "id,name,alias,section,email\n\
    1001,\"Ada \"\"<script>\"\"\",Ada,A,ada@example.org\n\
    1002,Bée,Bee,A,bee@example.org\n1003,Cy,Cy,B,\n";

/// Returns settings for a server.
fn settings(server: &MailServer, more: &str) -> String {
    format!(
        "server = \"localhost\"\nport = {}\nfrom = \"Bots <bots@example.org>\"\nper_minute = 6000\n\
         retry_after = \"50ms\"\n{more}",
        server.port
    )
}

/// Returns a class that sends mail by these settings, with addresses of Ada and Bee.
fn served_with(text: &str, more: &str) -> Served {
    let served = Served::with_options(more, false, |options, top| {
        let path = top.join("mail.toml");
        fs::write(&path, text).unwrap();
        options.mail = Some(MailSettings::read(&path).unwrap());
    });
    add_addresses(&served);
    until("mail begins", || position(&served) == Some(served.class().facts().unwrap().last_event()));
    served
}

pub(crate) fn served(server: &MailServer) -> Served {
    served_with(&settings(server, "security = \"none\"\n"), "")
}

fn add_addresses(served: &Served) {
    let columns = Columns::default();
    let roster = RosterFile { name: "roster", bytes: ROSTER.as_bytes(), columns: &columns };
    import_roster(&served.class(), &roster).unwrap();
}

fn outbox(served: &Served) -> Outbox {
    Outbox::open(&ClassFolder::at(&served.folder)).unwrap()
}

/// Returns the number of the last event whose messages are queued.
fn position(served: &Served) -> Option<i64> {
    outbox(served).position().unwrap().map(|(event, _)| event)
}

fn say(served: &Served, text: &str) {
    announce(&served.class(), &Announce { text: text.to_owned(), section: None }).unwrap();
}

/// Waits until all events are queued and no message waits.
pub(crate) fn settle(served: &Served) {
    until("all mail is sent", || {
        let queue = outbox(served);
        let is_over = |state| queue.in_state(state, 1).unwrap().is_empty();
        position(served) == Some(served.class().facts().unwrap().last_event())
            && is_over(MessageState::Waiting)
            && is_over(MessageState::Sending)
    });
}

fn recipients(received: &[Received]) -> Vec<&str> {
    let mut to: Vec<&str> = received.iter().map(|one| one.to.as_str()).collect();
    to.sort_unstable();
    to
}

#[test]
fn an_announcement_reaches_each_student_with_an_address_once() {
    let server = MailServer::start();
    let served = served(&server);
    say(&served, "Monday at nine\nBcc: mallory@example.org\n<b>Über</b>");
    settle(&served);
    let received = server.received();
    assert_eq!(recipients(&received), ["ada@example.org", "bee@example.org"]);
    let one = received.iter().find(|one| one.to == "ada@example.org").unwrap();
    let head = one.text.split("\r\n\r\n").next().unwrap();
    assert!(!head.contains("\r\nBcc"), "{head}");
    assert_eq!(one.header("From"), Some("Bots <bots@example.org>"));
    assert_eq!(one.header("Auto-Submitted"), Some("auto-generated"));
    assert!(one.header("Subject").unwrap().contains("Announcement: Monday at nine"), "{head}");
    assert!(one.header("Message-ID").unwrap().ends_with("@example.org>"), "{head}");
    // As text and as HTML, both with the page.
    let page = format!("http://{}/ki/", served.address);
    assert!(one.text.contains("multipart/alternative"), "{}", one.text);
    assert!(one.text.contains("Hello Ada \"<script>\","), "{}", one.text);
    assert!(
        one.text.contains("&lt;b&gt;Über&lt;/b&gt;") && one.text.contains("\r\n<b>Über</b>"),
        "{}",
        one.text
    );
    assert!(one.text.contains(&format!("href=\"{page}\"")), "{}", one.text);
    assert!(one.text.contains(&format!("Choose which mails you get: {page}mail")), "{}", one.text);
    // The teacher sees who gets none.
    let teacher = served.teacher();
    teacher.get(MAIL).says(200, "Students without an address");
    teacher.get(MAIL).says(200, "Cy</a> (1003)");
    // Another service sends nothing again, and nothing about the time without mail.
    let folder = served.end();
    let class = folder.path().join("ki");
    let text = fs::read_to_string(folder.path().join("mail.toml")).unwrap();
    announce(&OpenClass::at(&class).unwrap(), &Announce { text: "meanwhile".to_owned(), section: None })
        .unwrap();
    fs::write(folder.path().join("mail.toml"), text).unwrap();
    let position = Outbox::open(&ClassFolder::at(&class)).unwrap().position().unwrap().unwrap();
    assert_eq!(position.0 + 1, OpenClass::at(&class).unwrap().facts().unwrap().last_event());
    assert_eq!(server.received().len(), 2);
}

#[test]
fn mail_is_in_the_language_that_a_student_has_chosen() {
    let server = MailServer::start();
    let served = served(&server);
    choose_language(&served.class(), "1001", Locale::German).unwrap();
    say(&served, "Monday at nine");
    settle(&served);
    let received = server.received();
    let to = |address: &str| received.iter().find(|one| one.to == address).unwrap().text.clone();
    let (ada, bee) = (to("ada@example.org"), to("bee@example.org"));
    for part in ["Guten Tag Ada", "<html lang=\"de\">", "Monday at nine", "weil Sie an"] {
        assert!(ada.contains(part), "{part}: {ada}");
    }
    assert!(bee.contains("Hello Bée,") && bee.contains("<html lang=\"en\">"), "{bee}");
}

#[test]
fn a_server_that_refuses_delays_or_drops_gets_each_message_as_far_as_it_can() {
    let server = MailServer::start();
    let served = served(&server);
    let teacher = served.teacher();
    // For good: the teacher sees the server's words, and can send it again.
    server.fail(&[Fault::Recipient("550 5.1.1 no such <user>")]);
    say(&served, "one");
    settle(&served);
    assert_eq!(server.received().len(), 1);
    let page = teacher.get(MAIL);
    page.says(200, "550 5.1.1 no such &lt;user&gt;");
    let form = [("do", "mail-again"), ("message", "1")];
    assert_eq!(teacher.act(MAIL, &form).leads_to(), MAIL);
    settle(&served);
    assert_eq!(recipients(&server.received()), ["ada@example.org", "bee@example.org"]);
    teacher.act(MAIL, &form).says(404, "this message has not failed");
    // For now: each is sent later, once.
    for faults in [
        &[Fault::Recipient("450 4.2.0 greylisted"), Fault::Recipient("450 4.2.0 greylisted")][..],
        &[Fault::Text("451 4.3.0 try later"), Fault::Text("421 4.3.2 shutting down")],
        &[Fault::DropInText, Fault::DropInText],
        &[Fault::Delay(Duration::from_millis(300))],
    ] {
        let before = server.received().len();
        server.fail(faults);
        say(&served, "again");
        settle(&served);
        let received = server.received();
        assert_eq!(recipients(&received[before..]), ["ada@example.org", "bee@example.org"], "{faults:?}");
    }
    // Taken without an answer: it is sent again as the same message.
    let before = server.received().len();
    server.fail(&[Fault::DropAfterText]);
    say(&served, "twice");
    settle(&served);
    let received = server.received();
    let ids: std::collections::BTreeSet<_> =
        received[before..].iter().map(|one| one.header("Message-ID")).collect();
    assert_eq!((received.len() - before, ids.len()), (3, 2));
    // A server that never confirms does not fill a mailbox.
    let before = server.received().len();
    server.fail(&[const { Fault::DropAfterText }; 6]);
    say(&served, "never");
    settle(&served);
    assert_eq!(server.received().len() - before, 6);
    teacher.get(MAIL).says(200, "it may have arrived, and is not sent again");
}

#[test]
fn a_server_that_cannot_be_used_costs_no_message() {
    let server = MailServer::with_login("ki", "right");
    let settings = settings(&server, "security = \"none\"\nuser = \"ki\"\npassword_file = \"secret\"\n");
    let served = Served::with_options("", false, |options, top| {
        fs::write(top.join("secret"), "wr0ng-Secret\n").unwrap();
        fs::write(top.join("mail.toml"), &settings).unwrap();
        options.mail = Some(MailSettings::read(&top.join("mail.toml")).unwrap());
        assert!(!format!("{options:?}").contains("wr0ng-Secret"));
    });
    add_addresses(&served);
    until("mail begins", || position(&served).is_some());
    say(&served, "later");
    let teacher = served.teacher();
    until("the trouble is shown", || teacher.get(MAIL).text().contains("535 5.7.8 wrong user or password"));
    let page = teacher.get(MAIL).text();
    assert!(page.contains("No mail is sent at the moment") && !page.contains("wr0ng-Secret"), "{page}");
    assert_eq!(outbox(&served).in_state(MessageState::Waiting, 9).unwrap().len(), 2);
    // Another service has the right password.
    let folder = served.end();
    let class = folder.path().join("ki");
    fs::write(folder.path().join("secret"), "right").unwrap();
    let again = MailSettings::read(&folder.path().join("mail.toml")).unwrap();
    let queue = Outbox::open(&ClassFolder::at(&class)).unwrap();
    let waiting = queue.next(class_model::Moment::now()).unwrap().unwrap();
    let mut connection = mail::Connection::open(&again).unwrap();
    let letter = mail::Letter {
        name: "Ada\r\nBcc: mallory@example.org".to_owned(),
        address: "ada@example.org".to_owned(),
        id: waiting.id,
        subject: "one\r\nBcc: mallory@example.org".to_owned(),
        paragraphs: vec![".\r\n.leading dots".to_owned()],
        link: mail::Link { label: "Open".to_owned(), url: "http://localhost/".to_owned() },
        footer: None,
        language: "en",
    };
    connection.send("ada@example.org", || Ok(letter)).unwrap();
    // An announcement that was taken back meanwhile is not sent.
    let class = OpenClass::at(&class).unwrap();
    let waiting = queue.next(class_model::Moment::now()).unwrap().unwrap();
    let to = || {
        let facts = class.facts().unwrap();
        class_operations::mail::recipient(&class, &facts, &waiting, class_model::Moment::now()).unwrap()
    };
    assert_eq!(to().unwrap().address, "ada@example.org");
    class_operations::announcement::retract_announcement(&class, 1).unwrap();
    assert_eq!(to(), Err("the announcement was taken back".to_owned()));
    let received = server.received();
    let text = &received[0].text;
    assert!(!text.contains("\r\nBcc") && text.contains(".leading dots"), "{text}");
    assert_eq!(recipients(&received), ["ada@example.org"]);
}

#[test]
fn refusals_deadlines_and_releases_are_told_and_can_be_switched_off() {
    let server = MailServer::start();
    let served = served(&server);
    let (teacher, bee) = (served.teacher(), served.student("1002"));
    let last = |count: usize| {
        settle(&served);
        let received = server.received();
        assert_eq!(received.len(), count, "{received:#?}");
        received.last().unwrap().clone()
    };
    // A refused hand-in.
    assert_eq!(bee.hand_in(&[("bad.wasm", b"\0asm\x01\0\0\0")]).status, 303);
    let told = last(1);
    assert_eq!(told.to, "bee@example.org");
    assert!(
        told.text.contains("Your submission 1 (bad.wasm) was refused and will not play."),
        "{}",
        told.text
    );
    assert!(told.text.contains("You have no accepted version yet."), "{}", told.text);
    assert!(told.text.contains("/ki/submissions/1"), "{}", told.text);
    // The deadline is far; an extension that ends soon counts as Ada's deadline.
    let until_soon = class_model::Moment::now().after(3_600_000);
    let text = served.folder.join("class.toml");
    let due = served.class().plan.zone.show_minute(until_soon);
    let changed = fs::read_to_string(&text).unwrap().replace("2099-12-01 23:59", &due);
    fs::write(&text, changed).unwrap();
    served.class().facts().unwrap();
    class_operations::mail::queue_reminders(
        &served.class(),
        &mut outbox(&served),
        class_model::Moment::now(),
    )
    .unwrap();
    class_operations::mail::queue_reminders(
        &served.class(),
        &mut outbox(&served),
        class_model::Moment::now(),
    )
    .unwrap();
    let told = last(3);
    assert!(
        told.text.contains(&format!(
            "The deadline is {due} (Europe/Berlin), and you have no accepted version yet."
        )),
        "{}",
        told.text
    );
    // Released results, once.
    let class = served.class();
    freeze(&class).unwrap();
    release(&class, Release { to: class_model::Reader::Participants }).unwrap();
    release(&class, Release { to: class_model::Reader::All }).unwrap();
    let told = last(5);
    assert!(told.text.contains("were released."), "{}", told.text);
    // Bee no longer wants announcements.
    bee.get("/ki/mail").says(200, "bee@example.org");
    bee.get("/ki/").says(200, "href=\"/ki/mail\"");
    let others = [("refusal", "1"), ("deadline", "1"), ("results", "1"), ("reply", "1")];
    assert_eq!(bee.act("/ki/mail", &others).leads_to(), "/ki/mail");
    say(&served, "for Ada");
    assert_eq!(last(6).to, "ada@example.org");
    teacher.get("/ki/staff/history").says(200, "Bée (1002): mail about announcements was switched off");
    // The teacher sends none at all.
    let off =
        [("do", "mail-switches"), ("refusal", "1"), ("deadline", "1"), ("results", "1"), ("reply", "1")];
    assert_eq!(teacher.act(MAIL, &off).leads_to(), MAIL);
    say(&served, "for none");
    last(6);
    bee.get("/ki/mail").says(200, "Your teacher has switched off: Announcements.");
    // A student who left gets none.
    assert_eq!(teacher.act(MAIL, &[("do", "mail-switches"), ("announcement", "1")]).leads_to(), MAIL);
    let request = Withdraw { student: "1001".to_owned(), reason: String::new() };
    withdraw(&served.class(), request).unwrap();
    say(&served, "for none");
    last(6);
    // Only teachers may.
    bee.get(MAIL).says(403, "you are not allowed to do that");
    bee.act(MAIL, &off).says(403, "you are not allowed to do that");
    teacher.act("/ki/mail", &others).says(403, "you are not allowed to do that");
    served.student("1003").get("/ki/mail").says(200, "has no address for you");
}

#[test]
fn links_are_made_when_they_are_sent_and_sign_in() {
    let server = MailServer::start();
    let served = served(&server);
    let teacher = served.teacher();
    let old = served.link(&Person::Student { id: "1001".to_owned() });
    let send = |to: &str| teacher.act(MAIL, &[("do", "mail-links"), ("to", to)]);
    // Only Bee has none.
    assert_eq!(send("without").leads_to(), MAIL);
    settle(&served);
    let received = server.received();
    assert_eq!(recipients(&received), ["bee@example.org"]);
    let secret = |one: &Received| one.text.split("/ki/enter/").nth(1).unwrap()[..32].to_owned();
    let enter = |link: &str| served.anybody().post("/ki/enter", &[("link", link)]).status;
    assert_eq!(enter(&secret(&received[0])), 303);
    send("without").says(400, "no such student has an address");
    // A refused recipient keeps the earlier link.
    server.fail(&[Fault::Recipient("550 no")]);
    assert_eq!(send("all").leads_to(), MAIL);
    settle(&served);
    assert_eq!(enter(&old), 303);
    let received = server.received();
    assert_eq!(recipients(&received), ["bee@example.org", "bee@example.org"]);
    assert_ne!(secret(&received[0]), secret(&received[1]));
    assert_eq!((enter(&secret(&received[0])), enter(&secret(&received[1]))), (403, 303));
    // Nothing in the queue opens the class.
    let queue = fs::read(served.folder.join("private/mail.sqlite")).unwrap();
    let secret = secret(&received[1]);
    assert!(!queue.windows(secret.len()).any(|window| window == secret.as_bytes()));
    // A test, and a mistyped address.
    assert_eq!(teacher.act(MAIL, &[("do", "mail-test"), ("address", "turing@example.org")]).leads_to(), MAIL);
    settle(&served);
    assert_eq!(server.received().last().unwrap().to, "turing@example.org");
    let mistyped = teacher.act(MAIL, &[("do", "mail-test"), ("address", "turing at example")]);
    mistyped.says(400, "is not a mail address");
    mistyped.says(400, "value=\"turing at example\"");
    teacher.act(MAIL, &[("do", "else")]).says(400, "unknown form");
    // A forgotten student's messages go, too.
    let class = served.class();
    let request = class_operations::privacy::DeletionRequest { student: "1002", runs: &[] };
    let facts = class.facts().unwrap();
    let preview = class_operations::privacy::preview_deletion(&class, &facts, &request).unwrap();
    class_operations::privacy::delete_student(&class, &request, preview).unwrap();
    let queue = outbox(&served);
    for state in [MessageState::Waiting, MessageState::Sent, MessageState::Failed] {
        let left = queue.in_state(state, 99).unwrap();
        assert!(left.iter().all(|message| message.student.as_deref() != Some("1002")), "{left:?}");
    }
}

#[test]
fn a_service_without_mail_says_so() {
    let served = Served::new();
    served.teacher().get(MAIL).says(200, "This service sends no mail.");
    let test = [("do", "mail-test"), ("address", "turing@example.org")];
    served.teacher().act(MAIL, &test).says(409, "this service sends no mail");
    let student = served.student("1001");
    student.get("/ki/mail").says(200, "This service sends no mail.");
    assert!(!student.get("/ki/").text().contains("href=\"/ki/mail\""));
    assert!(!served.folder.join("private/mail.sqlite").exists());
}

fn tls_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/tls").join(name)
}

fn encrypt() -> Encrypt {
    let chain = vec![CertificateDer::from_pem_file(tls_file("one.pem")).unwrap()];
    let key = PrivateKeyDer::from_pem_file(tls_file("one.key")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .unwrap();
    let config = Arc::new(config);
    Arc::new(move |socket| {
        let connection = ServerConnection::new(Arc::clone(&config)).unwrap();
        Box::new(StreamOwned::new(connection, socket)) as Box<dyn Stream>
    })
}

#[test]
fn connections_are_encrypted_or_not_used() {
    let trusting = |file: &str| format!("authority_file = {:?}\n", tls_file(file).display().to_string());
    for (word, is_immediate) in [("tls", true), ("starttls", false)] {
        let server = MailServer::encrypted(encrypt(), is_immediate);
        let more = format!("security = \"{word}\"\n{}", trusting("one.pem"));
        let served = served_with(&settings(&server, &more), "");
        say(&served, "secret");
        settle(&served);
        let received = server.received();
        assert!(received.len() == 2 && received.iter().all(|one| one.was_encrypted), "{word}: {received:?}");
    }
    // An unknown certificate, and a server that does not encrypt.
    let unknown = MailServer::encrypted(encrypt(), false);
    let plain = MailServer::start();
    for (server, why) in [(&unknown, "certificate"), (&plain, "does not offer STARTTLS")] {
        let more = format!("security = \"starttls\"\n{}", trusting("other.pem"));
        let served = served_with(&settings(server, &more), "");
        say(&served, "secret");
        let teacher = served.teacher();
        until("the trouble is shown", || teacher.get(MAIL).text().contains("No mail is sent at the moment"));
        let page = teacher.get(MAIL).text();
        assert!(page.contains(why), "{page}");
        assert!(server.received().is_empty());
    }
}

#[test]
fn a_refusal_that_waits_is_dropped_once_a_version_is_accepted() {
    let server = MailServer::start();
    let served = served(&server);
    let bee = served.student("1002");
    server.fail(&vec![Fault::Recipient("450 4.2.0 greylisted"); 1000]);
    assert_eq!(bee.hand_in(&[("bad.wasm", b"\0asm\x01\0\0\0")]).status, 303);
    until("the refusal waits", || !outbox(&served).delayed(1).unwrap().is_empty());
    assert_eq!(bee.hand_in(&[("greedy.wasm", &bot("greedy"))]).status, 303);
    settle(&served);
    assert!(server.received().is_empty(), "{:#?}", server.received());
    let dropped = outbox(&served).in_state(MessageState::Obsolete, 9).unwrap();
    assert_eq!(
        dropped.iter().filter_map(|one| one.answer.as_deref()).collect::<Vec<_>>(),
        ["a version was accepted since"]
    );
}
