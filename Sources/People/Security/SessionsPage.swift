import Vault
import Web

/// Where the account is signed in, and what of it answers without a session.
struct SessionsPage: Page {
    let sessions: [SessionSummary]
    let shared: [SharedAccessRow]
    /// What was ended just now.
    let ended: RowGroup<EndedRow>?
    static let template = "Security/sessions"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`security.sessions.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("place") { _, words in words.city(of: words.zone) },
        .flag("others") { page in page.sessions.contains { !$0.isCurrent } },
        .one("shared") { RowGroup($0.shared) }, .one("ended") { $0.ended },
        // This one first, then the latest used.
        .rows("rows") { page in
            (page.sessions.filter(\.isCurrent) + page.sessions.filter { !$0.isCurrent })
                .map { SessionLine(session: $0) }
        },
    ]
}

/// A session of the list.
struct SessionLine: TemplateModel {
    let session: SessionSummary

    static let fields: [TemplateField<Self>] = [
        .text("device") { row, words in words.device(row.session.device) },
        .flag("current") { $0.session.isCurrent },
        .text("address") { $0.session.address.isEmpty ? nil : $0.session.address },
        .one("created") { Moment(date: $0.session.created) }, .one("seen") { Moment(date: $0.session.lastSeen) },
        .text("end") { Links.endSession($0.session.id) },
    ]
}
