/// What the cells of a page that may be marked have in common: how much ink an empty one has.
struct InkLevels: Sendable {
    /// The ink of an empty cell: what a quarter of the cells don't exceed.
    let blank: Double

    /// - Parameter shares: the ink of every cell of the page that may be marked, 0 to 1.
    init(_ shares: [Double]) {
        let sorted = shares.sorted()
        blank = sorted.isEmpty ? 0 : sorted[sorted.count / 4]
    }

    /// Ink above the blank cell's from which on a cell may be marked, and from which on it is.
    private static let (least, enough) = (0.015, 0.04)

    /// Whether a cell is marked; between the two levels the ink doesn't say.
    func field(_ share: Double) -> ScanField {
        let above = share - blank
        let middle = (Self.least + Self.enough) / 2
        let isMarked = above >= middle
        let isSaid = above >= Self.enough || above <= Self.least
        let distance = min(1, abs(above - middle) / middle)
        let value = isMarked ? "true" : "false"
        return ScanField(
            text: isMarked ? "x" : "", value: value,
            confidence: isSaid ? 0.9 + 0.09 * distance : 0.5 + 0.3 * distance,
            candidates: isSaid ? [value] : [value, isMarked ? "false" : "true"])
    }
}
