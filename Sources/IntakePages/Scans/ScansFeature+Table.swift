import CivilDates
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Immunization
import Intake
import Model
import PassArchive
import Scanning
import Vault
import Web

/// What was read: checked, corrected, stored.
extension ScansFeature {
    static func showScannedRows(_ member: SignedInRequest, _ pass: PassRecord, _ open: OpenScan) async throws
        -> Response
    {
        let (id, scan) = (open.id, open.content)
        let checked = CheckedScan(scan, for: pass.kind)
        let rows = checked.rows.map { checked.current($0) }
        var check = ScanCheck(member, pass, id, checked)
        try await check.read(rows)
        check.review.forgive()
        return check.response(.ok)
    }

    /// Stores the rows that count, or none where anything is wrong with one of them; `step=check` and `found-…` only judge
    /// again, `step=page-N` leads to a page's corners.
    ///
    /// What was typed and isn't stored waits with what was read.
    static func changeRows(
        _ member: SignedInRequest, _ fields: FormFields, _ pass: PassRecord, _ open: OpenScan
    ) async throws -> Response {
        let (id, scan) = (open.id, open.content)
        var checked = CheckedScan(scan, for: pass.kind)
        let typed = checked.typed(fields, WrittenDates(today: member.services.latestDay, words: member.words))
        if !typed.isEmpty { checked = CheckedScan(checked.corrected(typed), for: pass.kind) }
        let sent = Draft.proposals(fields)
        checked = CheckedScan(checked.keeping(sent), for: pass.kind)
        if checked.scan != scan {
            let changed = checked.scan
            try await member.vault.write { try changed.replace(id, in: $0) }
        }
        if let step = fields["step"], step.hasPrefix("page-"),
            let place = scan.pages.place(numbered: step.dropFirst("page-".count))
        {
            return member.redirect(to: Links.scannedPage(pass.id, id, place + 1))
        }
        let rows = checked.rows(sent)
        var check = ScanCheck(member, pass, id, checked)
        check.keepsPicture = fields["picture"] == "yes"
        try await check.read(rows)
        if fields.isShownAgain(in: member.words) {
            check.review.forgive()
            return check.response(.ok)
        }
        if fields["step"] == "check" || checked.rows.isEmpty
            || fields.names.contains(where: { $0.hasPrefix(Draft.found) })
        {
            return check.response(.ok)
        }
        guard check.isGood, check.areNoted(fields) else { return check.response(.unprocessableContent) }
        let batch = try await check.store()
        guard check.isGood else { return check.response(.unprocessableContent) }
        let isThere = check.review.changes.isEmpty && !check.keepsPicture
        return member.done(
            isThere ? .`done.vaccinations-there` : .`done.vaccinations-saved`, at: Links.pass(pass.id), batch)
    }

    /// What was read as a table, of any form.
    static func showScanTable(_ member: SignedInRequest, _ pass: PassRecord, _ open: OpenScan) async throws -> Response
    {
        let words = member.words
        let lines = ScanTable(open.content, member.names).lines
        let bytes = TableExport.write(lines, separator: words.tableSeparator)
        await member.log(.exported, "csv")
        let name = DownloadName(words[.`scans.table.name`], on: member.today.description, ending: "csv")
        return Response.download(bytes, "text/csv; charset=utf-8", name)
    }
}

/// One look at an open scan: its rows as they are typed, judged.
struct ScanCheck {
    let member: SignedInRequest
    let pass: PassRecord
    let id: ScanID
    let checked: CheckedScan
    let catalogue: Catalogue
    let finder: VaccineFinder
    private(set) var draft = Draft()
    var review: Review
    private(set) var scanned: [Int: ScannedEntry] = [:]
    var broken: [CheckedLinks.Broken] = []
    var errors = FormErrors()
    var keepsPicture = false

    init(_ member: SignedInRequest, _ pass: PassRecord, _ id: ScanID, _ checked: CheckedScan) {
        (self.member, self.pass, self.id, self.checked) = (member, pass, id, checked)
        finder = member.finder
        catalogue = finder.catalogue
        review = pass.review(Draft(), beside: [], member)
    }

    var words: Localizer { member.words }

