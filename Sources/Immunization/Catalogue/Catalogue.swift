package import CivilDates

/// Disease targets and vaccines with their names and codes: validated data, not code.
///
/// A catalogue that exists has no dangling and no doubled id. It is a value; share it freely.
public struct Catalogue: Sendable {
    /// The kinds of pass holders, in the file's order.
    public let species: [Species]

    /// Every disease target, in the files' order.
    public let targets: [DiseaseTarget]

    /// Every product, in the files' order.
    public let vaccines: [Vaccine]

    /// Every kind of vaccine as a choice for a dose whose brand isn't known, in the files' order.
    public let kinds: [Vaccine]

    /// Every manufacturer, in the files' order.
    public let manufacturers: [Manufacturer]

    /// What people may tell of themselves and their animals, in the file's order.
    public let observations: [Observation]

    /// The regions that schedules ask for, each after the one that contains it.
    public let regions: [Region]

    /// The disease target whose risk their districts are listed for; nil without districts.
    public let districtRisk: String?

    /// How vaccines are licensed to be given, in the file's order; empty without such a file.
    public let courses: [LicensedCourse]

    /// What laws ask for, in the file's order; empty without such a file.
    public let requirements: [LegalRequirement]

    /// What countries ask of whoever enters, from the same file.
    public let borders: [BorderRule]

    /// What is above a column for a kind of vaccine, as `MMR`, with the disease targets that it is against.
    public let headings: [String: [String]]

    /// What codes stand for that no record has as its own, in the files' order; empty without such files.
    public let meanings: [CodeMeaning]

    /// What the codes of vaccines mean.
    public let codeIndex: CodeIndex

    /// Words that people add to a name and that say nothing about which vaccine it is: `vaccine`, `Impfung`.
    public let fillers: Set<String>

    /// What people write behind a brand for the strength that is for children, or for adults: `Junior`, `Erw`.
    public let strengths: [Vaccine.Strength: Set<String>]

    /// The newest date among the files, ISO 8601.
    public let version: String

    /// The lists that a catalogue's files hold, each after those that its records name.
    public static let sections = [
        "species", "targets", "kinds", "manufacturers", "vaccines", "observations", "regions", "courses",
        "requirements", "codes",
    ]

    private let speciesByID: [String: Species]
    private let targetsByID: [String: DiseaseTarget]
    private let vaccinesByID: [String: Vaccine]
    private let manufacturersByID: [String: Manufacturer]
    private let vaccinesByTarget: [String: [Vaccine]]
    private let kindsByTarget: [String: [Vaccine]]
    private let use: KindsInUse
    private let targetsByCode: [Code: [DiseaseTarget]]
    private let vaccinesByCode: [Code: [Vaccine]]
    private let manufacturersByCode: [Code: Manufacturer]

    /// Reads a catalogue.
    ///
    /// - Parameter files: bytes by file name. Every `.json` file without a slash in its name is read; it holds one of
    ///   the lists of ``sections``.
    /// - Throws: ``DataFault`` naming the file, the line and the fault.
    public init(files: [String: [UInt8]]) throws(DataFault) {
        let reader = try CatalogueReader(files: files)
        species = reader.species
        targets = reader.targets
        kinds = reader.kinds.map(Vaccine.init(brandUnknown:))
        let headings = reader.kinds.flatMap { kind in kind.headings.map { ($0, kind.targets) } }
        self.headings = Dictionary(headings, uniquingKeysWith: +)
        vaccines = reader.vaccines
        manufacturers = reader.manufacturers
        observations = reader.observations
        (regions, districtRisk) = (reader.regions, reader.districtRisk)
        courses = reader.courses
        (requirements, borders) = (reader.requirements, reader.borders)
        meanings = reader.meanings
        codeIndex = CodeIndex(vaccines + kinds, meanings)
        (fillers, strengths) = (reader.fillers, reader.strengths)
        version = reader.version
        speciesByID = Self.index(species)
        targetsByID = Self.index(targets)
        manufacturersByID = Self.index(manufacturers)
        vaccinesByID = Self.index(vaccines + kinds)
        vaccinesByTarget = Self.byTarget(Self.offered(vaccines))
        kindsByTarget = Self.byTarget(kinds.sorted { $0.targets.count < $1.targets.count })
        use = KindsInUse(products: vaccines, kinds: kinds, courses: courses, vaccinesByID)
        targetsByCode = Self.group(targets) { $0.codes }
        vaccinesByCode = Self.group(vaccines + kinds) { Set($0.codes) }
        manufacturersByCode = Self.group(manufacturers) { $0.codes }.compactMapValues(\.first)
    }

    /// A species by id.
    public func species(_ id: String) -> Species? { speciesByID[id] }

    /// A disease target by id.
    public func target(_ id: String) -> DiseaseTarget? { targetsByID[id] }

    /// A product, or a kind of vaccine, by id.
    public func vaccine(_ id: String) -> Vaccine? { vaccinesByID[id] }

    /// A manufacturer by id.
    public func manufacturer(_ id: String) -> Manufacturer? { manufacturersByID[id] }

    /// The observations that a species can have, in the file's order.
    public func observations(for species: String) -> [Observation] {
        observations.filter { $0.species.contains(species) }
    }

    /// The regions of a country, or the districts of a region, by name.
    public func regions(in parent: String) -> [Region] {
        Self.sorted(regions.filter { $0.parent == parent }, by: \.name)
    }

