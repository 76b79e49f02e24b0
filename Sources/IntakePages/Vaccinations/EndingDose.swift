package import Answers
package import CivilDates
package import Immunization
import Model
package import Vault
package import Web

/// That a vaccination has run out, or soon does, and that nothing given since holds longer.
package struct EndingDose: Sendable {
    package let vaccination: VaccinationRecord
    /// The diseases against which nothing else holds longer.
    package let targets: [String]
    /// The last day on which it is valid.
    package let end: CalendarDate
    package let isOver: Bool

    /// Days before the end from which on it is named.
    private static let (personsNotice, animalsNotice) = (28, 42)

    /// Those of a pass, what ended first first: by what is said of a dose, and of an animal's by the course of its product.
    package static func all(
        _ record: HealthRecord, _ answer: Answer, _ catalogue: Catalogue, on today: CalendarDate
    ) -> [EndingDose] {
        all(record, judged: answer.doses, catalogue, on: today)
    }

    package static func all(
        _ record: HealthRecord, judged verdicts: [JudgedDose], _ catalogue: Catalogue, on today: CalendarDate
    ) -> [EndingDose] {
        let last = today.adding(days: record.pass.isForPerson ? personsNotice : animalsNotice)
        let given = record.vaccinations.filter { $0.date.earliest <= today }
        let told = Dictionary(grouping: verdicts, by: \.dose)
        let doses = given.flatMap { ProtectingDose.all($0, told[$0.id.description] ?? [], catalogue) }
        guard doses.contains(where: { $0.end != nil }) else { return [] }
        let standing = Dictionary(grouping: doses, by: \.target).mapValues(ProtectingDose.longest)
        return given.flatMap { vaccination -> [EndingDose] in
            let ending = catalogue.targets(of: vaccination.content).compactMap { standing[$0] ?? nil }
                .filter { $0.vaccination.id == vaccination.id && $0.end.map { $0 <= last } ?? false }
            return Dictionary(grouping: ending) { $0.end ?? today }.map { end, doses in
                EndingDose(vaccination: vaccination, targets: doses.map(\.target), end: end, isOver: end < today)
            }
        }.sorted { ($0.end, $0.vaccination.id.description) < ($1.end, $1.vaccination.id.description) }
    }

    /// 'Rabies', or the combination whose every part ends.
    package func what(_ names: VaccinationNames) -> String {
        isWhole(names.catalogue) ? names.heading(vaccination.content) : names.diseases(targets)
    }

    /// 'ran out on 16 May 2026', 'runs out on 16 May 2027'.
    package func when(_ words: Localizer) -> String {
        words(isOver ? .`doses.ran-out` : .`doses.runs-out`, ["date": words.date(end.description)])
    }

    /// The same beside the dose's name, with the diseases where others of it go on.
    package func text(_ names: VaccinationNames) -> String {
        isWhole(names.catalogue) ? when(names.words) : "\(names.diseases(targets)): \(when(names.words))"
    }

    private func isWhole(_ catalogue: Catalogue) -> Bool {
        targets.count == catalogue.targets(of: vaccination.content).count
    }
}

/// A dose against one disease, and until when it is valid.
private struct ProtectingDose {
    let vaccination: VaccinationRecord
    let target: String
    /// Nil where nobody says.
    let end: CalendarDate?
    /// Whether it counts, as far as anybody knows.
    let counts: Bool

    static func all(
        _ vaccination: VaccinationRecord, _ verdicts: [JudgedDose], _ catalogue: Catalogue
    ) -> [ProtectingDose] {
        catalogue.targets(of: vaccination.content).map { target in
            let told = verdicts.first { $0.antigen == target }
            return ProtectingDose(
                vaccination: vaccination, target: target,
                end: told?.validUntil ?? vaccination.content.validUntil?.latest,
                counts: told.map { $0.counts || $0.verdict == .dependsOnDay } ?? true)
        }
    }

    /// Of all against one disease the one that holds longest, the newer of two that hold alike.
    ///
    /// Nil where none says until when, or a newer one that counts doesn't.
    static func longest(_ doses: [ProtectingDose]) -> ProtectingDose? {
        let longest = doses.max { left, right in
            (left.end ?? .first, left.vaccination.date) < (right.end ?? .first, right.vaccination.date)
        }
        guard let longest, longest.end != nil else { return nil }
        let isRenewed = doses.contains {
            $0.end == nil && $0.counts && $0.vaccination.date > longest.vaccination.date
        }
        return isRenewed ? nil : longest
    }
}

/// The vaccinations of a pass that have run out or soon do, as `Vaccinations/ending` names them.
package struct EndingDoses: TemplateModel {
    /// As many as are named; the pass's rows have all.
    private static let most = 2

    package let doses: [EndingDose]
    package let pass: PassRecord
    package let names: VaccinationNames
    /// Whether it says what to do.
    package let asks: Bool

    /// - Returns: Nil where there is none.
    package init?(_ doses: [EndingDose], of pass: PassRecord, names: VaccinationNames, asks: Bool = false) {
        guard !doses.isEmpty else { return nil }
        (self.doses, self.pass, self.names, self.asks) = (doses, pass, names, asks)
    }

    private var ask: Message { pass.isForPerson ? .`doses.ending.ask` : .`doses.ending.ask-animal` }

    package static let fields: [TemplateField<Self>] = [
        .rows("rows") { doses in
            doses.doses.prefix(most).map { EndingDoseRow(dose: $0, pass: doses.pass, names: doses.names) }
        },
        .text("more") { doses, words in
            doses.doses.count > most ? words(.`doses.ending.more`, count: doses.doses.count - most) : nil
        },
        .text("ask") { doses, words in doses.asks ? words[doses.ask] : nil },
    ]
}

/// One of them.
struct EndingDoseRow: TemplateModel {
    let dose: EndingDose
    let pass: PassRecord
    let names: VaccinationNames

    static let fields: [TemplateField<Self>] = [
        .text("link") { Links.vaccination($0.pass.id, $0.dose.vaccination.id) },
        .text("what") { $0.dose.what($0.names) }, .text("when") { row, words in row.dose.when(words) },
    ]
}
