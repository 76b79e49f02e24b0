package import Answers
import CivilDates
import Immunization
import Model
package import Vault

/// What pages say of how a vaccination counts.
package struct DoseWords {
    package let answer: Answer
    package let names: VaccinationNames
    /// What would be answered had the dose been given on the first day that it can have been; nil where its day is known.
    private let first: Answer?
    private let verdicts: [String: [JudgedDose]]
    /// By antigen the day of the last dose that counts.
    private let lastCounting: [String: CalendarDate]
    private let issues: [String: [HistoryIssue.Kind]]

    package init(answer: Answer, names: VaccinationNames, first: Answer? = nil) {
        (self.answer, self.names, self.first) = (answer, names, first)
        verdicts = Dictionary(grouping: answer.doses, by: \.dose)
        lastCounting = Dictionary(answer.doses.filter(\.counts).map { ($0.antigen, $0.date) }, uniquingKeysWith: max)
        issues = Dictionary(grouping: answer.issues, by: \.dose).mapValues { $0.map(\.kind) }
    }

    private var words: Localizer { names.words }

    /// The short word in a list: nothing where all is well.
    ///
    /// 'doesn't count: 3 weeks too early', 'doesn't count for hepatitis B: 3 weeks too early'.
    package func warning(_ id: VaccinationID) -> String? {
        let issues = issues(of: id)
        if let issue = issues.first(where: \.isDisqualifying) { return words(issue) }
        let verdicts = verdicts(of: id)
        let invalid = verdicts.filter { $0.verdict.fault != nil }
        guard let first = invalid.first?.verdict else {
            return verdicts.first(where: isOpen).map { sentence($0.verdict) }
                ?? issues.first { $0 != .uncertainDate }.map { words($0) }
        }
        let why = sentence(first)
        if invalid.count == verdicts.count { return words(.`doses.invalid`, ["reason": why]) }
        let targets = words.list(invalid.map { names.target($0.antigen) })
        return words(.`doses.invalid-for`, ["targets": targets, "reason": why])
    }

    /// The same under one disease.
    package func warning(_ id: VaccinationID, against antigen: String) -> String? {
        if let issue = issues(of: id).first(where: \.isDisqualifying) { return words(issue) }
        return verdicts(of: id).first { $0.antigen == antigen && ($0.verdict.fault != nil || isOpen($0)) }
            .map { line($0).text }
    }

    /// Those of a vaccination's diseases against which it doesn't count.
    package func invalid(_ id: VaccinationID, of targets: [String]) -> Set<String> {
        if issues(of: id).contains(where: \.isDisqualifying) { return Set(targets) }
        return Set(verdicts(of: id).filter { $0.verdict.fault != nil }.map(\.antigen))
    }

    /// All there is to say of a vaccination, a line for each thing to look at and each antigen.
    package func lines(_ vaccination: VaccinationRecord) -> [DoseLine] {
        let heading = names.heading(vaccination.content)
        let issues = issues(of: vaccination.id).map {
            DoseLine(target: heading, text: words($0), isWrong: $0.isDisqualifying)
        }
        let notes = [validity(vaccination.id), ending(vaccination.id).flatMap(words.validityNote)]
        let validity = notes.compactMap(\.self).map { DoseLine(target: heading, text: $0, isWrong: false) }
        // Without a day of birth it isn't the dose's own day on which it depends whether it counts.
        let verdicts = verdicts(of: vaccination.id).filter { answer.isBirthKnown || $0.verdict != .dependsOnDay }
        return issues + verdicts.map { dayLine($0) ?? line($0) } + validity
    }

    /// Until when an animal's last dose is valid: 'valid until 3 April 2028', 'ran out on 3 April 2026'.
    package func validity(_ id: VaccinationID) -> String? {
        guard let end = ending(id)?.validUntil else { return nil }
        return words(end < answer.day ? .`doses.ran-out` : .`doses.valid-until`, ["date": words.date(end.description)])
    }

    /// What is said of an animal's last dose that ends first.
    private func ending(_ id: VaccinationID) -> JudgedDose? {
        let verdicts = verdicts(of: id).filter { $0.date >= lastCounting[$0.antigen] ?? $0.date }
        let isAnimal = verdicts.contains { verdict in
            names.catalogue.target(verdict.antigen).map { $0.species != Pass.person } ?? false
        }
        guard isAnimal else { return nil }
        return verdicts.filter { $0.validUntil != nil }.min { $0.validUntil ?? .last < $1.validUntil ?? .last }
    }

    /// Whether a doctor has to say, or its day; without a day of birth it isn't its own day that decides.
    private func isOpen(_ verdict: JudgedDose) -> Bool {
        verdict.verdict.isDoubted || verdict.verdict == .dependsOnDay && answer.isBirthKnown
    }

    private func issues(of id: VaccinationID) -> [HistoryIssue.Kind] { issues[id.description] ?? [] }
    private func verdicts(of id: VaccinationID) -> [JudgedDose] { verdicts[id.description] ?? [] }

    // MARK: One verdict

    private func line(_ verdict: JudgedDose) -> DoseLine {
        DoseLine(
            target: names.target(verdict.antigen), text: text(verdict), isWrong: verdict.verdict.fault != nil)
    }

    private func text(_ verdict: JudgedDose) -> String {
        guard case .doesNotCount(_, let since) = verdict.verdict else { return sentence(verdict.verdict) }
        let invalid = words(.`doses.invalid`, ["reason": sentence(verdict.verdict)])
        guard let since else { return invalid }
        return words(
            missed(verdict.antigen), ["invalid": invalid, "date": words.date(since.description)])
    }

    private func sentence(_ verdict: JudgedDose.Verdict) -> String {
        switch verdict {
        case .counts(let number): return words(.`doses.counts-as`, ["dose": String(number)])
        case .countsNext(let kind, let day):
            let vaccine = names.catalogue.vaccine(kind)?.name[words.code] ?? kind
            guard let day, day > answer.day else { return words(.`doses.counts-next`, ["vaccine": vaccine]) }
            return words(.`doses.counts-next.from`, ["vaccine": vaccine, "date": words.date(day.description)])
        case .notNeeded: return words[.`doses.not-needed`]
        case .ask(let doubt): return words(doubt)
        case .doesNotCount(let fault, _): return words(fault)
        case .dependsOnDay: return words[.`doses.depends-on-day`]
        }
    }

    /// What is said of a dose that came too early: to ask for another one only where one is wanted.
    private func missed(_ antigen: String) -> Message {
        guard let state = answer.line(of: antigen)?.state else { return .`doses.counts-from.only` }
        return state.isOpen || state == .ask ? .`doses.counts-from` : .`doses.counts-from.only`
    }

    /// What is known where the day decides whether a dose counts of which only month or year is known.
    private func dayLine(_ last: JudgedDose) -> DoseLine? {
        guard let early = first?.verdicts(of: last.dose).first(where: { $0.antigen == last.antigen }) else {
            return nil
        }
        let text: String
        switch (early.counts, last.counts) {
        case (true, true), (false, false): return nil
        case (true, false): text = words(.`doses.counts-if-day`, ["counts": sentence(early.verdict)])
        case (false, true):
            text =
                early.verdict.since.map { from in
                    words(
                        .`doses.counts-if-from`,
                        ["counts": sentence(last.verdict), "date": words.date(from.description)])
                } ?? words(.`doses.counts-if-day`, ["counts": sentence(last.verdict)])
        }
        return DoseLine(target: names.target(last.antigen), text: text, isWrong: false)
    }
}

