/// Reads and cross-checks the catalogue's files.
struct CatalogueReader {
    private(set) var species: [Species] = []
    private(set) var targets: [DiseaseTarget] = []
    private(set) var kinds: [VaccineKind] = []
    private(set) var manufacturers: [Manufacturer] = []
    private(set) var vaccines: [Vaccine] = []
    private(set) var observations: [Observation] = []
    private(set) var regions: [Region] = []
    private(set) var districtRisk: String?
    private(set) var courses: [LicensedCourse] = []
    private(set) var requirements: [LegalRequirement] = []
    private(set) var borders: [BorderRule] = []
    private(set) var meanings: [CodeMeaning] = []
    private(set) var fillers: Set<String> = []
    private(set) var strengths: [Vaccine.Strength: Set<String>] = [:]
    private(set) var version = ""

    private var ids: [String: Set<String>] = [:]
    private var kindsByID: [String: VaccineKind] = [:]
    private var speciesOfTargets: [String: String] = [:]
    private var synonymsOfKinds: [String: Set<String>] = [:]
    private var risk: DataNode?

    /// A file's list with what its records may refer to.
    private struct List {
        let name: String
        let nodes: [DataNode]
        let sources: [String: String]
        let root: DataNode
    }

    private static let names = Catalogue.sections
    /// The lists that a catalogue may be without: licensed courses, which only tests ask for, what laws ask for, and
    /// what codes stand for, whose licences not everybody has.
    private static let optional: Set = ["courses", "requirements", "codes"]

    init(files: [String: [UInt8]]) throws(DataFault) {
        var lists: [List] = []
        for (file, bytes) in files.sorted(by: { $0.key < $1.key }) where file.hasSuffix(".json") && !file.contains("/")
        {
            lists.append(try read(file, bytes))
        }
        for name in Self.names where !Self.optional.contains(name) && !lists.contains(where: { $0.name == name }) {
            throw DataFault(file: "\(name).json", .missing)
        }
        for name in Self.names {
            for list in lists where list.name == name { try load(list) }
        }
        if let risk { try addRisk(risk) }
        try checkTargetsAreCovered(lists)
        try checkImplications(lists)
    }

    private mutating func read(_ file: String, _ bytes: [UInt8]) throws(DataFault) -> List {
        let root = try DataNode(json: bytes, file: file)
        var object = try root.object()
        let date = try object.required("date").isoDate()
        version = max(version, date)
        var sources: [String: String] = [:]
        if let named = object.optional("sources") {
            for (key, text) in try named.object().members { sources[key] = try text.string() }
        }
        var found: List?
        for name in Self.names {
            guard let node = object.optional(name) else { continue }
            guard found == nil else { throw node.fault(.secondList) }
            found = List(name: name, nodes: try node.array(), sources: sources, root: root)
            // Whoever passes codes on has to know under which licence.
            if name == "codes" { _ = try object.string("licence") }
            if name == "regions" { risk = object.optional("risk") ?? risk }
            if name == "kinds" {
                fillers.formUnion(try Self.words(object.optional("fillers")))
                if var strengths = try object.optional("strengths")?.object() {
                    for strength in Vaccine.Strength.allCases {
                        let words = try Self.words(strengths.optional(strength.rawValue))
                        self.strengths[strength, default: []].formUnion(words)
                    }
                    try strengths.finish()
                }
            }
        }
        try object.finish()
        guard let found else { throw root.fault(.noList, ["names": Self.names.joined(separator: ", ")]) }
        return found
    }

    /// The words of all languages.
    private static func words(_ node: DataNode?) throws(DataFault) -> [String] {
        let words = try LocalizedWords(node)
        return words.languages.flatMap { words[$0] }
    }

    private mutating func load(_ list: List) throws(DataFault) {
        for node in list.nodes {
            switch list.name {
            case "species": try addSpecies(node)
            case "targets": try addTarget(node, list.sources)
            case "kinds": try addKind(node, list.sources)
            case "manufacturers": try addManufacturer(node, list.sources)
            case "vaccines": try addVaccine(node, list.sources)
            case "observations": try addObservation(node, list.sources)
            case "courses": try addCourse(node, list.sources)
            case "requirements": try addRequirement(node, list.sources)
            case "codes": try addMeaning(node, list.sources)
            default: try addRegion(node, list.sources)
            }
        }
    }

