//! Reuse of rendered chunks from the previous site: of a run that was resumed or extended, only the new part is
//! rendered.
//!
//! A list in the user's cache has two hashes for each chunk of a site: the key, over all inputs of its rendering, and
//! the hash of the rendered bytes, which are in the site itself. The list is outside the run's folder, because that
//! folder may be untrusted and could contain a forged list. Without the list, or if the site was changed, chunks are
//! rendered again.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use hash::Hash;
use replay::archive::Times;

use super::chunk::{Chunk, RenderedChunk, Rendering};
use super::script_values::{packed_in, script_file};
use crate::ReportError;

/// The version of the rendered bytes of chunks. Every change to these bytes must raise it, which a test enforces.
pub(crate) const CHUNK_VERSION: u32 = 1;
/// The first line of a list.
const HEAD: &str = "muster chunks 1";
/// Maximum size of a list in bytes; a line takes about 200.
const LIST: u64 = 1 << 28;

/// The key of a chunk.
pub(crate) type ChunkKey = Hash;

/// The positions of a chunk's parts in a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChunkParts {
    /// The number of its file in `m/`.
    pub(crate) number: usize,
    /// The position of its lines in the file of all results: the first byte and the length.
    pub(crate) results: (u64, u64),
    /// The position of its lines in the table of all matches.
    pub(crate) table: (u64, u64),
}

/// A chunk of a site, in the list.
#[derive(Clone, Debug)]
pub(crate) struct ListedChunk {
    pub(crate) key: ChunkKey,
    pub(crate) content: Hash,
    pub(crate) parts: ChunkParts,
}

/// The chunks of the previous site.
#[derive(Debug, Default)]
pub(crate) struct KeptChunks {
    chunks: HashMap<ChunkKey, (Hash, ChunkParts)>,
    /// The folder of the site's data.
    data: PathBuf,
    results: PathBuf,
    table: PathBuf,
}

impl KeptChunks {
    /// Reads the list of a site's chunks; empty if there is no readable list.
    pub(crate) fn read(list: &Path, data: &Path, gzipped: bool) -> KeptChunks {
        let ending = if gzipped { ".gz" } else { "" };
        let text = files::read_text(list, LIST).unwrap_or_default();
        KeptChunks {
            chunks: parsed(&text).map(|chunk| (chunk.key, (chunk.content, chunk.parts))).collect(),
            results: data.join(format!("results.jsonl{ending}")),
            table: data.join(format!("matches.csv{ending}")),
            data: data.to_owned(),
        }
    }

    /// Returns the rendered chunk for a key; `None` if the site no longer has it.
    pub(crate) fn find(&self, key: &ChunkKey) -> Option<RenderedChunk> {
        let (content, parts) = self.chunks.get(key)?;
        let name = format!("m/{:05}", parts.number);
        let script = files::open(&script_file(&self.data, &name)).and_then(|mut file| {
            let mut text = String::new();
            file.read_to_string(&mut text)?;
            Ok(text)
        });
        let found = RenderedChunk {
            results: piece(&self.results, parts.results).ok()?,
            table: piece(&self.table, parts.table).ok()?,
            packed: packed_in(&script.ok()?, &name)?.to_owned(),
        };
        (content_hash(&found) == *content).then_some(found)
    }
}

/// Returns bytes of a file from an offset on.
fn piece(path: &Path, (at, length): (u64, u64)) -> io::Result<Vec<u8>> {
    let mut file = files::open(path)?;
    // A truncated file has fewer bytes than the list says, so only the existing ones are allocated.
    let length = length.min(file.metadata()?.len().saturating_sub(at));
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).map_err(io::Error::other)?);
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the hash of a rendered chunk.
pub(crate) fn content_hash(chunk: &RenderedChunk) -> Hash {
    let mut hasher = blake3::Hasher::new();
    for part in [&chunk.results[..], &chunk.table, chunk.packed.as_bytes()] {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    Hash::from(*hasher.finalize().as_bytes())
}

/// Produces chunks: takes each from the previous site if nothing has changed, and renders it otherwise.
pub(crate) struct ChunkFinisher<'a> {
    pub(crate) rendering: Rendering<'a>,
    /// The chunks of the previous site; `None` if this run is not cached.
    pub(crate) kept: Option<KeptChunks>,
}

