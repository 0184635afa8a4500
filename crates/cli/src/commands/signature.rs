//! The options for a signature of a run's root.

use std::path::PathBuf;

use clap::Args;
use explain::Error;
use ledger::RunFolder;
use run_folder::RootSignature;

/// The signature to check.
#[derive(Args)]
pub(crate) struct SignatureOptions {
    /// Check that the run's root is signed with this minisign key, given as text or as a file.
    #[arg(long, value_name = "KEY")]
    public_key: Option<String>,
    /// The signature [default: site/data/root.txt.minisig in the run's folder].
    #[arg(long, value_name = "FILE", requires = "public_key")]
    signature: Option<PathBuf>,
}

impl SignatureOptions {
    /// Returns `true` if a signature is to be checked.
    pub(crate) fn is_asked_for(&self) -> bool {
        self.public_key.is_some()
    }

    /// Reads the key and the signature; `None` if they are not given.
    pub(crate) fn read(&self, folder: &RunFolder) -> Result<Option<RootSignature>, Error> {
        let Some(key) = &self.public_key else { return Ok(None) };
        let path = self.signature.clone().unwrap_or_else(|| folder.site().join("data/root.txt.minisig"));
        RootSignature::read(key, path).map(Some)
    }
}
