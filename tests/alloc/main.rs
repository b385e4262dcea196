//! What decoding allocates, counted by an allocator of this binary's own:
//! nothing for a borrowed message, little for a hostile one, and never more than three times
//! the budget.

#![allow(
    clippy::pedantic,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    dead_code,
    unreachable_pub,
    reason = "a test may panic, and says what it is about without more ado; what is read stays unread"
)]
#![allow(unsafe_code, reason = "a global allocator is unsafe to implement")]

mod amplification;
mod borrowed;
mod budget;
mod build;
mod claims;
mod names;
mod random;
mod types;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    /// Allocations made, bytes held now, most bytes held.
    static COUNTS: Cell<(usize, isize, isize)> = const { Cell::new((0, 0, 0)) };
}

fn note(made: usize, bytes: isize) {
    let _ = COUNTS.try_with(|c| {
        let (n, now, peak) = c.get();
        c.set((n + made, now + bytes, peak.max(now + bytes)));
    });
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(1, layout.size() as isize);
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        note(0, -(layout.size() as isize));
        // SAFETY: as above.
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Old and new are both there while one is copied into the other.
        note(1, size as isize);
        note(0, -(layout.size() as isize));
        // SAFETY: as above.
        unsafe { System.realloc(ptr, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations made and the most bytes held while `f` ran.
fn measured<T>(f: impl FnOnce() -> T) -> (T, usize, usize) {
    COUNTS.set((0, 0, 0));
    let out = f();
    let (made, _, peak) = COUNTS.get();
    (out, made, peak as usize)
}

const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;

/// The counter itself must see what is there to see.
#[test]
fn the_counter_counts() {
    let (v, made, peak) = measured(|| vec![0_u8; 1000]);
    assert_eq!((made, peak), (1, 1000));
    drop(v);
    let (v, made, peak) = measured(|| {
        let mut v = vec![0_u8; 1000];
        v.push(0);
        v
    });
    assert_eq!((made, peak, v.len()), (2, 3000, 1001));
    let bytes = [build::hex("f1fce803"), vec![7; 1000]].concat();
    let (v, made, peak) = measured(|| mrna::from_slice::<serde_bytes::ByteBuf>(&bytes).unwrap());
    assert!(made >= 1 && peak >= 1000, "{made} {peak}");
    assert_eq!(v.len(), 1000);
}
