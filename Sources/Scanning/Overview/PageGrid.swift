/// The edges of a page's table, by its rulings.
struct PageGrid: Sendable, Hashable {
    /// From the left.
    let columns: [Double]
    /// From the top.
    let rows: [Double]

    /// Nil for a page without a ruled table.
    init?(_ rulings: [ReadBox]) {
        let (standing, lying) = (
            Ruling.merged(rulings, isStanding: true), Ruling.merged(rulings, isStanding: false)
        )
        let inner = standing.filter { (0.006...0.994).contains($0.position) }
        guard let longest = inner.map(\.length).max(), longest >= 0.1 else { return nil }
        let sides = inner.filter { $0.length >= 0.5 * longest }
        guard let first = sides.first, let last = sides.last, last.position - first.position >= 0.2 else { return nil }
        let wide = last.position - first.position
        let lines = lying.filter { (0.006...0.994).contains($0.position) && $0.length >= Self.leastShare * wide }
        guard lines.count >= 2 else { return nil }
        columns = Self.closed(sides.map(\.position), lines.map(\.from).min(), lines.map(\.to).max())
        rows = Self.closed(lines.map(\.position), sides.map(\.from).min(), sides.map(\.to).max())
        guard columns.count >= 3, rows.count >= 3, columns.count <= 60, rows.count <= 100 else { return nil }
    }

    /// How much of a ruling between rows is there at least: edges of stickers and stamps side by side are less.
    private static let leastShare = 0.75

    /// With the table's ends, where no ruling closes it.
    private static func closed(_ edges: [Double], _ start: Double?, _ end: Double?) -> [Double] {
        var edges = edges
        if let start, let first = edges.first, first - start > 0.02 { edges.insert(start, at: 0) }
        if let end, let last = edges.last, end - last > 0.02 { edges.append(end) }
        return edges
    }
}

/// A ruling, or the pieces of one.
struct Ruling: Sendable, Hashable {
    /// Where it is, across its direction.
    private(set) var position: Double
    /// From end to end.
    private(set) var from: Double
    private(set) var to: Double
    /// What of it is there.
    private(set) var length: Double

    /// Rulings of one direction in their order, pieces of one joined.
    static func merged(_ boxes: [ReadBox], isStanding: Bool) -> [Ruling] {
        let pieces = boxes.filter { ($0.height > $0.width) == isStanding }.map { box in
            isStanding
                ? Ruling((box.left + box.right) / 2, box.top, box.bottom)
                : Ruling((box.top + box.bottom) / 2, box.left, box.right)
        }
        var merged: [Ruling] = []
        for piece in pieces.sorted(by: { $0.position < $1.position }) {
            if let last = merged.last, piece.position - last.position < nearness {
                merged[merged.count - 1].join(piece)
            } else {
                merged.append(piece)
            }
        }
        return merged
    }

    /// Pieces are of one ruling where they are no farther apart.
    static let nearness = 0.007

    private init(_ position: Double, _ from: Double, _ to: Double) {
        (self.position, self.from, self.to, self.length) = (position, from, to, to - from)
    }

    private mutating func join(_ other: Ruling) {
        let sum = length + other.length
        guard sum > 0 else { return }
        position = (position * length + other.position * other.length) / sum
        (from, to) = (min(from, other.from), max(to, other.to))
        // Both edges of a thick line count once.
        length = min(sum, to - from)
    }
}
