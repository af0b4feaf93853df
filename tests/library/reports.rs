//! What people and programs read: figures with their units, names from outside, tables and rows in every format.

use std::borrow::Cow;
use std::path::Path;

use dlxbench::record::{SavedRun, ThreadsRow};
use dlxbench::report::{
    Cell, Look, OutputFormat, Report, RowSink, Table, page, units, visible, visible_lines,
};
use serde::Serialize;

#[test]
fn times_have_three_digits_and_a_fitting_unit() {
    let cases = [
        (0.0, "0 ns"),
        (812.0, "812 ns"),
        (35.46, "35.5 ns"),
        (999.6, "1.00 µs"),
        (23_449.0, "23.4 µs"),
        (129_000_000.0, "129 ms"),
        (1_020_000_000.0, "1.02 s"),
        (3_600_000_000_000.0, "3600 s"),
    ];
    for (ns, text) in cases {
        assert_eq!(units::time(ns), text);
    }
}

#[test]
fn short_counts_have_three_digits() {
    let cases = [
        (0, "0"),
        (999, "999"),
        (1000, "1.00 k"),
        (23_449, "23.4 k"),
        (999_600, "1.00 M"),
        (5 << 40, "5.50 T"),
    ];
    for (number, text) in cases {
        assert_eq!(units::short(number), text);
    }
}

#[test]
fn one_is_no_plural_and_noise_beyond_measure_is_no_figure() {
    assert_eq!(
        [units::counted(1, "node"), units::counted(0, "node"), units::counted(1200, "node")],
        ["1 node", "0 nodes", "1,200 nodes"]
    );
    let noises = [None, Some(0.034), Some(1.0), Some(125.506)].map(units::noise);
    assert_eq!(noises, ["unknown", "3.4 %", "100.0 %", ">100 %"]);
}

#[test]
fn counts_have_their_thousands_apart() {
    for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1234567, "1,234,567")] {
        assert_eq!(units::count(number), text);
    }
}

#[test]
fn controls_are_seen_and_everything_else_is_left_alone() {
    assert!(matches!(visible("9×9 — Σ 数独"), Cow::Borrowed("9×9 — Σ 数独")));
    assert_eq!(visible("a\x1b[31mb\x07\n\t\x7f"), "a\\u{1b}[31mb\\u{7}\\n\\t\\u{7f}");
    assert_eq!(visible("\u{9b}x\u{202e}\u{200b}"), "\\u{9b}x\\u{202e}\\u{200b}");
    assert_eq!(visible_lines("a\n\tb\r\u{2066}"), "a\n\tb\\r\\u{2066}");
}

#[test]
fn columns_are_as_wide_as_their_widest_cell() {
    let rows =
        [["long".into(), 1234.into()], ["\x1bx".into(), Cell::time(1500.0)], ["y".into(), Cell::MISSING]];
    let table = |left: usize| Table::new(left, ["a", "time"]).with(rows.clone());
    assert_eq!(table(1).lines(), ["a           time", "long       1,234", "\\u{1b}x  1.50 µs", "y"]);
    assert_eq!(table(2).lines()[..2], ["a        time", "long     1,234"]);
}

#[test]
fn markdown_keeps_text_text_and_code_code() {
    let mut table = Table::new(1, ["a_b", "n"]);
    table.push(["<i>|".into(), Cell::code("1..2_")]);
    assert_eq!(table.markdown(), "| a\\_b | n |\n|---|---:|\n| &lt;i&gt;\\| | `1..2_` |\n");
}

#[derive(Serialize)]
struct Found<'f> {
    file: &'f str,
    time_ns: Option<u64>,
}

