//! Reads a timetable file: CSV with a header and these columns, in any order: `lesson`, `teacher`, `group`, `rooms`,
//! `slots`. Several rooms or slots are separated by `;`. Blanks in names become `_` in the problem and blanks again in
//! a drawing.

use std::collections::HashSet;
use std::io::Read;

use serde::Deserialize;
use thiserror::Error;

use super::super::super::exact_cover::ExactCover;
use super::super::super::problem::{Problem, ProblemError};

/// What is wrong with a timetable file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TimetableError {
    /// The file cannot be read or is not CSV.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// The header lacks a column.
    #[error("the header has no column {0:?}; expected lesson,teacher,group,rooms,slots")]
    MissingColumn(&'static str),
    /// A line does not describe a lesson.
    #[error("line {line}: {mistake}")]
    At {
        /// The line number in the file.
        line: u64,
        /// What is wrong with it.
        mistake: String,
    },
    /// The file has no lessons.
    #[error("the timetable has no lessons")]
    Empty,
    /// The lessons do not form a valid problem; for example, there are too many.
    #[error(transparent)]
    Problem(#[from] ProblemError),
}

const COLUMNS: [&str; 5] = ["lesson", "teacher", "group", "rooms", "slots"];

/// A line of the file.
#[derive(Deserialize)]
struct Row {
    lesson: String,
    teacher: String,
    group: String,
    rooms: String,
    slots: String,
}

/// A lesson as the file describes it.
struct Lesson {
    name: String,
    teacher: String,
    group: String,
    rooms: Vec<String>,
    slots: Vec<String>,
}

impl Lesson {
    /// Returns the items of an option except the room.
    fn items_in(&self, slot: &str) -> [String; 3] {
        let Lesson { name, teacher, group, .. } = self;
        [name.clone(), format!("teacher/{teacher}@{slot}"), format!("group/{group}@{slot}")]
    }
}

/// Reads a timetable file as an exact-cover problem.
pub fn timetable(input: impl Read) -> Result<Problem, TimetableError> {
    let lessons = read_lessons(input)?;
    if lessons.is_empty() {
        return Err(TimetableError::Empty);
    }
    // Lists the secondary items in the order of the slots, so that the problem is easy to read.
    let (mut resources, mut known) = (Vec::new(), HashSet::new());
    let mut slots = HashSet::new();
    for slot in lessons.iter().flat_map(|lesson| &lesson.slots).filter(|&slot| slots.insert(slot)) {
        for lesson in lessons.iter().filter(|lesson| lesson.slots.contains(slot)) {
            let rooms = lesson.rooms.iter().map(|room| format!("room/{room}@{slot}"));
            let needed = lesson.items_in(slot).into_iter().skip(1).chain(rooms);
            resources.extend(needed.filter(|resource| known.insert(resource.clone())));
        }
    }
    let primary = lessons.iter().map(|lesson| lesson.name.as_str());
    let mut builder = ExactCover::new(primary, resources.iter().map(String::as_str))?;
    for lesson in &lessons {
        for slot in &lesson.slots {
            for room in &lesson.rooms {
                builder.option(lesson.items_in(slot).into_iter().chain([format!("room/{room}@{slot}")]))?;
            }
        }
    }
    Ok(builder.build()?)
}

fn read_lessons(input: impl Read) -> Result<Vec<Lesson>, TimetableError> {
    let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).comment(Some(b'#')).from_reader(input);
    let header: csv::StringRecord = reader.headers()?.iter().map(str::to_ascii_lowercase).collect();
    if let Some(column) = COLUMNS.into_iter().find(|column| !header.iter().any(|field| field == *column)) {
        return Err(TimetableError::MissingColumn(column));
    }
    let mut lessons: Vec<Lesson> = Vec::new();
    let mut seen = HashSet::new();
    for record in reader.records() {
        let record = record?;
        let line = record.position().map_or(0, csv::Position::line);
        let lesson = lesson(&record.deserialize(Some(&header))?).and_then(|lesson| {
            let name = &lesson.name;
            let twice = || format!("lesson {name:?} is already defined; lesson names must be unique");
            if seen.insert(name.clone()) { Ok(lesson) } else { Err(twice()) }
        });
        lessons.push(lesson.map_err(|mistake| TimetableError::At { line, mistake })?);
    }
    Ok(lessons)
}

/// Converts a row to a lesson, or says what is wrong with it.
fn lesson(row: &Row) -> Result<Lesson, String> {
    let single = |column: &str, field: &str| match field {
        "" => Err(format!("column {column:?} is empty")),
        name => checked(name),
    };
    Ok(Lesson {
        name: single("lesson", &row.lesson)?,
        teacher: single("teacher", &row.teacher)?,
        group: single("group", &row.group)?,
        rooms: list("rooms", &row.rooms)?,
        slots: list("slots", &row.slots)?,
    })
}

fn list(column: &str, field: &str) -> Result<Vec<String>, String> {
    let mut list: Vec<String> = Vec::new();
    for part in field.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let name = checked(part)?;
        if list.contains(&name) {
            return Err(format!("{name:?} appears twice in column {column:?}"));
        }
        list.push(name);
    }
    if list.is_empty() { Err(format!("column {column:?} is empty")) } else { Ok(list) }
}

/// Checks a name and converts it to its form in the problem.
fn checked(name: &str) -> Result<String, String> {
    if name.contains(|c: char| matches!(c, ':' | '|' | '@') || c.is_control()) {
        return Err(format!("invalid name {name:?}: ':', '|', '@' and control characters are not allowed"));
    }
    Ok(name.split_whitespace().collect::<Vec<_>>().join("_"))
}
