use std::path::Path;

use super::*;
use crate::Record;

fn start() -> Moment {
    Moment::from_millis(0)
}

fn class() -> (tempfile::TempDir, ClassFolder) {
    let top = tempfile::tempdir().unwrap();
    let folder = ClassFolder::at(top.path().join("ki"));
    Record::create(&folder).unwrap();
    (top, folder)
}

fn student(id: &str) -> Person {
    Person::Student { id: id.to_owned() }
}

#[test]
fn a_link_opens_sessions_until_it_is_made_anew() {
    let (_top, folder) = class();
    let mut access = Access::open(&folder).unwrap();
    let link = access.make_link(&student("1001"), start()).unwrap();
    let (phone, session) = access.enter(&link, start()).unwrap().unwrap();
    let (laptop, _) = access.enter(&link, start()).unwrap().unwrap();
    assert_eq!(session.person, student("1001"));
    // Another program on the same class sees the sessions.
    let mut other = Access::open(&folder).unwrap();
    assert_eq!(other.session(&laptop, start()).unwrap().unwrap().person, student("1001"));
    other.leave(&phone).unwrap();
    assert_eq!(access.session(&phone, start()).unwrap(), None);
    assert_eq!(access.links(start()).unwrap()[0].sessions, 1);
    let anew = other.make_link(&student("1001"), start()).unwrap();
    assert_eq!(access.session(&laptop, start()).unwrap(), None, "it went with its link");
    assert!(access.enter(&link, start()).unwrap().is_none());
    assert!(access.enter(&anew, start()).unwrap().is_some());
    assert!(access.revoke(&student("1001")).unwrap());
    assert!(!access.revoke(&student("1001")).unwrap());
    assert!(access.enter(&anew, start()).unwrap().is_none());
}

#[test]
fn whoever_has_a_link_is_in_the_session_with_role_and_section() {
    let (_top, folder) = class();
    let mut access = Access::open(&folder).unwrap();
    let assistant = |section: Option<&str>| Person::Assistant {
        name: "Kim".to_owned(),
        section: section.map(str::to_owned),
    };
    let people =
        [Person::Teacher { name: "Kim".to_owned() }, assistant(None), assistant(Some("B")), student("1001")];
    for person in people {
        let link = access.make_link(&person, start()).unwrap();
        let (secret, entered) = access.enter(&link, start()).unwrap().unwrap();
        assert_eq!(entered.person, person);
        assert_eq!(access.session(&secret, start()).unwrap().unwrap().person, person);
    }
}

#[test]
fn a_session_ends_when_it_is_not_used_and_when_the_term_is_over() {
    let (_top, folder) = class();
    let mut access = Access::open(&folder).unwrap();
    let link = access.make_link(&student("1001"), start()).unwrap();
    let (secret, session) = access.enter(&link, start()).unwrap().unwrap();
    assert_eq!(session.ends, start().after(IDLE));
    let mut at = start();
    while at.millis() + IDLE <= LONGEST {
        at = at.after(IDLE);
        assert!(access.session(&secret, at).unwrap().is_some(), "it is used");
    }
    let last = access.session(&secret, at).unwrap().unwrap();
    assert_eq!(last.ends.millis(), LONGEST.min(at.millis() + IDLE));
    assert!(access.session(&secret, start().after(LONGEST + 1)).unwrap().is_none());
    let (unused, _) = access.enter(&link, start()).unwrap().unwrap();
    assert!(access.session(&unused, start().after(IDLE + 1)).unwrap().is_none());
}

#[test]
fn a_person_has_so_many_sessions_at_most() {
    let (_top, folder) = class();
    let mut access = Access::open(&folder).unwrap();
    let link = access.make_link(&student("1001"), start()).unwrap();
    let secrets: Vec<Secret> =
        (0..=MOST_SESSIONS).map(|at| access.enter(&link, start().after(at)).unwrap().unwrap().0).collect();
    let open = |access: &mut Access, secret| access.session(secret, start()).unwrap().is_some();
    assert!(!open(&mut access, &secrets[0]), "the one that was used the longest time ago");
    assert!(secrets[1..].iter().all(|secret| open(&mut access, secret)));
}

