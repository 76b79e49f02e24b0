package import CivilDates

/// Something about the holder that recommendations depend on: a condition, an occupation, a pregnancy.
package struct ArchivedFact: Sendable, Equatable {
    package var id: String?
    package var kind: String
    package var value: String
    package var from: PartialDate?
    package var to: PartialDate?

    package init(
        id: String? = nil, kind: String, value: String, from: PartialDate? = nil, to: PartialDate? = nil
    ) {
        self.id = id
        self.kind = kind
        self.value = value
        self.from = from
        self.to = to
    }
}
