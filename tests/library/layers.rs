//! The order of the modules in `src/lib.rs` is the order of imports: a module imports only modules above it. Inside a
//! folder, files form no cycle either. A new module finds its place by what it needs, and a reader can begin at the top.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A path of modules from the root of the crate, such as `corpus`, `write`, `line`.
type ModulePath = Vec<String>;

/// A source file: its module, and the modules and items of the crate that its code and its unit tests name.
struct SourceFile {
    module: ModulePath,
    code: BTreeSet<ModulePath>,
    tests: BTreeSet<ModulePath>,
}

#[test]
fn modules_import_only_modules_above_them() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let library = fs::read_to_string(source.join("lib.rs")).unwrap();
    let mut order: Vec<&str> = library.lines().filter_map(module_in).collect();
    assert!(order.len() > 10, "the modules of src/lib.rs are not where this test looks for them: {order:?}");
    order.push("cli");
    let place = |module: &str| order.iter().position(|known| *known == module);
    let mut wrong = Vec::new();
    for file in source_files(&source) {
        let Some(own) = place(&file.module[0]) else { continue };
        for path in file.code.union(&file.tests) {
            if place(&path[0]).is_some_and(|other| other > own) {
                wrong.push(format!("{} imports {}", file.module.join("::"), path.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "imports that point down the list in src/lib.rs:\n{}", wrong.join("\n"));
}

#[test]
fn files_of_a_folder_form_no_cycle() {
    let files = source_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let modules: BTreeSet<&ModulePath> = files.iter().map(|file| &file.module).collect();
    let folders: BTreeSet<&[String]> =
        modules.iter().filter_map(|module| module.split_last()).map(|(_, folder)| folder).collect();
    let mut cycles = Vec::new();
    for folder in folders.into_iter().filter(|folder| !folder.is_empty()) {
        // What is defined or re-exported in the folder's own file counts as that file.
        let node = |path: &ModulePath| {
            let child = path.get(..=folder.len()).map(<[String]>::to_vec);
            child.filter(|child| modules.contains(child)).unwrap_or(folder.to_vec())
        };
        let mut imports: BTreeMap<ModulePath, BTreeSet<ModulePath>> = BTreeMap::new();
        // The folder's own file declares all others, and re-exports what they define.
        let children =
            modules.iter().filter(|module| module.split_last().is_some_and(|(_, of)| of == folder));
        imports.insert(folder.to_vec(), children.map(|child| child.to_vec()).collect());
        for file in files.iter().filter(|file| file.module.starts_with(folder)) {
            let paths = file.code.iter().filter(|path| path.starts_with(folder)).map(node);
            imports.entry(node(&file.module)).or_default().extend(paths);
        }
        cycles.extend(find_cycle(imports));
    }
    assert!(cycles.is_empty(), "files that import each other:\n{}", cycles.join("\n"));
}

/// The module that a line declares.
fn module_in(line: &str) -> Option<&str> {
    line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?.strip_suffix(';')
}

/// The files that are left when those that import no other one are removed, again and again: they form a cycle.
fn find_cycle(mut imports: BTreeMap<ModulePath, BTreeSet<ModulePath>>) -> Option<String> {
    imports.iter_mut().for_each(|(module, paths)| {
        paths.remove(module);
    });
    loop {
        let free: Vec<ModulePath> =
            imports.iter().filter(|(_, paths)| paths.is_empty()).map(|(module, _)| module.clone()).collect();
        if free.is_empty() {
            break;
        }
        for module in free {
            imports.remove(&module);
            imports.values_mut().for_each(|paths| {
                paths.remove(&module);
            });
        }
    }
    let lines = imports.iter().map(|(module, paths)| {
        let paths: Vec<String> = paths.iter().map(|path| path.join("::")).collect();
        format!("{} -> {}", module.join("::"), paths.join(", "))
    });
    (!imports.is_empty()).then(|| lines.collect::<Vec<_>>().join("\n"))
}

/// All files below `source` that are modules; not the two roots, and not what builds the crate.
fn source_files(source: &Path) -> Vec<SourceFile> {
    let mut files = Vec::new();
    let mut folders = vec![(source.to_owned(), ModulePath::new())];
    while let Some((folder, module)) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let mut module = module.clone();
            if stem != "mod" {
                module.push(stem.clone());
            }
            if path.is_dir() {
                folders.push((path, module));
            } else if !(folder == source && ["lib", "main", "build"].contains(&stem.as_str())) {
                files.push(read_source(&fs::read_to_string(&path).unwrap(), module));
            }
        }
    }
    files
}

/// Reads a file part by part: modules that stand in it with their code have names of their own.
fn read_source(text: &str, module: ModulePath) -> SourceFile {
    let (mut code, mut tests) = (BTreeSet::new(), BTreeSet::new());
    let (mut inner, mut part) = (module.clone(), String::new());
    let mut ends: Vec<String> = Vec::new();
    for line in text.lines().map(|line| line.split("//").next().unwrap_or_default()).chain(["mod end {"]) {
        let opened = line.trim_start().split("mod ").nth(1).and_then(|name| name.strip_suffix(" {"));
        let closed = ends.last().is_some_and(|end| end == line);
        if opened.is_some() || closed {
            let paths = paths_in(&std::mem::take(&mut part), &inner);
            let is_test = inner.iter().any(|name| name == "tests");
            if is_test { &mut tests } else { &mut code }.extend(paths);
        }
        if let Some(name) = opened {
            inner.push(name.to_owned());
            let indentation = line.len() - line.trim_start().len();
            ends.push(" ".repeat(indentation) + "}");
        } else if closed {
            inner.pop();
            ends.pop();
        } else if !line.contains("pub(in ") {
            part += line;
            part.push('\n');
        }
    }
    SourceFile { module, code, tests }
}

/// The paths within the crate that a text names, from `crate`, `super`, `self` or the crate's name on.
fn paths_in(text: &str, module: &ModulePath) -> BTreeSet<ModulePath> {
    let mut paths = BTreeSet::new();
    let mut rest = text;
    while let Some((start, root)) = ["crate::", "super::", "self::", "dlxbench::"]
        .iter()
        .filter_map(|root| rest.find(root).map(|start| (start, *root)))
        .min()
    {
        let is_whole_word = !rest[..start].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        rest = &rest[start..];
        if !is_whole_word {
            rest = &rest[root.len()..];
            continue;
        }
        let mut base = match root {
            "crate::" | "dlxbench::" => ModulePath::new(),
            _ => module.clone(),
        };
        while let Some(after) = rest.strip_prefix("super::") {
            base.pop();
            rest = after;
        }
        if root != "super::" {
            rest = &rest[root.len()..];
        }
        rest = &rest[expand(rest, &base, &mut paths)..];
    }
    paths
}

/// Adds the paths of a `use` tree or of a plain path to `paths`; returns how much of the text that was.
fn expand(text: &str, base: &ModulePath, paths: &mut BTreeSet<ModulePath>) -> usize {
    if let Some(group) = text.strip_prefix('{') {
        let mut used = 1;
        for item in split_group(group) {
            let skipped = item.len() - item.trim_start().len();
            let tree = item.trim_start();
            if !tree.is_empty() {
                expand(tree, base, paths);
            }
            used += skipped + tree.len() + 1;
        }
        return used.min(text.len());
    }
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let mut path = base.clone();
    if &text[..end] != "self" && end > 0 {
        path.push(text[..end].to_owned());
    }
    if let Some(further) = text[end..].strip_prefix("::") {
        return end + 2 + expand(further, &path, paths);
    }
    if !path.is_empty() {
        paths.insert(path);
    }
    end
}

/// The items of a group, which ends at its closing brace.
fn split_group(group: &str) -> Vec<&str> {
    let (mut items, mut depth, mut start) = (Vec::new(), 0, 0);
    for (index, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                items.push(&group[start..index]);
                return items;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&group[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    items
}

#[test]
fn paths_are_found_in_use_trees_and_in_code() {
    let path = |text: &str| -> ModulePath { text.split("::").map(str::to_owned).collect() };
    let text =
        "use crate::{a::{B, c::D}, e};\nuse super::f::G;\nlet x = super::super::h(self::i::J);\nuse std::k;";
    let found = paths_in(text, &path("m::n"));
    let expected = ["a::B", "a::c::D", "e", "m::f::G", "h", "m::n::i::J"].map(path);
    assert_eq!(found, BTreeSet::from(expected));
}

#[test]
fn cycles_are_found() {
    let imports = |pairs: &[(&str, &[&str])]| -> BTreeMap<ModulePath, BTreeSet<ModulePath>> {
        let path = |name: &str| vec![name.to_owned()];
        pairs.iter().map(|(from, to)| (path(from), to.iter().map(|name| path(name)).collect())).collect()
    };
    assert_eq!(find_cycle(imports(&[("a", &["b"]), ("b", &["b"]), ("c", &["a", "b"])])), None);
    let cycle = find_cycle(imports(&[("a", &["b"]), ("b", &["c"]), ("c", &["a"]), ("d", &["a"])]));
    assert!(cycle.unwrap().contains("c -> a"));
}
