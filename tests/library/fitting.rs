//! Tables and words fit the terminal: a row is never broken in two, and what is given up goes in the order that the table
//! names.

use dlxbench::report::{Cell, Look, Role, Screen, Table};

fn drawn(table: &Table, width: usize) -> String {
    let mut screen = Screen::new(Look { color: false, width: Some(width) });
    screen.table(table);
    screen.to_string()
}

/// 82 columns wide, 73 and 56 without what is expendable.
fn wide() -> Table {
    let headings = ["class", "puzzles", "verdict of all of them", "interval", "p50", "p90", "mean"];
    let row = |class: &str| {
        let cells = ["2,000", "as it should be", "9.933 to 10.585", "4.60 µs", "4.79 µs", "4.57 µs"];
        [Cell::name(class)].into_iter().chain(cells.map(Cell::from))
    };
    Table::new(1, headings).with([row("easy"), row("数独")]).expendable(["mean", "interval"])
}

#[test]
fn columns_are_given_up_in_the_order_that_the_table_names() {
    let all = "\
class  puzzles  verdict of all of them         interval      p50      p90     mean
easy     2,000         as it should be  9.933 to 10.585  4.60 µs  4.79 µs  4.57 µs
数独     2,000         as it should be  9.933 to 10.585  4.60 µs  4.79 µs  4.57 µs
";
    for width in [82, 120, 200] {
        assert_eq!(drawn(&wide(), width), all, "{width}");
    }
    let without_mean = "\
class  puzzles  verdict of all of them         interval      p50      p90
easy     2,000         as it should be  9.933 to 10.585  4.60 µs  4.79 µs
数独     2,000         as it should be  9.933 to 10.585  4.60 µs  4.79 µs
";
    for width in [73, 80, 81] {
        assert_eq!(drawn(&wide(), width), without_mean, "{width}");
    }
    let without_both = "\
class  puzzles  verdict of all of them      p50      p90
easy     2,000         as it should be  4.60 µs  4.79 µs
数独     2,000         as it should be  4.60 µs  4.79 µs
";
    for width in [56, 60, 72] {
        assert_eq!(drawn(&wide(), width), without_both, "{width}");
    }
}

#[test]
fn a_table_that_can_give_up_nothing_more_is_stacked() {
    let stacked = "\
class                   easy
puzzles                 2,000
verdict of all of them  as it should be
p50                     4.60 µs
p90                     4.79 µs

class                   数独
puzzles                 2,000
verdict of all of them  as it should be
p50                     4.60 µs
p90                     4.79 µs
";
    assert_eq!(drawn(&wide(), 55), stacked);
    // Words are wrapped within their column, and what is to be copied stays whole.
    let mut table = Table::new(2, ["at", "reason", "puzzle"]);
    table.push(["a:1".into(), "two solutions or more".into(), Cell::code("1..2......34....")]);
    table.push(["b:2".into(), Cell::MISSING, Cell::code("1")]);
    let stacked = "\
at      a:1
reason  two
        solutions
        or more
puzzle  1..2......34....

at      b:2
puzzle  1
";
    assert_eq!(drawn(&table, 18), stacked);
}

#[test]
fn no_line_is_wider_than_the_terminal_whatever_its_width() {
    for width in 31..200 {
        let drawn = drawn(&wide(), width);
        for line in drawn.lines() {
            // Each of the two characters of that name takes two columns.
            let columns = line.chars().count() + 2 * line.matches("数独").count();
            assert!(columns <= width, "{width}: {line}");
        }
    }
}

#[test]
fn columns_of_zeros_are_left_out() {
    let row = |class: &str, none: u64, stopped: u64| [class.into(), none.into(), 7.into(), stopped.into()];
    let table = |rows: [[Cell; 4]; 2]| Table::new(1, ["class", "none", "unique", "stopped"]).with(rows);
    let some = table([row("", 0, 0), row("", 0, 3)]).without_zeros();
    assert_eq!(some.text(), "class  unique  stopped\n            7        0\n            7        3\n");
    assert_eq!(table([row("a", 0, 0), row("b", 0, 0)]).without_zeros().lines()[0], "class  unique");
}

#[test]
fn colors_are_around_words_and_never_around_blanks() {
    let mut table = Table::new(1, ["class", "verdict"]);
    table.push(["easy".into(), Cell::from("faster").role(Role::Good)]);
    let mut screen = Screen::new(Look { color: true, width: None });
    screen.table(&table);
    assert_eq!(
        screen.as_str(),
        "\x1b[1mclass\x1b[0m  \x1b[1mverdict\x1b[0m\neasy    \x1b[32mfaster\x1b[0m\n"
    );
    // Without colors it says the same.
    assert_eq!(table.text(), "class  verdict\neasy    faster\n");
}
