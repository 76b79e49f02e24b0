public import CBORCoding
import CivilDates

/// The payload of an EU Digital COVID Certificate: the typed reading of schema versions 1.0.0 to 1.3.x.
public struct DCCPayload: Sendable, Hashable {
    /// The version of the schema that the payload states.
    public let version: String?
    /// What it says, as far as it could be read.
    public let claims: HealthClaims
    /// Every departure from the schema of the stated version.
    public let departures: [SchemaViolation]

    /// Reads a payload; whatever is there is read, whatever is wrong is noted.
    ///
    /// - Throws: ``HealthCertificateError`` `payload: wrongType` when the item is no map at all, `payload: tooLong` when it
    ///   makes more than ``HealthClaims/mostEntries`` statements.
    public init(_ item: CBOR) throws(HealthCertificateError) {
        guard let map = item.mapValue else {
            throw HealthCertificateError(.payload, .wrongType, "the payload is not a map")
        }
        let count = ["v", "t", "r"].reduce(0) { $0 + (map[$1]?.arrayValue?.count ?? 0) }
        guard count <= HealthClaims.mostEntries else {
            throw HealthCertificateError(
                .payload, .tooLong, "there are more than \(HealthClaims.mostEntries) statements")
        }
        version = map["ver"]?.textValue
        let rules = SchemaRules.stated(version)
        var reader = DCCPayloadReader(rules: rules)
        claims = reader.payload(map)
        if reader.departures.isEmpty || rules == .newest {
            departures = reader.departures
        } else {
            departures = Self.marked(reader.departures, map)
        }
    }

    /// Marks the departures that the newest schema permits.
    private static func marked(_ departures: [SchemaViolation], _ map: CBORMap) -> [SchemaViolation] {
        var newest = DCCPayloadReader(rules: .newest)
        _ = newest.payload(map)
        let stay = Set(newest.departures.map(Self.withoutLimit))
        return departures.map { departure in
            SchemaViolation(
                path: departure.path, problem: departure.problem,
                isPermittedLater: !stay.contains(withoutLimit(departure)))
        }
    }

    /// A text that is too long is so by whatever limit.
    private static func withoutLimit(_ departure: SchemaViolation) -> SchemaViolation {
        guard case .tooLong = departure.problem else { return departure }
        return SchemaViolation(path: departure.path, problem: .tooLong(limit: 0))
    }
}

extension DCCPayloadReader {
    fileprivate mutating func payload(_ map: CBORMap) -> HealthClaims {
        let top = Place()
        if let version = text("ver", in: map, at: top), !Self.isVersion(version) { note(.wrongPattern, at: "ver") }
        let holder = Holder(name: name(in: map), dateOfBirth: birthDate(in: map))
        var entries: [HealthClaims.Entry] = []
        var kinds = 0
        if let group = self.entries("v", in: map) {
            kinds += 1
            for (entry, place) in group { entries.append(.vaccination(vaccination(entry, place))) }
        }
        if let group = self.entries("t", in: map) {
            kinds += 1
            for (entry, place) in group { entries.append(.test(test(entry, place))) }
        }
        if let group = self.entries("r", in: map) {
            kinds += 1
            for (entry, place) in group { entries.append(.recovery(recovery(entry, place))) }
        }
        // Said by the schema since 1.3.0, meant by the specification from the start.
        if kinds != 1 { note(.wrongCount, at: "") }
        return HealthClaims(holder: holder, entries: entries)
    }

    private mutating func name(in map: CBORMap) -> PersonName {
        guard let item = map["nam"] else {
            note(.missing, at: "nam")
            return PersonName()
        }
        guard let names = item.mapValue else {
            note(.wrongType, at: "nam")
            return PersonName()
        }
        let place = Place(group: "nam")
        let requiresFamily = !(rules.acceptsGivenNameAlone && names["gnt"] != nil)
        return PersonName(
            family: text("fn", in: names, at: place, required: false, limit: rules.longestText),
            given: text("gn", in: names, at: place, required: false, limit: rules.longestText),
            standardFamily: standardName("fnt", in: names, at: place, required: requiresFamily),
            standardGiven: standardName("gnt", in: names, at: place, required: false)
        )
    }

    private mutating func birthDate(in map: CBORMap) -> CertificateDate? {
        guard let text = text("dob", in: map, at: Place()) else { return nil }
        let date = CertificateDate(text)
        if !Self.hasForm(of: rules.birthDate, text) {
            note(.wrongPattern, at: "dob")
        } else if date.date == nil, !text.isEmpty {
            note(.wrongFormat, at: "dob")
        }
        return date
    }

    /// Whether a date of birth is `(19|20)dd-dd-dd`, cut short or empty where that is allowed.
    private static func hasForm(of form: SchemaRules.BirthDate, _ text: String) -> Bool {
        let fields = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        if text.isEmpty { return form == .partialOrEmpty }
        guard fields.count == 3 || fields.count < 3 && form != .complete else { return false }
        return fields.enumerated().allSatisfy { index, field in
            guard field.count == (index == 0 ? 4 : 2), let number = field.decimal else { return false }
            return index > 0 || (1900...2099).contains(number)
        }
    }

    /// Whether a text is three numbers with any one character between them, as the schema's pattern has it.
    private static func isVersion(_ text: String) -> Bool {
        let fields = text.split(whereSeparator: { !("0"..."9").contains($0) })
        return fields.count == 3 && fields.reduce(2) { $0 + $1.count } == text.count && text.first != "."
            && text.last?.isNumber == true
    }

    private mutating func vaccination(_ map: CBORMap, _ place: Place) -> VaccinationEntry {
        VaccinationEntry(
            target: code("tg", .disease, in: map, at: place),
            vaccine: code("vp", .vaccine, in: map, at: place),
            product: code("mp", .product, in: map, at: place),
            manufacturer: code("ma", .manufacturer, in: map, at: place),
            dose: dose("dn", in: map, at: place),
            total: dose("sd", in: map, at: place),
            date: date("dt", in: map, at: place),
            country: country(in: map, at: place),
            issuer: text("is", in: map, at: place, limit: rules.longestText),
            identifier: text("ci", in: map, at: place, limit: rules.longestText)
        )
    }

    private mutating func test(_ map: CBORMap, _ place: Place) -> TestResult {
        TestResult(
            target: code("tg", .disease, in: map, at: place),
            type: code("tt", .testType, in: map, at: place),
            name: text("nm", in: map, at: place, required: false, limit: rules.longestTestName),
            device: code("ma", .testDevice, in: map, at: place, required: false),
            sampledAt: moment("sc", in: map, at: place),
            resultAt: rules.hasResultTime ? moment("dr", in: map, at: place, required: false) : nil,
            result: code("tr", .testResult, in: map, at: place),
            centre: text(
                "tc", in: map, at: place, required: rules.requiresTestCentre, limit: rules.longestText),
            country: country(in: map, at: place),
            issuer: text("is", in: map, at: place, limit: rules.longestText),
            identifier: text("ci", in: map, at: place, limit: rules.longestText)
        )
    }

    private mutating func recovery(_ map: CBORMap, _ place: Place) -> Recovery {
        Recovery(
            target: code("tg", .disease, in: map, at: place),
            firstPositive: date("fr", in: map, at: place),
            validFrom: date("df", in: map, at: place),
            validUntil: date("du", in: map, at: place),
            country: country(in: map, at: place),
            issuer: text("is", in: map, at: place, limit: rules.longestText),
            identifier: text("ci", in: map, at: place, limit: rules.longestText)
        )
    }
}
