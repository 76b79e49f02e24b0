/// Where the reader found something: fractions of the flat page, which it may leave a little.
package struct ReadBox: Sendable, Hashable {
    package let left: Double
    package let top: Double
    package let right: Double
    package let bottom: Double

    package init(left: Double, top: Double, right: Double, bottom: Double) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    package var width: Double { right - left }
    package var height: Double { bottom - top }
}
