//! Grids: sizes, reading and drawing, clashes, checking of solutions, isomorphs, the encoding to exact cover.

use std::collections::{HashMap, HashSet};

use dlxbench::cover::{Limits, Matrix, OptionId};
use dlxbench::random::Random;
use dlxbench::sudoku::isomorph::Isomorphism;
use dlxbench::sudoku::{Geometry, Grid, Symbols, Unit, Verifier, encode};

const LINE: &str = "2..1.5..3.54...71..1.2.3.8..6.28.73.1.......2.38.47.1..2.3.8.1..96...45.8..7.1..4";

#[test]
fn every_unit_has_as_many_cells_as_there_are_digits() {
    for geometry in Geometry::ALL {
        let mut counts = HashMap::new();
        for unit in (0..geometry.cell_count()).flat_map(|cell| geometry.units(cell)) {
            *counts.entry(unit).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 3 * geometry.size());
        assert!(counts.values().all(|&count| count == geometry.size()));
    }
}

#[test]
fn boxes_of_uneven_sizes_are_wider_than_high() {
    let six = Geometry::from_size(6).unwrap();
    assert_eq!((0..6).map(|column| six.box_of(column)).collect::<Vec<_>>(), [0, 0, 0, 1, 1, 1]);
    assert_eq!((0..6).map(|row| six.box_of(row * 6)).collect::<Vec<_>>(), [0, 0, 2, 2, 4, 4]);
}

#[test]
fn sizes_are_read_as_they_are_written() {
    for geometry in Geometry::ALL {
        assert_eq!(geometry.to_string().parse(), Ok(geometry));
        assert_eq!(geometry.size().to_string().parse(), Ok(geometry));
    }
    assert_eq!("16x16".parse::<Geometry>().unwrap().size(), 16);
    for wrong in ["", "5", "9x", "9x4", "x9", "nine"] {
        let error = wrong.parse::<Geometry>().unwrap_err().to_string();
        assert_eq!(error, format!("unknown size {wrong:?}; expected 4, 6, 9, 12, 16 or 25"));
    }
}

#[test]
fn a_line_and_its_drawing_are_the_same_grid() {
    for text in [LINE, "1..2......34....", "..3..4.......1...2.....5....6......."] {
        let grid: Grid = text.parse().unwrap();
        assert_eq!(grid.to_line(), text);
        assert_eq!(grid.to_string().parse::<Grid>().unwrap(), grid);
    }
}

#[test]
fn drawings_have_borders_around_the_boxes() {
    let grid: Grid = "1.........2.........3.........4.....".parse().unwrap();
    let expected = "\
+-------+-------+
| 1 . . | . . . |
| . . . | . 2 . |
+-------+-------+
| . . . | . . . |
| . . 3 | . . . |
+-------+-------+
| . . . | . . . |
| 4 . . | . . . |
+-------+-------+
";
    assert_eq!(grid.to_string(), expected);
    let marked = grid.drawn(&|cell| [0, 2, 3, 10, 11, 24].contains(&cell));
    assert_eq!(marked.lines().nth(1), Some("|(1).(.)|(.). . |"));
    assert_eq!(marked.lines().nth(2), Some("| . . . | .(2 .)|"));
    assert_eq!(marked.lines().nth(7), Some("|(.). . | . . . |"));
}

#[test]
fn the_pattern_is_solved_in_every_size() {
    assert!(Geometry::ALL.into_iter().all(|geometry| Grid::pattern(geometry).is_solved()));
}

#[test]
fn clashes_are_found_in_every_kind_of_unit() {
    let clash = |text: &str| {
        text.parse::<Grid>().unwrap().clash().map(|clash| (clash.first, clash.second, clash.unit))
    };
    assert_eq!(clash("1..1............"), Some((0, 3, Unit::Row(0))));
    assert_eq!(clash(".2...........2.."), Some((1, 13, Unit::Column(1))));
    assert_eq!(clash("..........3....3"), Some((10, 15, Unit::Box(3))));
    assert_eq!(clash("12.............."), None);
}

#[test]
fn cells_that_make_no_grid_are_refused() {
    let error = |cells: &[u8]| Grid::try_from(cells).unwrap_err().to_string();
    assert_eq!(error(&[0; 80]), "80 cells; a grid has 16, 36, 81, 144, 256 or 625");
    let mut cells = [0; 16];
    cells[7] = 5;
    assert_eq!(error(&cells), "cell 7 is 5; a 4×4 grid has the digits 1 to 4, and 0 for a blank cell");
}

