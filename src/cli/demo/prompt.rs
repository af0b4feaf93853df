//! Questions to the person: one of several choices, or a file name.

use super::key::Key;

/// A question that takes all keys until it is answered or left with Esc.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Prompt<T> {
    /// What is asked, such as `Generate 9×9`.
    pub(super) title: String,
    pub(super) answer: Answer<T>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer<T> {
    Choice { choices: Vec<(String, T)>, chosen: usize },
    Text(String),
}

/// What a key did to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Asked<T> {
    Open,
    Left,
    Chosen(T),
    Typed(String),
}

impl<T: Clone> Prompt<T> {
    pub(super) fn choice(title: String, choices: Vec<(String, T)>) -> Prompt<T> {
        Prompt { title, answer: Answer::Choice { choices, chosen: 0 } }
    }

    pub(super) fn text(title: String) -> Prompt<T> {
        Prompt { title, answer: Answer::Text(String::new()) }
    }

    pub(super) fn update(&mut self, key: Key) -> Asked<T> {
        if key == Key::Esc {
            return Asked::Left;
        }
        match &mut self.answer {
            Answer::Choice { choices, chosen } => match key {
                Key::Enter => return Asked::Chosen(choices[*chosen].1.clone()),
                Key::Left | Key::Up | Key::Char('k') => *chosen = chosen.saturating_sub(1),
                Key::Right | Key::Down | Key::Char('j' | 'l') => {
                    *chosen = (*chosen + 1).min(choices.len() - 1)
                }
                Key::Home => *chosen = 0,
                Key::End => *chosen = choices.len() - 1,
                // A number chooses at once.
                Key::Char(number @ '1'..='9') => {
                    let choice = choices.get(number as usize - '1' as usize);
                    return choice.map_or(Asked::Open, |(_, value)| Asked::Chosen(value.clone()));
                }
                _ => {}
            },
            Answer::Text(text) => match key {
                Key::Enter if text.is_empty() => return Asked::Left,
                Key::Enter => return Asked::Typed(std::mem::take(text)),
                Key::Backspace => _ = text.pop(),
                Key::Ctrl('u') => text.clear(),
                Key::Char(character) => text.push(character),
                _ => {}
            },
        }
        Asked::Open
    }

    /// Takes pasted text, if text is asked for; control characters are left out.
    pub(super) fn paste(&mut self, pasted: &str) {
        if let Answer::Text(text) = &mut self.answer {
            text.extend(pasted.chars().filter(|character| !character.is_control()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_made_by_arrows_or_by_its_number() {
        let choices = vec![("any".to_owned(), 0), ("easy".to_owned(), 1), ("hard".to_owned(), 2)];
        let mut prompt = Prompt::choice(String::new(), choices);
        assert_eq!(prompt.update(Key::Char('3')), Asked::Chosen(2));
        for key in [Key::Left, Key::Right, Key::Char('9')] {
            assert_eq!(prompt.update(key), Asked::Open);
        }
        assert_eq!(prompt.update(Key::Enter), Asked::Chosen(1));
        assert_eq!(prompt.update(Key::Esc), Asked::Left);
    }

    #[test]
    fn a_text_is_typed_and_corrected() {
        let mut prompt: Prompt<()> = Prompt::text(String::new());
        for key in [Key::Char('a'), Key::Char('q'), Key::Backspace, Key::Char('.')] {
            assert_eq!(prompt.update(key), Asked::Open);
        }
        prompt.paste("tx\nt");
        assert_eq!(prompt.update(Key::Enter), Asked::Typed("a.txt".to_owned()));
        assert_eq!(prompt.update(Key::Enter), Asked::Left);
    }
}
