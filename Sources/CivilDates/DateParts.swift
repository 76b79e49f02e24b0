/// A text cut into what dates are made of: numbers, and at most one month as a word among them.
struct DateParts {
    /// A number as it was written.
    struct Number: Equatable {
        let value: Int
        /// How many digits it has, 1 to 8.
        let digits: Int

        /// The number that its first digits make.
        func prefix(_ count: Int) -> Number {
            var value = value
            for _ in count..<digits { value /= 10 }
            return Number(value: value, digits: count)
        }

        /// The number that its last digits make.
        func suffix(_ count: Int) -> Number {
            var divisor = 1
            for _ in 0..<count { divisor *= 10 }
            return Number(value: value % divisor, digits: count)
        }
    }

    /// The numbers before the month that is a word, and those after it; all are before it where there is none.
    private(set) var numbers: (before: [Number], after: [Number]) = ([], [])
    /// The month that is a word, 1 to 12.
    private(set) var month: Int?
    /// Whether a full stop is the last character.
    private(set) var endsWithFullStop = false

    /// The marks between numbers, for each gap.
    private var marks: [[Character]] = []

    init(_ text: String, months: [MonthNames]) throws(DateReadingError) {
        var rest = Array(text.lowercased())[...]
        var gap: [Character] = []
        while let first = rest.first {
            if Self.isDigit(first) {
                try add(Self.take(&rest, while: Self.isDigit), after: gap)
                gap = []
                Self.skipOrdinal(&rest, months)
            } else if first.isLetter {
                let word = String(Self.take(&rest, while: \.isLetter))
                guard !months.contains(where: { $0.fillers.contains(word) }) else { continue }
                try add(word, after: gap, months)
                gap = []
                // The full stop of a short form.
                if rest.first == "." { rest = rest.dropFirst() }
            } else {
                if !Self.blanks.contains(first) { gap.append(first) }
                rest = rest.dropFirst()
            }
        }
        guard month != nil || !numbers.before.isEmpty else { throw gap.isEmpty ? .empty : .malformed }
        guard gap.isEmpty || gap == ["."] else { throw .malformed }
        endsWithFullStop = gap == ["."]
        guard month != nil || Set(marks).count <= 1 else { throw .malformed }
    }

    private static let blanks: Set<Character> = [" ", "\t", "\u{A0}", "\u{202F}", "\u{2009}"]
    private static let separators: Set<Character> = [".", "/", "-", ",", "\u{2013}"]
    private static let apostrophes: Set<Character> = ["'", "\u{2019}"]

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    private static func take(
        _ rest: inout ArraySlice<Character>, while isPart: (Character) -> Bool
    ) -> ArraySlice<Character> {
        let part = rest.prefix(while: isPart)
        rest = rest.dropFirst(part.count)
        return part
    }

    private static func skipOrdinal(_ rest: inout ArraySlice<Character>, _ months: [MonthNames]) {
        let word = rest.prefix(while: \.isLetter)
        if months.contains(where: { $0.ordinalEndings.contains(String(word)) }) { rest = rest.dropFirst(word.count) }
    }

    private mutating func add(
        _ digits: ArraySlice<Character>, after gap: [Character]
    ) throws(DateReadingError) {
        guard digits.count <= 8, let value = Int(typed: String(digits), in: 0...99_999_999) else { throw .malformed }
        try checkGap(gap.last.map(Self.apostrophes.contains) == true ? gap.dropLast() : gap)
        let number = Number(value: value, digits: digits.count)
        if month == nil { numbers.before.append(number) } else { numbers.after.append(number) }
    }

    private mutating func add(
        _ word: String, after gap: [Character], _ months: [MonthNames]
    ) throws(DateReadingError) {
        guard let number = months.lazy.compactMap({ $0.month(word) }).first else { throw .unknownWord }
        guard month == nil else { throw .malformed }
        try checkGap(gap)
        month = number
    }

    /// There is at most one mark between two parts, and none before the first.
    private mutating func checkGap(_ gap: [Character]) throws(DateReadingError) {
        let isFirst = month == nil && numbers.before.isEmpty
        guard gap.count <= (isFirst ? 0 : 1), gap.allSatisfy(Self.separators.contains) else { throw .malformed }
        if !isFirst { marks.append(gap) }
    }
}
