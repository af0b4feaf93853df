//! As much of Markdown as the pages use.

/// A line of a page, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// From 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
    pub(super) place: Place<'a>,
}

/// What a line is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place<'a> {
    Prose,
    /// A line of backquotes: the begin or the end of a code block.
    Fence,
    /// A line of a code block of this language.
    Code(&'a str),
}

/// The lines of a page.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut language = None;
    let mut lines = Vec::new();
    for (index, text) in text.lines().enumerate() {
        let place = match (text.trim_start().strip_prefix("```"), language) {
            (Some(_), Some(_)) => {
                language = None;
                Place::Fence
            }
            (Some(named), None) => {
                language = Some(named.trim());
                Place::Fence
            }
            (None, Some(language)) => Place::Code(language),
            (None, None) => Place::Prose,
        };
        lines.push(Line { number: index + 1, text, place });
    }
    lines
}

/// What stands between single backquotes in a line of prose.
pub(super) fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// A line of prose without its code spans.
pub(super) fn without_code(text: &str) -> String {
    text.split('`').step_by(2).collect()
}

/// The anchor that GitHub gives a heading; `None` if the line is not one.
pub(super) fn anchor(text: &str) -> Option<String> {
    let title = text.trim_start_matches('#').strip_prefix(' ').filter(|_| text.starts_with('#'))?;
    let kept = title.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    Some(kept.map(|c| if c == ' ' { '-' } else { c }).collect())
}
