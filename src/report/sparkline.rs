//! A histogram in one line of text.

const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws counts at times on a logarithmic axis of `width` characters from `low` to `high`. Any count above zero
/// shows, and the highest bar is full.
pub(super) fn drawn(buckets: &[(u64, u64)], low: u64, high: u64, width: usize) -> String {
    let mut counts = vec![0_u64; width];
    let (start, end) = ((low.max(1) as f64).ln(), (high.max(2) as f64).ln());
    for &(time, count) in buckets {
        let place = ((time.max(1) as f64).ln() - start) / (end - start).max(1e-9) * width as f64;
        counts[((place + 1e-9).max(0.0) as usize).min(width - 1)] += count;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let bar = |count: u64| match count {
        0 => BARS[0],
        count => BARS[((count as f64 / most as f64 * 8.0).ceil() as usize).clamp(1, 8)],
    };
    counts.into_iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_stand_at_their_times() {
        assert_eq!(drawn(&[(10, 1), (100, 8), (1000, 4)], 10, 10_000, 3), "▁█▄");
        assert_eq!(drawn(&[], 10, 10_000, 3), "   ");
        assert_eq!(drawn(&[(50, 3)], 50, 50, 4), "█   ");
    }
}
