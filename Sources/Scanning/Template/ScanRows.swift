import BoundedJSON

/// The rows of a page's table: where the first begins, how high all are together, how many there are, and where each
/// begins if they aren't alike.
package struct ScanRows: Sendable, Hashable {
    package let top: Double
    package let height: Double
    package let count: Int
    /// Where each row begins and the last one ends; nil where all are equally high.
    package let edges: [Double]?

    package init(top: Double, height: Double, count: Int) {
        (self.top, self.height, self.count, edges) = (top, height, count, nil)
    }

    /// Nil for edges that don't ascend within the page.
    ///
    /// Rows that are almost equally high are made so.
    package init?(edges: [Double]) {
        guard let first = edges.first, let last = edges.last, edges.count >= 2, first >= 0, last <= 1,
            edges.count <= ScanTemplate.mostRegions, zip(edges, edges.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        (top, height, count) = (first, last - first, edges.count - 1)
        let each = height / Double(count)
        let isEven = edges.enumerated().allSatisfy { abs(first + each * Double($0) - $1) < 0.1 * each }
        self.edges = isEven ? nil : edges
    }

    init(_ json: JSONValue) throws(ScanTemplateError) {
        let top = try ScanTemplateError.number(json["top"], in: 0...1)
        let height = try ScanTemplateError.number(json["height"], in: 0...1)
        guard let number = json["count"]?.floatingPoint, number == number.rounded() else {
            throw ScanTemplateError(.shape)
        }
        guard let count = json["count"]?.wholeNumber(in: 1...ScanTemplate.mostRegions) else {
            throw ScanTemplateError(.tooManyRegions, limit: ScanTemplate.mostRegions)
        }
        guard let list = json["edges"] else {
            self.init(top: top, height: height, count: count)
            return
        }
        var edges: [Double] = []
        for edge in list.elements ?? [] { edges.append(try ScanTemplateError.number(edge, in: 0...1)) }
        guard edges.count == count + 1, let rows = Self(edges: edges) else { throw ScanTemplateError(.shape) }
        self = rows
    }

    /// The place of a column in a row, counted from 0; nil where it leaves the page.
    func box(of column: ScanColumn, row: Int) -> RegionBox? {
        if let edges {
            return RegionBox(
                left: column.left, top: edges[row], width: column.width, height: edges[row + 1] - edges[row])
        }
        let each = height / Double(count)
        return RegionBox(left: column.left, top: top + each * Double(row), width: column.width, height: each)
    }

    /// As a template writes it.
    var json: JSONValue {
        let members: [(String, JSONValue?)] = [
            ("top", .number(top)), ("height", .number(height)), ("count", JSONValue(count)),
            ("edges", edges.map { .array($0.map { .number($0) }) }),
        ]
        return .object(JSONObject(present: members))
    }
}
