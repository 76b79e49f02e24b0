package import CivilDates
package import HealthCertificate
package import Immunization
package import Model
package import Web

/// From when a dose against yellow fever counts at borders (International Health Regulations, annexes 6 and 7).
package struct BorderLine: Sendable {
    /// The day of the dose: several days, where only its month or year is known.
    package let date: PartialDate

    /// The line of the first of these doses that is against yellow fever: it counts for life.
    package init?(_ vaccinations: [Vaccination], catalogue: Catalogue) {
        guard let first = Self.first(of: vaccinations, catalogue) else { return nil }
        date = first.date
    }

    /// The first of these doses that is against yellow fever.
    package static func first(of vaccinations: [Vaccination], _ catalogue: Catalogue) -> Vaccination? {
        vaccinations.filter { concerns(catalogue.targets(of: $0), catalogue) }.min { $0.date < $1.date }
    }

    /// The line of the first dose of a certificate that is against yellow fever.
    package init?(_ content: SignedCertificate, catalogue: Catalogue) {
        self.init(VaccinationDraft.all(content, catalogue: catalogue).map(\.vaccination), catalogue: catalogue)
    }

    private static func concerns(_ targets: [String], _ catalogue: Catalogue) -> Bool {
        CertificateCodes.target(SignedCertificate.yellowFever, in: catalogue).map { targets.contains($0.id) } ?? false
    }

    /// The first day on which it counts; nil where the day of the dose isn't known.
    private var start: CalendarDate? { date.exact?.adding(days: SignedCertificate.yellowFeverDays) }

    /// In the page's language.
    package func text(_ words: Localizer) -> String {
        guard let start else { return words[.`border.line.undated`] }
        return words(.`border.line`, ["date": words.date(start.description)])
    }

    /// In English and French for a border, whatever the page's language is.
    package func printed(_ words: Localizer) -> PrintedBorderLine {
        guard let start else {
            return PrintedBorderLine(
                english: words[.`archive.print.border.english.undated`],
                french: words[.`archive.print.border.french.undated`])
        }
        let (year, month, day) = start.components
        let english = "\(day) \(Self.month(month, words[.`archive.print.border.english.months`])) \(year)"
        let first = day == 1 ? "1er" : "\(day)"
        let french = "\(first) \(Self.month(month, words[.`archive.print.border.french.months`])) \(year)"
        return PrintedBorderLine(
            english: words(.`archive.print.border.english`, ["date": english]),
            french: words(.`archive.print.border.french`, ["date": french]))
    }

    /// - Parameter names: Of the twelve months, with a blank between each two.
    private static func month(_ number: Int, _ names: String) -> String {
        names.split(separator: " ").dropFirst(number - 1).first.map(String.init) ?? String(number)
    }
}

/// The line for the border on paper.
package struct PrintedBorderLine: TemplateModel {
    let english: String
    let french: String

    package static let fields: [TemplateField<Self>] = [.text("english") { $0.english }, .text("french") { $0.french }]
}
