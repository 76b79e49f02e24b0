import HealthCertificate
import Web

/// Asks for a link of somebody else's, and then whether its server may be asked.
struct LinkImportPage: FormPage {
    /// A link that could be opened.
    struct Found: Sendable {
        let link: SmartHealthLink
        let host: String
    }

    let form: FormView
    /// Nil until a link was given that can be read.
    var found: Found?
    /// Whether this server asks others at all.
    let isOn: Bool
    let waiting: WaitingDrafts
    static let template = "HealthLinks/import"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`links.import.title`] }

    static let fields: [TemplateField<Self>] = [
        .flag("isOn") { $0.isOn }, .one("waiting") { $0.waiting.shown },
        .text("action") { _ in Links.importLink() },
        .text("cancel") { _ in Links.importFile() },
        .one("link") { $0.form.textControl("link", hint: true) },
        .one("question") { page in page.found.map { LinkQuestion(form: page.form, found: $0) } },
    ]
}

/// What is said of a link before its server is asked.
struct LinkQuestion: TemplateModel {
    let form: FormView
    let found: LinkImportPage.Found

    private var asksPasscode: Bool { found.link.flags.contains(.passcode) }

    static let fields: [TemplateField<Self>] = [
        .text("ask") { row, words in words(.`links.import.ask`, ["host": row.found.host]) },
        .text("label") { $0.found.link.label.flatMap { CleanText.optional(String($0.prefix(80))) } },
        .text("until") { row, words in
            row.found.link.expiresAt.map { words(.`links.until`, ["time": words.time($0)]) }
        },
        .one("passcode") { $0.asksPasscode ? $0.form.textControl("passcode", hint: true) : nil },
    ]
}

extension Localizer {
    /// What is wrong with a link, and what to do.
    func callAsFunction(_ fault: LinkFault) -> String {
        switch fault {
        case .insecure: self[.`links.import.insecure`]
        case .privateAddress: self[.`links.import.private`]
        case .unreachable: self[.`links.import.unreachable`]
        case .tooLarge: self[.`links.import.too-large`]
        case .over: self[.`links.import.over`]
        case .often: self[.`links.import.often`]
        case .damaged: self[.`links.import.damaged`]
        case .nothing: self[.`links.import.nothing`]
        case .passcodeWrong(let left):
            [self[.`links.import.passcode.wrong`], left.map { self(.`links.attempts`, count: $0) }].compactMap(\.self)
                .joined(separator: ". ")
        }
    }
}
