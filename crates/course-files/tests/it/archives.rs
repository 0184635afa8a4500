//! Archives of course systems are read; hostile ones are refused or inert.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{Cursor, Write};
use std::path::Path;

use course_files::archives::{ArchiveError, EntryRefusal, Limits, Sender, read};
use proptest::prelude::*;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Packs files into an archive.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, bytes) in files {
        writer.start_file(*path, SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn skipped(bytes: &[u8]) -> Vec<(String, EntryRefusal)> {
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
    let zoe = Sender::Moodle { label: "Zoë 王".to_owned(), number: Some(12) };
    let ada = Sender::Canvas { name: "lovelaceada".to_owned(), user: 9001 };
    assert_eq!(files, [(&zoe, "bot.wasm", &b"\0asm"[..]), (&ada, "bot.js", b"let x;")]);
    assert_eq!(contents.files.iter().map(|file| file.late).collect::<Vec<_>>(), [false, true]);
    assert_eq!(contents.senders, [zoe, ada]);
    assert_eq!(skipped(&bytes), [("readme.txt".to_owned(), EntryRefusal::NoSender)]);
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
        assert_eq!(skipped(&archive(&[(path, b"x")])), [(path.to_owned(), EntryRefusal::Outside)], "{path}");
    }
}

/// Regression test: a sender whose files were all skipped, or whose archive had no file, left no trace.
#[test]
fn every_sender_is_named_whatever_became_of_the_files() {
    let bytes = archive(&[
        ("lovelaceada_9001_77_.DS_Store", b"x"),
        ("Bo_12_assignsubmission_file/empty.zip", &archive(&[])),
        ("Bo_12_assignsubmission_file/__MACOSX/x", b"x"),
        ("Cy_13_assignsubmission_file/", b""),
        ("Dee_14_assignsubmission_file/mac.zip", &archive(&[("__MACOSX/._bot.js", b"x")])),
    ]);
    let mut contents = read(&bytes, &Limits::default()).unwrap();
    let senders: Vec<String> = contents.senders.iter().map(Sender::to_string).collect();
    assert_eq!(senders, ["lovelaceada_9001", "Bo_12", "Cy_13", "Dee_14"]);
    contents.open_archives(&Limits::default(), &|_| false);
    assert!(contents.files.is_empty());
    let empty =
        contents.skipped.iter().map(|skipped| (skipped.sender.as_ref().unwrap().to_string(), &skipped.why));
    assert_eq!(
        empty.collect::<Vec<_>>(),
        [("Bo_12".to_owned(), &EntryRefusal::Empty), ("Dee_14".to_owned(), &EntryRefusal::Empty)]
    );
}

#[test]
fn links_are_not_taken() {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.add_symlink("ada_1_2_bot.wasm", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    assert_eq!(skipped(&bytes), [("ada_1_2_bot.wasm".to_owned(), EntryRefusal::Link)]);
}

#[test]
fn bombs_are_not_unpacked() {
    let limits = Limits { file: 1 << 16, total: 1 << 17, ..Limits::default() };
    let zeros = vec![0; 4 << 20];
    let bomb = archive(&[("ada_1_2_bot.wasm", &zeros)]);
    assert!(bomb.len() < 10_000);
    let contents = read(&bomb, &limits).unwrap();
    assert_eq!(
        (contents.files.len(), &contents.skipped[0].why),
        (0, &EntryRefusal::TooLarge { most: 1 << 16 })
    );
    let names: Vec<String> = (0..5).map(|number| format!("ada_{number}_2_bot.wasm")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &zeros[..1 << 15])).collect();
    assert_eq!(read(&archive(&many[..4]), &limits).unwrap().files.len(), 4);
    assert_eq!(read(&archive(&many), &limits).unwrap_err(), ArchiveError::TooLarge { most: 1 << 17 });
}

/// Each entry alone is refused, but unpacking all would take hours. An entry that states its true size costs nothing,
/// so a student who hands in a video affects no other student.
#[test]
fn a_bomb_of_files_that_are_not_taken_is_refused_as_a_whole() {
    let limits = Limits { file: 1 << 10, total: 1 << 13, ..Limits::default() };
    let zeros = vec![0; 1 << 16];
    let names: Vec<String> = (0..8).map(|number| format!("ada_{number}_2_bot.wasm")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &zeros[..])).collect();
    let contents = read(&archive(&files), &limits).unwrap();
    assert!(contents.skipped.iter().all(|one| one.why == EntryRefusal::TooLarge { most: 1 << 10 }));
    assert_eq!(contents.skipped.len(), 8);
    let lying = |files: &[(&str, &[u8])]| {
        let mut bytes = archive(files);
        let headers = |bytes: &[u8]| -> Vec<usize> {
            (0..bytes.len() - 4).filter(|at| &bytes[*at..at + 4] == b"PK\x01\x02").collect()
        };
        for header in headers(&bytes) {
            bytes[header + 24..header + 28].copy_from_slice(&7_u32.to_le_bytes());
        }
        bytes
    };
    assert_eq!(read(&lying(&files[..7]), &limits).unwrap().skipped.len(), 7);
    assert_eq!(read(&lying(&files), &limits).unwrap_err(), ArchiveError::TooLarge { most: 1 << 13 });
}

