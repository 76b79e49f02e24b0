/// How many letters have to be changed, added or left out to make one word of another (Levenshtein).
enum EditDistance {
    /// The distance, or nil where it is larger than allowed; linear in the shorter word's length times what is allowed.
    static func between(_ left: [UInt8], _ right: [UInt8], atMost most: Int) -> Int? {
        guard most >= 0, abs(left.count - right.count) <= most else { return nil }
        if left == right { return 0 }
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var row = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            let (first, last) = (max(1, i + 1 - most), min(right.count, i + 1 + most))
            guard first <= last else { return nil }
            var diagonal = row[first - 1]
            row[first - 1] = first == 1 ? i + 1 : most + 1
            var least = row[first - 1]
            for j in first...last {
                let above = j == i + 1 + most ? most + 1 : row[j]
                let cost = min(diagonal + (letter == right[j - 1] ? 0 : 1), above + 1, row[j - 1] + 1)
                (diagonal, row[j]) = (row[j], cost)
                least = min(least, cost)
            }
            if least > most { return nil }
        }
        return row[right.count] <= most ? row[right.count] : nil
    }
}
