//! Enums whose values have names.
//!
//! Engines, classes, formats and statuses are written on the command line, in files and in messages. Each such enum
//! lists its values once, with a name and a line of help each, by the macro `named!`; from that list come the enum and
//! its docs, `Display`, `FromStr`, the possible values of an option and the error for a name that does not exist.

use thiserror::Error;

/// An enum whose every value has a name.
pub trait Named: Copy + PartialEq + Sized + Send + Sync + 'static {
    /// What a value is called in messages, such as `engine`.
    const KIND: &'static str;

    /// All values, in the order in which help lists them.
    const ALL: &'static [Self];

    /// The name of a value.
    fn name(self) -> &'static str;

    /// One line of help.
    fn help(self) -> &'static str;

    /// The value with this name.
    fn from_name(name: &str) -> Result<Self, UnknownName> {
        Self::ALL.iter().copied().find(|value| value.name() == name).ok_or_else(|| UnknownName {
            kind: Self::KIND,
            name: name.to_owned(),
            known: Self::ALL.iter().map(|value| value.name()).collect(),
        })
    }
}

/// A name that no value has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown {kind} {name:?}; expected one of {}", .known.join(", "))]
pub struct UnknownName {
    kind: &'static str,
    name: String,
    known: Vec<&'static str>,
}

/// Defines an enum, or takes one, and names its values: gives it `ALL` and `name`, and implements [`Named`], `Display`
/// and `FromStr`.
macro_rules! named {
    ($(#[$of_type:meta])* pub enum $type:ident, $kind:literal {
        $($(#[$of_value:meta])* $value:ident => $name:literal, $help:literal;)+
    }) => {
        $(#[$of_type])*
        pub enum $type {
            $(#[doc = $help] $(#[$of_value])* $value,)+
        }
        $crate::named::named! { $type, $kind, $($value => $name, $help;)+ }
    };
    ($type:ty, $kind:literal, $($value:ident => $name:literal, $help:literal;)+) => {
        impl $type {
            /// All values, in the order in which help lists them.
            pub const ALL: &'static [$type] = &[$(<$type>::$value),+];

            /// The name on the command line, in files and in messages.
            pub const fn name(self) -> &'static str {
                match self {
                    $(<$type>::$value => $name,)+
                }
            }
        }

        impl $crate::named::Named for $type {
            const KIND: &'static str = $kind;
            const ALL: &'static [$type] = <$type>::ALL;

            fn name(self) -> &'static str {
                <$type>::name(self)
            }

            fn help(self) -> &'static str {
                match self {
                    $(<$type>::$value => $help,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::named::UnknownName;

            fn from_str(name: &str) -> Result<$type, Self::Err> {
                <$type as $crate::named::Named>::from_name(name)
            }
        }
    };
}

pub(crate) use named;
