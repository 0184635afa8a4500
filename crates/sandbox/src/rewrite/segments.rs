//! Fewer data segments, for toolchains that make tens of thousands.

use wasm_encoder::{DataCountSection, Module, SectionId};

use super::anatomy::{Anatomy, Place};
use super::image::data_section;

/// Bytes that a WebAssembly page has.
const PAGE: u64 = 65_536;

/// The same module with data segments merged where only few zeros lie between them. `None` if that cannot be done: the
/// module cannot be read, has no memory of its own, or data whose addresses are computed or lie outside the memory.
pub fn merge_segments(module: &[u8]) -> Option<Vec<u8>> {
    let anatomy = Anatomy::of(module)?;
    let image = image(&anatomy)?;
    let kept = |number: u32| {
        let segment = anatomy.segments.get(number as usize)?;
        (segment.place == Place::Passive).then_some(segment.data)
    };
    let (data, count) = data_section(&image, anatomy.last_mentioned, kept);
    let mut merged = Module::new();
    for section in &anatomy.sections {
        if section.is(SectionId::Data) {
            merged.section(&data);
        } else if section.is(SectionId::DataCount) {
            merged.section(&DataCountSection { count });
        } else {
            merged.section(&section.raw());
        }
    }
    Some(merged.finish())
}

/// What the memory holds when the data has been copied to it, up to its last byte that is not zero.
fn image(anatomy: &Anatomy<'_>) -> Option<Vec<u8>> {
    let size = anatomy.memory()?.initial.checked_mul(PAGE)?;
    let mut image = Vec::new();
    for segment in &anatomy.segments {
        let at = match segment.place {
            Place::At(at) => at as usize,
            Place::Passive => continue,
            Place::Computed => return None,
        };
        let end = at.checked_add(segment.data.len())?;
        if end as u64 > size {
            return None;
        }
        if image.len() < end {
            image.resize(end, 0);
        }
        image[at..end].copy_from_slice(segment.data);
    }
    Some(image)
}
