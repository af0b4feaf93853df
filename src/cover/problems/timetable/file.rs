//! Reading a timetable file. It is CSV with a header and these columns, in any order: `lesson`, `teacher`, `group`,
//! `rooms`, `slots`. Several rooms or slots are separated by `;`. A blank in a name is written `_` in the problem, and
//! drawn as a blank again.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Read;

use thiserror::Error;

use super::super::super::problem::{ItemId, Problem, ProblemBuilder, ProblemError};

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
