//! A logical step in words, with the roles of its parts.

use dlxbench::logic::Step;
use dlxbench::report::{Role, Span};

/// Returns the conclusion of a step, in color, and then its reason.
pub(super) fn in_words(step: &Step) -> Vec<Span> {
    let role = if step.placement.is_some() { Role::Placed } else { Role::Removed };
    let (follows, why) = step.text.split_once(": ").unwrap_or((&step.text, ""));
    let mut spans = vec![role.of(follows), ":".into()];
    for word in why.split(' ') {
        let name = word.trim_end_matches([',', ';']);
        let role = if is_cell_name(name) { Role::Pattern } else { Role::Plain };
        spans.extend([" ".into(), role.of(name), word[name.len()..].into()]);
    }
    spans
}

/// Returns whether a word is the name of a cell, such as r1c1.
fn is_cell_name(word: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let parts = word.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    parts.is_some_and(|(row, column)| is_number(row) && is_number(column))
}
