package import CivilDates
import Foundation
import Immunization
import Web

/// What a publication's tables say of a disease, and our rows for it.
struct ComparedDisease: TemplateModel {
    let comparison: TableComparison

    static let fields: [TemplateField<Self>] = [
        .text("name") { disease, words in disease.comparison.target.names[words.code] },
        .lines("theirs") { disease, _ in disease.comparison.lines },
        .one("ours") { disease in RowGroup(disease.comparison.rows.map { ComparedSeries(row: $0) }) },
    ]
}

/// One of our series.
struct ComparedSeries: TemplateModel {
    let row: TableComparison.Row

    static let fields: [TemplateField<Self>] = [
        .text("name") { compared, words in
            let series = compared.row.series
            return series.name[words.code] ?? series.name["en"] ?? series.id
        },
        .text("id") { "\($0.row.schedule): \($0.row.series.id)" },
        .flag("draft") { $0.row.review == .draft },
        .rows("doses") { compared in
            compared.row.series.doses.enumerated().map { ComparedDose(number: $0 + 1, dose: $1) }
        },
    ]
}

/// When a dose of our series is due.
struct ComparedDose: TemplateModel {
    let number: Int
    let dose: SeriesDose

    static let fields: [TemplateField<Self>] = [
        .text("number") { String($0.number) }, .text("text") { dose, words in dose.text(words) },
    ]

    private func text(_ words: Localizer) -> String {
        let ages = dose.ages.first
        let parts = [
            (ages?.minimum).map { words(.`admin.stiko.minimum`, ["age": words.period($0)]) },
            (ages?.earliestRecommended).map { words(.`admin.stiko.recommended`, ["age": words.period($0)]) },
            (dose.intervals.first?.minimum).map { words(.`admin.stiko.interval`, ["time": words.period($0)]) },
        ].compactMap(\.self)
        return parts.isEmpty ? "–" : parts.formatted(.list(type: .and, width: .narrow).locale(words.locale))
    }
}

extension Localizer {
    /// A schedule's period: '2 months', '4 years − 4 days'.
    package func period(_ period: CalendarPeriod) -> String {
        let parts: [(Message, Int)] = [
            (.`admin.period.years`, period.years), (.`admin.period.months`, period.months),
            (.`admin.period.weeks`, period.weeks), (.`admin.period.days`, period.days),
        ].filter { $0.1 != 0 }
        guard !parts.isEmpty else { return self(.`admin.period.days`, count: 0) }
        return parts.enumerated().map { index, part in
            let sign = part.1 < 0 ? " − " : " + "
            return (index == 0 ? "" : sign) + self(part.0, count: abs(part.1))
        }.joined()
    }
}
