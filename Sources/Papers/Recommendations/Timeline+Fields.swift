import CivilDates
import Foundation
import Web

extension Timeline: TemplateModel {
    private var bottom: Int { Self.top + rows.count * Self.rowHeight }

    static let fields: [TemplateField<Self>] = [
        .text("height") { String($0.bottom + 8) }, .text("bottom") { String($0.bottom) },
        .text("today") { $0.percent($0.today) }, .text("summary") { $0.summary },
        .rows("ticks") { line in
            line.ticks.map { Tick(x: line.percent($0.date), label: $0.label, anchor: line.anchor($0.date)) }
        },
        .rows("rows") { line in line.rows.enumerated().map { line.drawn($0, $1) } },
    ]

    private func drawn(_ index: Int, _ row: Row) -> DrawnRow {
        var seen: Set<String> = []
        let marks = row.marks.compactMap { mark -> DrawnMark? in
            let x = percent(mark.date)
            // Marks on the same spot are drawn once, however many there are.
            return seen.insert("\(x) \(mark.kind)").inserted ? DrawnMark(x: x, kind: mark.kind) : nil
        }
        return DrawnRow(row: row, top: Self.top + index * Self.rowHeight, marks: marks)
    }

    /// A line across the axis of time.
    struct Tick: TemplateModel {
        let x: String
        let label: String
        /// Where the label is at the line, as SVG says it.
        let anchor: String

        static let fields: [TemplateField<Self>] = [
            .text("x") { $0.x }, .text("label") { $0.label }, .text("anchor") { $0.anchor },
        ]
    }

    /// A disease with its doses, in its place.
    struct DrawnRow: TemplateModel {
        let row: Row
        let top: Int
        let marks: [DrawnMark]

        private func texts(_ kind: Kind, _ words: Localizer) -> String? {
            let texts = row.marks.filter { $0.kind == kind }.map(\.text)
            return texts.isEmpty ? nil : words.list(texts)
        }

        static let fields: [TemplateField<Self>] = [
            .text("name") { $0.row.name }, .text("nameY") { String($0.top + 15) },
            .text("lineY") { String($0.top + 30) }, .rows("marks") { $0.marks },
            .text("given") { $0.texts(.given, $1) }, .text("invalid") { $0.texts(.invalid, $1) },
            .text("toCome") { $0.texts(.toCome, $1) },
            .text("more") { row, words in
                row.row.older == 0 ? nil : words(.`vaccinations.earlier`, count: row.row.older)
            },
        ]
    }

    /// A dose in its place.
    struct DrawnMark: TemplateModel {
        let x: String
        let kind: Kind

        static let fields: [TemplateField<Self>] = [
            .text("x") { $0.x }, .flag("isGiven") { $0.kind == .given }, .flag("isInvalid") { $0.kind == .invalid },
            .flag("isToCome") { $0.kind == .toCome },
        ]
    }
}
