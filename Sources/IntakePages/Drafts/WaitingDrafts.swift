import Model
import Vault
import Web

/// What waits to be finished, as the pages list it that take something new.
struct WaitingDrafts: TemplateModel {
    let headings: [DraftRecord.Heading]
    let passes: [PassRecord]
    /// Whether nothing more may come, so that all of the account are listed.
    let isFull: Bool

    /// Itself, where there is anything to be said.
    var shown: WaitingDrafts? { isFull || !headings.isEmpty ? self : nil }

    static let fields: [TemplateField<Self>] = [
        .text("lead") { page, words in
            page.isFull ? words(.`drafts.full`, count: page.headings.count) : words[.`drafts.waiting`]
        },
        .rows("drafts") { page in
            page.headings.map { heading in
                WaitingDraftRow(
                    heading: heading,
                    pass: page.passes.count > 1 ? page.passes.first { $0.id == heading.passID }?.name : nil)
            }
        },
    ]
}

/// One that waits: to go on with it, or to discard it.
struct WaitingDraftRow: TemplateModel {
    let heading: DraftRecord.Heading
    /// The name of the pass that it is for, where there are several.
    let pass: String?

    /// A page of a photo, and the preview of a file or of what a link led to.
    private var isPhoto: Bool { heading.source == .photo }
    private var importID: ImportID { ImportID(sameAs: heading.id) }

    private var kind: Message {
        switch heading.source {
        case .link: .`drafts.link`
        case .file: .`drafts.file`
        case .photo, .table, .trial: .`drafts.photo`
        }
    }

    static let fields: [TemplateField<Self>] = [
        .text("kind") { row, words in words[row.kind] }, .text("name") { $0.heading.name }, .text("pass") { $0.pass },
        .one("time") { Moment(date: $0.heading.changedAt) },
        .text("link") { $0.isPhoto ? Links.draft($0.heading.id) : Links.imported($0.importID) },
        .text("discard") { $0.isPhoto ? Links.discardDraft($0.heading.id) : Links.discardImport($0.importID) },
    ]
}

extension SignedInRequest {
    /// Whether one more may come that waits to be confirmed.
    func hasRoomForDraft() async throws -> Bool {
        let now = now
        return try await vault.read { try $0.hasRoomForDraft(at: now) }
    }

    /// What waits of those that are counted and that a page is about; where nothing more may come, all of them.
    func waitingDrafts(
        _ isOfPage: @escaping @Sendable (DraftRecord.Heading) -> Bool
    ) async throws -> WaitingDrafts {
        let (now, passes) = (now, passes)
        return try await vault.read { records in
            let isFull = try !records.hasRoomForDraft(at: now)
            let headings = try records.draftHeadings(at: now).filter { $0.source.isCounted && (isFull || isOfPage($0)) }
            return WaitingDrafts(headings: headings, passes: passes, isFull: isFull)
        }
    }
}
