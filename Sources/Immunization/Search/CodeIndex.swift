/// What a code of a vaccine says of it.
public struct CodedVaccine: Sendable, Equatable {
    /// The product or kind that is meant; nil where several could be, or none is known.
    public var vaccine: String?
    /// Every product and kind that could be meant.
    public var candidates: [String]
    /// The disease targets that all of them are against.
    public var targets: [String]
    /// Whether it is against nothing else: a group's code says only what everything in it is against.
    public var isExact = true
}

/// A catalogue's vaccines and observations by their codes, for files that name thousands.
public struct CodeIndex: Sendable {
    private let vaccines: [Code: [Vaccine]]
    private let meanings: [Code: CodeMeaning]
    private let observations: [Code: String]
    /// Of each kind itself and its products.
    private let kinds: [String: [Vaccine]]
    /// Every ATC code of a kind or a meaning, for those of groups.
    private let atc: [String]

    /// - Parameters:
    ///   - all: a catalogue's products and kinds.
    ///   - told: what its `codes` files say.
    init(_ all: [Vaccine], _ told: [CodeMeaning]) {
        var vaccines: [Code: [Vaccine]] = [:]
        for vaccine in all {
            for code in Set(vaccine.codes) { vaccines[code, default: []].append(vaccine) }
        }
        var meanings: [Code: CodeMeaning] = [:]
        var observations: [Code: String] = [:]
        for meaning in told {
            for code in meaning.codes {
                if let observation = meaning.observation {
                    observations[code] = observation
                } else {
                    meanings[code] = meaning
                }
            }
        }
        (self.vaccines, self.meanings, self.observations) = (vaccines, meanings, observations)
        kinds = Dictionary(grouping: all, by: \.kind)
        let codes = Set(vaccines.keys).union(meanings.keys)
        atc = codes.filter { $0.system == .atc }.map(\.value).sorted()
    }

    /// What a code of a vaccine says; nil for one that nobody knows.
    public func vaccine(_ code: Code) -> CodedVaccine? {
        if code.system == .snomed { return components(of: code) }
        if let known = exactly(code) { return known }
        guard code.system == .atc, (4...5).contains(code.value.utf8.count) else { return nil }
        // A group says what everything in it is against.
        return merged(atc.filter { $0.hasPrefix(code.value) }.compactMap { exactly(Code(.atc, $0)) })
    }

    /// Why a code of a vaccine gives no dose; nil where it may give one, or nobody knows it.
    public func refusal(_ code: Code) -> CodeMeaning.NoDose? { meanings[code]?.refusal }

    /// The disease targets that a code of a disease means beside those that have it themselves.
    public func targets(_ code: Code) -> [String] { meanings[code]?.targets ?? [] }

    /// What holds of whoever had a disease, or tested positive; ICD-10 codes are found by what they are part of.
    public func observation(_ code: Code) -> String? {
        if code.system != .icd10 { return observations[code] }
        let value = code.value.prefix { $0.isLetter || $0.isNumber || $0 == "." }
        let parts = [String(value), String(value.prefix { $0 != "." })]
        return parts.lazy.compactMap { observations[Code(.icd10, $0)] }.first
    }

    private func exactly(_ code: Code) -> CodedVaccine? {
        if let found = vaccines[code] {
            // Whose own it is: of products that share one the kind, but for the EU's numbers, which one product's
            // versions share.
            let own = found.filter { $0.ownCodes.contains(code) }
            let kinds = Set(own.map(\.kind))
            var vaccine = kinds.count == 1 ? kinds.first : nil
            if own.count == 1 || code.system == .euProduct { vaccine = own.first?.id }
            return coded(found, vaccine)
        }
        guard let meaning = meanings[code], meaning.refusal == nil else { return nil }
        guard let kind = meaning.kind, let found = kinds[kind] else {
            return CodedVaccine(vaccine: nil, candidates: [], targets: meaning.targets)
        }
        return coded(found, kind)
    }

    private func coded(_ all: [Vaccine], _ vaccine: String?) -> CodedVaccine {
        let first = all.first?.targets ?? []
        let targets = first.filter { target in all.allSatisfy { $0.targets.contains(target) } }
        return CodedVaccine(vaccine: vaccine, candidates: all.map(\.id), targets: targets)
    }

    /// Everything that could be meant, and what all of it is against.
    private func merged(_ all: [CodedVaccine]) -> CodedVaccine? {
        guard let first = all.first else { return nil }
        let targets = first.targets.filter { target in all.allSatisfy { $0.targets.contains(target) } }
        let kinds = Set(all.map(\.vaccine))
        return CodedVaccine(
            vaccine: kinds.count == 1 ? first.vaccine : nil, candidates: all.flatMap(\.candidates), targets: targets,
            isExact: false)
    }

    /// A SNOMED CT expression names its components with plus signs between them; a plain code is one of one.
    ///
    /// <https://confluence.ihtsdotools.org/display/DOCSCG>
    private func components(of code: Code) -> CodedVaccine? {
        let ids = code.value.split(separator: "+").map { $0.prefix { $0 != "|" }.filter { !$0.isWhitespace } }
        let known = ids.prefix(20).map { exactly(Code(.snomed, $0)) }
        guard ids.count > 1 else { return known.first ?? nil }
        var targets: [String] = []
        for target in known.flatMap({ $0?.targets ?? [] }) where !targets.contains(target) { targets.append(target) }
        return targets.isEmpty ? nil : CodedVaccine(vaccine: nil, candidates: [], targets: targets, isExact: false)
    }
}
