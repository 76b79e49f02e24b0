/// Names to be found in words that may be misread, and what each of them stands for.
struct NameIndex: Sendable {
    /// A name found among words.
    struct Match: Sendable, Hashable {
        /// The name's number.
        let name: Int
        let distance: Int
        /// Whether the rule accepts it: near enough, and no other thing's name as near.
        let isAccepted: Bool
    }

    struct Name: Sendable {
        let folded: FoldedName
        let digits: [UInt8]
        /// Whose name it is: several things may have the same.
        var owners: [Int]

        var length: Int { folded.letters.count }
    }

    private(set) var names: [Name] = []
    private var numbers: [FoldedName: Int] = [:]
    /// The names' numbers and letters by their lengths: most names are passed over by these alone.
    private var byLength = [[(number: Int, letterSet: UInt64)]](repeating: [], count: FoldedName.longest * 2 + 1)

    /// Adds a name; those with less than three letters look like noise and are left out.
    mutating func add(_ name: String, owner: Int) {
        let folded = FoldedName(name)
        guard (3...FoldedName.longest * 2).contains(folded.letters.count) else { return }
        if let number = numbers[folded] {
            if !names[number].owners.contains(owner) { names[number].owners.append(owner) }
            return
        }
        numbers[folded] = names.count
        byLength[folded.letters.count].append((names.count, folded.letterSet))
        names.append(
            Name(folded: folded, digits: folded.digits, owners: [owner]))
    }

    /// How many letters of a name of that length may be wrong: a quarter; none of the shortest.
    static func mistakes(inLength length: Int) -> Int { length < 4 ? 0 : max(1, length / 4) }

    /// The names that a text may be, misread; an accepted one is the only one.
    ///
    /// - Parameter isGenerous: whether to include names of which a third is wrong; they are never accepted.
    func matches(_ text: FoldedName, isGenerous: Bool = false) -> [Match] {
        let near = neighbours(text, isGenerous: isGenerous)
        guard let best = near.filter(\.isWithin).min(by: { $0.distance < $1.distance }) else { return [] }
        let owners = Set(names[best.name].owners)
        let isAlone = near.allSatisfy { other in
            owners.isSuperset(of: names[other.name].owners) || other.distance > best.distance + 1
        }
        return near.filter { $0.isWithin && hasOwnEnd($0, text.letters) }.map {
            Match(name: $0.name, distance: $0.distance, isAccepted: isAlone && $0.name == best.name && !isGenerous)
        }
    }

    /// Whether what a name has beyond another whole name is there: `Nuvaxovid` and noise isn't `Nuvaxovid JN.1`.
    private func hasOwnEnd(_ near: Neighbour, _ letters: [UInt8]) -> Bool {
        let name = names[near.name].folded.letters
        guard near.distance > 0,
            let beginning = names.lazy.filter({ $0.length < name.count && name.starts(with: $0.folded.letters) })
                .map(\.length).max()
        else { return true }
        let end = Array(name[beginning...])
        let allowed = Self.mistakes(inLength: end.count)
        return (beginning - 1...beginning + 1).contains { place in
            place <= letters.count && EditDistance.between(Array(letters[place...]), end, atMost: allowed) != nil
        }
    }

    private struct Neighbour {
        let name: Int
        let distance: Int
        /// Whether no more letters are wrong than may be, and no digit is.
        let isWithin: Bool
    }

    /// The names no farther from a text than one letter more than may be wrong.
    private func neighbours(_ text: FoldedName, isGenerous: Bool) -> [Neighbour] {
        let (length, letterSet, digits) = (text.letters.count, text.letterSet, text.digits)
        let reach = (isGenerous ? length / 2 : Self.mistakes(inLength: length)) + 2
        var near: [Neighbour] = []
        for nameLength in max(3, length - reach)...min(length + reach, FoldedName.longest * 2) {
            let isLong = isGenerous && nameLength >= 6
            let allowed = isLong ? (nameLength + 1) / 3 : Self.mistakes(inLength: nameLength)
            for (number, nameSet) in byLength[nameLength]
            where (nameSet ^ letterSet).nonzeroBitCount <= 2 * (allowed + 1) {
                let most = allowed + 1
                guard let distance = EditDistance.between(text.letters, names[number].folded.letters, atMost: most)
                else { continue }
                let isWithin = distance <= allowed && names[number].digits == digits
                near.append(Neighbour(name: number, distance: distance, isWithin: isWithin))
            }
        }
        return near
    }

    /// The names that begin with another whole one.
    func extensions(of number: Int) -> [Int] {
        let beginning = names[number].folded.letters
        return names.indices.filter {
            names[$0].length > beginning.count && names[$0].folded.letters.starts(with: beginning)
        }
    }
}
