//! The starters of the kits, each broken in one place: the build must blame the same line as the language's own
//! compiler. `mutated/` has the compiler's answers with its version; `MUSTER_UPDATE=1` runs it again.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::common::{Project, build_file};

/// Number of broken texts per language.
const CASES: usize = 200;
/// One in this many is built, unless `MUSTER_FULL` is set.
const PART: usize = 8;
/// Minimum share of lines on which the compiler agrees, in percent.
const SHARE: usize = 95;

/// A language, with material for breaking its texts and its reference compiler.
struct Language {
    ending: &'static str,
    texts: [&'static str; 3],
    keywords: &'static [&'static str],
    /// Words of other languages.
    foreign: &'static [&'static str],
    /// The compiler, which reads texts from its input as a list in JSON. It answers with its version and, for each
    /// text, the line and the message; line 0 if there is no error.
    reference: fn() -> Command,
}

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/web/node_modules")
}

const PYTHON: Language = Language {
    ending: "py",
    texts: [
        include_str!("../../../kit/starters/python/tank_battle.py"),
        include_str!("../../../kit/starters/python/tank_chess.py"),
        include_str!("../../../kit/starters/python/tank_war.py"),
    ],
    keywords: &["def", "return", "for", "in", "if", "import", "from", "and", "or", "not", "else", "lambda"],
    foreign: &["function", "elseif", "switch", "print", "foreach", "public", "new", "end", "var", "const"],
    reference: || {
        let mut command = Command::new("python3");
        command.args(["-W", "ignore", "-c", include_str!("mutated/reference.py")]);
        command
    },
};

const JAVASCRIPT: Language = Language {
    ending: "js",
    texts: [
        include_str!("../../../kit/starters/javascript/tank_battle.js"),
        include_str!("../../../kit/starters/javascript/tank_chess.js"),
        include_str!("../../../kit/starters/javascript/tank_war.js"),
    ],
    keywords: &["export", "function", "return", "const", "let", "if", "for", "of", "import", "from"],
    foreign: &["def", "elif", "func", "end", "not", "and", "is", "None", "class", "switch", "case"],
    reference: || {
        let mut command = Command::new("node");
        command.args(["-e", include_str!("mutated/reference_js.js")]);
        command
    },
};

const TYPESCRIPT: Language = Language {
    ending: "ts",
    texts: [
        include_str!("../../../kit/starters/typescript/tank_battle.ts"),
        include_str!("../../../kit/starters/typescript/tank_chess.ts"),
        include_str!("../../../kit/starters/typescript/tank_war.ts"),
    ],
    keywords: JAVASCRIPT.keywords,
    foreign: JAVASCRIPT.foreign,
    reference: || {
        let mut command = Command::new("node");
        command.args(["-e", include_str!("mutated/reference_ts.js")]).env("NODE_PATH", web());
        command
    },
};

/// Random numbers from a seed: Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn one_of<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len())]
    }
}

/// Returns the start and end of each token: words, quoted texts on one line, other characters. Comments are left out.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = if let Some(quoted) = rest.strip_prefix("\"\"\"") {
            6 + quoted.find("\"\"\"").unwrap_or(0)
        } else if rest.starts_with("/*") {
            2 + rest.find("*/").unwrap_or(0)
        } else if rest.starts_with("//") || letter == '#' {
            rest.find('\n').unwrap_or(rest.len())
        } else if is_word(letter) {
            rest.find(|letter| !is_word(letter)).unwrap_or(rest.len())
        } else {
            letter.len_utf8()
        };
        let is_comment = ["\"\"\"", "/*", "//", "#"].iter().any(|begin| rest.starts_with(begin));
        if !is_comment && !letter.is_whitespace() {
            tokens.push((at, at + length));
        }
        at += length;
    }
    tokens
}

