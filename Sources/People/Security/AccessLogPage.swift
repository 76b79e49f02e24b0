import Vault
import Web

/// Who did what with the account, newest first, a page at a time.
struct AccessLogPage: Page {
    static let size = 25
    private let events: [AccessEvent]
    private let paging: Paging
    static let template = "Security/access-log"
    let section = Section.settings

    /// - Parameter asked: which part of them, as the address names it.
    init(events: [AccessEvent], asked: String?) {
        paging = Paging(events.count, by: Self.size, asked: asked, at: Links.accessLog())
        self.events = Array(paging.shown(of: events))
    }

    func title(_ words: Localizer) -> String { words[.`access-log.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("place") { _, words in words.city(of: words.zone) },
        .rows("rows") { page in page.events.map { AccessLogRow(event: $0) } }, .one("paging") { $0.paging.links },
        .text("limit") { _ in String(AccessEvent.limit) },
    ]
}

/// What was done with the account, on which device, and when.
struct AccessLogRow: TemplateModel {
    let event: AccessEvent

    static let fields: [TemplateField<Self>] = [
        .text("what") { row, words in row.event.code.map { words($0) } ?? words[.`access-log.other`] },
        .text("device") { row, words in words.device(row.event.device) },
        .one("time") { Moment(date: $0.event.time) },
    ]
}

extension AccessEvent.Code: MessageCode { static let family = "access-log.event" }
