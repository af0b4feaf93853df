//! Names from outside as names of files.

/// A name that no file system or shell misreads, and that is not too long for either.
pub fn file_name(name: &str) -> String {
    const LONGEST: usize = 80;
    let safe = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '_' };
    let mut safe: String =
        name.chars().map(safe).collect::<String>().trim_start_matches(['.', '-']).to_owned();
    while safe.len() > LONGEST {
        safe.pop();
    }
    if safe.is_empty() { "class".to_owned() } else { safe }
}