    /// A region's codes from the country down, as schedules ask for them: `DE`, `DE-BY`, `DE-BY-altoetting`.
    public func codes(ofRegion id: String) -> [String] {
        guard let region = regions.first(where: { $0.id == id }) else { return id.utf8.count == 2 ? [id] : [] }
        return codes(ofRegion: region.parent) + [id]
    }

    /// A species' disease targets, sorted by their names in a language.
    public func targets(for species: String, language: String = "en") -> [DiseaseTarget] {
        Self.sorted(targets.filter { $0.species == species }) { $0.names[language] }
    }

    /// The products that count for a disease target: in use, then withdrawn, then from elsewhere, each by name.
    public func vaccines(for target: String) -> [Vaccine] { vaccinesByTarget[target] ?? [] }

    /// The kinds of vaccine that count for a disease target, for a dose whose brand isn't known; simple ones first.
    public func brandUnknown(for target: String) -> [Vaccine] { kindsByTarget[target] ?? [] }

    /// The kinds against a disease target of which a product is in use, antibodies left out, by id.
    package func kindsInUse(against target: String) -> [Vaccine] { use.byTarget[target] ?? [] }

    /// Those of a species that hold several targets, the largest first.
    package func combinationsInUse(for species: String) -> [Vaccine] { use.combinations[species] ?? [] }

    /// Whether it is a product in use, or a kind that there is one of.
    package func isInUse(_ vaccine: String) -> Bool { use.ids.contains(vaccine) }

    /// The ages at which the courses of a kind's products give it.
    package func courseAges(ofKind kind: String) -> [CalendarPeriod] { use.ages[kind] ?? [] }

    /// The youngest age for which a product of a kind in use is licensed, where that is known.
    package func youngestAge(ofKind kind: String) -> CalendarPeriod? { use.youngest[kind] }

    /// Whether a kind against one target is licensed for everybody from some age on.
    package func isEndless(_ kind: String) -> Bool { use.endless.contains(kind) }

    /// The disease target with a code, the first where several share it.
    public func target(code system: CodeSystem, _ value: String) -> DiseaseTarget? {
        targetsByCode[Code(system, value)]?.first
    }

    /// The vaccine that a code is for, the first where several have it.
    ///
    /// A product's code finds the product; a code for a kind of vaccine, such as ATC, CVX or a certificate's
    /// prophylaxis code, finds the kind with its brand unknown.
    public func vaccine(code system: CodeSystem, _ value: String) -> Vaccine? {
        let code = Code(system, value)
        return vaccinesByCode[code]?.first { $0.ownCodes.contains(code) }
    }

    /// Every vaccine with a code of its own or of its kind: products, then kinds.
    public func vaccines(code system: CodeSystem, _ value: String) -> [Vaccine] {
        vaccinesByCode[Code(system, value)] ?? []
    }

    /// The manufacturer with a code, such as one of the EU value set.
    public func manufacturer(code system: CodeSystem, _ value: String) -> Manufacturer? {
        manufacturersByCode[Code(system, value)]
    }
}

extension Catalogue {
    private static func index<Record: Identifiable>(_ records: [Record]) -> [String: Record] where Record.ID == String {
        Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
    }

    private static func group<Record, Key: Hashable>(
        _ records: [Record], by keys: (Record) -> some Sequence<Key>
    ) -> [Key: [Record]] {
        records.reduce(into: [:]) { groups, record in
            for key in keys(record) { groups[key, default: []].append(record) }
        }
    }

    private static func byTarget(_ vaccines: [Vaccine]) -> [String: [Vaccine]] {
        group(vaccines) { $0.targets }
    }

    /// Vaccines in the order in which they are offered: those in use first, each by name.
    private static func offered(_ vaccines: [Vaccine]) -> [Vaccine] {
        let ranks = [Vaccine.Status.inUse, .withdrawn, .elsewhere]
        return vaccines.map { ($0, ranks.firstIndex(of: $0.status) ?? 0, folded($0.name["en"])) }
            .sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0)
    }

    /// A name without case, spaces and punctuation, its umlauts and accents laid aside: for sorting and finding.
    package static func folded(_ name: String) -> String {
        name.lowercased().reduce(into: "") { folded, letter in
            if let plain = plainLetters[letter] {
                folded += plain
            } else if letter.isLetter || letter.isNumber {
                folded.append(letter)
            }
        }
    }

    /// Whatever has a name, by that name: folding takes longer than comparing, and is done once for each.
    package static func sorted<Named>(_ all: [Named], by name: (Named) -> String) -> [Named] {
        all.map { (key: folded(name($0)), named: $0) }.sorted { $0.key < $1.key }.map(\.named)
    }

    /// What stands for a small letter with an umlaut or accent, or for a sign, once that is laid aside.
    static let plainLetters: [Character: String] = [
        "ä": "a", "ö": "o", "ü": "u", "ß": "ss", "é": "e", "è": "e", "ê": "e", "ë": "e", "á": "a", "à": "a", "â": "a",
        "ã": "a", "å": "a", "æ": "ae", "ó": "o", "ò": "o", "ô": "o", "õ": "o", "ø": "o", "œ": "oe", "ú": "u", "ù": "u",
        "û": "u", "í": "i", "ì": "i", "î": "i", "ï": "i", "ç": "c", "ñ": "n", "ý": "y", "š": "s", "ž": "z", "č": "c",
        "®": "", "™": "",
    ]
}
