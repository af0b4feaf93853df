//! The layout of a grid as constant tables.

use crate::sudoku::Geometry;

/// Rows, columns, boxes, and the places in a box, all from 0.
pub(super) struct Layout<const N: usize> {
    /// The box of a row and column, and the place in that box.
    pub(super) box_of: [[usize; N]; N],
    pub(super) place_of: [[usize; N]; N],
    /// The row and column of a place in a box.
    pub(super) cell_of: [[(usize, usize); N]; N],
    /// The columns that cross the same boxes as a column; likewise for rows.
    pub(super) columns_with: [u32; N],
    pub(super) rows_with: [u32; N],
    /// The places that a row covers in its boxes; likewise for columns.
    pub(super) places_in_row: [u32; N],
    pub(super) places_in_column: [u32; N],
}

impl<const N: usize> Layout<N> {
    /// The layout of the only geometry of this size.
    pub(super) const TABLE: &Layout<N> = &{
        let geometry = Geometry::from_size(N).expect("a size of Geometry::ALL");
        let (height, width) = (geometry.box_height(), geometry.box_width());
        let mut layout = Layout {
            box_of: [[0; N]; N],
            place_of: [[0; N]; N],
            cell_of: [[(0, 0); N]; N],
            columns_with: [0; N],
            rows_with: [0; N],
            places_in_row: [0; N],
            places_in_column: [0; N],
        };
        let mut cell = 0;
        while cell < N * N {
            let (row, column, of_box) = (cell / N, cell % N, geometry.box_of(cell));
            let place = row % height * width + column % width;
            layout.box_of[row][column] = of_box;
            layout.place_of[row][column] = place;
            layout.cell_of[of_box][place] = (row, column);
            layout.places_in_row[row] |= 1 << place;
            layout.places_in_column[column] |= 1 << place;
            layout.columns_with[row] = ((1 << width) - 1) << (row / width * width);
            layout.rows_with[row] = ((1 << height) - 1) << (row / height * height);
            cell += 1;
        }
        layout
    };
}
