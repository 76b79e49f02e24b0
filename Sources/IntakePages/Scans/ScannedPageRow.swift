import CivilDates
import Intake
import Model
import Scanning
import Vault
import Web

/// A page of a scan in its list.
struct ScannedPageRow: TemplateModel {
    let pass: PassRecord
    let id: DraftID
    let number: Int
    let sheet: Int
    let page: ScannedSheet.Page
    let form: ScanTemplate?
    let rows: [CheckedScan.Row]
    let others: [CheckedScan.Other]
    /// Whether nothing was read of any page, which is said below them all.
    let isAllEmpty: Bool

    /// Whether its place is known, and of what somebody wrote there nothing could be read: as of another kind of page.
    private var isUnread: Bool {
        let texts = others.filter { !$0.type.isMark }
        guard !isAllEmpty, page.flat != nil || !rows.isEmpty, others.isEmpty || !texts.isEmpty else { return false }
        return !rows.contains(where: \.isReadable) && !texts.contains { $0.value.map { $0.band != .type } ?? false }
    }

    /// Whether half of its days or more lie before the holder's birth.
    private var isTooEarly: Bool {
        guard let birth = pass.birthDate else { return false }
        let days = rows.compactMap { $0.values[.date]?.value.flatMap { PartialDate($0) } }
        return !days.isEmpty && days.count { $0.latest < birth.earliest } * 2 >= days.count
    }

    private func warnings(_ words: Localizer) -> [String] {
        var warnings: [String] = []
        if page.isOfOthers == true {
            let message: Message = pass.kind == Pass.person ? .`scans.of-animal` : .`scans.of-others`
            warnings.append(words(message, ["name": pass.name]))
        } else {
            if isUnread { warnings.append(words[.`scans.page.nothing`]) }
            if isTooEarly { warnings.append(words(.`scans.too-early`, ["name": pass.name])) }
        }
        if page.faults.contains(ReaderAnswer.PictureFlaw.several.rawValue) {
            warnings.append(words(ReaderAnswer.PictureFlaw.several))
        }
        return warnings
    }

    func title(_ words: Localizer) -> String {
        let unknown: Message = page.unread == nil ? .`scans.form.unknown` : .`scans.page.unread`
        let form = form.map { $0.name(words) } ?? words[unknown]
        return words(.`scans.page`, ["page": String(number), "form": form])
    }

    /// Whether something is to be said of it.
    var isFaulty: Bool {
        page.refusal != nil || page.isOfOthers == true || isUnread || isTooEarly || !page.faults.isEmpty
    }

    static let fields: [TemplateField<Self>] = [
        .text("title") { $0.title($1) },
        .text("link") { Links.scannedPage($0.id, $0.number) }, .text("number") { String($0.number) },
        .text("fault") { row, words in
            row.page.refusal.flatMap(ScanFault.init(rawValue:)).map { words($0) }
        },
        .lines("warnings") { $0.warnings($1) },
        .lines("faults") { row, words in row.page.faultSentences(words, besides: [.several]) },
    ]
}

extension ScannedSheet.Page {
    /// What makes it hard to read, in words.
    func faultSentences(_ words: Localizer, besides others: Set<ReaderAnswer.PictureFlaw> = []) -> [String] {
        faults.compactMap(ReaderAnswer.PictureFlaw.init(rawValue:)).filter { !others.contains($0) }.map { words($0) }
    }
}
