//! The first lines of the dance: whether it moves, the counters, and the last step in words.

use dlxbench::cover::{OptionId, Step};
use dlxbench::report::{Role, shortened, units, visible};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::change::Direction;
use super::super::dance::{Dance, Goal, Motion};
use super::super::palette::Palette;

/// From this width on, all counters are in one line.
const WIDE: u16 = 78;

/// Draws the head and returns the number of lines it takes, which depends only on the area: nothing below it jumps.
pub(super) fn draw(dance: &Dance, area: Rect, buffer: &mut Buffer, palette: &Palette) -> u16 {
    let step = units::count(dance.step_count());
    let mut lines = vec![(format!("{}, step {step}", motion(dance)), Role::Strong)];
    lines.extend(counters(dance, area.width).into_iter().map(|line| (line, Role::Plain)));
    lines.push(last_step(dance));
    for (y, (line, role)) in (area.y..area.bottom()).zip(&lines) {
        let line = shortened(line, area.width.into());
        buffer.set_stringn(area.x, y, line, area.width.into(), palette.style(*role));
    }
    // A blank line, unless there is so little room.
    let blank = u16::from(area.height > 12);
    (lines.len() as u16 + blank).min(area.height)
}

/// Says whether the search moves by itself.
fn motion(dance: &Dance) -> String {
    let speed = || units::counted(dance.speed().into(), "step");
    match dance.motion() {
        Motion::Still if dance.stepper().is_at_end() => "the search is over".to_owned(),
        Motion::Still if dance.step_count() == 0 => "at the start".to_owned(),
        Motion::Still => "paused".to_owned(),
        Motion::Run(Direction::Forward) => format!("running, {} a second", speed()),
        Motion::Run(Direction::Backward) => format!("running back, {} a second", speed()),
        Motion::Seek(_, Goal::End) => "running to the end".to_owned(),
        Motion::Seek(direction, goal) => {
            let which = if direction == Direction::Forward { "next" } else { "previous" };
            let what = match goal {
                Goal::Guess => "guess",
                Goal::DeadEnd => "dead end",
                Goal::Solution | Goal::End => "solution",
            };
            format!("looking for the {which} {what}")
        }
    }
}

/// Returns the counters in one line or, in a narrow area, in two.
fn counters(dance: &Dance, width: u16) -> Vec<String> {
    let stepper = dance.stepper();
    let counters = stepper.counters();
    let depth = stepper.levels().len() as u64;
    let nodes = ("nodes", counters.nodes, 7);
    let guesses = ("guesses", counters.guesses, 7);
    let updates = ("updates", counters.updates, 7);
    let depth = ("depth", depth, 3);
    let solutions = ("solutions", stepper.solutions(), 7);
    // Counts that grow move what follows them as little as possible.
    let line = |counts: &[(&str, u64, usize)]| {
        let words =
            counts.iter().map(|(name, count, width)| format!("{name} {:<width$}", units::count(*count)));
        words.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    if width >= WIDE {
        return vec![line(&[nodes, guesses, updates, depth, solutions])];
    }
    vec![line(&[nodes, guesses, depth]), line(&[updates, solutions])]
}

/// Says what the last step did.
fn last_step(dance: &Dance) -> (String, Role) {
    let Some(last) = dance.last() else {
        return ("press → for the first step, Space to run".to_owned(), Role::Muted);
    };
    if last.direction == Direction::Backward {
        return (undone(dance, last.step), Role::Plain);
    }
    match last.step {
        Step::Cover(item, 0) => {
            (format!("{} has no option left: a dead end", dance.item_name(item)), Role::Bad)
        }
        Step::Cover(item, 1) => {
            (format!("chose {}: 1 option, no choice", dance.item_name(item)), Role::Plain)
        }
        Step::Cover(item, size) => {
            (format!("chose {}: {size} options, a guess", dance.item_name(item)), Role::Doubtful)
        }
        Step::Try(option) => (format!("try {}", line(dance, option)), Role::Placed),
        Step::Solution => {
            (format!("solution {}: all items are covered", dance.stepper().solutions()), Role::Good)
        }
        Step::Leave(_) if dance.stepper().is_at_end() => {
            ("the whole tree has been searched".to_owned(), Role::Strong)
        }
        Step::Leave(item) => {
            let level = dance.stepper().levels().len();
            (format!("all options of {} tried: back to level {level}", dance.item_name(item)), Role::Plain)
        }
        Step::Resume => ("on after the solution: its last option is undone".to_owned(), Role::Plain),
    }
}

/// Says which step was undone.
fn undone(dance: &Dance, step: Step) -> String {
    match step {
        Step::Cover(item, _) => format!("undone: the choice of {}", dance.item_name(item)),
        Step::Try(option) => format!("undone: {}", line(dance, option)),
        Step::Solution => "undone: a solution".to_owned(),
        Step::Leave(item) => format!("back at {}: all its options were tried", dance.item_name(item)),
        Step::Resume => format!("back at solution {}", dance.stepper().solutions()),
    }
}

fn line(dance: &Dance, option: OptionId) -> String {
    visible(&dance.problem().option_line(option)).into_owned()
}
