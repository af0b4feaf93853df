//! The dance: Algorithm X step by step, forward and backward. This is where the search is and what the keys do;
//! [`draw_dance`](super::draw_dance) draws it.

use std::time::Duration;

use dlxbench::cover::{ItemId, Problem, Stepper, StepperLevel};
use dlxbench::report::visible;

use super::change::{Change, Direction, Move, changes};
use super::key::Key;
use super::picture::Picture;

/// The speeds of a run, in steps per second.
const SPEEDS: [u32; 13] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];

/// The speed at the beginning, as a place in [`SPEEDS`].
const FIRST_SPEED: usize = 3;

/// The most work of a tick: updates, and items compared to choose one. It takes some milliseconds, so that keys never
/// wait.
const WORK: u64 = 5_000_000;

/// The keys and what they do, for the footer and the help.
pub(super) const KEYS: [(&str, &str); 12] = [
    ("← →", "step back and forward"),
    ("g G", "next and previous guess"),
    ("d D", "next and previous dead end"),
    ("s S", "next and previous solution"),
    ("Space", "run forward, pause"),
    ("b", "run backward, pause"),
    ("+ -", "faster, slower"),
    ("Esc", "stop where it is"),
    ("v", "next view in the main place"),
    ("↑ ↓", "scroll the path"),
    ("Home r", "restart"),
    ("End", "run to the end of the search"),
];

/// A search to watch.
pub(super) struct Dance {
    problem: Problem,
    picture: Picture,
    stepper: Stepper,
    /// The number of steps from the start to here.
    step_count: u64,
    last: Option<Move>,
    changes: Vec<Change>,
    motion: Motion,
    /// A place in [`SPEEDS`].
    speed: usize,
    /// Steps due in a run, less than one between ticks.
    due: f64,
    view: usize,
    scroll: usize,
}

/// Whether the search moves by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Motion {
    Still,
    /// At the speed chosen.
    Run(Direction),
    /// As fast as possible.
    Seek(Direction, Goal),
}

/// Where a search that moves as fast as possible stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Goal {
    Guess,
    DeadEnd,
    Solution,
    /// The end of the search.
    End,
}

impl Dance {
    /// Starts at the root of the search tree.
    pub(super) fn new(problem: Problem, picture: Picture) -> Dance {
        let stepper = Stepper::new(&problem);
        Dance {
            problem,
            picture,
            stepper,
            step_count: 0,
            last: None,
            changes: Vec::new(),
            motion: Motion::Still,
            speed: FIRST_SPEED,
            due: 0.0,
            view: 0,
            scroll: 0,
        }
    }

    /// Reacts to a key; returns whether it means something here.
    pub(super) fn update(&mut self, key: &Key) -> bool {
        match *key {
            Key::Right | Key::Char('l') => self.step(Direction::Forward),
            Key::Left | Key::Char('h') => self.step(Direction::Backward),
            Key::Char('g') => self.seek(Direction::Forward, Goal::Guess),
            Key::Char('G') => self.seek(Direction::Backward, Goal::Guess),
            Key::Char('d') => self.seek(Direction::Forward, Goal::DeadEnd),
            Key::Char('D') => self.seek(Direction::Backward, Goal::DeadEnd),
            Key::Char('s') => self.seek(Direction::Forward, Goal::Solution),
            Key::Char('S') => self.seek(Direction::Backward, Goal::Solution),
            Key::End => self.seek(Direction::Forward, Goal::End),
            Key::Char(' ') => self.run_or_pause(Direction::Forward),
            Key::Char('b') => self.run_or_pause(Direction::Backward),
            Key::Char('+' | '=') => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Key::Char('-') => self.speed = self.speed.saturating_sub(1),
            Key::Char('v') => self.view += 1,
            Key::Up | Key::Char('k') => self.scroll = (self.scroll + 1).min(self.stepper.levels().len()),
            Key::Down | Key::Char('j') => self.scroll = self.scroll.saturating_sub(1),
            Key::Home | Key::Char('r') => self.restart(),
            Key::Esc if self.motion != Motion::Still => self.motion = Motion::Still,
            _ => return false,
        }
        true
    }

    /// Takes the steps that are due after this time.
    pub(super) fn tick(&mut self, elapsed: Duration) {
        match self.motion {
            Motion::Still => {}
            Motion::Run(direction) => {
                self.due += elapsed.as_secs_f64() * f64::from(self.speed());
                let due = self.due as u64;
                // Steps that take longer than they may are not made up for.
                self.due = self.due.fract();
                self.go(direction, due, None);
            }
            Motion::Seek(direction, goal) => self.go(direction, u64::MAX, Some(goal)),
        }
    }

    fn step(&mut self, direction: Direction) {
        self.motion = Motion::Still;
        self.go(direction, 1, None);
    }

    fn run_or_pause(&mut self, direction: Direction) {
        let run = Motion::Run(direction);
        self.motion = if self.motion == run { Motion::Still } else { run };
        self.due = 0.0;
    }

