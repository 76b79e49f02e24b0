import Vault
import Web

extension DetailPage {
    /// Who did what with the account, newest first, a page at a time.
    ///
    /// - Parameter asked: which part of it, as the address names it.
    static func accessLog(_ events: [AccessEvent], asked: String?, _ words: Localizer) -> Self {
        let paging = Paging(events.count, by: 25, asked: asked, at: Links.accessLog())
        let rows = paging.shown(of: events).map { event in
            ListRow(
                event.code.map { words($0) } ?? words[.`access-log.other`], beside: words.device(event.device),
                time: Moment(date: event.time))
        }
        return DetailPage(
            words[.`access-log.title`], section: .settings,
            [
                .text(words[.`access-log.lead`]), .rows(rows), .paging(paging), .zone(words),
                .hint(words(.`access-log.kept`, ["limit": String(AccessEvent.limit)])),
                .link(
                    NamedLink(words[.`security.sessions.title`], Links.sessions()), after: words[.`access-log.strange`]),
                .link(words[.`security.back`], Links.settings()),
            ])
    }
}

extension AccessEvent.Code: MessageCode { static let family = "access-log.event" }
