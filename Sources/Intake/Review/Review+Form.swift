package import Immunization
package import Model

extension Review {
    /// A whole dose as a form tells it, held against what is there.
    ///
    /// - Parameters:
    ///   - dose: what would be stored.
    ///   - proposal: what somebody has decided and said to be right; the dose counts, not its cells.
    ///   - old: the dose that is edited, which isn't among the stored ones: of what it said nothing is asked again.
    package init(
        _ dose: Vaccination, answered proposal: Proposal, over old: Vaccination? = nil, of holder: Holder,
        beside stored: [StoredDose], finder: VaccineFinder
    ) {
        let (catalogue, rule) = (finder.catalogue, TwinRule(finder.catalogue))
        var row = Row(proposal: proposal)
        (row.date, row.dose, row.isEdit) = (dose.date, dose, old != nil)
        let isUnchanged = old.map { $0.date == dose.date && $0.vaccine == dose.vaccine } ?? false
        if let vaccine = dose.vaccine.flatMap(catalogue.vaccine), !isUnchanged,
            let question = Question.age(vaccine, on: dose.date, of: holder, said: proposal.answers, finder)
        {
            row.ask(Vaccination.vaccine, question)
        }
        rows = [row]
        var others = stored
        if let old, isUnchanged, old.targets == dose.targets {
            // Those that it was like before somebody has said to be others.
            others.removeAll { rule.relation($0.content, old) != .different }
        }
        findTwins(beside: others, rule)
    }
}
