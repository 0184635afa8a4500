//! Lists of matches as columns of a fixed width. A script reads them as typed arrays without parsing, so that a filter
//! can scan a million matches.

use std::fs;
use std::io::{BufWriter, Read as _, Seek as _, SeekFrom, Write as _};
use std::mem;
use std::path::{Path, PathBuf};

use files::File;
use game::{Outcome, PerSeat, Seat};
use ledger::MatchRow;
use results::in_order;
use tournament::{EntrantId, MatchKey};

use super::script_values::{packed, write_packed};
use crate::ReportError;
use crate::model::SCHEMA;
use crate::site::gzip::FAST;

/// Maximum number of matches in one file.
const BLOCK: usize = 1 << 16;

/// The lists while the matches are read in schedule order. Only the matches of one file are in memory. If there are
/// more, the lines of each entrant are spilled to a file beside the lists.
#[derive(Debug)]
pub(crate) struct Lists<'a> {
    folder: &'a Path,
    /// Maximum number of matches in one file.
    block: usize,
    /// The matches of the next file.
    lines: Vec<Line>,
    /// The number of files of all matches so far.
    blocks: usize,
    waiting: Option<Waiting>,
}

/// A match in a list.
#[derive(Clone, Copy, Debug)]
struct Line {
    key: MatchKey,
    entrants: PerSeat<EntrantId>,
    plies: u32,
    /// Ticks to seven digits.
    spent: PerSeat<f32>,
    reason: u16,
    outcome: u8,
    counts: bool,
}

impl<'a> Lists<'a> {
    /// Returns empty lists in the folder of the data.
    pub(crate) fn new(folder: &'a Path) -> Lists<'a> {
        Lists { folder, block: BLOCK, lines: Vec::new(), blocks: 0, waiting: None }
    }

    /// Adds a match.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub(crate) fn push(&mut self, row: &MatchRow, reason: u16, counts: bool) -> Result<(), ReportError> {
        if self.lines.len() == self.block {
            self.write_block()?;
            let lines = mem::take(&mut self.lines);
            let waiting = match self.waiting.take() {
                Some(waiting) => waiting,
                None => Waiting::create(self.folder)?,
            };
            self.waiting.insert(waiting).push(&lines)?;
            self.lines = lines;
            self.lines.clear();
        }
        self.lines.push(Line {
            key: row.key,
            entrants: row.entrants,
            plies: row.plies,
            spent: row.spent.map(|ticks| ticks.0 as f32),
            reason,
            outcome: match row.outcome {
                Outcome::Win(seat) => seat.index() as u8,
                Outcome::Draw => 2,
            },
            counts,
        });
        Ok(())
    }

    /// Writes the list of the matches that are in memory: `l/000.js` and so on.
    fn write_block(&mut self) -> Result<(), ReportError> {
        let mut bytes = Vec::new();
        common(&self.lines, &mut bytes);
        write_packed(self.folder, &format!("l/{:03}", self.blocks), &packed(&bytes, FAST))?;
        self.blocks += 1;
        Ok(())
    }

    /// Writes the list of the last matches, and that of each entrant: `e/0.js` and so on. Returns the number of lists
    /// of all matches.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub(crate) fn finish(mut self, entrants: usize) -> Result<usize, ReportError> {
        if !self.lines.is_empty() {
            self.write_block()?;
        }
        let folder = self.folder;
        let last = ByEntrant::from_lines(&self.lines);
        drop(self.lines);
        let mut waiting = self.waiting;
        in_order(
            |(id, lines): (EntrantId, Vec<Line>)| (id, packed(&of_entrant(id, &lines), FAST)),
            |(id, packed)| write_packed(folder, &format!("e/{}", id.0), &packed),
            |push| {
                for id in (0..entrants).map(|entrant| EntrantId(entrant as u32)) {
                    let mut lines = Vec::new();
                    if let Some(waiting) = &mut waiting {
                        waiting.read(id, &mut lines)?;
                    }
                    lines.extend_from_slice(last.lines(id));
                    push((id, lines))?;
                }
                Ok(())
            },
        )?;
        waiting.map_or(Ok(()), Waiting::remove)?;
        Ok(self.blocks)
    }
}

