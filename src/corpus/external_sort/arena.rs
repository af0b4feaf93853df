//! What is sorted in memory: keys and values one behind the other, and a list of where each is.

use std::thread;

use rayon::slice::ParallelSliceMut;

/// A key, and what was pushed with it.
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

/// Records in the order in which they came, or sorted.
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

    /// Puts the list in order: by key, then as they came. No two are equal, so that every algorithm gives the same.
    pub(super) fn sort(&mut self) {
        let Arena { bytes, slots } = self;
        let key = |slot: &Slot| &bytes[slot.start..][..slot.key as usize];
        let compare = |one: &Slot, other: &Slot| {
            let by_prefix = one.prefix.cmp(&other.prefix);
            by_prefix.then_with(|| key(one).cmp(key(other))).then(one.start.cmp(&other.start))
        };
        // On the thread of a stream only that one would sort: all others of its pool are busy, or wait for it.
        let mut sort = || slots.par_sort_unstable_by(compare);
        let is_started = thread::scope(|scope| thread::Builder::new().spawn_scoped(scope, &mut sort).is_ok());
        if !is_started {
            sort();
        }
    }

    /// The key and the value in a place of the list.
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
