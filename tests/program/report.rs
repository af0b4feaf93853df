//! `dlxbench report`: every report again from a record, and a clear word where there is none.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

use super::bench::{MIXED, Record, bench};
use super::{Ran, program, run};

/// A record that never changes, made with
/// `dlxbench bench examples/faulty.txt shipped:famous --engine dlx,sweep --per-puzzle --name golden --out tests/golden/record`.
const GOLDEN: &str = "tests/golden/record";

fn report(arguments: &[&str]) -> Ran {
    run(&[&["report"], arguments].concat())
}

fn golden(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)).unwrap()
}

/// A copy of the golden record that may be damaged.
struct Copy {
    folder: tempfile::TempDir,
}

impl Copy {
    fn new() -> Copy {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("record")).unwrap();
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(GOLDEN)).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), folder.path().join("record").join(entry.file_name())).unwrap();
        }
        Copy { folder }
    }

    fn record(&self) -> String {
        self.folder.path().join("record").to_str().unwrap().to_owned()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join("record").join(name)
    }

    fn change(&self, name: &str, change: impl FnOnce(String) -> String) {
        let text = fs::read_to_string(self.file(name)).unwrap();
        fs::write(self.file(name), change(text)).unwrap();
    }

    /// The page of the record.
    fn page(&self) -> Ran {
        let page = self.folder.path().join("page.html");
        report(&[&self.record(), "--out", page.to_str().unwrap()])
    }

    fn page_text(&self) -> String {
        self.page().ok();
        fs::read_to_string(self.folder.path().join("page.html")).unwrap()
    }

    /// What the program says about the page of a damaged record, of which nothing is left.
    fn refusal(&self) -> String {
        let message = self.page().failed(2);
        assert_eq!(fs::read_dir(self.folder.path()).unwrap().count(), 1, "{message}");
        message
    }
}

#[test]
fn table_markdown_and_csv_are_what_they_have_always_been() {
    assert_eq!(report(&[GOLDEN]).ok(), golden("table.txt"));
    assert_eq!(report(&[GOLDEN, "--format", "markdown"]).ok(), golden("report.md"));
    assert_eq!(report(&[GOLDEN, "--format", "csv"]).ok(), golden("summary.csv"));
}

#[test]
fn a_report_is_what_the_run_printed_and_wrote() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let out = out.to_str().unwrap();
    let printed = bench(&["--engine", "sweep,dlx", "--sample", "50", "--out", out]).ok();
    assert_eq!(report(&[out]).ok(), printed);
    for (format, file) in [("markdown", "report.md"), ("csv", "summary.csv"), ("json", "run.json")] {
        assert_eq!(
            report(&[out, "--format", format]).ok(),
            fs::read_to_string(Path::new(out).join(file)).unwrap()
        );
    }
}

#[test]
fn the_page_is_one_file_that_is_never_overwritten() {
    let copy = Copy::new();
    let ran = copy.page();
    assert!(ran.err.contains("wrote ") && ran.out.is_empty(), "{}{}", ran.out, ran.err);
    let page = fs::read_to_string(copy.folder.path().join("page.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
    for part in
        ["Latency", "Distribution", "Throughput", "Time against guesses", "Answers", "Hardest puzzles"]
    {
        assert!(page.contains(part), "{part}");
    }
    // Paths wrap: their ends are what people look for.
    assert!(!page.contains("ellipsis"));
    // Nothing from elsewhere, and nothing that runs.
    assert!(!page.contains("<script") && !page.contains("http:") && !page.contains("https:"));
    assert!(copy.page().failed(2).contains("already exists; choose another name"));
    assert_eq!(fs::read_dir(copy.folder.path()).unwrap().count(), 2);
    // The format may be said, or follow from the name.
    for (name, format) in [("summary.csv", "csv"), ("report.md", "markdown")] {
        let (by_name, said) = (copy.folder.path().join(name), copy.folder.path().join(format));
        assert_eq!(report(&[GOLDEN, "--out", by_name.to_str().unwrap()]).ok(), "");
        report(&[GOLDEN, "--format", format, "--out", said.to_str().unwrap()]).ok();
        assert_eq!(fs::read_to_string(by_name).unwrap(), golden(name));
        assert_eq!(fs::read_to_string(said).unwrap(), golden(name));
    }
}

#[test]
fn the_page_goes_to_standard_output_too() {
    let page = report(&[GOLDEN, "--format", "html"]).ok();
    assert_eq!(page, Copy::new().page_text());
    assert_eq!(report(&[GOLDEN, "--format", "html", "--out", "-"]).ok(), page);
}

#[test]
fn without_single_puzzles_there_is_no_chart_of_guesses() {
    let copy = Copy::new();
    fs::remove_file(copy.file("puzzles.csv")).unwrap();
    assert!(!copy.page_text().contains("Time against guesses"));
}

#[test]
fn a_record_that_is_none_is_named_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(place("file"), "").unwrap();
    for (name, reason) in [("nothing", "No such file"), ("file", "it is a file"), ("", "no run.json in it")] {
        let message = report(&[&place(name)]).failed(2);
        assert!(message.contains("is not a dlxbench record: ") && message.contains(reason), "{message}");
        assert!(message.contains("a record is a folder that dlxbench bench wrote"), "{message}");
    }
    assert!(report(&[GOLDEN, "--format", "xml"]).failed(2).contains("html"));
    let message = report(&[GOLDEN, "--out", &place("no/such/folder.html")]).failed(2);
    assert!(message.contains("cannot write"), "{message}");
}

/// A file, what is said about it, and what was done to it.
type Damage<'a> = (&'a str, &'a str, &'a dyn Fn(&Copy));

