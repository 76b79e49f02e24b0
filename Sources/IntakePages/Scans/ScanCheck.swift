import CivilDates
import Foundation
import HTTPTypes
import Hummingbird
import Immunization
import Intake
import Model
import Scanning
import Vault
import Web

/// One look at an open scan: its rows as they are typed, judged.
struct ScanCheck {
    let member: SignedInRequest
    /// Whose page it is for those sheets of which nobody says so.
    let given: PassRecord
    let id: DraftID
    /// From when on it is shown no more.
    var expires: Date
    let checked: CheckedScan
    let catalogue: Catalogue
    let finder: VaccineFinder
    /// One for each pass, in the order of the sheets.
    private(set) var parts: [ScanPart] = []
    private(set) var scanned: [Int: ScannedRow] = [:]
    var broken: [CheckedLinks.Broken] = []
    var errors = FormErrors()
    var keepsPicture = false

    init(_ member: SignedInRequest, _ open: OpenScan, _ checked: CheckedScan) {
        (self.member, self.checked) = (member, checked)
        (given, id, expires) = (open.pass, open.id, open.expires)
        finder = member.finder
        catalogue = finder.catalogue
    }

    var words: Localizer { member.words }
    /// The first whose page it is.
    var pass: PassRecord { parts.first?.pass ?? given }
    var changes: [Review.Change] { parts.flatMap(\.review.changes) }
    var isReady: Bool { parts.allSatisfy(\.review.isReady) }

    private func holder(_ sheet: Int) -> PassRecord { checked.draft.holder(of: sheet, among: member.passes, given) }

    /// Judges the rows.
    mutating func read() async throws {
        let (draft, given, member) = (checked.draft, given, member)
        judge(try await member.vault.read { try draft.parts(for: given, in: $0, member) })
    }

    mutating func judge(_ parts: [ScanPart]) {
        self.parts = parts
        judgeLinks()
    }

    /// Calls nothing wrong: nobody has said yet that it is ready.
    mutating func forgive() {
        for index in parts.indices { parts[index].review.forgive() }
    }

