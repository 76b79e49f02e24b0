/// Every word and every joined name of a catalogue, once, and which record has which.
struct SearchIndex: Sendable {
    /// A word or a joined name.
    struct Entry: Hashable, Sendable {
        /// The number of the word in ``SearchIndex/words``.
        let word: Int
        /// Whether it is a name as a whole, joined, not only one of its words.
        let isWhole: Bool
    }

    /// An entry of a record.
    struct Term: Hashable, Sendable {
        let entry: Entry
        /// Whether it is the record's own name, not its maker's, its kind's or a disease's.
        let isOwn: Bool
    }

    struct Record: Sendable {
        let subject: VaccineSearch.Suggestion
        /// What it is sorted by among those that answer equally well.
        let sortKey: String
        let terms: [Term]
    }

    private(set) var words: [SearchWord] = []
    private(set) var records: [Record] = []
    /// The records that have a name as their own, by the name joined.
    private(set) var named: [SearchWord: [Int]] = [:]
    private var numbers: [SearchWord: Int] = [:]
    private var entriesOfNames: [String: [Entry]] = [:]

    /// - Parameter languages: those in which names count; names in the first one are sorted by.
    init(_ catalogue: Catalogue, languages: [String]) {
        let language = languages.first ?? "en"
        func names(_ names: LocalizedText, _ synonyms: LocalizedWords) -> [String] {
            languages.flatMap { Self.parts(of: names[$0]) + synonyms[$0] }
        }
        let namesOfTargets = catalogue.targets.reduce(into: [String: [String]]()) { all, target in
            all[target.id] = names(target.names, target.synonyms)
        }
        for vaccine in catalogue.vaccines + catalogue.kinds {
            let maker = vaccine.manufacturer.flatMap(catalogue.manufacturer)
            let ofMaker = maker.map { Self.parts(of: $0.name) + $0.aliases } ?? []
            let ofKind = catalogue.vaccine(vaccine.kind).map { names($0.name, $0.synonyms) } ?? []
            let own = vaccine.isBrandUnknown ? ofKind : [vaccine.name["en"]] + vaccine.aliases
            let others = ofKind + vaccine.targets.flatMap { namesOfTargets[$0] ?? [] } + ofMaker
            // Kinds stay in the order that the catalogue gives them.
            let sortKey = vaccine.isBrandUnknown ? "" : Catalogue.folded(vaccine.name[language])
            add(.vaccine(vaccine), sortKey: sortKey, own: own, others: others)
        }
        for target in catalogue.targets {
            let sortKey = Catalogue.folded(target.names[language])
            add(.target(target), sortKey: sortKey, own: namesOfTargets[target.id] ?? [], others: [])
        }
    }

    private mutating func add(
        _ subject: VaccineSearch.Suggestion, sortKey: String, own: [String], others: [String]
    ) {
        var terms: Set<Term> = []
        for name in own { terms.formUnion(entries(of: name).map { Term(entry: $0, isOwn: true) }) }
        for name in others { terms.formUnion(entries(of: name).map { Term(entry: $0, isOwn: false) }) }
        for term in terms where term.isOwn && term.entry.isWhole {
            named[words[term.entry.word], default: []].append(records.count)
        }
        records.append(Record(subject: subject, sortKey: sortKey, terms: Array(terms)))
    }

    /// A name in each of its spellings: joined, and word for word.
    private mutating func entries(of name: String) -> [Entry] {
        if let entries = entriesOfNames[name] { return entries }
        var entries: [Entry] = []
        for text in SearchText.spellings(of: name) where !text.words.isEmpty {
            entries.append(Entry(word: number(of: text.joined), isWhole: true))
            guard text.words.count > 1 else { continue }
            for word in text.words { entries.append(Entry(word: number(of: word), isWhole: false)) }
        }
        entriesOfNames[name] = entries
        return entries
    }

    private mutating func number(of word: SearchWord) -> Int {
        if let number = numbers[word] { return number }
        numbers[word] = words.count
        words.append(word)
        return words.count - 1
    }

    /// A name, and its parts before and in brackets, which are names too: `Varicella (chickenpox)`.
    static func parts(of name: String) -> [String] {
        let parts = name.split { $0 == "(" || $0 == ")" }.map(String.init)
        return parts.count > 1 ? [name] + parts : [name]
    }
}
