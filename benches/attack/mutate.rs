//! Random damage to bytes, numbers and lines.

use dlxbench::random::Random;

/// Inputs that parsers often handle wrongly.
const NASTY: [&[u8]; 22] = [
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\r",
    b"\r\n",
    b"\n\n",
    b",",
    b";",
    b"\"",
    b"'",
    b"|",
    b"#",
    b"{",
    b"[",
    b"-1",
    b"0",
    b"18446744073709551616",
    b"1e999",
    b"NaN",
    "\u{202e}".as_bytes(),
    b"\x1b[31m",
    b"null",
];

/// Numbers at the limits of their types.
const EDGES: [&str; 14] = [
    "0",
    "1",
    "-1",
    "2",
    "255",
    "65536",
    "2147483647",
    "2147483648",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "18446744073709551615",
    "1e300",
    "0.5",
];

/// Damages a text one to eight times.
pub(crate) fn mutate(text: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(8) {
        once(text, random);
    }
}

fn once(text: &mut Vec<u8>, random: &mut Random) {
    if text.is_empty() {
        text.extend_from_slice(NASTY[random.below(NASTY.len())]);
        return;
    }
    let place = random.below(text.len());
    match random.below(12) {
        0 => text[place] ^= 1 << random.below(8),
        1 => text[place] = random.below(256) as u8,
        2 => drop(text.drain(place..(place + 1 + random.below(16)).min(text.len()))),
        3 => drop(text.splice(place..place, NASTY[random.below(NASTY.len())].iter().copied())),
        4 => text.truncate(place),
        5 => {
            let part = text[place..(place + 1 + random.below(200)).min(text.len())].to_vec();
            let to = random.below(text.len());
            text.splice(to..to, part);
        }
        6 | 7 => number(text, place, random),
        8 => lines(text, |lines, random| drop(lines.remove(random.below(lines.len()))), random),
        9 => lines(
            text,
            |lines, random| lines.insert(random.below(lines.len()), lines[random.below(lines.len())].clone()),
            random,
        ),
        10 => lines(text, |lines, random| random.shuffle(lines), random),
        _ => {
            let length = [100, 5_000, 70_000, 1_200_000][random.below(4)];
            let byte = text[place];
            text.splice(place..place, std::iter::repeat_n(byte, length));
        }
    }
}

/// Replaces the next number by one of [`EDGES`].
pub(crate) fn number(text: &mut Vec<u8>, from: usize, random: &mut Random) {
    let Some(start) = text[from..].iter().position(u8::is_ascii_digit).map(|place| from + place) else {
        return;
    };
    let length = text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    text.splice(start..start + length, EDGES[random.below(EDGES.len())].bytes());
}

fn lines(text: &mut Vec<u8>, change: fn(&mut Vec<Vec<u8>>, &mut Random), random: &mut Random) {
    let mut lines: Vec<Vec<u8>> = text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
    change(&mut lines, random);
    *text = lines.join(&b'\n');
}
