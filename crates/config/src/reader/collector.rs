//! Collects problems while a text is read.

use std::cell::RefCell;

use crate::{Problem, problem};

/// Collects problems while a text is read.
pub(crate) struct Collector {
    found: RefCell<Vec<Problem>>,
    absent: RefCell<Vec<Problem>>,
    /// Returns the hint for an unknown key of a table.
    pub(super) unknown: fn(&str, &[&str]) -> String,
}

impl Collector {
    pub(crate) fn new(unknown: fn(&str, &[&str]) -> String) -> Collector {
        Collector { found: RefCell::default(), absent: RefCell::default(), unknown }
    }

    pub(super) fn add(&self, problem: Problem) {
        if !self.is_full() {
            self.found.borrow_mut().push(problem);
        }
    }

    pub(super) fn add_absent(&self, problem: Problem) {
        if !self.is_full() {
            self.absent.borrow_mut().push(problem);
        }
    }

    /// Returns `true` if there are more problems than are reported.
    pub(super) fn is_full(&self) -> bool {
        self.found.borrow().len() + self.absent.borrow().len() > problem::MOST
    }

    /// Returns the problems with what the text has, and those with what it lacks.
    pub(crate) fn into_lists(self) -> (Vec<Problem>, Vec<Problem>) {
        (self.found.into_inner(), self.absent.into_inner())
    }

    /// Returns `true` if there is no problem so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.borrow().is_empty() && self.absent.borrow().is_empty()
    }
}
