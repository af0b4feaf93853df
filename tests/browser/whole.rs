//! The page as a whole, in both modes, on a phone and on paper.

use serde_json::Value;

use super::driver::Browser;
use super::server::Server;
use super::{crowded, keep, shipped};

/// The charts that are shown; a lone one is there in two sizes.
const CHARTS: &str = "
    const charts = [...document.querySelectorAll('.figures svg, .panels svg')].filter(svg => svg.checkVisibility());
    const labels = svg => [...svg.querySelectorAll('text')];";

/// Pairs of labels in one chart whose boxes overlap by more than a hair.
const OVERLAPS: &str = "
    return charts.flatMap(svg => {
        const found = [];
        const boxes = labels(svg).map(e => [e.textContent, e.getBoundingClientRect()]);
        boxes.forEach(([one, a], i) => boxes.slice(i + 1).forEach(([other, b]) => {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            // Boxes have room above and below the letters.
            if (across > 1 && down > a.height * 0.4) found.push(one + ' / ' + other);
        }));
        return found;
    })";

/// The smallest letters, in pixels.
const SMALLEST: &str = "
    return Math.min(...charts.flatMap(labels).map(text =>
        parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))";

/// Labels that stick out of their card.
const OUTSIDE: &str = "
    return charts.flatMap(svg => {
        const box = svg.closest('figure').getBoundingClientRect();
        return labels(svg).filter(text => {
            const own = text.getBoundingClientRect();
            return own.left < box.left || own.right > box.right;
        }).map(text => text.textContent);
    })";

/// What makes the page wider than the screen.
const WIDE: &str = "
    return document.documentElement.scrollWidth > innerWidth
        ? [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1)
              .map(e => e.outerHTML.slice(0, 100))
        : []";

#[test]
fn it_reads_well_in_both_modes_on_a_phone_and_on_paper() {
    let Some(browser) = Browser::start() else { return };
    for (page, content) in [("shipped", shipped()), ("crowded", crowded())] {
        let server = Server::of(content);
        browser.screen(1200, 900, "light");
        browser.open(&server.page);
        let pictures: Vec<Vec<u8>> = [
            ("light", 1200, "light"),
            ("dark", 1200, "dark"),
            ("narrow", 870, "light"),
            ("phone", 390, "light"),
            ("phone-dark", 390, "dark"),
        ]
        .map(|(name, width, scheme)| looked_at(&browser, &format!("{page}-{name}"), width, scheme))
        .into();
        assert!(pictures[0] != pictures[1] && pictures[3] != pictures[4]);
        let paper = browser.printed();
        assert!(paper.starts_with(b"%PDF") && keep(&format!("{page}.pdf"), &paper) > 50_000);
    }
}

/// A picture of the page on such a screen, if nothing is wrong with it there.
fn looked_at(browser: &Browser, name: &str, width: u32, scheme: &str) -> Vec<u8> {
    browser.screen(width, 900, scheme);
    let ground = "return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)";
    let ground = browser.ask(ground);
    let brightness: u64 = ground.as_array().unwrap()[..3].iter().map(|c| c.as_u64().unwrap()).sum();
    assert_eq!(brightness < 3 * 128, scheme == "dark", "{name}");
    let ask = |question: &str| browser.ask(&format!("{CHARTS}{question}"));
    assert!(ask("return charts.length").as_u64().unwrap() > 8, "{name}");
    for question in [WIDE, OVERLAPS, OUTSIDE] {
        assert_eq!(ask(question), Value::Array(Vec::new()), "{name}");
    }
    let smallest = ask(SMALLEST).as_f64().unwrap();
    assert!(smallest >= 9.0, "{name}: letters of {smallest} pixels");
    let picture = browser.picture();
    assert!(picture.starts_with(b"\x89PNG") && keep(&format!("{name}.png"), &picture) > 50_000);
    picture
}
