//! The chain of hashes over the events.

use std::sync::LazyLock;

use blake3::Hasher;
use blake3::hazmat::{ContextKey, HasherExt, hash_derive_key_context};

use crate::Moment;

/// The previous hash of the first event.
pub(super) const NOTHING_BEFORE: [u8; 32] = [0; 32];
/// Length of a salt in bytes.
pub(super) const SALT: usize = 16;
/// Separates these hashes from all others. The first version did not cover the actor.
static LINK_2: LazyLock<ContextKey> =
    LazyLock::new(|| hash_derive_key_context("muster class record, link, version 2"));
static CONTENT_2: LazyLock<ContextKey> =
    LazyLock::new(|| hash_derive_key_context("muster class record, content, version 2"));

/// The contents of an event's link.
pub(super) struct LinkContent<'a> {
    pub(super) number: i64,
    pub(super) at: Moment,
    pub(super) kind: &'a str,
    /// The actor's role.
    pub(super) role: &'a str,
    pub(super) content: &'a [u8; 32],
}

/// Returns the hash of an event's content and actor.
pub(super) fn content(salt: &[u8; SALT], actor: &str, body: &str) -> [u8; 32] {
    let mut hasher = Hasher::new_from_context_key(&CONTENT_2);
    hasher.update(salt);
    add_text(&mut hasher, actor);
    hasher.update(body.as_bytes());
    hasher.finalize().into()
}

/// Returns the hash of an event, which covers all earlier ones.
pub(super) fn link(previous: &[u8; 32], linked: &LinkContent<'_>) -> [u8; 32] {
    let mut hasher = Hasher::new_from_context_key(&LINK_2);
    hasher.update(previous).update(&linked.number.to_le_bytes()).update(&linked.at.millis().to_le_bytes());
    add_text(&mut hasher, linked.kind);
    add_text(&mut hasher, linked.role);
    hasher.update(linked.content);
    hasher.finalize().into()
}

/// Adds a text with its length, so that no two sequences of texts hash alike.
fn add_text(hasher: &mut Hasher, text: &str) {
    hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
}
