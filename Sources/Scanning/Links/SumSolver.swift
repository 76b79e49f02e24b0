/// Finds the likeliest values of a sum and of what its parts have to equal: one misread digit is found by the others.
struct SumSolver {
    /// A number that is added, and the one elsewhere that has to be the same.
    struct Part {
        let own: NumberOptions
        let twin: NumberOptions?
    }

    /// An assignment of values, and which links it breaks.
    struct Solution {
        var total: ExactDecimal?
        var parts: [ExactDecimal] = []
        var twins: [ExactDecimal?] = []
        var breaksSum = false
        /// The parts that differ from their twins.
        var broken: Set<Int> = []
        var likelihood = 1.0
    }

    let total: NumberOptions
    let parts: [Part]

    /// What a form's error is likely as, beside a misreading.
    private static let errorShare = 0.05
    /// How likely a misreading is to be repeated.
    private static let sameHand = 0.4
    /// Sums that are kept while parts are added.
    private static let mostSums = 4_000

    /// What a solution is asked to be.
    enum Demand: Equatable {
        case sum(holds: Bool)
        case twin(Int, holds: Bool)
    }

    /// The likeliest solution, of those that meet the demand.
    func solve(_ demand: Demand? = nil) -> Solution? {
        var sums: [ExactDecimal: Solution] = [.zero: Solution()]
        for (place, part) in parts.enumerated() {
            let options = options(part, place, demand)
            var next: [ExactDecimal: Solution] = [:]
            for (sum, solution) in sums {
                for option in options {
                    let likelihood = solution.likelihood * option.likelihood
                    let reached = sum + option.number
                    if let known = next[reached], known.likelihood >= likelihood { continue }
                    var longer = solution
                    longer.parts.append(option.number)
                    longer.twins.append(option.twin)
                    longer.likelihood = likelihood
                    if option.isBroken { longer.broken.insert(place) }
                    next[reached] = longer
                }
            }
            sums = next
            if sums.count > Self.mostSums { return nil }
        }
        return best(sums, demand)
    }

    private func best(_ sums: [ExactDecimal: Solution], _ demand: Demand?) -> Solution? {
        var best: Solution?
        func offer(_ solution: Solution, _ total: ExactDecimal, _ likelihood: Double, breaks: Bool) {
            guard likelihood > best?.likelihood ?? 0 else { return }
            var solution = solution
            (solution.total, solution.likelihood, solution.breaksSum) = (total, likelihood, breaks)
            best = solution
        }
        for (sum, solution) in sums {
            if demand != .sum(holds: false), let share = total.likelihoods[sum] {
                offer(solution, sum, solution.likelihood * share, breaks: false)
            }
            if demand != .sum(holds: true), let other = total.best(not: sum) {
                offer(solution, other.number, solution.likelihood * other.likelihood * Self.errorShare, breaks: true)
            }
        }
        return best
    }

    private struct Option {
        let number: ExactDecimal
        let twin: ExactDecimal?
        let isBroken: Bool
        let likelihood: Double
    }

    private func options(_ part: Part, _ place: Int, _ demand: Demand?) -> [Option] {
        guard let twin = part.twin else {
            return part.own.likelihoods.map { Option(number: $0.key, twin: nil, isBroken: false, likelihood: $0.value) }
        }
        let isReadAlike = part.own.likeliest == twin.likeliest
        return Set(part.own.likelihoods.keys).union(twin.likelihoods.keys).flatMap { number -> [Option] in
            let own = part.own.likelihood(number)
            var options: [Option] = []
            if demand != .twin(place, holds: false) {
                let other = twin.likelihood(number)
                // The same hand wrote both: what is misread once is misread twice, and in the same way.
                let likelihood = max(own * other, isReadAlike ? Self.sameHand * min(own, other) : 0)
                options.append(Option(number: number, twin: number, isBroken: false, likelihood: likelihood))
            }
            if demand != .twin(place, holds: true), let other = twin.best(not: number) {
                options.append(
                    Option(
                        number: number, twin: other.number, isBroken: true,
                        likelihood: own * other.likelihood * Self.errorShare))
            }
            return options
        }
    }
}
