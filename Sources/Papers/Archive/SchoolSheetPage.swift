import Answers
package import CivilDates
import Foundation
package import Immunization
import Model
import Vault
import Web

/// A sheet for a school or a nursery: whether somebody's record meets what a law asks for, for a doctor to confirm.
struct SchoolSheetPage: Page {
    let record: HealthRecord
    let requirement: LegalRequirement
    let catalogue: Catalogue
    let answer: Answer
    let today: CalendarDate
    static let template = "Archive/school-sheet"

    func title(_ words: Localizer) -> String {
        words(.`school-sheet.title`, ["disease": disease(words), "name": record.pass.name])
    }

    private func disease(_ words: Localizer) -> String {
        catalogue.target(requirement.target)?.headings[words.code] ?? requirement.target
    }
}

extension SchoolSheetPage {
    static let fields: [TemplateField<Self>] = [
        .text("back") { Links.pass($0.record.pass.id) }, .text("edit") { Links.editPass($0.record.pass.id) },
        .text("name") { $0.record.pass.name },
        .text("born") { page, words in page.record.pass.birthDate.map(words.date) },
        .text("disease") { $0.disease($1) }, .text("law") { $0.requirement.names[$1.code] },
        .rows("doses") { $0.doses($1) },
        .text("standing") { page, words in
            page.standing(words).map { words.sentence($0, of: page.requirement, usual: page.usual) }
        },
        .text("uncertain") { $0.standing($1)?.isUncertain == true ? $1[.`school-sheet.uncertain`] : nil },
        .text("early") { page, words in
            page.hasEarlyDose(words)
                ? page.requirement.usual.map { words(.`school-sheet.early`, ["age": words.length($0)]) } : nil
        },
        .text("next") { page, words in
            page.standing(words)?.next.map { words(.`school-sheet.next`, ["date": words.date($0.description)]) }
        },
        .text("otherLanguage") { $0.otherLanguage($1) },
        .text("printed") { page, words in words.date(page.today.description) },
    ]

    /// The language in which a school needs it, unless it is the reader's.
    private func otherLanguage(_ words: Localizer) -> String? {
        guard requirement.language != words.code else { return nil }
        return words.locale.localizedString(forLanguageCode: requirement.language)
    }

    /// The doses against the disease, oldest first; antibodies aren't among them.
    private var vaccinations: [VaccinationRecord] {
        record.vaccinations.reversed().filter { vaccination in
            let vaccine = vaccination.vaccine.flatMap { catalogue.vaccine($0) }
            return vaccine?.isPassive != true
                && (vaccine?.targets ?? [vaccination.target]).contains(requirement.target)
        }
    }

    private func verdicts(_ words: Localizer) -> DoseWords { DoseWords(answer: answer, names: catalogue.names(words)) }

    /// Those of the doses that aren't known not to count.
    private func judged(_ words: Localizer) -> [VaccinationRecord] {
        let (verdicts, target) = (verdicts(words), requirement.target)
        return vaccinations.filter { !verdicts.invalid($0.id, of: [target]).contains(target) }
    }

    /// Nil where the date of birth isn't known.
    private func standing(_ words: Localizer) -> RequirementStatus? {
        guard let birth = record.pass.birthDate else { return nil }
        let line = answer.line(of: requirement.target)
        return requirement.standing(
            born: birth, doses: judged(words).map(\.date), isImmune: line?.immune.contains(requirement.target) ?? false,
            isContraindicated: line?.state == .contraindicated, on: today)
    }

    /// The day from which the first dose is recommended.
    private var usual: CalendarDate? {
        requirement.usual.flatMap { age in record.pass.birthDate.map { $0.latest.adding(age) } }
    }

    /// Whether a dose counts that can have been given before it is recommended: the law says how many doses, the STIKO from
    /// which age one counts.
    private func hasEarlyDose(_ words: Localizer) -> Bool {
        guard let usual, let standing = standing(words) else { return false }
        let judged = judged(words)
        return standing.counted.contains { judged[$0].date.earliest < usual }
    }

    private func doses(_ words: Localizer) -> [SchoolSheetDose] {
        let (verdicts, judged) = (verdicts(words), judged(words))
        let counted = Set((standing(words)?.counted ?? Array(judged.indices)).map { judged[$0].id })
        return vaccinations.map { vaccination in
            let doubt =
                verdicts.warning(vaccination.id, against: requirement.target) ?? words[.`school-sheet.not-counted`]
            return SchoolSheetDose(
                vaccination: vaccination, names: verdicts.names, doubt: counted.contains(vaccination.id) ? nil : doubt)
        }
    }
}

/// A dose on the sheet.
struct SchoolSheetDose: TemplateModel {
    let vaccination: VaccinationRecord
    let names: VaccinationNames
    /// Why it doesn't count; nil where it does.
    let doubt: String?

    static let fields: [TemplateField<Self>] = [
        .text("date") { $1.about($0.vaccination.date) }, .text("vaccine") { $0.names.vaccine($0.vaccination) },
        .text("batch") { $0.vaccination.batch }, .text("doubt") { $0.doubt },
    ]
}

extension Localizer {
    /// What the record says, in a sentence.
    ///
    /// - Parameter usual: The day from which the first dose is recommended.
    package func sentence(
        _ standing: RequirementStatus, of requirement: LegalRequirement, usual: CalendarDate? = nil
    ) -> String {
        let (given, asked) = (String(standing.counted.count), String(standing.asked))
        return switch standing.state {
        case .notAsked:
            self(.`school-sheet.not-asked`, ["date": requirement.bornAfter.map { date($0.description) } ?? ""])
        case .notYet(let from):
            if !standing.counted.isEmpty {
                self(.`school-sheet.not-yet-given`, ["date": date(from.description)])
            } else if let usual, usual < from {
                self(.`school-sheet.not-yet-usual`, ["date": date(from.description), "from": date(usual.description)])
            } else {
                self(.`school-sheet.not-yet`, ["date": date(from.description)])
            }
        case .enough: self(.`school-sheet.enough`, ["given": given, "asked": asked])
        case .immune: self[.`school-sheet.immune`]
        case .contraindicated: self[.`school-sheet.contraindicated`]
        case .lacking(let count):
            self(.`school-sheet.lacking`, count: count, ["given": given, "asked": asked])
        }
    }
}
