import CivilDates
import Foundation
import Immunization
import Model
import Vault
import Web

/// What was deleted, until when it can be brought back, and what was stored lately.
struct BinPage: Page {
    let items: [BinItem]
    let batches: [Batch]
    let passes: [PassRecord]
    let catalogue: Catalogue
    let today: Date
    static let template = "Bin/bin"
    let section = Section.settings

    func title(_ words: Localizer) -> String { words[.`bin.title`] }

    static let fields: [TemplateField<Self>] = [
        .rows("entries") { page, words in
            page.items.map { BinRow(item: $0, pass: page.name(of: $0), catalogue: page.catalogue, today: page.today) }
        },
        .flag("hasBatches") { !$0.batches.isEmpty },
        .rows("batches") { page, _ in
            page.batches.map { batch in
                BatchRow(batch: batch, pass: page.passes.first { $0.id == batch.passID }?.name)
            }
        },
        .text("empty") { $0.items.isEmpty ? nil : Links.emptyBin() }, .text("back") { _ in Links.settings() },
    ]

    /// The name of the pass that something belonged to, which may be here too.
    private func name(of item: BinItem) -> String? {
        guard item.kind != .pass else { return nil }
        return passes.first { $0.id == item.passID }?.name
            ?? items.first { $0.kind == .pass && $0.passID == item.passID }?.texts["name"]
    }
}

/// Something in the bin.
struct BinRow: TemplateModel {
    let item: BinItem
    let pass: String?
    let catalogue: Catalogue
    let today: Date

    /// What it is, as lists name it.
    private func name(_ words: Localizer) -> String {
        let texts = item.texts
        switch item.kind {
        case .pass: return texts["name"] ?? ""
        case .attachment: return texts["name"] ?? ""
        case .certificate:
            return texts["eventDate"].flatMap { PartialDate(ofRecord: $0) }
                .map { words(.`bin.certificate-of`, ["date": words.date($0)]) } ?? words[.`bin.certificate`]
        case .vaccination:
            let dose = Vaccination(
                target: texts["target"] ?? "", vaccine: texts["vaccine"], vaccineName: texts["vaccineName"],
                date: texts["date"].flatMap { PartialDate(ofRecord: $0) } ?? .firstOfRecords,
                otherTargets: texts["otherTargets"])
            return "\(words.date(dose.date)): \(catalogue.names(words).sentence(dose))"
        }
    }

    /// Whole days that are left, the last one counted.
    private var days: Int {
        Int((item.expires.timeIntervalSince(today) / 86_400).rounded(.up), clampedTo: 1...1_000_000)
    }

    static let fields: [TemplateField<Self>] = [
        .text("kind") { row, words in words(row.item.kind) }, .text("name") { row, words in row.name(words) },
        .text("pass") { $0.pass },
        .text("deleted") { row, words in words(.`bin.deleted`, ["date": words.date(row.item.deletedAt)]) },
        .text("left") { row, words in words(.`bin.days`, count: row.days) },
        .text("others") { row, words in row.item.others > 0 ? words(.`bin.others`, count: row.item.others) : nil },
        .text("restore") { Links.restore($0.item.id) }, .text("remove") { Links.removeFromBin($0.item.id) },
    ]
}

/// Something that was stored lately.
struct BatchRow: TemplateModel {
    let batch: Batch
    let pass: String?

    private func name(_ words: Localizer) -> String {
        batch.vaccinations > 0 ? words(.`passes.delete.vaccinations`, count: batch.vaccinations) : words[.`undo.others`]
    }

    static let fields: [TemplateField<Self>] = [
        .text("name") { row, words in row.name(words) },
        .text("pass") { $0.pass }, .text("saved") { row, words in words.time(row.batch.createdAt) },
        .text("undo") { Links.undo($0.batch.id) },
    ]
}

extension BinItem.Kind: MessageCode { static let family = "bin.kind" }
