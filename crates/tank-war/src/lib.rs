//! The Tank War: 6x6, simultaneous, twelve tanks.
