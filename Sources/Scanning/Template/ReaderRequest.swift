/// What the reader process gets about a page before the picture's bytes.
package struct ReaderRequest: Sendable, Hashable {
    /// Where the page is in the picture.
    package enum Corners: Sendable, Hashable {
        /// The reader looks for them.
        case find
        /// The picture is the page.
        case whole
        /// The person gave them, clockwise from the page's own top left, in pixels of the picture.
        case given([PicturePoint])
    }

    package var corners: Corners = .find
    /// By how many quarter turns clockwise the page is turned in the picture; nil where the reader is to find out.
    package var turn: Int?
    /// How wide the flat page is drawn at most, in pixels; nil for no drawing.
    package var drawnWidth: Int?

    package init(corners: Corners = .find, turn: Int? = nil, drawnWidth: Int? = nil) {
        (self.corners, self.turn, self.drawnWidth) = (corners, turn, drawnWidth)
    }

    /// The lines of ASCII up to `picture`, after which the picture's bytes follow.
    ///
    /// - Parameter page: nil where nobody knows which form it is: all words are asked for, and the rulings.
    package func header(for page: ScanPage?) -> String {
        var lines = ["vaccinapp-read-text 1", "page \(page.map { Self.written($0.aspect) } ?? "any")"]
        switch corners {
        case .find: lines.append("corners find")
        case .whole: lines.append("corners whole")
        case .given(let points):
            let numbers = points.flatMap { [$0.x, $0.y] }.map(Self.written)
            lines.append("corners " + numbers.joined(separator: " "))
        }
        if case .given = corners {} else { lines.append("turn \(turn.map { "\($0 & 3)" } ?? "find")") }
        if page == nil { lines.append("region 0 page 0 0 1 1") }
        for (number, region) in (page?.placed(page: 0) ?? []).enumerated() {
            let sides = [region.box.left, region.box.top, region.box.width, region.box.height].map(Self.written)
            lines.append("region \(number) \(region.type.readingKind.rawValue) " + sides.joined(separator: " "))
        }
        if let drawnWidth { lines.append("draw \(drawnWidth)") }
        return lines.joined(separator: "\n") + "\npicture\n"
    }

    /// A number with six places at most, never with an exponent.
    private static func written(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e9 else { return "0" }
        let most = 1_000_000_000_000_000
        let millionths = Int((number * 1_000_000).rounded(), clampedTo: -most...most)
        let fraction = String(millionths.magnitude % 1_000_000 + 1_000_000).dropFirst()
        return "\(millionths < 0 ? "-" : "")\(millionths.magnitude / 1_000_000).\(fraction)"
    }
}

/// A place in a picture, in pixels.
package struct PicturePoint: Sendable, Hashable {
    package let x: Double
    package let y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}
