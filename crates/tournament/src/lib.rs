//! Entrants, pairings, schedules, standings and tie-breaks; pure.
