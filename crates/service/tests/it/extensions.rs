//! Extensions for many students, from a file.

use class_model::Facts;

use crate::support::{Answer, Browser, Served};

const PAGE: &str = "/ki/staff/extensions";

fn upload(teacher: &Browser, text: &[u8], fields: &[(&str, &str)]) -> Answer {
    teacher.act_with(PAGE, fields, &[("more.csv", text)])
}

/// Confirms a preview, as its button does.
fn apply(teacher: &Browser, preview: &Answer) -> Answer {
    let fields = preview.fields(PAGE);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, text)| (&**name, &**text)).collect();
    teacher.act_with(PAGE, &fields[1..], &[])
}

fn until(served: &Served, id: &str) -> Option<String> {
    let facts: Facts = served.class().facts().unwrap();
    let own = facts.contender_of(id).unwrap();
    facts.extension_of(&own).map(|extension| served.class().shown(extension.until))
}

#[test]
fn many_are_extended_after_a_look_at_each_line() {
    let served = Served::new();
    let teacher = served.teacher();
    teacher.get(PAGE).says(200, "No student has an extension.");
    let file = b"id,until,hours,reason\n1001,2099-12-08 23:59,,was ill\n1002,,\"1,5\",\n1003,,,\n";
    let preview = upload(&teacher, file, &[]);
    preview.says(200, "2 extended, 0 shortened, 0 unchanged, 1 without a deadline");
    preview.says(200, "2099-12-02 01:29");
    assert_eq!(until(&served, "1001"), None, "nothing was changed");
    assert_eq!(apply(&teacher, &preview).leads_to(), PAGE);
    assert_eq!(until(&served, "1001").as_deref(), Some("2099-12-08 23:59:59 +01:00"));
    assert_eq!(until(&served, "1002").as_deref(), Some("2099-12-02 01:29:59 +01:00"));
    assert_eq!(until(&served, "1003"), None);
    teacher.get(PAGE).says(200, "was ill");
    // The same file again changes nothing, also in another encoding and with other separators.
    let text = "id;until;reason\r\n1001;2099-12-08 23:59;w\u{e4}r krank\r\n";
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let again = upload(&teacher, &utf16, &[]);
    again.says(200, "0 extended, 0 shortened, 1 unchanged");
    assert!(!again.text().contains(">Apply<"));
    // A deadline may become earlier only if that is allowed.
    let earlier = b"id,until\n1001,2099-12-07 23:59\n";
    upload(&teacher, earlier, &[]).says(200, "this is shorter than the current extension");
    let preview = upload(&teacher, earlier, &[("shorten", "yes")]);
    preview.says(200, "0 extended, 1 shortened");
    assert_eq!(apply(&teacher, &preview).status, 303);
    assert_eq!(until(&served, "1001").as_deref(), Some("2099-12-07 23:59:59 +01:00"));
}

#[test]
fn lines_with_problems_are_named_and_nothing_is_changed() {
    let served = Served::new();
    let teacher = served.teacher();
    let file = b"id,until,hours\n1001,2099-12-08 23:59,\n9999,2099-12-08 23:59,\n1002,2001-01-01 10:00,\n1003,soon,\n1001,,3\n\
                 1002,,many\n1003,2099-12-08 23:59,4\n";
    let preview = upload(&teacher, file, &[]);
    for why in [
        "no student of the class has this id or address",
        "the extension is earlier than the deadline",
        "is not a date and time",
        "1001 is also in line 2",
        "1002 is also in line 4",
        "1003 is also in line 5",
    ] {
        preview.says(200, why);
    }
    assert!(!preview.text().contains(">Apply<"), "{}", preview.text());
    for (file, why) in [
        ("id,until,hours\n1003,2099-12-08 23:59,4\n", "both a deadline and hours"),
        ("id,hours\n1002,many\n", "is not a number of hours"),
        ("id,hours\n1002,-3\n", "is not a number of hours"),
        // The clocks skip this time.
        ("id,until\n1002,2100-03-28 02:30\n", "problem"),
    ] {
        upload(&teacher, file.as_bytes(), &[]).says(200, why);
        // As if the button had been there.
        let forced = upload(&teacher, file.as_bytes(), &[("do", "extend"), ("shown", "x")]);
        forced.says(400, "nothing was changed");
    }
    for (file, why) in [
        ("id,days\n1001,3\n", "neither a column until nor a column hours"),
        ("who,hours\n1001,3\n", "no column identifies students"),
        ("id,hours\n1001,\n", "has a deadline or hours"),
    ] {
        upload(&teacher, file.as_bytes(), &[]).says(400, why);
    }
    assert_eq!(until(&served, "1001"), None);
    assert_eq!(upload(&served.student("1001"), file, &[]).status, 403);
}

#[test]
fn a_preview_that_no_longer_holds_is_not_applied() {
    let served = Served::new();
    let teacher = served.teacher();
    let preview = upload(&teacher, b"id,hours\n1001,24\n1002,24\n", &[]);
    let one = [("until", "2099-12-09T10:00"), ("reason", "")];
    assert_eq!(teacher.act("/ki/students/1001/time", &one).status, 303);
    apply(&teacher, &preview).says(400, "nothing was changed");
    assert_eq!(until(&served, "1002"), None);
}
