extension VaccineSearch {
    /// Which vaccine a text names, as it stands in a cell of a table.
    public enum Fit: Sendable, Hashable {
        /// The text is a name of this one and of no other.
        case one(Vaccine)
        /// The text may mean one of these, the likeliest first; somebody has to choose.
        case choice([Vaccine])
        /// No vaccine is like the text.
        case unknown
    }

    /// Which vaccine a text names: a name of a product, or of a kind whose brand isn't known, fits; anything less is a
    /// choice, never taken for granted.
    ///
    /// - Parameters:
    ///   - text: what somebody wrote, in any language of the search.
    ///   - species: only vaccines for this species; nil for all.
    public func fit(_ text: String, species: String? = nil) -> Fit {
        let named = ranked(text, species: species).compactMap { answer -> Vaccine? in
            answer.grade.tier == .named ? answer.subject.vaccine : nil
        }
        if named.count == 1 { return .one(named[0]) }
        let choice = named.isEmpty ? suggestions(for: text, species: species).compactMap(\.vaccine) : named
        return choice.isEmpty ? .unknown : .choice(choice)
    }

    /// The disease whose name a text is, where no product has that name; nil where there are several.
    ///
    /// - Parameters:
    ///   - text: what somebody wrote, in any language of the search.
    ///   - species: only diseases of this species; nil for all.
    public func target(named text: String, species: String? = nil) -> DiseaseTarget? {
        let named = ranked(text, species: species).filter { $0.grade.tier == .named }
        guard !named.contains(where: { $0.subject.vaccine?.isBrandUnknown == false }) else { return nil }
        let targets = named.compactMap { answer -> DiseaseTarget? in
            if case .target(let target) = answer.subject { target } else { nil }
        }
        return targets.count == 1 ? targets[0] : nil
    }
}
