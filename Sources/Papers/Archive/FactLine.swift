import Model
import Web

/// A field of a record with its value, as the printed pass shows it.
struct FactLine: TemplateModel {
    let label: String
    let value: String
    /// Whether a person typed it, in whatever direction it is written.
    var isTyped = false
    var hasLines = false

    static let fields: [TemplateField<Self>] = [
        .text("label") { $0.label }, .text("value") { $0.value }, .flag("isTyped") { $0.isTyped },
        .flag("hasLines") { $0.hasLines },
    ]
}

extension Localizer {
    /// A field and its value; nil where there is no value.
    func factLine<Record: LabelledRecord>(_ field: Field<Record>, of record: Record) -> FactLine? {
        guard let value = value(field, of: record) else { return nil }
        let isTyped = if case .text = field.kind { true } else { false }
        return FactLine(label: label(field), value: value, isTyped: isTyped, hasLines: field.hasLines)
    }
}
