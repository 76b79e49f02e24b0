import CivilDates
import Immunization
import Intake
package import Scanning
package import Web

/// Judges the links of what was read, with what somebody has corrected.
package struct CheckedLinks: Sendable {
    let checked: CheckedScan
    let settings: ScanSettings
    /// Whose each sheet is, where that isn't whom the settings name.
    var holders: [Int: String] = [:]

    package init(checked: CheckedScan, settings: ScanSettings, holders: [Int: String] = [:]) {
        (self.checked, self.settings, self.holders) = (checked, settings, holders)
    }

    /// A link that doesn't hold.
    package struct Broken: Sendable {
        let sheet: Int
        let verdict: JudgedLink
        let values: [FieldKey: ScanField]

        /// By what it is known when the form comes back.
        var id: String {
            "\(sheet + 1):\(verdict.link.kind.rawValue):"
                + verdict.fields.map { "\($0.page + 1).\($0.label)" }.joined(separator: ",")
        }
    }

    /// The links that don't hold.
    ///
    /// - Parameter typed: the values that differ from what was read, nil for none, by sheet.
    ///   - leftOut: rows that don't count, by sheet.
    package func broken(_ typed: [Int: [FieldKey: String?]] = [:], leftOut: [Int: Set<FieldKey>] = [:]) -> [Broken] {
        checked.draft.sheets.enumerated().flatMap { number, sheet -> [Broken] in
            guard let form = checked.forms[number] else { return [] }
            var values = sheet.values
            for (key, value) in typed[number] ?? [:] {
                values[key] = value.map { ScanField(text: $0, value: $0, confidence: 1, candidates: [$0]) }
            }
            for key in leftOut[number] ?? [] { values[key] = nil }
            let judge = LinkJudge(form, lexicon: settings.lexicon, holder: holders[number] ?? settings.holder)
            let judged = judge.links(of: values)
            var broken = judged.filter { $0.holds == false }
            let changed = Set((typed[number] ?? [:]).keys).union(leftOut[number] ?? [])
            // What the values together said when they were read still counts where nobody has touched them.
            let untouched = sheet.broken.compactMap(\.verdict).filter { changed.isDisjoint(with: $0.fields) }
            let typedOn = judge.links(of: values.mapValues(\.asSaid)).filter { Self.isTyped($0, values) }
            for verdict in untouched + typedOn {
                if !broken.contains(where: { $0.link.kind == verdict.link.kind && $0.fields == verdict.fields }) {
                    broken.append(verdict)
                }
            }
            return broken.map { Broken(sheet: number, verdict: $0, values: values) }
        }
    }
}

extension CheckedLinks {
    /// Whether numbers contradict each other of which somebody has typed one: the others are taken as they are, since
    /// whoever corrects one sees them.
    private static func isTyped(_ verdict: JudgedLink, _ values: [FieldKey: ScanField]) -> Bool {
        verdict.holds == false && [.equal, .sum].contains(verdict.link.kind)
            && verdict.fields.contains { values[$0]?.confidence == 1 }
            && verdict.fields.allSatisfy { values[$0]?.value != nil }
    }
}

extension ScanField {
    /// The same as if somebody had typed it.
    fileprivate var asSaid: ScanField {
        value.map { ScanField(text: $0, value: $0, confidence: 1, candidates: [$0]) } ?? self
    }
}

/// Says in words which link doesn't hold, naming both places.
package struct LinkWords: Sendable {
    let checked: CheckedScan
    let names: VaccinationNames
    let lexicon: VaccineLexicon
    let holder: String
    /// Whose each sheet is, where that is somebody else.
    var holders: [Int: String] = [:]

    package init(checked: CheckedScan, names: VaccinationNames, lexicon: VaccineLexicon, holder: String) {
        self.checked = checked
        self.names = names
        self.lexicon = lexicon
        self.holder = holder
    }

    private var words: Localizer { names.words }

    package func text(_ broken: CheckedLinks.Broken) -> String {
        let fields = broken.verdict.fields
        func value(_ place: Int) -> String {
            guard fields.indices.contains(place), let value = broken.values[fields[place]]?.value else {
                return words[.`scans.link.nothing`]
            }
            return PartialDate(value).map(words.date) ?? value
        }
        func place(_ index: Int) -> String { fields.indices.contains(index) ? name(fields[index], broken.sheet) : "" }
        switch broken.verdict.link.kind {
        case .agrees: return agrees(broken)
        case .order:
            // Of a whole column, the two days that don't ascend.
            let pair = descending(broken)
            func both(_ index: Int) -> (String, String) {
                (name(fields[index], broken.sheet), value(index))
            }
            guard let pair else { return words[.`scans.link.order-any`] }
            return words(
                .`scans.link.order`,
                [
                    "first": both(pair.0).0, "earlier": both(pair.0).1, "second": both(pair.1).0,
                    "later": both(pair.1).1,
                ])
        case .within: return words(.`scans.link.within`, ["date": value(0), "expiry": value(1)])
        case .holder:
            return words(
                .`scans.link.holder`, ["name": value(0), "holder": holders[broken.sheet] ?? holder])
        case .equal:
            return words(
                .`scans.link.equal`,
                ["first": place(0), "left": value(0), "second": place(1), "right": value(1)])
        case .sum:
            let parts = fields.indices.dropFirst().map { "\(place($0)): \(value($0))" }
            return words(
                .`scans.link.sum`, ["first": place(0), "total": value(0), "parts": words.list(Array(parts))])
        }
    }

    /// 'The cross says measles, the vaccine is against tetanus'.
    private func agrees(_ broken: CheckedLinks.Broken) -> String {
        let fields = broken.verdict.fields
        guard let form = checked.forms[broken.sheet], let first = fields.first, first.page < form.pages.count else {
            return words[.`scans.link.nothing`]
        }
        var crossed: [String] = []
        for column in form.pages[first.page].columns {
            let key = FieldKey(page: first.page, row: first.row, name: column.name)
            if case .cross(let targets) = column.type, broken.values[key]?.value == "true" { crossed += targets }
        }
        let vaccine = broken.values[first]?.value ?? ""
        let targets = names.catalogue.vaccine(vaccine)?.targets ?? Array(lexicon[vaccine]?.targets ?? []).sorted()
        return words(
            .`scans.link.agrees`,
            ["crosses": names.diseases(crossed), "targets": names.diseases(targets)])
    }

    private func descending(_ broken: CheckedLinks.Broken) -> (Int, Int)? {
        let fields = broken.verdict.fields
        let dates = fields.indices.compactMap { index in
            broken.values[fields[index]]?.value.flatMap { PartialDate($0) }.map { (index: index, date: $0) }
        }
        return zip(dates, dates.dropFirst()).first { $1.date.latest < $0.date.earliest }.map { ($0.index, $1.index) }
    }

    /// 'row 3' of a table of vaccinations, else the region's name.
    func name(_ key: FieldKey, _ sheet: Int) -> String {
        if let row = checked.rows.first(where: { $0.sheet == sheet && $0.keys.values.contains(key) }) {
            return words(.`scans.row`, ["row": String(row.number)])
        }
        return key.row.map { "\(key.name), \(words(.`scans.row`, ["row": String($0)]))" } ?? key.name
    }
}
