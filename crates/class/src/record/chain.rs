//! The chain of hashes over what happened.
//!
//! There are two versions of its links. Those of the second cover who acted, too. A record may begin with links of the
//! first; none follows one of the second.

use std::sync::LazyLock;

use blake3::Hasher;
use blake3::hazmat::{ContextKey, HasherExt, hash_derive_key_context};

use crate::Moment;

/// Takes the place of the previous hash for the first event.
pub(super) const NOTHING_BEFORE: [u8; 32] = [0; 32];
/// Bytes of a salt.
pub(super) const SALT: usize = 16;
/// Keeps hashes of the second version apart from all others.
static LINK_2: LazyLock<ContextKey> =
    LazyLock::new(|| hash_derive_key_context("muster class record, link, version 2"));
static CONTENT_2: LazyLock<ContextKey> =
    LazyLock::new(|| hash_derive_key_context("muster class record, content, version 2"));

/// What a link says of an event.
pub(super) struct Linked<'a> {
    pub(super) number: i64,
    pub(super) at: Moment,
    pub(super) kind: &'a str,
    /// The role of whoever acted; `None` in links of the first version.
    pub(super) role: Option<&'a str>,
    pub(super) content: &'a [u8; 32],
}

/// The hash of what an event says, and of who acted. `actor` is `None` in the first version.
pub(super) fn content(salt: &[u8; SALT], actor: Option<&str>, body: &str) -> [u8; 32] {
    let mut hasher = match actor {
        None => Hasher::new(),
        Some(_) => Hasher::new_from_context_key(&CONTENT_2),
    };
    hasher.update(salt);
    if let Some(actor) = actor {
        add_text(&mut hasher, actor);
    }
    hasher.update(body.as_bytes());
    hasher.finalize().into()
}

/// The hash of an event, which covers all those before it.
pub(super) fn link(previous: &[u8; 32], linked: &Linked<'_>) -> [u8; 32] {
    let mut hasher = match linked.role {
        None => Hasher::new(),
        Some(_) => Hasher::new_from_context_key(&LINK_2),
    };
    hasher.update(previous).update(&linked.number.to_le_bytes()).update(&linked.at.millis().to_le_bytes());
    add_text(&mut hasher, linked.kind);
    if let Some(role) = linked.role {
        add_text(&mut hasher, role);
    }
    hasher.update(linked.content);
    hasher.finalize().into()
}

/// Adds a text so that it cannot be taken for a longer or shorter one.
fn add_text(hasher: &mut Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
}
