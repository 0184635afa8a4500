//! Tank Battle: 11x11, alternating, bases and commanders.