fn error(text: &str) -> String {
    text.parse::<Grid>().unwrap_err().to_string()
}

#[test]
fn every_blank_sign_and_lower_case_are_read() {
    let grid: Grid = "1.0*_xX-4.......".parse().unwrap();
    assert_eq!(grid.to_line(), "1.......4.......");
    let twelve: Grid = format!("abcABC{}", "0".repeat(138)).parse().unwrap();
    assert_eq!(&twelve.to_line()[..6], "ABCABC");
}

#[test]
fn the_symbols_of_large_grids_decide_the_alphabet() {
    let line = |start: &str, length: usize| format!("{start}{}", ".".repeat(length - start.len()));
    let read = |start: &str, length: usize| line(start, length).parse::<Grid>();
    assert_eq!(read("1G", 256).unwrap().cells()[..2], [1, 16]);
    assert_eq!(read("0F", 256).unwrap().cells()[..2], [1, 16]);
    assert_eq!(read("9A", 256).unwrap().cells()[..2], [9, 10]);
    assert_eq!(read("AY", 625).unwrap().cells()[..2], [1, 25]);
    assert_eq!(read("1P", 625).unwrap().cells()[..2], [1, 25]);
    assert_eq!(read("0F", 256).unwrap().to_line(), line("0F", 256));
    assert!(read("0G", 256).is_err() && read("1Y", 625).is_err());
}

#[test]
fn mistakes_are_named_with_line_column_and_character() {
    assert_eq!(
        error(&LINE[1..]),
        "line 1, column 1: 80 cells in one line; a puzzle has 16, 36, 81, 144, 256 or 625"
    );
    assert!(error(&format!("{LINE}.")).contains("82 cells"));
    let wrong = error(&LINE.replacen('4', "?", 1));
    assert_eq!(
        wrong,
        "line 1, column 12: invalid character '?' in a 9×9 puzzle; expected 1-9, or . 0 * _ x - for a blank"
    );
    assert!(
        error("1..5............")
            .starts_with("line 1, column 4: invalid character '5' in a 4×4 puzzle; expected 1-4")
    );
    assert!(error("12..\n....\n..5.\n....").starts_with("line 3, column 3: invalid character '5' in a 4×4"));
    assert!(error("12..\n....\n...\n....").contains("line 3, column 1: this row has 3 cells"));
    assert!(error("12..\n....\n....").contains("3 rows of 4 cells; a 4×4 grid needs 4"));
    assert!(error("12345\n12345").contains("rows of 5 cells"));
    assert!(error("").contains("found no cells"));
    assert!(error("hello").starts_with("line 1, column 1: 5 cells"));
    assert!(error("hällo").starts_with("line 1, column 2: invalid character 'ä'"));
}

#[test]
fn dashes_are_rows_where_rows_are_missing() {
    let with_border = "12|..\n..|..\n-----\n..|..\n..|34\n";
    let with_blanks = "12..\n----\n....\n..34\n";
    assert_eq!(with_border.parse::<Grid>().unwrap().to_line(), "12............34");
    assert_eq!(with_blanks.parse::<Grid>().unwrap().to_line(), "12............34");
}

#[test]
fn borders_are_known_whatever_their_corners() {
    let rows: Vec<&str> = LINE.as_bytes().chunks(9).map(|row| std::str::from_utf8(row).unwrap()).collect();
    for border in [
        "+---+---+",
        "|---+---+---|",
        ":---+---:",
        "+===+",
        "┌───┬───┐",
        "╠═══╬═══╣",
        "─────────",
        "| |",
        "*-----------*",
        ".---.---.---.",
        "_________",
        "---|---",
    ] {
        let bands: Vec<String> = rows.chunks(3).map(|band| band.join("\n")).collect();
        let block = format!("{border}\n{}\n{border}", bands.join(&format!("\n{border}\n")));
        assert_eq!(block.parse::<Grid>().unwrap().to_line(), LINE, "{border}");
    }
}

