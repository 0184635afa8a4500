//! A report of each game, from short runs with everything that a replay must handle: offers, faults of one seat and of
//! both in the same ply, a game replayed by a ruling, start positions, names and log lines that would run as code.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use serde_json::Value;

use crate::support::{run, top};

/// Names that would run as code in a page that does not escape them.
pub(crate) const HOSTILE: [&str; 4] = [
    "<script>document.title = 'OBEYED'</script>",
    "<img src=x onerror=document.title='OBEYED'>",
    "</title><title>OBEYED",
    "\"><svg onload=document.title='OBEYED'>",
];

/// The entrants, in the order of the tournament's file.
pub(crate) const NAMES: [&str; 6] =
    [HOSTILE[0], HOSTILE[1], HOSTILE[2], HOSTILE[3], "Second cheat", "Random"];

/// Lets its time run out in its first plies, after an offer; then plays the first legal action.
const OFFERING: &str = "(if (i32.lt_u (i32.load offset=1036 (i32.const 0)) (i32.const 6))
    (then (call $offer (call $first)) (loop $ever (br $ever))))
    (call $first)";

/// Plays the first legal action, and from the seventh ply on an illegal one.
const CHEATING: &str = "(call $log (i32.const 512) (i32.const 80))
    (if (i32.ge_u (i32.load offset=1036 (i32.const 0)) (i32.const 6)) (then (return (i64.const 0x1fffffffffffff))))
    (call $first)";

/// A report.
#[derive(Debug)]
pub(crate) struct Sample {
    /// The name of its game.
    pub(crate) game: &'static str,
    /// The run's folder.
    pub(crate) run: PathBuf,
}

static SAMPLES: LazyLock<[Sample; 3]> =
    LazyLock::new(|| ["tank-war", "tank-battle", "tank-chess"].map(Sample::make));

/// Returns a report of each game.
pub(crate) fn samples() -> &'static [Sample; 3] {
    &SAMPLES
}

impl Sample {
    fn make(game: &'static str) -> Sample {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("web").join(game);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let toml = folder.join("sample.toml");
        fs::write(&toml, tournament(game, &folder)).unwrap();
        let run = folder.join("run");
        let (toml, out) = (toml.to_str().unwrap(), run.to_str().unwrap());
        succeeds(&["run", toml, "--out", out]);
        succeeds(&["rule", out, "replay", "1.1.1.1", "--reason", "</script>the <b>light</b> went out"]);
        succeeds(&["run", toml, "--out", out]);
        Sample { game, run }
    }

    /// Returns a file of the site.
    pub(crate) fn page(&self, name: &str) -> String {
        self.run.join("site").join(name).display().to_string()
    }

    /// Returns every kind of page, with the part of its address after the `#` if it needs one.
    pub(crate) fn every_page(&self) -> Vec<String> {
        let pages = [
            "index.html",
            "hall.html",
            "matches.html",
            "matches.html#entrant=0&result=lost",
            "matches/index.html",
            "match.html#1.1.1.1+1",
            "match.html#1.1.1.2/3",
            "entrant.html#0",
            "entrant.html#3",
            "compare.html#1.1.1.1|1.1.1.2",
            "play.html",
        ];
        let mut pages = pages.map(|page| self.page(page)).to_vec();
        pages.push(self.page_without_scripts());
        pages
    }

    /// Returns the page of the first match that has boards without scripts.
    fn page_without_scripts(&self) -> String {
        let files = fs::read_dir(self.page("matches")).unwrap().map(|entry| entry.unwrap().file_name());
        let file = files.filter(|file| file != "index.html").min().unwrap();
        self.page(&format!("matches/{}", file.to_str().unwrap()))
    }

    /// Returns the lines of `results.jsonl`.
    pub(crate) fn results(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.page("data/results.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn succeeds(arguments: &[&str]) -> String {
    let (code, out, err) = run(arguments);
    assert_eq!(code, 0, "{arguments:?}: {out}{err}");
    out
}

fn tournament(game: &str, folder: &Path) -> String {
    let own = |name: &str| top().join(format!("bots/{game}/{name}/{name}.wasm")).display().to_string();
    let made = |name: &str, answer: &str| {
        let path = folder.join(name);
        fs::write(&path, bot(answer)).unwrap();
        path.display().to_string()
    };
    let cheat = made("cheat.wasm", CHEATING);
    let bots = [
        own("greedy"),
        own("scatter"),
        made("offering.wasm", OFFERING),
        cheat.clone(),
        cheat,
        "builtin:random".to_owned(),
    ];
    let title = HOSTILE[0];
    let mut text = format!(
        "[tournament]\nname = '''{title}'''\ngame = '{game}'\nseed = 3\n[clock]\nkind = 'fuel'\nper_move = '5ms'\n"
    );
    for (name, bot) in NAMES.iter().zip(bots) {
        text.push_str(&format!("[[entrant]]\nname = '''{name}'''\nbot = '{bot}'\n"));
    }
    text + "[[stage]]\nname = '<b>All</b>'\nformat = 'round-robin'\ngames = 2\n[stage.openings]\nrandom = 4\nplies = 2\n"
}

/// Returns a module that answers with this expression.
fn bot(answer: &str) -> Vec<u8> {
    let text = format!(
        "(module
            (import \"muster\" \"legal_actions\" (func $legal (param i32 i32) (result i32)))
            (import \"muster\" \"offer\" (func $offer (param i64)))
            (import \"muster\" \"log\" (func $log (param i32 i32)))
            (memory (export \"memory\") 3)
            (data (i32.const 512) \"</script><script>document.title='OBEYED'</script><img src=x onerror=alert(1)>\\n@eval\\n\")
            (func (export \"muster_buffer\") (param i32) (result i32) i32.const 1024)
            (func $first (result i64) (drop (call $legal (i32.const 65536) (i32.const 4096))) (i64.load (i32.const 65536)))
            (func (export \"muster_choose\") (param i32) (result i64) {answer}))"
    );
    wat::parse_str(text).unwrap()
}
