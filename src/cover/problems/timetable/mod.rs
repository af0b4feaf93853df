//! School timetables: lessons with a teacher, a group, and the possible rooms and slots. Every lesson is a primary
//! item; an option assigns it one slot and one room. A teacher, a group and a room in a slot are secondary items, so
//! none of them is used twice at the same time.

#[cfg(feature = "cli")]
mod file;

use super::super::problem::{OptionId, Problem};
use super::board::names;

#[cfg(feature = "cli")]
pub use file::{TimetableError, timetable};

/// Draws a solution as a table with one row per slot and one column per room.
pub(super) fn draw(problem: &Problem, solution: &[OptionId]) -> Option<String> {
    let lessons: Vec<_> = solution.iter().map(|&option| placed(problem, option)).collect::<Option<_>>()?;
    // Slots and rooms in the order of the problem's items.
    let (mut slots, mut rooms) = (Vec::new(), Vec::new());
    for (resource, slot) in problem.items().filter_map(|item| problem.item_name(item).split_once('@')) {
        if !slots.contains(&slot) {
            slots.push(slot);
        }
        if let Some(room) = resource.strip_prefix("room/")
            && !rooms.contains(&room)
        {
            rooms.push(room);
        }
    }
    let mut columns: Vec<Vec<String>> = vec![[""].iter().chain(&slots).map(|slot| spaced(slot)).collect()];
    for room in rooms {
        let lesson = |slot: &&str| {
            let here = lessons.iter().find(|(place, _)| *place == (*slot, room));
            here.map_or(String::from("-"), |(_, lesson)| lesson.clone())
        };
        columns.push([spaced(room)].into_iter().chain(slots.iter().map(lesson)).collect());
    }
    let line = |row: usize| {
        let cells = columns.iter().map(|column| {
            let width = column.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
            format!("{:<width$}", column[row])
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    Some((0..=slots.len()).map(line).collect())
}

/// Returns the slot and the room of a lesson, and its description.
fn placed(problem: &Problem, option: OptionId) -> Option<((&str, &str), String)> {
    let find = |kind: &str| names(problem, option).find_map(|name| name.strip_prefix(kind)?.split_once('@'));
    let lesson = names(problem, option).find(|name| !name.contains('@'))?;
    let ((teacher, slot), (group, _), (room, _)) = (find("teacher/")?, find("group/")?, find("room/")?);
    Some(((slot, room), format!("{} ({}, {})", spaced(lesson), spaced(group), spaced(teacher))))
}

fn spaced(name: &str) -> String {
    name.replace('_', " ")
}
