import HTTPTypes

/// What is wrong with a form, field by field, in the user's words: the summary on top and the texts at the fields.
struct FormErrors: Sendable {
    struct Item: Sendable {
        let field: String
        /// The id of the element that the summary links to.
        let anchor: String
        let text: String
        /// Of a date, the parts that are wrong; none where it is all of it.
        var parts: [DateInput.Part] = []
    }

    private(set) var items: [Item] = []
    /// Whether the form is only shown again, in another language: then nothing is kept, and nothing said to be wrong.
    var isShownAgain: Bool

    init(isShownAgain: Bool = false) { self.isShownAgain = isShownAgain }

    init(_ field: String, _ text: String) {
        self.init()
        add(field, text)
    }

    var isEmpty: Bool { items.isEmpty && !isShownAgain }

    /// The status of a page with any.
    var answer = HTTPResponse.Status.unprocessableContent
    /// The status of a page with them, or with none.
    var status: HTTPResponse.Status { isEmpty ? .ok : answer }

    /// Notes a fault.
    ///
    /// A field's first one counts.
    mutating func add(_ field: String, _ text: String, anchor: String? = nil, parts: [DateInput.Part] = []) {
        guard self[field] == nil, !isShownAgain else { return }
        items.append(Item(field: field, anchor: anchor ?? field, text: text, parts: parts))
    }

    subscript(_ field: String) -> String? {
        items.first { $0.field == field }?.text
    }

    /// Which parts of a date are wrong.
    func parts(_ field: String) -> [DateInput.Part] {
        guard let item = items.first(where: { $0.field == field }) else { return [] }
        return item.parts.isEmpty ? DateInput.Part.allCases : item.parts
    }

    /// All faults whose summary leads to one element.
    func texts(under anchor: String) -> [String] { items.filter { $0.anchor == anchor }.map(\.text) }
}

extension FormErrors: TemplateModel {
    /// The errors, where there are any.
    var summary: FormErrors? { items.isEmpty ? nil : self }

    static let fields: [TemplateField<Self>] = [.rows("items") { $0.items }]
}

extension FormErrors.Item: TemplateModel {
    static let fields: [TemplateField<Self>] = [.text("field") { $0.anchor }, .text("text") { $0.text }]
}
