import BoundedJSON
import CivilDates
import Immunization
import Model

/// Reads one Immunization. <https://hl7.org/fhir/R4/immunization.html>
struct ImmunizationReader {
    private let resource: JSONValue
    private let codes: ClinicalCodes
    private let index: ReferenceIndex
    private let holder: Pass
    /// What has to be asked of its vaccine.
    private(set) var asked: AskedVaccine?
    private(set) var problems: [FHIRImport.Remark.Kind] = []

    init(_ resource: JSONValue, codes: ClinicalCodes, index: ReferenceIndex, holder: Pass) {
        self.resource = resource
        self.codes = codes
        self.index = index
        self.holder = holder
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
        let who = VaccineFinder.Who(holder.kind, birth: holder.birthDate, on: date)
        let coded = VaccineCoding(resource, codes: codes, who: who)
        if let refusal = coded.refusal { return reject(FHIRImport.Remark.Kind(refusal)) }
        guard let target = coded.targets.first else { return reject(.vaccineMissing) }
        asked = coded.asked
        var vaccination = Vaccination(
            target: target, vaccine: coded.vaccine, vaccineName: coded.name, date: date, country: country(),
            doseNumber: number("doseNumber"), seriesDoses: number("seriesDoses"),
            source: DoseOrigin.source(readCodings(of: "reportOrigin")))
        if resource["isSubpotent"]?.isTrue == true { vaccination.reduced = "yes" }
        // A product says by itself what it is against.
        if coded.vaccine == nil { vaccination.targets = coded.targets }
        if DoseOrigin.isOurs(readCodings(of: "reportOrigin"), vaccination.source) {
            vaccination.sourceDate = resource["recorded"]?.text.flatMap(Self.date)
        }
        for text in ImmunizationText.all { text.field.set(text.read(self), in: &vaccination) }
        for field in ImmunizationText.extended { field.readExtension(of: resource, into: &vaccination) }
        guard vaccination.fitsDocuments else { return reject(.textTooLong) }
        lookForOtherDetails(than: vaccination)
        return ArchivedVaccination(id: FHIRReader.identifier(resource, CodeSystemURI.vaccinationID), vaccination)
    }

    private mutating func reject(_ problem: FHIRImport.Remark.Kind) -> ArchivedVaccination? {
        problems = [problem]
        return nil
    }

    /// The date part of a FHIR dateTime; the time of day is of no use in a pass.
    static func date(_ text: String) -> PartialDate? {
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
                // The digit stands for the largest one that is allowed there.
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

    var expirationDate: PartialDate? { resource["expirationDate"]?.text.flatMap { PartialDate(ofRecord: $0) } }

    /// The codings of a CodeableConcept.
    func readCodings(of name: String) -> [FHIRCoding] {
        (resource[name]?["coding"]?.elements ?? []).compactMap { FHIRCoding($0) }
    }

    var lotNumber: String? { text(resource["lotNumber"]) }

    /// Who gave it: the performer, else whoever stands for the entry in a German MIO.
    var performer: String? {
        let actors = (resource["performer"]?.elements ?? []).prefix(Self.mostPerformers).compactMap { $0["actor"] }
        return (actors + attesters).lazy.compactMap { name(of: $0) }.first
    }

    /// Each may have to be looked for among what the resource contains.
    private static let mostPerformers = 20

    /// <https://simplifier.net/im1x0>, extension 'Attester'; of a transcribed dose it is who gave it then.
    private var attesters: [JSONValue] {
        let all = (resource["extension"]?.elements ?? []).filter {
            $0["url"]?.text?.contains("MIO_Vaccination_Attester") == true
        }
        return all.prefix(Self.mostPerformers).flatMap { $0["extension"]?.elements ?? [] }
            .filter { $0["url"]?.text == "party" }.compactMap { $0["valueReference"] }
    }

    /// The name of a person or a practice that a reference means; of a role, that of the person in it.
    private func name(of reference: JSONValue) -> String? {
        if let display = text(reference["display"]) { return display }
        guard let found = index.resource(reference, from: resource) else { return nil }
        guard found["resourceType"] == "PractitionerRole" else { return Self.name(in: found) }
        let parts = ["practitioner", "organization"].compactMap { found[$0] }
        return parts.lazy.compactMap { part in
            text(part["display"]) ?? index.resource(part, from: found).flatMap(Self.name)
        }.first
    }

    private static func name(in person: JSONValue) -> String? {
        let name = person["name"]?.elements?.first
        if let text = person["name"]?.text ?? name?["text"]?.text, !text.isEmpty { return text }
        let parts = ["prefix", "given"].flatMap { (name?[$0]?.elements ?? []).compactMap(\.text) }
        let all = (parts + [name?["family"]?.text].compactMap { $0 }).joined(separator: " ")
        return all.isEmpty ? nil : all
    }

    private func country() -> String? {
        text(index.resource(resource["location"], from: resource)?["address"]?["country"])
    }

    var note: String? {
        let notes = (resource["note"]?.elements ?? []).compactMap { text($0["text"]) }
        return notes.isEmpty ? nil : notes.joined(separator: "\n")
    }

    /// A number, written as one or as a text.
    private func number(_ name: String) -> Int? {
        (resource["protocolApplied"]?.elements ?? []).lazy
            .compactMap { dose in
                dose[name + "PositiveInt"]?.wholeNumber(in: 1...99)
                    ?? dose[name + "String"]?.text.flatMap { Int(typed: $0, in: 1...99) }
            }
            .first
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

extension FHIRImport.Remark.Kind {
    /// Why a code of a vaccine gives no dose.
    fileprivate init(_ refusal: CodeMeaning.NoDose) {
        self =
            switch refusal {
            case .notGiven: .notDone
            case .noVaccine: .noVaccine
            case .otherDisease: .otherDisease
            case .antibody: .antibody
            case .notSaid: .vaccineMissing
            }
    }
}

extension FieldList {
    /// Whether a document has room for every text, by its bytes; what is still too long for a record is reported later.
    var fitsDocuments: Bool {
        Self.fields.allSatisfy { field in
            (field[self]?.text?.utf8.count ?? 0) <= field.documentBytes
        }
    }
}
