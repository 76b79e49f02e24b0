/// What a number that was read may be in truth, and how likely each is.
struct NumberOptions {
    private(set) var likelihoods: [ExactDecimal: Double] = [:]

    /// What is left for a value that nothing speaks for.
    static let least = 0.004

    init(_ field: ScanField?) {
        guard let field, let value = field.value else { return }
        guard field.confidence < 1 else {
            if let number = ExactDecimal(value) { likelihoods[number] = 1 }
            return
        }
        let support = field.support.isEmpty ? [value: field.confidence] : field.support
        let most = support.values.max() ?? 0
        for (value, share) in support.sorted(by: { $0.key < $1.key }).prefix(Vote.mostCandidates) {
            // What few readings say is itself a misreading: it isn't misread once more.
            let isLikely = share * 2 >= most
            add(value, share, misread: isLikely ? share * (1.02 - field.undoubted) : 0)
        }
    }

    /// The number itself, and those that a misreading makes it of.
    private mutating func add(_ value: String, _ share: Double, misread: Double) {
        set(value, share)
        let characters = Array(value)
        guard characters.count <= 5 else { return }
        let lookalikes = Set(DigitLookalikes.changed(value))
        for place in characters.indices where characters[place].isNumber {
            for digit in "0123456789" where digit != characters[place] {
                var changed = characters
                changed[place] = digit
                let text = String(changed)
                set(text, misread * (lookalikes.contains(text) ? 0.4 : 0.15))
            }
        }
        // A one at the beginning is lost first, and a comma.
        if characters.first != "1" { set("1" + value, misread * 0.3) }
        if characters.count == 2, !value.contains(".") { set("\(characters[0]).\(characters[1])", misread * 0.8) }
    }

    private mutating func set(_ text: String, _ share: Double) {
        guard let number = ExactDecimal(text) else { return }
        likelihoods[number] = max(likelihoods[number] ?? 0, share)
    }

    var likeliest: ExactDecimal? { best(not: nil)?.number }

    func likelihood(_ number: ExactDecimal) -> Double { max(likelihoods[number] ?? 0, Self.least) }

    /// The likeliest number that isn't a given one, with its likelihood.
    func best(not other: ExactDecimal?) -> (number: ExactDecimal, likelihood: Double)? {
        likelihoods.filter { $0.key != other }.max { ($0.value, $1.key) < ($1.value, $0.key) }
            .map { ($0.key, $0.value) }
    }
}
