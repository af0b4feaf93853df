//! Counts formatted for people, with the noun they count.

/// Formats a count with thousands separators: `1,234,567`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let thousands: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    thousands.join(",")
}

/// Formats a count with its noun: `1 node`, `1,234 nodes`, `2 passes`, `2 tries`, `2 nodes of a tree`. The plural falls
/// on the word before a preposition, or else on the last word.
///
/// ```
/// use dlxbench::counts::counted;
///
/// assert_eq!(counted(1, "cell in one line"), "1 cell in one line");
/// let things = ["cell in one line", "day", "guess", "try"];
/// assert_eq!(things.map(|thing| counted(0, thing)), ["0 cells in one line", "0 days", "0 guesses", "0 tries"]);
/// ```
pub fn counted(number: u64, thing: &str) -> String {
    let preposition = [" of ", " in ", " without "].iter().find_map(|preposition| thing.find(preposition));
    let (noun, rest) = thing.split_at(preposition.unwrap_or(thing.len()));
    let stem = noun.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    let noun = match stem {
        _ if number == 1 => noun.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None if noun.ends_with(['s', 'x']) => format!("{noun}es"),
        None => format!("{noun}s"),
    };
    format!("{} {noun}{rest}", count(number))
}
