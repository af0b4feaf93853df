//! `corpus convert` and `corpus stats`: the same puzzles, however they are written.

use super::*;

const PUZZLE: &str = "1..2......34....";
const SOLUTION: &str = "1342421321343421";

#[test]
fn there_and_back_is_the_same_digest_in_every_format() {
    let folder = Folder::new();
    let names = [
        "hard.txt",
        "sizes/4x4.txt",
        "sizes/6x6.txt",
        "sizes/12x12.txt",
        "sizes/16x16.txt",
        "sizes/25x25.txt",
    ];
    for corpus_name in names {
        let source = shipped(corpus_name);
        let wanted = digest(&source);
        for (format, name) in [
            ("line", "a.txt"),
            ("csv", "a.csv"),
            ("block", "b.txt"),
            ("boxed", "c.txt.gz"),
            ("sdk", "a.sdk.zst"),
            ("sdm", "a.sdm.xz"),
            ("pencilmarks", "d.txt"),
        ] {
            if format == "pencilmarks" && corpus_name != "hard.txt" {
                continue;
            }
            let path = folder.path(name);
            assert_eq!(corpus(&["convert", &source, "--to", format, "-o", &path, "--force"]).code, Some(0));
            assert_eq!(digest(&path), wanted, "{corpus_name} {format}");
            let back = folder.path("back.txt");
            corpus(&["convert", &path, "-o", &back, "--force"]).ok();
            assert_eq!(digest(&back), wanted, "{corpus_name} {format}");
        }
    }
}

#[test]
fn the_name_of_the_output_chooses_format_and_compression() {
    let folder = Folder::new();
    let (csv, gz) = (folder.path("a.csv"), folder.path("b.sdm.gz"));
    piped(&["convert", "-o", &csv], &format!("{PUZZLE} 8.4 Name\n")).ok();
    assert_eq!(read(&csv), format!("puzzle,solution,rating,class,label\n{PUZZLE},,8.4,,Name\n"));
    let ran = corpus(&["convert", &csv, "-o", &gz, "--blank", "0"]);
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.contains("1 label dropped") && ran.err.contains("sdm"), "{}", ran.err);
    assert_eq!(&std::fs::read(&gz).unwrap()[..2], b"\x1f\x8b");
    assert_eq!(corpus(&["convert", &gz]).ok(), format!("{PUZZLE}\n"));
    // What is asked for counts more than the name.
    piped(&["convert", "-o", &csv, "--to", "line", "--force"], PUZZLE).ok();
    assert_eq!(read(&csv), format!("{PUZZLE}\n"));
}

#[test]
fn labels_and_solutions_stay_where_there_is_room() {
    let table = format!("puzzle,solution,name,rating\n{PUZZLE},{SOLUTION},No 7.5,8.4\n");
    let line = piped(&["convert"], &table).ok();
    assert_eq!(line, format!("{PUZZLE} {SOLUTION} 8.4 No 7.5\n"));
    let csv = piped(&["convert", "--to", "csv"], &line).ok();
    assert_eq!(csv, format!("puzzle,solution,rating,class,label\n{PUZZLE},{SOLUTION},8.4,,No 7.5\n"));
    let block = piped(&["convert", "--to", "block"], &line);
    assert_eq!(block.out, "#D 8.4 No 7.5\n1..2\n....\n..34\n....\n\n");
    assert!(block.err.contains("1 solution dropped") && !block.err.contains("label"), "{}", block.err);
    assert_eq!(piped(&["convert"], &block.out).ok(), format!("{PUZZLE} 8.4 No 7.5\n"));
    let blank = format!("puzzle,solution\n{PUZZLE},{}.\n", &SOLUTION[..15]);
    let line = piped(&["convert"], &blank);
    assert_eq!(line.out, format!("{PUZZLE}\n"), "a second puzzle on the line");
    assert!(line.err.contains("1 solution dropped"), "{}", line.err);
    let led = format!("00ab12 {PUZZLE} 1.2\n");
    assert_eq!(piped(&["convert"], &led).ok(), led);
}

#[test]
fn a_puzzle_that_a_format_cannot_hold_is_left_out_and_said() {
    let nine = "1".to_owned() + &".".repeat(80);
    let ran = piped(&["convert", "--to", "pencilmarks"], &format!("{PUZZLE} x\n{nine}\n"));
    assert_eq!((ran.code, ran.out.lines().count()), (Some(1), 1));
    assert!(ran.err.contains("line 1: a 4×4 puzzle cannot be written as pencilmarks"), "{}", ran.err);
    assert!(ran.err.contains("left out: 1 puzzle"), "{}", ran.err);
    let large = "1".to_owned() + &".".repeat(255);
    let ran = piped(&["convert", "--blank", "0"], &large);
    assert!(ran.failed(1).contains("'0' cannot mark the blank cells of a 16×16 puzzle"));
    assert!(piped(&["convert", "--blank", "7"], &large).failed(2).contains("expected one of"));
}

#[test]
fn statistics_say_what_a_corpus_is_made_of() {
    let nine = "1".to_owned() + &".".repeat(80);
    let input = format!("{PUZZLE} easy\n3..2......14....\n{nine}\n{PUZZLE} easy\n{PUZZLE} {SOLUTION}\n");
    let text = piped(&["stats", "--isomorphs"], &input).ok();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[..6],
        [
            "puzzles        5",
            "malformed      0",
            "with label     2",
            "with solution  1",
            "duplicates     2",
            "isomorphs      3"
        ]
    );
    let full = "█".repeat(40);
    assert!(
        text.contains(&format!("size  puzzles\n4×4         4  {full}\n9×9         1  ██████████\n")),
        "{text}"
    );
    assert!(
        text.contains("class  puzzles\neasy         2  ") && text.contains("\nstdin        3  "),
        "{text}"
    );
    assert!(
        text.contains("clues  puzzles\n1            1  ") && text.contains("\n4            4  "),
        "{text}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&piped(&["stats", "--format", "json"], &input).ok()).unwrap();
    assert_eq!((json["puzzles"].as_u64(), json["isomorphs"].as_u64()), (Some(5), None));
    assert_eq!(json["size"]["4×4"], 4);
    let csv = piped(&["stats", "--format", "csv"], &input).ok();
    assert!(csv.starts_with("what,name,value\ncorpus,puzzles,5\n"), "{csv}");
    assert!(csv.contains("\nclues,4,4\n") && csv.contains("\ncorpus,isomorphs,\n"), "{csv}");
    let check = run(&["check", &shipped("hard.txt"), "--summary", "--format", "json"]).ok();
    assert!(check.contains(&digest(&shipped("hard.txt"))), "{check}");
}
