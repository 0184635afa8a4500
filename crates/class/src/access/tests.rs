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
    // Another program on the same class sees them.
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
    drop(access);
    let bytes = std::fs::read(folder.access()).unwrap();
    for secret in [&link, &session] {
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
    // What happens after it is not in it.
    access.leave(&session).unwrap();
    backup.set_position(0);
    let restored = ClassFolder::at(top.path().join("restored"));
    restored.restore(backup, Path::new("ki.zip")).unwrap();
    let mut access = Access::open(&restored).unwrap();
    assert_eq!(access.session(&session, start()).unwrap().unwrap().person, student("1001"));
    assert!(access.enter(&link, start()).unwrap().is_some());
}
