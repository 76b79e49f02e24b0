package import CivilDates

/// One dose given to the holder of a pass, as somebody recorded it.
package struct Vaccination: Sendable, Hashable {
    /// The disease target's id in the catalogue, or a text of another system's.
    package var target: String
    /// The vaccine's id in the catalogue.
    package var vaccine: String?
    /// A vaccine that the catalogue doesn't have.
    package var vaccineName: String?
    package var date: PartialDate
    package var batch: String?
    package var administeredBy: String?
    package var country: String?
    /// Where on the body it was given: one of ``sites``.
    package var site: String?
    /// How it was given: one of ``routes``.
    package var route: String?
    /// When the batch expires, as its package says.
    package var batchExpiry: PartialDate?
    /// Until when it is valid, as an animal's passport says.
    package var validUntil: PartialDate?
    /// Whether it was less than a full dose: `yes` or nothing.
    package var reduced: String?
    package var note: String?
    /// Which dose of its series this is.
    package var doseNumber: Int?
    /// How many doses the series has.
    package var seriesDoses: Int?
    /// The ids of more disease targets, with a blank between them, where no product says what a dose is against.
    package var otherTargets: String?
    package var source: DoseSource
    /// The day on which the source was noted; nil where it is that of the record.
    package var sourceDate: PartialDate?

    package init(
        target: String, vaccine: String? = nil, vaccineName: String? = nil, date: PartialDate, batch: String? = nil,
        administeredBy: String? = nil, country: String? = nil, site: String? = nil, route: String? = nil,
        batchExpiry: PartialDate? = nil, validUntil: PartialDate? = nil, reduced: String? = nil, note: String? = nil,
        doseNumber: Int? = nil, seriesDoses: Int? = nil, otherTargets: String? = nil, source: DoseSource = .hand,
        sourceDate: PartialDate? = nil
    ) {
        (self.target, self.vaccine, self.vaccineName, self.date) = (target, vaccine, vaccineName, date)
        (self.batch, self.administeredBy, self.country) = (batch, administeredBy, country)
        (self.site, self.route, self.batchExpiry, self.validUntil) = (site, route, batchExpiry, validUntil)
        (self.reduced, self.note) = (reduced, note)
        (self.doseNumber, self.seriesDoses) = (doseNumber, seriesDoses)
        (self.otherTargets, self.source, self.sourceDate) = (otherTargets, source, sourceDate)
    }

    /// The most disease targets that a dose may be entered for: twice as many as any vaccine has.
    ///
    /// Doses that have more already keep them.
    package static let mostTargets = 12

    /// Every disease target that it was entered for, each once: ``target``, then ``otherTargets``.
    package var targets: [String] {
        get {
            let others = otherTargets?.split(separator: " ").map(String.init) ?? []
            return [target] + others.filter { $0 != target }
        }
        set {
            var others: [String] = []
            // No id has a blank in it.
            for id in newValue.dropFirst() where !id.isEmpty && !id.contains(" ") {
                if id != newValue[0], !others.contains(id) { others.append(id) }
            }
            (target, otherTargets) = (newValue.first ?? "", others.isEmpty ? nil : others.joined(separator: " "))
        }
    }
}

extension Vaccination: FieldList {
    package static let target = Field("target", \Self.target, .text(limit: 100))
    package static let vaccine = Field("vaccine", \Self.vaccine, .text(limit: 100))
    package static let vaccineName = Field("vaccineName", \Self.vaccineName, .text(limit: 200))
    package static let date = Field("date", \Self.date)
    package static let batch = Field("batch", \Self.batch, .text(limit: 100))
    package static let administeredBy = Field("administeredBy", \Self.administeredBy, .text(limit: 200))
    package static let country = Field("country", \Self.country, .country)
    package static let site = Field("site", \Self.site, .choice(sites)).since(2)
    package static let route = Field("route", \Self.route, .choice(routes)).since(2)
    package static let batchExpiry = Field("batchExpiry", \Self.batchExpiry, isAhead: true).since(2)
    package static let validUntil = Field("validUntil", \Self.validUntil, isAhead: true).since(3)
    package static let reduced = Field("reduced", \Self.reduced, .choice(["yes"])).since(4)
    package static let note = Field("note", \Self.note, .text(limit: 4_000, lines: true))
    package static let doseNumber = Field("doseNumber", \Self.doseNumber, in: doses)
    package static let seriesDoses = Field("seriesDoses", \Self.seriesDoses, in: doses)
    package static let source = Field("source", \Self.source, unknown: .hand).since(2)
    package static let sourceDate = Field("sourceDate", \Self.sourceDate).since(2)

    package static let otherTargets = Field("otherTargets", \Self.otherTargets, .text(limit: 1_000)).since(2)

    /// What people may tell beside what was given and when, in the order in which forms and pages have it.
    package static let details = [batch, administeredBy, country, site, route, batchExpiry, validUntil, reduced, note]

    /// Those of ``details`` that a dose in a pass of this kind has: only animals have a passport that says until when, and only
    /// people the places where forms say that it was given, but what an import has brought is shown.
    package static func details(of kind: String, in record: Self? = nil) -> [Field<Self>] {
        let other = kind == Pass.person ? validUntil : site
        return details.filter { $0.name != other.name || record.map { other[$0] != nil } ?? false }
    }

    /// What is said of the dose, whoever says it.
    package static let compared =
        [target, vaccine, vaccineName, date] + details + [doseNumber, seriesDoses, otherTargets]

    package static let fields = compared + [source, sourceDate]

    package static let empty = Vaccination(target: "", date: .firstOfRecords)

    /// Where a vaccine is given, as far as forms offer it.
    package static let sites = ["left-arm", "right-arm", "left-thigh", "right-thigh", "buttock"]

    /// How a vaccine is given, as far as forms offer it.
    package static let routes = ["intramuscular", "subcutaneous", "intradermal", "oral", "nasal"]

    private static let doses = 1...99
}