impl Language {
    /// Returns the text of a case: a starter that was changed in one place.
    fn text(&self, case: u64) -> String {
        let mut numbers = Numbers(case);
        let text = self.texts[numbers.below(3)];
        let tokens = tokens(text);
        let picked = |numbers: &mut Numbers, fits: &dyn Fn(&str) -> bool| {
            let fitting: Vec<_> = tokens.iter().filter(|(from, to)| fits(&text[*from..*to])).collect();
            *fitting[numbers.below(fitting.len())]
        };
        let any = |_: &str| true;
        let is_keyword = |word: &str| self.keywords.contains(&word);
        let replaced = |from: usize, to: usize, with: &str| format!("{}{with}{}", &text[..from], &text[to..]);
        match numbers.below(11) {
            0 => {
                let (from, to) = picked(&mut numbers, &any);
                replaced(from, to, "")
            }
            1 => {
                let (from, to) = picked(&mut numbers, &|token| "()[]{}:;,.=+-*\"`".contains(token));
                replaced(from, to, "")
            }
            2 => {
                let (from, to) = picked(&mut numbers, &any);
                replaced(to, to, &format!(" {}", &text[from..to]))
            }
            3 => {
                let first = numbers.below(tokens.len() - 1);
                let ((a, b), (c, d)) = (tokens[first], tokens[first + 1]);
                replaced(a, d, &format!("{}{}{}", &text[c..d], &text[b..c], &text[a..b]))
            }
            4 | 5 => {
                let (from, to) = picked(&mut numbers, &|token| is_keyword(token) && token.len() > 1);
                let swapped = numbers.below(to - from - 1);
                let mut word: Vec<char> = text[from..to].chars().collect();
                word.swap(swapped, swapped + 1);
                replaced(from, to, &word.iter().collect::<String>())
            }
            6 => {
                let (from, _) = picked(&mut numbers, &any);
                let inserted = ["(", ")", "[", "]", "{", "}", ":", ",", "=", "\"", "'", "!", "?", "else "];
                replaced(from, from, numbers.one_of(&inserted))
            }
            7 => {
                let (from, to) = picked(&mut numbers, &|token| "()[]{}".contains(token));
                replaced(from, to, numbers.one_of(&["", "", ")", "(", "]", "{"]))
            }
            8 => {
                let (from, to) = picked(&mut numbers, &is_keyword);
                replaced(from, to, numbers.one_of(self.foreign))
            }
            9 => self.line_changed(text, &mut numbers),
            _ => {
                let (from, _) = tokens[tokens.len() / 2 + numbers.below(tokens.len() / 2)];
                text[..from].to_owned()
            }
        }
    }

    /// Removes a line or, in Python, changes a line's indentation or removes its colon.
    fn line_changed(&self, text: &str, numbers: &mut Numbers) -> String {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let line = numbers.below(lines.len());
        match numbers.below(if self.ending == "py" { 4 } else { 1 }) {
            1 => lines[line].insert_str(0, ["  ", "    ", " "][numbers.below(3)]),
            2 if lines[line].starts_with("  ") => drop(lines[line].drain(..2)),
            2 => {}
            3 => {
                let begins: Vec<usize> =
                    (0..lines.len()).filter(|line| lines[*line].ends_with(':')).collect();
                lines[begins[numbers.below(begins.len())]].pop();
            }
            _ => drop(lines.remove(line)),
        }
        lines.join("\n") + "\n"
    }

