/// How well a record answers a query, the best first.
struct SearchGrade: Comparable, Sendable {
    /// In what way it answers.
    enum Tier: Int, Sendable {
        /// The query is one of the record's own names.
        case named
        /// Every word of the query is one of the record's, or begins one.
        case found
        /// The same with letters wrong.
        case similar
    }

    /// Which words of a record a query was found in.
    enum MatchField: Int, Sendable {
        case wholeName
        case ownWords
        case otherWords
    }

    let tier: Tier
    let mistakes: Int
    let closeness: MatchField

    /// Nil where the record doesn't answer the query.
    ///
    /// - Parameters:
    ///   - joined: how much each word of the index is like the whole query, joined.
    ///   - words: the same for each word of the query.
    init?(_ record: SearchIndex.Record, joined: [MatchScore?], words: [[MatchScore?]]) {
        let isOneWord = words.count == 1
        let apart = isOneWord ? nil : Self(record, words)
        // Of several words the short ones have to be right for themselves: hepatitis C isn't hepatitis B.
        let isMistakeAllowed = isOneWord || apart != nil
        let asOne = record.terms.lazy.compactMap { term -> Self? in
            guard term.entry.isWhole || isOneWord, let likeness = joined[term.entry.word] else { return nil }
            return likeness.mistakes == 0 || isMistakeAllowed ? Self(term, likeness) : nil
        }.min()
        guard let best = [asOne, apart].compactMap({ $0 }).min() else { return nil }
        self = best
    }

    /// The query as one, found as one of a record's terms.
    private init(_ term: SearchIndex.Term, _ likeness: MatchScore) {
        switch likeness {
        case .exact where term.entry.isWhole: (tier, closeness) = (term.isOwn ? .named : .found, .wholeName)
        case .exact, .beginning: (tier, closeness) = (.found, term.isOwn ? .ownWords : .otherWords)
        case .oneLetterOff, .twoLettersOff:
            tier = .similar
            closeness = term.entry.isWhole ? .wholeName : term.isOwn ? .ownWords : .otherWords
        }
        mistakes = likeness.mistakes
    }

    /// Each word of the query for itself: all have to be found.
    ///
    /// Beside a word that is only like a filler of its maker or its kind, 'Plus' alone is no name.
    private init?(_ record: SearchIndex.Record, _ words: [[MatchScore?]]) {
        var (mistakes, isOwn, hasOwn, hasOther, isNoise) = (0, true, false, false, false)
        for word in words {
            let found = record.terms.lazy.compactMap { term in
                word[term.entry.word].map { (mistakes: $0.mistakes, rank: term.isOwn ? 0 : term.isFiller ? 2 : 1) }
            }
            guard let best = found.min(by: <) else { return nil }
            mistakes += best.mistakes
            isOwn = isOwn && best.rank == 0
            hasOwn = hasOwn || best.rank == 0
            hasOther = hasOther || found.contains { $0.rank == 1 }
            isNoise = isNoise || best.mistakes > 0 && best.rank == 2
        }
        if isNoise, hasOwn, !hasOther, !words.contains(where: { word in record.heads.contains { word[$0] != nil } }) {
            return nil
        }
        (tier, self.mistakes) = (mistakes == 0 ? .found : .similar, mistakes)
        closeness = isOwn ? .ownWords : .otherWords
    }

    private var order: (Int, Int, Int) { (tier.rawValue, mistakes, closeness.rawValue) }

    static func < (left: SearchGrade, right: SearchGrade) -> Bool { left.order < right.order }
}
