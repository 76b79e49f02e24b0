import Answers
import CivilDates
import Foundation
import Immunization
import Model
import Vault
import Web

/// A pass's vaccinations as the international booklet has them: a row for each visit, a column for each disease.
struct BookletMatrix {
    /// As many columns as a sheet of A4 has room for; more diseases take a second table.
    private static let mostColumns = 24

    let tables: [BookletTable]

    init(_ vaccinations: [VaccinationRecord], answer: Answer, names: VaccinationNames) {
        let words = DoseWords(answer: answer, names: names)
        let doses = vaccinations.map { BookletDose(vaccination: $0, words: words) }
        let locale = names.words.locale
        let targets = Set(doses.flatMap(\.targets)).map { (id: $0, name: names.target($0)) }
            .sorted { left, right in
                let order = left.name.compare(right.name, locale: locale)
                return order == .orderedSame ? left.id < right.id : order == .orderedAscending
            }
            .map { BookletColumn(target: $0.id, names: names) }
        let visits = Dictionary(grouping: doses) { Visit(date: $0.vaccination.date, giver: $0.giver) }
            .sorted { ($0.key.date, $0.key.giver) < ($1.key.date, $1.key.giver) }
        tables = stride(from: 0, to: targets.count, by: Self.mostColumns).map { start in
            let columns = Array(targets[start..<min(start + Self.mostColumns, targets.count)])
            let shown = Set(columns.map(\.target))
            let rows = visits.compactMap { visit, doses -> BookletVisit? in
                let doses = doses.filter { !shown.isDisjoint(with: $0.targets) }
                return doses.isEmpty
                    ? nil : BookletVisit(date: visit.date, giver: visit.giver, doses: doses, columns: columns)
            }
            return BookletTable(columns: columns, visits: rows)
        }
    }

    /// A day and who gave the doses on it: nobody stands for a dose that somebody else gave.
    private struct Visit: Hashable {
        let date: PartialDate
        let giver: String
    }
}

/// A table of a printed pass.
struct BookletTable: TemplateModel {
    let columns: [BookletColumn]
    let visits: [BookletVisit]

    /// As many lines as leave room to write in by hand.
    private static let roomy = 12
    /// More columns than this are set smaller.
    private static let wide = 16

    static let fields: [TemplateField<Self>] = [
        .flag("isRoomy") { table in table.visits.reduce(0) { $0 + $1.doses.count } <= roomy },
        .flag("isWide") { $0.columns.count > wide },
        .rows("columns") { $0.columns }, .rows("visits") { $0.visits },
    ]
}

/// A disease: the head of a column, in the languages of the international booklet.
struct BookletColumn: TemplateModel {
    let target: String
    let names: VaccinationNames

    private static let languages = ["de", "en", "fr"]

    /// Each name once, with the first language that has it.
    private var headings: [BookletHeading] {
        guard let record = names.catalogue.target(target) else {
            return [BookletHeading(language: names.words.code, text: target)]
        }
        return Self.languages.reduce(into: []) { headings, language in
            let text = record.headings[language]
            if !headings.contains(where: { $0.text == text }) {
                headings.append(BookletHeading(language: language, text: text))
            }
        }
    }

    static let fields: [TemplateField<Self>] = [.rows("headings") { $0.headings }]
}

/// A disease's name in one language.
struct BookletHeading: TemplateModel {
    let language: String
    let text: String

    static let fields: [TemplateField<Self>] = [.text("language") { $0.language }, .text("text") { $0.text }]
}

/// All that somebody gave on a day.
struct BookletVisit: TemplateModel {
    let date: PartialDate
    /// Who it was; empty where nobody is known.
    let giver: String
    let doses: [BookletDose]
    let columns: [BookletColumn]

    static let fields: [TemplateField<Self>] = [
        .text("date") { visit, words in words.date(visit.date) }, .rows("doses") { $0.doses },
        .rows("cells") { visit in visit.columns.map { BookletCell(column: $0, doses: visit.doses) } },
        .text("giver") { $0.giver.isEmpty ? nil : $0.giver },
    ]
}

/// A dose: a line in its visit's row.
struct BookletDose: TemplateModel {
    let vaccination: VaccinationRecord
    let targets: [String]
    /// Those of the targets against which it doesn't count.
    let invalid: Set<String>
    /// Until when it is valid, as the entry or an animal's product says.
    let validity: String?
    let names: VaccinationNames

    init(vaccination: VaccinationRecord, words: DoseWords) {
        (self.vaccination, names) = (vaccination, words.names)
        targets = names.targets(vaccination)
        invalid = words.invalid(vaccination.id, of: targets)
        let own = words.names.words
        let stated = vaccination.validUntil.map { own(.`doses.valid-until`, ["date": own.date($0)]) }
        validity = words.validity(vaccination.id) ?? stated
    }

    /// Who gave it and where, as far as it is known.
    var giver: String {
        [Vaccination.administeredBy, Vaccination.country]
            .compactMap { names.words.value($0, of: vaccination.content) }.joined(separator: ", ")
    }

    static let fields: [TemplateField<Self>] = [
        .text("vaccine") { $0.names.vaccine($0.vaccination) }, .text("batch") { $0.vaccination.batch },
        .text("validity") { $0.validity },
    ]
}

/// Whether a visit's doses count against a disease.
struct BookletCell: TemplateModel {
    let column: BookletColumn
    let doses: [BookletDose]

    /// A cross where one counts, in brackets where none does.
    private var mark: String? {
        let against = doses.filter { $0.targets.contains(column.target) }
        guard !against.isEmpty else { return nil }
        return against.allSatisfy { $0.invalid.contains(column.target) } ? "(×)" : "×"
    }

    static let fields: [TemplateField<Self>] = [
        .text("disease") { $0.column.names.target($0.column.target) }, .text("mark") { $0.mark },
    ]
}