    /// Returns the compiler's line and message for each broken text, by case, after a first line with the version.
    fn ask_reference(&self) -> String {
        let candidates: Vec<u64> = (1..=CASES as u64 * 2).collect();
        let texts: Vec<String> = candidates.iter().map(|case| self.text(*case)).collect();
        let mut child =
            (self.reference)().stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the compiler");
        let input = serde_json::to_vec(&texts).unwrap();
        child.stdin.take().unwrap().write_all(&input).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "the compiler failed");
        let (version, answers): (String, Vec<(usize, String)>) =
            serde_json::from_slice(&output.stdout).unwrap();
        let mut answered = format!("{version}\n");
        let broken = candidates.iter().zip(answers).filter(|(_, (line, _))| *line > 0);
        for (case, (line, message)) in broken.take(CASES) {
            writeln!(answered, "{case} {line} {message}").unwrap();
        }
        answered
    }

    /// Returns the line that the build blames in a text, and its whole message.
    fn blamed(&self, text: &str) -> (usize, String) {
        let name = format!("bot.{}", self.ending);
        let project = Project::new(&[(name.as_str(), text)]);
        let Err(error) = build_file(&project.path(&name), games::find("tank-war")) else {
            return (0, "nothing is wrong".to_owned());
        };
        let said = error.to_string();
        let line =
            said.strip_prefix(&format!("{name}:")).and_then(|said| said.split(':').next()?.parse().ok());
        (line.unwrap_or(0), said)
    }

    /// Returns `true` if a text does not parse.
    fn is_broken(&self, text: &str) -> bool {
        let said = self.blamed(text).1;
        // The type stripper reports a place and a message, without a class of errors.
        let is_typed = self.ending == "ts" && said.starts_with("bot.ts:1:") && !said.contains("Error: ");
        said.contains("SyntaxError") || is_typed
    }

    fn check(&self) {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/it/mutated/{}.txt", self.ending));
        if std::env::var_os("MUSTER_UPDATE").is_some() {
            std::fs::write(&path, self.ask_reference()).unwrap();
        }
        let answers = std::fs::read_to_string(&path).unwrap();
        let answers: BTreeMap<u64, (usize, &str)> = answers.lines().skip(1).map(answer).collect();
        assert_eq!(answers.len(), CASES, "{}: MUSTER_UPDATE=1 writes it", path.display());
        let step = if std::env::var_os("MUSTER_FULL").is_some() { 1 } else { PART };
        let (mut tried, mut differ) = (0, Vec::new());
        for (case, (due, message)) in answers.into_iter().step_by(step) {
            let text = self.text(case);
            let (line, said) = self.blamed(&text);
            tried += 1;
            if line == due {
                continue;
            }
            differ.push(format!("case {case}, line {due}: {message}\n    {said}"));
            let blamed = text.lines().nth(line.saturating_sub(1)).unwrap_or_default().trim();
            let alone = if blamed.ends_with(':') { format!("{blamed} pass") } else { blamed.to_owned() };
            assert!(
                blamed.is_empty() || self.is_broken(&alone),
                "case {case} blames a line that is right: {said}\n{blamed}"
            );
        }
        let right = tried - differ.len();
        assert!(right * 100 >= tried * SHARE, "{right} of {tried}:\n{}", differ.join("\n"));
    }
}

fn answer(line: &str) -> (u64, (usize, &str)) {
    let mut words = line.splitn(3, ' ');
    let mut number = || words.next().and_then(|word| word.parse::<usize>().ok()).expect("a number");
    (number() as u64, (number(), words.next().unwrap_or_default()))
}

#[test]
fn in_python_the_line_is_cpythons() {
    PYTHON.check();
}

#[test]
fn in_javascript_the_line_is_v8s() {
    JAVASCRIPT.check();
}

#[test]
fn in_typescript_the_line_is_that_of_tsc() {
    TYPESCRIPT.check();
}

/// Regression: a mistyped word after a `lambda`, which every kit has, was blamed on the `lambda`.
#[test]
fn a_mistyped_word_is_not_blamed_on_a_lambda_above() {
    let text = "def choose(view):\n    best = max([1, 2], key=lambda one: -one)\n    retrun best\n";
    let (line, said) = PYTHON.blamed(text);
    assert_eq!(line, 3, "{said}");
    assert!(said.contains("SyntaxError: invalid syntax. Did you mean 'return'?"), "{said}");
}
