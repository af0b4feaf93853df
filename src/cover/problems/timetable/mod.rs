//! School timetables: lessons with a teacher, a group, the rooms and the slots that would do.
//! Every lesson is a primary item; an option gives it one slot and one room. A teacher, a group and a room in a
//! slot are secondary items, so none of them is needed twice at the same time.

mod drawing;
#[cfg(feature = "cli")]
mod file;

pub(super) use drawing::draw;
#[cfg(feature = "cli")]
pub use file::{TimetableError, timetable};
