package import Foundation
import HealthCertificate
import HTTPTypes
import Hummingbird
import Lists
import Model
import Web

/// By which lists this server judges: of what age, from whom, how much, and what of them isn't used.
struct TrustPage: Page {
    let content: TrustContent
    let now: Date
    static let template = "Admin/trust"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`admin.trust.title`] }

    static let fields: [TemplateField<Self>] = [
        .text("warning") { page, words in
            let count = page.content.attention(at: page.now)
            return count == 0 ? nil : words(.`admin.trust.attention`, count: count)
        },
        .text("none") { page, words in page.content.lists.isEmpty ? words[.`admin.trust.none`] : nil },
        .text("unknown") { page, words in page.unknownFamilies(words) },
        .rows("lists") { page in page.content.lists.map { ImportedListRow(list: $0, now: page.now) } },
    ]

    /// The families whose certificates are all of an unknown issuer here.
    private func unknownFamilies(_ words: Localizer) -> String? {
        let unknown = TrustStore.families.filter { !content.store.knowsIssuers(of: $0) }
        guard !unknown.isEmpty, !content.lists.isEmpty else { return nil }
        let names = unknown.map { words.text("admin.trust.family.\($0.rawValue.lowercased())") }
        return words(.`admin.trust.unknown`, ["families": names.joined(separator: ", ")])
    }
}

extension TrustContent {
    /// How many lists are old or refused.
    package func attention(at now: Date) -> Int { lists.count { $0.refusal != nil || $0.isOld(at: now) } }
}

/// One list.
struct ImportedListRow: TemplateModel {
    let list: ImportedList
    let now: Date

    static let fields: [TemplateField<Self>] = [
        .text("name") { $0.list.name }, .text("old") { row, words in row.old(words) },
        .text("refusal") { $0.list.refusal },
        .text("count") { row, words in
            row.list.refusal == nil
                ? words.text("admin.trust.content.\("\(row.list.content)".hyphenated)", count: row.list.count) : nil
        },
        .text("source") { row, words in row.list.refusal == nil ? row.source(words) : nil },
        .text("date") { row, words in row.list.date.map { words.date($0) } },
        .text("imported") { row, words in row.list.imported.map { words.date($0) } },
        .text("leftOut") { row, words in
            row.list.leftOutCount == 0 ? nil : words(.`admin.trust.left-out`, count: row.list.leftOutCount)
        },
        .lines("reasons") { row, _ in row.list.leftOut },
    ]

    private func old(_ words: Localizer) -> String? {
        guard list.refusal == nil, list.isOld(at: now), let age = list.age(at: now) else { return nil }
        return words(list.content == .rules ? .`admin.trust.rules-old` : .`admin.trust.old`, count: age)
    }

    private func source(_ words: Localizer) -> String {
        switch list.source {
        case .signed: words[.`admin.trust.signed`]
        case .network(let key): words(.`admin.trust.network`, ["key": key])
        case .issuer(let address): words(.`admin.trust.issuer`, ["address": address])
        case .importer: words[.`admin.trust.importer`]
        }
    }
}
