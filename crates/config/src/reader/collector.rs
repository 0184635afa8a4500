//! Where problems are collected while a text is read.

use std::cell::RefCell;

use crate::{Problem, problem};

/// Where problems are collected while a text is read.
pub(crate) struct Collector {
    found: RefCell<Vec<Problem>>,
    absent: RefCell<Vec<Problem>>,
    /// The hint below a key that its table does not have.
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

    /// Whether there are more problems than are reported.
    pub(super) fn is_full(&self) -> bool {
        self.found.borrow().len() + self.absent.borrow().len() > problem::MOST
    }

    /// What is wrong with what the text has, and what it does not have.
    pub(crate) fn into_lists(self) -> (Vec<Problem>, Vec<Problem>) {
        (self.found.into_inner(), self.absent.into_inner())
    }

    /// Whether there is any problem so far.
    pub(crate) fn is_empty(&self) -> bool {
        self.found.borrow().is_empty() && self.absent.borrow().is_empty()
    }
}