fn written(format: OutputFormat) -> String {
    let mut output = Vec::new();
    let mut sink = RowSink::new(format, &mut output);
    sink.row(&Found { file: "a, \"b\"", time_ns: Some(7) }).unwrap();
    sink.row(&Found { file: "c|\nd", time_ns: None }).unwrap();
    sink.text("for people\n").unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn every_format_shows_the_same_rows() {
    assert_eq!(written(OutputFormat::Table), "for people\n");
    assert_eq!(written(OutputFormat::Csv), "file,time_ns\n\"a, \"\"b\"\"\",7\n\"c|\nd\",\n");
    assert_eq!(
        written(OutputFormat::Json),
        "{\"file\":\"a, \\\"b\\\"\",\"time_ns\":7}\n{\"file\":\"c|\\nd\",\"time_ns\":null}\n"
    );
    assert_eq!(
        written(OutputFormat::Markdown),
        "| file | time\\_ns |\n|---|---|\n| a, \"b\" | 7 |\n| c\\| d |  |\n"
    );
}

#[test]
fn tables_are_for_people() {
    let mut table = Table::new(1, ["class", "puzzles"]);
    table.push(["easy".into(), 1000.into()]);
    let written = |format| {
        let mut output = Vec::new();
        let mut sink = RowSink::new(format, &mut output);
        sink.table(&table).unwrap();
        String::from_utf8(output).unwrap()
    };
    assert_eq!(written(OutputFormat::Table), "class  puzzles\neasy     1,000\n");
    assert_eq!(written(OutputFormat::Markdown), "| class | puzzles |\n|---|---:|\n| easy | 1,000 |\n");
    assert_eq!([written(OutputFormat::Csv), written(OutputFormat::Json)], ["", ""]);
}

/// The run of a record that never changes.
fn golden_record() -> SavedRun {
    let mut record = SavedRun::open(Path::new("tests/golden/record")).unwrap();
    record.load_histograms().unwrap();
    record
}

#[test]
fn threads_have_a_table_and_a_chart() {
    let row = |class: &str, threads: usize, wall_ns: u64, speedup: f64| ThreadsRow {
        class: class.to_owned(),
        threads,
        puzzles: 4000,
        rounds: 5,
        wall_ns,
        puzzles_per_second: 4000.0 / (wall_ns as f64 / 1e9),
        speedup,
        least: speedup * 0.9,
        most: speedup * 1.1,
        efficiency: speedup / threads as f64,
    };
    let mut run = golden_record().run;
    run.threads = vec![
        row("easy", 1, 20_000_000, 1.0),
        row("easy", 2, 10_416_667, 1.92),
        row("<hard>", 1, 40_000_000, 1.0),
        row("<hard>", 2, 26_666_667, 1.5),
    ];
    let text = run.text(Look::PLAIN).to_string();
    let expected = "
class   threads  puzzles     wall  puzzles/s  speed-up  single rounds  efficiency
easy          1    4,000  20.0 ms    200,000     1.00×    0.90 … 1.10       100 %
easy          2    4,000  10.4 ms    384,000     1.92×    1.73 … 2.11        96 %
<hard>        1    4,000  40.0 ms    100,000     1.00×    0.90 … 1.10       100 %
<hard>        2    4,000  26.7 ms    150,000     1.50×    1.35 … 1.65        75 %

easy    1  ████████████████████ 1.00×
        2  ██████████████████████████████████████ | 1.92×
<hard>  1  ████████████████████ 1.00×
        2  ██████████████████████████████         | 1.50×
wall times of each class by itself, best of 5 rounds; ";
    assert!(text.contains(expected), "{text}");
    assert!(run.markdown().contains("| &lt;hard&gt; | 2 | 4,000 | 26.7 ms | 150,000 | 1.50× |"));
}

#[test]
fn the_slowest_puzzles_are_drawn_with_their_givens_and_boxes() {
    let mut record = golden_record();
    record.run.slowest[0].puzzle = "1..2......34....".to_owned();
    // Boxes of a 6×6 grid are three wide and two high.
    record.run.slowest[1].puzzle = ".".repeat(36);
    let page = page(&record).unwrap();
    for part in [
        "viewBox=\"-1 -1 82 82\"",
        "<text x=\"10 70\" y=\"15\">12</text>",
        "<text x=\"50 70\" y=\"55\">34</text>",
        "class=\"thick\" d=\"M0 0v80M40 0v80M80 0v80M0 0h80M0 40h80M0 80h80\"",
        "class=\"thick\" d=\"M0 0v120M60 0v120M120 0v120M0 0h120M0 40h120M0 80h120M0 120h120\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn what_is_drawn_alike_is_one_group_of_the_chart() {
    let page = page(&golden_record()).unwrap();
    let mut groups = 0;
    for chart in page.split("<svg ").skip(1).filter_map(|rest| rest.split("</svg>").next()) {
        let attributes: Vec<&str> =
            chart.split("<g ").skip(1).map(|group| group.split('>').next().unwrap()).collect();
        assert!(attributes.windows(2).all(|pair| pair[0] != pair[1]), "{attributes:?}");
        groups += attributes.len();
    }
    assert!(groups > 50, "{groups}");
    // Lengths have one decimal at most.
    assert!(page.contains("<g class=\"line rule\" stroke-width=\"1\" stroke-opacity=\"1\"><path d=\"M"));
    let path = page.split("<path d=\"M").nth(1).unwrap().split('"').next().unwrap();
    let lengths = path.split(['L', ' ']);
    assert!(lengths.clone().count() >= 4);
    assert!(
        lengths.map(|length| length.split('.').nth(1)).all(|decimals| decimals.is_none_or(|d| d.len() == 1))
    );
}

#[test]
fn a_mean_above_p99_is_marked_and_never_comes_first() {
    let mut run = golden_record().run;
    let about = "!  a few long solves put this mean above p99";
    let text = run.text(Look::PLAIN).to_string();
    assert!(!text.contains('!'), "{text}");
    let latency = &mut run.results[0].latency;
    (latency.mean_ns, latency.p99_ns) = (Some(50_001_000.0), Some(50_000_000));
    for report in [run.text(Look::PLAIN).to_string(), run.markdown()] {
        assert!(report.contains("!50.0 ms") && report.contains(about), "{report}");
        let headings = report.lines().filter(|line| line.contains("p90") && line.contains("mean"));
        let mut headings: Vec<&str> = headings.collect();
        assert!(headings.len() >= 2, "{report}");
        headings.retain(|line| line.find("p50") > line.find("mean"));
        assert!(headings.is_empty(), "{headings:?}");
    }
}

#[test]
fn only_the_first_of_many_faults_are_on_the_screen() {
    let mut run = golden_record().run;
    run.malformed.first = (1..=20).map(|line| format!("file, line {line}")).collect();
    run.malformed.count = 3000;
    let text = run.text(Look::PLAIN).to_string();
    assert_eq!(text.matches("malformed: file, line ").count(), 3, "{text}");
    assert!(text.contains("\n  and 2,997 more; "), "{text}");
    // Four are not worth a word about the fourth.
    run.malformed.first.truncate(4);
    run.malformed.count = 4;
    let text = run.text(Look::PLAIN).to_string();
    assert_eq!(text.matches("malformed: file, line ").count(), 4, "{text}");
}

#[test]
fn histograms_have_bars_at_their_times() {
    let mut run = golden_record().run;
    run.results.truncate(3);
    let buckets = [vec![(10, 1), (100, 8), (1000, 4)], vec![(10, 3)], vec![]];
    for ((row, buckets), class) in run.results.iter_mut().zip(buckets).zip(["one", "two", "three"]) {
        row.engine = "dlx".to_owned();
        row.class = class.to_owned().into();
        row.samples = 1;
        row.latency.buckets = buckets;
    }
    let text = run.text(Look::PLAIN).to_string();
    let expected = "
       10 ns                1.19 µs
one    ▁            █            ▄
two    █
three

";
    assert!(text.contains(expected), "{text}");
}
