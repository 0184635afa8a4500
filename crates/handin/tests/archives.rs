//! Archives as course systems make them, and hostile ones: refused, or inert.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{Cursor, Write};

use handin::{ArchiveError, Limits, Refused, Sender, read};
use proptest::prelude::*;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// An archive of these files.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        writer.start_file(*path, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn skipped(bytes: &[u8]) -> Vec<(String, Refused)> {
    let contents = read(bytes, &Limits::default()).unwrap();
    contents.skipped.into_iter().map(|skipped| (skipped.path, skipped.why)).collect()
}

#[test]
fn files_are_read_with_their_senders() {
    let bytes = archive(&[
        ("Zoë 王_12_assignsubmission_file/bot.wasm", b"\0asm"),
        ("Zoë 王_12_assignsubmission_file/src/", b""),
        ("lovelaceada_LATE_9001_77_bot.js", b"let x;"),
        ("readme.txt", b"hello"),
    ]);
    let contents = read(&bytes, &Limits::default()).unwrap();
    let files: Vec<_> =
        contents.files.iter().map(|file| (&file.sender, file.file.as_str(), &*file.bytes)).collect();
    let zoe = Sender::Moodle { label: "Zoë 王".to_owned(), number: 12 };
    let ada = Sender::Canvas { name: "lovelaceada".to_owned(), user: 9001, late: true };
    assert_eq!(files, [(&zoe, "bot.wasm", &b"\0asm"[..]), (&ada, "bot.js", b"let x;")]);
    assert_eq!(skipped(&bytes), [("readme.txt".to_owned(), Refused::NoSender)]);
}

#[test]
fn paths_that_lead_out_are_not_taken() {
    for path in [
        "../ada_1_2_bot.wasm",
        "/ada_1_2_bot.wasm",
        "Ada_12_assignsubmission_file/../../bot.wasm",
        "Ada_12_assignsubmission_file/..\\bot.wasm",
        "\\ada_1_2_bot.wasm",
        "C:ada_1_2_bot.wasm",
    ] {
        assert_eq!(skipped(&archive(&[(path, b"x")])), [(path.to_owned(), Refused::Outside)], "{path}");
    }
}

#[test]
fn links_are_not_taken() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.add_symlink("ada_1_2_bot.wasm", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    assert_eq!(skipped(&bytes), [("ada_1_2_bot.wasm".to_owned(), Refused::Link)]);
}

#[test]
fn bombs_are_not_unpacked() {
    let limits = Limits { file: 1 << 16, total: 1 << 17, ..Limits::default() };
    let zeros = vec![0; 4 << 20];
    let bomb = archive(&[("ada_1_2_bot.wasm", &zeros)]);
    assert!(bomb.len() < 10_000);
    let contents = read(&bomb, &limits).unwrap();
    assert_eq!((contents.files.len(), &contents.skipped[0].why), (0, &Refused::TooLarge { most: 1 << 16 }));
    let names: Vec<String> = (0..5).map(|number| format!("ada_{number}_2_bot.wasm")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &zeros[..1 << 15])).collect();
    assert_eq!(read(&archive(&many[..4]), &limits).unwrap().files.len(), 4);
    assert_eq!(read(&archive(&many), &limits).unwrap_err(), ArchiveError::TooLarge { most: 1 << 17 });
}

/// Each entry alone is refused; together they would be unpacked for hours.
#[test]
fn a_bomb_of_files_that_are_not_taken_is_refused_as_a_whole() {
    let limits = Limits { file: 1 << 10, total: 1 << 13, ..Limits::default() };
    let zeros = vec![0; 1 << 16];
    let names: Vec<String> = (0..8).map(|number| format!("ada_{number}_2_bot.wasm")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &zeros[..])).collect();
    assert_eq!(read(&archive(&files[..7]), &limits).unwrap().skipped.len(), 7);
    assert_eq!(read(&archive(&files), &limits).unwrap_err(), ArchiveError::TooLarge { most: 1 << 13 });
}

#[test]
fn what_is_packed_is_unpacked_again_and_is_the_same_each_time() {
    let files = [("Ada_1_assignsubmission_file/a.js", &b"let x;"[..]), ("ada_1_2_b", b"")];
    let packed = handin::pack(&files).unwrap();
    assert_eq!(packed, handin::pack(&files).unwrap());
    let contents = read(&packed, &Limits::default()).unwrap();
    let found: Vec<(&str, &[u8])> =
        contents.files.iter().map(|file| (file.path.as_str(), &*file.bytes)).collect();
    assert_eq!(found, files);
    assert!(handin::pack(&[files[0], files[0]]).is_none(), "a name twice");
}

#[test]
fn a_hundred_thousand_entries_are_refused_before_they_are_read() {
    let names: Vec<String> = (0..100_000).map(|number| format!("a_{number}_2_b")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let told = read(&archive(&files), &Limits::default()).unwrap_err();
    assert_eq!(told, ArchiveError::TooManyEntries { most: 20_000 });
}

#[test]
fn a_name_twice_is_refused() {
    let mut bytes = archive(&[("ada_1_2_bot.wasm", b"one"), ("adb_1_2_bot.wasm", b"two")]);
    for at in 0..bytes.len() - 3 {
        if &bytes[at..at + 3] == b"adb" {
            bytes[at + 2] = b'a';
        }
    }
    assert_eq!(read(&bytes, &Limits::default()).unwrap_err(), ArchiveError::Twice);
}

#[test]
fn what_is_damaged_is_told() {
    assert!(matches!(read(b"", &Limits::default()), Err(ArchiveError::NotZip(_))));
    assert!(matches!(read(b"Name,Grade\n", &Limits::default()), Err(ArchiveError::NotZip(_))));
    let mut bytes = archive(&[("ada_1_2_bot.wasm", b"a bot that was handed in"), ("bo_2_3_b", b"x")]);
    let at = bytes.windows(5).position(|window| window == b"a bot").unwrap_or(50);
    bytes[at] ^= 0x55;
    let contents = read(&bytes, &Limits::default()).unwrap();
    assert_eq!(contents.files.len(), 1, "the other is read");
    assert!(matches!(contents.skipped[0].why, Refused::Damaged(_)), "{:?}", contents.skipped);
}

proptest! {
    #[test]
    fn no_bytes_bring_it_down(flips in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8), cut in any::<prop::sample::Index>()) {
        let mut bytes = archive(&[("ada_1_2_bot.wasm", &[7; 300]), ("Bo_2_assignsubmission_file/b", b"x")]);
        for (place, byte) in flips {
            let at = place.index(bytes.len());
            bytes[at] = byte;
        }
        for part in [&bytes[..], &bytes[..cut.index(bytes.len())]] {
            if let Ok(contents) = read(part, &Limits::default()) {
                prop_assert!(contents.files.len() + contents.skipped.len() <= 2);
            }
        }
    }
}
