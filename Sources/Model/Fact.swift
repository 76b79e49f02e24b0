package import CivilDates

/// Something about the holder of a pass that recommendations ask for: a condition, a pregnancy, a trip.
package struct Fact: Sendable, Hashable {
    package var kind: String
    package var value: String
    /// Nil where it is open.
    package var from: PartialDate?
    /// Nil where it is open.
    package var to: PartialDate?

    package init(kind: String, value: String, from: PartialDate? = nil, to: PartialDate? = nil) {
        (self.kind, self.value, self.from, self.to) = (kind, value, from, to)
    }
}

extension Fact: FieldList {
    package static let fields = [
        Field("kind", \Self.kind, .text(limit: 64)),
        Field("value", \Self.value, .text(limit: 400)),
        Field("from", column: "fromDate", \Self.from),
        Field("to", column: "toDate", \Self.to),
    ]

    package static let empty = Fact(kind: "", value: "")
}
