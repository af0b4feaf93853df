//! Splits a record into fields by the rules of CSV: quoted fields may contain separators and doubled quotes.

use std::borrow::Cow;

/// A field without its quotes, and the byte of the line where its text begins.
pub(super) type Field<'l> = (Cow<'l, str>, usize);

/// Splits a line. If a quoted field does not end on it, fails with the byte where that field begins.
pub(super) fn split(line: &str, separator: char) -> Result<Vec<Field<'_>>, usize> {
    let mut fields = Vec::new();
    let mut start = 0;
    loop {
        let is_quoted = line[start..].starts_with('"');
        let (mut text, mut end) = (Cow::Borrowed(""), start);
        while is_quoted && line[end..].starts_with('"') {
            if end > start {
                text += "\"";
            }
            let part = &line[end + 1..];
            let length = part.find('"').ok_or(start)?;
            text += &part[..length];
            end += length + 2;
        }
        let rest = &line[end..];
        let length = rest.find(separator).unwrap_or(rest.len());
        text += &rest[..length];
        fields.push((text, start + usize::from(is_quoted)));
        end += length;
        if end == line.len() {
            return Ok(fields);
        }
        start = end + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_split_and_placed() {
        for (line, separator, fields) in [
            ("a,bc,,d", ',', &[("a", 0), ("bc", 2), ("", 5), ("d", 6)][..]),
            ("a,", ',', &[("a", 0), ("", 2)]),
            ("\"a,b\",\"say \"\"c\"\"\"", ',', &[("a,b", 1), ("say \"c\"", 7)]),
            ("\"\";\"a\" b;c \"d\"", ';', &[("", 1), ("a b", 4), ("c \"d\"", 9)]),
            ("é;b", ';', &[("é", 0), ("b", 3)]),
        ] {
            let found = split(line, separator).unwrap();
            let fields: Vec<Field<'_>> = fields.iter().map(|&(text, start)| (text.into(), start)).collect();
            assert_eq!(found, fields, "{line}");
        }
        assert_eq!(split("a,\"b", ','), Err(2));
        assert_eq!(split("a,\"b\"\"", ','), Err(2));
    }
}
