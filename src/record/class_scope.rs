//! The puzzles that a row covers.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One class, or all classes together. In files, all classes are called `all`; no class has that name (see
/// [`Classes::number`](crate::corpus::Classes::number)).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum ClassScope {
    /// All classes.
    #[default]
    All,
    /// The class of this name.
    Class(String),
}

impl ClassScope {
    /// Returns the name in tables and files.
    pub fn name(&self) -> &str {
        match self {
            ClassScope::All => "all",
            ClassScope::Class(name) => name,
        }
    }

    /// Returns whether this is all classes together.
    pub fn is_all(&self) -> bool {
        *self == ClassScope::All
    }
}

impl fmt::Display for ClassScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl From<String> for ClassScope {
    fn from(name: String) -> ClassScope {
        if name == "all" { ClassScope::All } else { ClassScope::Class(name) }
    }
}

impl From<ClassScope> for String {
    fn from(scope: ClassScope) -> String {
        scope.name().to_owned()
    }
}
