//! Sizes that a problem of some kind cannot have.

/// A wish that no problem of its kind can meet.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// A size out of range.
    #[error("{kind} of order {order}: the order must be from {least} to {most}")]
    Order {
        /// The kind of problem.
        kind: &'static str,
        /// The order asked for.
        order: usize,
        /// The smallest order.
        least: usize,
        /// The largest order.
        most: usize,
    },
    /// A box that the pentominoes cannot fill.
    #[error(
        "pentominoes {width}x{height}: {area} cells; the box needs 60 for all twelve pieces, \
         or fewer in fives (then some pieces stay out), or 8x8 with a hole of four in the middle"
    )]
    Box {
        /// The width of the box.
        width: usize,
        /// The height of the box.
        height: usize,
        /// Its area.
        area: usize,
    },
}

pub(super) fn check_order(
    kind: &'static str,
    order: usize,
    least: usize,
    most: usize,
) -> Result<(), SizeError> {
    if (least..=most).contains(&order) { Ok(()) } else { Err(SizeError::Order { kind, order, least, most }) }
}
