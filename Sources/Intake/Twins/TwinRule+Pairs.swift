package import Model

extension TwinRule {
    /// Pairs doses with those that are there, one to one: what is the same before what may be.
    ///
    /// - Parameter taken: the numbers of those that have their other half.
    package func pairs(
        _ incoming: [Vaccination], with stored: [Vaccination], taken: [Int] = []
    ) -> [Twin?] {
        var index = TwinIndex(self, stored)
        for number in taken { index.take(number) }
        var pairs = [Twin?](repeating: nil, count: incoming.count)
        var likely: [(number: Int, twins: [Twin])] = []
        for number in incoming.indices {
            guard !Task.isCancelled else { return pairs }
            let twins = index.twins(of: incoming[number])
            if let twin = twins.first, twin.relation == .same {
                pairs[number] = twin
                index.take(twin.number)
            } else if !twins.isEmpty {
                likely.append((number, twins))
            }
        }
        for (number, twins) in likely {
            guard let twin = twins.first(where: { !index.isTaken($0.number) }) else { continue }
            pairs[number] = twin
            index.take(twin.number)
        }
        return pairs
    }

    /// Compares doses of one source among themselves: what is the same is said once, by the first of them.
    ///
    /// - Parameter areTwo: whether two of them, by their numbers, are known to be two.
    /// - Returns: each dose's twin before it, and the doses, the first of the same ones filled by the others.
    package func repeats(
        in doses: [Vaccination], areTwo: (Int, Int) -> Bool = { _, _ in false }
    ) -> (twins: [Twin?], doses: [Vaccination]) {
        var index = TwinIndex(self)
        var numbers: [Int] = []
        var all = doses
        let twins = doses.indices.map { number -> Twin? in
            guard !Task.isCancelled else { return nil }
            let found = index.twins(of: doses[number]).first { !areTwo(numbers[$0.number], number) }
            guard let found, found.relation == .same else {
                index.add(doses[number])
                numbers.append(number)
                return found.map { Twin(number: numbers[$0.number], relation: $0.relation) }
            }
            let first = numbers[found.number]
            all[first] = filled(all[first], by: doses[number])
            index.replace(found.number, with: all[first])
            return Twin(number: first, relation: .same)
        }
        return (twins, all)
    }
}