#[test]
fn rows_are_known_however_they_are_drawn() {
    let read = |row: &str, size: usize| format!("{row}\n").repeat(size).parse::<Grid>();
    for (row, cells) in [
        ("53..7....", "53..7...."),
        ("|53.|.7.|...|", "53..7...."),
        ("│5 3 . ║ . 7 . ║ . . .│", "53..7...."),
        ("5,3,0,0,7,0,0,0,0", "53..7...."),
        ("5;3;;;7;;;;", "53..7...."),
        (".........", "........."),
        ("*********", "........."),
        ("xxxxxxxxx", "........."),
        ("1 2 10 16 . . . . | 0 0 0 0 | 5 6 7 8", "12AG........5678"),
        ("1, 2,10,16,0,00,..,-,,3,4,5,6,7,8,9", "12AG.....3456789"),
        ("ABC ABC ... ...", "ABCABC......"),
    ] {
        let size = cells.len();
        assert_eq!(read(row, size).unwrap().to_line(), cells.repeat(size), "{row}");
    }
    for (other, size) in [
        ("Easy-1", 6),
        ("5?..7....", 9),
        ("5,3,10,0,7,0,0,0,0", 9),
        ("1 2 10 17 . . . . 0 0 0 0 5 6 7 8 ?", 16),
    ] {
        assert!(read(other, size).is_err(), "{other}");
    }
    // Numbers of two digits are one cell, and columns count characters all the same.
    let wrong = read("| 10  2 | 3 4 5 6 7 8 9 11 D . |", 12).unwrap_err().to_string();
    assert!(wrong.starts_with("line 1, column 28: invalid character 'D' in a 12×12 puzzle"), "{wrong}");
}

#[test]
fn any_change_to_a_solution_is_noticed() {
    let solution: Vec<u8> = "1342421321343421".bytes().map(|byte| byte - b'0').collect();
    let verifier = Verifier::new(Geometry::from_size(4).unwrap());
    let mut givens = vec![0; 16];
    givens[0] = 1;
    assert!(verifier.solves(&givens, &solution));
    for cell in 0..16 {
        for digit in (0..=5).filter(|&digit| digit != solution[cell]) {
            let mut wrong = solution.clone();
            wrong[cell] = digit;
            assert!(!verifier.solves(&givens, &wrong), "{wrong:?}");
        }
    }
    givens[0] = 2;
    assert!(!verifier.solves(&givens, &solution));
    assert!(!verifier.solves(&givens, &solution[..15]));
}

#[test]
fn the_image_of_a_solved_grid_is_solved() {
    for geometry in Geometry::ALL {
        let solved = Grid::pattern(geometry);
        let mut random = Random::new(3);
        let mut images = HashSet::new();
        for _ in 0..50 {
            let isomorphism = Isomorphism::random(geometry, &mut random);
            let image = solved.with_cells(&isomorphism.image(solved.cells()));
            assert!(image.is_solved());
            images.insert(image);
        }
        assert!(images.len() > 40, "{geometry}: {} different images", images.len());
    }
}

#[test]
fn the_whole_matrix_has_four_n_squared_items_and_n_cubed_options() {
    for geometry in Geometry::ALL {
        let (problem, size) = (encode::all_options(geometry), geometry.size());
        assert_eq!(problem.item_count(), 4 * size * size);
        assert_eq!(problem.option_count(), size.pow(3));
        assert_eq!(problem.entry_count(), 4 * size.pow(3));
        assert!(problem.items().all(|item| problem.option_count_of(item) == size));
    }
}

#[test]
fn columns_are_named_for_cells_rows_columns_and_boxes() {
    let problem = encode::all_options(Geometry::NINE);
    let last = OptionId::from_index(728);
    assert_eq!(problem.option_line(OptionId::from_index(0)), "R0C0 R0#1 C0#1 B0#1");
    assert_eq!(problem.option_line(last), "R8C8 R8#9 C8#9 B8#9");
}

#[test]
fn all_288_grids_of_size_four_are_found_and_valid() {
    let problem = encode::all_options(Geometry::from_size(4).unwrap());
    let mut matrix = Matrix::new(&problem);
    let mut grids = HashSet::new();
    for solution in matrix.search(Limits::default()) {
        let grid = encode::grid_of(&problem, &solution, Symbols::default()).unwrap();
        assert!(grid.is_solved());
        grids.insert(grid.to_line());
    }
    assert_eq!(grids.len(), 288);
}

#[test]
fn givens_rule_out_options() {
    let puzzle: Grid = "1...............".parse().unwrap();
    let problem = encode::options_of(&puzzle);
    // The given's cell has one option instead of 4; its 7 peers lose the 1: 64 - 3 - 7.
    assert_eq!(problem.option_count(), 54);
    assert_eq!(problem.option_line(OptionId::from_index(0)), "R0C0 R0#1 C0#1 B0#1");
}