#[test]
fn what_is_packed_is_unpacked_again_and_is_the_same_each_time() {
    let files = [("Ada_1_assignsubmission_file/a.js", &b"let x;"[..]), ("ada_1_2_b", b"")];
    let packed = course_files::archives::pack(&files).unwrap();
    assert_eq!(packed, course_files::archives::pack(&files).unwrap());
    let contents = read(&packed, &Limits::default()).unwrap();
    let found: Vec<(&str, &[u8])> =
        contents.files.iter().map(|file| (file.path.as_str(), &*file.bytes)).collect();
    assert_eq!(found, files);
    assert!(course_files::archives::pack(&[files[0], files[0]]).is_none(), "a name twice");
}

#[test]
fn a_hundred_thousand_entries_are_refused_before_they_are_read() {
    let names: Vec<String> = (0..100_000).map(|number| format!("a_{number}_2_b")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let bytes = archive(&files);
    let told = read(&bytes, &Limits::default()).unwrap_err();
    assert_eq!(told, ArchiveError::TooManyEntries { most: 20_000 });
    let told = read(&bytes, &Limits { entries: 5_000, ..Limits::default() }).unwrap_err();
    assert_eq!(told, ArchiveError::TooManyEntries { most: 5_000 });
}

/// Names that other systems take for devices, streams or the like are harmless, because no file is written under them.
#[test]
fn names_of_every_kind_are_inert() {
    let long = format!("Ada_12_assignsubmission_file/{}", "x".repeat(60_000));
    for name in [
        "CON",
        "nul.txt",
        "COM1.wasm",
        "bot.wasm.",
        "bot.wasm ",
        "bot.wasm::$DATA",
        "a:b",
        "~",
        "-rf",
        "*",
        "$(reboot)",
        "\u{202e}msaw.tob",
        "\u{1b}[2J",
        "a\nb",
        "\u{feff}bot",
        "é",
        "e\u{301}",
        "%2e%2e%2f",
        "..wasm",
    ] {
        let path = format!("Ada_12_assignsubmission_file/{name}");
        let contents = read(&archive(&[(&path, b"x")]), &Limits::default()).unwrap();
        let files: Vec<&str> = contents.files.iter().map(|file| file.file.as_str()).collect();
        assert_eq!((files, contents.skipped.len()), (vec![name], 0));
    }
    assert_eq!(read(&archive(&[(&long, b"x")]), &Limits::default()).unwrap().files.len(), 1);
    for path in ["Ada_12_assignsubmission_file/a\0.wasm", "\\\\server\\ada_1_2_b", "a\\..\\ada_1_2_b"] {
        assert_eq!(
            skipped(&archive(&[(path, b"x")])),
            [(path.to_owned(), EntryRefusal::Outside)],
            "{path:?}"
        );
    }
}

/// Names that some file system considers equal stay distinct, because no file is written under them.
#[test]
fn names_that_look_alike_stay_apart() {
    let names = [
        "ada_1_2_Bot.js",
        "ada_1_2_bot.js",
        "ada_1_2_b\u{f6}t.js",
        "ada_1_2_bo\u{308}t.js",
        "ada_1_2_./bot.js",
    ];
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (*name, name.as_bytes())).collect();
    let contents = read(&archive(&files), &Limits::default()).unwrap();
    let found: Vec<&str> = contents.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!((found, contents.skipped.len()), (names[..4].to_vec(), 1), "the last has no sender");
    assert!(contents.files.iter().all(|file| file.bytes == file.path.as_bytes()));
}

const SCRIPTS: &dyn Fn(&str) -> bool =
    &|file| Path::new(file).extension().is_some_and(|ending| ending == "js");

/// Paths in an archive, each with a detail.
type Told<T> = Vec<(String, T)>;

/// Returns the files of an archive and of archives in it, by name, and the skipped entries.
fn opened(files: &[(&str, &[u8])], limits: &Limits) -> (Told<String>, Told<EntryRefusal>) {
    let mut contents = read(&archive(files), limits).unwrap();
    contents.open_archives(limits, SCRIPTS);
    let names = contents.files.into_iter().map(|file| (file.path, file.file)).collect();
    (names, contents.skipped.into_iter().map(|one| (one.path, one.why)).collect())
}

