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
    /// A secret to copy by hand.
    case secret(String)
    /// A code to scan, by its address, and what it says.
    case picture(String, says: String)
    /// A whole text as its authors set it.
    case document(String)
    case rows([ListRow])
    case paging(Paging)
    /// Where the page belongs to.
    case back(NamedLink)
    /// A link, after what leads to it.
    case link(NamedLink, after: String? = nil)
    case links([NamedLink])
    /// What deletes or ends something, apart from the rest.
    case danger(NamedLink)
    /// Where the page leads on; the last is what most people want.
    case ways([NamedLink])
    case help([HelpQuestion])
    case control(RecordControl)
    /// Tells in which zone the reader is.
    case timeZone
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
        .text("secret") { if case .secret(let text) = $0 { text } else { nil } },
        .one("picture") {
            if case .picture(let link, let text) = $0 { NamedLink(text, link) } else { nil }
        },
        .text("document") { if case .document(let text) = $0 { text } else { nil } },
        .one("rows") { if case .rows(let rows) = $0 { RowGroup(rows) } else { nil } },
        .one("paging") { if case .paging(let paging) = $0 { paging.links } else { nil } },
    ]

    private static let links: [TemplateField<Self>] = [
        .one("back") { if case .back(let link) = $0 { link } else { nil } },
        .one("link") { if case .link(let link, after: nil) = $0 { link } else { nil } },
        .one("after") {
            if case .link(let link, .some(let text)) = $0 { LeadLink(lead: text, link: link) } else { nil }
        },
        .one("links") { if case .links(let links) = $0 { RowGroup(links) } else { nil } },
        .one("danger") { if case .danger(let link) = $0 { link } else { nil } },
        .one("ways") { if case .ways(let links) = $0 { WayGroup(links.reversed()) } else { nil } },
        .one("help") { part, words in part.questions(words) },
    ]

    private static let forms: [TemplateField<Self>] = [
        .one("control") { if case .control(let control) = $0 { control } else { nil } },
        .flag("timeZone") { if case .timeZone = $0 { true } else { false } },
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
