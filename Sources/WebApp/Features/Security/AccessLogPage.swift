import Vault

/// Who did what with the account, newest first, a page at a time.
struct AccessLogPage: Page {
    static let size = 25
    /// The pages that may be asked for.
    static let numbers = 1...99_999

    let events: [AccessEvent]
    let number: Int
    let pages: Int
    static let template = "Security/access-log"
    let section = Section.settings

    /// - Parameter number: from 1; another one becomes the nearest there is.
    init(events: [AccessEvent], number: Int) {
        self.pages = max(1, (events.count + Self.size - 1) / Self.size)
        self.number = min(max(number, 1), pages)
        self.events = Array(events.dropFirst((self.number - 1) * Self.size).prefix(Self.size))
    }

    func title(_ words: Localizer) -> String { words[.`access-log.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("place") { _, words in words.city(of: words.zone) },
        .rows("rows") { page in page.events.map { AccessLogRow(event: $0) } }, .flag("paged") { $0.pages > 1 },
        .text("position") { page, words in
            words(.`access-log.position`, ["page": String(page.number), "pages": String(page.pages)])
        },
        .text("newer") { $0.number > 1 ? Links.accessLog(page: $0.number - 1) : nil },
        .text("older") { $0.number < $0.pages ? Links.accessLog(page: $0.number + 1) : nil },
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