/// A log whose first histogram has other bytes at this place of its header.
fn with_header(log: &str, place: usize, bytes: &[u8]) -> String {
    let start = log.find("HIST").unwrap();
    let packed = log[start..].lines().next().unwrap();
    let mut histogram = Vec::new();
    ZlibDecoder::new(&STANDARD.decode(packed).unwrap()[8..]).read_to_end(&mut histogram).unwrap();
    histogram[place..place + bytes.len()].copy_from_slice(bytes);
    let mut deflated = ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    deflated.write_all(&histogram).unwrap();
    let deflated = deflated.finish().unwrap();
    let length = (deflated.len() as u32).to_be_bytes();
    let damaged = STANDARD.encode([&[0x1c, 0x84, 0x93, 0x14], &length[..], &deflated].concat());
    log.replacen(packed, &damaged, 1)
}

#[test]
fn a_damaged_record_is_named_with_what_is_wrong() {
    let cut = |text: String| text[..text.len() / 2].to_owned();
    let damages: [Damage<'_>; 14] = [
        ("run.json", "EOF", &|copy| copy.change("run.json", cut)),
        ("run.json", "missing field `format`", &|copy| copy.change("run.json", |_| "{\"a\": 1}".to_owned())),
        ("run.json", "has format 2; this version of dlxbench reads format 1", &|copy| {
            copy.change("run.json", |text| text.replacen("\"format\": 1", "\"format\": 2", 1));
        }),
        ("run.json", "missing field `wall_ns`", &|copy| {
            copy.change("run.json", |text| text.replacen("\"wall_ns\"", "\"wall\"", 1));
        }),
        (
            "run.json",
            "min_ns is 999999999 and p50_ns is 327167; min_ns must be at most p50_ns at line",
            &|copy| {
                copy.change("run.json", |text| text.replacen("\"min_ns\": 9779", "\"min_ns\": 999999999", 1));
            },
        ),
        ("run.json", "it must be the sum of unique to timeout, which is", &|copy| {
            copy.change("run.json", |text| text.replacen("\"unique\": ", "\"unique\": 1", 1));
        }),
        ("run.hlog", "it declares 4,294,967,295 bytes", &|copy| {
            copy.change("run.hlog", |log| with_header(&log, 4, &[0xff; 4]));
        }),
        ("run.hlog", "up to 9223372036854775807 ns", &|copy| {
            copy.change("run.hlog", |log| with_header(&log, 24, &i64::MAX.to_be_bytes()));
        }),
        ("puzzles.csv", "line 2: there are no times of dlx/nowhere in run.json", &|copy| {
            copy.change("puzzles.csv", |text| text.replacen(",faulty,dlx,", ",nowhere,dlx,", 1));
        }),
        ("run.hlog", "cannot read", &|copy| fs::remove_file(copy.file("run.hlog")).unwrap()),
        ("run.hlog", "damaged", &|copy| copy.change("run.hlog", cut)),
        ("run.hlog", "expected the histogram of dlx/faulty", &|copy| {
            copy.change("run.hlog", |text| text.replacen("Tag=dlx/faulty", "Tag=dlx/flawed", 1));
        }),
        ("puzzles.csv", "line 2: ", &|copy| {
            copy.change("puzzles.csv", |text| text.replacen(",dlx,", ",dlx,,", 1));
        }),
        ("puzzles.csv", "missing field `guesses`", &|copy| {
            copy.change("puzzles.csv", |text| text.replacen("guesses", "tries", 1));
        }),
    ];
    for (file, reason, damage) in damages {
        let copy = Copy::new();
        damage(&copy);
        let message = copy.refusal();
        assert!(message.contains(file) && message.contains(reason), "{file}, {reason}: {message}");
    }
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_no_half_page() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    let script = format!(
        "trap '' XFSZ; ulimit -f 1; exec {} report {GOLDEN} --out {}",
        env!("CARGO_BIN_EXE_dlxbench"),
        page.display()
    );
    let mut command = std::process::Command::new("bash");
    command.args(["-c", &script]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let ran: Ran = command.output().unwrap().into();
    assert!(ran.failed(2).contains("cannot write"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn any_run_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let nothing_solved = file("nothing.txt", "no puzzle\n11..............\n");
    let one = file("one.txt", MIXED.lines().next().unwrap());
    let called_all = file("all.txt", MIXED);
    let runs: [&[&str]; 6] = [
        &[&nothing_solved],
        &[&one],
        &[&called_all, "corpora/sizes/6x6.txt", "corpora/sizes/25x25.txt"],
        &["--class-by", "clues", "--engine", "dlx,sweep,masks,cover", "--sample", "200"],
        &["corpora/hard.txt", "--class-by", "guesses", "--repeat", "3"],
        &["shipped:easy", "--engine", "idle"],
    ];
    for arguments in runs {
        let (record, _) = Record::of(&[arguments, &["--per-puzzle"]].concat());
        let page = record.path("page.html");
        let folder = page.parent().unwrap().to_str().unwrap();
        report(&[folder, "--out", page.to_str().unwrap()]).ok();
        let page = fs::read_to_string(page).unwrap();
        assert!(!page.contains("NaN") && !page.contains("inf "), "{arguments:?}");
        let count = |part: &str| page.matches(part).count();
        assert_eq!(count("<svg"), count("</svg>"), "{arguments:?}");
        assert_eq!(count("<g "), count("</g>"), "{arguments:?}");
    }
}

#[test]
fn names_from_outside_stay_text() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = MIXED.lines().next().unwrap();
    let file = folder.path().join("<b>&\"'.txt");
    fs::write(&file, format!("{puzzle} <script>alert(1)</script>\n<script>\n")).unwrap();
    let file = file.to_str().unwrap();
    let (record, _) =
        Record::of(&[file, "--class-by", "label", "--per-puzzle", "--name", "</title><script>"]);
    let page = record.path("page.html");
    report(&[page.parent().unwrap().to_str().unwrap(), "--out", page.to_str().unwrap()]).ok();
    let page = fs::read_to_string(page).unwrap();
    assert!(!page.contains("<script") && !page.contains("<b>"));
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && page.contains("&lt;b&gt;&amp;"));
}

#[test]
fn the_page_is_what_it_has_always_been() {
    let page = report(&[GOLDEN, "--format", "html"]).ok();
    assert!(
        page == golden("page.html"),
        "look at the page, and if it is right, make tests/golden/page.html again"
    );
}

#[test]
fn records_of_older_versions_and_those_that_ship_have_their_reports() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/records", "tests/golden", "results"].map(|folder| fs::read_dir(root.join(folder)));
    let entries = folders.into_iter().flatten().flatten().map(|entry| entry.unwrap().path());
    let records: Vec<PathBuf> = entries.filter(|path| path.join("run.json").exists()).collect();
    // base, slower and one-pass are of the first version, golden/record too.
    assert!(records.len() >= 4, "{records:?}");
    for record in records {
        let record = record.to_str().unwrap();
        if record.ends_with("-reproduce") {
            assert!(report(&[record]).ok().contains("Recursive calls"), "{record}");
            continue;
        }
        for (format, part) in
            [("table", "puzzles/s"), ("csv", "p999_ns"), ("markdown", "## "), ("html", "</html>")]
        {
            let text = report(&[record, "--format", format]).ok();
            assert!(text.contains(part), "{record}, {format}: {text}");
        }
        run(&["compare", record, record]).ok();
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut command = program();
    command.args(["report", GOLDEN]).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
