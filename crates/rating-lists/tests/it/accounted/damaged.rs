//! Randomly damaged files: games rated plus games left out equal the games that an independent reader counts.
//!
//! Runs 500 files, or 5,000 with `MUSTER_FULL=1`.

use rating_lists::{FileError, Options, RateError};

use super::counting;

/// A generator of reproducible numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }
}

const NAMES: [&str; 9] =
    ["Alpha", "Beta ", "Müller", "Mu\u{308}ller", "a [b] c", "Gamma", "Delta", "bye", "?"];
const RESULTS: [&str; 7] = ["1-0", "1-0", "0-1", "1/2-1/2", "*", "0-0", "2-0"];

fn pgn(dice: &mut Dice) -> String {
    let mut text = String::new();
    for _ in 0..2 + dice.below(6) {
        let (white, black, result) = (dice.pick(&NAMES), dice.pick(&NAMES), dice.pick(&RESULTS));
        let extra = dice.pick(&[
            "",
            "[Termination \"time forfeit\"]\n",
            "[Site \"x\"]\n",
            "[Round]\n",
            "% [White \"x\"]\n",
        ]);
        let moves = dice.pick(&[
            "1. e4 e5",
            "1. e4 {book} e5 (1... c5 1-0) 2. Nf3",
            "1. e4 ; a note {\ne5",
            "",
            "1. e4 {a note [%clk 0:01]\n[White \"x\"]\n} e5",
            "1. d4 {see\n[Event \"y\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n1-0} d5",
        ]);
        let event = dice.pick(&["[Event \"x\"]\n", ""]);
        let ending = dice.pick(&[result, "", "*"]);
        text += &format!(
            "{event}[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n{extra}\n{moves} {ending}\n\n"
        );
    }
    text
}

fn csv(dice: &mut Dice, separator: char) -> String {
    let mut rows = Vec::new();
    if dice.below(3) == 0 {
        rows.push(format!("sep={separator}"));
    }
    let has_count = dice.below(2) == 0;
    let mut heading = vec!["first", "second", "result"];
    heading.extend(has_count.then_some("count"));
    if dice.below(2) == 0 {
        rows.push(heading.join(&separator.to_string()));
    }
    for _ in 0..10 + dice.below(10) {
        let names = [dice.pick(&NAMES), dice.pick(&NAMES), "\"Doe, Jane\"", "\"a \"\"b\"\"; c\""];
        let mut cells = vec![names[dice.below(4)], names[dice.below(4)]];
        let mark = if separator == ',' { "0.5" } else { "0,5" };
        cells.push(dice.pick(&["1", "0", mark, "*", "1-0", "x"]));
        cells.extend(has_count.then(|| dice.pick(&["1", "3", "2", "0", "x"])));
        rows.push(cells.join(&separator.to_string()));
    }
    rows.join("\n") + "\n"
}

fn damage(dice: &mut Dice, text: &mut String) {
    for _ in 0..dice.below(5) {
        let mut letters: Vec<char> = text.chars().collect();
        let at = dice.below(letters.len().max(1));
        match dice.below(6) {
            0 if !letters.is_empty() => drop(letters.remove(at)),
            1 => letters.insert(
                at,
                *dice.pick(&[
                    &'{',
                    &'}',
                    &'[',
                    &']',
                    &'"',
                    &';',
                    &'(',
                    &'\n',
                    &'*',
                    &'\\',
                    &',',
                    &' ',
                    &'\u{200B}',
                ]),
            ),
            2 => letters.truncate(at.max(1)),
            3 | 4 => {
                let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
                let line = dice.below(lines.len().max(1));
                if dice.below(2) == 0 {
                    lines.remove(line);
                } else {
                    lines.insert(line, lines[line].clone());
                }
                letters = lines.concat().chars().collect();
            }
            _ => {
                let end = (at + dice.below(40)).min(letters.len());
                letters.drain(at.min(end)..end);
            }
        }
        *text = letters.into_iter().collect();
        if text.is_empty() {
            text.push('\n');
        }
    }
}

/// Returns the text as an editor or a spreadsheet saves it.
fn saved(dice: &mut Dice, text: &str) -> Vec<u8> {
    let text = match dice.below(4) {
        0 => text.replace('\n', "\r\n"),
        1 => text.replace('\n', "\r"),
        _ => text.to_owned(),
    };
    let utf16 = |text: &str, order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect();
    match dice.below(5) {
        0 => format!("\u{FEFF}{text}").into_bytes(),
        1 => utf16(&format!("\u{FEFF}{text}"), u16::to_le_bytes),
        2 => utf16(&format!("\u{FEFF}{text}"), u16::to_be_bytes),
        _ => text.into_bytes(),
    }
}

#[test]
fn games_read_and_games_left_out_are_the_games_that_an_independent_reader_counts() {
    let files = if std::env::var_os("MUSTER_FULL").is_some() { 5_000 } else { 500 };
    let (mut games, mut rated, mut refused) = (0, 0, 0);
    for seed in 0..files {
        let mut dice = Dice(seed);
        dice.below(1);
        let separator = [',', ';', '\t'][dice.below(3)];
        let is_pgn = dice.below(3) > 0;
        let mut text = if is_pgn { pgn(&mut dice) } else { csv(&mut dice, separator) };
        damage(&mut dice, &mut text);
        let bytes = saved(&mut dice, &text);
        let decoded = counting::text_of(&bytes);
        let counted =
            if is_pgn { counting::pgn(&decoded) as u64 } else { counting::csv(&decoded, separator) };
        let name = if is_pgn { "damaged.pgn" } else { "damaged.csv" };
        match super::rated(name, &bytes, Options::default()) {
            Ok(ratings) => {
                let account = &ratings.rated.files[0].1;
                assert_eq!(account.games(), counted, "seed {seed}: {account:#?}\n{text}");
                (games, rated) = (games + counted, rated + account.rated);
            }
            Err(RateError::File { source: FileError::Empty(_), .. }) => {
                assert_eq!(counted, 0, "seed {seed}:\n{text}");
            }
            Err(RateError::File { source: FileError::Unusable { line, .. }, .. }) => {
                let lines = decoded.iter().filter(|one| **one == '\n').count() as u64 + 1;
                assert!(counted > 0 && (1..=lines).contains(&line), "seed {seed}, line {line}:\n{text}");
                refused += 1;
            }
            Err(error) => panic!("seed {seed}: {error:?}\n{text}"),
        }
    }
    println!(
        "{files} files: {games} games found, {rated} rated; {refused} files without a game that can be rated"
    );
    assert!(
        rated * 5 > games && refused * 4 < files,
        "{games} games, {rated} rated, {refused} files refused"
    );
}
