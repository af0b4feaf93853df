//! Reads a part of a source: what begins in a range of its bytes.
//!
//! A line, a row of a table and an object end with their line, so a part begins and ends between lines. A block belongs
//! to the part in which it begins: the reader parses up to 64 KiB before its part silently, to know where blocks begin,
//! and reads on after its part until the last block is complete.
//!
//! What a reader would learn from the lines before a part, such as the columns of a table, it learns from the head of the
//! source. Whether that was enough can be checked by the seams where parts meet.

use std::io::{self, BufRead, BufReader, Read, SeekFrom};

use super::blocks::{BlockParser, first_sync};
use super::entry::{BadLine, Entry};
use super::input::{HEAD, Input};
use super::parser::Parser;
use super::part::{Mark, Part, Passed, Seam, Seekable, Within};
use super::reader::Reader;

/// How far before a part blocks are parsed.
const WARM_UP: u64 = 64 << 10;

impl<'i> Reader<'i> {
    /// Restricts a new reader to a part. `file` is the same input once more, if it can be entered in the middle. With
    /// `jumps`, what comes before the part is skipped unread if possible.
    pub(super) fn within(
        mut self,
        part: Part,
        file: Option<Box<dyn Seekable + 'i>>,
        jumps: bool,
    ) -> Reader<'i> {
        if let Err(error) = self.enter(part, file, jumps) {
            self.fail(error);
        }
        self
    }

    fn enter(&mut self, part: Part, file: Option<Box<dyn Seekable + 'i>>, jumps: bool) -> io::Result<()> {
        self.decide();
        let is_packed = self.input.decompressor().compression().is_some();
        let is_blocks = matches!(self.parser, Some(Parser::Blocks(_)));
        let mut end = u64::MAX;
        if let Some(mut file) = file.filter(|_| !is_packed) {
            if !is_blocks {
                end = line_start(&mut *file, part.end)?;
            }
            if jumps {
                self.pass_over(part.start.min(HEAD as u64));
                if self.input.position < part.start && !self.at_end {
                    self.jump(part, file, is_blocks)?;
                }
            }
        }
        self.pass_over(part.start);
        if self.at_end && self.failure.is_some() {
            return Ok(());
        }
        self.input.end = end.max(self.input.position);
        let from = self.mark();
        let passed = Passed { from, to: from };
        self.within = Some(Box::new(Within { part, is_blocks, passed, has_ended: self.at_end }));
        Ok(())
    }

    /// Parses what begins before a byte, and forgets what is found.
    fn pass_over(&mut self, end: u64) {
        while !self.at_end && self.input.position < end {
            self.advance();
            self.found.ready.clear();
        }
        (self.found.puzzles, self.found.malformed) = (0, 0);
    }

    /// Goes to the beginning of a part or, for blocks, to a place before it from which blocks can be told apart. Stays
    /// where it is if there is none.
    fn jump(&mut self, part: Part, mut file: Box<dyn Seekable + 'i>, is_blocks: bool) -> io::Result<()> {
        let (mut from, mut line) = (line_start(&mut *file, part.start)?, part.line);
        if is_blocks {
            let start = part.start.saturating_sub(WARM_UP).max(self.input.position);
            let mut before = Vec::new();
            file.seek(SeekFrom::Start(start))?;
            file.by_ref().take(part.start - start).read_to_end(&mut before)?;
            let Some(sync) = first_sync(&before) else { return Ok(()) };
            from = start + sync as u64;
            line = line.saturating_sub(memchr::memchr_iter(b'\n', &before[sync..]).count() as u64);
            self.parser = Some(Parser::Blocks(Box::<BlockParser>::default()));
        }
        file.seek(SeekFrom::Start(from))?;
        self.input = Input::at(BufReader::with_capacity(256 << 10, file), from, line);
        Ok(())
    }

    /// Returns the current place. Reading can go on from there if the parser [is idle](Parser::is_idle).
    pub(super) fn mark(&self) -> Mark {
        Mark { byte: self.input.position, line: self.input.place.line, seam: self.seam() }
    }

    /// Returns where the input was entered and how far it has been read; `None` in the middle of a block.
    pub(super) fn reached(&self) -> Option<Passed> {
        let is_idle = self.parser.as_ref().is_some_and(Parser::is_idle);
        let from = self.passed().map_or(Mark::default(), |passed| passed.from);
        is_idle.then(|| Passed { from, to: self.mark() })
    }

    /// Returns where the part began and ended.
    pub(super) fn passed(&self) -> Option<Passed> {
        self.within.as_deref().map(|within| within.passed)
    }

    /// Returns the state of the parser.
    pub(super) fn seam(&self) -> Seam {
        let state = (self.found.has_blanks, self.parser.as_ref().map(Parser::state));
        twox_hash::XxHash3_128::oneshot(format!("{state:?}").as_bytes())
    }

    /// Before a line: returns whether the part is over. The rest of a block still belongs to it.
    pub(super) fn is_over(&mut self) -> bool {
        let Some(within) = self.within.as_deref() else { return false };
        if !within.is_blocks || self.input.position < within.part.end {
            return false;
        }
        self.note_end();
        let is_idle = self.parser.as_ref().is_none_or(Parser::is_idle);
        self.at_end |= is_idle;
        is_idle
    }

    /// Notes where the part ended.
    pub(super) fn note_end(&mut self) {
        if self.within.as_deref().is_none_or(|within| within.has_ended) {
            return;
        }
        let mark = self.mark();
        if let Some(within) = self.within.as_deref_mut() {
            (within.passed.to, within.has_ended) = (mark, true);
        }
    }

    /// After a line: removes blocks of other parts, and ends behind the last one of this part.
    pub(super) fn keep_own(&mut self) {
        let Some(within) = self.within.as_deref().filter(|within| within.is_blocks) else { return };
        let Part { start, end, .. } = within.part;
        let byte =
            |found: &Result<Entry, BadLine>| found.as_ref().map_or_else(|bad| bad.byte, |entry| entry.byte);
        self.at_end |= self.found.ready.back().is_some_and(|last| byte(last) >= end);
        let (puzzles, malformed) = (&mut self.found.puzzles, &mut self.found.malformed);
        self.found.ready.retain(|found| {
            let is_own = (start..end).contains(&byte(found));
            *(if found.is_ok() { &mut *puzzles } else { &mut *malformed }) -= u64::from(!is_own);
            is_own
        });
    }
}

/// Returns where the first line begins at or after a byte; the end of the file if there is none.
fn line_start(file: &mut dyn Seekable, byte: u64) -> io::Result<u64> {
    if byte == 0 || byte == u64::MAX {
        return Ok(byte);
    }
    let length = file.seek(SeekFrom::End(0))?;
    if byte > length {
        return Ok(length);
    }
    file.seek(SeekFrom::Start(byte - 1))?;
    let skipped = BufReader::with_capacity(4 << 10, file).skip_until(b'\n')?;
    Ok(byte - 1 + skipped as u64)
}
