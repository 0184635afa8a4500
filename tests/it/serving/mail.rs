//! Mail of a service that is killed at any moment.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

use class_model::{ClassFolder, MessageState, Outbox};

use super::{Serving, ok};
use crate::support::{await_value, is_full, pause, say};

#[allow(dead_code, reason = "the tests of the service use the rest")]
#[path = "../../../crates/service/tests/it/support/smtp.rs"]
mod smtp;

use smtp::{Fault, MailServer};

const STUDENTS: usize = 6;

/// Creates a class whose students have addresses, with settings for a server.
fn class(server: &MailServer) -> (tempfile::TempDir, String, String) {
    let top = tempfile::tempdir().unwrap();
    let at = |name: &str| top.path().join(name).display().to_string();
    let folder = at("ki");
    let deadline = ["--zone", "UTC", "--deadline", "2099-12-01 23:59"];
    ok(&[&["class", "init", &folder, "--name", "Bots", "--game", "tank-war"][..], &deadline].concat());
    let rows: Vec<String> =
        (0..STUDENTS).map(|n| format!("{n},Student {n},S{n},s{n}@example.org\n")).collect();
    fs::write(at("roster.csv"), format!("id,name,alias,email\n{}", rows.concat())).unwrap();
    ok(&["class", "roster", &folder, &at("roster.csv")]);
    let settings = format!(
        "server = \"localhost\"\nport = {}\nsecurity = \"none\"\nfrom = \"bots@example.org\"\n\
         per_minute = 10000\nretry_after = \"20ms\"\n",
        server.port
    );
    let file = at("mail.toml");
    fs::write(&file, settings).unwrap();
    (top, folder, file)
}

/// Each message arrives. It arrives twice only if the service was killed between the text and the server's answer, and
/// then as the same message.
#[test]
fn kills_lose_no_message_and_repeat_none_but_those_that_were_being_confirmed() {
    let kills = if is_full() { 200 } else { 50 };
    let server = MailServer::start();
    let (_top, folder, settings) = class(&server);
    let more = ["--no-play", "--mail", &settings];
    let queue = || Outbox::open(&ClassFolder::at(&folder)).unwrap();
    let mut serving = Serving::begin(&folder, &more);
    await_value("mail begins", || {
        let is_there = fs::exists(format!("{folder}/private/mail.sqlite")).unwrap();
        (is_there && queue().position().unwrap().is_some()).then_some(())
    });
    for kill in 0..kills {
        ok(&["class", "announce", &folder, &format!("announcement {kill}")]);
        // Some answers are late, so that kills also come before them.
        server.fail(
            &(0..3)
                .map(|at| Fault::Delay(Duration::from_millis((kill * 7 + at * 13) % 40)))
                .collect::<Vec<_>>(),
        );
        let before = server.received().len();
        match kill % 3 {
            0 => pause(Duration::from_millis(kill * 11 % 300)),
            1 => await_value("a message arrives", || (server.received().len() > before).then_some(())),
            _ => {}
        }
        serving.kill();
        serving = Serving::begin(&folder, &more);
    }
    let is_over = |state| queue().in_state(state, 1).unwrap().is_empty();
    let in_state = |state| queue().in_state(state, usize::MAX >> 1).unwrap();
    let total = kills as usize * STUDENTS;
    let ended = || in_state(MessageState::Sent).len() + in_state(MessageState::Failed).len();
    await_value("all mail is sent", || (ended() == total && is_over(MessageState::Waiting)).then_some(()));
    // A message at which the service was killed three times is not sent again; the teacher sees it.
    let given_up = in_state(MessageState::Failed);
    for message in &given_up {
        assert!(message.unconfirmed >= 2 && message.answer.as_ref().unwrap().contains("it may have arrived"));
    }
    let mut arrived: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for one in server.received() {
        let [subject, id] = ["Subject", "Message-ID"].map(|name| one.header(name).unwrap().to_owned());
        arrived.entry((one.to, subject)).or_default().push(id);
    }
    let missing = total - arrived.len();
    assert!(missing <= given_up.len(), "{missing} messages were lost");
    let twice: Vec<&Vec<String>> = arrived.values().filter(|ids| ids.len() > 1).collect();
    assert!(twice.iter().all(|ids| ids.iter().collect::<BTreeSet<_>>().len() == 1), "{twice:#?}");
    let unconfirmed = in_state(MessageState::Sent).iter().filter(|message| message.unconfirmed > 0).count();
    let unconfirmed = unconfirmed + given_up.len();
    assert!(twice.len() <= unconfirmed && unconfirmed <= kills as usize, "{} of {unconfirmed}", twice.len());
    say(&format!(
        "{kills} kills, {total} messages; {unconfirmed} were being confirmed, {} of them arrived more than once, \
         {} were given up, {missing} did not arrive",
        twice.len(),
        given_up.len()
    ));
    serving.kill();
}
