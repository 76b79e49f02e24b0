/// How much a word that somebody wrote is like one of the catalogue's, the best first.
enum MatchScore: Int, Comparable, Sendable {
    /// It is the word.
    case exact
    /// It is the word's beginning.
    case beginning
    /// It is the word with one letter wrong, missing, too many, or swapped with the next.
    case oneLetterOff
    /// It is the word with two such mistakes.
    case twoLettersOff

    /// How many mistakes it has.
    var mistakes: Int {
        switch self {
        case .exact, .beginning: 0
        case .oneLetterOff: 1
        case .twoLettersOff: 2
        }
    }

    /// Nil where the words aren't alike.
    ///
    /// Digits are never mistaken: `Prevenar 13` isn't `Prevenar 20`. Words of less than six letters need their first
    /// one: `folio` isn't `polio`. A single letter and a number have to match in full, and begin nothing.
    init?(_ written: SearchWord, to word: SearchWord) {
        let (left, right) = (written.letters, word.letters)
        let isSameStart = left.first == right.first
        if isSameStart, left.count <= right.count, right.starts(with: left) {
            guard left.count == right.count || left.count > 1 && !left.allSatisfy(Self.isDigit) else { return nil }
            self = left.count == right.count ? .exact : .beginning
            return
        }
        let shorter = min(left.count, right.count)
        let most = Self.mostMistakes(inLetters: shorter)
        guard most > 0, abs(left.count - right.count) <= most, isSameStart || shorter >= 6,
            (written.letterSet ^ word.letterSet).nonzeroBitCount <= 2 * most,
            let mistakes = (1...most).first(where: { Spelling(left, right).differ(byAtMost: $0) }),
            left.filter(Self.isDigit) == right.filter(Self.isDigit)
        else { return nil }
        self = mistakes == 1 ? .oneLetterOff : .twoLettersOff
    }

    static func < (left: MatchScore, right: MatchScore) -> Bool { left.rawValue < right.rawValue }

    private static func mostMistakes(inLetters count: Int) -> Int {
        switch count {
        case ..<4: 0
        case ..<8: 1
        default: 2
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}

/// Two words, to be compared letter by letter.
private struct Spelling {
    let left: [Unicode.Scalar]
    let right: [Unicode.Scalar]

    init(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) {
        (self.left, self.right) = (left, right)
    }

    /// Whether so many letters changed, added, left out or swapped with the next lead from one word to the other, from
    /// these places on.
    ///
    /// Tries each at the first letter that differs: linear in the words' lengths for the two mistakes there are at most.
    func differ(byAtMost mistakes: Int, from start: Int = 0, _ other: Int = 0) -> Bool {
        var (here, there) = (start, other)
        while here < left.count, there < right.count, left[here] == right[there] {
            (here, there) = (here + 1, there + 1)
        }
        let (restOfLeft, restOfRight) = (left.count - here, right.count - there)
        if restOfLeft == 0 || restOfRight == 0 { return max(restOfLeft, restOfRight) <= mistakes }
        guard mistakes > 0, abs(restOfLeft - restOfRight) <= mistakes else { return false }
        let isSwapped =
            restOfLeft > 1 && restOfRight > 1 && left[here] == right[there + 1] && left[here + 1] == right[there]
        return differ(byAtMost: mistakes - 1, from: here + 1, there + 1)
            || differ(byAtMost: mistakes - 1, from: here + 1, there)
            || differ(byAtMost: mistakes - 1, from: here, there + 1)
            || isSwapped && differ(byAtMost: mistakes - 1, from: here + 2, there + 2)
    }
}