/// Returns the contents of an entrant's list.
fn of_entrant(id: EntrantId, lines: &[Line]) -> Vec<u8> {
    let mut bytes = Vec::new();
    common(lines, &mut bytes);
    let spent = |line: &Line| {
        let seat = if line.entrants[Seat::First] == id { Seat::First } else { Seat::Second };
        line.spent[seat].to_le_bytes()
    };
    bytes.extend(lines.iter().flat_map(spent));
    bytes
}

/// Matches by entrant, each entrant's in schedule order.
struct ByEntrant {
    lines: Vec<Line>,
    /// The start of each entrant's lines, and the end of the last one's.
    starts: Vec<usize>,
}

impl ByEntrant {
    fn from_lines(lines: &[Line]) -> ByEntrant {
        let of_line = |line: &Line| {
            let [first, second] = line.entrants.0;
            std::iter::once(first).chain((second != first).then_some(second))
        };
        let last = lines.iter().flat_map(of_line).map(EntrantId::index).max();
        let mut starts = vec![0; last.map_or(1, |last| last + 2)];
        for id in lines.iter().flat_map(of_line) {
            starts[id.index() + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut ends = starts.clone();
        let mut sorted = Vec::new();
        if let Some(line) = lines.first() {
            sorted.resize(starts[starts.len() - 1], *line);
        }
        for line in lines {
            for id in of_line(line) {
                sorted[ends[id.index()]] = *line;
                ends[id.index()] += 1;
            }
        }
        ByEntrant { lines: sorted, starts }
    }

    fn lines(&self, id: EntrantId) -> &[Line] {
        let starts = self.starts.get(id.index()..id.index() + 2);
        starts.map_or(&[], |starts| &self.lines[starts[0]..starts[1]])
    }
}

/// Lines by entrant, spilled to a file until all matches are read.
#[derive(Debug)]
struct Waiting {
    path: PathBuf,
    out: BufWriter<File>,
    /// For each block its start, as a line of the file, and the starts of the entrants' lines within it.
    blocks: Vec<(usize, Vec<usize>)>,
    lines: usize,
    reading: Option<fs::File>,
}

impl Waiting {
    fn create(folder: &Path) -> Result<Waiting, ReportError> {
        let path = folder.join("lists.new");
        let file = File::create_new(&path).map_err(ReportError::file("write", &path))?;
        Ok(Waiting { path, out: BufWriter::new(file), blocks: Vec::new(), lines: 0, reading: None })
    }

    fn push(&mut self, lines: &[Line]) -> Result<(), ReportError> {
        let ByEntrant { lines, starts } = ByEntrant::from_lines(lines);
        for line in &lines {
            self.out.write_all(&line.bytes()).map_err(ReportError::file("write", &self.path))?;
        }
        self.blocks.push((self.lines, starts));
        self.lines += lines.len();
        Ok(())
    }

    /// Appends the lines of an entrant to `lines`.
    fn read(&mut self, id: EntrantId, lines: &mut Vec<Line>) -> Result<(), ReportError> {
        let Waiting { path, out, blocks, reading, .. } = self;
        let failed = |error| ReportError::file("read", path)(error);
        if reading.is_none() {
            out.flush().map_err(ReportError::file("write", path))?;
            *reading = Some(files::open(path).map_err(failed)?);
        }
        let Some(file) = reading else { return Ok(()) };
        for (begin, starts) in blocks {
            let Some(&[start, end]) = starts.get(id.index()..id.index() + 2) else { continue };
            let mut bytes = vec![0; (end - start) * Line::BYTES];
            file.seek(SeekFrom::Start(((*begin + start) * Line::BYTES) as u64)).map_err(failed)?;
            file.read_exact(&mut bytes).map_err(failed)?;
            lines.extend(bytes.as_chunks().0.iter().filter_map(Line::of_bytes));
        }
        Ok(())
    }

    fn remove(self) -> Result<(), ReportError> {
        files::remove(&self.path).map_err(ReportError::file("remove", &self.path))
    }
}

impl Line {
    const BYTES: usize = 32;

    fn bytes(&self) -> [u8; Line::BYTES] {
        let mut bytes = [0; Line::BYTES];
        let [first, second] = self.entrants.0;
        let spent = self.spent.0;
        bytes[..8].copy_from_slice(&self.key.packed().to_le_bytes());
        bytes[8..12].copy_from_slice(&first.0.to_le_bytes());
        bytes[12..16].copy_from_slice(&second.0.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.plies.to_le_bytes());
        bytes[20..24].copy_from_slice(&spent[0].to_le_bytes());
        bytes[24..28].copy_from_slice(&spent[1].to_le_bytes());
        bytes[28..30].copy_from_slice(&self.reason.to_le_bytes());
        bytes[30..].copy_from_slice(&[self.outcome, u8::from(self.counts)]);
        bytes
    }

    fn of_bytes(bytes: &[u8; Line::BYTES]) -> Option<Line> {
        let (four, _) = bytes.as_chunks::<4>();
        let number = |at: usize| u32::from_le_bytes(four[at]);
        let key = i64::from(number(0)) | i64::from(number(1)) << 32;
        Some(Line {
            key: MatchKey::from_packed(key)?,
            entrants: PerSeat::new(EntrantId(number(2)), EntrantId(number(3))),
            plies: number(4),
            spent: PerSeat::new(f32::from_bits(number(5)), f32::from_bits(number(6))),
            reason: u16::from_le_bytes([bytes[28], bytes[29]]),
            outcome: bytes[30],
            counts: bytes[31] == 1,
        })
    }
}

/// Appends the columns common to all lists, the widest first, so that each begins at a multiple of its width. Numbers
/// are little-endian.
fn common(lines: &[Line], bytes: &mut Vec<u8>) {
    let wide: [fn(&Line) -> u32; 5] = [
        |line| line.key.round(),
        |line| line.key.pairing(),
        |line| line.entrants[Seat::First].0,
        |line| line.entrants[Seat::Second].0,
        |line| line.plies,
    ];
    let medium: [fn(&Line) -> u16; 3] = [|line| line.key.stage(), |line| line.key.game(), |line| line.reason];
    let narrow: [fn(&Line) -> u8; 2] = [|line| line.outcome, |line| u8::from(line.counts)];
    bytes.extend([SCHEMA, lines.len() as u32].into_iter().flat_map(u32::to_le_bytes));
    for column in wide {
        bytes.extend(lines.iter().flat_map(|line| column(line).to_le_bytes()));
    }
    for column in medium {
        bytes.extend(lines.iter().flat_map(|line| column(line).to_le_bytes()));
    }
    for column in narrow {
        bytes.extend(lines.iter().map(column));
    }
    bytes.resize(bytes.len().next_multiple_of(4), 0);
}

#[cfg(test)]
mod tests {
    use referee::{Reason, Ticks};

    use super::*;

    fn row(number: u32) -> MatchRow {
        MatchRow {
            key: MatchKey::new(number as u16 / 7, number, 0, 0).unwrap(),
            entrants: PerSeat::new(EntrantId(number % 5), EntrantId(number * number % 5 + 1)),
            start: None,
            outcome: [Outcome::Draw, Outcome::Win(Seat::First), Outcome::Win(Seat::Second)]
                [number as usize % 3],
            reason: Reason::PlyLimit,
            plies: number * 1000,
            metrics: PerSeat::default(),
            spent: PerSeat::new(Ticks(u64::from(number)), Ticks(u64::from(number) << 20)),
            memory: PerSeat::default(),
            transcript: Vec::new(),
        }
    }

    /// Returns the lists of the entrants when a file holds `block` matches.
    fn lists(matches: u32, block: usize) -> Vec<Vec<u8>> {
        let folder = files::TemporaryDir::create("muster-lists-").unwrap();
        for part in ["l", "e"] {
            fs::create_dir(folder.path().join(part)).unwrap();
        }
        let mut lists = Lists { block, ..Lists::new(folder.path()) };
        for number in 0..matches {
            lists.push(&row(number), number as u16 % 3, number % 4 != 0).unwrap();
        }
        let blocks = lists.finish(7).unwrap();
        assert_eq!(blocks, (matches as usize).div_ceil(block));
        let found = |part: &str| fs::read_dir(folder.path().join(part)).unwrap().count();
        assert_eq!((found("l"), found("e"), found("")), (blocks, 7, 2));
        let read = |entrant| fs::read(folder.path().join(format!("e/{entrant}.js"))).unwrap();
        (0..7).map(read).collect()
    }

    #[test]
    fn an_entrants_list_is_the_same_whether_it_was_in_memory_or_waited_in_a_file() {
        for matches in [0, 1, 6, 7, 30] {
            let whole = lists(matches, 1000);
            for block in [1, 2, 6, 7] {
                assert_eq!(lists(matches, block), whole, "{matches} matches, {block} a file");
            }
        }
    }
}
