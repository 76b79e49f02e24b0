import BoundedJSON
import Immunization
import Model

/// What an Immunization says of the vaccine and what it is against, weighed against each other.
struct VaccineCoding {
    /// The catalogue's vaccine; nil where none is named for sure.
    private(set) var vaccine: String?
    /// The vaccine in the words of the resource.
    private(set) var name: String?
    /// What it is against: the catalogue's targets, else a text; empty where nothing is said.
    private(set) var targets: [String] = []
    /// What somebody has to be asked of the vaccine.
    private(set) var asked: AskedVaccine?
    /// Why it is no dose.
    private(set) var refusal: CodeMeaning.NoDose?

    private let codes: ClinicalCodes
    /// What the vaccine, or what is known of it, is against.
    private var possible: [String] = []

    init(_ resource: JSONValue, codes: ClinicalCodes, who: VaccineFinder.Who) {
        self.codes = codes
        let concept = Concept(resource["vaccineCode"])
        let diseases = (resource["protocolApplied"]?.elements ?? []).flatMap { $0["targetDisease"]?.elements ?? [] }
            .map { Concept($0) }
        let told = diseases.map { disease in
            disease.codings.lazy.map { codes.targets($0, who.species) }.first { !$0.isEmpty } ?? []
        }.filter { !$0.isEmpty }
        name = concept.text
        // What we wrote ourselves comes back as it was.
        let own = diseases.compactMap { $0.codings.first { $0.system == CodeSystemURI.target }?.code }
        if let id = concept.codings.first(where: { $0.system == CodeSystemURI.vaccine })?.code {
            vaccine = id
            possible = codes.targetsOfVaccine(id)
        } else {
            find(concept, told, who, isOurs: !own.isEmpty)
        }
        if own.isEmpty { readTargets(told) } else { targets = own }
        guard targets.isEmpty, let text = diseases.lazy.compactMap(\.name).first ?? name ?? vaccine else { return }
        targets = [text]
    }

    private mutating func find(_ concept: Concept, _ told: [[String]], _ who: VaccineFinder.Who, isOurs: Bool) {
        let answer = codes.find(concept.name, concept.codings, told, who)
        switch answer {
        case .one(let found, _): (vaccine, possible) = (found.vaccine?.id, found.targets)
        case .diseases(let targets): possible = targets
        case .refused(let reason): refusal = reason
        case .choice, .unknown: break
        }
        asked = isOurs ? nil : concept.label.flatMap { AskedVaccine($0, answer) }
        if vaccine == nil { name = concept.label }
    }

    /// What it is against, the first as it is kept for any dose.
    private mutating func readTargets(_ told: [[String]]) {
        // One code may stand for several targets, of which the vaccine tells the one.
        for alternatives in told {
            let meant = alternatives.filter(possible.contains)
            add(meant.isEmpty ? Array(alternatives.prefix(1)) : meant)
        }
        guard targets.isEmpty else { return }
        add(vaccine == nil ? possible : Array(possible.prefix(1)))
    }

    private mutating func add(_ more: [String]) {
        for target in more where !targets.contains(target) { targets.append(target) }
    }
}

/// A CodeableConcept: its codes, and what people call it.
///
/// <https://hl7.org/fhir/R4/datatypes.html#CodeableConcept>
struct Concept {
    let codings: [FHIRCoding]
    let text: String?

    /// The most codings that are looked at.
    private static let mostCodings = 50
    private static let longestLabel = 200

    init(_ value: JSONValue?) {
        codings = (value?["coding"]?.elements ?? []).prefix(Self.mostCodings).compactMap { FHIRCoding($0) }
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
