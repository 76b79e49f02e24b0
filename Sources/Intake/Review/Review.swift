package import CivilDates
package import Immunization
package import Model

/// Whose pass the doses of a draft are for.
package struct Holder: Sendable {
    package let kind: String
    package let birth: PartialDate?

    package init(_ kind: String, birth: PartialDate?) { (self.kind, self.birth) = (kind, birth) }

    func who(on day: PartialDate?) -> VaccineFinder.Who { VaccineFinder.Who(kind, birth: birth, on: day) }
}

/// A dose that is there.
package struct StoredDose: Sendable, Hashable {
    package let id: String
    package let content: Vaccination

    package init(id: String, _ content: Vaccination) { (self.id, self.content) = (id, content) }
}

/// A draft held against what is there, on a day: what each row says, what has to be asked, and what would be stored.
///
/// It is made for each showing, and again in the turn that stores.
package struct Review: Sendable {
    /// What a row is held against.
    package enum Other: Sendable, Hashable {
        case stored(StoredDose)
        /// An earlier row, by its number.
        case row(Int)

        /// What forms and drafts know it by.
        package var key: String {
            switch self {
            case .stored(let dose): dose.id
            case .row(let number): "row-\(number)"
            }
        }
    }

    /// A proposal with what was understood of it.
    package struct Row: Sendable {
        package let proposal: Proposal
        package var date: PartialDate?
        /// Whether the date is that of a row above.
        package var isDateAbove = false
        package var meaning: VaccineFinder.Answer?
        /// The dose with what later rows say of it; nil where something has to be said first, and of a row that is none.
        package var dose: Vaccination?
        /// Batch, site, route and days ahead, as far as somebody says them.
        package var details = Vaccination.empty
        /// What has to be said, with the field that it is about.
        package var questions: [(field: String, question: Question)] = []
        /// What it says once more, or may.
        package var twin: Other?
        /// Whether it is that for sure, so that nobody is asked.
        package var isSame = false
        /// Whether it changes a dose that is there: then somebody says whether it is another that is there as well.
        package var isEdit = false

        /// Whether somebody has said what it is to the dose that it is held against now.
        package var isTwinAnswered: Bool {
            switch proposal.decision {
            case .same, .other: twin != nil && (proposal.against == nil || proposal.against == twin?.key)
            case .open, .accept, .leaveOut: false
            }
        }
        /// Whether somebody says, or has said, if it is another dose.
        package var isTwinAsked: Bool { twin != nil && (!isSame || isEdit || isTwinAnswered) }
        /// Whether it was said to be another than the one that it is held against.
        package var isOther: Bool { isTwinAnswered && proposal.decision == .other }
    }

    /// What is stored of it.
    package enum Change: Sendable, Hashable {
        case insert(Vaccination)
        /// A dose that is there is completed, or takes new details.
        case update(StoredDose, Vaccination)
    }

    package internal(set) var rows: [Row]
    /// What later rows add to doses that are there.
    var completed: [(row: Int, stored: StoredDose, content: Vaccination)] = []

    package init(
        _ draft: Draft, of holder: Holder, beside stored: [StoredDose], finder: VaccineFinder, dates: RecordDates
    ) {
        rows = ProposalReader(holder: holder, finder: finder, dates: dates, layout: draft.layout).read(draft.proposals)
        let filled = rows.indices.filter { !rows[$0].proposal.isEmpty }
        if filled.isEmpty, !rows.isEmpty { rows[0].questions.append((Vaccination.date.name, .nothingTyped)) }
        for index in filled.dropFirst(draft.most) {
            rows[index].questions.insert((Vaccination.date.name, .tooMany(draft.most)), at: 0)
            rows[index].dose = nil
        }
        findTwins(beside: stored, TwinRule(finder.catalogue))
        // What is there already has been read well enough to be told.
        for index in rows.indices where rows[index].proposal.decision == .open && !rows[index].isSame {
            if rows[index].proposal.isUnsure { rows[index].questions.append(("row", .unsure)) }
        }
    }

    /// Whether nothing has to be said of any row.
    package var isReady: Bool { rows.allSatisfy(\.questions.isEmpty) }

    /// The rows that can be stored now.
    package var clear: [Row] { rows.filter { $0.questions.isEmpty && $0.dose != nil } }

    /// What is stored of the rows that nothing has to be said of.
    package var changes: [Change] {
        let completing = completed.filter { rows[$0.row].questions.isEmpty }
        return rows.filter(\.questions.isEmpty).compactMap(change)
            + completing.map { .update($0.stored, $0.content) }
    }

    private func change(_ row: Row) -> Change? {
        guard let dose = row.dose else { return nil }
        if row.twin == nil || row.isOther { return .insert(dose) }
        guard row.isTwinAnswered, row.proposal.decision == .same(takesNew: true), case .stored(let stored)? = row.twin
        else { return nil }
        let taken = stored.content.taking(dose)
        return taken == stored.content ? nil : .update(stored, taken)
    }

    /// The dose that is there, with what a row adds to it; nil where it says nothing new, or is none that is there.
    package func completed(by row: Row) -> (stored: StoredDose, content: Vaccination)? {
        completed.first { rows[$0.row].proposal.id == row.proposal.id }.map { ($0.stored, $0.content) }
    }

    /// Leaves out what has to be said: nobody has called it ready yet.
    package mutating func forgive() {
        for index in rows.indices { rows[index].questions = [] }
    }
}

extension Vaccination {
    /// The dose with what another says of it in the place of its own; what the other doesn't say stays.
    fileprivate func taking(_ other: Vaccination) -> Vaccination {
        var taken = self
        for field in Self.compared {
            if let value = field[other] { field.set(value, in: &taken) }
        }
        return taken
    }
}
