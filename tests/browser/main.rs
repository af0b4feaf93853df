//! The page of a run in a real browser: headless Chromium, through its driver. Without one these tests are skipped, unless
//! `DLXBENCH_BROWSER_REQUIRED` is set, as CI does.

mod driver;
mod server;

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use self::driver::Browser;
use self::server::Server;

/// A name that is a program where it is not escaped.
const SCRIPT: &str = "<script>alert(1)</script>";
const IMAGE: &str = "<img src=x onerror=alert(1)>";

/// Runs the program in a folder.
fn dlxbench(folder: &Path, arguments: &[&str]) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_dlxbench")).args(arguments).current_dir(folder).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}: {message}");
}

/// The page of a run with these arguments.
fn page_of(folder: &Path, arguments: &[&str]) -> String {
    dlxbench(folder, &[&["bench", "--quiet", "--per-puzzle", "--out", "run"], arguments].concat());
    dlxbench(folder, &["report", "run", "--out", "report.html"]);
    std::fs::read_to_string(folder.join("report.html")).unwrap()
}

/// The page of a run of two engines on the shipped corpora.
fn shipped() -> String {
    let folder = tempfile::tempdir().unwrap();
    page_of(folder.path(), &["--engine", "dlx,sweep", "--name", "shipped"])
}

/// Puts a picture where people find it, and returns its size.
fn keep(name: &str, content: &[u8]) -> usize {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), content).unwrap();
    content.len()
}

/// Whatever matches, as a list of texts.
fn texts(browser: &Browser, selector: &str) -> Vec<String> {
    let script = format!("return [...document.querySelectorAll({selector:?})].map(e => e.textContent)");
    let texts = browser.ask(&script);
    texts.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_page_asks_for_nothing_and_complains_of_nothing() {
    let Some(browser) = Browser::start() else { return };
    let server = Server::of(shipped());
    browser.open(&server.page);
    assert_eq!(browser.ask("return document.readyState"), "complete");
    assert_eq!(server.requests(), ["/report.html"]);
    let complaints = browser.log("browser");
    assert!(complaints.is_empty(), "{complaints:?}");
    // Everything that went to any network, as the browser itself saw it.
    let mut asked = Vec::new();
    for entry in browser.log("performance") {
        let message: Value = serde_json::from_str(entry["message"].as_str().unwrap()).unwrap();
        if message["message"]["method"] == "Network.requestWillBeSent" {
            asked.push(message["message"]["params"]["request"]["url"].as_str().unwrap().to_owned());
        }
    }
    asked.retain(|address| !address.starts_with("data:"));
    assert_eq!(asked, [server.page]);
    assert_eq!(texts(&browser, "script, iframe, object, embed, img, video, audio").len(), 0);
}

#[test]
fn charts_name_their_classes_and_engines() {
    let Some(browser) = Browser::start() else { return };
    let server = Server::of(shipped());
    browser.open(&server.page);
    let charts = browser.ask(
        "return [...document.querySelectorAll('.figures svg')].map(svg => ({
            title: document.getElementById(svg.getAttribute('aria-labelledby')).textContent,
            words: document.getElementById(svg.getAttribute('aria-describedby')).textContent,
            labels: [...svg.querySelectorAll('text')].map(text => text.textContent),
            marks: svg.querySelectorAll('path, circle').length,
        }))",
    );
    let charts = charts.as_array().unwrap();
    let classes = ["easy", "medium", "hard", "expert", "extreme"];
    let has = |chart: &Value, label: &str| chart["labels"].as_array().unwrap().iter().any(|it| it == label);
    let words = |chart: &Value, start: &str| chart["words"].as_str().unwrap().starts_with(start);
    let ids = browser.ask("return [...document.querySelectorAll('[id]')].map(e => e.id)");
    let ids: Vec<&str> = ids.as_array().unwrap().iter().map(|id| id.as_str().unwrap()).collect();
    assert!(ids.iter().all(|id| ids.iter().filter(|other| *other == id).count() == 1), "{ids:?}");
    // Percentiles and clouds by engine, histograms by class, two with everything.
    assert_eq!(charts.len(), 2 + 2 + 5 + 2);
    for chart in charts {
        assert!(chart["marks"].as_u64().unwrap() > 5, "{chart}");
        let engine = ["dlx", "sweep"].into_iter().find(|engine| chart["title"] == *engine);
        let class = classes.into_iter().find(|class| chart["title"] == *class);
        if class.is_none() {
            assert!(classes.iter().all(|class| has(chart, class)), "{chart}");
        }
        if engine.is_none() {
            assert!(has(chart, "dlx") && has(chart, "sweep"), "{chart}");
        }
        let named = |name: &str| chart["words"].as_str().unwrap().contains(name);
        assert!(class.map_or(classes.iter().all(|class| named(class)), named), "{chart}");
    }
    let percentiles: Vec<&Value> = charts.iter().filter(|chart| words(chart, "Time by percentile")).collect();
    assert_eq!(percentiles.len(), 2);
    for chart in percentiles {
        assert!(["0 %", "90 %", "99 %"].iter().all(|share| has(chart, share)), "{chart}");
        let has_time = |label: &Value| label.as_str().unwrap().ends_with(" µs");
        assert!(chart["labels"].as_array().unwrap().iter().any(has_time), "{chart}");
    }
}