#[test]
fn what_desktops_leave_is_passed_over_without_a_word() {
    let packed = archive(&[("bot.js", b"1"), ("__MACOSX/._bot.js", b"x"), ("lib/Thumbs.db", b"x")]);
    let files: [(&str, &[u8]); 6] = [
        ("__MACOSX/._ada_1_2_bot.js", b"x"),
        (".DS_Store", b"x"),
        ("ada_1_2_bot.zip", &packed),
        ("ada_1_3_.DS_Store", b"x"),
        ("Bo_2_assignsubmission_file/__MACOSX/lib/._bot.js", b"x"),
        ("Bo_2_assignsubmission_file/desktop.ini", b"x"),
    ];
    let due = ("ada_1_2_bot.zip/bot.js".to_owned(), "bot.js".to_owned());
    assert_eq!(opened(&files, &Limits::default()), (vec![due], vec![]));
}

/// The files replace the archive if it is clear which one is the bot. Inner archives are not opened.
#[test]
fn an_archive_in_an_archive_is_opened_once() {
    let innermost = archive(&[("bot.js", b"1")]);
    let inner = archive(&[("my bot/bot.js", b"1"), ("my bot/old.zip", &innermost), ("lib\\a.js", b"2")]);
    let climbing = archive(&[("../../evil.js", b"x"), ("/bot.js", b"x")]);
    let files: [(&str, &[u8]); 7] = [
        ("ada_1_2_bot.ZIP", &inner),
        ("bo_2_3_bot.js", b"1"),
        ("bo_2_4_sources.zip", &inner),
        ("cy_3_5_bot.zip", b"PK no archive"),
        ("di_4_6_bot.zip", &climbing),
        ("di_4_text.html", b"bot.js"),
        ("ed_5_7_notes.txt", b"x"),
    ];
    let (names, skipped) = opened(&files, &Limits::default());
    let names: Vec<&str> = names.iter().map(|(path, _)| path.as_str()).collect();
    let due = [
        "ada_1_2_bot.ZIP/my bot/bot.js",
        "ada_1_2_bot.ZIP/my bot/old.zip",
        "ada_1_2_bot.ZIP/lib\\a.js",
        "bo_2_3_bot.js",
        "bo_2_4_sources.zip",
        "di_4_text.html",
        "ed_5_7_notes.txt",
    ];
    assert_eq!(names, due);
    let paths: Vec<&str> = skipped.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["cy_3_5_bot.zip", "di_4_6_bot.zip/../../evil.js", "di_4_6_bot.zip//bot.js"]);
    assert!(matches!(skipped[0].1, EntryRefusal::Unopened(ArchiveError::NotZip(_))), "{skipped:?}");
    assert_eq!(skipped[1].1, EntryRefusal::Outside);
}

/// An inner archive that is too large or has too many entries affects only its owner.
#[test]
fn an_archive_in_an_archive_that_is_a_bomb_spoils_nothing_for_others() {
    let limits = Limits { entries: 5, file: 1 << 12, total: 1 << 14 };
    let zeros = vec![0; 1 << 12];
    let bomb = archive(&[("a.js", &zeros), ("b.js", &zeros)]);
    let names: Vec<String> = (0..6).map(|number| format!("{number}.js")).collect();
    let many: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let honest = archive(&[("bot.js", b"1")]);
    let many = archive(&many);
    let files: [(&str, &[u8]); 3] =
        [("ada_1_2_bot.zip", &bomb), ("bo_2_3_bot.zip", &many), ("cy_3_4_bot.zip", &honest)];
    let (names, skipped) = opened(&files, &limits);
    assert_eq!(names, [("cy_3_4_bot.zip/bot.js".to_owned(), "bot.js".to_owned())]);
    let why: Vec<&EntryRefusal> = skipped.iter().map(|(_, why)| why).collect();
    let most = 1 << 12;
    assert_eq!(
        why,
        [
            &EntryRefusal::Unopened(ArchiveError::TooLarge { most }),
            &EntryRefusal::Unopened(ArchiveError::TooManyEntries { most: 5 }),
        ]
    );
    // In stored archives, inner entries look like entries of the outer one. The limit leaves room for them.
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for number in 0..4 {
        writer.start_file(format!("a_{number}_2_b.zip"), stored).unwrap();
        writer.write_all(&many).unwrap();
    }
    let bytes = writer.finish().unwrap().into_inner();
    assert_eq!(read(&bytes, &limits).unwrap().files.len(), 4);
    let limits = Limits { entries: 2, ..limits };
    assert_eq!(read(&bytes, &limits).unwrap_err(), ArchiveError::TooManyEntries { most: 2 });
}

/// Returns the offset of a field of the first entry in the directory.
fn in_directory(bytes: &[u8], offset: usize) -> usize {
    bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap() + offset
}

