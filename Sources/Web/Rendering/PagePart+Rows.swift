extension RowGroup<TextLine> {
    package init?(lines: [String]) { self.init(lines.map { TextLine(text: $0) }) }
}

/// A row of a list: what it is, what is known of it, and when.
package struct ListRow: TemplateModel {
    let name: String
    let beside: String?
    let time: Moment?
    /// Where it leads; nil for a row that is only read.
    let link: String?

    package init(_ name: String, beside: String? = nil, time: Moment? = nil, link: String? = nil) {
        (self.name, self.beside, self.time, self.link) = (name, beside, time, link)
    }

    package static let fields: [TemplateField<Self>] = [
        .text("name") { $0.name }, .text("beside") { $0.beside }, .one("time") { $0.time }, .text("link") { $0.link },
    ]
}

/// A button that sends a field of its own.
package struct PageButton: TemplateModel {
    let text: String
    let name: String?
    let value: String?
    /// Whether it isn't what most people want.
    let isQuiet: Bool
    let isDanger: Bool

    package init(
        _ text: String, name: String? = nil, value: String? = nil, isQuiet: Bool = false, isDanger: Bool = false
    ) {
        (self.text, self.name, self.value, self.isQuiet, self.isDanger) = (text, name, value, isQuiet, isDanger)
    }

    package static let fields: [TemplateField<Self>] = [
        .text("text") { $0.text }, .text("name") { $0.name }, .text("value") { $0.value },
        .text("look") { $0.isDanger ? "danger" : $0.isQuiet ? "quiet" : nil },
    ]
}

/// A link after what leads to it.
struct LeadLink: TemplateModel {
    let lead: String
    let link: NamedLink

    static let fields: [TemplateField<Self>] =
        [.text("lead") { $0.lead }] + TemplateField.all { lead, _ in lead.link }
}

/// Links beside each other.
struct WayGroup: TemplateModel {
    let first: NamedLink
    let others: [NamedLink]

    init?(_ links: [NamedLink]) {
        guard let first = links.first else { return nil }
        (self.first, others) = (first, Array(links.dropFirst()))
    }

    static let fields: [TemplateField<Self>] = [.one("first") { $0.first }, .rows("others") { $0.others }]
}
