//! Names of files for things that can be called anything, such as classes.

use std::collections::HashSet;

/// The longest name, in bytes.
const LONGEST: usize = 80;

/// A name for a file that no file system or shell misreads: letters, digits, `-`, `_` and `.`, and none of these at the
/// ends but letters and digits.
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

/// Gives out names of files, each once.
#[derive(Clone, Debug, Default)]
pub struct FileNames {
    /// In lower case: some file systems do not tell capitals from small letters.
    taken: HashSet<String>,
}

impl FileNames {
    /// The [file name](file_name) for a text, with a number if it is taken.
    pub fn unused(&mut self, text: &str) -> String {
        let name = file_name(text);
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.clone()).chain(numbered);
        let free = names.find(|name| self.taken.insert(name.to_lowercase()));
        free.expect("there are more numbers than names")
    }
}
