/// A rectangle on a flat page, in fractions of the page's width and height.
package struct RegionBox: Sendable, Hashable {
    package let left: Double
    package let top: Double
    package let width: Double
    package let height: Double

    /// Nil for a rectangle without an area, or one that leaves the page.
    package init?(left: Double, top: Double, width: Double, height: Double) {
        guard [left, top, width, height].allSatisfy(\.isFinite), left >= 0, top >= 0, width > 0, height > 0,
            left + width <= 1 + Self.tolerance, top + height <= 1 + Self.tolerance
        else { return nil }
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    /// What sums of written fractions may be off by.
    private static let tolerance = 1e-6

    package var right: Double { left + width }
    package var bottom: Double { top + height }

    /// Whether the middle of a word's or code's box is inside.
    package func containsCentre(of box: ReadBox) -> Bool {
        let (x, y) = ((box.left + box.right) / 2, (box.top + box.bottom) / 2)
        return (left...right).contains(x) && (top...bottom).contains(y)
    }
}
