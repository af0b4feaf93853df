//! The fields of a record, by the rules of CSV: quoted fields may hold separators, and quotes that are doubled.

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};

/// The fields of the line last split.
#[derive(Debug)]
pub(super) struct Fields {
    separator: u8,
    reader: Box<Reader>,
    /// The fields without their quotes, one after the other.
    text: Vec<u8>,
    /// Where each ends there, and where it begins in the line.
    places: Vec<(usize, usize)>,
}

impl Fields {
    pub(super) fn new(separator: u8) -> Fields {
        let reader = Box::new(ReaderBuilder::new().delimiter(separator).build());
        Fields { separator, reader, text: Vec::new(), places: Vec::new() }
    }

    pub(super) fn separator(&self) -> u8 {
        self.separator
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// A field, and the byte of the line where its text begins.
    pub(super) fn get(&self, index: usize) -> (&str, usize) {
        let start = index.checked_sub(1).map_or(0, |before| self.places[before].0);
        let (end, place) = self.places[index];
        // The line is UTF-8, and what is taken from it are single ASCII signs.
        (std::str::from_utf8(&self.text[start..end]).unwrap_or(""), place)
    }

    /// Splits a line; if a quoted field does not end on it, the byte where that field begins.
    pub(super) fn split(&mut self, line: &str) -> Result<(), usize> {
        let line = line.as_bytes();
        self.reader.reset();
        self.places.clear();
        self.text.resize(line.len() + 1, 0);
        let (mut read, mut written, mut start) = (0, 0, 0);
        loop {
            let at_end = read == line.len();
            let input = if at_end { b"\n" } else { &line[read..] };
            let (result, used, length) = self.reader.read_field(input, &mut self.text[written..]);
            read += if at_end { 0 } else { used };
            written += length;
            match result {
                ReadFieldResult::Field { record_end } => {
                    let is_quoted = line.get(start) == Some(&b'"');
                    self.places.push((written, start + usize::from(is_quoted)));
                    start = read;
                    if record_end {
                        return Ok(());
                    }
                }
                ReadFieldResult::InputEmpty if !at_end => {}
                ReadFieldResult::InputEmpty => return Err(start),
                // There is room for everything, and a line that is not blank is a record.
                ReadFieldResult::OutputFull | ReadFieldResult::End => return Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(line: &str, separator: u8) -> Result<Vec<(String, usize)>, usize> {
        let mut fields = Fields::new(separator);
        // A second time, for nothing may be left over from the first.
        let _ = fields.split("\"left over");
        fields.split(line)?;
        Ok((0..fields.len()).map(|index| (fields.get(index).0.to_owned(), fields.get(index).1)).collect())
    }

    #[test]
    fn fields_are_split_and_placed() {
        let fields = |line: &str, separator| split(line, separator).unwrap();
        assert_eq!(
            fields("a,bc,,d", b','),
            [("a".into(), 0), ("bc".into(), 2), ("".into(), 5), ("d".into(), 6)]
        );
        assert_eq!(fields("a,", b','), [("a".into(), 0), ("".into(), 2)]);
        assert_eq!(fields("\"a,b\",\"say \"\"c\"\"\"", b','), [("a,b".into(), 1), ("say \"c\"".into(), 7)]);
        assert_eq!(fields("é;b", b';'), [("é".into(), 0), ("b".into(), 3)]);
        assert_eq!(split("a,\"b", b','), Err(2));
    }
}
