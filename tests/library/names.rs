//! Enums whose values have names.

use dlxbench::corpus::{BlankSign, ClassBy, Compression, InputFormat, PuzzleFormat};
use dlxbench::cover::{problems::Kind, text::Form};
use dlxbench::engine::{EngineKind, Status};
use dlxbench::logic::{Difficulty, Technique};
use dlxbench::named::Named;

fn are_read_as_they_are_written<T: Named + std::fmt::Debug>() {
    for &value in T::ALL {
        assert_eq!(T::from_name(value.name()), Ok(value));
        assert!(!value.help().is_empty());
    }
}

#[test]
fn names_are_read_as_they_are_written_and_others_are_refused() {
    are_read_as_they_are_written::<BlankSign>();
    are_read_as_they_are_written::<ClassBy>();
    are_read_as_they_are_written::<Compression>();
    are_read_as_they_are_written::<InputFormat>();
    are_read_as_they_are_written::<PuzzleFormat>();
    are_read_as_they_are_written::<Kind>();
    are_read_as_they_are_written::<Form>();
    are_read_as_they_are_written::<EngineKind>();
    are_read_as_they_are_written::<Status>();
    are_read_as_they_are_written::<Difficulty>();
    are_read_as_they_are_written::<Technique>();
    assert_eq!(format!("{:>7}", Form::Knuth), "  knuth");
    assert_eq!("matrix".parse(), Ok(Form::Matrix));
    let error = "sparse".parse::<Form>().unwrap_err();
    assert_eq!(error.to_string(), "unknown form of a problem \"sparse\"; expected one of knuth, matrix");
}
