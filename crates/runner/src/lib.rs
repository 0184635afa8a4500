//! Runs a plan: slots, retries, ordered events.
