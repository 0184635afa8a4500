//! The cost of calls: virtual time on the seat's clock, and processor time beside it.

mod account;
mod call_balance;
mod clock;
mod meter;
mod overrun;
pub(crate) mod virtual_clock;

pub(crate) use account::Account;
pub(crate) use clock::CallTimer;
pub(crate) use meter::Meter;
pub(crate) use overrun::Overrun;
pub(crate) use virtual_clock::OwnTime;
