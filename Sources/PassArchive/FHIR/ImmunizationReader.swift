import BoundedJSON
import CivilDates
import Model

/// Reads one Immunization. <https://hl7.org/fhir/R4/immunization.html>
struct ImmunizationReader {
    private let resource: JSONValue
    private let codes: ClinicalCodes
    private let index: ReferenceIndex
    private let species: String
    private(set) var problems: [FHIRImport.Problem] = []

    init(_ resource: JSONValue, codes: ClinicalCodes, index: ReferenceIndex, species: String) {
        self.resource = resource
        self.codes = codes
        self.index = index
        self.species = species
    }

    /// The vaccination; nil when it was left out, for the reason that is then in `problems`.
    mutating func read() -> ArchivedVaccination? {
        switch resource["status"]?.text {
        case "completed": break
        case "entered-in-error": return reject(.enteredInError)
        case "not-done": return reject(.notDone)
        default: return reject(.statusMissing)
        }
        guard let occurrence = resource["occurrenceDateTime"]?.text else {
            return reject(resource["occurrenceString"] == nil ? .dateMissing : .dateUnreadable)
        }
        guard let date = Self.date(occurrence) else { return reject(.dateUnreadable) }
        let concept = resource["vaccineCode"] ?? .null
        let codings = (concept["coding"]?.elements ?? []).compactMap { Coding($0) }
            .filter { $0.system != CodeSystemURI.nullFlavor }
        let vaccine = vaccine(codings, text: concept["text"]?.text)
        let targets = targets(vaccine: vaccine.id, name: vaccine.name)
        guard let target = targets.first else { return reject(.vaccineMissing) }
        var vaccination = Vaccination(
            target: target, vaccine: vaccine.id, vaccineName: vaccine.name, date: date, country: country(),
            doseNumber: number("doseNumberPositiveInt"), seriesDoses: number("seriesDosesPositiveInt"),
            source: DoseOrigin.source(readCodings(of: "reportOrigin")))
        // A product says by itself what it is against.
        if vaccine.id == nil { vaccination.targets = targets }
        if DoseOrigin.isOurs(readCodings(of: "reportOrigin"), vaccination.source) {
            vaccination.sourceDate = resource["recorded"]?.text.flatMap(Self.date)
        }
        for text in ImmunizationText.all { text.field.set(text.read(self), in: &vaccination) }
        guard vaccination.fitsDocuments else { return reject(.textTooLong) }
        lookForOtherDetails(than: vaccination)
        return ArchivedVaccination(id: FHIRReader.identifier(resource, CodeSystemURI.vaccinationID), vaccination)
    }

    private mutating func reject(_ problem: FHIRImport.Problem) -> ArchivedVaccination? {
        problems = [problem]
        return nil
    }

    /// The date part of a FHIR dateTime; the time of day is of no use in a pass.
    private static func date(_ text: String) -> PartialDate? {
        guard let clock = text.firstIndex(of: "T") else { return PartialDate(ofRecord: text) }
        guard isTimeOfDay(text[clock...].utf8) else { return nil }
        let date = PartialDate(ofRecord: String(text[..<clock]))
        return date?.day == nil ? nil : date
    }

    /// Whether it is `T10:30`, with seconds, their fraction and a zone or without: by hand, for there may be thousands.
    private static func isTimeOfDay(_ text: Substring.UTF8View) -> Bool {
        var rest = text
        func take(_ pattern: String) -> Bool {
            let head = rest.prefix(pattern.utf8.count)
            let fits = head.elementsEqual(pattern.utf8) { byte, kind in
                // The digit stands for the largest one that may stand there.
                (0x30...0x39).contains(kind) ? (0x30...kind).contains(byte) : byte == kind
            }
            if fits { rest = rest.dropFirst(head.count) }
            return fits
        }
        guard take("T29:59") else { return false }
        if take(":69"), take(".") {
            let fraction = rest.prefix { (0x30...0x39).contains($0) }
            guard !fraction.isEmpty else { return false }
            rest = rest.dropFirst(fraction.count)
        }
        if !take("Z"), !take("+19:59") { _ = take("-19:59") }
        return rest.isEmpty
    }