    /// Reads and judges rows.
    mutating func read(_ rows: [Proposal]) async throws {
        draft = Draft(rows)
        let records = try await member.vault.read { [pass] in try $0.vaccinations(of: pass.id) }
        judge(beside: records)
    }

    /// Holds the rows against what is there.
    mutating func judge(beside records: [VaccinationRecord]) {
        review = pass.review(draft, beside: records, member)
        judgeLinks()
    }

    /// Finds the links that don't hold, and gives each row what was read of it.
    private mutating func judgeLinks() {
        var typed: [Int: [FieldKey: String?]] = [:]
        var leftOut: [Int: Set<FieldKey>] = [:]
        var scanned: [Int: ScannedEntry] = [:]
        for row in checked.rows {
            let entry = checked.entry(row)
            scanned[row.number] = ScannedEntry(row, entry: entry) { [pass, id, checked] field in
                checked.aspect(of: field).map { FieldPicture(link: Links.scannedField(pass.id, id, field), aspect: $0) }
            }
            let line = review.rows.first { $0.proposal.id == row.number }
            scanned[row.number]?.told = line.flatMap { told(row, $0) }
            guard let line, line.proposal.decision != .leaveOut else {
                let keys = checked.scan.sheets[row.sheet].values.keys.filter { key in
                    row.keys.values.contains { $0.page == key.page && $0.row == key.row }
                }
                leftOut[row.sheet, default: []].formUnion(keys)
                continue
            }
            for (role, key) in row.keys where line.proposal[role.field] != entry[role.field] {
                typed[row.sheet, default: [:]][key] = .some(line.value(role))
            }
        }
        let settings = ScansFeature.settings(member, pass)
        broken = CheckedLinks(checked: checked, settings: settings).broken(typed, leftOut: leftOut)
        let said = LinkWords(
            checked: checked, names: catalogue.names(words), lexicon: settings.lexicon, holder: pass.name)
        for link in broken {
            let row = checked.rows.last { row in
                row.sheet == link.sheet
                    && link.verdict.fields.contains { field in
                        row.keys.values.contains { $0.page == field.page && $0.row == field.row }
                    }
            }
            if let row { scanned[row.number]?.broken.append(said.text(link)) }
        }
        self.scanned = scanned
    }

    /// What the words that were read were taken for, as long as the row says so.
    private func told(_ row: CheckedScan.Row, _ line: Review.Row) -> String? {
        guard let read = row.values[.vaccine]?.text,
            case .one(.vaccine(let vaccine), let sureness) = finder.find(
                read, guesses: false, for: pass.who(on: line.date)),
            sureness < VaccineFinder.clear, vaccine.id == line.proposal[Vaccination.vaccine]
        else { return nil }
        return catalogue.names(words)
            .settled(read, as: vaccine, of: pass.name, born: pass.birthDate, on: line.date)
    }

    /// Whether nothing is wrong with any row, nor with its picture.
    var isGood: Bool { errors.isEmpty && review.isReady }

    /// Whether somebody has seen each link that doesn't hold.
    func areNoted(_ fields: FormFields) -> Bool {
        let noted = Set(fields.names.filter { $0.hasPrefix("noted-") }.compactMap { fields[$0] })
        return broken.allSatisfy { noted.contains($0.id) }
    }

    func response(_ status: HTTPResponse.Status) -> Response {
        let page = CheckScanPage(
            pass: pass, id: id, catalogue: catalogue, checked: checked, review: review,
            setting: pass.setting(member, scanned), broken: broken,
            lexicon: ScansFeature.settings(member, pass).lexicon, keepsPicture: keepsPicture, more: errors)
        return member.page(page, about: pass, status: status)
    }
}

extension Review.Row {
    /// What was typed in a field, as links take it; nil where it can't be read.
    fileprivate func value(_ role: CheckedScan.Role) -> String? {
        switch role {
        case .date: date?.description
        case .batch: proposal[Vaccination.batch].isEmpty ? nil : proposal[Vaccination.batch]
        case .expiry: details.batchExpiry?.description
        case .until: details.validUntil?.description
        case .vaccine: if case .one(.vaccine(let vaccine), _) = meaning { vaccine.id } else { nil }
        }
    }
}
