//! A solution of a timetable, drawn as a table.

use super::super::super::problem::{OptionId, Problem};
use super::super::board::names;

/// One lesson in its place.
struct Placed<'p> {
    lesson: &'p str,
    teacher: &'p str,
    group: &'p str,
    room: &'p str,
    slot: &'p str,
}

/// A solution as a table: a row for each slot, a column for each room.
pub(in super::super) fn draw(problem: &Problem, solution: &[OptionId]) -> Option<String> {
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
