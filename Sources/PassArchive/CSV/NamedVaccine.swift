import Immunization

/// What a line of a table says of the vaccine and of the disease, in the catalogue's terms where it knows them.
struct NamedVaccine {
    /// What it is against; nil where neither is said.
    private(set) var target: String?
    private(set) var vaccine: String?
    /// The vaccine in the table's words, where the catalogue has none for them.
    private(set) var name: String?
    /// What somebody has to be asked of the vaccine, or told.
    private(set) var asked: AskedVaccine?

    private let codes: ClinicalCodes
    private let who: VaccineFinder.Who

    /// A longer text is nobody's name.
    private static let longestText = 400

    init(target: String?, vaccine: String?, name: String?, _ codes: ClinicalCodes, _ who: VaccineFinder.Who) {
        (self.codes, self.who, self.name) = (codes, who, name)
        let told = target.flatMap(known)
        if let vaccine, codes.nameOfVaccine(vaccine) != nil {
            (self.vaccine, self.target) = (vaccine, told ?? target ?? codes.targetsOfVaccine(vaccine).first)
            return
        }
        if let text = vaccine ?? name {
            read(text, beside: told ?? target, isKnown: told != nil, isName: vaccine == nil)
        } else if let target {
            // A column 'Vaccination' holds diseases in one table and vaccines in another.
            self.target = told ?? target
            if told == nil { find(target, []) }
        }
    }

    /// A vaccine by its name, perhaps beside a named disease.
    private mutating func read(_ text: String, beside target: String?, isKnown: Bool, isName: Bool) {
        (self.target, vaccine) = (target ?? text, isName ? nil : text)
        find(text, target.map { isKnown ? [[$0]] : [] } ?? [])
        if isKnown, asked?.question == .whichVaccine { asked = nil }
        if isKnown { self.target = target }
    }

    private mutating func find(_ text: String, _ diseases: [[String]]) {
        let answer = text.utf8.count <= Self.longestText ? codes.find(text, [], diseases, who) : .unknown
        asked = AskedVaccine(text, answer)
        guard case .one(let found, _) = answer else { return }
        // Words that nobody knows stay beside the disease that is told.
        if found.vaccine == nil, !diseases.isEmpty { return }
        (vaccine, name, target) = (found.vaccine?.id, nil, found.targets.first)
    }

    /// The catalogue's target of an id or a name; nil where it has none.
    private func known(_ text: String) -> String? {
        if codes.nameOfTarget(text) != nil { return text }
        guard text.utf8.count <= Self.longestText else { return nil }
        return codes.targets(FHIRCoding(system: CodeSystemURI.target, code: text), who.species).first
    }
}
