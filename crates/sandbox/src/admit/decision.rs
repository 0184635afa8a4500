//! Decisions about modules, made by inspection and the compiler: in memory, on the pipe from a child, and on disk.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::bot::Usage;
use crate::{Objection, Refusal, Sizes};

/// Maximum bytes of a decision without its machine code: room for more than twenty objections or a hundred imports.
const HEAD_BYTES: u32 = 256 << 10;
/// Size in bytes of the length of the head.
const LENGTH_BYTES: usize = size_of::<u32>();

/// The decision about a module.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Decision {
    /// The module may play.
    Admitted(Box<AdmittedModule>),
    /// The module is refused.
    Refused(Refusal),
}

/// A module that was admitted and compiled.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AdmittedModule {
    pub(crate) sizes: Sizes,
    /// Resources used by compiling the module, if they were measured.
    pub(crate) usage: Option<Usage>,
    /// The code part, if the module is split; it has a decision of its own, and `code` holds only the machine code of
    /// the state part.
    pub(crate) code_part: Option<CodePartOf>,
    #[serde(skip)]
    pub(crate) code: Vec<u8>,
}

/// The name of a code part: the BLAKE3 of its bytes.
pub(crate) type CodePartName = [u8; 32];

/// The code part of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CodePartOf {
    pub(crate) name: CodePartName,
    /// Number of bytes to add to an offset in the code part for the offset in the whole module.
    pub(crate) shift: i64,
}

impl Decision {
    /// Maximum bytes of a decision with at most `code` bytes of machine code.
    pub(crate) const fn most_bytes(code: u64) -> u64 {
        LENGTH_BYTES as u64 + HEAD_BYTES as u64 + code
    }

    /// Returns `true` if the refusal comes from the compiler and not from the module's content.
    pub(crate) fn blames_the_compiler(&self) -> bool {
        let by_compiler = |objection: &Objection| matches!(objection, Objection::Uncompilable(_));
        match self {
            Decision::Admitted(_) => false,
            Decision::Refused(refusal) => refusal.objections().iter().any(by_compiler),
        }
    }

    /// Writes the length of the head, the head (everything except the code), and the code.
    pub(crate) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let head = serde_json::to_vec(self)?;
        to.write_all(&(head.len() as u32).to_le_bytes())?;
        to.write_all(&head)?;
        match self {
            Decision::Admitted(admitted) => to.write_all(&admitted.code),
            Decision::Refused(_) => Ok(()),
        }
    }

    /// Returns the number of bytes of machine code in a written decision.
    pub(crate) fn code_bytes(written: &[u8]) -> u64 {
        let head = written.first_chunk().map_or(0, |length| u32::from_le_bytes(*length) as usize);
        (written.len() as u64).saturating_sub((LENGTH_BYTES + head) as u64)
    }

    /// Reads the output of [`Decision::write`]; `None` for anything that it cannot have written.
    pub(crate) fn read(mut bytes: Vec<u8>) -> Option<Decision> {
        let length = u32::from_le_bytes(*bytes.first_chunk()?);
        if length > HEAD_BYTES {
            return None;
        }
        let code_at = LENGTH_BYTES + length as usize;
        let mut decision: Decision = serde_json::from_slice(bytes.get(LENGTH_BYTES..code_at)?).ok()?;
        bytes.drain(..code_at);
        let is_sound = match &mut decision {
            Decision::Admitted(admitted) => {
                admitted.code = bytes;
                true
            }
            Decision::Refused(refusal) => bytes.is_empty() && !refusal.objections().is_empty(),
        };
        is_sound.then_some(decision)
    }
}

impl From<AdmittedModule> for Decision {
    fn from(admitted: AdmittedModule) -> Decision {
        Decision::Admitted(Box::new(admitted))
    }
}

impl From<Refusal> for Decision {
    fn from(refusal: Refusal) -> Decision {
        Decision::Refused(refusal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(decision: &Decision) -> Vec<u8> {
        let mut bytes = Vec::new();
        decision.write(&mut bytes).expect("memory takes everything");
        bytes
    }

    #[test]
    fn decisions_come_back_as_they_were() {
        let sizes =
            Sizes { imports: vec![("muster".into(), "log".into())], floats: true, ..Sizes::default() };
        let part = CodePartOf { name: [7; 32], shift: -3 };
        let admitted =
            AdmittedModule { sizes: sizes.clone(), usage: None, code_part: Some(part), code: vec![1, 2, 3] };
        let Some(Decision::Admitted(again)) = Decision::read(written(&admitted.into())) else {
            panic!("another decision")
        };
        assert_eq!((again.sizes, again.code_part, again.code), (sizes, Some(part), vec![1, 2, 3]));

        let refusal = Refusal::from(Objection::Feature("tail calls".into()));
        let Some(Decision::Refused(again)) = Decision::read(written(&refusal.clone().into())) else {
            panic!("another decision")
        };
        assert_eq!(again, refusal);
    }

    #[test]
    fn nothing_else_is_believed() {
        let whole = written(&Refusal::from(Objection::Empty).into());
        for end in 0..whole.len() {
            assert!(Decision::read(whole[..end].to_vec()).is_none(), "cut at {end}");
        }
        assert!(Decision::read([whole.as_slice(), b"\0"].concat()).is_none(), "a refusal with code");
        assert!(Decision::read(u32::MAX.to_le_bytes().to_vec()).is_none());
        let nothing = br#"{"Refused":{"objections":[]}}"#;
        let bytes = [&(nothing.len() as u32).to_le_bytes(), nothing.as_slice()].concat();
        assert!(Decision::read(bytes).is_none(), "a refusal without a reason");
    }
}
