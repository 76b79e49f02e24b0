/// Joined names in the order of their letters, so that it is soon known where a text can't have one: the time for a text
/// doesn't grow with the square of its words.
struct NamesInOrder: Sendable {
    private let names: [[Unicode.Scalar]]

    init(_ names: some Sequence<SearchWord>) {
        self.names = names.map(\.letters).sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// The words in a row, joined, that a name begins with: each name of the text is among them.
    func ranges(in words: [SearchWord]) -> [Range<Int>] {
        words.indices.flatMap { start -> [Range<Int>] in
            var (letters, ranges) = ([Unicode.Scalar](), [Range<Int>]())
            for end in start..<words.count {
                letters += words[end].letters
                guard begin(with: letters) else { break }
                ranges.append(start..<end + 1)
            }
            return ranges
        }
    }

    /// Whether any name begins with these letters.
    private func begin(with letters: [Unicode.Scalar]) -> Bool {
        var (low, high) = (0, names.count)
        while low < high {
            let middle = (low + high) / 2
            if names[middle].lexicographicallyPrecedes(letters) { low = middle + 1 } else { high = middle }
        }
        return low < names.count && names[low].starts(with: letters)
    }
}