    /// Finds the links that don't hold, and gives each row what was read of it.
    private mutating func judgeLinks() {
        var typed: [Int: [FieldKey: String?]] = [:]
        var leftOut: [Int: Set<FieldKey>] = [:]
        var scanned: [Int: ScannedRow] = [:]
        let lines = Dictionary(
            parts.flatMap { part in part.review.rows.map { ($0.proposal.id, (row: $0, pass: part.pass)) } }
        ) { first, _ in first }
        for row in checked.rows {
            let picture = "row-\(row.number)"
            scanned[row.number] = ScannedRow(
                row: row,
                picture: checked.aspect(of: picture).map {
                    FieldPicture(link: Links.scannedField(id, picture), aspect: $0)
                })
            let line = lines[row.number]?.row
            scanned[row.number]?.told = lines[row.number].flatMap { told(row, $0.row, of: $0.pass) }
            guard let line, line.proposal.decision != .leaveOut else {
                let keys = checked.draft.sheets[row.sheet].values.keys.filter { key in
                    row.keys.values.contains { $0.page == key.page && $0.row == key.row }
                }
                leftOut[row.sheet, default: []].formUnion(keys)
                continue
            }
            for (role, key) in row.keys where row.proposal.cells[role.field.name]?.typed != nil {
                typed[row.sheet, default: [:]][key] = .some(line.value(role))
            }
        }
        let settings = ScansFeature.settings(member, pass)
        broken = CheckedLinks(checked: checked, settings: settings, holders: holders).broken(typed, leftOut: leftOut)
        let said = self.said(settings)
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

    private var holders: [Int: String] {
        Dictionary(uniqueKeysWithValues: checked.draft.sheets.indices.map { ($0, holder($0).name) })
    }

    private func said(_ settings: ScanSettings) -> LinkWords {
        var said = LinkWords(
            checked: checked, names: catalogue.names(words), lexicon: settings.lexicon, holder: pass.name)
        said.holders = holders
        return said
    }

    /// What the words that were read were taken for, as long as the row says so.
    private func told(_ row: CheckedScan.Row, _ line: Review.Row, of pass: PassRecord) -> String? {
        guard let read = row.values[.vaccine]?.text,
            case .one(.vaccine(let vaccine), let sureness) = finder.find(
                read, guesses: false, for: pass.who(on: line.date)),
            sureness < VaccineFinder.clear, vaccine.id == line.proposal[Vaccination.vaccine]
        else { return nil }
        return catalogue.names(words)
            .settled(read, as: vaccine, of: pass.name, born: pass.birthDate, on: line.date)
    }

    /// Whether nothing is wrong with any row, nor with its picture.
    var isGood: Bool { errors.isEmpty && isReady }

    /// Whether somebody has seen each link that doesn't hold.
    func areNoted(_ fields: FormFields) -> Bool {
        let noted = Set(fields.names.filter { $0.hasPrefix("noted-") }.compactMap { fields[$0] })
        return broken.allSatisfy { noted.contains($0.id) }
    }

    func response(_ status: HTTPResponse.Status) -> Response {
        let page = CheckScanPage(
            pass: pass, passes: member.passes, id: id, checked: checked,
            parts: parts.map { ($0, $0.pass.setting(member)) }, holders: checked.draft.sheets.indices.map(holder),
            scanned: scanned, broken: broken, said: said(ScansFeature.settings(member, pass)),
            keepsPicture: keepsPicture, expires: expires, more: errors)
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

/// What was read for one pass, held against what is there.
struct ScanPart: Sendable {
    let pass: PassRecord
    /// With the rows of its sheets alone.
    let draft: Draft
    /// The doses that are there.
    let doses: [VaccinationRecord]
    var review: Review
    /// The rows that somebody is to look at, by their numbers.
    let open: Set<Int>

    init(_ pass: PassRecord, _ draft: Draft, beside doses: [VaccinationRecord], _ member: SignedInRequest) {
        (self.pass, self.draft, self.doses) = (pass, draft, doses)
        review = pass.review(draft, beside: doses, member)
        let rows = review.rows.filter { !$0.questions.isEmpty || $0.proposal.isDoubtful && !$0.isSame }
        open = Set(rows.map(\.proposal.id))
    }
}

extension Draft {
    /// Whose page a sheet is.
    func holder(of sheet: Int, among passes: [PassRecord], _ given: PassRecord) -> PassRecord {
        passes.first { $0.id.description == sheets[sheet].pass } ?? given
    }

    /// The rows of each pass, held against its doses.
    func parts(for given: PassRecord, in records: Records, _ member: SignedInRequest) throws -> [ScanPart] {
        var sheets: [(pass: PassRecord, numbers: Set<Int>)] = []
        for number in self.sheets.indices {
            let pass = holder(of: number, among: member.passes, given)
            if let index = sheets.firstIndex(where: { $0.pass.id == pass.id }) {
                sheets[index].numbers.insert(number)
            } else {
                sheets.append((pass, [number]))
            }
        }
        return try sheets.map { pass, numbers in
            var draft = self
            draft.proposals.removeAll { $0.sheet.map { !numbers.contains($0) } ?? false }
            return ScanPart(pass, draft, beside: try records.vaccinations(of: pass.id), member)
        }
    }

    /// Takes whose page each sheet was said to be.
    mutating func takeHolders(_ fields: FormFields, _ passes: [PassRecord], of given: PassRecord) {
        for number in sheets.indices {
            let before = holder(of: number, among: passes, given)
            guard let id = fields["pass-\(number + 1)"], id != before.id.description,
                let pass = passes.first(where: { $0.id.description == id })
            else { continue }
            sheets[number].pass = pass.id == given.id ? nil : id
            guard pass.kind != before.kind else { continue }
            for page in sheets[number].pages.indices { takeRows(of: number, page, for: pass.kind, before: proposals) }
        }
    }
}
