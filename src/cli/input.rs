//! What a command reads: files, standard input, or puzzles typed on the command line.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::path::Path;

use anyhow::{Context, bail};
use clap::Args;
use dlxbench::corpus::{Column, Decompressor, Source};
use dlxbench::sudoku::{Grid, is_cell};

/// How files of puzzles are read.
#[derive(Args)]
pub(crate) struct ReadArgs {
    /// The column of the puzzles in a table (CSV): its name in the header, or its number from 1
    #[arg(long, value_name = "NAME|N", help_heading = "Input")]
    pub(crate) column: Option<Column>,

    /// Say on standard error what each input turned out to be: compression, format, columns
    #[arg(long, short, help_heading = "Input")]
    pub(crate) verbose: bool,
}

/// What an argument of the form `PUZZLE|FILE|-` stands for.
pub(crate) enum Input {
    /// A puzzle, typed.
    Puzzle(Box<Grid>),
    /// A file or standard input, and how to name it in messages.
    Stream { name: String, reader: Box<dyn BufRead> },
}

/// Opens a file, or standard input for `-`; the name is for messages.
pub(crate) fn open(path: &str) -> anyhow::Result<(String, Box<dyn BufRead>)> {
    const BUFFER: usize = 256 << 10;
    if path == "-" {
        return Ok(("standard input".to_owned(), Box::new(BufReader::with_capacity(BUFFER, io::stdin()))));
    }
    if Path::new(path).is_dir() {
        bail!("{path} is a folder; name a file, or - for standard input");
    }
    let file = File::open(path).with_context(|| format!("cannot open {path}"))?;
    Ok((path.to_owned(), Box::new(BufReader::with_capacity(BUFFER, file))))
}

/// The same for a file that is not a corpus, unpacked if it is compressed.
pub(crate) fn open_unpacked(path: &str) -> anyhow::Result<(String, impl BufRead)> {
    let (name, reader) = open(path)?;
    Ok((name, Decompressor::new(reader)))
}

/// Decides what an argument stands for: a file if there is one of this name, a shipped
/// corpus, otherwise a puzzle.
pub(crate) fn puzzle_or_file(argument: &str) -> anyhow::Result<Input> {
    if argument == "-" || Path::new(argument).exists() {
        let (name, reader) = open(argument)?;
        return Ok(Input::Stream { name, reader });
    }
    if let Some(name) = argument.strip_prefix("shipped:") {
        let source = Source::shipped_named(name)?;
        return Ok(Input::Stream { reader: source.open()?, name: source.name });
    }
    match argument.parse::<Grid>() {
        Ok(grid) => Ok(Input::Puzzle(Box::new(grid))),
        Err(error) if looks_like_puzzle(argument) => bail!("not a puzzle: {error}"),
        Err(_) if argument.trim().is_empty() => bail!("an empty argument is neither a puzzle nor a file"),
        Err(_) => bail!("{}: no such file, and not a puzzle either (try --help)", shortened(argument)),
    }
}

/// Whether somebody who typed this meant a puzzle: long, with hardly anything but cells, and not like a path.
pub(crate) fn looks_like_puzzle(argument: &str) -> bool {
    let cells = argument.chars().filter(|c| is_cell(*c) || c.is_whitespace()).count();
    let signs = argument.chars().filter(|c| c.is_ascii_digit() || matches!(c, '.' | '*' | '_')).count();
    let length = argument.chars().count();
    length >= 12 && cells * 10 >= length * 8 && signs * 2 >= length && !argument.contains(['/', '\\'])
}

/// A text from outside, cut to a readable length.
pub(crate) fn shortened(argument: &str) -> String {
    const SHOWN: usize = 100;
    let mut text: String = argument.chars().take(SHOWN).collect();
    if text.len() < argument.len() {
        text.push('…');
    }
    text
}

/// The arguments, or standard input if there are none and something is piped into it.
pub(crate) fn or_standard_input(arguments: Vec<String>, wanted: &str) -> anyhow::Result<Vec<String>> {
    if !arguments.is_empty() {
        return Ok(arguments);
    }
    if io::stdin().is_terminal() {
        bail!("nothing to do: give {wanted}, or - for standard input (try --help)");
    }
    Ok(vec!["-".to_owned()])
}
