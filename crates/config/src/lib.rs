//! TOML text to a checked plan; problems with file, line and caret.
