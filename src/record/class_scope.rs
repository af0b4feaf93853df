//! Which puzzles a row is about.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// One class, or all of them together. In files, all classes are called `all`; a class of that name is told apart by its
/// place, for the row over all classes is the last one of its engine.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum ClassScope {
    /// All classes.
    #[default]
    All,
    /// The class of this name.
    Class(String),
}

impl ClassScope {
    /// What all classes are called.
    const ALL: &'static str = "all";

    /// The name for people and files.
    pub fn name(&self) -> &str {
        match self {
            ClassScope::All => ClassScope::ALL,
            ClassScope::Class(name) => name,
        }
    }

    /// Whether this is all classes together.
    pub fn is_all(&self) -> bool {
        *self == ClassScope::All
    }

    /// Turns `all` into a class of that name wherever another row of the same engine follows.
    pub(super) fn tell_apart<R>(rows: &mut [R], parts: impl Fn(&mut R) -> (&str, &mut ClassScope)) {
        let mut next_engine: Option<String> = None;
        for row in rows.iter_mut().rev() {
            let (engine, scope) = parts(row);
            if scope.is_all() && next_engine.as_deref() == Some(engine) {
                *scope = ClassScope::Class(ClassScope::ALL.to_owned());
            }
            next_engine = Some(engine.to_owned());
        }
    }
}

impl fmt::Display for ClassScope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ClassScope {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<ClassScope, Infallible> {
        Ok(if name == ClassScope::ALL { ClassScope::All } else { ClassScope::Class(name.to_owned()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_called_all_is_told_apart_by_its_place() {
        let names = ["all", "easy", "all", "easy", "all"];
        let mut rows: Vec<(usize, ClassScope)> =
            names.iter().enumerate().map(|(row, name)| (row, name.parse().unwrap())).collect();
        ClassScope::tell_apart(&mut rows, |(row, scope)| (if *row < 3 { "dlx" } else { "naive" }, scope));
        let are_all: Vec<bool> = rows.iter().map(|(_, scope)| scope.is_all()).collect();
        assert_eq!(are_all, [false, false, true, false, true]);
        assert!(rows.iter().zip(names).all(|((_, scope), name)| scope.name() == name));
    }
}
