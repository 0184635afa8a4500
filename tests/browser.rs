//! The report in a real browser: it shows what it should, and no name in it runs as code.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use support::{missing, run, skip, top};

/// Names that would run as code in a page that does not escape them.
const HOSTILE: [&str; 4] = [
    "<script>document.title = 'OBEYED'</script>",
    "<img src=x onerror=document.title='OBEYED'>",
    "</title><title>OBEYED",
    "\"><svg onload=document.title='OBEYED'>",
];

/// The names that Chromium and its relatives go by.
const BROWSERS: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// The first of the browsers that is installed.
fn browser() -> Option<&'static str> {
    BROWSERS.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok())
}

/// The page as the browser has it when its scripts have run.
fn dom(browser: &str, page: &Path) -> String {
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg("--dump-dom")
        .arg(format!("file://{}", page.display()))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_browser_shows_the_report_and_obeys_no_name() {
    let Some(browser) = browser() else {
        return skip(&missing("there is no Chromium"));
    };
    let folder = tempfile::tempdir().unwrap();
    let bot = top().join("bots/tank-war/greedy/greedy.wasm").display().to_string();
    let mut text = String::from(
        "[tournament]\nname = '<script>document.title = \"OBEYED\"</script>'\ngame = \"tank-war\"\n",
    );
    for name in HOSTILE {
        text.push_str(&format!("[[entrant]]\nname = '''{name}'''\nbot = '{bot}'\n"));
    }
    text.push_str("[[stage]]\nformat = \"round-robin\"\n[[stage]]\nformat = \"knockout\"\n");
    let toml = folder.path().join("hostile.toml");
    fs::write(&toml, text).unwrap();
    let out = folder.path().join("run");
    let (code, _, err) = run(&["run", toml.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    let site = out.join("site");
    let list = site.join("matches/index.html");
    let pages = fs::read_dir(site.join("matches")).unwrap().map(|entry| entry.unwrap().path());
    let some_match = pages.into_iter().find(|page| *page != list).unwrap();
    for page in [site.join("index.html"), list.clone(), some_match.clone()] {
        let dom = dom(browser, &page);
        let title = dom.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).unwrap();
        assert!(title.contains("&lt;script&gt;") && !title.starts_with("OBEYED"), "{title}");
        // A match's page names two entrants, the others all four.
        let shown = if page == some_match { "&lt;" } else { "&lt;img src=x onerror" };
        assert!(dom.contains(shown), "{} shows the names", page.display());
        assert!(!dom.contains("<img src=\"x\"") && !dom.contains("<img src=x"), "{}", page.display());
        assert!(page == list || dom.contains("<svg"), "{} has drawings", page.display());
    }
}
