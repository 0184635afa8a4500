//! The chain of hashes over the events.
//!
//! There are two versions of links. Those of the second also cover the actor. A record may begin with links of the
//! first; none follows one of the second.

use std::sync::LazyLock;

use blake3::Hasher;
use blake3::hazmat::{ContextKey, HasherExt, hash_derive_key_context};

use crate::Moment;

/// The previous hash of the first event.
pub(super) const NOTHING_BEFORE: [u8; 32] = [0; 32];
/// Length of a salt in bytes.
pub(super) const SALT: usize = 16;
/// Separates hashes of the second version from all others.
static LINK_2: LazyLock<ContextKey> =
    LazyLock::new(|| hash_derive_key_context("muster class record, link, version 2"));
static CONTENT_2: LazyLock<ContextKey> =
    LazyLock::new(|| hash_derive_key_context("muster class record, content, version 2"));

/// The contents of an event's link.
pub(super) struct Linked<'a> {
    pub(super) number: i64,
    pub(super) at: Moment,
    pub(super) kind: &'a str,
    /// The actor's role; `None` in links of the first version.
    pub(super) role: Option<&'a str>,
    pub(super) content: &'a [u8; 32],
}

/// Returns the hash of an event's content and actor. `actor` is `None` in the first version.
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

/// Returns the hash of an event, which covers all earlier ones.
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

/// Adds a text with its length, so that no two sequences of texts hash alike.
fn add_text(hasher: &mut Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
}
