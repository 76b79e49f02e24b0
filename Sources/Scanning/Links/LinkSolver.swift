/// Reads a form's sums again, by what they and the numbers that have to equal theirs say of each other.
struct LinkSolver {
    private let template: ScanTemplate
    private let values: [FieldKey: ScanField]
    /// The first page that has a region of the name.
    private let pages: [String: Int]

    init(_ template: ScanTemplate, _ values: [FieldKey: ScanField]) {
        (self.template, self.values) = (template, values)
        var pages: [String: Int] = [:]
        for (number, page) in template.pages.enumerated().reversed() {
            for region in page.regions { pages[region.name] = number }
        }
        self.pages = pages
    }

    /// How much likelier a verdict has to be than its opposite.
    private static let (marginOfHolding, marginOfBreaking) = (10.0, 2.0)

    /// What became of the fields, and of the links that could be judged.
    struct Solution {
        var fields: [FieldKey: ScanField] = [:]
        var verdicts: [ScanLink: Bool] = [:]
    }

    func solve() -> Solution {
        var outcome = Solution()
        for link in template.links where link.kind == .sum {
            // Whoever asked may have gone: nobody sees what is left out.
            guard !Task.isCancelled else { break }
            solve(link, into: &outcome)
        }
        return outcome
    }

    private func key(_ name: String) -> FieldKey? { pages[name].map { FieldKey(page: $0, name: name) } }

    private func solve(_ link: ScanLink, into outcome: inout Solution) {
        let keys = link.regions.compactMap(key)
        guard keys.count == link.regions.count, keys.count <= 30, let total = keys.first else { return }
        let names = link.regions.dropFirst()
        let twins = names.map { name in
            template.links.first { $0.kind == .equal && $0.regions.count == 2 && $0.regions.contains(name) }
        }
        let twinKeys = zip(names, twins).map { name, twin in
            twin?.regions.first { $0 != name }.flatMap(key)
        }
        let parts = zip(keys.dropFirst(), twinKeys).map { own, twin in
            SumSolver.Part(own: NumberOptions(values[own]), twin: twin.map { NumberOptions(values[$0]) })
        }
        let solver = SumSolver(total: NumberOptions(values[total]), parts: parts)
        guard let best = solver.solve() else { return }
        outcome.verdicts[link] = verdict(best, !best.breaksSum, solver.solve(.sum(holds: best.breaksSum)))
        for (place, twin) in twins.enumerated() {
            guard let twin else { continue }
            let holds = !best.broken.contains(place)
            outcome.verdicts[twin] = verdict(best, holds, solver.solve(.twin(place, holds: !holds)))
        }
        let isBorneOut = outcome.verdicts[link] == true
        set(total, best.total, isBorneOut, &outcome)
        for (place, part) in keys.dropFirst().enumerated() {
            set(part, best.parts[place], isBorneOut, &outcome)
            if let twin = twinKeys[place] { set(twin, best.twins[place], false, &outcome) }
        }
    }

    private func verdict(_ best: SumSolver.Solution, _ holds: Bool, _ other: SumSolver.Solution?) -> Bool? {
        let margin = holds ? Self.marginOfHolding : Self.marginOfBreaking
        return best.likelihood >= (other?.likelihood ?? 0) * margin ? holds : nil
    }

    /// A value that was read stays as it is, a little surer; another one has to be checked.
    private func set(_ key: FieldKey, _ number: ExactDecimal?, _ isBorneOut: Bool, _ outcome: inout Solution) {
        guard let number else { return }
        var field = values[key] ?? ScanField(text: "", value: nil, confidence: 0)
        if field.value == number.description {
            if isBorneOut, field.confidence >= LinkRule.nearlySure { field.confidence = max(field.confidence, 0.93) }
        } else {
            field.candidates = Vote.unique([number.description] + [field.value].compactMap { $0 } + field.candidates)
            field.value = number.description
            field.confidence = min(max(field.confidence, 0.4), 0.65)
        }
        outcome.fields[key] = field
    }
}
