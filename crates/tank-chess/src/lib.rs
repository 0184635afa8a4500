//! Tank Chess: 16x16, hidden setup, turns of many actions.
