/// What a person picks for a vaccination: a product, or a kind of vaccine whose brand isn't known.
public struct Vaccine: Sendable, Hashable, Identifiable {
    /// Whether a product can be had.
    public enum Status: String, Sendable, CaseIterable {
        /// On the market in Germany or the EU.
        case inUse = "in use"
        /// No longer on the market, still in booklets.
        case withdrawn
        /// Never authorised here; known from certificates and from booklets of other countries.
        case elsewhere
    }

    /// Whom a strength is for, where a brand has several.
    public enum Strength: String, Sendable, CaseIterable {
        case child, adult
    }

    /// A stable, readable id.
    public let id: String

    /// Its name: a product's is the same in every language, a kind's isn't.
    public let name: LocalizedText

    /// The kind of vaccine, which says what it is made of: `dtap-ipv-hib-hepb`; its own id where the brand isn't known.
    public let kind: String

    /// Whether this is a kind of vaccine, not a product.
    public let isBrandUnknown: Bool

    /// The species it is for.
    public let species: String

    /// Every disease target it counts for.
    public let targets: [String]

    /// The days on which it counts for a target, where it didn't or doesn't always.
    public let contentDates: [String: ContentDates]

    /// Whether it holds live, attenuated germs.
    public let isLive: Bool

    /// Whether it is an antibody that protects at once and for a while, not a vaccine in the narrow sense.
    public let isPassive: Bool

    /// Whether it is swallowed.
    public let isOral: Bool

    /// The manufacturer's id; nil where the brand isn't known.
    public let manufacturer: String?

    /// Other names on packages, stickers and certificates.
    public let aliases: [String]

    /// A kind's other names, such as `6-fach` and `DTaP-IPV-Hib-HepB`; a product has none of its own.
    public let synonyms: LocalizedWords

    /// Its codes, those of its kind included.
    public let codes: [Code]

    /// The codes that are its own: a product's without those of its kind.
    public let ownCodes: [Code]

    /// Whether it can be had.
    public let status: Status

    /// The year it came to market, where known.
    public let from: Int?

    /// The last year it could be had, where it is withdrawn and that is known.
    public let until: Int?

    /// Whom this strength is for; nil where its brand has but one.
    public let strength: Strength?

    /// The ages for which it is licensed; nil where they aren't known.
    public let licensedAges: LicensedAges?

    /// Where the record comes from.
    public let provenance: Provenance

    /// The first code in a system.
    public func code(_ system: CodeSystem) -> String? {
        codes.first { $0.system == system }?.value
    }

    /// A product, which takes composition and species from its kind.
    init(_ node: DataNode, sources: [String: String], kinds: [String: VaccineKind]) throws(DataFault) {
        var object = try node.object()
        id = try object.required("id").slug()
        name = LocalizedText(everywhere: try object.string("name"))
        let kindNode = try object.required("kind")
        guard let kind = kinds[try kindNode.string()] else { throw kindNode.fault(.unknownKind) }
        self.kind = kind.id
        isBrandUnknown = false
        species = kind.species
        targets = kind.targets
        contentDates = kind.contentDates
        isLive = kind.isLive
        isPassive = kind.isPassive
        isOral = kind.isOral
        manufacturer = try object.required("manufacturer").slug()
        aliases = try object.strings("aliases")
        synonyms = .none
        ownCodes = try Code.list(object.optional("codes"))
        codes = ownCodes + kind.codes
        let statusNode = try object.required("status")
        guard let status = Status(rawValue: try statusNode.string()) else {
            throw statusNode.fault(
                .notStatus)
        }
        self.status = status
        from = try object.optionalInteger("from")
        until = try object.optionalInteger("until")
        strength = try object.optionalChoice("strength")
        licensedAges = try object.optional("licensedAges").map { (node) throws(DataFault) in
            try LicensedAges(node, sources: sources)
        }
        provenance = try Provenance(&object, sources: sources)
        try object.finish()
        try Self.checkYears(from, until, status, at: node)
    }

    /// A kind of vaccine as a choice of its own.
    init(brandUnknown kind: VaccineKind) {
        id = kind.id
        name = kind.names
        self.kind = kind.id
        isBrandUnknown = true
        species = kind.species
        targets = kind.targets
        contentDates = kind.contentDates
        isLive = kind.isLive
        isPassive = kind.isPassive
        isOral = kind.isOral
        manufacturer = nil
        aliases = []
        synonyms = kind.synonyms
        codes = kind.codes
        ownCodes = kind.codes
        status = .inUse
        from = nil
        until = nil
        strength = nil
        licensedAges = nil
        provenance = kind.provenance
    }

    private static func checkYears(_ from: Int?, _ until: Int?, _ status: Status, at node: DataNode) throws(DataFault) {
        for year in [from, until].compactMap({ $0 }) where !(1900...2100).contains(year) {
            throw node.fault(.impossibleYear, ["count": year])
        }
        if let from, let until, until < from { throw node.fault(.endsBeforeItBegins) }
        if until != nil, status == .inUse { throw node.fault(.lastYearInUse) }
    }
}
