//! Tests file systems that are full or read-only.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::durability::course::{begin, follow, play};
use crate::durability::tournaments::tournament;
use crate::support::{assert_same_tree, is_full, run, skip, told, tree, verify};

/// A small separate file system, which is unmounted at the end.
pub(crate) struct Disk(pub(crate) PathBuf);

impl Disk {
    /// Mounts it, or returns the reason why it cannot.
    pub(crate) fn mount(path: &Path, size: &str) -> Result<Disk, String> {
        if !cfg!(target_os = "linux") {
            return Err("small file systems are made on Linux only".to_owned());
        }
        fs::create_dir(path).unwrap();
        let size = format!("size={size}");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(path).output();
        match mounted {
            Ok(output) if output.status.success() => Ok(Disk(path.to_owned())),
            Ok(output) => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    pub(crate) fn remount(&self, option: &str) {
        let option = format!("remount,{option}");
        assert!(Command::new("mount").args(["-o", &option]).arg(&self.0).status().unwrap().success());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

/// Returns sizes of disks, from one that is too small to begin to one that is only too small for the report.
fn sizes() -> Vec<u32> {
    if is_full() { (24..1200).step_by(24).collect() } else { vec![24, 64, 128, 256, 448, 640, 832] }
}

#[test]
fn a_run_that_fills_the_disk_stops_and_goes_on_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "long", "[[stage]]\nformat = \"round-robin\"\ngames = 20\n");
    let whole = folder.path().join("whole");
    play(&toml, &whole, "2");
    let mut when = [0; 3];
    for size in sizes() {
        let disk = match Disk::mount(&folder.path().join(size.to_string()), &format!("{size}k")) {
            Ok(disk) => disk,
            Err(why) => return skip(&why),
        };
        let out = disk.0.join("run");
        let arguments = ["run", &toml, "--out", out.to_str().unwrap(), "--jobs", "2"];
        // Twice: on a full disk, it reports the same again, and nothing gets worse.
        for _ in 0..2 {
            let (code, _, err) = run(&arguments);
            assert_eq!(code, 5, "{size} KiB: {err}");
            assert!(err.contains("full") || err.contains("No space left"), "{size} KiB: {err}");
            assert!(err.contains("hint: ") && err.contains(out.to_str().unwrap()), "{size} KiB: {err}");
            assert!(!out.join("site").exists(), "{size} KiB: a report without room for it");
        }
        let (_, _, err) = run(&["verify", out.to_str().unwrap()]);
        when[if err.contains("contains no run") { 0 } else { 1 + usize::from(!err.contains("missing")) }] +=
            1;
        disk.remount("size=64m");
        play(&toml, &out, "2");
        assert_same_tree(&whole.join("site"), &out.join("site"));
        verify(&out);
    }
    assert!(
        when.iter().all(|&count| count > 0),
        "at the beginning, while it played, at the report: {when:?}"
    );
}

#[test]
fn a_report_that_fills_the_disk_leaves_the_old_one_and_is_written_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "few", "[[stage]]\nformat = \"round-robin\"\ngames = 4\n");
    let whole = folder.path().join("whole");
    play(&toml, &whole, "2");
    let disk = match Disk::mount(&folder.path().join("disk"), "16m") {
        Ok(disk) => disk,
        Err(why) => return skip(&why),
    };
    let out = disk.0.join("run");
    play(&toml, &out, "2");
    fs::write(out.join("site/index.html"), "the old one").unwrap();
    let old = tree(&out.join("site"));
    let arguments = ["report", out.to_str().unwrap()];
    let filler = disk.0.join("filler");
    let mut failed = 0;
    for room in [0_usize, 8, 32, 64, 128, 256, 512] {
        fill(&filler, room * 1024);
        let (code, told, err) = run(&arguments);
        if code == 0 {
            break;
        }
        failed += 1;
        assert_eq!((code, told.as_str()), (5, ""), "{room} KiB: {err}");
        assert!(err.contains("No space left on device") && err.contains(".site.new"), "{room} KiB: {err}");
        assert!(err.contains(&format!("`muster report {}`", out.display())), "{room} KiB: {err}");
        assert!(tree(&out.join("site")) == old, "{room} KiB: half a report, or none");
        fs::remove_file(&filler).unwrap();
    }
    assert!(failed > 2, "only {failed} reports found no room");
    let _ = fs::remove_file(&filler);
    assert_eq!(run(&arguments).0, 0);
    assert_same_tree(&whole.join("site"), &out.join("site"));
}

/// Fills a disk until exactly this much space is left.
fn fill(filler: &Path, room: usize) {
    let spare = filler.with_extension("spare");
    fs::write(&spare, vec![1; room]).unwrap();
    let mut file = fs::File::create(filler).unwrap();
    while std::io::Write::write_all(&mut file, &[1; 4096]).is_ok() {}
    fs::remove_file(spare).unwrap();
}

#[test]
fn a_run_is_read_where_nothing_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "long", "[[stage]]\nformat = \"round-robin\"\ngames = 20\n");
    let disk = match Disk::mount(&folder.path().join("disk"), "64m") {
        Ok(disk) => disk,
        Err(why) => return skip(&why),
    };
    let [killed, complete] = ["killed", "complete"].map(|name| disk.0.join(name));
    let (mut child, mut lines) = begin(&toml, &killed, "2");
    assert_eq!(follow(&mut lines, 20), 20);
    let _ = child.kill();
    child.wait().unwrap();
    play(&toml, &complete, "2");
    disk.remount("ro");
    verify(&complete);
    // A killed run is incomplete, even if it has all of its matches; there are no other problems.
    let (code, told, err) = run(&["verify", killed.to_str().unwrap()]);
    assert_eq!(code, 3, "{told}{err}");
    assert!(told.lines().count() == 1 && told.contains("all as recorded"), "{told}");
    assert!(err.contains("the run is not complete"), "{err}");
    assert!(err.contains("are missing") || err.contains("is not sealed"), "{err}");
    let (code, _, err) = run(&["run", &toml, "--out", killed.to_str().unwrap()]);
    assert_eq!(code, 5, "{err}");
}

/// By default, the system ends a program without a message when it exceeds the file size limit.
#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_told_like_a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let toml = tournament(folder.path(), "long", "[[stage]]\nformat = \"round-robin\"\ngames = 20\n");
    let whole = folder.path().join("whole");
    play(&toml, &whole, "2");
    let mut stopped = 0;
    for blocks in [1, 16, 64, 128, 256, 512, 1024] {
        let out = folder.path().join(blocks.to_string());
        let limited = Command::new("sh")
            .args(["-c", "ulimit -f \"$0\" && exec \"$@\"", &blocks.to_string()])
            .arg(env!("CARGO_BIN_EXE_muster"))
            .args(["run", &toml, "--jobs", "2", "--out", out.to_str().unwrap()])
            .env("MUSTER_CACHE", "")
            .output()
            .unwrap();
        let (code, _, err) = told(&limited);
        if code == 0 {
            continue;
        }
        stopped += 1;
        assert_eq!(code, 5, "{blocks}: {err}");
        assert!(err.contains("ulimit -f") && err.contains("hint: "), "{blocks}: {err}");
        assert!(err.contains(out.to_str().unwrap()), "{blocks}: {err}");
        play(&toml, &out, "2");
        assert_same_tree(&whole.join("site"), &out.join("site"));
    }
    assert!(stopped > 3, "only {stopped} runs met the limit");
}
