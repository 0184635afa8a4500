//! The structure of a module, as far as rewriting needs it.

use wasm_encoder::{ExportKind, RawSection, SectionId};
use wasmparser::{
    DataKind, Export, ExternalKind, GlobalType, MemoryType, Operator, Parser, Payload, TypeRef,
};

use crate::interface::GAME_SECTION;

/// A module's sections, and the contents of those that are rewritten.
pub(super) struct ModuleSections<'a> {
    pub(super) sections: Vec<Section<'a>>,
    /// `true` if the module imports anything other than functions.
    pub(super) imports_state: bool,
    pub(super) memories: Vec<MemoryType>,
    pub(super) globals: Vec<Global<'a>>,
    pub(super) exports: Vec<Export<'a>>,
    pub(super) segments: Vec<Segment<'a>>,
    /// Highest number of a data segment that a function mentions. Segments up to it must keep their numbers.
    pub(super) last_mentioned: Option<u32>,
}

/// A section in its original bytes.
#[derive(Clone, Copy)]
pub(super) struct Section<'a> {
    pub(super) id: u8,
    pub(super) data: &'a [u8],
    /// Offset of its data in the module.
    pub(super) at: usize,
}

/// A global with the original bytes of its declaration.
pub(super) struct Global<'a> {
    pub(super) ty: GlobalType,
    pub(super) raw: &'a [u8],
}

/// A data segment with its original bytes.
pub(super) struct Segment<'a> {
    pub(super) place: SegmentTarget,
    pub(super) data: &'a [u8],
    pub(super) raw: &'a [u8],
}

/// The place that a data segment is copied to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SegmentTarget {
    /// A fixed address.
    At(u32),
    /// An address computed by an expression.
    Computed,
    /// None, unless the code copies it.
    Passive,
}

impl<'a> ModuleSections<'a> {
    /// Reads a module; `None` if it cannot be read.
    pub(super) fn parse(module: &'a [u8]) -> Option<ModuleSections<'a>> {
        let mut anatomy = ModuleSections {
            sections: Vec::new(),
            imports_state: false,
            memories: Vec::new(),
            globals: Vec::new(),
            exports: Vec::new(),
            segments: Vec::new(),
            last_mentioned: None,
        };
        for payload in Parser::new(0).parse_all(module) {
            anatomy.note(module, &payload.ok()?).ok()?;
        }
        if anatomy.sections.iter().any(|section| section.id == SectionId::DataCount as u8) {
            anatomy.last_mentioned = last_mentioned(module).ok()?;
        }
        Some(anatomy)
    }

    fn note(&mut self, module: &'a [u8], payload: &Payload<'a>) -> wasmparser::Result<()> {
        if let Some((id, range)) = payload.as_section() {
            self.sections.push(Section { id, data: &module[range.clone()], at: range.start });
        }
        match payload {
            Payload::ImportSection(imports) => {
                for import in imports.clone().into_imports() {
                    self.imports_state |= !matches!(import?.ty, TypeRef::Func(_) | TypeRef::FuncExact(_));
                }
            }
            Payload::MemorySection(memories) => {
                self.memories = memories.clone().into_iter().collect::<wasmparser::Result<_>>()?;
            }
            Payload::GlobalSection(globals) => {
                let read =
                    globals.clone().into_iter_with_offsets().collect::<wasmparser::Result<Vec<_>>>()?;
                let starts = read.iter().map(|(at, _)| *at).skip(1);
                let ends = starts.chain([globals.range().end]);
                self.globals = read
                    .iter()
                    .zip(ends)
                    .map(|((at, global), end)| Global { ty: global.ty, raw: &module[*at..end] })
                    .collect();
            }
            Payload::ExportSection(exports) => {
                self.exports = exports.clone().into_iter().collect::<wasmparser::Result<_>>()?;
            }
            Payload::DataSection(segments) => {
                for segment in segments.clone() {
                    let segment = segment?;
                    let raw = &module[segment.range.clone()];
                    self.segments.push(Segment { place: place(&segment.kind)?, data: segment.data, raw });
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the module's only memory if it imports no state, as all rewriting requires; `None` otherwise.
    pub(super) fn memory(&self) -> Option<MemoryType> {
        match self.memories.as_slice() {
            [memory] if !self.imports_state => Some(*memory),
            _ => None,
        }
    }

    /// Returns the data of a passive segment; `None` if there is no passive segment with this number.
    pub(super) fn passive(&self, number: u32) -> Option<&'a [u8]> {
        let segment = self.segments.get(number as usize)?;
        (segment.place == SegmentTarget::Passive).then_some(segment.data)
    }

    /// Returns the exports of memories and globals, or the others.
    pub(super) fn exports_of_state(&self, of_state: bool) -> impl Iterator<Item = &Export<'a>> {
        let is_state = |kind| matches!(kind, ExternalKind::Memory | ExternalKind::Global);
        self.exports.iter().filter(move |export| is_state(export.kind) == of_state)
    }
}

impl Section<'_> {
    pub(super) fn is(&self, id: SectionId) -> bool {
        self.id == id as u8
    }

    /// Returns `true` for the declaration of a game from a script. It is not part of the code, which is the
    /// interpreter's.
    pub(super) fn is_declaration(&self) -> bool {
        self.is(SectionId::Custom)
            && self.data.split_first().is_some_and(|(&length, name)| {
                usize::from(length) == GAME_SECTION.len() && name.starts_with(GAME_SECTION.as_bytes())
            })
    }

    pub(super) fn raw(&self) -> RawSection<'_> {
        RawSection { id: self.id, data: self.data }
    }
}

/// Returns the kind of an export in the encoder's terms.
pub(super) fn kind(kind: ExternalKind) -> ExportKind {
    match kind {
        ExternalKind::Func | ExternalKind::FuncExact => ExportKind::Func,
        ExternalKind::Table => ExportKind::Table,
        ExternalKind::Memory => ExportKind::Memory,
        ExternalKind::Global => ExportKind::Global,
        ExternalKind::Tag => ExportKind::Tag,
    }
}

fn place(kind: &DataKind<'_>) -> wasmparser::Result<SegmentTarget> {
    let DataKind::Active { offset_expr, .. } = kind else { return Ok(SegmentTarget::Passive) };
    let mut operators = offset_expr.get_operators_reader();
    Ok(match (operators.read()?, operators.read()?) {
        (Operator::I32Const { value }, Operator::End) => SegmentTarget::At(value as u32),
        _ => SegmentTarget::Computed,
    })
}

/// Returns the highest number of a data segment that the code mentions.
fn last_mentioned(module: &[u8]) -> wasmparser::Result<Option<u32>> {
    let mut last = None;
    for payload in Parser::new(0).parse_all(module) {
        let Payload::CodeSectionEntry(body) = payload? else { continue };
        for operator in body.get_operators_reader()? {
            if let Operator::MemoryInit { data_index, .. } | Operator::DataDrop { data_index } = operator? {
                last = last.max(Some(data_index));
            }
        }
    }
    Ok(last)
}
