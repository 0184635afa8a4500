//! Near copies in a class.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::Class;
use crate::support::{run, top};

impl Class {
    /// Submits a sample bot for a student.
    fn submit_sample(&self, student: &str, bot: &str) {
        let name = format!("{}.wasm", bot.rsplit('/').next().unwrap());
        self.write(&name, fs::read(top().join("bots").join(bot).join(&name)).unwrap());
        self.ok(&["submit"], &[student, &name]);
    }
}

/// Returns the two students of each listed pair, with the name of the sample bot if one is a sample bot.
fn pairs(told: &Value) -> Vec<[&str; 2]> {
    let pairs = told["pairs"].as_array().unwrap().iter();
    pairs
        .map(|pair| {
            let other = pair["other"]["alias"].as_str().or(pair["baseline"].as_str()).unwrap();
            [pair["one"]["alias"].as_str().unwrap(), other]
        })
        .collect()
}

/// Returns a bot with a hundred computations of its own, with these numbers and this order of functions.
fn own_bot(number: i64, is_reversed: bool, seed: usize) -> Vec<u8> {
    let unary = ["i32.clz", "i32.ctz", "i32.popcnt"];
    let mut binary = ["i32.rotl", "i32.rotr", "i32.xor", "i32.and", "i32.or", "i32.mul", "i32.shr_u"];
    if seed > 1 {
        binary = ["i32.div_s", "i32.div_u", "i32.rem_s", "i32.rem_u", "i32.shr_s", "i32.rotl", "i32.xor"];
    }
    let load = ["i32.load8_s", "i32.load8_u", "i32.load16_s", "i32.load16_u", "i32.load"];
    let mut functions: Vec<String> = (0..100)
        .map(|index| {
            let pick = |of: &[&str], step: usize| of[(index * step + index / 7 + seed * (step + index)) % of.len()].to_owned();
            let (one, two, three) = (pick(&binary, 1), pick(&binary, 3), pick(&binary, 5));
            let (deep, wide, count) = (pick(&load, 2), pick(&load, 3), pick(&unary, 2));
            format!(
                "(func $f{index} (param i32 i32) (result i32) ({one} ({two} ({deep} (local.get 0)) ({count} (local.get 1)))
                    ({three} ({wide} (i32.add (local.get 1) (i32.const {number}))) ({deep} ({count} (local.get 0))))))"
            )
        })
        .collect();
    if is_reversed {
        functions.reverse();
    }
    let choose = format!("(i64.const {number})");
    let module = super::module(&choose).replacen("(memory", &format!("{} (memory", functions.concat()), 1);
    wat::parse_str(module).unwrap()
}

#[test]
fn modules_that_are_alike_are_listed_and_sample_bots_named() {
    let class = Class::open("");
    class.write("one.wasm", own_bot(1, false, 1));
    class.write("two.wasm", own_bot(2, true, 1));
    class.ok(&["submit"], &["1", "one.wasm"]);
    class.ok(&["submit"], &["2", "two.wasm"]);
    class.submit_sample("3", "tank-war/hunter");
    let told = class.json("copies", &[]);
    assert_eq!(told["compared"].as_array().unwrap().len(), 3);
    assert_eq!(pairs(&told), [["Ada", "Bee"], ["Duo", "tank-war/hunter"]], "{told:#}");
    assert_eq!((&told["pairs"][0]["share"], &told["pairs"][1]["share"]), (&json!(1.0), &json!(1.0)));
    assert_eq!(told["pairs"][1]["other"], Value::Null);
    let shown = class.ok(&["copies"], &[]);
    assert!(shown.starts_with("3 bots compared: 1 of 3 pairs are worth a look, nothing more"), "{shown}");
    assert!(shown.contains("Duo (submission 3) and the sample bot tank-war/hunter: 100 %"), "{shown}");
    assert_eq!(shown, class.ok(&["copies"], &[]), "the same every time");
    // The next submission counts: an independent bot.
    class.write("three.wasm", own_bot(1, false, 2));
    class.ok(&["submit"], &["2", "three.wasm"]);
    assert_eq!(pairs(&class.json("copies", &[])), [["Duo", "tank-war/hunter"]]);
}

