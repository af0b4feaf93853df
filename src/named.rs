//! Enums whose variants have names.
//!
//! The names of engines, classes, formats and statuses appear on the command line, in files and in messages. The macro
//! `named!` lists the variants of such an enum once, each with a name and a line of help. That list yields the enum and
//! its docs, `Display`, `FromStr`, the possible values of a command-line option, and the error for an unknown name.

use thiserror::Error;

/// An enum whose variants have names.
pub trait Named: Copy + PartialEq + Sized + Send + Sync + 'static {
    /// What messages call a value of this type, such as `engine`.
    const KIND: &'static str;

    /// All values, in the order in which help lists them.
    const ALL: &'static [Self];

    /// The name of this value.
    fn name(self) -> &'static str;

    /// The help text of this value, one line.
    fn help(self) -> &'static str;

    /// Returns the value with this name.
    fn from_name(name: &str) -> Result<Self, UnknownName> {
        Self::ALL.iter().copied().find(|value| value.name() == name).ok_or_else(|| UnknownName {
            kind: Self::KIND,
            name: name.to_owned(),
            known: Self::ALL.iter().map(|value| value.name()).collect(),
        })
    }
}

/// The error for a name that belongs to no value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown {kind} {name:?}; expected one of {}", .known.join(", "))]
pub struct UnknownName {
    kind: &'static str,
    name: String,
    known: Vec<&'static str>,
}

/// Names the variants of an enum: adds `ALL` and `name`, and implements [`Named`], `Display` and `FromStr`. The first
/// form also defines the enum.
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

            /// The name used on the command line, in files and in messages.
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
