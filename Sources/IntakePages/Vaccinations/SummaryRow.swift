import Web

/// A row of a summary list: what is known, and the way to the field that changes it.
///
/// <https://design-system.service.gov.uk/components/summary-list/>
struct SummaryRow: TemplateModel {
    let label: String
    /// Nil where it isn't given.
    var value: String?
    /// What is shown below the value, smaller.
    var more: String?
    var hasLines = false
    /// Nil for what can't be changed.
    var change: String?

    static let fields: [TemplateField<Self>] = [
        .text("label") { $0.label }, .text("value") { $0.value }, .text("more") { $0.more },
        .flag("hasLines") { $0.hasLines }, .text("change") { $0.change },
    ]
}
