import Foundation
import Model
import Papers
import Vault
package import Web

/// What answers without a session, in a list.
struct SharedAccessRow: TemplateModel {
    let kind: SharedAccess
    /// The pass of a calendar, what a link is called.
    var name: String?
    var until: Date?
    let place: String

    static let fields: [TemplateField<Self>] = [
        .text("kind") { row, words in words[row.kind.title] }, .text("name") { $0.name }, .text("place") { $0.place },
        .text("until") { row, words in row.until.map { words(.`links.until`, ["time": words.time($0)]) } },
    ]
}

/// Something that has ended, and where it is made again.
package struct EndedRow: TemplateModel {
    let what: String
    var place: String?

    package static let fields: [TemplateField<Self>] = [.text("what") { $0.what }, .text("place") { $0.place }]
}

extension SharedAccess {
    package var title: Message {
        switch self {
        case .calendars: .`calendar.feed.address`
        case .links: .`links.link`
        case .mail: .`mail.title`
        }
    }
}

extension SignedInRequest {
    /// What of the account answers without a session.
    func sharedAccess() async throws -> [SharedAccessRow] {
        let feeds = try await vault.read { try $0.calendarFeeds() }
        let links = try await HealthLinksFeature.running(self)
        let hasMail = try await services.accounts.has(.mail, session.accountID)
        return SharedAccess.allCases.flatMap { kind in
            switch kind {
            case .calendars:
                feeds.map { SharedAccessRow(kind: kind, name: name($0.pass), place: Links.calendarFeed($0.pass)) }
            case .links:
                links.map { link in
                    SharedAccessRow(
                        kind: kind, name: words.name(ofLink: link.label), until: link.expiresAt,
                        place: Links.healthLink(link.pass, link.id))
                }
            case .mail: hasMail ? [SharedAccessRow(kind: kind, place: Links.reminders())] : []
            }
        }
    }

    /// What was ended by what this page's notice speaks of; nil where it is none of these, or nothing was.
    package func ended(after notices: Set<Message>) async throws -> RowGroup<EndedRow>? {
        guard let notice = Flash(visit.request), notices.contains(notice.message),
            let ended = try await vault.read({ try $0.endedAccess() })
        else { return nil }
        var rows: [EndedRow] = []
        if ended.sessions > 0 { rows.append(EndedRow(what: words(.`ended.sessions`, count: ended.sessions))) }
        rows += ended.passkeys.map { EndedRow(what: words(.`ended.passkey`, ["name": $0]), place: Links.passkeys()) }
        if ended.secondFactor {
            rows.append(EndedRow(what: words[.`security.factor.title`], place: Links.secondFactor()))
        }
        return RowGroup(rows + SharedAccess.allCases.flatMap { self.rows(of: $0, in: ended) })
    }

    private func rows(of kind: SharedAccess, in ended: EndedAccess) -> [EndedRow] {
        func row(_ name: String, _ place: String) -> EndedRow {
            EndedRow(what: "\(words[kind.title]): \(name)", place: place)
        }
        return switch kind {
        case .calendars:
            ended.calendars.compactMap { PassID($0) }.map { row(name($0), Links.calendarFeed($0)) }
        case .links:
            ended.links.map { link in
                row(words.name(ofLink: link.label), PassID(link.pass).map { Links.healthLinks($0) } ?? Links.passes())
            }
        case .mail: ended.mail ? [EndedRow(what: words[kind.title], place: Links.reminders())] : []
        }
    }

    private func name(_ pass: PassID) -> String { passes.first { $0.id == pass }?.name ?? "?" }
}
