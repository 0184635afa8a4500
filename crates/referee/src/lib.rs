//! One match, from seats to verdict and transcript; names no game.