    private mutating func claim(_ id: String, among space: String, _ node: DataNode) throws(DataFault) {
        guard ids[space, default: []].insert(id).inserted else {
            throw node.fault(.duplicate, ["name": id])
        }
    }

    private func find(_ id: String, among space: String, _ node: DataNode) throws(DataFault) {
        guard ids[space]?.contains(id) == true else {
            throw node.fault(.dangling, ["name": id, "list": space])
        }
    }

    private mutating func addSpecies(_ node: DataNode) throws(DataFault) {
        let record = try Species(node)
        try claim(record.id, among: "species", node)
        species.append(record)
    }

    private mutating func addTarget(_ node: DataNode, _ sources: [String: String]) throws(DataFault) {
        let record = try DiseaseTarget(node, sources: sources)
        try claim(record.id, among: "targets", node)
        try claim(record.recordID, among: "record ids", node)
        try find(record.species, among: "species", node)
        try claimWords(record.names, record.synonyms, of: "target \(record.id)", node)
        targets.append(record)
        speciesOfTargets[record.id] = record.species
    }

    private mutating func addKind(_ node: DataNode, _ sources: [String: String]) throws(DataFault) {
        let record = try VaccineKind(node, sources: sources)
        try claim(record.id, among: "vaccines", node)
        try claim(record.id, among: "kinds", node)
        try find(record.species, among: "species", node)
        for target in record.targets {
            try find(target, among: "targets", node)
            guard speciesOfTargets[target] == record.species else {
                throw node.fault(.otherSpecies, ["name": target])
            }
        }
        try claimWords(record.names, record.synonyms, of: "kind \(record.id)", node)
        kinds.append(record)
        for word in record.synonyms.languages.flatMap({ record.synonyms[$0] }) {
            synonymsOfKinds[record.species, default: []].insert(Catalogue.folded(word))
        }
        kindsByID[record.id] = record
    }

    private mutating func addManufacturer(_ node: DataNode, _ sources: [String: String]) throws(DataFault) {
        let record = try Manufacturer(node, sources: sources)
        try claim(record.id, among: "manufacturers", node)
        for code in record.codes {
            try claim("\(code.system.rawValue) \(code.value)", among: "manufacturer codes", node)
        }
        for name in [record.name] + record.aliases {
            try claim(Catalogue.folded(name), among: "names of \(record.id)", node)
        }
        manufacturers.append(record)
    }

    /// A word may stand for several diseases or kinds, but only once for each in a language.
    private mutating func claimWords(
        _ names: LocalizedText, _ synonyms: LocalizedWords, of record: String, _ node: DataNode
    ) throws(DataFault) {
        for language in synonyms.languages {
            for word in [names[language]] + synonyms[language] {
                try claim(Catalogue.folded(word), among: "\(language) words for the \(record)", node)
            }
        }
    }

    private mutating func addVaccine(_ node: DataNode, _ sources: [String: String]) throws(DataFault) {
        let record = try Vaccine(node, sources: sources, kinds: kindsByID)
        try claim(record.id, among: "vaccines", node)
        if let manufacturer = record.manufacturer { try find(manufacturer, among: "manufacturers", node) }
        for name in Set(([record.name["en"]] + record.aliases).map(Catalogue.folded)) {
            try claim(name, among: "names of a \(record.species)\u{2019}s vaccines", node)
            guard synonymsOfKinds[record.species]?.contains(name) != true else {
                throw node.fault(.duplicate, ["name": name])
            }
        }
        vaccines.append(record)
    }

    private mutating func addObservation(_ node: DataNode, _ sources: [String: String]) throws(DataFault) {
        let record = try Observation(node, sources: sources)
        try claim(record.id, among: "observations", node)
        for species in record.species { try find(species, among: "species", node) }
        for timing in [record.timing] + record.degrees.map(\.timing) {
            for target in timing?.except ?? [] { try find(target, among: "targets", node) }
        }
        observations.append(record)
    }

