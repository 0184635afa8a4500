//! Results as comma-separated values: two names, a result, and how often.

use std::io;

use csv::{ByteRecord, ReaderBuilder};

use crate::game::{Ending, Game, Mistake};

/// Calls `each` with every row of the text.
pub(crate) fn read(
    input: impl io::Read,
    each: &mut dyn FnMut(Game<'_>) -> Result<(), Mistake>,
) -> io::Result<Result<(), Mistake>> {
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(input);
    let mut row = ByteRecord::new();
    let mut is_first = true;
    loop {
        match reader.read_byte_record(&mut row) {
            Ok(true) => {}
            Ok(false) => return Ok(Ok(())),
            Err(error) => return Err(error.into()),
        }
        let line = row.position().map_or(0, csv::Position::line);
        let is_heading = std::mem::take(&mut is_first) && heading(&row);
        if !is_heading && let Err(mistake) = game(&row, line).and_then(&mut *each) {
            return Ok(Err(mistake));
        }
    }
}

/// Whether a row names the columns.
fn heading(row: &ByteRecord) -> bool {
    row.get(2).is_some_and(|result| result.trim_ascii().eq_ignore_ascii_case(b"result"))
}

fn game(row: &ByteRecord, line: u64) -> Result<Game<'_>, Mistake> {
    let mistake = |what: String, remedy: &str| Mistake { line, what, remedy: remedy.to_owned() };
    if !(3..=4).contains(&row.len()) {
        let what = format!("expected 3 or 4 columns, found {}", row.len());
        return Err(mistake(what, "write first,second,result or first,second,result,count"));
    }
    let text = |column: usize| {
        std::str::from_utf8(row.get(column).unwrap_or_default())
            .map_err(|_| mistake(format!("column {} is not UTF-8", column + 1), "save the file as UTF-8"))
    };
    let (first, second, result) = (text(0)?, text(1)?, text(2)?.trim());
    let ending = Ending::parse(result).ok_or_else(|| {
        mistake(format!("invalid result {result:?}"), "write 1-0, 0-1, 1/2-1/2 (or 1, 0, 0.5) or *")
    })?;
    let count = if row.len() == 4 { text(3)?.trim() } else { "1" };
    let times = count.parse().map_err(|_| {
        mistake(format!("invalid count {count:?}"), "write a whole number from 0 to 4294967295")
    })?;
    Ok(Game { line, first, second, ending, times })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&[&str], &str>) {
        let mut games = Vec::new();
        let read = read(text.as_bytes(), &mut |game| {
            games.push(format!("{} {} {:?} x{}", game.first, game.second, game.ending, game.times));
            Ok(())
        });
        let read = read.unwrap().map(|()| games).map_err(|mistake| mistake.to_string());
        let expected = expected.map(|games| games.iter().map(|game| (*game).to_owned()).collect::<Vec<_>>());
        assert_eq!(read, expected.map_err(str::to_owned), "{text}");
    }

    #[test]
    fn rows_are_games() {
        check("", Ok(&[]));
        check("A,B,1-0\nB,A,1/2-1/2,7\n", Ok(&["A B Decided(Win) x1", "B A Decided(Draw) x7"]));
        check(
            "white,black,Result,count\r\n\"A, the \"\"1\"\"\",B,0,2\r\n",
            Ok(&["A, the \"1\" B Decided(Loss) x2"]),
        );
        check(
            "A,B,*,3\nA,B,0.5\nA,B,1, 2\n",
            Ok(&["A B Unknown x3", "A B Decided(Draw) x1", "A B Decided(Win) x2"]),
        );
    }

    #[test]
    fn a_mistake_is_named_with_its_line() {
        check(
            "A,B\n",
            Err(
                "line 1: expected 3 or 4 columns, found 2; write first,second,result or first,second,result,count",
            ),
        );
        check(
            "a,b,result\nA,B,2-0\n",
            Err("line 2: invalid result \"2-0\"; write 1-0, 0-1, 1/2-1/2 (or 1, 0, 0.5) or *"),
        );
        check("A,B,1-0,-3\n", Err("line 1: invalid count \"-3\"; write a whole number from 0 to 4294967295"));
    }
}
