//! What the panel says about the board, in paragraphs.

use dlxbench::engine::Status;
use dlxbench::logic::Grade;
use dlxbench::report::{Role, Span, units};

use super::board::Board;
use super::hint::Hint;
use super::known::{Grading, Known};
use super::prompt::{Answer, Prompt};
use super::walk::Walk;
use super::work::Analysis;
use crate::cli::step_words::in_words;

/// A paragraph, wrapped when it is drawn.
pub(super) type Paragraph = Vec<Span>;

/// Returns the most important sentence: how many solutions there are.
pub(super) fn headline(board: &Board) -> Paragraph {
    match board.known() {
        Known::Clash(words) => vec![Role::Bad.of("no solution"), format!(": {words}").into()],
        Known::Searching(time) if time.as_secs() == 0 => vec![Role::Muted.of("searching …")],
        Known::Searching(time) => {
            vec![Role::Muted.of(format!("searching for {} s; Esc cancels", time.as_secs()))]
        }
        Known::Stopped(time) => {
            let seconds = time.as_secs_f64();
            let why = format!(": the search was stopped after {seconds:.1} s; s starts it again");
            vec![Role::Doubtful.of("unknown"), why.into()]
        }
        Known::Found(analysis, _) => found(board, analysis),
    }
}

fn found(board: &Board, analysis: &Analysis) -> Paragraph {
    let is_full = !board.sheet().puzzle.cells().contains(&0);
    match analysis.status {
        Status::Unique if is_full => vec![Role::Good.of("solved"), ": every unit is complete".into()],
        Status::Unique => vec![Role::Good.of("exactly one solution"), " (proved)".into()],
        Status::Multiple => {
            let count = (0..analysis.solutions[0].cells().len()).filter(|&cell| board.known().is_open(cell));
            let cells = units::counted(count.count() as u64, "cell");
            vec![
                Role::Bad.of("several solutions"),
                format!(": two of them differ in {cells}, marked ~").into(),
            ]
        }
        Status::None => vec![Role::Bad.of("no solution"), format!(": {}", analysis.evidence).into()],
        status => vec![Role::Doubtful.of(status.name())],
    }
}

/// Returns the class of the puzzle, and what the search took.
pub(super) fn details(board: &Board) -> Vec<Paragraph> {
    let Known::Found(analysis, grading) = board.known() else { return Vec::new() };
    let counters = analysis.counters;
    let [nodes, guesses] = [(counters.nodes, "node"), (counters.guesses, "guess")]
        .map(|(count, noun)| units::counted(count, noun));
    let time = units::time(analysis.time.as_nanos() as f64);
    let search =
        vec![format!("{time}, {nodes}, {guesses}").into(), Role::Muted.of(format!(" ({})", analysis.engine))];
    let grade = match grading {
        Grading::Running => Some(vec![Role::Muted.of("grading …")]),
        Grading::Stopped => Some(vec![Role::Doubtful.of("not graded"), ": stopped".into()]),
        Grading::Done(grade) => grade.as_ref().map(graded),
    };
    grade.into_iter().chain([search]).collect()
}

fn graded(grade: &Grade) -> Paragraph {
    let (class, rating, step) = (grade.difficulty, grade.rating, grade.hardest_step());
    vec![
        "class ".into(),
        Role::Strong.of(class),
        ", rating ".into(),
        Role::Strong.of(rating),
        format!(", hardest step: {step}").into(),
    ]
}

/// Returns what the person asked for: a question, a hint, a solution, and messages.
pub(super) fn notes(board: &Board) -> Vec<Paragraph> {
    if let Some(prompt) = board.prompt() {
        return question(prompt);
    }
    let message = board.message().map(|(role, words)| vec![role.of(words)]);
    let generating = board.generator().in_words().map(|words| vec![Role::Muted.of(words)]);
    let mut notes: Vec<Paragraph> = message.into_iter().chain(generating).collect();
    notes.extend(hint(board));
    if board.solution().is_some() {
        notes.push(vec![
            Role::Strong.of("a solution is shown"),
            "; its digits are marked '".into(),
            Role::Muted.of(if board.known().is_unique() {
                "; s hides it"
            } else {
                "; s goes on to the next"
            }),
            Role::Muted.of(", Enter keeps it"),
        ]);
    }
    notes
}

fn question<T>(prompt: &Prompt<T>) -> Vec<Paragraph> {
    let answer = match &prompt.answer {
        Answer::Text(text) => vec![Role::Strong.of(format!("> {text}_"))],
        Answer::Choice { choices, chosen } => {
            let choice = |(index, (name, _)): (usize, &(String, T))| match index == *chosen {
                true => Role::Strong.of(format!("[{}\u{a0}{}] ", index + 1, name.replace(' ', "\u{a0}"))),
                false => {
                    Span::from(format!("\u{a0}{}\u{a0}{}\u{a0} ", index + 1, name.replace(' ', "\u{a0}")))
                }
            };
            choices.iter().enumerate().map(choice).collect()
        }
    };
    let keys = match prompt.answer {
        Answer::Text(_) => "Enter writes it, Esc cancels",
        Answer::Choice { .. } => "a number or Enter chooses, Esc cancels",
    };
    vec![vec![Role::Strong.of(&prompt.title)], answer, vec![Role::Muted.of(keys)]]
}

fn hint(board: &Board) -> Vec<Paragraph> {
    match board.hint() {
        Hint::None => Vec::new(),
        Hint::Awaited(time) if time.as_secs() == 0 => vec![vec![Role::Muted.of("looking for a step …")]],
        Hint::Awaited(time) => {
            let seconds = time.as_secs();
            vec![vec![Role::Muted.of(format!("looking for a step for {seconds} s; Esc cancels"))]]
        }
        Hint::Walk(walk) => match walk.step() {
            Some(step) => {
                let head = format!("step {}, {}: ", walk.number(), step.technique);
                let words = [vec![Role::Strong.of(head)], in_words(step)].concat();
                vec![words, vec![Role::Muted.of("h applies it (+ placed, - candidates removed, * reason)")]]
            }
            None if walk.is_at_end() => vec![end(board, walk)],
            None => vec![vec![Role::Muted.of("h shows the next step")]],
        },
    }
}

/// Returns why there is no further step.
fn end(board: &Board, walk: &Walk) -> Paragraph {
    let explanation = walk.explanation();
    let contradiction = explanation.contradiction.map(|lost| lost.in_words(&board.sheet().puzzle));
    let several = "the puzzle has several solutions, so nothing more follows";
    match (contradiction, board.known()) {
        _ if explanation.is_solved => vec![Role::Good.of("solved"), ": there is no further step".into()],
        (Some(words), _) => vec![Role::Bad.of("contradiction"), format!(": {words}").into()],
        (None, Known::Found(analysis, _)) if analysis.status == Status::Multiple => {
            vec![Role::Doubtful.of("logic ends here"), format!(": {several}").into()]
        }
        _ => vec![Role::Doubtful.of("logic ends here"), ": no technique applies".into()],
    }
}
