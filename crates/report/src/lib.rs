//! Ledger to a site: HTML, charts, CSV, JSON.
