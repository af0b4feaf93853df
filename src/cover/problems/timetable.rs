//! School timetables: lessons with a teacher, a group, the rooms and the slots that would do.
//!
//! Every lesson is a primary item; an option gives it one slot and one room. A teacher, a group and a room in a
//! slot are secondary items, so none of them is needed twice at the same time.
//!
//! The file is CSV with a header and these columns, in any order: `lesson`, `teacher`, `group`, `rooms`, `slots`.
//! Several rooms or slots are separated by `;`. A blank in a name is written `_` in the problem, and drawn as a
//! blank again.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Read;

use thiserror::Error;

use super::super::problem::{ItemId, OptionId, Problem, ProblemBuilder, ProblemError};
use super::board::names;

/// What is wrong with a timetable file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TimetableError {
    /// Not CSV, or unreadable.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// The header lacks a column.
    #[error("the header has no column {0:?}; expected lesson,teacher,group,rooms,slots")]
    MissingColumn(&'static str),
    /// A field is empty.
    #[error("line {line}: column {column:?} is empty")]
    EmptyField {
        /// The line in the file.
        line: u64,
        /// The column's name.
        column: &'static str,
    },
    /// A name with a character that the text format uses.
    #[error("line {line}: {name:?} cannot be a name: ':', '|', '@' and control characters are not allowed")]
    BadName {
        /// The line in the file.
        line: u64,
        /// The name.
        name: String,
    },
    /// Two lessons of one name.
    #[error("line {line}: lesson {name:?} is there already; give each lesson a name of its own")]
    LessonTwice {
        /// The line in the file.
        line: u64,
        /// The lesson.
        name: String,
    },
    /// A room or a slot named twice for one lesson.
    #[error("line {line}: {name:?} is named twice in column {column:?}")]
    Twice {
        /// The line in the file.
        line: u64,
        /// The column's name.
        column: &'static str,
        /// The room or the slot.
        name: String,
    },
    /// No lessons.
    #[error("the timetable has no lessons")]
    Empty,
    /// Too many lessons, rooms and slots.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

/// A lesson as the file describes it.
struct Lesson {
    name: String,
    teacher: String,
    group: String,
    rooms: Vec<String>,
    slots: Vec<String>,
}

/// Reads a timetable file as an exact-cover problem.
pub fn timetable(input: impl Read) -> Result<Problem, TimetableError> {
    let lessons = read_lessons(input)?;
    if lessons.is_empty() {
        return Err(TimetableError::Empty);
    }
    let mut builder = ProblemBuilder::new();
    let lesson_items: Vec<ItemId> =
        lessons.iter().map(|lesson| builder.primary(&lesson.name)).collect::<Result<_, _>>()?;
    // Secondary items in the order of the slots, so that the problem reads well.
    let mut resources = HashMap::new();
    for slot in slots_in_order(&lessons) {
        for lesson in lessons.iter().filter(|lesson| lesson.slots.contains(slot)) {
            let rooms = lesson.rooms.iter().map(|room| ("room", room));
            for (kind, name) in
                [("teacher", &lesson.teacher), ("group", &lesson.group)].into_iter().chain(rooms)
            {
                let item = format!("{kind}/{name}@{slot}");
                if let Entry::Vacant(vacant) = resources.entry(item) {
                    let id = builder.secondary(vacant.key())?;
                    vacant.insert(id);
                }
            }
        }
    }
    for (lesson, &item) in lessons.iter().zip(&lesson_items) {
        for slot in &lesson.slots {
            let needs = |kind: &str, name: &str| resources[&format!("{kind}/{name}@{slot}")];
            for room in &lesson.rooms {
                let teacher = needs("teacher", &lesson.teacher);
                builder.option_of(&[item, teacher, needs("group", &lesson.group), needs("room", room)])?;
            }
        }
    }
    Ok(builder.build()?)
}

fn read_lessons(input: impl Read) -> Result<Vec<Lesson>, TimetableError> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).comment(Some(b'#')).from_reader(input);
    let header = reader.headers()?.clone();
    let position = |name: &'static str| {
        let found =
            header.iter().position(|field| field.trim_start_matches('\u{feff}').eq_ignore_ascii_case(name));
        found.map(|index| (name, index)).ok_or(TimetableError::MissingColumn(name))
    };
    let columns = (position("lesson")?, position("teacher")?, position("group")?);
    let lists = (position("rooms")?, position("slots")?);
    let mut lessons: Vec<Lesson> = Vec::new();
    let mut seen = HashMap::new();
    for record in reader.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        let row = Row { record: &record, line };
        let lesson = Lesson {
            name: row.name(columns.0)?,
            teacher: row.name(columns.1)?,
            group: row.name(columns.2)?,
            rooms: row.list(lists.0)?,
            slots: row.list(lists.1)?,
        };
        if seen.insert(lesson.name.clone(), line).is_some() {
            return Err(TimetableError::LessonTwice { line, name: lesson.name });
        }
        lessons.push(lesson);
    }
    Ok(lessons)
}

