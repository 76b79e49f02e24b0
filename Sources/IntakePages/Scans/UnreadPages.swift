import Intake
import Scanning
import Web

/// The pages of a scan that nobody has read yet, with the button that has the next ones read, and those that weren't taken.
struct UnreadPages: TemplateModel {
    let draft: Draft

    /// How many pages all files have.
    private var total: Int { max(draft.pages.count, draft.sources.map { $0.pages ?? 1 }.reduce(0, +)) }

    /// The first pages that wait one after the other, from 1.
    private var waiting: ClosedRange<Int>? {
        let isUnread = draft.pages.map { draft.sheets[$0.sheet].pages[$0.page].unread != nil }
        guard let first = isUnread.firstIndex(of: true) else { return nil }
        return first + 1...first + isUnread[first...].prefix { $0 }.count
    }

    private func sentence(_ words: Localizer) -> String? {
        waiting.map { pages in
            words(
                .`scans.pages.unread`, count: pages.count,
                Self.numbers(pages).merging(["total": String(total)]) { first, _ in first })
        }
    }

    /// What is said of each file of which not all pages were taken.
    private func left(_ words: Localizer) -> [String] {
        draft.sources.enumerated().compactMap { number, source -> String? in
            let taken = draft.sheets.flatMap(\.pages).count { $0.source == number }
            guard let pages = source.pages, pages > taken else { return nil }
            let left = words(
                .`scans.pages.left`, count: pages - taken,
                Self.numbers(taken + 1...pages)
                    .merging(["most": String(Draft.mostPages)]) { first, _ in first })
            return words.reason(left, of: draft.sources.count > 1 ? source.name : "")
        }
    }

    private static func numbers(_ pages: ClosedRange<Int>) -> [String: String] {
        ["first": String(pages.lowerBound), "last": String(pages.upperBound)]
    }

    /// Nothing where every page of every file was read.
    static func of(_ draft: Draft) -> Self? {
        let unread = Self(draft: draft)
        return unread.waiting == nil && unread.total == draft.pages.count ? nil : unread
    }

    static let fields: [TemplateField<Self>] = [
        .text("waiting") { $0.sentence($1) },
        .text("step") { _ in ScansFeature.readPagesStep },
        .text("read") { page, words in
            page.waiting.map { words(.`scans.pages.read`, count: min($0.count, Draft.pagesAtOnce)) }
        },
        .lines("left") { $0.left($1) },
    ]
}
