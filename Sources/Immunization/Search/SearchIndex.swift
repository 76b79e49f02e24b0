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
        /// Whether it is of the others, and says nothing: the 'Vaccines' of a maker.
        let isFiller: Bool
    }

    struct Record: Sendable {
        let subject: VaccineSearch.Suggestion
        /// What it is sorted by among those that answer equally well.
        let sortKey: String
        let terms: [Term]
        /// The numbers of the words that its own names begin with.
        let heads: Set<Int>
        /// The numbers of what says nothing new beside it: names and words of its maker and its kind, names of its diseases.
        let explained: Set<Int>
    }

    private(set) var words: [SearchWord] = []
    private(set) var records: [Record] = []
    /// The records that have a name as their own, by the name joined; also a brand with what people write for its strength.
    private(set) var named: [SearchWord: [Int]] = [:]
    /// The products of a maker, by each of its names joined, and by each word of what people call it.
    private(set) var made: [SearchWord: [Int]] = [:]
    /// The same names, in which beginnings are found.
    private(set) var namesInOrder = NamesInOrder([]), makersInOrder = NamesInOrder([])
    /// Words that say nothing: 'vaccine', 'dose'.
    let fillers: Set<SearchWord>
    private var numbers: [SearchWord: Int] = [:]
    private var entriesOfNames: [String: [Entry]] = [:]

    /// - Parameter languages: those in which names count; names in the first one are sorted by.
    init(_ catalogue: Catalogue, languages: [String]) {
        let language = languages.first ?? "en"
        fillers = Set(catalogue.fillers.flatMap(SearchText.spellings).map(\.joined))
        func names(_ names: LocalizedText, _ synonyms: LocalizedWords) -> [String] {
            languages.flatMap { Self.parts(of: names[$0]) + synonyms[$0] }
        }
        let namesOfTargets = catalogue.targets.reduce(into: [String: [String]]()) { all, target in
            all[target.id] = names(target.names, target.synonyms)
        }
        for vaccine in catalogue.vaccines + catalogue.kinds {
            let maker = vaccine.manufacturer.flatMap(catalogue.manufacturer)
            let ofMaker = maker.map { Self.parts(of: $0.name) + $0.aliases } ?? []
            for name in Set((ofMaker + (maker?.aliases ?? []).flatMap(Self.longWords)).map { SearchText($0).joined }) {
                made[name, default: []].append(records.count)
            }
            let ofKind = catalogue.vaccine(vaccine.kind).map { names($0.name, $0.synonyms) } ?? []
            let own = vaccine.isBrandUnknown ? ofKind : [vaccine.name["en"]] + vaccine.aliases
            let ofDiseases = vaccine.targets.flatMap { namesOfTargets[$0] ?? [] }
            // Kinds stay in the order that the catalogue gives them.
            let sortKey = vaccine.isBrandUnknown ? "" : Catalogue.folded(vaccine.name[language])
            add(.vaccine(vaccine), sortKey: sortKey, own: own, others: ofKind + ofMaker, diseases: ofDiseases)
            let record = records.count - 1
            for name in Set(catalogue.writtenStrengths(of: vaccine).map { SearchText($0).joined }) {
                if named[name, default: []].last != record { named[name, default: []].append(record) }
            }
        }
        for target in catalogue.targets {
            let sortKey = Catalogue.folded(target.names[language])
            add(.target(target), sortKey: sortKey, own: namesOfTargets[target.id] ?? [], others: [], diseases: [])
        }
        (namesInOrder, makersInOrder) = (NamesInOrder(named.keys), NamesInOrder(made.keys))
    }

    private mutating func add(
        _ subject: VaccineSearch.Suggestion, sortKey: String, own: [String], others: [String], diseases: [String]
    ) {
        var terms: Set<Term> = []
        for name in own { terms.formUnion(entries(of: name).map { Term(entry: $0, isOwn: true, isFiller: false) }) }
        let (other, against) = (others.flatMap { entries(of: $0) }, diseases.flatMap { entries(of: $0) })
        terms.formUnion(
            (other + against).map { Term(entry: $0, isOwn: false, isFiller: fillers.contains(words[$0.word])) })
        for term in terms where term.isOwn && term.entry.isWhole {
            named[words[term.entry.word], default: []].append(records.count)
        }
        // A disease's name may say what it isn't: 'Hib, not flu'.
        let explained = Set((other + against.filter(\.isWhole)).map(\.word))
        let heads = own.flatMap(SearchText.spellings).compactMap(\.words.first).compactMap(number)
        records.append(
            Record(
                subject: subject, sortKey: sortKey, terms: Array(terms), heads: Set(heads), explained: explained))
    }

    /// The number of a word of a name; nil where no name has it.
    func number(of word: SearchWord) -> Int? { numbers[word] }

    /// A name in each of its spellings: joined, and word for word.
    private mutating func entries(of name: String) -> [Entry] {
        if let entries = entriesOfNames[name] { return entries }
        var entries: [Entry] = []
        for text in SearchText.spellings(of: name) where !text.words.isEmpty {
            entries.append(Entry(word: numbered(text.joined), isWhole: true))
            guard text.words.count > 1 else { continue }
            for word in text.words { entries.append(Entry(word: numbered(word), isWhole: false)) }
        }
        entriesOfNames[name] = entries
        return entries
    }

    private mutating func numbered(_ word: SearchWord) -> Int {
        if let number = numbers[word] { return number }
        numbers[word] = words.count
        words.append(word)
        return words.count - 1
    }

    /// The words of a name by which people know it alone: 'Pfizer' of 'BioNTech/Pfizer'.
    private static func longWords(of name: String) -> [String] {
        name.split { !$0.isLetter }.filter { $0.count >= 4 }.map(String.init)
    }

    /// A name, and its parts before and in brackets, which are names too: `Varicella (chickenpox)`.
    static func parts(of name: String) -> [String] {
        let parts = name.split { $0 == "(" || $0 == ")" }.prefix(2).map(String.init)
        return parts.count > 1 ? [name] + parts : [name]
    }
}

extension Catalogue {
    /// A product's names, and its brand's, each with what people write for its strength: 'Twinrix Ki', 'Havrix Junior'.
    fileprivate func writtenStrengths(of vaccine: Vaccine) -> [String] {
        guard let words = vaccine.strength.flatMap({ strengths[$0] }) else { return [] }
        let own = [vaccine.name["en"]] + vaccine.aliases
        let folded = own.map(Self.folded)
        let family = vaccines.filter { $0.kind == vaccine.kind && $0.manufacturer == vaccine.manufacturer }
        let brands = family.flatMap { [$0.name["en"]] + $0.aliases }.filter { brand in
            folded.contains { $0.hasPrefix(Self.folded(brand)) }
        }
        return (own + brands).flatMap { name in words.map { "\(name) \($0)" } }
    }
}
