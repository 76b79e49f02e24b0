/// A table without rulings: its columns are where its headings are, and its rows where its days are.
struct OpenTable {
    private let words: [ReadWord]
    private let headings: HeadingWords

    init(_ words: [ReadWord], _ headings: HeadingWords) { (self.words, self.headings) = (words, headings) }

    /// Nil where no line names two kinds of columns, or no days are below.
    var table: HeadedTable? {
        guard let head else { return nil }
        let bottom = head.flatMap(\.words).map(\.box.bottom).max() ?? 0
        let body = words.filter { $0.box.top > bottom && ($0.box.height < 0.06) }
        let blocks = head.sorted { $0.left < $1.left }
        var edges = [0.0]
        for (one, next) in zip(blocks, blocks.dropFirst()) {
            let beside = (body + head.flatMap(\.words)).map { (from: $0.box.left, to: $0.box.right) }
            edges.append(Self.gap(beside, between: one.middle, and: next.middle))
        }
        edges.append(1)
        let columns = zip(blocks.indices, blocks).map { index, block in
            HeadedColumn(block.texts, headings, left: edges[index], right: edges[index + 1])
        }
        guard let date = columns.first(where: { $0.role == .date }) else { return nil }
        let rows = Self.rows(body, below: bottom, in: date)
        return rows.count < 2 ? nil : HeadedTable(columns: columns, rows: rows)
    }

    /// A heading of one line.
    private struct Block {
        var words: [ReadWord]
        var left: Double { words.map(\.box.left).min() ?? 0 }
        var right: Double { words.map(\.box.right).max() ?? 0 }
        var middle: Double { (left + right) / 2 }
        var texts: [String] { words.map(\.text) }
    }

    /// The headings of the line that names most kinds of columns.
    private var head: [Block]? {
        var best: (blocks: [Block], kinds: Int)?
        for word in words.prefix(Self.mostLines) where headings.role(of: [word.text]) != nil {
            let middle = (word.box.top + word.box.bottom) / 2
            let line = words.filter { $0.box.top <= middle && $0.box.bottom >= middle && $0.box.height < 0.06 }
            let blocks = Self.blocks(line.sorted { $0.box.left < $1.box.left })
            let roles = blocks.compactMap { headings.role(of: $0.texts)?.role }
            let kinds = Set(roles).count
            if kinds >= 2, kinds > best?.kinds ?? 0, kinds * 2 >= blocks.count { best = (blocks, kinds) }
        }
        return best?.blocks
    }

    private static let mostLines = 600

    /// Words of a line so close together that they're one heading's.
    private static func blocks(_ line: [ReadWord]) -> [Block] {
        var blocks: [Block] = []
        for word in line {
            if let last = blocks.last, word.box.left - last.right < 0.9 * word.box.height {
                blocks[blocks.count - 1].words.append(word)
            } else {
                blocks.append(Block(words: [word]))
            }
        }
        return blocks
    }

    /// The middle of the widest free stretch between two places.
    private static func gap(_ taken: [(from: Double, to: Double)], between start: Double, and end: Double) -> Double {
        var best = (from: start, to: start)
        var free = start
        for stretch in taken.sorted(by: { $0.from < $1.from }) where stretch.to > start && stretch.from < end {
            if stretch.from - free > best.to - best.from { best = (free, stretch.from) }
            free = max(free, stretch.to)
        }
        if end - free > best.to - best.from { best = (free, end) }
        return best.to > best.from ? (best.from + best.to) / 2 : (start + end) / 2
    }

    /// The rows' edges: a row is where a day is, and what is nearer to it than to others.
    private static func rows(_ body: [ReadWord], below top: Double, in date: HeadedColumn) -> [Double] {
        let days = body.filter {
            let middle = ($0.box.left + $0.box.right) / 2
            return middle > date.left && middle < date.right && $0.text.count(where: \.isNumber) >= 4
        }.map { ($0.box.top + $0.box.bottom) / 2 }.sorted()
        var places: [Double] = []
        for day in days where places.last.map({ day - $0 > 0.012 }) ?? true { places.append(day) }
        guard let first = places.first, let last = places.last, places.count <= 60 else { return [] }
        let steps = zip(places, places.dropFirst()).map { $1 - $0 }.sorted()
        let step = steps.isEmpty ? min(0.1, 1 - last) : steps[steps.count / 2]
        let taken = body.map { (from: $0.box.top, to: $0.box.bottom) }
        let inner = zip(places, places.dropFirst()).map { Self.gap(taken, between: $0, and: $1) }
        let start = max(top, first - 0.7 * step)
        let end = min(1, last + 0.9 * step)
        return [start] + inner + [end]
    }
}
