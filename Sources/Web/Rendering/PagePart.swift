/// A piece that many pages are made of, as `Shared/parts` shows it.
package enum PagePart: TemplateModel {
    case heading(String)
    case text(String)
    /// A text with more weight than the others.
    case strong(String)
    case hint(String)
    case notice(String)
    /// A notice for browsers that run no scripts.
    case withoutScript(String)
    /// What has happened just now.
    case news(String)
    /// What is said where nothing is there.
    case empty(String)
    case list([String])
    case steps([String])
    case codes([String])
    case rows([ListRow])
    case paging(Paging)
    /// Whose pass the page is about, by the name, and where that is.
    case whose(String, link: String? = nil)
    /// Where the page belongs to.
    case back(NamedLink)
    /// A link, after what leads to it.
    case link(NamedLink, after: String? = nil)
    case links([NamedLink])
    /// What deletes or ends something, apart from the rest.
    case danger(NamedLink)
    /// Where the page leads on; the first is what most people want.
    case ways([NamedLink])
    case help([HelpQuestion])
    case control(RecordControl)
    /// Buttons that each do something at once.
    case buttons([PageButton], action: String)
    /// An address to copy.
    case address(AddressField)
    /// Ends the other sessions.
    case endOthers

    package static let fields: [TemplateField<Self>] = texts + links + forms

    private static let texts: [TemplateField<Self>] = [
        .text("heading") { if case .heading(let text) = $0 { text } else { nil } },
        .text("text") { if case .text(let text) = $0 { text } else { nil } },
        .text("strong") { if case .strong(let text) = $0 { text } else { nil } },
        .text("hint") { if case .hint(let text) = $0 { text } else { nil } },
        .text("notice") { if case .notice(let text) = $0 { text } else { nil } },
        .text("withoutScript") { if case .withoutScript(let text) = $0 { text } else { nil } },
        .text("news") { if case .news(let text) = $0 { text } else { nil } },
        .text("empty") { if case .empty(let text) = $0 { text } else { nil } },
        .one("list") { if case .list(let texts) = $0 { RowGroup(lines: texts) } else { nil } },
        .one("steps") { if case .steps(let texts) = $0 { RowGroup(lines: texts) } else { nil } },
        .one("codes") { if case .codes(let texts) = $0 { RowGroup(lines: texts) } else { nil } },
        .one("rows") { if case .rows(let rows) = $0 { RowGroup(rows) } else { nil } },
        .one("paging") { if case .paging(let paging) = $0 { paging.links } else { nil } },
    ]

    private static let links: [TemplateField<Self>] = [
        .one("whose") { if case .whose(let name, let link) = $0 { Whose(name: name, link: link) } else { nil } },
        .one("back") { if case .back(let link) = $0 { link } else { nil } },
        .one("link") { if case .link(let link, after: nil) = $0 { link } else { nil } },
        .one("after") {
            if case .link(let link, .some(let text)) = $0 { LeadLink(lead: text, link: link) } else { nil }
        },
        .one("links") { if case .links(let links) = $0 { RowGroup(links) } else { nil } },
        .one("danger") { if case .danger(let link) = $0 { link } else { nil } },
        .one("ways") { if case .ways(let links) = $0 { WayGroup(links) } else { nil } },
        .one("help") { part, words in part.questions(words) },
    ]

    private static let forms: [TemplateField<Self>] = [
        .one("control") { if case .control(let control) = $0 { control } else { nil } },
        .one("buttons") {
            if case .buttons(let buttons, let action) = $0 {
                ButtonGroup(buttons: buttons, action: action)
            } else {
                nil
            }
        },
        .one("address") { if case .address(let field) = $0 { field } else { nil } },
        .flag("others") { if case .endOthers = $0 { true } else { false } },
    ]

    private func questions(_ words: Localizer) -> WayGroup? {
        guard case .help(let questions) = self else { return nil }
        return WayGroup(questions.map { NamedLink(words($0), Links.question($0)) })
    }
}

extension PagePart {
    /// Whose clock the times of a page are by.
    package static func zone(_ words: Localizer) -> Self {
        .hint(words(.`shared.zone`, ["place": words.city(of: words.zone)]))
    }

    package static func link(_ name: String, _ link: String) -> Self { .link(NamedLink(name, link)) }

    package static func back(_ name: String, _ link: String) -> Self { .back(NamedLink(name, link)) }
}

extension [PagePart] {
    /// The parts where there is something to say.
    package static func + (parts: [PagePart], part: PagePart?) -> [PagePart] { parts + (part.map { [$0] } ?? []) }
}
