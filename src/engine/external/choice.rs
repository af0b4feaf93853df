//! An engine of a run: built in, or external.

use std::fmt;
use std::sync::Arc;

use super::spec::{External, Form, SpecError};
use crate::engine::kind::{EngineKind, LacksVectors};
use crate::named::UnknownName;
use crate::sudoku::Geometry;
use thiserror::Error;

/// A built-in engine or an external solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineChoice {
    /// A built-in engine.
    BuiltIn(EngineKind),
    /// An external solver.
    External(Arc<External>),
}

/// Why a text names no engines.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// No built-in engine has this name.
    #[error("{0}; or an external solver, such as NAME=exec:COMMAND")]
    Unknown(UnknownName),
    /// This processor lacks the vectors of a built-in engine.
    #[error(transparent)]
    LacksVectors(#[from] LacksVectors),
    /// The text looks like an external solver, but is none.
    #[error(transparent)]
    External(#[from] SpecError),
}

impl EngineChoice {
    /// Reads names of engines separated by commas. An external solver takes the rest of the text, because its command
    /// may contain commas.
    ///
    /// ```
    /// use dlxbench::engine::external::EngineChoice;
    ///
    /// let engines = EngineChoice::parse_list("dlx,mine=exec:python3 solver.py --mode a,b")?;
    /// assert_eq!(engines.iter().map(EngineChoice::name).collect::<Vec<_>>(), ["dlx", "mine"]);
    /// # Ok::<(), dlxbench::engine::external::ChoiceError>(())
    /// ```
    pub fn parse_list(text: &str) -> Result<Vec<EngineChoice>, ChoiceError> {
        let (mut choices, mut rest) = (Vec::new(), Some(text));
        while let Some(text) = rest {
            if let Some(external) = External::parse(text) {
                choices.push(EngineChoice::External(Arc::new(external?)));
                break;
            }
            let (name, others) = match text.split_once(',') {
                Some((name, others)) => (name, Some(others)),
                None => (text, None),
            };
            let kind: EngineKind = name.parse().map_err(ChoiceError::Unknown)?;
            kind.check_vectors()?;
            choices.push(EngineChoice::BuiltIn(kind));
            rest = others;
        }
        Ok(choices)
    }

    /// The name in tables and records.
    pub fn name(&self) -> &str {
        match self {
            EngineChoice::BuiltIn(kind) => kind.name(),
            EngineChoice::External(external) => external.name(),
        }
    }

    /// The built-in engine, if it is one.
    pub fn built_in(&self) -> Option<EngineKind> {
        match self {
            EngineChoice::BuiltIn(kind) => Some(*kind),
            EngineChoice::External(_) => None,
        }
    }

    /// The external solver, if it is one.
    pub fn external(&self) -> Option<&Arc<External>> {
        match self {
            EngineChoice::BuiltIn(_) => None,
            EngineChoice::External(external) => Some(external),
        }
    }

    /// How an external solver is reached; `None` for a built-in engine.
    pub fn form(&self) -> Option<Form> {
        self.external().map(|external| external.form())
    }

    /// Whether the engine solves puzzles of this size, or at least may be asked to.
    pub fn supports(&self, geometry: Geometry) -> bool {
        geometry == Geometry::NINE || !self.knows_nine_only()
    }

    /// Whether the engine solves 9×9 puzzles only.
    pub fn knows_nine_only(&self) -> bool {
        match self {
            EngineChoice::BuiltIn(kind) => kind.knows_nine_only(),
            EngineChoice::External(external) => external.form() == Form::Library,
        }
    }
}

impl From<EngineKind> for EngineChoice {
    fn from(kind: EngineKind) -> EngineChoice {
        EngineChoice::BuiltIn(kind)
    }
}

impl From<&EngineKind> for EngineChoice {
    fn from(kind: &EngineKind) -> EngineChoice {
        EngineChoice::BuiltIn(*kind)
    }
}

impl fmt::Display for EngineChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        EngineChoice::parse_list(text).unwrap().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_external_solver_takes_the_rest() {
        assert_eq!(names("dlx,sweep"), ["dlx", "sweep"]);
        assert_eq!(names("dlx,mine=exec:a --x=1,2,dlx"), ["dlx", "mine"]);
        assert_eq!(names("exec:./one,two"), ["one-two"]);
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let error = |text| EngineChoice::parse_list(text).unwrap_err().to_string();
        assert!(error("dlx,nope").contains("nope") && error("dlx,nope").contains("NAME=exec:COMMAND"));
        assert!(error("dlx,").contains("expected one of"));
        assert!(error("dlx,exec:").contains("names no command"));
    }
}
