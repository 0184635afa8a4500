//! The contents of a memory as data segments.

use wasm_encoder::{ConstExpr, DataSection};

/// Maximum number of zeros between two pieces of data that are stored rather than skipped. A segment costs the file
/// about eight bytes, but the engine prepares each piece by itself, and the number of segments in a module is capped.
const GAP: usize = 64;
/// Maximum number of pieces that a module should have; with more, wider gaps are filled.
const PIECES: usize = 900;

/// Returns the pieces of an image that are not zero, as ranges.
pub(super) fn pieces(image: &[u8]) -> Vec<(usize, usize)> {
    let mut gap = GAP;
    loop {
        let pieces = pieces_apart(image, gap);
        if pieces.len() <= PIECES {
            return pieces;
        }
        gap *= 2;
    }
}

/// Returns the pieces that are separated by more than `gap` zeros.
fn pieces_apart(image: &[u8], gap: usize) -> Vec<(usize, usize)> {
    let mut pieces: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while let Some(start) = image[at..].iter().position(|&byte| byte != 0).map(|zeros| at + zeros) {
        let end =
            image[start..].iter().position(|&byte| byte == 0).map_or(image.len(), |length| start + length);
        match pieces.last_mut() {
            Some((_, last)) if start - *last <= gap => *last = end,
            _ => pieces.push((start, end)),
        }
        at = end;
    }
    pieces
}

/// Returns a data section that makes this image, and the number of its segments. A segment that `kept` returns for a
/// number stays passive under that number, up to the number `last`.
pub(super) fn data_section<'a>(
    image: &[u8],
    last: Option<u32>,
    kept: impl Fn(u32) -> Option<&'a [u8]>,
) -> (DataSection, u32) {
    let mut pieces = pieces(image).into_iter();
    let mut section = DataSection::new();
    let mut count = 0;
    loop {
        let passive = kept(count).filter(|_| last.is_some_and(|last| count <= last));
        if let Some(data) = passive {
            section.passive(data.iter().copied());
        } else if let Some((start, end)) = pieces.next() {
            section.active(0, &ConstExpr::i32_const(start as u32 as i32), image[start..end].iter().copied());
        } else if last.is_some_and(|last| count <= last) {
            // The code mentions a later segment. A segment that was copied to memory at the start is empty from then
            // on.
            section.passive([]);
        } else {
            return (section, count);
        }
        count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_gaps_are_filled_and_large_ones_skipped() {
        let mut image = vec![0; 1_000];
        for at in [3, 10, 10 + 1 + GAP, 500, 999] {
            image[at] = 1;
        }
        assert_eq!(pieces(&image), [(3, 12 + GAP), (500, 501), (999, 1_000)]);
        assert!(pieces(&[0; 100]).is_empty());
        assert!(pieces(&[]).is_empty());
    }

    #[test]
    fn gaps_are_filled_until_the_pieces_are_few() {
        let mut image = vec![0; 2_000 * 100];
        image.iter_mut().step_by(100).for_each(|byte| *byte = 7);
        assert_eq!(pieces(&image), [(0, 199_901)]);
    }
}
