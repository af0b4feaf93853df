//! `dlxbench problem`: writes classic exact-cover problems in Knuth's format.

use std::io::Write;

use anyhow::Context;
use clap::{Args, Subcommand};
use dlxbench::cover::problems::{self, timetable};
use dlxbench::cover::{Problem, text};
use dlxbench::sudoku::{Grid, encode};

use super::console::stdout;
use super::exit::Exit;
use super::input;

const EXAMPLES: &str = "\
Examples:
  dlxbench problem queens 8 | dlxbench cover - --count
  dlxbench problem langford 7 > langford7.txt
  dlxbench problem pentominoes 10x6 | dlxbench cover - --explain
  dlxbench problem timetable examples/timetable.csv | dlxbench cover - --explain";

/// Write a classic exact-cover problem in Knuth's text format, for `dlxbench cover`
#[derive(Args)]
#[command(after_help = EXAMPLES, subcommand_value_name = "KIND", subcommand_help_heading = "Kinds")]
#[command(disable_help_subcommand = true)]
pub(crate) struct ProblemArgs {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand)]
enum Kind {
    /// N queens on an N×N board, no two attacking each other
    Queens {
        /// Number of queens, 1 to 512
        n: usize,
    },
    /// Langford pairs: k numbers between the two copies of each k
    Langford {
        /// Largest number, 1 to 512
        n: usize,
    },
    /// The twelve pentominoes in a box
    ///
    /// A box of 60 cells uses all twelve; a smaller box, of a multiple of 5 cells, uses some of them. An 8x8 box has a
    /// hole of four cells in the middle.
    Pentominoes {
        /// Width and height of the box: 10x6, 12x5, 15x4, 20x3, 8x8 …
        #[arg(value_name = "WxH", value_parser = parse_box)]
        size: (usize, usize),
    },
    /// Latin squares: every number once in each row and column
    Latin {
        /// Order of the square, 1 to 128
        n: usize,
    },
    /// A Sudoku puzzle, with items named R0C0 (cell), R0#1 (row), C0#1 (column) and B0#1 (box)
    Sudoku {
        /// Puzzle in one line, of any size from 4×4 to 25×25
        puzzle: String,
    },
    /// A school timetable: every lesson once, no teacher, group or room twice in a slot
    ///
    /// The CSV columns are lesson,teacher,group,rooms,slots, with semicolons between several rooms or slots. See
    /// examples/timetable.csv.
    Timetable {
        /// CSV file, also compressed (gzip, zstd or xz), or - for standard input
        file: String,
    },
}

fn parse_box(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str| text.parse::<usize>().ok();
    let sides =
        text.split_once(['x', 'X', '×']).and_then(|(width, height)| Some((number(width)?, number(height)?)));
    sides.ok_or_else(|| "expected width and height, as in 10x6".to_owned())
}

pub(crate) fn run(args: ProblemArgs) -> anyhow::Result<Exit> {
    let (title, problem) = make(args.kind)?;
    let mut output = stdout();
    text::write(&problem, &[title], &mut output)?;
    output.flush()?;
    Ok(Exit::Success)
}

/// Returns the problem and its title. The first word of the title tells `cover --explain` how to draw solutions.
fn make(kind: Kind) -> anyhow::Result<(String, Problem)> {
    Ok(match kind {
        Kind::Queens { n } => (format!("queens {n}"), problems::queens(n)?),
        Kind::Langford { n } => (format!("langford {n}"), problems::langford(n)?),
        Kind::Pentominoes { size: (width, height) } => {
            (format!("pentominoes {width}x{height}"), problems::pentominoes(width, height)?)
        }
        Kind::Latin { n } => (format!("latin {n}"), problems::latin(n)?),
        Kind::Sudoku { puzzle } => {
            let grid: Grid = puzzle.parse().context("not a puzzle")?;
            (format!("sudoku {}", grid.to_line()), encode::options_of(&grid))
        }
        Kind::Timetable { file } => {
            let (name, reader) = input::open_unpacked(&file)?;
            let problem = timetable::timetable(reader).with_context(|| name.clone())?;
            (format!("timetable {}", name.replace(|c: char| c.is_control(), " ")), problem)
        }
    })
}
