//! The colors of the page: everything must stand out from its ground, in light mode and in dark.

use std::collections::HashMap;
use std::path::Path;

use dlxbench::record::SavedRun;
use dlxbench::report::page;

/// Red, green and blue, linear in light.
type Color = [f64; 3];

/// The custom properties of a block of the style sheet, those that are colors.
fn colors(block: &str) -> HashMap<String, Color> {
    let mut found = HashMap::new();
    for declaration in block.split(';') {
        let Some((name, value)) = declaration.trim().trim_start_matches('{').split_once(": #") else {
            continue;
        };
        let digits = u32::from_str_radix(value.trim(), 16).unwrap();
        let linear = |shift: u32| {
            let part = f64::from(digits >> shift & 0xff) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        found.insert(name.trim().to_owned(), [linear(16), linear(8), linear(0)]);
    }
    found
}

/// The style sheet of a page.
fn style() -> String {
    let mut record = SavedRun::open(Path::new("tests/golden/record")).unwrap();
    record.load_histograms().unwrap();
    let page = page(&record).unwrap();
    let (_, style) = page.split_once("<style>").unwrap();
    style.split_once("</style>").unwrap().0.to_owned()
}

/// The two sets of colors: light, dark.
fn modes() -> [HashMap<String, Color>; 2] {
    let style = style();
    let block = |from: &str| {
        let start = style.find(from).unwrap() + from.len();
        colors(&style[start..start + style[start..].find('}').unwrap()])
    };
    [block(":root {"), block("(prefers-color-scheme: dark) { :root {")]
}

fn luminance([r, g, b]: Color) -> f64 {
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn everything_stands_out_from_its_ground_in_both_modes() {
    for mode in modes() {
        let ground = mode["--card"];
        // What WCAG asks of text, and of parts of graphics.
        for text in ["--ink", "--muted", "--good", "--bad", "--doubtful", "--e0"] {
            assert!(contrast(mode[text], ground) >= 4.5, "{text} {}", contrast(mode[text], ground));
            assert!(contrast(mode[text], mode["--page"]) >= 4.5, "{text}");
        }
        for text in ["--ink", "--doubtful"] {
            assert!(contrast(mode[text], mode["--notice"]) >= 4.5, "{text}");
        }
        let inks =
            (0..10).map(|step| format!("--c{step}")).chain((0..6).map(|engine| format!("--e{engine}")));
        for name in inks {
            assert!(contrast(mode[&name], ground) >= 3.0, "{name} {}", contrast(mode[&name], ground));
        }
    }
}

#[test]
fn the_ramp_can_be_told_apart_by_lightness_alone() {
    for mode in modes() {
        let ground = mode["--card"];
        let steps = (0..10).map(|step| contrast(mode[&format!("--c{step}")], ground));
        assert!(steps.collect::<Vec<_>>().windows(2).all(|pair| pair[0] < pair[1]));
    }
}

#[test]
fn the_rules_of_the_style_sheet_name_no_color() {
    let style = style();
    // What stands before are the variables.
    let (_, rules) = style.split_once(".ink {").unwrap();
    assert!(rules.matches("var(--").count() > 50);
    assert!(!rules.contains('#') && !rules.contains("rgb") && !rules.contains("hsl"));
}