/// A line of the file.
struct Row<'a> {
    record: &'a csv::StringRecord,
    line: u64,
}

impl Row<'_> {
    fn name(&self, (column, index): (&'static str, usize)) -> Result<String, TimetableError> {
        let field = self.record.get(index).unwrap_or("");
        if field.is_empty() {
            return Err(TimetableError::EmptyField { line: self.line, column });
        }
        self.checked(field)
    }

    fn list(&self, (column, index): (&'static str, usize)) -> Result<Vec<String>, TimetableError> {
        let field = self.record.get(index).unwrap_or("");
        let mut list: Vec<String> = Vec::new();
        for part in field.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let name = self.checked(part)?;
            if list.contains(&name) {
                return Err(TimetableError::Twice { line: self.line, column, name });
            }
            list.push(name);
        }
        if list.is_empty() { Err(TimetableError::EmptyField { line: self.line, column }) } else { Ok(list) }
    }

    fn checked(&self, name: &str) -> Result<String, TimetableError> {
        if name.contains(|c: char| matches!(c, ':' | '|' | '@') || c.is_control()) {
            return Err(TimetableError::BadName { line: self.line, name: name.to_owned() });
        }
        Ok(name.split_whitespace().collect::<Vec<_>>().join("_"))
    }
}

/// All slots, in the order in which the file names them first.
fn slots_in_order(lessons: &[Lesson]) -> Vec<&String> {
    let mut slots = Vec::new();
    for slot in lessons.iter().flat_map(|lesson| &lesson.slots) {
        if !slots.contains(&slot) {
            slots.push(slot);
        }
    }
    slots
}

/// One lesson in its place.
struct Placed<'p> {
    lesson: &'p str,
    teacher: &'p str,
    group: &'p str,
    room: &'p str,
    slot: &'p str,
}

/// A solution as a table: a row for each slot, a column for each room.
pub(super) fn draw(problem: &Problem, solution: &[OptionId]) -> Option<String> {
    let placed: Vec<Placed<'_>> =
        solution.iter().map(|&option| placed(problem, option)).collect::<Option<_>>()?;
    // Slots and rooms in the order of the problem's items.
    let (mut slots, mut rooms) = (Vec::new(), Vec::new());
    for name in problem.items().map(|item| problem.item_name(item)) {
        if let Some((resource, slot)) = name.split_once('@') {
            push_new(&mut slots, slot);
            if let Some(room) = resource.strip_prefix("room/") {
                push_new(&mut rooms, room);
            }
        }
    }
    let mut table = vec![vec![String::new()]];
    table[0].extend(rooms.iter().map(|room| spaced(room)));
    for slot in &slots {
        let mut row = vec![spaced(slot)];
        for room in &rooms {
            let here = placed.iter().find(|lesson| lesson.slot == *slot && lesson.room == *room);
            row.push(here.map_or(String::from("-"), |it| {
                format!("{} ({}, {})", spaced(it.lesson), spaced(it.group), spaced(it.teacher))
            }));
        }
        table.push(row);
    }
    Some(aligned(&table))
}

fn placed<'p>(problem: &'p Problem, option: OptionId) -> Option<Placed<'p>> {
    let find = |kind: &str| names(problem, option).find_map(|name| name.strip_prefix(kind)?.split_once('@'));
    let lesson = names(problem, option).find(|name| !name.contains('@'))?;
    let ((teacher, slot), (group, _), (room, _)) = (find("teacher/")?, find("group/")?, find("room/")?);
    Some(Placed { lesson, teacher, group, room, slot })
}

fn push_new<'p>(list: &mut Vec<&'p str>, name: &'p str) {
    if !list.contains(&name) {
        list.push(name);
    }
}

fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// Rows of cells with columns of equal width.
fn aligned(table: &[Vec<String>]) -> String {
    let columns = table.first().map_or(0, Vec::len);
    let width = |column: usize| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    table.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "lesson,teacher,group,rooms,slots\n";

    fn error(rows: &str) -> String {
        timetable(format!("{HEADER}{rows}").as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn mistakes_are_named_with_their_line() {
        assert!(error("Maths,Ada,7A,R1,\n").starts_with("line 2: column \"slots\" is empty"));
        assert!(error("A,T,7A,R1,M1\nA,T,7B,R1,M1\n").starts_with("line 3: lesson \"A\" is there already"));
        assert!(error("A,T,7A,R1;R1,M1\n").contains("\"R1\" is named twice in column \"rooms\""));
        assert!(error("A:B,T,7A,R1,M1\n").contains("\"A:B\" cannot be a name"));
        assert!(error("A,T,7A,R1\n").contains("CSV error"));
        assert_eq!(error(""), "the timetable has no lessons");
        let header = timetable("lesson,teacher\n".as_bytes()).unwrap_err().to_string();
        assert!(header.contains("no column \"group\""), "{header}");
    }
}
