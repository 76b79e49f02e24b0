/// A row of a summary list: what is known, and the way to the field that changes it.
///
/// <https://design-system.service.gov.uk/components/summary-list/>
package struct SummaryRow: TemplateModel {
    package let label: String
    /// Nil where it isn't given.
    package var value: String?
    /// What is shown below the value, smaller.
    package var more: String?
    package var hasLines: Bool
    /// Nil for what can't be changed.
    package var change: String?

    package init(
        label: String, value: String? = nil, more: String? = nil, hasLines: Bool = false, change: String? = nil
    ) {
        self.label = label
        self.value = value
        self.more = more
        self.hasLines = hasLines
        self.change = change
    }

    package static let fields: [TemplateField<Self>] = [
        .text("label") { $0.label }, .text("value") { $0.value }, .text("more") { $0.more },
        .flag("hasLines") { $0.hasLines }, .text("change") { $0.change },
    ]
}
