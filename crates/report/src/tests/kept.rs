//! A site is the same whether its chunks were reused or rendered, and changed chunks are not reused.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hash::Hash;
use ledger::RunFolder;
use plaintext::BYTE_ORDER_MARK;
use run_folder::RecordedRun;

use super::{GAMES, NAMES, files, run, toml};
use crate::site::write_with;
use crate::site_limits::SiteLimits;

const FEW: usize = 2;

fn room(plain: usize) -> SiteLimits {
    SiteLimits { chunk: FEW, kept: 1, plain, exact: plain, ..SiteLimits::default() }
}

/// Returns the site of a run and the number of its reused chunks.
fn written(folder: &RunFolder, plain: usize, kept: Option<&Path>) -> (BTreeMap<String, Vec<u8>>, usize) {
    let run = RecordedRun::open_read_only(folder).unwrap();
    let written = write_with(folder, &run, &GAMES, room(plain), kept).unwrap();
    (files(&written.site), written.kept)
}

fn chunks(site: &BTreeMap<String, Vec<u8>>) -> usize {
    site.keys().filter(|name| name.starts_with("data/m/")).count()
}

/// Plays the first part of a run, and the whole of it.
fn part_and_whole(top: &Path) -> [RunFolder; 2] {
    let text = toml("tank-war", 6);
    [("part", 11), ("whole", usize::MAX)].map(|(name, most)| run(&top.join(name), &text, &NAMES, most))
}

#[test]
fn what_did_not_change_is_kept_and_the_site_is_the_same() {
    for plain in [0, usize::MAX] {
        let top = files::TemporaryDir::create("muster-kept-").unwrap();
        let lists = top.path().join("lists");
        let [part, whole] = part_and_whole(top.path());
        let (all, _) = written(&whole, plain, None);
        let (first, kept) = written(&part, plain, Some(&lists));
        assert_eq!(kept, 0);
        let (again, kept) = written(&part, plain, Some(&lists));
        assert_eq!((kept, again == first), (chunks(&first), true));
        // The run continues.
        for name in fs::read_dir(whole.private()).unwrap().map(|entry| entry.unwrap().file_name()) {
            let name = name.to_string_lossy();
            if name.starts_with("ledger") {
                fs::copy(whole.private().join(&*name), part.private().join(&*name)).unwrap();
            }
        }
        let (longer, kept) = written(&part, plain, Some(&lists));
        assert!(longer == all, "what was kept shows in the bytes");
        assert_eq!(kept, 11 / FEW, "whole chunks of the eleven matches from before");
        assert!(chunks(&longer) > kept + 3);
    }
}

#[test]
fn a_site_that_was_changed_is_made_anew_from_the_ledger() {
    let top = files::TemporaryDir::create("muster-kept-").unwrap();
    let lists = top.path().join("lists");
    let [_, whole] = part_and_whole(top.path());
    let (all, _) = written(&whole, usize::MAX, Some(&lists));
    let count = chunks(&all);
    let data = whole.site().join("data");
    let change = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = fs::read(data.join(name)).unwrap();
        change(&mut bytes);
        fs::write(data.join(name), bytes).unwrap();
        let (again, kept) = written(&whole, usize::MAX, Some(&lists));
        assert!(again == all, "{name}");
        kept
    };
    let middle = |bytes: &mut Vec<u8>| {
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
    };
    assert_eq!(change("m/00001.js", &middle), count - 1);
    assert_eq!(change("results.jsonl", &middle), count - 1);
    assert_eq!(change("matches.csv", &|bytes| bytes.truncate(bytes.len() - 1)), count - 1);
    assert_eq!(change("matches.csv", &|bytes| bytes.clear()), 0);
    fs::remove_file(data.join("m/00002.js")).unwrap();
    assert_eq!(written(&whole, usize::MAX, Some(&lists)).1, count - 1);
    // An invalid list is ignored, too.
    for entry in fs::read_dir(&lists).unwrap() {
        fs::write(entry.unwrap().path(), "muster chunks 1\nnot a chunk\n").unwrap();
    }
    assert!(written(&whole, usize::MAX, Some(&lists)) == (all, 0));
}

#[test]
fn where_nothing_can_be_remembered_the_report_is_written_all_the_same() {
    let top = files::TemporaryDir::create("muster-kept-").unwrap();
    let file = top.path().join("file");
    fs::write(&file, "").unwrap();
    let [part, _] = part_and_whole(top.path());
    let (first, _) = written(&part, 0, None);
    for _ in 0..2 {
        assert!(written(&part, 0, Some(&file.join("lists"))) == (first.clone(), 0));
    }
}

/// A change to the rendered bytes of chunks must raise their version. Otherwise chunks of earlier sites are reused.
#[test]
fn the_bytes_of_chunks_are_those_of_their_version() {
    let top = files::TemporaryDir::create("muster-kept-").unwrap();
    let [_, whole] = part_and_whole(top.path());
    let (site, _) = written(&whole, usize::MAX, None);
    let mut bytes = Vec::new();
    for (name, content) in &site {
        if name.starts_with("data/m/") || ["data/results.jsonl", "data/matches.csv"].contains(&&**name) {
            // The byte order mark of the table belongs to no chunk.
            bytes.extend_from_slice(content.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(content));
        }
    }
    let found = (crate::site::CHUNK_VERSION, Hash::digest(&bytes).to_string());
    assert_eq!(found, (1, "5292e5ea701a9ddc2ca1412476c6c85d5ee6e32dbaf5ecd727ba45e530b22c34".to_owned()));
}