    /// Goes to the next place of a kind, now if it is near, or else in the ticks to come.
    fn seek(&mut self, direction: Direction, goal: Goal) {
        self.motion = Motion::Seek(direction, goal);
        self.go(direction, u64::MAX, Some(goal));
    }

    fn restart(&mut self) {
        self.stepper = Stepper::new(&self.problem);
        (self.step_count, self.last, self.motion) = (0, None, Motion::Still);
        self.changes.clear();
    }

    /// Takes up to `most` steps, and no more than a tick has time for. Stops moving at the goal, and where there is no
    /// further step.
    fn go(&mut self, direction: Direction, most: u64, goal: Option<Goal>) {
        let (mut work, mut taken) = (0, 0);
        while taken < most && work < WORK {
            let before = self.stepper.counters().updates;
            let Some(step) = direction.step(&mut self.stepper) else {
                self.motion = Motion::Still;
                break;
            };
            self.last = Some(Move { step, direction });
            taken += 1;
            work += before.abs_diff(self.stepper.counters().updates) + self.problem.primary_count() as u64;
            if goal.is_some_and(|goal| self.is_at(goal)) {
                self.motion = Motion::Still;
                break;
            }
        }
        if taken > 0 {
            self.step_count = match direction {
                Direction::Forward => self.step_count + taken,
                Direction::Backward => self.step_count - taken,
            };
            self.scroll = 0;
            self.changes =
                self.last.map_or_else(Vec::new, |last| changes(&self.problem, &mut self.stepper, last));
        }
    }

    /// Whether the search is at a place of this kind.
    pub(super) fn is_at(&self, goal: Goal) -> bool {
        let chosen = self.stepper.levels().next_back().filter(|level| level.option.is_none());
        match goal {
            Goal::Guess => chosen.is_some_and(|level| level.size > 1),
            Goal::DeadEnd => chosen.is_some_and(|level| level.size == 0),
            Goal::Solution => self.stepper.is_at_solution(),
            Goal::End => self.stepper.is_at_end(),
        }
    }

    /// Whether the search moves by itself, so that ticks matter.
    pub(super) fn is_moving(&self) -> bool {
        self.motion != Motion::Still
    }

    pub(super) fn motion(&self) -> Motion {
        self.motion
    }

    /// The speed of a run, in steps per second.
    pub(super) fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    pub(super) fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The name of an item, with control characters escaped.
    pub(super) fn item_name(&self, item: ItemId) -> String {
        visible(self.problem.item_name(item)).into_owned()
    }

    pub(super) fn picture(&self) -> &Picture {
        &self.picture
    }

    pub(super) fn stepper(&self) -> &Stepper {
        &self.stepper
    }

    /// The level whose item was chosen last.
    pub(super) fn level(&self) -> Option<StepperLevel> {
        self.stepper.levels().next_back()
    }

    pub(super) fn step_count(&self) -> u64 {
        self.step_count
    }

    pub(super) fn last(&self) -> Option<Move> {
        self.last
    }

    /// What the last step did to the links.
    pub(super) fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// How often the next view was asked for.
    pub(super) fn view(&self) -> usize {
        self.view
    }

    /// By how many levels the path is scrolled up from its end.
    pub(super) fn scroll(&self) -> usize {
        self.scroll
    }
}

#[cfg(test)]
mod tests {
    use dlxbench::cover::{Counters, Limits, Matrix, Step, problems};

    use super::*;

    fn dance(problem: Problem) -> Dance {
        let picture = Picture::of(&problem);
        Dance::new(problem, picture)
    }

    fn queens(order: usize) -> Dance {
        dance(problems::queens(order).unwrap())
    }

    /// Presses keys: characters, and `<` and `>` for the arrows to the left and to the right.
    #[track_caller]
    fn press(dance: &mut Dance, keys: &str) {
        for character in keys.chars() {
            let key = match character {
                '<' => Key::Left,
                '>' => Key::Right,
                other => Key::Char(other),
            };
            assert!(dance.update(&key), "{character:?} means something");
        }
    }

    /// Lets time pass until the search stands still.
    fn wait(dance: &mut Dance) {
        while dance.is_moving() {
            dance.tick(Duration::from_millis(20));
        }
    }

    #[test]
    fn steps_go_forward_and_back() {
        let mut dance = queens(4);
        press(&mut dance, ">>>");
        let three = dance.stepper.clone();
        press(&mut dance, "><");
        assert_eq!((dance.step_count(), &dance.stepper), (3, &three));
        press(&mut dance, "<<<");
        assert_eq!((dance.step_count(), &dance.stepper), (0, &Stepper::new(&dance.problem)));
        let before_the_start = dance.last();
        press(&mut dance, "<");
        assert_eq!((dance.step_count(), dance.last()), (0, before_the_start));
    }