#[test]
fn encrypted_entries_are_told() {
    let mut bytes = archive(&[("ada_1_2_bot.wasm", b"a bot"), ("bo_2_3_b", b"x")]);
    // The encryption flag, in the file's own header and in the directory.
    let flags = in_directory(&bytes, 8);
    bytes[flags] |= 1;
    bytes[6] |= 1;
    let contents = read(&bytes, &Limits::default()).unwrap();
    assert_eq!(contents.files.len(), 1, "the other is read");
    assert_eq!(contents.skipped[0].why, EntryRefusal::Encrypted);
}

/// An entry's claim about its size, in 32 or 64 bits, allocates nothing and is not believed.
#[test]
fn lies_about_sizes_are_not_believed() {
    let content = vec![7; 5000];
    let honest = archive(&[("ada_1_2_bot.wasm", &content)]);
    // Sizes in the directory: compressed and uncompressed.
    for (field, size) in [(24, u32::MAX - 1), (24, 1), (24, 0), (20, u32::MAX - 1), (20, 1), (24, u32::MAX)] {
        let mut bytes = honest.clone();
        let at = in_directory(&bytes, field);
        bytes[at..at + 4].copy_from_slice(&size.to_le_bytes());
        if let Ok(contents) = read(&bytes, &Limits::default()) {
            assert!(contents.files.iter().all(|file| file.bytes.len() <= content.len()), "{field} {size}");
            assert_eq!(contents.files.len() + contents.skipped.len(), 1, "{field} {size}");
        }
    }
    // The same for a zip64 archive.
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("ada_1_2_bot.wasm", SimpleFileOptions::default().large_file(true)).unwrap();
    writer.write_all(&content).unwrap();
    let large = writer.finish().unwrap().into_inner();
    assert_eq!(read(&large, &Limits::default()).unwrap().files[0].bytes, content);
    // The entry's 64-bit field at any position: its number, its length, and sizes.
    for at in 0..large.len() - 20 {
        if large[at..at + 2] == [1, 0] {
            let mut bytes = large.clone();
            bytes[at + 4..at + 20].copy_from_slice(&[0xfe; 16]);
            if let Ok(contents) = read(&bytes, &Limits::default()) {
                assert!(contents.files.iter().all(|file| file.bytes.len() <= content.len()), "{at}");
            }
        }
    }
}

/// Entries that share their bytes in the archive are each unpacked and counted.
#[test]
fn entries_that_overlap_count_each() {
    let names: Vec<String> = (0..6).map(|number| format!("ada_{number}_2_bot.wasm")).collect();
    let zeros = vec![0; 1 << 15];
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &zeros[..])).collect();
    let mut bytes = archive(&files);
    // Every entry of the directory points to the first file.
    let headers: Vec<usize> =
        (0..bytes.len() - 4).filter(|at| &bytes[*at..at + 4] == b"PK\x01\x02").collect();
    for header in headers {
        bytes[header + 42..header + 46].copy_from_slice(&[0; 4]);
    }
    let limits = Limits { file: 1 << 16, total: 5 << 15, ..Limits::default() };
    match read(&bytes, &limits) {
        Err(error) => assert_eq!(error, ArchiveError::TooLarge { most: 5 << 15 }),
        Ok(contents) => assert!(contents.files.len() <= 1, "they contradict their headers"),
    }
}

/// An archive truncated at any length is refused.
#[test]
fn truncated_archives_are_refused() {
    let bytes = archive(&[("ada_1_2_bot.wasm", &[7; 300]), ("Bo_2_assignsubmission_file/b", b"x")]);
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length], &Limits::default()).is_err(), "{length} of {}", bytes.len());
    }
}

/// Files stored together are unpacked within limits, too.
#[test]
fn what_is_kept_is_unpacked_within_limits() {
    let files = [("bot.js", &b"let x;"[..]), ("../lib/a.js", b"a"), ("large.js", &[b'x'; 100])];
    let packed = course_files::archives::pack(&files).unwrap();
    let names = |limits: &Limits| -> Option<Vec<String>> {
        Some(course_files::archives::unpack(&packed, limits)?.into_iter().map(|(name, _)| name).collect())
    };
    let limits = Limits { entries: 3, file: 100, total: 107 };
    assert_eq!(names(&limits).unwrap(), ["bot.js", "../lib/a.js", "large.js"], "a path is only a name");
    assert_eq!(names(&Limits { file: 99, ..limits }).unwrap(), ["bot.js", "../lib/a.js"]);
    assert_eq!(names(&Limits { total: 50, ..limits }).unwrap(), ["bot.js", "../lib/a.js"]);
    assert_eq!(names(&Limits { entries: 2, ..limits }), None);
    assert_eq!(course_files::archives::unpack(b"not one", &limits), None);
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
    assert!(matches!(contents.skipped[0].why, EntryRefusal::Damaged(_)), "{:?}", contents.skipped);
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
