import BoundedJSON

/// What the values of several regions have to do with one another.
package struct ScanLink: Sendable, Hashable {
    package enum Kind: String, Sendable, CaseIterable {
        /// All values are the same; `compare` is another word for it.
        case equal
        /// The first is the sum of the others.
        case sum
        /// The first is a vaccine, the others are the crossed diseases that it is against.
        case agrees
        /// Dates that ascend, in a row of regions or down a column.
        case order
        /// A day that isn't after the month or day of the second.
        case within
        /// The name of the pass's holder.
        case holder
    }

    package let kind: Kind
    package let regions: [String]
    /// The kind as its template calls it.
    package let written: String

    package init(_ kind: Kind, _ regions: [String], written: String? = nil) {
        (self.kind, self.regions, self.written) = (kind, regions, written ?? kind.rawValue)
    }

    init(_ json: JSONValue) throws(ScanTemplateError) {
        guard let written = json["kind"]?.text else { throw ScanTemplateError(.shape) }
        guard let kind = written == "compare" ? .equal : Kind(rawValue: written) else {
            throw ScanTemplateError(.unknownLink, written)
        }
        var regions: [String] = []
        guard let elements = json["regions"]?.elements else { throw ScanTemplateError(.shape, written) }
        guard kind.sizes.contains(elements.count) else { throw ScanTemplateError(.linkSize, written) }
        for region in elements { regions.append(try ScanTemplateError.name(region, of: written)) }
        self.init(kind, regions, written: written)
    }

    /// As a template writes it.
    var json: JSONValue {
        ["kind": .string(written), "regions": .array(regions.map { .string($0) })]
    }
}

extension ScanLink.Kind {
    /// How many regions a link of the kind joins.
    package var sizes: ClosedRange<Int> {
        switch self {
        case .equal: 2...50
        case .sum, .agrees: 2...100
        case .order: 1...100
        case .within: 2...2
        case .holder: 1...1
        }
    }
}
