//! The memory of the interpreter. Some is kept back, so that there is enough to say where the rest was used up.

use core::alloc::{GlobalAlloc, Layout};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering::Relaxed};
use std::alloc::{System, set_alloc_error_hook};

use crate::account;

/// What is kept back: 128 KiB.
const RESERVE: Layout = match Layout::from_size_align(128 << 10, 16) {
    Ok(layout) => layout,
    Err(_) => panic!("a layout"),
};

static KEPT: AtomicPtr<u8> = AtomicPtr::new(null_mut());

#[global_allocator]
static MEMORY: Memory = Memory;

struct Memory;

// SAFETY: what it hands out is the system's.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        checked(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        checked(unsafe { System.realloc(memory, layout, size) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

/// What an allocation returned; the first that fails frees the reserve.
#[inline(always)]
fn checked(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        give_up_reserve();
    }
    memory
}

#[cold]
fn give_up_reserve() {
    let kept = KEPT.swap(null_mut(), Relaxed);
    if !kept.is_null() {
        unsafe { System.dealloc(kept, RESERVE) }
    }
}

/// Keeps memory back.
pub(crate) fn reserve() {
    if KEPT.load(Relaxed).is_null() {
        KEPT.store(unsafe { System.alloc(RESERVE) }, Relaxed);
    }
}

/// From now on a failure that no exception can be made of is told before the interpreter ends.
pub(crate) fn tell_failures() {
    set_alloc_error_hook(|_| {
        account::of_running("out of memory", "keep less: drop what is not needed any more, and bound tables and caches");
        core::arch::wasm32::unreachable()
    });
    std::panic::set_hook(Box::new(|_| {
        account::of_running("exception", "the interpreter gave up here: it may have been asked for too much at once");
        core::arch::wasm32::unreachable()
    }));
}
