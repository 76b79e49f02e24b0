import BoundedJSON

/// A page as it was read.
package struct ScannedPage: Sendable, Hashable {
    /// How its place in the picture came about; nil where there was no answer.
    package let place: ReaderAnswer.Place?
    /// Clockwise from the page's own top left, in pixels of the picture; four or none.
    package let corners: [PicturePoint]
    package let faults: Set<ReaderAnswer.PictureFlaw>
    package internal(set) var rows: [ScannedRow] = []
    /// The fields outside of the table.
    package internal(set) var fields: [String: ScanField] = [:]
    /// What the values say of the links that have a field on this page, and on none before it.
    package internal(set) var links: [JudgedLink] = []

    var isFound: Bool { place != nil && place != .asked }

    var json: JSONValue {
        let corners = corners.map { point in JSONValue.array([.number(point.x), .number(point.y)]) }
        let links = links.map { verdict -> JSONValue in
            [
                "kind": .string(verdict.link.written), "regions": .array(verdict.link.regions.map { .string($0) }),
                "holds": verdict.holds.map { .bool($0) } ?? .null,
            ]
        }
        return [
            "found": .bool(isFound), "corners": corners.isEmpty || !isFound ? .null : .array(corners),
            "rows": .array(rows.map(\.json)), "fields": JSONValue(fields.mapValues(\.json)), "links": .array(links),
        ]
    }
}
