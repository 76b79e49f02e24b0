package import BoundedJSON
import CivilDates

/// What was read of a document: one picture for each page of its template, in order.
package struct ScanResult: Sendable, Hashable {
    /// The template's id.
    package let template: String?
    package private(set) var pages: [ScannedPage]

    /// - Parameter answers: what the reader said of each page; nil where it said nothing.
    package init(_ template: ScanTemplate, _ answers: [ReaderAnswer?], _ settings: ScanSettings) {
        self.template = template.id
        pages = template.pages.indices.map { number in
            guard number < answers.count, let answer = answers[number] else {
                return ScannedPage(place: nil, corners: [], faults: [])
            }
            return Self.page(template.pages[number], number: number, answer, settings)
        }
        weighLinks(template, settings)
        leaveDays(template)
    }

    /// A page of no form that is known.
    package init() {
        template = nil
        pages = [ScannedPage(place: nil, corners: [], faults: [])]
    }

    private static func page(
        _ page: ScanPage, number: Int, _ answer: ReaderAnswer, _ settings: ScanSettings
    ) -> ScannedPage {
        var scanned = ScannedPage(place: answer.place, corners: answer.corners, faults: answer.faults)
        guard answer.isFound else { return scanned }
        let regions = RegionReader(answer, settings)
        let rows = RowReader(regions: regions, roles: RowRoles(page))
        var cells: [(number: Int, region: PlacedRegion)] = []
        for (place, region) in page.placed(page: number).enumerated() {
            if let row = cells.last?.region.key.row, row != region.key.row {
                if let row = rows.row(cells, above: scanned.rows.last) { scanned.rows.append(row) }
                cells = []
            }
            if region.key.row != nil {
                cells.append((place, region))
            } else {
                read(region, place, regions, into: &scanned)
            }
        }
        if let row = rows.row(cells, above: scanned.rows.last) { scanned.rows.append(row) }
        scanned.rows = DateEvidence(rows.roles, today: settings.today).weigh(scanned.rows)
        let brands = BrandEvidence(settings: settings)
        for place in scanned.rows.indices {
            guard let name = rows.roles.vaccine, let field = scanned.rows[place].fields[name] else { continue }
            let date = rows.roles.date.flatMap { scanned.rows[place].fields[$0]?.value }.flatMap { PartialDate($0) }
            scanned.rows[place].fields[name] = brands.weigh(field, on: date)
        }
        return scanned
    }

    private static func read(
        _ region: PlacedRegion, _ place: Int, _ regions: RegionReader, into page: inout ScannedPage
    ) {
        guard region.type == .sticker else {
            page.fields[region.key.name] = regions.field(region, number: place)
            return
        }
        for part in StickerParser.Part.allCases {
            page.fields["\(region.key.name).\(part.rawValue)"] = regions.field(part, number: place)
        }
    }

    /// Every field by its key.
    package var values: [FieldKey: ScanField] {
        var values: [FieldKey: ScanField] = [:]
        for (number, page) in pages.enumerated() {
            for (name, field) in page.fields { values[FieldKey(page: number, name: name)] = field }
            for row in page.rows {
                for (name, field) in row.fields {
                    values[FieldKey(page: number, row: row.number, name: name)] = field
                }
            }
        }
        return values
    }

    private subscript(key: FieldKey) -> ScanField? {
        get {
            guard let row = key.row else { return pages[key.page].fields[key.name] }
            return pages[key.page].rows.first { $0.number == row }?.fields[key.name]
        }
        set {
            if let row = key.row {
                guard let place = pages[key.page].rows.firstIndex(where: { $0.number == row }) else { return }
                pages[key.page].rows[place].fields[key.name] = newValue
            } else {
                pages[key.page].fields[key.name] = newValue
            }
        }
    }

    /// Links that hold make their fields surer, broken ones make them doubtful.
    private mutating func weighLinks(_ template: ScanTemplate, _ settings: ScanSettings) {
        let judge = LinkJudge(template, lexicon: settings.lexicon, holder: settings.holder)
        // What one link bears out can break another: a sum that adds up tells which of two unequal values is right.
        let solved = LinkSolver(template, values).solve()
        let verdicts = judge.links(of: values).map { verdict in
            guard verdict.holds != true, let holds = solved.verdicts[verdict.link] else { return verdict }
            return JudgedLink(verdict.link, verdict.fields, holds: holds ? nil : false)
        }
        for (key, field) in solved.fields { self[key] = field }
        for (key, field) in LinkEvidence(verdicts).doubted(values) { self[key] = field }
        for verdict in verdicts {
            guard let page = verdict.fields.map(\.page).min() else { continue }
            pages[page].links.append(verdict)
        }
    }

    /// A day that isn't nearly sure has to be typed: of 32 published ones that were read like that, 12 were wrong.
    private mutating func leaveDays(_ template: ScanTemplate) {
        for (number, page) in template.pages.enumerated() {
            for region in page.placed(page: number) where region.type == .date {
                guard let field = self[region.key], !field.isRepeated, field.confidence < LinkRule.nearlySure else {
                    continue
                }
                self[region.key]?.confidence = min(field.confidence, ScanField.unread)
            }
        }
    }

    /// What `vaccinapp read-page --json` prints.
    package var json: JSONValue {
        ["template": JSONValue(template), "pages": .array(pages.map(\.json))]
    }
}
