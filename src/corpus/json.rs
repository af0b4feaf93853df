//! The part of JSON that puzzles need: the fields of one object on one line, each with the place of its value.

use std::borrow::Cow;

/// A value, and the byte of the line where it begins.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Json<'t> {
    pub(super) start: usize,
    pub(super) value: Value<'t>,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value<'t> {
    Null,
    /// A number, `true` or `false` as it is written.
    Plain(&'t str),
    Text(Cow<'t, str>),
    Array(Vec<Json<'t>>),
    /// A nested object; its content is not used.
    Object,
}

/// The byte at which a text is wrong, and what is wrong. The byte is at the end of the text if more is expected.
pub(super) type Mistake = (usize, String);

/// The name and the value of each field.
pub(super) type Fields<'t> = Vec<(Cow<'t, str>, Json<'t>)>;

/// Reads a line that is one object.
pub(super) fn object(text: &str) -> Result<Fields<'_>, Mistake> {
    let mut scanner = Scanner { text, at: 0 };
    scanner.skip_blanks();
    let fields = scanner.object(0)?;
    scanner.skip_blanks();
    if scanner.at < text.len() { scanner.wrong("the end of the line after the object") } else { Ok(fields) }
}

/// How deep arrays and objects may be nested.
const DEEPEST: usize = 16;

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn wrong<T>(&self, expected: &str) -> Result<T, Mistake> {
        let found = self.rest().chars().next().map_or("nothing".to_owned(), |sign| format!("{sign:?}"));
        Err((self.at, format!("expected {expected}, found {found}")))
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t', '\r', '\n']).len();
    }

    /// Takes a character and the blanks around it, and returns whether it is there.
    fn takes(&mut self, sign: char) -> bool {
        self.skip_blanks();
        let is_there = self.rest().starts_with(sign);
        self.at += usize::from(is_there);
        self.skip_blanks();
        is_there
    }

    fn object(&mut self, depth: usize) -> Result<Fields<'t>, Mistake> {
        let mut fields = Vec::new();
        if !self.takes('{') {
            return self.wrong("an object in braces");
        }
        if self.takes('}') {
            return Ok(fields);
        }
        loop {
            if !self.rest().starts_with('"') {
                return self.wrong("a field name in quotes");
            }
            let name = self.text()?;
            if !self.takes(':') {
                return self.wrong("a colon");
            }
            fields.push((name, self.value(depth + 1)?));
            if self.takes('}') {
                return Ok(fields);
            }
            if !self.takes(',') {
                return self.wrong("a comma or the end of the object");
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json<'t>, Mistake> {
        let start = self.at;
        if depth > DEEPEST {
            return self.wrong("fewer nested arrays and objects");
        }
        let value = match self.rest().as_bytes().first() {
            Some(b'{') => self.object(depth).map(|_| Value::Object)?,
            Some(b'[') => Value::Array(self.array(depth)?),
            Some(b'"') => Value::Text(self.text()?),
            _ => {
                let end =
                    self.rest().find(|sign: char| !sign.is_ascii_alphanumeric() && !"+-.".contains(sign));
                let word = &self.rest()[..end.unwrap_or(self.rest().len())];
                let is_number = word.starts_with(['-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
                    && word.parse::<f64>().is_ok();
                if !is_number && !matches!(word, "null" | "true" | "false") {
                    return self.wrong("a value");
                }
                self.at += word.len();
                if word == "null" { Value::Null } else { Value::Plain(word) }
            }
        };
        Ok(Json { start, value })
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Json<'t>>, Mistake> {
        let mut values = Vec::new();
        self.takes('[');
        if self.takes(']') {
            return Ok(values);
        }
        loop {
            values.push(self.value(depth + 1)?);
            if self.takes(']') {
                return Ok(values);
            }
            if !self.takes(',') {
                return self.wrong("a comma or the end of the array");
            }
        }
    }

    /// Reads a string.
    fn text(&mut self) -> Result<Cow<'t, str>, Mistake> {
        self.at += 1;
        let mut text = Cow::Borrowed("");
        loop {
            let Some(length) = self.rest().find(['"', '\\']) else {
                self.at = self.text.len();
                return self.wrong("a closing quote");
            };
            text += &self.rest()[..length];
            self.at += length + 1;
            if self.text.as_bytes()[self.at - 1] == b'"' {
                return Ok(text);
            }
            text.to_mut().push(self.escaped()?);
        }
    }

    /// Reads the rest of an escape sequence.
    fn escaped(&mut self) -> Result<char, Mistake> {
        let sign = match self.rest().as_bytes().first() {
            Some(&sign @ (b'"' | b'\\' | b'/')) => char::from(sign),
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'u') => {
                let unit = |text: &str| text.get(..4).and_then(|digits| u16::from_str_radix(digits, 16).ok());
                let first = unit(&self.rest()[1..]);
                let second = self.rest().get(5..).and_then(|rest| unit(rest.strip_prefix("\\u")?));
                let units = [first.unwrap_or(0xdfff), second.unwrap_or(0)];
                let length = if (0xd800..0xdc00).contains(&units[0]) { 2 } else { 1 };
                let Some(Ok(sign)) = char::decode_utf16(units[..length].iter().copied()).next() else {
                    return self.wrong("a character as four hexadecimal digits");
                };
                self.at += 6 * length - 1;
                return Ok(sign);
            }
            _ => return self.wrong("one of \" \\ / b f n r t u after a backslash"),
        };
        self.at += 1;
        Ok(sign)
    }
}