#[test]
fn what_a_corpus_calls_things_stays_text() {
    let Some(browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let puzzle = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";
    let lines: String = (0..3).map(|_| format!("{puzzle} {SCRIPT}\n")).collect();
    let file = format!("{IMAGE}.txt");
    std::fs::write(folder.path().join(&file), format!("{lines}{SCRIPT}\n")).unwrap();
    let page = page_of(folder.path(), &[&file, "--class-by", "label", "--name", SCRIPT]);
    assert!(!page.contains("<script") && !page.contains("<img"));
    let server = Server::of(page);
    browser.open(&server.page);
    assert!(!browser.has_alert());
    assert_eq!(server.requests(), ["/report.html"]);
    assert_eq!(browser.log("browser"), [Value::Null; 0]);
    assert_eq!(texts(&browser, "script, img").len(), 0);
    assert_eq!(texts(&browser, "h1"), [SCRIPT]);
    // The class: in tables, in charts, above charts and above the slowest puzzles.
    for place in ["tbody th", "figcaption", ".slowest h3"] {
        assert!(texts(&browser, place).contains(&SCRIPT.to_owned()), "{place}");
    }
    let short = |text: &String| text.starts_with("<script>alert") && text.ends_with('…');
    assert!(texts(&browser, ".figures svg text").iter().any(short));
    assert!(texts(&browser, ".figures svg desc").iter().any(|words| words.contains(SCRIPT)));
    // The file: beside a puzzle, and in the list of corpora.
    assert!(texts(&browser, ".place").iter().any(|place| place.contains(IMAGE)));
    assert!(texts(&browser, "tbody th").iter().any(|name| name.contains(IMAGE)));
}

/// Pairs of labels in one chart whose boxes overlap by more than a hair.
const OVERLAPS: &str = "
    const found = [];
    for (const svg of document.querySelectorAll('.figures svg')) {
        const labels = [...svg.querySelectorAll('text')].map(e => [e.textContent, e.getBoundingClientRect()]);
        labels.forEach(([one, a], i) => labels.slice(i + 1).forEach(([other, b]) => {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            // Boxes have room above and below the letters.
            if (across > 1 && down > a.height * 0.4) found.push(one + ' / ' + other);
        }));
    }
    return found";

#[test]
fn it_reads_well_in_both_modes_on_a_telephone_and_on_paper() {
    let Some(browser) = Browser::start() else { return };
    let server = Server::of(shipped());
    browser.open(&server.page);
    let ground = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)";
    let brightness =
        |color: Value| color.as_array().unwrap()[..3].iter().map(|c| c.as_u64().unwrap()).sum::<u64>();
    let mut pictures = Vec::new();
    for (name, width, scheme) in [
        ("light", 1200, "light"),
        ("dark", 1200, "dark"),
        ("phone", 390, "light"),
        ("phone-dark", 390, "dark"),
    ] {
        browser.screen(width, 900, scheme);
        let is_dark = brightness(browser.ask(ground)) < 3 * 128;
        assert_eq!(is_dark, scheme == "dark", "{name}");
        // Nothing makes the page wider than the screen: what is too wide scrolls in its own box.
        assert_eq!(browser.ask("return document.documentElement.scrollWidth"), width, "{name}");
        let smallest = browser.ask(
            "return Math.min(...[...document.querySelectorAll('.figures svg text')].map(text =>
                parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))",
        );
        assert!(smallest.as_f64().unwrap() >= 9.0, "{name}: letters of {smallest} pixels");
        assert_eq!(browser.ask(OVERLAPS), Value::Array(Vec::new()), "{name}");
        let outside = browser.ask(
            "return [...document.querySelectorAll('.figures svg')].flatMap(svg => {
                const box = svg.parentElement.getBoundingClientRect();
                return [...svg.querySelectorAll('text')].filter(text => {
                    const own = text.getBoundingClientRect();
                    return own.left < box.left || own.right > box.right;
                }).map(text => text.textContent)
            })",
        );
        assert_eq!(outside, Value::Array(Vec::new()), "{name}");
        let picture = browser.picture();
        assert!(picture.starts_with(b"\x89PNG") && keep(&format!("{name}.png"), &picture) > 50_000);
        pictures.push(picture);
    }
    assert!(pictures[0] != pictures[1] && pictures[2] != pictures[3]);
    let paper = browser.printed();
    assert!(paper.starts_with(b"%PDF") && keep("print.pdf", &paper) > 50_000);
}
