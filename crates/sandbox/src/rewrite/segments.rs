//! Merging of data segments, for toolchains that make tens of thousands.

use wasm_encoder::{DataCountSection, Module, SectionId};

use super::image::data_section;
use super::module_sections::{ModuleSections, SegmentTarget};

/// Size in bytes of a WebAssembly page.
const PAGE: u64 = 65_536;

/// Returns the same module with data segments merged if only few zeros lie between them. `None` if that is
/// impossible: the module cannot be read, it has no memory of its own, or it has data at computed addresses or
/// outside the memory.
pub fn merge_segments(module: &[u8]) -> Option<Vec<u8>> {
    let anatomy = ModuleSections::parse(module)?;
    let image = image(&anatomy)?;
    let (data, count) = data_section(&image, anatomy.last_mentioned, |number| anatomy.passive(number));
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

/// Returns the memory's contents after the data was copied to it, up to the last byte that is not zero.
fn image(anatomy: &ModuleSections<'_>) -> Option<Vec<u8>> {
    let size = anatomy.memory()?.initial.checked_mul(PAGE)?;
    let mut image = Vec::new();
    for segment in &anatomy.segments {
        let at = match segment.place {
            SegmentTarget::At(at) => at as usize,
            SegmentTarget::Passive => continue,
            SegmentTarget::Computed => return None,
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
