//! The part of a sort that is in memory: keys and values back to back, and a list of where each record is.

use std::thread;

use rayon::slice::ParallelSliceMut;

/// A key and its value.
pub type Record<'a> = (&'a [u8], &'a [u8]);

/// Where a record is.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The first bytes of the key, which decide nearly every comparison.
    prefix: u64,
    /// Where the key begins; the value follows it.
    start: usize,
    key: u32,
    value: u32,
}

/// Records, sorted or in the order of insertion.
#[derive(Debug, Default)]
pub(super) struct Arena {
    bytes: Vec<u8>,
    slots: Vec<Slot>,
}

impl Arena {
    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    pub(super) fn size(&self) -> usize {
        self.bytes.len() + self.slots.len() * size_of::<Slot>()
    }

    pub(super) fn push(&mut self, key: &[u8], value: &[u8]) {
        let mut prefix = [0; 8];
        let known = key.len().min(8);
        prefix[..known].copy_from_slice(&key[..known]);
        self.slots.push(Slot {
            prefix: u64::from_be_bytes(prefix),
            start: self.bytes.len(),
            key: key.len() as u32,
            value: value.len() as u32,
        });
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(value);
    }

    /// Sorts the list by key, then by order of insertion. No two records compare equal, so every algorithm gives the
    /// same order.
    pub(super) fn sort(&mut self) {
        let Arena { bytes, slots } = self;
        let key = |slot: &Slot| &bytes[slot.start..][..slot.key as usize];
        let compare = |one: &Slot, other: &Slot| {
            let by_prefix = one.prefix.cmp(&other.prefix);
            by_prefix.then_with(|| key(one).cmp(key(other))).then(one.start.cmp(&other.start))
        };
        // A thread of a stream would sort alone, because all others in its pool are busy or wait for it. A new thread
        // is outside that pool.
        let mut sort = || slots.par_sort_unstable_by(compare);
        let is_started = thread::scope(|scope| thread::Builder::new().spawn_scoped(scope, &mut sort).is_ok());
        if !is_started {
            sort();
        }
    }

    /// Returns the key and the value at an index of the list.
    pub(super) fn record(&self, index: usize) -> Option<Record<'_>> {
        let slot = self.slots.get(index)?;
        let (key, rest) = self.bytes[slot.start..].split_at(slot.key as usize);
        Some((key, &rest[..slot.value as usize]))
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.slots.clear();
    }
}
