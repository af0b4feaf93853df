//! Pages that people finish reading.

use super::{Page, pages};

/// The most words a page of the README or the handbook may have, code and tables included.
const MOST_WORDS: usize = 1500;

#[test]
fn no_page_is_too_long() {
    let count = |page: &Page| page.text.split_whitespace().count();
    let long: Vec<_> = pages()
        .iter()
        .filter(|page| count(page) > MOST_WORDS)
        .map(|page| {
            format!("{} has {} words; a page has at most {MOST_WORDS}", page.path.display(), count(page))
        })
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}
