import BoundedJSON
import Immunization
import Model

/// What an Immunization says of the vaccine and what it is against, weighed against each other.
///
/// A product's name counts only where neither the codes nor the diseases contradict it; a code only where the diseases
/// don't; a code that several kinds of vaccine share names none of them.
struct VaccineCoding {
    /// The catalogue's vaccine; nil where none is named for sure.
    private(set) var vaccine: String?
    /// The vaccine in the words of the resource.
    private(set) var name: String?
    /// What it is against: the catalogue's targets, else a text; empty where nothing is said.
    private(set) var targets: [String] = []
    private(set) var problems: [FHIRImport.Problem] = []

    private let codes: ClinicalCodes

    init(_ resource: JSONValue, codes: ClinicalCodes, species: String) {
        self.codes = codes
        let concept = Concept(resource["vaccineCode"])
        let diseases = (resource["protocolApplied"]?.elements ?? []).flatMap { $0["targetDisease"]?.elements ?? [] }
            .map { Concept($0) }
        let told = diseases.map { disease in
            disease.codings.lazy.map { codes.targets($0, species) }.first { !$0.isEmpty } ?? []
        }.filter { !$0.isEmpty }
        let coded = concept.codings.compactMap(codes.vaccine)
        name = concept.text
        read(concept, coded, told)
        readTargets(diseases, coded, told)
    }

    /// Finds the vaccine: our own id, else a product's name, else a code.
    private mutating func read(_ concept: Concept, _ coded: [CodedVaccine], _ told: [[String]]) {
        if let own = concept.codings.first(where: { $0.system == CodeSystemURI.vaccine })?.code {
            vaccine = own
            return
        }
        let label = concept.label
        if let product = label.flatMap(codes.vaccineNamed) {
            if isBelieved(product, coded, told) {
                vaccine = product
                return
            }
            // What the practice wrote stays to be read; the dose counts for the diseases.
            name = label
            problems.append(.contradiction)
            return
        }
        let fitting = coded.filter { coded in coded.vaccine.map { fits($0, told) } ?? false }
        // Where the diseases are told, the vaccine against just these; of several the one that says most.
        let exact = fitting.filter { $0.vaccine.map { isExactly($0, told) } ?? false }
        vaccine = (exact.isEmpty ? fitting : exact).min { $0.candidates.count < $1.candidates.count }?.vaccine
        if fitting.isEmpty, coded.contains(where: { $0.vaccine != nil }) { problems.append(.contradiction) }
        if vaccine == nil {
            name = label
            if label != nil, coded.isEmpty { problems.append(.unknownVaccine) }
        }
    }

    private func isBelieved(_ product: String, _ coded: [CodedVaccine], _ told: [[String]]) -> Bool {
        let own = Set(codes.targetsOfVaccine(product))
        return fits(product, told)
            && coded.allSatisfy { coded in
                if coded.candidates.isEmpty { return own.isSuperset(of: coded.targets) }
                return coded.candidates.contains(product) || own == Set(coded.targets)
            }
    }

    /// Whether a vaccine is against every disease that is told.
    private func fits(_ vaccine: String, _ told: [[String]]) -> Bool {
        let own = Set(codes.targetsOfVaccine(vaccine))
        return told.allSatisfy { !own.isDisjoint(with: $0) }
    }

    /// Whether a vaccine is against no other disease than those that are told.
    private func isExactly(_ vaccine: String, _ told: [[String]]) -> Bool {
        codes.targetsOfVaccine(vaccine).allSatisfy { target in told.contains { $0.contains(target) } }
    }

    /// What it is against, the first as it is kept for any dose.
    private mutating func readTargets(_ diseases: [Concept], _ coded: [CodedVaccine], _ told: [[String]]) {
        let own = diseases.compactMap { $0.codings.first { $0.system == CodeSystemURI.target }?.code }
        if !own.isEmpty {
            targets = own
            return
        }
        // One code may stand for several targets, of which the vaccine tells the one.
        let possible = Set(vaccine.map(codes.targetsOfVaccine) ?? coded.flatMap(\.targets))
        for alternatives in told {
            let meant = alternatives.filter(possible.contains)
            add(meant.isEmpty ? Array(alternatives.prefix(1)) : meant)
        }
        if !targets.isEmpty { return }
        if let vaccine, let known = codes.targetsOfVaccine(vaccine).first { return add([known]) }
        for coded in coded { add(coded.targets) }
        if !targets.isEmpty { return }
        problems.append(.unknownTarget)
        if let text = diseases.lazy.compactMap(\.name).first ?? name ?? vaccine { targets = [text] }
    }

    private mutating func add(_ more: [String]) {
        for target in more where !targets.contains(target) { targets.append(target) }
    }
}

/// A CodeableConcept: its codes, and what people call it.
///
/// <https://hl7.org/fhir/R4/datatypes.html#CodeableConcept>
struct Concept {
    let codings: [Coding]
    let text: String?

    /// The most codings that are looked at.
    private static let mostCodings = 50
    private static let longestLabel = 200

    init(_ value: JSONValue?) {
        codings = (value?["coding"]?.elements ?? []).prefix(Self.mostCodings).compactMap { Coding($0) }
            .filter { $0.system != CodeSystemURI.nullFlavor }
        text = value?["text"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What to call it: its text, else what a code is displayed as.
    var name: String? {
        if let text { return text }
        // SNOMED CT's full names are written for experts.
        let plain = codings.filter { $0.system != CodeSystemURI.snomed } + codings
        let display = plain.lazy.compactMap(\.display).first { !$0.isEmpty }
        return display.map { String(Self.withoutTag($0).prefix(Self.longestLabel)) }
    }

    /// Its name, else a code.
    var label: String? {
        name ?? codings.first.map { "\($0.system.split(separator: "/").last ?? "") \($0.code.prefix(100))" }
    }

    /// 'Plague' of 'Plague (disorder)'.
    private static func withoutTag(_ display: String) -> String {
        for tag in [" (disorder)", " (medicinal product)", " (product)", " (finding)"] where display.hasSuffix(tag) {
            return String(display.dropLast(tag.count))
        }
        return display
    }
}
