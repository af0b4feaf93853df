use std::ops::ControlFlow;

use super::super::search::search;
use super::*;
use crate::engine::limits::Limits;

fn start(text: &str) -> Rest {
    let mut rest = Rest::BLANK;
    assert!(rest.start(text.parse::<crate::sudoku::Grid>().unwrap().cells()));
    rest
}

/// The links of a grid without givens.
fn blank() -> Box<Links> {
    let mut links = Links::new();
    links.link(&Rest::BLANK);
    links
}

/// The remaining options of an item, from top to bottom.
fn options_of(links: &Links, item: Item) -> impl Iterator<Item = Choice> {
    let header = Header::of(item).node();
    std::iter::successors(Some(links.down.of(header)), |&node| Some(links.down.of(node)))
        .take_while(move |&node| node != header)
        .map(|node| node.option())
}

/// Whether an option is in the rings of its four items.
fn is_linked(links: &Links, option: Choice) -> bool {
    (0..4).map(|position| option.node(position)).all(|node| {
        option.is_option()
            && links.down.of(links.up.of(node)) == node
            && links.up.of(links.down.of(node)) == node
    })
}

/// Asserts that every ring of an uncovered item has the recorded length, and that each of its options is linked in both
/// directions.
fn assert_consistent(links: &Links) {
    let step = if cfg!(miri) { 7 } else { 1 };
    for item in (0..ITEMS).step_by(step).filter(|&item| links.length[item] < COVERED) {
        let options: Vec<Choice> = options_of(links, item).collect();
        assert_eq!(options.len(), usize::from(links.length[item]), "item {item}");
        for option in options {
            assert!(is_linked(links, option));
            assert!((0..4).any(|position| links.item_of(option, position) == item));
        }
    }
}

#[test]
fn going_back_restores_the_links_however_the_search_ended() {
    let puzzle = start("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let hard = start("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    let (empty, nodes) = (Rest::BLANK, if cfg!(miri) { 5 } else { 50 });
    let stopped = Limits { solutions: 2, nodes, interrupt: None };
    let unlimited = if cfg!(miri) { stopped } else { Limits::UNIQUENESS };
    let mut links = Links::new();
    for (rest, limits) in
        [(&puzzle, Limits::UNIQUENESS), (&hard, unlimited), (&hard, stopped), (&empty, Limits::solutions(3))]
            .into_iter()
            .take(if cfg!(miri) { 2 } else { 4 })
    {
        links.link(rest);
        assert_consistent(&links);
        let (start, before) = (links.remember(), links.clone());
        search(rest, &mut links, &limits, &mut |_| ControlFlow::Continue(()));
        assert_consistent(&links);
        links.go_back(start);
        assert_consistent(&links);
        assert!(links.up == before.up && links.down == before.down && links.length == before.length);
    }
}

#[test]
fn an_option_that_is_excluded_is_not_linked() {
    let mut rest = Rest::BLANK;
    rest.exclude(40, 1 << 4);
    let mut links = Links::new();
    links.link(&rest);
    assert_consistent(&links);
    assert!(!is_linked(&links, Choice::new(40, 4)));
    assert_eq!(links.lengths()[..ITEMS].iter().filter(|&&length| length == 8).count(), 4);
}

#[test]
fn taking_an_option_covers_its_items_and_removes_its_rivals() {
    let mut links = blank();
    let before = (links.up.clone(), links.down.clone());
    let start = links.remember();
    links.take(Choice::new(40, 4));
    // Eight other digits in the cell, and the digit in twenty other cells.
    assert_eq!(links.updates, 4 + 3 * 28);
    assert_eq!(links.lengths()[..ITEMS].iter().filter(|&&length| length >= COVERED).count(), 4);
    assert_consistent(&links);
    links.go_back(start);
    assert!((links.up, links.down) == before);
}

#[test]
#[should_panic(expected = "the option has left its rings")]
fn an_option_cannot_be_taken_when_it_was_removed() {
    let mut links = blank();
    links.remove(Choice::new(40, 4));
    links.take(Choice::new(40, 4));
}

#[test]
#[should_panic(expected = "the option has left its rings")]
fn an_option_cannot_be_removed_when_a_rival_was_taken() {
    let mut links = blank();
    links.take(Choice::new(40, 4));
    links.remove(Choice::new(41, 4));
}

#[test]
#[should_panic(expected = "this moment is forgotten")]
fn there_is_no_going_back_to_another_puzzle() {
    let mut links = blank();
    let level = links.remember();
    links.link(&Rest::BLANK);
    links.go_back(level);
}
