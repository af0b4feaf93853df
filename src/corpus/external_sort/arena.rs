//! What is sorted in memory: keys and values in large blocks, and a list of where each is.

use std::cmp::Ordering;

use rayon::slice::ParallelSliceMut;

use super::run::Sortable;

/// A thing that was collected.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The first bytes of the key, which decide nearly every comparison.
    prefix: u64,
    sequence: u64,
    block: u32,
    start: u32,
    key: u32,
    value: u32,
}

/// Keys and values in the order in which they came, or sorted.
#[derive(Debug)]
pub(super) struct Arena {
    /// The size of a block, in bytes; what is larger has one of its own.
    block: usize,
    blocks: Vec<Vec<u8>>,
    slots: Vec<Slot>,
    /// Bytes of all blocks.
    size: usize,
}

impl Arena {
    pub(super) fn new(block: usize) -> Arena {
        Arena { block, blocks: Vec::new(), slots: Vec::new(), size: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The memory that it takes at most: the list may have room for twice as many slots as there are.
    pub(super) fn bytes(&self) -> usize {
        self.size + 2 * self.slots.len() * size_of::<Slot>()
    }

    pub(super) fn push(&mut self, key: &[u8], value: &[u8], sequence: u64) {
        let length = key.len() + value.len();
        let has_room = |block: &Vec<u8>| block.capacity() - block.len() >= length;
        if !self.blocks.last().is_some_and(has_room) {
            let capacity = length.max(self.block);
            self.blocks.push(Vec::with_capacity(capacity));
            self.size += capacity;
        }
        let number = self.blocks.len() - 1;
        let block = &mut self.blocks[number];
        let start = block.len() as u32;
        block.extend_from_slice(key);
        block.extend_from_slice(value);
        let mut prefix = [0; 8];
        let known = key.len().min(8);
        prefix[..known].copy_from_slice(&key[..known]);
        self.slots.push(Slot {
            prefix: u64::from_be_bytes(prefix),
            sequence,
            block: number as u32,
            start,
            key: key.len() as u32,
            value: value.len() as u32,
        });
    }

    /// Puts the list in order: by key, then as they came. No two are equal, so that every algorithm gives the same.
    pub(super) fn sort(&mut self) {
        let Arena { blocks, slots, .. } = self;
        let compare = |one: &Slot, other: &Slot| match one.prefix.cmp(&other.prefix) {
            Ordering::Equal => {
                let by_key = key_of(blocks, one).cmp(key_of(blocks, other));
                by_key.then(one.sequence.cmp(&other.sequence))
            }
            unequal => unequal,
        };
        // On the thread of a stream only that one would sort: all others of its pool are busy, or wait for it.
        std::thread::scope(|scope| {
            scope.spawn(|| slots.par_sort_unstable_by(compare));
        });
    }

    /// Hands out everything in the order of the list.
    pub(super) fn drain(self) -> Drain {
        Drain { arena: self, next: 0 }
    }
}

fn key_of<'a>(blocks: &'a [Vec<u8>], slot: &Slot) -> &'a [u8] {
    &blocks[slot.block as usize][slot.start as usize..][..slot.key as usize]
}

/// An arena that is being read.
#[derive(Debug)]
pub(super) struct Drain {
    arena: Arena,
    next: usize,
}

impl Drain {
    /// The next record.
    pub(super) fn next(&mut self) -> Option<Sortable<'_>> {
        let slot = self.arena.slots.get(self.next)?;
        self.next += 1;
        let bytes = &self.arena.blocks[slot.block as usize][slot.start as usize..];
        let (key, rest) = bytes.split_at(slot.key as usize);
        Some((key, slot.sequence, &rest[..slot.value as usize]))
    }

    /// The arena without what was in it, but with its list.
    pub(super) fn emptied(self) -> Arena {
        let Arena { block, mut slots, .. } = self.arena;
        slots.clear();
        Arena { slots, ..Arena::new(block) }
    }
}
