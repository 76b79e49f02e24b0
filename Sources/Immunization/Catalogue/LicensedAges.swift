public import CivilDates

/// The ages for which a product is licensed, by its product information: finding a brand's strength and the
/// recommendations go by the same.
public struct LicensedAges: Sendable, Hashable {
    /// From this age on; nil: from birth.
    public let from: CalendarPeriod?
    /// Below this age; nil: without an end.
    public let before: CalendarPeriod?
    /// Where it comes from.
    public let provenance: Provenance

    init(_ node: DataNode, sources: [String: String]) throws(DataFault) {
        var object = try node.object()
        (from, before) = (try object.period("from"), try object.period("before"))
        provenance = try Provenance(&object, sources: sources)
        try object.finish()
        if let from, let before, before.approximateDays <= from.approximateDays {
            throw node.fault(.endsBeforeItBegins)
        }
    }

    /// Whether somebody born then was outside of them on every day that the dose can have been given.
    public func exclude(bornOn birth: PartialDate, on day: PartialDate) -> Bool {
        let isTooYoung = from.map { day.latest < birth.earliest.adding($0) } ?? false
        let isTooOld = before.map { birth.latest.adding($0) <= day.earliest } ?? false
        return isTooYoung || isTooOld
    }
}

extension Catalogue {
    /// The products whose ages have to be known and aren't: those in use, and those that another's name begins with.
    public func productsWithoutAges(for species: String) -> [Vaccine] {
        let products = vaccines.filter { $0.species == species }.map { ($0, Self.folded($0.name["en"])) }
        return products.filter { product, name in
            guard product.licensedAges == nil else { return false }
            return product.status == .inUse || products.contains { $0.0.id != product.id && $0.1.hasPrefix(name) }
        }.map(\.0)
    }
}
