import ByteCoding
import CivilDates
import Foundation

/// Says which passes and entries are the same.
enum PassComparison {
    /// By id and kind.
    static func isSame(_ incoming: ArchivedPass, _ existing: ArchivedPass) -> Bool {
        incoming.id != nil && incoming.id == existing.id && incoming.kind == existing.kind
    }

    /// Whether the kinds are the same and the birth dates can be.
    static func canBeSame(_ incoming: ArchivedPass, _ existing: ArchivedPass) -> Bool {
        guard incoming.kind == existing.kind else { return false }
        guard let mine = existing.birthDate, let theirs = incoming.birthDate else { return true }
        return mine.isCompatible(with: theirs)
    }

    static func differingFields(_ incoming: ArchivedPass, _ existing: ArchivedPass) -> [String] {
        // Another system that says nothing of a field has no other opinion of it.
        let holder = incoming.completed(by: existing)
        var fields: [String] = []
        if holder.name != existing.name { fields.append("name") }
        if holder.birthDate != existing.birthDate { fields.append("birthDate") }
        if holder.sex != existing.sex { fields.append("sex") }
        return fields
    }

    static func rows(
        of pass: ArchivedPass, against existing: ArchivedPass?, identity: @escaping (ArchivedCertificate) -> String
    ) -> [ImportRow] {
        let vaccinations = match(
            pass.vaccinations, existing?.vaccinations ?? [],
            by: [content, { $0.id.map { [$0] } }, { [$0.target, $0.date.description] }])
        let certificates = match(
            pass.certificates, existing?.certificates ?? [], by: [{ [identity($0)] }])
        let facts = match(pass.facts, existing?.facts ?? [], by: [content, { $0.id.map { [$0] } }])
        let attachments = match(
            pass.attachments, existing?.attachments ?? [], by: [{ [$0.name] + content($0) }, content])
        return vaccinations.map { row(.vaccination($0), $1.map { .vaccination($0) }, fields($0, $1)) }
            + certificates.map { row(.certificate($0), $1.map { .certificate($0) }, []) }
            + facts.map { row(.fact($0), $1.map { .fact($0) }, fields($0, $1)) }
            + attachments.map { row(.attachment($0), $1.map { .attachment($0) }, []) }
    }

    /// Pairs items one to one: first everything with an equal first key, and so on.
    ///
    /// An item without a key is not paired by it.
    private static func match<Item>(
        _ incoming: [Item], _ existing: [Item], by keys: [(Item) -> [String?]?]
    ) -> [(Item, Item?)] {
        var pairs = [Int?](repeating: nil, count: incoming.count)
        var free = Set(existing.indices)
        for key in keys {
            var candidates: [[String?]: [Int]] = [:]
            for index in free.sorted(by: >) {
                if let key = key(existing[index]) { candidates[key, default: []].append(index) }
            }
            for index in incoming.indices where pairs[index] == nil {
                guard let key = key(incoming[index]), let found = candidates[key]?.popLast() else { continue }
                pairs[index] = found
                free.remove(found)
            }
        }
        return zip(incoming, pairs).map { ($0, $1.map { existing[$0] }) }
    }

    private static func row(_ entry: ImportRow.Entry, _ existing: ImportRow.Entry?, _ fields: [String]) -> ImportRow {
        guard let existing else { return ImportRow(entry: entry, state: .new) }
        let state: ImportRow.State =
            fields.isEmpty ? .alreadyThere(existing: existing) : .conflict(existing: existing, fields: fields)
        return ImportRow(entry: entry, state: state)
    }

    /// What the user entered; ids and times are not that.
    private static func content(_ vaccination: ArchivedVaccination) -> [String?] {
        [
            vaccination.target, vaccination.vaccine, vaccination.vaccineName, vaccination.date.description,
            vaccination.batch, vaccination.administeredBy, vaccination.country, vaccination.note,
            vaccination.doseNumber.map(String.init), vaccination.seriesDoses.map(String.init),
        ]
    }

    private static let vaccinationFields = [
        "target", "vaccine", "vaccineName", "date", "batch", "administeredBy", "country", "note", "doseNumber",
        "seriesDoses",
    ]

    private static func fields(_ incoming: ArchivedVaccination, _ existing: ArchivedVaccination?) -> [String] {
        guard let existing else { return [] }
        let (new, old) = (content(incoming), content(existing))
        // Another system that says nothing of a field has no other opinion of it.
        return differing(incoming.id == nil ? zip(new, old).map { $0 ?? $1 } : new, old, named: vaccinationFields)
    }

    private static func content(_ fact: ArchivedFact) -> [String?] {
        [fact.kind, fact.value, fact.from?.description, fact.to?.description]
    }

    private static func fields(_ incoming: ArchivedFact, _ existing: ArchivedFact?) -> [String] {
        existing.map { differing(content(incoming), content($0), named: ["kind", "value", "from", "to"]) } ?? []
    }

    /// A file is the same when its bytes are, whatever it is called.
    private static func content(_ attachment: ArchivedAttachment) -> [String?] {
        guard let digest = attachment.digest else {
            return [String(attachment.content.bytes.hashValue), String(attachment.content.count)]
        }
        return [Hex.encode(digest)]
    }

    private static func differing(_ incoming: [String?], _ existing: [String?], named names: [String]) -> [String] {
        zip(names, zip(incoming, existing)).filter { $1.0 != $1.1 }.map(\.0)
    }

    /// A name without case, accents' forms and doubled blanks.
    static func folded(_ name: String) -> String {
        name.precomposedStringWithCompatibilityMapping.lowercased()
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
