//! Splits labels into a rating, a class and the rest.

use super::super::class::DIFFICULTIES;
use super::super::entry::Entry;
use super::super::label::{Parts, cut, label_word, rating_word, start_in};
use crate::sudoku::Geometry;

/// The parts of a label, for formats with a place for each.
pub(super) struct Pieces {
    pub(super) rating: String,
    pub(super) class: String,
    pub(super) rest: String,
}

impl Pieces {
    pub(super) fn of(entry: &Entry) -> Pieces {
        let label = entry.label.as_str();
        let (rating, class) = match entry.parts {
            Some(parts) => stated(parts, label),
            None => guessed(label, entry.puzzle.geometry()),
        };
        let text = |(start, end): (usize, usize)| label[start..end].trim().to_owned();
        let (rating_text, class_text) = (text(rating), text(class));
        // The later one first, so that the place of the other does not move.
        let mut places = [rating, class];
        places.sort_unstable_by_key(|place| std::cmp::Reverse(*place));
        let mut rest = label.to_owned();
        for (start, end) in places.into_iter().filter(|(start, end)| start < end) {
            rest = cut(&rest, None, (start, end)).0;
        }
        Pieces { rating: rating_text, class: class_text, rest }
    }
}

/// Returns where rating and class are, if that is known.
fn stated(parts: Parts, label: &str) -> ((usize, usize), (usize, usize)) {
    let place = |(start, end): (u32, u32)| {
        let place = (start as usize, end as usize);
        if label.get(place.0..place.1).is_some() { place } else { (0, 0) }
    };
    let (rating, class) = (place(parts.rating), place(parts.class));
    // Without a class column, it is unknown which word is the class.
    let overlaps = class.0 < rating.1 && rating.0 < class.1;
    (rating, if parts.has_class_column && !overlaps { class } else { (0, 0) })
}

/// Returns where rating and class probably are, going by the words.
fn guessed(label: &str, geometry: Geometry) -> ((usize, usize), (usize, usize)) {
    let place = |word: &str| {
        let start = start_in(label, word);
        (start, start + word.len())
    };
    let is_difficulty = |word: &&str| DIFFICULTIES.contains(&word.to_ascii_lowercase().as_str());
    let rating = rating_word(label).map_or((0, 0), place);
    let class = label_word(label, geometry).filter(is_difficulty).map_or((0, 0), place);
    (rating, if class == rating { (0, 0) } else { class })
}
