/// Asks before anything is deleted, and says what alsoDeleted with it.
package struct DeletePage: Page {
    package let heading: String
    package let what: String?
    /// What is deleted along with it, in words.
    package let alsoDeleted: [String]
    package let submit: String
    package let action: String
    package let cancel: String
    package var section: Section
    /// Whether it can be brought back from the bin.
    package var isKept: Bool

    package init(
        heading: String, what: String?, alsoDeleted: [String], submit: String, action: String, cancel: String,
        section: Section = Section.vaccinations, isKept: Bool = false
    ) {
        self.heading = heading
        self.what = what
        self.alsoDeleted = alsoDeleted
        self.submit = submit
        self.action = action
        self.cancel = cancel
        self.section = section
        self.isKept = isKept
    }

    package static let template = "Shared/delete"

    package func title(_ words: Localizer) -> String { heading }

    package static let fields: [TemplateField<Self>] = [
        .text("what") { $0.what }, .flag("isKept") { $0.isKept },
        .one("alsoDeleted") { $0.alsoDeleted.isEmpty ? nil : DeletionSummary(texts: $0.alsoDeleted) },
        .text("submit") { $0.submit }, .text("action") { $0.action }, .text("cancel") { $0.cancel },
    ]
}

/// What is deleted along with something.
struct DeletionSummary: TemplateModel {
    let texts: [String]

    static let fields: [TemplateField<Self>] = [.lines("items") { list, _ in list.texts }]
}
