package import Foundation

/// What templates may name of a subject: a page, or one row of it.
package protocol TemplateModel: Sendable {
    /// Each name once, with what it stands for.
    static var fields: [TemplateField<Self>] { get }
}

/// A name that templates know, and where its value comes from.
package struct TemplateField<Subject>: Sendable {
    package let name: String
    package let kind: TemplateKind
    package let value: @Sendable (Subject, Localizer) -> TemplateValue
}

/// What a name stands for, and so where a template may have it.
package indirect enum TemplateKind: Sendable {
    /// A text, which may be missing: a section of this name shows it where it is there, as `{{.}}`.
    case text
    /// Only a section: shown or not.
    case flag
    /// A number for a message with plural forms.
    case count
    /// A section that is repeated for each row, in which the row's own names come first.
    case rows(TemplateShape)
}

/// The names of a model with their kinds, in the order of a row's values.
package struct TemplateShape: Sendable {
    let model: any TemplateModel.Type
    let names: [(name: String, kind: TemplateKind)]

    init<Model: TemplateModel>(_ model: Model.Type) {
        self.model = model
        names = Model.fields.map { ($0.name, $0.kind) }
    }
}

/// A field of a model; it is named where somebody asks, since the runtime takes long to name a type.
struct TemplateFieldID: Hashable, Sendable, CustomStringConvertible {
    let model: any TemplateModel.Type
    let name: String

    static func == (left: Self, right: Self) -> Bool { left.model == right.model && left.name == right.name }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(model))
        hasher.combine(name)
    }

    var description: String { "\(String(reflecting: model)).\(name)" }
}

/// What stands for a name in one page.
package enum TemplateValue: Sendable, Equatable {
    case text(String?)
    case flag(Bool)
    case count(number: Int, category: String)
    case rows([[TemplateValue]])
}

// MARK: - Declaring
extension TemplateField {
    package static func text(_ name: String, _ value: @escaping @Sendable (Subject, Localizer) -> String?) -> Self {
        Self(name: name, kind: .text) { .text(value($0, $1)) }
    }

    package static func text(_ name: String, _ value: @escaping @Sendable (Subject) -> String?) -> Self {
        text(name) { subject, _ in value(subject) }
    }

    package static func flag(_ name: String, _ value: @escaping @Sendable (Subject) -> Bool) -> Self {
        Self(name: name, kind: .flag) { subject, _ in .flag(value(subject)) }
    }

    package static func count(_ name: String, _ value: @escaping @Sendable (Subject) -> Int) -> Self {
        Self(name: name, kind: .count) { subject, words in
            let number = value(subject)
            return .count(number: number, category: words.plural.category(of: number))
        }
    }

    /// A section for each row.
    package static func rows<Row: TemplateModel>(
        _ name: String, _ value: @escaping @Sendable (Subject, Localizer) -> [Row]
    ) -> Self {
        Self(name: name, kind: .rows(TemplateShape(Row.self))) { subject, words in
            .rows(value(subject, words).map { $0.values(words) })
        }
    }

    package static func rows<Row: TemplateModel>(_ name: String, _ value: @escaping @Sendable (Subject) -> [Row])
        -> Self
    {
        rows(name) { subject, _ in value(subject) }
    }

    /// A section for what is there or isn't.
    package static func one<Row: TemplateModel>(
        _ name: String, _ value: @escaping @Sendable (Subject, Localizer) -> Row?
    ) -> Self {
        rows(name) { subject, words in value(subject, words).map { [$0] } ?? [] }
    }

    package static func one<Row: TemplateModel>(_ name: String, _ value: @escaping @Sendable (Subject) -> Row?) -> Self
    {
        one(name) { subject, _ in value(subject) }
    }

    /// A section for each text, as `{{text}}`.
    package static func lines(_ name: String, _ value: @escaping @Sendable (Subject, Localizer) -> [String]) -> Self {
        rows(name) { subject, words in value(subject, words).map { TextLine(text: $0) } }
    }
}

extension TemplateField {
    /// The fields of something that the subject has, as its own; what it has is asked for by each of them.
    package static func all<Part: TemplateModel>(of part: @escaping @Sendable (Subject, Localizer) -> Part) -> [Self] {
        Part.fields.map { field in
            Self(name: field.name, kind: field.kind) { subject, words in
                field.value(part(subject, words), words)
            }
        }
    }
}

extension TemplateModel {
    /// The value of each field, in their order.
    package func values(_ words: Localizer) -> [TemplateValue] { Self.fields.map { $0.value(self, words) } }
}

// MARK: - Rows that many pages have
/// A text of a list.
package struct TextLine: TemplateModel {
    package let text: String

    package init(text: String) {
        self.text = text
    }

    package static let fields: [TemplateField<Self>] = [.text("text") { $0.text }]
}

/// Something to go to.
package struct LinkModel: TemplateModel {
    package let link: String

    package init(link: String) {
        self.link = link
    }

    package static let fields: [TemplateField<Self>] = [.text("link") { $0.link }]
}

/// A moment for `Shared.time`: as the reader's clock shows it, and for programs.
package struct Moment: TemplateModel {
    package let date: Date

    package init(date: Date) {
        self.date = date
    }

    package static let fields: [TemplateField<Self>] = [
        .text("text") { moment, words in words.time(moment.date) }, .text("stamp") { $0.date.formatted(.iso8601) },
    ]
}

/// A name with what it means.
package struct NamedValue: TemplateModel {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    package static let fields: [TemplateField<Self>] = [.text("name") { $0.name }, .text("value") { $0.value }]
}

/// Something to go to, by its name.
package struct NamedLink: TemplateModel {
    package let name: String
    package let link: String

    package init(name: String, link: String) {
        self.name = name
        self.link = link
    }

    package init(_ name: String, _ link: String) { self.init(name: name, link: link) }

    package static let fields: [TemplateField<Self>] = [.text("name") { $0.name }, .text("link") { $0.link }]
}
