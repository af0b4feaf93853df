//! File names for things that can have any name, such as classes.

use std::collections::HashSet;

/// The maximum length of a name, in bytes.
const LONGEST: usize = 80;

/// Returns a file name that is safe in every file system and shell: only letters, digits, `-`, `_` and `.`, and no `-`
/// or `.` at either end.
///
/// ```
/// use dlxbench::corpus::file_name;
///
/// assert_eq!(file_name("ED=8.4/8.4"), "ED-8.4-8.4");
/// assert_eq!(file_name("../../etc"), "etc");
/// assert_eq!(file_name("..."), "unnamed");
/// ```
pub fn file_name(text: &str) -> String {
    let safe = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' };
    let mut name: String = text.chars().map(safe).collect();
    while name.len() > LONGEST {
        name.pop();
    }
    match name.trim_matches(['-', '.']) {
        "" => "unnamed".to_owned(),
        name => name.to_owned(),
    }
}

/// Assigns file names, each only once.
#[derive(Clone, Debug, Default)]
pub struct FileNames {
    /// In lowercase, because some file systems ignore case.
    taken: HashSet<String>,
}

impl FileNames {
    /// Returns the [file name](file_name) for a text, with a number if it is taken.
    pub fn unused(&mut self, text: &str) -> String {
        let name = file_name(text);
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let free = names.find(|name| self.taken.insert(name.to_lowercase()));
        free.expect("there are more numbers than names")
    }
}
