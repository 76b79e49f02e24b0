/// A page's table: columns by their headings, rows by its rulings or by what is in them.
///
/// It makes a template of a page that no template is of, so that it's read like any other.
package struct TableLayout: Sendable {
    /// What the template is called among others.
    package static let id = "table"

    private let overview: PageOverview
    private let headings: HeadingWords

    package init(_ overview: PageOverview, _ headings: HeadingWords) {
        (self.overview, self.headings) = (overview, headings)
    }

    /// The page as a template; nil where too few columns are known to tell a vaccination.
    ///
    /// - Parameter names: its name by language.
    package func template(names: [String: String] = [:]) -> ScanTemplate? {
        guard let table = ruled ?? OpenTable(overview.words, headings).table, table.isVaccinations,
            let page = table.page(overview.aspect)
        else { return nil }
        return try? ScanTemplate(id: Self.id, names: names, pages: [page], links: [])
    }

    /// The table between rulings, whose headings are in its first rows, or above them.
    private var ruled: HeadedTable? {
        guard let grid = PageGrid(overview.rulings) else { return nil }
        let above = max(0, grid.rows[0] - Self.mostAbove)
        let heads = (1...3).map { (grid.rows[0], $0) } + [(above, 0)]
        var best: HeadedTable?
        for (top, first) in heads where first < grid.rows.count - 1 {
            let columns = zip(grid.columns, grid.columns.dropFirst()).map { left, right in
                column(left, right, from: top, to: grid.rows[first])
            }
            let table = HeadedTable(columns: columns, rows: Self.filled(Array(grid.rows[first...])))
            // Words of the first row may look like a heading: what is above it counts.
            if table.known >= (best.map { $0.known + ($0.isVaccinations ? 2 : 1) } ?? 1) { best = table }
        }
        return best
    }

    /// How high headings above a table are at most.
    private static let mostAbove = 0.12

    private func column(_ left: Double, _ right: Double, from top: Double, to bottom: Double) -> HeadedColumn {
        let cell = RegionBox(left: left, top: top, width: right - left, height: bottom - top)
        let words = (overview.words + overview.upwards).filter { cell?.containsCentre(of: $0.box) ?? false }.map(\.text)
        return HeadedColumn(words, headings, left: left, right: right)
    }

    /// Rows between which a ruling is missing, divided.
    private static func filled(_ edges: [Double]) -> [Double] {
        let heights = zip(edges, edges.dropFirst()).map { $1 - $0 }.sorted()
        guard heights.count >= 3 else { return edges }
        let usual = heights[heights.count / 2]
        var filled = [edges[0]]
        for (top, bottom) in zip(edges, edges.dropFirst()) {
            let count = ((bottom - top) / usual).rounded()
            let isMultiple = (2...4).contains(count) && abs((bottom - top) / usual - count) < 0.12
            let parts = isMultiple ? Int(count, clampedTo: 1...4) : 1
            for part in 1...parts { filled.append(top + (bottom - top) * Double(part) / Double(parts)) }
        }
        return filled
    }
}

/// A column and what its heading says.
struct HeadedColumn: Sendable {
    /// Nil where the heading isn't understood.
    var role: HeadingWords.Role?
    /// Whether its heading names the batch too.
    let hasBatch: Bool
    let left: Double
    let right: Double
    let heading: [String]

    init(_ heading: [String], _ headings: HeadingWords, left: Double, right: Double) {
        let found = headings.role(of: heading)
        (role, hasBatch) = (found?.role, found?.hasBatch ?? false)
        (self.left, self.right, self.heading) = (left, right, heading)
    }

    var width: Double { right - left }

    /// The heading as a template tells it.
    var title: String? {
        let scalars = heading.joined(separator: " ").unicodeScalars.filter {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || " .,-/&()".unicodeScalars.contains($0)
        }
        let text = String(String.UnicodeScalarView(scalars.prefix(ScanTemplate.longestName)))
        return text.isEmpty ? nil : text
    }
}

/// Columns and the edges of their rows, which become a page of a template.
struct HeadedTable: Sendable {
    let columns: [HeadedColumn]
    /// From the top.
    let rows: [Double]

    /// If no heading names the vaccine, it is in the widest column without a known heading.
    init(columns: [HeadedColumn], rows: [Double]) {
        var columns = columns
        let roles = columns.compactMap(\.role)
        if roles.contains(.date), !roles.contains(.vaccine),
            let widest = columns.indices.filter({ columns[$0].role == nil }).max(by: {
                columns[$0].width < columns[$1].width
            }),
            columns[widest].width >= Self.leastSticker
        {
            columns[widest].role = .vaccine
        }
        (self.columns, self.rows) = (columns, rows)
    }

    /// In shares of the page's width.
    private static let leastSticker = 0.12

    /// How many columns are known.
    var known: Int { columns.count { $0.role != nil } }

    /// Whether it has room for a vaccination's day and what was given.
    var isVaccinations: Bool {
        let roles = columns.compactMap(\.role)
        let isGiven = roles.contains(.vaccine) || roles.contains(.batch) || crosses >= 2
        return isGiven
            && (roles.contains(.date) || crosses >= 2 || columns.contains { $0.role == .vaccine && $0.hasBatch })
    }

    private var crosses: Int { columns.count { if case .diseases = $0.role { true } else { false } } }

    func page(_ aspect: Double) -> ScanPage? {
        guard let rows = ScanRows(edges: rows) else { return nil }
        let hasBatch = columns.contains { $0.role == .batch }
        var names: Set<String> = []
        let columns = columns.compactMap { column -> ScanColumn? in
            guard let role = column.role, column.width >= 0.012 else { return nil }
            let (plain, type) = Self.named(role, isAlone: hasBatch && !column.hasBatch)
            var name = plain
            var number = 2
            while !names.insert(name).inserted {
                name = "\(plain)-\(number)"
                number += 1
            }
            return ScanColumn(
                name: name, type: type, left: column.left, width: column.width, heading: column.title)
        }
        return try? ScanPage(aspect: aspect, rows: rows, columns: columns)
    }

    /// - Parameter isAlone: whether a vaccine's batch has a separate column.
    private static func named(_ role: HeadingWords.Role, isAlone: Bool) -> (String, RegionType) {
        switch role {
        case .date: ("date", .date)
        case .validFrom: ("valid-from", .date)
        case .validUntil: ("valid-until", .date)
        case .expiry: ("expiry", .month)
        case .batch: ("batch", .batch)
        // A single cell is a sticker's, by hand or not; with a column for the batch it's a name alone.
        case .vaccine: isAlone ? ("vaccine", .vaccine) : ("sticker", .sticker)
        case .stamp: ("stamp", .stamp)
        case .dose: ("dose", .number)
        case .year: ("year", .number)
        case .diseases(let ids):
            (String(ids.joined(separator: "-").prefix(ScanTemplate.longestName - 3)), .cross(ids))
        }
    }
}
