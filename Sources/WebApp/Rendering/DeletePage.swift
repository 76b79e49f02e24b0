/// Asks before anything is deleted, and says what alsoDeleted with it.
struct DeletePage: Page {
    let heading: String
    let what: String?
    /// What is deleted along with it, in words.
    let alsoDeleted: [String]
    let submit: String
    let action: String
    let cancel: String
    var section = Section.vaccinations
    /// Whether it can be brought back from the bin.
    var isKept = false
    static let template = "Shared/delete"

    func title(_ words: Localizer) -> String { heading }

    static let fields: [TemplateField<Self>] = [
        .text("what") { $0.what }, .flag("isKept") { $0.isKept },
        .one("alsoDeleted") { $0.alsoDeleted.isEmpty ? nil : DeletedList(texts: $0.alsoDeleted) },
        .text("submit") { $0.submit }, .text("action") { $0.action }, .text("cancel") { $0.cancel },
    ]
}

/// What is deleted along with something.
struct DeletedList: TemplateModel {
    let texts: [String]

    static let fields: [TemplateField<Self>] = [.lines("items") { list, _ in list.texts }]
}