/// The reader begins as the teacher. Between two students who began with sample bots, the sample bots do not count.
#[test]
fn two_who_began_with_a_sample_bot_are_told_of_that_alone() {
    let class = Class::open("");
    class.submit_sample("1", "tank-war/teacher");
    class.submit_sample("2", "tank-war/reader");
    let told = class.json("copies", &[]);
    assert_eq!(pairs(&told), [["Ada", "tank-war/teacher"], ["Bee", "tank-war/reader"]], "{told:#}");
    let functions = told["pairs"][0]["functions"].as_array().unwrap();
    assert!(functions.iter().all(|found| found["one"]["name"] == found["other"]["name"]), "{functions:#?}");
}

#[test]
fn what_everybody_was_given_is_left_out() {
    let class = Class::open("");
    class.write("one.wasm", own_bot(1, false, 1));
    class.write("given.wasm", own_bot(2, true, 1));
    class.ok(&["submit"], &["1", "one.wasm"]);
    class.submit_sample("2", "tank-war/hunter");
    let told = class.json("copies", &["--given", "given.wasm"]);
    let students = json!([{ "id": "1", "name": "Jane Doe" }]);
    let why = "has too little code of its own";
    let ada = json!({ "alias": "Ada", "students": students, "submission": 1, "why": why });
    assert_eq!(told["not_compared"], json!([ada]), "{told:#}");
    let (code, _, err) = class.run(&["copies"], &["--given", "missing.wasm"]);
    assert_eq!(code, 1, "{err}");
}

const SCRIPT: &str = "
import { legalActions, below } from './muster.js';
function worth(view, action, weight) {
  let sum = 0;
  for (let row = 0; row < 6; row++) {
    if (view.movable[row % 2] & (1 << row)) sum += weight * row;
    else if (row > 3) sum -= 2;
  }
  return sum + (action % 7);
}
export function choose(view) {
  const actions = legalActions();
  let best = actions[0], most = -1000;
  for (const action of actions) {
    const value = worth(view, Number(action), 5) + below(3);
    if (value > most) { most = value; best = action; }
  }
  return best;
}
";

