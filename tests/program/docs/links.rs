//! Links lead somewhere, and every page and picture is linked.

use std::collections::HashSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::markdown::{Place, anchor, lines, without_code};
use super::{Page, ROOT, files_below, pages};

/// A link of a page: the line it stands on, the file it leads to (from the project's folder), and the anchor in it.
struct Link {
    line: usize,
    target: PathBuf,
    anchor: Option<String>,
}

/// The links of a page within the project.
fn links(page: &Page) -> Vec<Link> {
    let prose = lines(&page.text).into_iter().filter(|line| line.place == Place::Prose);
    prose
        .flat_map(|line| {
            let text = without_code(line.text);
            let inside = targets(&text).into_iter().filter(|to| !to.contains("://")).map(str::to_owned);
            inside.map(|to| link(page, line.number, &to)).collect::<Vec<_>>()
        })
        .collect()
}

/// What the links and pictures of a line lead to, in Markdown and in HTML.
fn targets(text: &str) -> Vec<&str> {
    let between = |open: &'static str, close: char| {
        text.split(open).skip(1).filter_map(move |rest| rest.split(close).next())
    };
    between("](", ')').chain(between("src=\"", '"')).chain(between("href=\"", '"')).collect()
}

fn link(page: &Page, line: usize, to: &str) -> Link {
    let (path, anchor) =
        to.split_once('#').map_or((to, None), |(path, anchor)| (path, Some(anchor.to_owned())));
    let target = match path {
        "" => page.path.clone(),
        path => without_dots(&page.path.parent().expect("a page is a file").join(path)),
    };
    Link { line, target, anchor }
}

fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => assert!(plain.pop(), "{} leads out of the project", path.display()),
            part => plain.push(part),
        }
    }
    plain
}

/// What is wrong with a link.
fn fault(link: &Link) -> Option<String> {
    let file = Path::new(ROOT).join(&link.target);
    if !file.exists() {
        return Some(format!("there is no {}", link.target.display()));
    }
    let wanted = link.anchor.as_ref()?;
    let text = fs::read_to_string(&file).ok()?;
    let headings = lines(&text).into_iter().filter(|line| line.place == Place::Prose);
    let found = headings.filter_map(|line| anchor(line.text)).any(|anchor| anchor == *wanted);
    (!found).then(|| format!("{} has no heading #{wanted}", link.target.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let mut dead = Vec::new();
    let mut count = 0;
    for page in pages() {
        for link in links(&page) {
            count += 1;
            dead.extend(fault(&link).map(|fault| format!("{}:{}: {fault}", page.path.display(), link.line)));
        }
    }
    assert!(count > 50, "only {count} links were found");
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn dead_links_and_dead_anchors_are_found() {
    let text = "[a](CONTRIBUTING.md#build) `[b](none.md)` [c](none.md) [d](CONTRIBUTING.md#none) <img src=\"none.svg\">";
    let page = Page { path: "README.md".into(), text: text.to_owned() };
    let faults: Vec<_> = links(&page).iter().map(|link| fault(link).is_some()).collect();
    assert_eq!(faults, [false, true, true, true]);
}

#[test]
fn every_page_and_picture_can_be_reached_from_the_readme() {
    let mut reached: HashSet<PathBuf> = HashSet::new();
    let mut waiting = vec![PathBuf::from("README.md")];
    while let Some(path) = waiting.pop() {
        if reached.insert(path.clone()) && path.extension().is_some_and(|end| end == "md") {
            waiting.extend(links(&Page::read(&path)).into_iter().map(|link| link.target));
        }
    }
    let folders = ["docs", "corpora", "scripts", "results"];
    let read = ["md", "svg", "png"];
    let orphans: Vec<_> = folders
        .iter()
        .flat_map(|folder| files_below(folder))
        .filter(|path| path.extension().and_then(|end| end.to_str()).is_some_and(|end| read.contains(&end)))
        .filter(|path| !reached.contains(path))
        .collect();
    assert!(orphans.is_empty(), "nothing links to {orphans:?}");
}

#[test]
fn every_script_is_described() {
    let page = Page::read(Path::new("scripts/README.md"));
    let scripts = files_below("scripts").into_iter().filter(|path| path.extension().is_none());
    let missing: Vec<_> = scripts
        .filter(|path| {
            !page.text.contains(&format!("| `{}", path.strip_prefix("scripts").unwrap().display()))
        })
        .collect();
    assert!(missing.is_empty(), "scripts/README.md says nothing of {missing:?}");
}
