/// Judges the links of a template from values: those read, and again those that a person corrected.
///
/// A value that somebody typed has a confidence of 1.
package struct LinkJudge: Sendable {
    private let template: ScanTemplate
    private let rule: LinkRule
    /// Where a name is: on the first page that has it.
    private let places: [String: Place]

    private struct Place {
        let page: Int
        let isColumn: Bool
        let type: RegionType
    }

    package init(_ template: ScanTemplate, lexicon: VaccineLexicon, holder: String? = nil) {
        (self.template, rule) = (template, LinkRule(lexicon: lexicon, holder: holder))
        var places: [String: Place] = [:]
        for (number, page) in template.pages.enumerated().reversed() {
            for column in page.columns { places[column.name] = Place(page: number, isColumn: true, type: column.type) }
            for region in page.regions { places[region.name] = Place(page: number, isColumn: false, type: region.type) }
        }
        self.places = places
    }

    /// What the values say of each link, those that a booklet's table implies after those that the template tells.
    package func links(of values: [FieldKey: ScanField]) -> [JudgedLink] {
        told(values) + template.pages.enumerated().flatMap { implied($1, page: $0, values) }
    }

    private func told(_ values: [FieldKey: ScanField]) -> [JudgedLink] {
        template.links.flatMap { link in
            // Whoever asked may have gone: nobody sees what is left out.
            Task.isCancelled ? [] : keys(of: link).map { JudgedLink(link, $0, holds: holds(link.kind, $0, values)) }
        }
    }

    /// The fields that a link joins: once, or for each row where it names columns; `order` of one column goes down it.
    private func keys(of link: ScanLink) -> [[FieldKey]] {
        let columns = template.pages.first { $0.columns.contains { link.regions.contains($0.name) } }
        let rows = columns?.rows?.count ?? 0
        func key(_ name: String, row: Int?) -> FieldKey? {
            places[name].map { FieldKey(page: $0.page, row: $0.isColumn ? row : nil, name: name) }
        }
        if rows > 0, link.kind == .order, link.regions.count == 1 {
            return [(1...rows).compactMap { key(link.regions[0], row: $0) }]
        }
        guard rows > 0 else { return [link.regions.compactMap { key($0, row: nil) }] }
        return (1...rows).map { row in link.regions.compactMap { key($0, row: row) } }
    }

    private func holds(_ kind: ScanLink.Kind, _ keys: [FieldKey], _ values: [FieldKey: ScanField]) -> Bool? {
        let fields = keys.map { values[$0] }
        switch kind {
        case .equal: return rule.equal(fields)
        case .sum: return rule.sum(fields)
        case .order: return rule.order(fields)
        case .within: return rule.within(fields)
        case .holder: return fields.first.flatMap { rule.holder($0) }
        case .agrees:
            let crossed = zip(keys, fields).compactMap { key, field in
                places[key.name].flatMap { CrossedColumn($0.type, field) }
            }
            return fields.first.flatMap { rule.agrees($0, crossed) }
        }
    }

    /// In each row: crosses agree with the vaccine, it was given before it expired; down the table: days ascend.
    private func implied(_ page: ScanPage, page number: Int, _ values: [FieldKey: ScanField]) -> [JudgedLink] {
        let roles = RowRoles(page)
        guard roles.vaccine != nil else { return [] }
        func key(_ name: String, _ row: Int) -> FieldKey { FieldKey(page: number, row: row, name: name) }
        var verdicts: [JudgedLink] = []
        func add(_ kind: ScanLink.Kind, _ keys: [FieldKey], _ holds: Bool?) {
            guard holds != nil else { return }
            verdicts.append(JudgedLink(ScanLink(kind, keys.map(\.label)), keys, holds: holds))
        }
        var lastDate: FieldKey?
        for row in 1...max(1, page.rows?.count ?? 1) where page.rows != nil {
            if let vaccine = roles.vaccine.map({ key($0, row) }), !roles.crosses.isEmpty {
                let crosses = roles.crosses.map { key($0.name, row) }
                let crossed = zip(roles.crosses, crosses).compactMap { CrossedColumn($0.type, values[$1]) }
                let marked = crosses.filter { values[$0]?.value == "true" }
                add(.agrees, [vaccine] + marked, rule.agrees(values[vaccine], crossed))
            }
            guard let date = roles.date.map({ key($0, row) }), values[date]?.value != nil else { continue }
            if let expiry = roles.expiry.map({ key($0, row) }) {
                add(.within, [date, expiry], rule.within([values[date], values[expiry]]))
            }
            for (earlier, later) in zip([roles.date ?? ""] + roles.ahead, roles.ahead) {
                let both = [key(earlier, row), key(later, row)]
                add(.order, both, rule.order(both.map { values[$0] }))
            }
            if let lastDate { add(.order, [lastDate, date], rule.order([values[lastDate], values[date]])) }
            lastDate = date
        }
        return verdicts
    }
}
