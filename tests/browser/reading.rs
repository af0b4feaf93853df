//! Finding one's way on the page: its list of contents, what is folded, what can be copied, tables on a phone.

use serde_json::Value;

use super::driver::Browser;
use super::server::Server;
use super::{ENDLESS, crowded, page_of, shipped, texts};

#[test]
fn the_finding_comes_first_and_in_words() {
    let Some(browser) = Browser::start() else { return };
    let server = Server::of(shipped());
    browser.open(&server.page);
    let lead = &texts(&browser, "main > :first-child .lead")[0];
    assert!(lead.starts_with("On these 9,000 puzzles, sweep ") && lead.contains(" dlx "), "{lead}");
    assert!(
        texts(&browser, ".finding p").contains(&"All 9,000 puzzles have exactly one solution.".to_owned())
    );
    // Medians are the first figures, and means come after percentiles.
    let tiles = texts(&browser, ".tiles dt");
    assert!(tiles.iter().any(|tile| tile.contains("dlx, median")), "{tiles:?}");
    assert!(!tiles.iter().any(|tile| tile.contains("mean")), "{tiles:?}");
    let headings = texts(&browser, "#latency table:first-of-type thead th");
    assert_eq!(headings[..2], ["class", "median"]);
}

#[test]
fn the_list_of_contents_leads_to_every_section() {
    let Some(browser) = Browser::start() else { return };
    let server = Server::of(shipped());
    browser.open(&server.page);
    assert_eq!(texts(&browser, "nav a"), texts(&browser, "section > h2"));
    let broken = "return [...document.querySelectorAll('nav a')]
        .filter(a => document.querySelector(a.getAttribute('href') + ' > h2')?.textContent !== a.textContent)
        .map(a => a.textContent)";
    assert_eq!(browser.ask(broken), Value::Array(Vec::new()));
    let top = "return document.querySelector('#hardest').getBoundingClientRect().top";
    assert!(browser.ask(top).as_f64().unwrap() > 600.0);
    browser.click("nav a[href='#hardest']");
    assert!(browser.ask(top).as_f64().unwrap().abs() < 100.0);
}

/// How many of the matching elements can be seen.
fn seen(browser: &Browser, selector: &str) -> u64 {
    let script = format!(
        "return [...document.querySelectorAll({selector:?})].filter(e => e.checkVisibility()).length"
    );
    browser.ask(&script).as_u64().unwrap()
}

#[test]
fn what_is_long_is_folded_and_opens_with_a_click() {
    let Some(browser) = Browser::start() else { return };
    let server = Server::of(crowded());
    browser.open(&server.page);
    let malformed = ".notices li > strong";
    let shown = texts(&browser, malformed).into_iter().filter(|kind| kind == "malformed").count();
    assert_eq!((shown, seen(&browser, ".notices details li")), (3, 0));
    assert_eq!(texts(&browser, ".notices summary"), ["malformed 37 more"]);
    browser.click(".notices summary");
    // The record lists twenty, and says how many more there are.
    assert_eq!(seen(&browser, ".notices details li"), 18);
    assert!(texts(&browser, ".notices details li").last().unwrap().contains("and 20 more"));
    // Where something is wrong, the answers are not folded.
    assert_eq!(texts(&browser, "#answers summary").len(), 0);
    assert!(seen(&browser, "#answers table") == 2);
    // Paper has no summaries to click on: it has everything.
    browser.open(&server.page);
    browser.paper();
    assert_eq!(seen(&browser, ".notices details li"), 18);
}

#[test]
fn answers_are_folded_when_all_is_well() {
    let Some(browser) = Browser::start() else { return };
    let server = Server::of(shipped());
    browser.open(&server.page);
    assert!(texts(&browser, "#answers summary")[0].contains("all 9,000 puzzles unique"));
    assert_eq!(seen(&browser, "#answers table"), 0);
    browser.click("#answers summary");
    assert_eq!(seen(&browser, "#answers table"), 2);
}

#[test]
fn a_click_selects_the_puzzle_below_its_grid() {
    let Some(browser) = Browser::start() else { return };
    let puzzle = ".6.3..8.4537.9.....4...63.7.9..51238.........71362..4.3.64...1.....6.5231.2..9.8.";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("one.txt"), puzzle).unwrap();
    let server = Server::of(page_of(folder.path(), &["one.txt"]));
    browser.open(&server.page);
    for width in [390, 1280] {
        browser.screen(width, 900, "light");
        browser.ask("getSelection().removeAllRanges()");
        assert_eq!(browser.ask("return getSelection().toString()"), "");
        browser.click(".grid code");
        assert_eq!(browser.ask("return getSelection().toString()"), puzzle, "{width}");
    }
}

#[test]
fn on_a_phone_names_stay_whole_and_in_view_and_a_cut_table_fades() {
    let Some(browser) = Browser::start() else { return };
    let server = Server::of(crowded());
    browser.open(&server.page);
    browser.screen(390, 900, "light");
    // Lines that each name takes.
    let lines = browser.ask(
        "return Object.fromEntries([...document.querySelectorAll('#latency .name')].map(name =>
            [name.textContent, Math.round(name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight))]))",
    );
    assert_eq!((&lines["extreme"], &lines["all"]), (&Value::from(1), &Value::from(1)));
    assert!(lines[ENDLESS].as_u64().unwrap() > 1, "{lines}");
    let table = |what: &str| {
        let script = format!(
            "const box = document.querySelector('#latency .scroll');
             const name = box.querySelector('tbody th'), figure = box.querySelector('tbody td');
             {what}"
        );
        browser.ask(&script)
    };
    let places = "
        const at = name.getBoundingClientRect();
        const top = document.elementFromPoint(at.left + at.width / 2, at.top + at.height / 2);
        return [at.left, figure.getBoundingClientRect().left, name.contains(top), at.width]";
    table("name.scrollIntoView({ block: 'center' })");
    let before = table(places);
    assert!(before[3].as_f64().unwrap() < 0.5 * 390.0, "{before}");
    assert_ne!(table("return getComputedStyle(box).maskImage"), "none");
    table("box.scrollLeft = 60");
    let after = table(places);
    assert_eq!((&after[0], &after[2]), (&before[0], &Value::from(true)));
    assert_eq!(after[1].as_f64(), before[1].as_f64().map(|left| left - 60.0));
    // At its end nothing is cut any more, and on a wide screen nothing is. What follows a scroll is known a frame later.
    let mask = "return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>
        done(getComputedStyle(box).maskImage))))";
    table("box.scrollLeft = 10000");
    assert_eq!(table(mask), "none");
    browser.screen(1280, 900, "light");
    assert_eq!(table(mask), "none");
}
