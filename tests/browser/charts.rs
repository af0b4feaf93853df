//! What charts say: to those who see them, to the pointer, and to those who do not see them.

use serde_json::Value;

use super::driver::Browser;
use super::server::Server;
use super::{crowded, shipped, texts};

#[test]
fn charts_name_their_classes_and_engines() {
    let Some(browser) = Browser::start() else { return };
    let server = Server::of(shipped());
    browser.open(&server.page);
    let charts = browser.ask(
        "return [...document.querySelectorAll('.figures svg.half')].map(svg => ({
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
        assert!(["50 %", "90 %", "99 %"].iter().all(|share| has(chart, share)), "{chart}");
        let has_time = |label: &Value| label.as_str().unwrap().ends_with(" µs");
        assert!(chart["labels"].as_array().unwrap().iter().any(has_time), "{chart}");
    }
}

/// Whatever is drawn without a title, but for axes and their labels.
const UNTITLED: &str = "
    return [...document.querySelectorAll('.figures svg, .panels svg, svg.legend')].flatMap(svg =>
        [...svg.querySelectorAll('path, circle')]
            .filter(shape => !shape.closest('.rule, .muted'))
            .filter(shape => !shape.querySelector(':scope > title')?.textContent.trim())
            .map(shape => svg.querySelector('title')?.textContent + ': ' + shape.outerHTML))";

#[test]
fn the_pointer_finds_a_figure_on_every_mark() {
    let Some(browser) = Browser::start() else { return };
    for page in [shipped(), crowded()] {
        let server = Server::of(page);
        browser.open(&server.page);
        assert_eq!(browser.ask(UNTITLED), Value::Array(Vec::new()));
        let titles = texts(&browser, "svg g title");
        for part in ["50 % took at most", " % took ", " puzzles per second", ", 90 % ", "guesses and"] {
            assert!(titles.iter().any(|title| title.contains(part)), "{part}");
        }
    }
}

#[test]
fn a_lone_chart_has_the_row_and_is_drawn_for_it() {
    let Some(browser) = Browser::start() else { return };
    let server = Server::of(shipped());
    browser.open(&server.page);
    // Of five histograms the last is alone.
    let lone = "
        const card = document.querySelector('#distribution figure:last-child');
        const shown = [...card.querySelectorAll('svg')].filter(svg => svg.getClientRects().length);
        const width = element => element.getBoundingClientRect().width;
        const size = svg => parseFloat(getComputedStyle(svg.querySelector('text')).fontSize) * svg.getScreenCTM().a;
        return [shown.length, width(card) / width(card.parentElement), width(shown[0]) / width(card), size(shown[0])]";
    for width in [390, 1280] {
        browser.screen(width, 900, "light");
        let answer = browser.ask(lone);
        let [shown, share, filled, letters] = [0, 1, 2, 3].map(|index| answer[index].as_f64().unwrap());
        assert_eq!((shown, share), (1.0, 1.0), "{width}");
        assert!(filled > 0.9 && letters < 20.0, "{width}: {answer}");
    }
}

#[test]
fn many_classes_have_a_panel_each_from_easy_to_hard() {
    let Some(browser) = Browser::start() else { return };
    let server = Server::of(crowded());
    browser.open(&server.page);
    for section in ["latency", "distribution", "guesses"] {
        let panels = texts(&browser, &format!("#{section} .panels figcaption"));
        // Other names have no order but that of their times.
        assert_eq!(panels[..5], ["easy", "medium", "hard", "expert", "extreme"], "{section}");
        assert_eq!(panels.len(), 9, "{section}");
        assert_eq!(texts(&browser, &format!("#{section} svg.legend text")), ["dlx", "sweep"]);
    }
}
