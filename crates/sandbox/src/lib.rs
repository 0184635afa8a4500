//! A wasm module as a player: checked, compiled, limited, metered.