#[test]
fn scripts_are_compared_as_they_were_written_and_starters_left_out() {
    let class = Class::open("size = \"script\"\n");
    class.write("bot.js", SCRIPT);
    let copy =
        SCRIPT.replace("worth", "judge").replace("best", "top").replace("sum", "total").replace("1000", "9");
    class.write("other.js", format!("// All my own work.\n{copy}"));
    run(&["new", "--game", "tank-war", "--lang", "javascript", &class.path("new")]);
    class.ok(&["submit"], &["1", "bot.js"]);
    class.ok(&["submit"], &["2", "other.js"]);
    class.ok(&["submit"], &["3", "new/bot.js"]);
    let told = class.json("copies", &[]);
    assert_eq!(pairs(&told), [["Ada", "Bee"]], "{told:#}");
    assert_eq!(told["pairs"][0]["share"], 1.0);
    let names: Vec<[&Value; 2]> = told["pairs"][0]["functions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| [&found["one"]["name"], &found["other"]["name"]])
        .collect();
    assert!(names.contains(&[&json!("worth"), &json!("judge")]), "{names:?}");
    assert_eq!(told["not_compared"][0]["alias"], "Duo", "{told:#}");
}

/// The imports of a script are kept with it and compared, too, and a copy in TypeScript is detected.
#[test]
fn files_that_a_script_imports_are_compared_and_types_do_not_show() {
    let class = Class::open("size = \"script\"\n");
    let (first, choose) = SCRIPT.split_once("export function choose").unwrap();
    let (kit, worth) = first.split_once("function").unwrap();
    fs::create_dir(class.path("one")).unwrap();
    fs::create_dir(class.path("two")).unwrap();
    class.write(
        "one/bot.js",
        format!("{kit}import {{ worth }} from './lib.js';\nexport function choose{choose}"),
    );
    class.write("one/lib.js", format!("export function{worth}"));
    let typed =
        SCRIPT.replace("worth(view, action, weight)", "worth(view: any, action: number, weight: number)");
    let typed =
        typed.replace("choose(view)", "choose(view: any): bigint").replace("let sum", "let sum: number");
    class.write("two/bot.ts", typed);
    class.ok(&["submit"], &["1", "one/bot.js"]);
    class.ok(&["submit"], &["2", "two/bot.ts"]);
    let told = class.json("copies", &[]);
    assert_eq!(pairs(&told), [["Ada", "Bee"]], "{told:#}");
    let functions = told["pairs"][0]["functions"].as_array().unwrap();
    let files: Vec<&Value> = functions.iter().map(|found| &found["one"]["file"]).collect();
    assert!(files.contains(&&json!("lib.js")) && files.contains(&&Value::Null), "{told:#}");
    assert!(class.ok(&["copies"], &[]).contains("(lib.js, line 1)"));
}

/// A bot in C. Its module may be as small as possible.
const SOURCE: &str = "#include \"muster.h\"\n\n/* </script><b>mine</b> */\nstatic int worth(const unsigned char *view, int row) {\n    int sum = 0;\n    for (int at = 0; at < row; at++) {\n        if (view[at] & (1 << at)) {\n            sum += view[at] * 3;\n        } else if (at > 4) {\n            sum -= row;\n        }\n    }\n    return sum;\n}\n\nlong long muster_choose(int length) {\n    long long best = 0;\n    int most = -1000;\n    for (int row = 0; row < length; row++) {\n        int value = worth(buffer, row);\n        if (value > most) {\n            most = value;\n            best = row;\n        }\n    }\n    return best;\n}\n";

impl Class {
    /// Submits a module that is too small to compare, with its source.
    fn submit_with_source(&self, student: &str, name: &str, source: &str) {
        let number = student.parse::<i64>().unwrap();
        self.bot(&format!("{student}.wasm"), number);
        let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        let options = zip::write::SimpleFileOptions::DEFAULT;
        for (name, text) in [(name, source), ("notes.txt", "nothing to compare")] {
            archive.start_file(name, options).unwrap();
            std::io::Write::write_all(&mut archive, text.as_bytes()).unwrap();
        }
        self.write(&format!("{student}.zip"), archive.finish().unwrap().into_inner());
        let (bot, source) = (format!("{student}.wasm"), format!("{student}.zip"));
        self.ok(&["submit"], &[student, &bot, "--source", &source]);
    }
}

/// Returns a page of near copies with scripts and the sources of modules, and the temporary folder that holds it.
pub(crate) fn page_with_scripts_and_sources() -> (TempDir, String) {
    let class = Class::open("size = \"script\"\n");
    class.write("more.csv", "id,name,alias,section,team\n5,Eva,Eve,,\n");
    class.ok(&["roster"], &["more.csv"]);
    class.write("bot.js", SCRIPT);
    class.write("other.js", SCRIPT.replace("worth", "judge"));
    class.ok(&["submit"], &["1", "bot.js"]);
    class.ok(&["submit"], &["2", "other.js"]);
    class.submit_with_source("3", "src/bot.c", SOURCE);
    class.submit_with_source("5", "main.c", SOURCE);
    let told = class.json("copies", &["--html", "copies.html"]);
    let mut counted: Vec<&str> =
        told["pairs"].as_array().unwrap().iter().map(|pair| pair["one"]["alias"].as_str().unwrap()).collect();
    counted.sort_unstable();
    assert_eq!(counted, ["Ada", "Duo"], "{told:#}");
    let page = class.path("copies.html");
    (class.top, page)
}

/// A module of a few instructions is no evidence, but its source is.
#[test]
fn modules_that_are_too_small_are_compared_by_the_sources_that_came_with_them() {
    let class = Class::open("");
    let copy =
        SOURCE.replace("worth", "judge").replace("sum", "total").replace("best", "top").replace("1000", "9");
    class.submit_with_source("1", "src/bot.c", SOURCE);
    class.submit_with_source("2", "main.c", &format!("// All my own work.\n\n{copy}"));
    class.bot("3.wasm", 3);
    class.ok(&["submit"], &["3", "3.wasm"]);
    let told = class.json("copies", &[]);
    assert_eq!(pairs(&told), [["Ada", "Bee"]], "{told:#}");
    let pair = &told["pairs"][0];
    assert_eq!((&pair["share"], &pair["counted_in"]), (&json!(1.0), &json!("tokens")), "{told:#}");
    let passage = &pair["passages"][0];
    assert_eq!((&passage["one"]["file"], &passage["other"]["file"]), (&json!("src/bot.c"), &json!("main.c")));
    let lines =
        |side: &str| (passage[side]["first"].as_u64().unwrap(), passage[side]["last"].as_u64().unwrap());
    let last = SOURCE.lines().count() as u64;
    assert_eq!((lines("one"), lines("other")), ((1, last), (3, last + 2)), "{told:#}");
    let alone: Vec<&Value> =
        told["not_compared"].as_array().unwrap().iter().map(|one| &one["alias"]).collect();
    assert_eq!(alone, ["Duo"], "whoever gave no source is told");
    assert!(class.ok(&["copies"], &[]).contains("src/bot.c, lines 1 to "));
    // A single file counts like an archive with that file.
    class.write("plain.c", &copy);
    class.ok(&["submit"], &["2", "2.wasm", "--source", "plain.c"]);
    let told = class.json("copies", &[]);
    assert_eq!(pairs(&told), [["Ada", "Bee"]], "{told:#}");
    assert_eq!(told["pairs"][0]["passages"][0]["other"]["file"], "plain.c", "{told:#}");
    // In another language, it is another work; and files that all students were given are left out.
    class.submit_with_source("2", "main.go", &copy);
    assert_eq!(pairs(&class.json("copies", &[])), [[""; 2]; 0]);
    class.submit_with_source("2", "main.c", &copy);
    class.write("lecture.c", SOURCE);
    assert_eq!(pairs(&class.json("copies", &["--given", "lecture.c"])), [[""; 2]; 0]);
}

#[test]
fn a_page_has_the_sources_side_by_side_and_nothing_in_it_is_run() {
    let class = Class::open("size = \"script\"\n");
    class.write("bot.js", SCRIPT);
    class.write(
        "other.js",
        format!("// <img src=x onerror=alert(1)> \u{202e}\n\n{}", SCRIPT.replace("worth", "judge")),
    );
    class.ok(&["submit"], &["1", "bot.js"]);
    class.ok(&["submit"], &["2", "other.js"]);
    let told = class.json("copies", &["--html", "copies.html"]);
    let page = fs::read_to_string(class.path("copies.html")).unwrap();
    let expected = [
        "default-src 'none'; style-src 'sha256-",
        "Jane Doe (Ada), submission 1",
        "Sources side by side",
        "&lt;img src=x onerror=alert(1)&gt; ⟨U+202E⟩",
        "<span class=\"row same\" data-line=\"3\">",
        "worth a look, nothing more",
    ];
    for part in expected {
        assert!(page.contains(part), "no {part:?}");
    }
    for part in ["<img", "<script", "href=\"http", "url(", "src=\"", "plagiari", "cheat", "\u{202e}"] {
        assert!(!page.to_lowercase().contains(part), "{part:?}");
    }
    let home = "/ki/";
    class.ok(&["copies"], &["--html", "linked.html", "--links", home]);
    let linked = fs::read_to_string(class.path("linked.html")).unwrap();
    for link in
        ["students/1\">Jane Doe</a> (1)", "submissions/2\">submission 2</a>", "staff/copies\">Similarity</a>"]
    {
        assert!(linked.contains(&format!("<a href=\"{home}{link}")), "{link} is not in the page");
    }
    // The marked lines are those of the passages.
    let passages = told["pairs"][0]["passages"].as_array().unwrap();
    let of = |side: &str| -> usize {
        let lines: std::collections::BTreeSet<u64> = passages
            .iter()
            .flat_map(|found| found[side]["first"].as_u64().unwrap()..=found[side]["last"].as_u64().unwrap())
            .collect();
        lines.len()
    };
    assert_eq!(page.matches("<span class=\"row same\"").count(), of("one") + of("other"));
    assert!(of("one") > 10, "{told:#}");
    // It is readable only by the user, and reproducible.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(class.path("copies.html")).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0);
    }
    class.ok(&["copies"], &["--html", "again.html"]);
    assert_eq!(fs::read_to_string(class.path("again.html")).unwrap(), page);
    assert_eq!(class.ok(&["copies"], &["--html", "-"]), format!("{page}\n"));
    let (code, out, err) = class.run(&["copies"], &["--html", "-", "--json"]);
    assert_eq!((code, out.as_str()), (1, ""), "{err}");
    assert!(err.contains("--html - and --json cannot be combined"), "{err}");
}
