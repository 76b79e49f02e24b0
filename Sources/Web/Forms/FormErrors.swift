package import HTTPTypes

/// What is wrong with a form, field by field, in the user's words: the summary on top and the texts at the fields.
///
/// The handler of a form throws it (``Route/post(_:form:_:)``).
package struct FormErrors: Error {
    package struct Item: Sendable {
        package let field: String
        /// The id of the element that the summary links to.
        package let anchor: String
        package let text: String
        /// Of a date, the parts that are wrong; none where it is all of it.
        package var parts: [DateInput.Part]

        package init(field: String, anchor: String, text: String, parts: [DateInput.Part] = []) {
            self.field = field
            self.anchor = anchor
            self.text = text
            self.parts = parts
        }
    }

    package private(set) var items: [Item] = []
    /// Whether the form is only shown again, in another language: then nothing is kept, and nothing said to be wrong.
    package var isShownAgain: Bool

    package init(isShownAgain: Bool = false) { self.isShownAgain = isShownAgain }

    package init(_ field: String, _ text: String) {
        self.init()
        add(field, text)
    }

    /// Throws them, where there are any.
    package func check() throws(FormErrors) { if !isEmpty { throw self } }

    package var isEmpty: Bool { items.isEmpty && !isShownAgain }

    /// The status of a page with any.
    package var answer = HTTPResponse.Status.unprocessableContent
    /// The status of a page with them, or with none.
    package var status: HTTPResponse.Status { isEmpty ? .ok : answer }

    /// Notes a fault.
    ///
    /// A field's first one counts.
    package mutating func add(_ field: String, _ text: String, anchor: String? = nil, parts: [DateInput.Part] = []) {
        guard self[field] == nil, !isShownAgain else { return }
        items.append(Item(field: field, anchor: anchor ?? field, text: text, parts: parts))
    }

    package subscript(_ field: String) -> String? {
        items.first { $0.field == field }?.text
    }

    /// Which parts of a date are wrong.
    package func parts(_ field: String) -> [DateInput.Part] {
        guard let item = items.first(where: { $0.field == field }) else { return [] }
        return item.parts.isEmpty ? DateInput.Part.allCases : item.parts
    }

    /// All faults whose summary leads to one element.
    package func texts(under anchor: String) -> [String] { items.filter { $0.anchor == anchor }.map(\.text) }
}

extension FormErrors: TemplateModel {
    /// The errors, where there are any.
    package var summary: FormErrors? { items.isEmpty ? nil : self }

    package static let fields: [TemplateField<Self>] = [.rows("items") { $0.items }]
}

extension FormErrors.Item: TemplateModel {
    package static let fields: [TemplateField<Self>] = [.text("field") { $0.anchor }, .text("text") { $0.text }]
}