    private mutating func addRegion(_ node: DataNode, _ sources: [String: String]) throws(DataFault) {
        let record = try Region(node, sources: sources)
        try claim(record.id, among: "regions", node)
        if record.parent.utf8.count > 2 { try find(record.parent, among: "regions", node) }
        regions.append(record)
    }

    private mutating func addRisk(_ node: DataNode) throws(DataFault) {
        let target = try node.slug()
        try find(target, among: "targets", node)
        districtRisk = target
    }

    private mutating func addCourse(_ node: DataNode, _ sources: [String: String]) throws(DataFault) {
        let record = try LicensedCourse(node, sources: sources)
        try claim(record.id, among: "courses", node)
        for vaccine in [record.vaccine] + record.doses.compactMap(\.vaccine) {
            try find(vaccine, among: "vaccines", node)
        }
        for antigen in record.antigens { try find(antigen, among: "targets", node) }
        for observation in record.observations { try find(observation, among: "observations", node) }
        courses.append(record)
    }

    private mutating func addRequirement(_ node: DataNode, _ sources: [String: String]) throws(DataFault) {
        guard !BorderRule.isOne(node) else { return try addBorder(node, sources) }
        let record = try LegalRequirement(node, sources: sources)
        try claim(record.id, among: "requirements", node)
        try find(record.species, among: "species", node)
        try find(record.target, among: "targets", node)
        requirements.append(record)
    }

    private mutating func addBorder(_ node: DataNode, _ sources: [String: String]) throws(DataFault) {
        let record = try BorderRule(node, sources: sources)
        try claim(record.id, among: "requirements", node)
        try find(record.species, among: "species", node)
        if let target = record.target { try find(target, among: "targets", node) }
        borders.append(record)
    }

    private mutating func addMeaning(_ node: DataNode, _ sources: [String: String]) throws(DataFault) {
        let record = try CodeMeaning(node, sources: sources)
        try claim(record.id, among: "codes", node)
        if let kind = record.kind { try find(kind, among: "kinds", node) }
        for target in record.targets { try find(target, among: "targets", node) }
        if let observation = record.observation { try find(observation, among: "observations", node) }
        // A code may be both a disease that is vaccinated against and one that somebody had.
        let use = record.observation == nil ? "codes of vaccines and diseases" : "codes of what was told"
        for code in record.codes { try claim("\(code.system.rawValue) \(code.value)", among: use, node) }
        meanings.append(record)
    }

    /// What an observation implies has to be there, and must not lead back to it.
    private func checkImplications(_ lists: [List]) throws(DataFault) {
        let implications = Implications(observations)
        func fault(_ code: String, _ reason: DataFault.Code, _ arguments: [String: String]) -> DataFault {
            let id = String(code.prefix { $0 != "/" })
            let node = lists.filter { $0.name == "observations" }.flatMap(\.nodes).first { node in
                guard case .object(let members) = node.value else { return false }
                return members.contains { member in
                    if member.key == "id", case .string(id) = member.node.value { true } else { false }
                }
            }
            return node?.fault(reason, arguments) ?? DataFault(file: "observations.json", reason, arguments)
        }
        if let (code, by) = implications.dangling {
            throw fault(by, .unknownImplication, ["name": code])
        }
        for observation in observations {
            if let unknown = observation.aftermath.first(where: { !implications.codes.contains($0.id) }) {
                throw fault(observation.id, .unknownImplication, ["name": unknown.id])
            }
        }
        if let code = implications.circle {
            throw fault(code, .implicationCircle, ["name": code])
        }
    }

    private func checkTargetsAreCovered(_ lists: [List]) throws(DataFault) {
        let covered = Set(kinds.flatMap(\.targets))
        for list in lists where list.name == "targets" {
            for node in list.nodes {
                guard case .object(let members) = node.value, let id = members.first(where: { $0.key == "id" })?.node,
                    case .string(let text) = id.value, !covered.contains(text)
                else { continue }
                throw id.fault(.noKind, ["name": text])
            }
        }
    }
}
