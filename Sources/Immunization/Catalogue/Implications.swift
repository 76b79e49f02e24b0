/// What follows from a patient's observations: a kidney disease is a chronic disease, a higher degree includes the lower.
///
/// Observations are given by their codes, a degree of one as `id/degree`.
struct Implications: Sendable {
    /// What follows from a code in one step.
    private let next: [String: [String]]

    init(_ observations: [Observation]) {
        var next: [String: [String]] = [:]
        for observation in observations {
            next[observation.id] = observation.implies
            var lower = observation.id
            for degree in observation.degrees {
                let code = Observation.code(observation.id, degree: degree.id)
                next[code] = degree.implies + [lower]
                lower = code
            }
        }
        self.next = next
    }

    /// Every code that may be asked for.
    var codes: Set<String> { Set(next.keys) }

    /// A code and all that follows from it.
    func closure(of code: String) -> Set<String> {
        var (found, open): (Set<String>, [String]) = ([code], [code])
        while let one = open.popLast() {
            for implied in next[one] ?? [] where found.insert(implied).inserted { open.append(implied) }
        }
        return found
    }

    /// A code that implies itself, if there is one.
    var circle: String? {
        next.keys.sorted().first { code in (next[code] ?? []).contains { closure(of: $0).contains(code) } }
    }

    /// A code that is implied and doesn't exist, with the code that implies it.
    var dangling: (code: String, by: String)? {
        for (code, implied) in next.sorted(by: { $0.key < $1.key }) {
            if let unknown = implied.first(where: { next[$0] == nil }) { return (unknown, code) }
        }
        return nil
    }
}
