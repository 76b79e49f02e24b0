import Vault

/// Who did what with the account, newest first, a page at a time.
struct AccessLogPage: Page {
    static let size = 25

    let events: [AccessEvent]
    let number: Int
    let pages: Int
    let template = Template.accessLog
    let section = Section.settings

    /// - Parameter number: from 1; another one becomes the nearest there is.
    init(events: [AccessEvent], number: Int) {
        self.pages = max(1, (events.count + Self.size - 1) / Self.size)
        self.number = min(max(number, 1), pages)
        self.events = Array(events.dropFirst((self.number - 1) * Self.size).prefix(Self.size))
    }

    func title(_ words: Localizer) -> String { words[.accessLogTitle] }

    func fields(_ words: Localizer) -> TemplateContext {
        [
            "rows": events.map { event -> TemplateContext in
                [
                    "what": event.code.map { words($0) } ?? words[.accessLogOther], "time": words.moment(event.time),
                    "device": words.device(event.device),
                ]
            },
            "paged": pages > 1,
            "position": words(.accessLogPosition, ["page": String(number), "pages": String(pages)]),
            "newer": number > 1 ? Links.accessLog(page: number - 1) : false,
            "older": number < pages ? Links.accessLog(page: number + 1) : false,
            "limit": String(AccessEvent.limit),
        ]
    }
}
