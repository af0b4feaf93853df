//! Keys that are typed by themselves, for recordings: `5<Right>3<wait 500>h<Tab><Space>`.

use std::str::FromStr;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use thiserror::Error;

use super::key::Key;

/// The pause before each key.
const PAUSE: Duration = Duration::from_millis(150);

/// Keys and pauses, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Script(Vec<Part>);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Key(Key),
    Wait(Duration),
}

/// The error for a name between angle brackets that is no key.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown key <{0}>; expected a name such as <Right>, <C-r> or <lt>, or <wait MILLISECONDS>")]
pub(super) struct UnknownKey(String);

impl FromStr for Script {
    type Err = UnknownKey;

    fn from_str(text: &str) -> Result<Script, UnknownKey> {
        let (mut parts, mut rest) = (Vec::new(), text);
        while let Some(first) = rest.chars().next() {
            rest = &rest[first.len_utf8()..];
            parts.push(match first {
                '<' => {
                    let (name, after) = rest.split_once('>').ok_or_else(|| UnknownKey(rest.to_owned()))?;
                    rest = after;
                    named(name).ok_or_else(|| UnknownKey(name.to_owned()))?
                }
                first => Part::Key(Key::Char(first)),
            });
        }
        Ok(Script(parts))
    }
}

fn named(name: &str) -> Option<Part> {
    if let Some(milliseconds) = name.strip_prefix("wait ") {
        return milliseconds.parse().ok().map(Duration::from_millis).map(Part::Wait);
    }
    if let Some(letter) = name.strip_prefix("C-") {
        let mut letters = letter.chars();
        return letters
            .next()
            .filter(|_| letters.as_str().is_empty())
            .map(|letter| Part::Key(Key::Ctrl(letter)));
    }
    Some(Part::Key(match name {
        "Up" => Key::Up,
        "Down" => Key::Down,
        "Left" => Key::Left,
        "Right" => Key::Right,
        "Home" => Key::Home,
        "End" => Key::End,
        "PageUp" => Key::PageUp,
        "PageDown" => Key::PageDown,
        "Tab" => Key::Tab,
        "Enter" => Key::Enter,
        "Esc" => Key::Esc,
        "Backspace" => Key::Backspace,
        "Delete" => Key::Delete,
        "Space" => Key::Char(' '),
        "lt" => Key::Char('<'),
        _ => return None,
    }))
}

impl Script {
    /// Returns the keys without the pauses.
    #[cfg(test)]
    pub(super) fn keys(&self) -> impl Iterator<Item = Key> {
        self.0.iter().filter_map(|part| match part {
            Part::Key(key) => Some(*key),
            Part::Wait(_) => None,
        })
    }

    /// Types the keys in a thread of its own.
    pub(super) fn type_in_background(self, tell: impl Fn(Key) + Send + 'static) -> anyhow::Result<()> {
        let run = move || {
            for part in self.0 {
                match part {
                    Part::Wait(pause) => thread::sleep(pause),
                    Part::Key(key) => {
                        thread::sleep(PAUSE);
                        tell(key);
                    }
                }
            }
        };
        thread::Builder::new().spawn(run).context("cannot start a thread")?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_between_angle_brackets() {
        let script: Script = "5<Right><wait 500>h<C-r><Space><lt>".parse().unwrap();
        let key = Part::Key;
        let expected = [
            key(Key::Char('5')),
            key(Key::Right),
            Part::Wait(Duration::from_millis(500)),
            key(Key::Char('h')),
            key(Key::Ctrl('r')),
            key(Key::Char(' ')),
            key(Key::Char('<')),
        ];
        assert_eq!(script.0, expected);
        for wrong in ["<right>", "a<", "<wait x>", "<C-rr>"] {
            assert!(wrong.parse::<Script>().is_err(), "{wrong}");
        }
    }
}
