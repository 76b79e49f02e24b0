import CivilDates
import Immunization
import Model

/// Reads the rows of a draft in their order: a row without a day has that of the row above.
struct ProposalReader {
    let holder: Holder
    let finder: VaccineFinder
    let dates: RecordDates
    let layout: Draft.Layout

    func read(_ proposals: [Proposal]) -> [Review.Row] {
        var rows: [Review.Row] = []
        var (day, vaccine): (PartialDate?, String) = (nil, "")
        for (number, proposal) in proposals.enumerated() {
            var row = Review.Row(proposal: proposal)
            if layout == .visits, proposal.cells[Vaccination.date.name] != nil { day = nil }
            if proposal.isEmpty {
                if proposal.evidence != .typed {
                    row.meaning = known(proposal[Vaccination.vaccine])
                }
            } else {
                readDate(&row, above: day)
                // A day that can't be read isn't that of the row before it.
                day = row.date
                let isFollowed = isFollowed(proposals[(number + 1)...])
                if !proposal.isDayOnly || row.date != nil && !isFollowed {
                    let text = proposal[Vaccination.vaccine]
                    if !DittoMark.isOne(text) { vaccine = text }
                    readRest(vaccine, &row)
                }
            }
            rows.append(row)
        }
        return rows
    }

    private func known(_ id: String) -> VaccineFinder.Answer? {
        finder.suggestion(id, species: holder.kind).map { .one($0, sureness: VaccineFinder.exact) }
    }

    /// Whether the next row that says anything has its day from above.
    private func isFollowed(_ rest: ArraySlice<Proposal>) -> Bool {
        for next in rest {
            if layout == .visits, next.cells[Vaccination.date.name] != nil { return false }
            if !next.isEmpty { return next[Vaccination.date].isEmpty || DittoMark.isOne(next[Vaccination.date]) }
        }
        return false
    }

    private func readDate(_ row: inout Review.Row, above day: PartialDate?) {
        let text = row.proposal[Vaccination.date]
        if DittoMark.isOne(text) || text.isEmpty && row.proposal.evidence == .typed {
            (row.date, row.isDateAbove) = (day, day != nil)
            if day == nil { row.ask(Vaccination.date, .dateMissing) }
            return
        }
        do {
            row.date = try dates.read(text, bornOn: holder.birth)
        } catch {
            row.ask(Vaccination.date, error == .unreadable(.empty) ? .dateMissing : .date(error))
        }
    }

    private func readRest(_ vaccine: String, _ row: inout Review.Row) {
        readVaccine(vaccine, &row)
        for field in Proposal.fields.dropFirst(2) where holder.kind != Pass.person || field.name != "validUntil" {
            read(field, &row)
        }
        guard let date = row.date else { return }
        row.details.date = date
        if let end = row.details.validUntil, !end.isExact || end.latest < date.earliest {
            row.ask(Vaccination.validUntil, .end(row.details))
        }
        guard row.questions.isEmpty, case .one(let found, _) = row.meaning, let target = found.targets.first else {
            return
        }
        var dose = row.details
        (dose.target, dose.vaccine) = (target, found.vaccine?.id)
        row.dose = dose
    }

    private func readVaccine(_ text: String, _ row: inout Review.Row) {
        guard !text.isEmpty else { return row.ask(Vaccination.vaccine, .vaccineMissing) }
        let meaning = finder.find(text, for: holder.who(on: row.date))
        row.meaning = meaning
        switch meaning {
        case .one(let found, _):
            guard let vaccine = found.vaccine, let date = row.date else { return }
            let answers = row.proposal.answers
            if let question = Question.age(vaccine, on: date, of: holder, said: answers, finder) {
                row.ask(Vaccination.vaccine, question)
            }
        case .choice(let suggestions, _): row.ask(Vaccination.vaccine, .whichVaccine(suggestions))
        case .diseases, .refused, .unknown: row.ask(Vaccination.vaccine, .unknownVaccine)
        }
    }

    private func read(_ field: Field<Vaccination>, _ row: inout Review.Row) {
        let text = row.proposal[field]
        guard !text.isEmpty else { return }
        guard field.kind == .date else {
            field.set(.text(text), in: &row.details)
            guard let issue = field.issue(in: row.details) else { return }
            return row.ask(field, issue.code == .choice ? .choice : .text(issue))
        }
        // A batch may expire years from now, and a dose be valid for years.
        do {
            field.set(.date(try dates.ahead.read(text)), in: &row.details)
        } catch {
            row.ask(field, .dayAhead(error))
        }
    }
}

extension Review.Row {
    mutating func ask(_ field: Field<Vaccination>, _ question: Question) {
        questions.append((field.name, question))
    }
}