extension JudgedDose.Verdict {
    /// Why it doesn't count; nil where it may.
    package var fault: JudgedDose.Shortcoming? { if case .doesNotCount(let fault, _) = self { fault } else { nil } }

    /// Whether a doctor has to say.
    fileprivate var isDoubted: Bool { if case .ask = self { true } else { false } }

    /// The day since which it would have counted.
    fileprivate var since: CalendarDate? { if case .doesNotCount(_, let since) = self { since } else { nil } }
}

/// One thing that is said of how a vaccination counts.
package struct DoseLine: TemplateModel {
    /// The disease that it is about; what concerns all of the vaccination is under the one it was entered for.
    package let target: String
    package let text: String
    package let isWrong: Bool

    package static let fields: [TemplateField<Self>] = [
        .text("target") { $0.target }, .text("text") { $0.text }, .flag("isWrong") { $0.isWrong },
    ]
}

extension Localizer {
    /// That nobody entered until when an animal's dose is valid, or that what was entered is later than the product is
    /// authorised for; nil where the day is the entered one.
    package func validityNote(_ verdict: JudgedDose) -> String? {
        guard let end = verdict.validUntil, !verdict.isValidityStated else { return nil }
        guard let stated = verdict.statedUntil else { return self[.`doses.validity.reckoned`] }
        return self(
            .`doses.validity.shortened`,
            ["stated": date(stated.description), "date": date(end.description)])
    }
}
