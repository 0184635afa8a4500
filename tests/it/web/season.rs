//! Tests the pages of a ladder season, for a class whose bots have names that would run as code.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use crate::support::{run, top};
use crate::web::node::in_turn;
use crate::web::sample::HOSTILE;

/// Every kind of page of a season.
static PAGES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let site = season();
    let pages = ["index.html", "crosstable.html", "cycles.html", "bots/1.html", "bots/2.html", "bots/3.html"];
    pages.iter().map(|page| site.join(page).display().to_string()).collect()
});

/// Plays two cycles in a class of four, with a new version between them. Returns the folder of the pages.
fn season() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("web/season");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("ki")).unwrap();
    let path = |name: &str| folder.join(name).display().to_string();
    let text = format!(
        "[class]\nname = '''{}'''\ngame = 'tank-war'\nzone = 'Europe/Berlin'\ndeadline = '2099-12-01 23:59'\n",
        HOSTILE[0]
    );
    fs::write(path("ki/class.toml"), text).unwrap();
    let quoted = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
    let rows: Vec<String> = (1..)
        .zip(HOSTILE)
        .map(|(id, alias): (u32, _)| format!("{id},Name {id},{}\n", quoted(alias)))
        .collect();
    fs::write(path("students.csv"), format!("id,name,alias\n{}", rows.concat())).unwrap();
    let class = path("ki");
    succeeds(&["class", "init", &class]);
    succeeds(&["class", "roster", &class, &path("students.csv")]);
    let hand_in = |id: &str, bot: &str| {
        let bot = top().join(format!("bots/tank-war/{bot}/{bot}.wasm")).display().to_string();
        succeeds(&["class", "submit", &class, id, &bot]);
    };
    for (id, bot) in ["1", "2", "3", "4"].iter().zip(["scatter", "greedy", "walker", "hunter"]) {
        hand_in(id, bot);
    }
    succeeds(&["ladder", &class, "--seed", "3"]);
    hand_in("1", "rusher");
    succeeds(&["ladder", &class, "--seed", "3", "--pairings", "6"]);
    folder.join("ki/ladder/site")
}

fn succeeds(arguments: &[&str]) {
    let (code, out, err) = run(arguments);
    assert_eq!(code, 0, "{arguments:?}: {out}{err}");
}

fn pages() -> Vec<&'static str> {
    PAGES.iter().map(String::as_str).collect()
}

#[test]
fn no_page_of_a_season_has_a_serious_barrier() {
    in_turn(0, "access.js", &pages());
}

#[test]
fn a_browser_shows_hostile_aliases_and_obeys_none() {
    let texts = serde_json::to_string(&HOSTILE).unwrap();
    in_turn(1, "hostile.js", &[&[texts.as_str()], &pages()[..]].concat());
}