#[test]
fn the_file_has_no_secret_and_is_for_the_user_alone() {
    let (_top, folder) = class();
    let mut access = Access::open(&folder).unwrap();
    let link = access.make_link(&Person::Teacher { name: "Ada".to_owned() }, start()).unwrap();
    let (session, _) = access.enter(&link, start()).unwrap().unwrap();
    let token = access.make_token(&student("1001"), Purpose::Read, "x", start(), 1).unwrap().unwrap();
    drop(access);
    let bytes = std::fs::read(folder.access()).unwrap();
    for secret in [&link, &session, &token] {
        let text = secret.reveal();
        let raw = hash::hex::decode(&text).unwrap();
        assert!(!bytes.windows(raw.len()).any(|window| window == raw));
        assert!(!bytes.windows(text.len()).any(|window| window == text.as_bytes()));
        assert_eq!(format!("{secret:?}"), "Secret(…)");
        assert!(secret.is(&text) && !secret.is(&text[1..]) && !link.derive("x").is(&text));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(folder.access()).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn a_token_is_for_one_purpose_until_it_ends() {
    let (_top, folder) = class();
    let mut access = Access::open(&folder).unwrap();
    let (own, other) = (student("1001"), student("1002"));
    let token = access.make_token(&own, Purpose::Submit, "laptop", start(), 30).unwrap().unwrap();
    let found = access.token(&token, start()).unwrap().unwrap();
    assert_eq!((&found.person, found.purpose, &*found.name), (&own, Purpose::Submit, "laptop"));
    assert_eq!(found.ends, start().after(30 * DAY));
    // A token is neither a link nor a session.
    assert!(access.enter(&token, start()).unwrap().is_none());
    assert!(access.session(&token, start()).unwrap().is_none());
    assert_eq!(access.tokens(&own, start()).unwrap()[0].used, Some(start()));
    assert!(access.token(&token, start().after(30 * DAY + 1)).unwrap().is_none());
    assert!(access.tokens(&own, start().after(30 * DAY + 1)).unwrap().is_empty());
    // Only its owner can revoke it.
    assert!(!access.revoke_token(&other, found.number).unwrap());
    assert!(access.revoke_token(&own, found.number).unwrap());
    assert!(access.token(&token, start()).unwrap().is_none());
    // Tokens end with the link, and with the person.
    let mut more = || access.make_token(&own, Purpose::Read, "x", start(), 1).unwrap();
    let tokens: Vec<Secret> = std::iter::from_fn(&mut more).take(100).collect();
    assert_eq!(tokens.len(), 20);
    assert!(access.make_token(&other, Purpose::Read, "x", start(), 1).unwrap().is_some());
    assert!(access.revoke(&own).unwrap());
    assert!(access.token(&tokens[0], start()).unwrap().is_none());
    assert_eq!(access.tokens(&other, start()).unwrap().len(), 1);
    let token = access.make_token(&own, Purpose::Read, "x", start(), 1).unwrap().unwrap();
    access.make_link(&own, start()).unwrap();
    assert!(access.token(&token, start()).unwrap().is_none());
}

#[test]
fn a_file_of_another_version_is_left_alone() {
    let (_top, folder) = class();
    drop(Access::open(&folder).unwrap());
    for (version, advice) in [(1, "muster 0.3.0 reads it"), (3, "")] {
        Connection::open(folder.access()).unwrap().pragma_update(None, "user_version", version).unwrap();
        let error = Access::open(&folder).err().unwrap();
        assert!(matches!(error, ClassError::UnknownSchema { found, .. } if found == version));
        assert!(error.to_string().ends_with(advice), "{error}");
    }
}

#[test]
fn what_is_not_the_file_that_was_made_is_refused() {
    let (_top, folder) = class();
    drop(Access::open(&folder).unwrap());
    let other = Connection::open(folder.access()).unwrap();
    other.execute_batch("CREATE TRIGGER t AFTER INSERT ON link BEGIN DELETE FROM session; END").unwrap();
    drop(other);
    let error = Access::open(&folder).err().unwrap();
    assert!(matches!(error, ClassError::Damaged { .. }), "{error}");
    std::fs::write(folder.access(), b"nothing of the kind").unwrap();
    assert!(Access::open(&folder).is_err());
}

#[test]
fn a_backup_has_sessions_and_gives_them_back() {
    let (top, folder) = class();
    std::fs::write(folder.text(), "").unwrap();
    let mut access = Access::open(&folder).unwrap();
    let link = access.make_link(&student("1001"), start()).unwrap();
    let (session, _) = access.enter(&link, start()).unwrap().unwrap();
    let mut backup = std::io::Cursor::new(Vec::new());
    folder.back_up(&mut backup, Path::new("ki.zip"), &[]).unwrap();
    // A change after the backup is not in it.
    access.leave(&session).unwrap();
    backup.set_position(0);
    let restored = ClassFolder::at(top.path().join("restored"));
    restored.restore(backup, Path::new("ki.zip")).unwrap();
    let mut access = Access::open(&restored).unwrap();
    assert_eq!(access.session(&session, start()).unwrap().unwrap().person, student("1001"));
    assert!(access.enter(&link, start()).unwrap().is_some());
}