/// A chunk that was rendered or reused.
pub(crate) struct FinishedChunk {
    pub(crate) chunk: RenderedChunk,
    /// Its key and the hash of its content; `None` if the run is not cached.
    pub(crate) known: Option<(ChunkKey, Hash)>,
    /// `true` if it was reused from the previous site.
    pub(crate) is_kept: bool,
}

impl ChunkFinisher<'_> {
    /// Reuses or renders a chunk.
    ///
    /// # Errors
    /// Fails if a match cannot be replayed.
    pub(crate) fn finish(&self, chunk: Chunk) -> Result<FinishedChunk, ReportError> {
        let Some(before) = &self.kept else {
            return Ok(FinishedChunk { chunk: self.rendering.render(chunk)?, known: None, is_kept: false });
        };
        let key = self.rendering.key(&chunk);
        let kept = before.find(&key);
        let is_kept = kept.is_some();
        let chunk = kept.map_or_else(|| self.rendering.render(chunk), Ok)?;
        let known = Some((key, content_hash(&chunk)));
        Ok(FinishedChunk { chunk, known, is_kept })
    }
}

impl Rendering<'_> {
    /// Returns the hash over all inputs of a chunk's rendering.
    pub(crate) fn key(&self, chunk: &Chunk) -> ChunkKey {
        let mut bytes = Vec::with_capacity(128 * chunk.matches.len());
        let text = |bytes: &mut Vec<u8>, text: &str| {
            bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        };
        text(&mut bytes, env!("CARGO_PKG_VERSION"));
        bytes.extend_from_slice(&CHUNK_VERSION.to_le_bytes());
        bytes.extend_from_slice(&[u8::from(self.gzipped), u8::from(self.times == Times::Rounded)]);
        let mut terms = None;
        for told in &chunk.matches {
            let row = &told.row;
            let game = self.results.game_of(row.key);
            let own = Some((row.key.stage(), game.key()));
            if std::mem::replace(&mut terms, own) != own {
                text(&mut bytes, game.key());
                bytes.extend_from_slice(&game.version().to_le_bytes());
                let (rules, limits) = self.results.conditions(row.key);
                let name = self.results.plan.stages.get(usize::from(row.key.stage()));
                text(&mut bytes, name.map_or("", |spec| spec.name.as_str()));
                text(&mut bytes, &rules.to_string());
                text(&mut bytes, &limits.to_string());
            }
            bytes.extend_from_slice(&told.hash);
            bytes.extend_from_slice(&told.reason.to_le_bytes());
            bytes.push(u8::from(told.counts));
            for name in self.names(row) {
                text(&mut bytes, name);
            }
        }
        Hash::digest(&bytes)
    }
}

/// Returns the path of the list for a run's site, in the folder of such lists.
pub(crate) fn list_file(kept: &Path, site: &Path) -> Option<PathBuf> {
    let site = std::fs::canonicalize(site.parent()?).ok()?;
    Some(kept.join(format!("{}.chunks", Hash::digest(site.as_os_str().as_encoded_bytes()))))
}

/// Writes the list of a new site. This is best effort: without it, the next report renders everything.
pub(crate) fn write_list(path: &Path, chunks: &[ListedChunk]) {
    let mut text = format!("{HEAD}\n");
    for ListedChunk { key, content, parts } in chunks {
        let ChunkParts { number, results, table } = parts;
        let _ =
            writeln!(text, "{key} {content} {number} {} {} {} {}", results.0, results.1, table.0, table.1);
    }
    let written = path
        .parent()
        .map_or(Ok(()), files::create_dir_all_private)
        .and_then(|()| files::replace_private(path, |out| out.write_all(text.as_bytes())));
    drop(written);
}

/// Parses the chunks of a list, up to the first invalid line.
fn parsed(text: &str) -> impl Iterator<Item = ListedChunk> {
    let mut lines = text.lines();
    let is_known = lines.next() == Some(HEAD);
    lines.map_while(parsed_line).filter(move |_| is_known)
}

fn parsed_line(line: &str) -> Option<ListedChunk> {
    let mut words = line.split(' ');
    let (key, content) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let mut number = || words.next()?.parse::<u64>().ok();
    let parts = ChunkParts {
        number: usize::try_from(number()?).ok()?,
        results: (number()?, number()?),
        table: (number()?, number()?),
    };
    Some(ListedChunk { key, content, parts })
}
