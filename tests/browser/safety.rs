//! Whatever a corpus holds, the page loads nothing and runs nothing.

use serde_json::Value;

use super::driver::Browser;
use super::server::Server;
use super::{page_of, shipped, texts};

/// A name that is a program where it is not escaped.
const SCRIPT: &str = "<script>alert(1)</script>";
const IMAGE: &str = "<img src=x onerror=alert(1)>";

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
    // The class: in tables, in charts, above charts and above the hardest puzzles.
    for place in ["tbody th", "figcaption", ".hardest h3"] {
        assert!(texts(&browser, place).contains(&SCRIPT.to_owned()), "{place}");
    }
    let short = |text: &String| text.starts_with("<script>alert") && text.ends_with('…');
    assert!(texts(&browser, ".figures svg text").iter().any(short));
    assert!(texts(&browser, ".figures svg desc").iter().any(|words| words.contains(SCRIPT)));
    // The file: beside a puzzle, and in the list of corpora.
    assert!(texts(&browser, ".place").iter().any(|place| place.contains(IMAGE)));
    assert!(texts(&browser, "tbody th").iter().any(|name| name.contains(IMAGE)));
}