    #[test]
    fn guesses_dead_ends_and_solutions_are_found_in_both_directions() {
        for (next, previous, goal) in
            [("g", "G", Goal::Guess), ("d", "D", Goal::DeadEnd), ("s", "S", Goal::Solution)]
        {
            let mut dance = queens(6);
            let mut places = Vec::new();
            loop {
                press(&mut dance, next);
                wait(&mut dance);
                if dance.stepper.is_at_end() {
                    break;
                }
                assert!(dance.is_at(goal));
                places.push(dance.stepper.clone());
            }
            if goal == Goal::Guess {
                assert_eq!(places.len() as u64, dance.stepper.counters().guesses);
            }
            if goal == Goal::Solution {
                assert_eq!(places.len(), 4);
            }
            assert!(!places.is_empty());
            while let Some(place) = places.pop() {
                press(&mut dance, previous);
                wait(&mut dance);
                assert_eq!(dance.stepper, place);
            }
            press(&mut dance, previous);
            wait(&mut dance);
            assert_eq!(dance.step_count(), 0);
        }
    }

    #[test]
    fn a_run_takes_the_steps_that_are_due() {
        let mut dance = queens(8);
        press(&mut dance, " ");
        for _ in 0..10 {
            dance.tick(Duration::from_millis(50));
        }
        assert_eq!((dance.speed(), dance.step_count()), (10, 5));
        press(&mut dance, "+++");
        dance.tick(Duration::from_secs(1));
        assert_eq!((dance.speed(), dance.step_count()), (100, 105));
        press(&mut dance, "b");
        dance.tick(Duration::from_millis(250));
        assert_eq!((dance.motion(), dance.step_count()), (Motion::Run(Direction::Backward), 80));
        press(&mut dance, "b");
        dance.tick(Duration::from_secs(1));
        assert_eq!((dance.motion(), dance.step_count()), (Motion::Still, 80));
    }

    #[test]
    fn speeds_go_from_one_to_ten_thousand_steps_a_second() {
        let mut dance = queens(8);
        press(&mut dance, &"-".repeat(20));
        assert_eq!(dance.speed(), 1);
        press(&mut dance, &"+".repeat(20));
        press(&mut dance, " ");
        dance.tick(Duration::from_millis(100));
        assert_eq!((dance.speed(), dance.step_count()), (10_000, 1000));
    }

    #[test]
    fn a_run_stops_at_both_ends() {
        let mut dance = queens(4);
        press(&mut dance, "++++++++ ");
        dance.tick(Duration::from_secs(1));
        assert!(dance.stepper.is_at_end() && !dance.is_moving());
        press(&mut dance, "b");
        dance.tick(Duration::from_secs(1));
        assert!(dance.step_count() == 0 && !dance.is_moving());
    }

    #[test]
    fn a_long_way_is_gone_tick_by_tick_and_can_be_broken_off() {
        let mut dance = queens(16);
        dance.update(&Key::End);
        let first = dance.step_count();
        assert!(dance.is_moving() && first > 0);
        dance.tick(Duration::ZERO);
        assert!(dance.step_count() > first);
        assert!(dance.update(&Key::Esc) && !dance.is_moving());
        assert!(!dance.update(&Key::Esc), "nothing to break off is left to others");
    }

    #[test]
    fn a_restart_is_as_new() {
        let mut dance = queens(5);
        press(&mut dance, "s>>>r");
        assert_eq!((dance.step_count(), dance.last()), (0, None));
        assert_eq!(dance.stepper, Stepper::new(&dance.problem));
        assert!(dance.changes().is_empty());
    }

    #[test]
    fn the_last_step_is_known_with_what_it_changed() {
        let mut dance = queens(4);
        press(&mut dance, ">");
        let Some(Move { step: Step::Cover(item, 4), direction: Direction::Forward }) = dance.last() else {
            panic!("{:?}", dance.last());
        };
        assert_eq!(dance.changes().iter().map(|change| change.item).collect::<Vec<_>>(), [item]);
        press(&mut dance, ">");
        assert_eq!(dance.changes().len(), 3);
    }

    #[test]
    fn other_keys_are_left_to_others() {
        let mut dance = queens(4);
        for key in [Key::Char('q'), Key::Char('?'), Key::Tab, Key::Ctrl('c'), Key::Esc, Key::Char('n')] {
            assert!(!dance.update(&key));
        }
    }

    #[test]
    fn the_end_has_the_counters_of_a_search() {
        let sudoku = "1.......9..67...2..8....4......75.3...5..2....6.3......9....8..6...4...1..25...6.";
        let problems = [
            problems::queens(7).unwrap(),
            problems::pentominoes(5, 5).unwrap(),
            dlxbench::sudoku::encode::options_of(&sudoku.parse().unwrap()),
        ];
        for problem in problems {
            let outcome = Matrix::new(&problem).search(Limits::default()).finish();
            let mut dance = dance(problem);
            dance.update(&Key::End);
            wait(&mut dance);
            assert_eq!(dance.stepper.counters(), outcome.counters);
            assert_eq!(dance.stepper.solutions(), outcome.solutions);
            press(&mut dance, "S");
            wait(&mut dance);
            assert!(dance.is_at(Goal::Solution));
            dance.motion = Motion::Seek(Direction::Backward, Goal::End);
            wait(&mut dance);
            assert_eq!(dance.stepper.counters(), Counters::default());
        }
    }
}
