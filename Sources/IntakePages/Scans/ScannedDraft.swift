import Foundation
package import Intake
import Model
package import Scanning
import Web

/// Pages that were read wait for their owner to check them: sealed in their vault, for 30 days from the last change.
///
/// Pictures are kept outside of the vault, each sealed by itself.
extension Draft {
    /// How many pages one has at most.
    package static let mostPages = 20
    /// How many are read at once; the others wait until somebody asks for them.
    package static let pagesAtOnce = 4

    /// The pages of all sheets in their order.
    package var pages: [(sheet: Int, page: Int)] {
        sheets.enumerated().flatMap { sheet in sheet.element.pages.indices.map { (sheet.offset, $0) } }
    }
}

extension ScannedSheet.Page {
    /// Its corners, in fractions of the picture; none where nobody knows them.
    var cornerPoints: [PicturePoint] {
        guard corners.count == 8, width > 0, height > 0 else { return [] }
        return (0..<4).map {
            PicturePoint(x: corners[2 * $0] / Double(width), y: corners[2 * $0 + 1] / Double(height))
        }
    }
}

extension ScannedSheet {
    /// The form that it is of.
    package var form: ScanTemplate? { template.flatMap { try? ScanTemplate(parsing: Data($0.utf8)) } }

    /// Every field by its key.
    var values: [FieldKey: ScanField] {
        var values: [FieldKey: ScanField] = [:]
        for (number, page) in pages.enumerated() {
            for (name, value) in page.fields { values[FieldKey(page: number, name: name)] = value.field }
            for row in page.rows {
                for (name, value) in row.fields {
                    values[FieldKey(page: number, row: row.number, name: name)] = value.field
                }
            }
        }
        return values
    }
}

extension Cell {
    package init(_ field: ScanField) {
        self.init(
            String(field.text.prefix(500)), value: field.value.map { String($0.prefix(500)) },
            sureness: field.confidence, others: field.candidates.prefix(8).map { String($0.prefix(500)) })
    }

    package var field: ScanField { ScanField(text: text, value: value, confidence: sureness, candidates: others) }
}

extension ScannedSheet.Link {
    init(_ verdict: JudgedLink) {
        self.init(
            kind: verdict.link.kind.rawValue, regions: verdict.link.regions,
            fields: verdict.fields.map { ScannedSheet.Key(page: $0.page, row: $0.row, name: $0.name) })
    }

    var verdict: JudgedLink? {
        ScanLink.Kind(rawValue: kind).map { kind in
            JudgedLink(
                ScanLink(kind, regions), fields.map { FieldKey(page: $0.page, row: $0.row, name: $0.name) },
                holds: false)
        }
    }
}
