//! Salts, which keep a commitment to private data from confirming a guess of that data.
//!
//! Two runs of the same tournament must have the same root, so the salts are not random. They derive from a secret,
//! which is a function of all inputs of the run, including the bytes of all modules: only a holder of all of them can
//! compute it. The secret is one of the facts of the run, because modules may be withheld later.

use crate::canonical::Canonical;
use hash::Hash;

/// Key derivation context of a module's bytes. The module's published hash does not help without the bytes.
const OF_MODULE: &str = "muster 2026-11-23 module as a source of salts";
/// Key derivation context of the secret.
const OF_RUN: &str = "muster 2026-11-23 secret of a run's salts";

/// The secret of a run, from which all its salts derive.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Salts([u8; 32]);

impl Salts {
    /// Name of the fact in `meta`.
    pub(crate) const FACT: &str = "salts";

    /// Returns the secret of a new run with these modules and other inputs, whose hash is `identity`.
    pub(crate) fn of_run(identity: &str, modules: &[(Hash, &[u8])]) -> Salts {
        let mut modules = modules.to_vec();
        modules.sort_unstable_by_key(|(hash, _)| *hash);
        modules.dedup_by_key(|(hash, _)| *hash);
        let mut secret = blake3::Hasher::new_derive_key(OF_RUN);
        secret.update(identity.as_bytes());
        for (_, bytes) in modules {
            secret.update(blake3::Hasher::new_derive_key(OF_MODULE).update(bytes).finalize().as_bytes());
        }
        Salts(secret.finalize().into())
    }

    /// Reads the value of the fact.
    pub(crate) fn read(value: &str) -> Option<Salts> {
        value.parse().ok().map(|secret: Hash| Salts(*secret.bytes()))
    }

    /// Returns the value of the fact.
    pub(crate) fn value(&self) -> String {
        Hash::from(self.0).to_string()
    }

    pub(crate) const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the salt for content of this kind. Other content has another salt.
    pub(crate) fn salt(&self, what: &str, content: &[u8]) -> [u8; 32] {
        let mut bytes = Canonical::default();
        let message = bytes.text(what).bytes(content).hash();
        blake3::keyed_hash(&self.0, &message).into()
    }

    /// Returns the commitment to content of this kind.
    pub(crate) fn commitment(&self, what: &str, content: &[u8]) -> [u8; 32] {
        commitment(&self.salt(what, content), content)
    }
}

/// Returns the commitment to content with a salt.
pub(crate) fn commitment(salt: &[u8; 32], content: &[u8]) -> [u8; 32] {
    Canonical::default().bytes(salt).bytes(content).hash()
}
