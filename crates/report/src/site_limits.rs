//! The limits of a site.

/// The limits of a site.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SiteLimits {
    /// Maximum number of pages without scripts.
    pub(crate) pages: usize,
    /// Maximum number of bytes of all these pages together.
    pub(crate) bytes: usize,
    /// Maximum number of matches for which the exports are not gzipped.
    pub(crate) plain: usize,
    /// Maximum number of matches for which the viewer's times are exact; those in the exports always are.
    pub(crate) exact: usize,
    /// Maximum number of matches in a file of the viewer.
    pub(crate) chunk: usize,
    /// Minimum number of matches for which rendered chunks are cached.
    pub(crate) kept: usize,
}

impl Default for SiteLimits {
    fn default() -> SiteLimits {
        SiteLimits { pages: 200, bytes: 5_000_000, plain: 10_000, exact: 100_000, chunk: 512, kept: 10_000 }
    }
}
