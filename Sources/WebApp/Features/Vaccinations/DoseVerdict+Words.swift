import CivilDates
import Immunization
import Model
import Vault

/// What pages say of how a vaccination counts.
struct VerdictWords {
    let advice: Advice
    let names: VaccinationNames
    /// What would be said of a dose had it been given on the first day that it can have been; nil where its day is known.
    var first: Advice?

    private var words: Localizer { names.words }

    /// The short word in a list: nothing where all is well.
    ///
    /// 'doesn't count: 3 weeks too early', 'doesn't count for hepatitis B: 3 weeks too early'.
    func warning(_ id: VaccinationID) -> String? {
        if let issue = advice.issues(of: id).first(where: \.isDisqualifying) { return words.issue(issue) }
        let verdicts = advice.verdicts(of: id)
        let invalid = verdicts.filter(\.isInvalid)
        guard let first = invalid.first else {
            return advice.issues(of: id).first { $0 != .uncertainDate }.map(words.issue)
        }
        let why = reason(first)
        if invalid.count == verdicts.count { return words(.dosesInvalid, ["reason": why]) }
        let targets = words.list(invalid.map { names.target($0.antigen) })
        return words(.dosesInvalidFor, ["targets": targets, "reason": why])
    }

    /// The same under one disease.
    func warning(_ id: VaccinationID, against antigen: String) -> String? {
        if let issue = advice.issues(of: id).first(where: \.isDisqualifying) { return words.issue(issue) }
        return advice.verdicts(of: id).first { $0.antigen == antigen && $0.isInvalid }.map {
            words(.dosesInvalid, ["reason": reason($0)])
        }
    }

    /// All there is to say of a vaccination, a line for each thing to look at and each antigen.
    func lines(_ vaccination: VaccinationRecord) -> [DoseLine] {
        let issues = advice.issues(of: vaccination.id).map {
            DoseLine(
                target: names.heading(vaccination.content), text: words.issue($0), isWrong: $0.isDisqualifying)
        }
        let verdicts = advice.verdicts(of: vaccination.id).map {
            dayLine($0) ?? DoseLine(target: names.target($0.antigen), text: sentence($0), isWrong: $0.isInvalid)
        }
        let validity = validity(vaccination.id).map {
            DoseLine(target: names.heading(vaccination.content), text: $0, isWrong: false)
        }
        return issues + verdicts + [validity].compactMap(\.self)
    }

    /// Until when an animal's last dose is valid, where the course of its product says so: 'valid until 3 April 2028',
    /// 'ran out on 3 April 2026'.
    func validity(_ id: VaccinationID) -> String? {
        guard advice.patient.species != Pass.person,
            let end = advice.verdicts(of: id).compactMap(advice.validityEnd).min()
        else { return nil }
        return words(end < advice.today ? .dosesRanOut : .dosesValidUntil, ["date": words.date(end.description)])
    }

    /// What is known where the day decides whether a dose counts of which only month or year is known.
    private func dayLine(_ last: DoseVerdict) -> DoseLine? {
        let verdicts = VaccinationID(last.evaluation.dose).flatMap { first?.verdicts(of: $0) } ?? []
        guard let early = verdicts.first(where: { $0.antigen == last.antigen }) else { return nil }
        let text: String
        switch (early.isInvalid, last.isInvalid) {
        case (false, false), (true, true): return nil
        case (false, true): text = words(.dosesCountsIfDay, ["counts": counts(early)])
        case (true, false):
            text =
                early.evaluation.reason?.countsFrom.map { from in
                    words(.dosesCountsIfFrom, ["counts": counts(last), "date": words.date(from.description)])
                } ?? words(.dosesCountsIfDay, ["counts": counts(last)])
        }
        return DoseLine(target: names.target(last.antigen), text: text, isWrong: false)
    }

    private func counts(_ verdict: DoseVerdict) -> String {
        verdict.number.map { words(.dosesCountsAs, ["dose": String($0)]) } ?? words[.dosesCounts]
    }

    private func sentence(_ verdict: DoseVerdict) -> String {
        let evaluation = verdict.evaluation
        switch evaluation.status {
        case .valid:
            guard let reason = verdict.reason else { return counts(verdict) }
            return "\(counts(verdict)) (\(words.reason(reason)))"
        case .notValid where !verdict.isInvalid, .extraneous where !verdict.isInvalid: return reason(verdict)
        case .notValid, .extraneous, .substandard:
            let invalid = words(.dosesInvalid, ["reason": reason(verdict)])
            guard let from = evaluation.reason?.countsFrom else { return invalid }
            return words(missed(verdict.antigen), ["invalid": invalid, "date": words.date(from.description)])
        }
    }

    /// What is said of a dose that came too early: to ask for another one only where one can still be given and is wanted.
    private func missed(_ antigen: String) -> Message {
        switch advice.standing(antigen)?.recommendation.state {
        case .overdue, .due, .dueSoon, .planned, .askDoctor: .dosesCountsFrom
        case .agedOut: .dosesCountsFromTooLate
        default: .dosesCountsFromOnly
        }
    }

    private func reason(_ verdict: DoseVerdict) -> String {
        verdict.evaluation.reason.map(words.reason) ?? words[.dosesNotNeeded]
    }
}

extension Advice {
    /// The last day on which an animal's dose is valid against one antigen, where its course says so.
    func validityEnd(of id: VaccinationID, against antigen: String) -> CalendarDate? {
        guard patient.species != Pass.person else { return nil }
        return verdicts(of: id).first { $0.antigen == antigen }.flatMap(validityEnd)
    }

    /// The last day on which a dose is valid, where it is its course's last so far: by the longest gap to the next, where no
    /// doctor has to know it, and by what is said of the dose.
    fileprivate func validityEnd(_ verdict: DoseVerdict) -> CalendarDate? {
        guard verdict.evaluation.status == .valid, let number = verdict.number ?? verdict.evaluation.seriesDose,
            let standing = standing(verdict.antigen),
            !standing.recommendation.doses.contains(where: { $0.date > verdict.evaluation.date }),
            let row = recommender.engine.schedules.lazy.flatMap(\.series).first(where: {
                $0.id == standing.progress.key.series
            }),
            let next = row.doses.count > number ? row.doses[number] : row.doses.last
        else { return nil }
        let isSaid = next.intervals.contains { $0.afterValidUntilCountsAs != nil }
        let said = isSaid ? patient.doses.first { $0.id == verdict.evaluation.dose }?.validUntil : nil
        guard next.ask.isEmpty || said != nil else { return nil }
        let ends = next.intervals.compactMap(\.longest).map { verdict.evaluation.date.adding($0.maximum) }
        return (ends + [said].compactMap(\.self)).min()
    }
}

/// One thing that is said of how a vaccination counts.
struct DoseLine: TemplateModel {
    /// The disease that it is about; what is said of all of the vaccination stands under the one it was entered for.
    let target: String
    let text: String
    let isWrong: Bool

    static let fields: [TemplateField<Self>] = [
        .text("target") { $0.target }, .text("text") { $0.text }, .flag("isWrong") { $0.isWrong },
    ]
}