    private mutating func vaccine(_ codings: [Coding], text: String?) -> (id: String?, name: String?) {
        let own = codings.first { $0.system == CodeSystemURI.vaccine }?.code
        let name = self.text(text.map { .string($0) })
        if let id = own ?? codings.lazy.compactMap(codes.vaccine).first { return (id, name) }
        let label =
            name ?? codings.lazy.compactMap(\.display).first { !$0.isEmpty }
            ?? codings.first.map { "\($0.system.split(separator: "/").last ?? "") \($0.code)" }
        if let id = label.flatMap(codes.vaccineNamed) { return (id, name) }
        if label != nil { problems.append(.unknownVaccine) }
        return (nil, label)
    }

    /// What it is against, the first as it is kept for any dose: those of the catalogue, else a text.
    private mutating func targets(vaccine: String?, name: String?) -> [String] {
        let diseases = (resource["protocolApplied"]?.elements ?? []).flatMap { $0["targetDisease"]?.elements ?? [] }
        let codings = diseases.map { ($0["coding"]?.elements ?? []).compactMap { Coding($0) } }
        let own = codings.compactMap { codings in codings.first { $0.system == CodeSystemURI.target }?.code }
        if !own.isEmpty { return own }
        let known = codings.compactMap { codings in
            for coding in codings {
                if let known = codes.target(coding, species) { return known }
            }
            return nil as String?
        }
        if !known.isEmpty { return known }
        if let vaccine, let known = codes.targetsOfVaccine(vaccine).first { return [known] }
        problems.append(.unknownTarget)
        let text =
            diseases.lazy.compactMap { $0["text"]?.text }.first { !$0.isEmpty }
            ?? codings.joined().lazy.compactMap(\.display).first { !$0.isEmpty } ?? name ?? vaccine
        return text.map { [$0] } ?? []
    }

    var expirationDate: PartialDate? { resource["expirationDate"]?.text.flatMap { PartialDate(ofRecord: $0) } }

    /// The codings of a CodeableConcept.
    func readCodings(of name: String) -> [Coding] {
        (resource[name]?["coding"]?.elements ?? []).compactMap { Coding($0) }
    }

    var lotNumber: String? { text(resource["lotNumber"]) }

    var performer: String? {
        let actors = (resource["performer"]?.elements ?? []).prefix(Self.mostPerformers).compactMap { $0["actor"] }
        for actor in actors {
            if let display = text(actor["display"]) { return display }
            guard let person = index.resource(actor, from: resource) else { continue }
            if let name = text(person["name"]) ?? text(person["name"]?.elements?.first?["text"]) { return name }
            let name = person["name"]?.elements?.first
            let parts = (name?["given"]?.elements ?? []).compactMap(\.text) + [name?["family"]?.text].compactMap { $0 }
            if let name = text(.string(parts.joined(separator: " "))) { return name }
        }
        return nil
    }

    /// Each may have to be looked for among what the resource contains.
    private static let mostPerformers = 20

    private func country() -> String? {
        text(index.resource(resource["location"], from: resource)?["address"]?["country"])
    }

    var note: String? {
        let notes = (resource["note"]?.elements ?? []).compactMap { text($0["text"]) }
        return notes.isEmpty ? nil : notes.joined(separator: "\n")
    }

    private func number(_ name: String) -> Int? {
        (resource["protocolApplied"]?.elements ?? []).lazy.compactMap { $0[name]?.wholeNumber }
            .first { (1...99).contains($0) }.map(Int.init)
    }

    private func text(_ value: JSONValue?) -> String? {
        value?.text.flatMap { $0.isEmpty ? nil : $0 }
    }

    private mutating func lookForOtherDetails(than vaccination: Vaccination) {
        let unread = ImmunizationText.all.filter { $0.field[vaccination] == nil }.map(\.name)
        let details = ["manufacturer", "doseQuantity", "reaction", "reasonCode"] + unread
        if details.contains(where: { resource[$0] != nil }) { problems.append(.otherDetailsLeftOut) }
    }
}

extension Vaccination {
    /// Whether a document has room for every text, by its bytes; what is still too long for a record is told later.
    var fitsDocuments: Bool {
        Self.fields.allSatisfy { field in
            (field[self]?.text?.utf8.count ?? 0) <= field.documentBytes
        }
    }
}
