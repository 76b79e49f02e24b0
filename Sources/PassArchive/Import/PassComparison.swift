import ByteCoding
import CivilDates
import Foundation
import Model

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
        return holder.content.differences(from: existing.content)
    }

    static func rows(
        of pass: ArchivedPass, against existing: ArchivedPass?, identity: @escaping (ArchivedCertificate) -> String,
        twins: ArchivedTwins.Finding
    ) -> [ArchiveImportRow] {
        let certificates = match(
            pass.certificates, existing?.certificates ?? [], by: [{ [identity($0)] }])
        let facts = match(pass.facts, existing?.facts ?? [], by: [{ content($0.content) }, { $0.id.map { [$0] } }])
        let attachments = match(
            pass.attachments, existing?.attachments ?? [], by: [{ [$0.name] + content($0) }, content])
        return rows(of: pass.vaccinations, against: existing?.vaccinations ?? [], twins: twins)
            + certificates.map { row(.certificate($0), $1.map { .certificate($0) }, []) }
            + facts.map { row(.fact($0), $1.map { .fact($0) }, fields($0, $1)) }
            + attachments.map { row(.attachment($0), $1.map { .attachment($0) }, []) }
    }

    private static func rows(
        of incoming: [ArchivedVaccination], against existing: [ArchivedVaccination], twins: ArchivedTwins.Finding
    ) -> [ArchiveImportRow] {
        let known = pairs(incoming, existing, by: [{ content($0.content) }, { $0.id.map { [$0] } }])
        let found = twins(incoming, existing, known)
        return incoming.indices.map { number in
            var dose = incoming[number]
            let twin = found.twins[number]
            // What an entry says once more is of the first one.
            if known[number] == nil, twin == nil { dose.content = found.doses[number] }
            func row(_ state: ArchiveImportRow.State) -> ArchiveImportRow {
                ArchiveImportRow(entry: .vaccination(dose), state: state)
            }
            switch twin {
            case .same(let number, let filled):
                var after = existing[number]
                let fields = filled.differences(from: after.content)
                guard !fields.isEmpty else { return row(.alreadyThere(existing: .vaccination(after))) }
                (after.id, after.content) = (nil, filled)
                return row(
                    .adds(filled: .vaccination(after), existing: .vaccination(existing[number]), fields: fields))
            case .perhaps(let number) where existing[number].date != dose.date:
                let fields = dose.content.differences(from: existing[number].content)
                return row(.doubt(of: .vaccination(existing[number]), isHere: true, fields: fields))
            case .repeats(let number): return row(.repeated(first: .vaccination(incoming[number])))
            case .perhapsRepeats(let number):
                let fields = dose.content.differences(from: incoming[number].content)
                return row(.doubt(of: .vaccination(incoming[number]), isHere: false, fields: fields))
            case .perhaps(let number):
                return self.row(
                    .vaccination(dose), .vaccination(existing[number]), self.fields(dose, existing[number]))
            case nil:
                let there = known[number].map { existing[$0] }
                return self.row(.vaccination(dose), there.map { .vaccination($0) }, fields(dose, there))
            }
        }
    }

    private static func match<Item>(
        _ incoming: [Item], _ existing: [Item], by keys: [(Item) -> [String?]?]
    ) -> [(Item, Item?)] {
        zip(incoming, pairs(incoming, existing, by: keys)).map { ($0, $1.map { existing[$0] }) }
    }

    /// Pairs items one to one: first everything with an equal first key, and so on.
    ///
    /// An item without a key is not paired by it.
    private static func pairs<Item>(
        _ incoming: [Item], _ existing: [Item], by keys: [(Item) -> [String?]?]
    ) -> [Int?] {
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
        return pairs
    }

    private static func row(_ entry: ArchiveImportRow.Entry, _ existing: ArchiveImportRow.Entry?, _ fields: [String])
        -> ArchiveImportRow
    {
        guard let existing else { return ArchiveImportRow(entry: entry, state: .new) }
        let state: ArchiveImportRow.State =
            fields.isEmpty ? .alreadyThere(existing: existing) : .conflict(existing: existing, fields: fields)
        return ArchiveImportRow(entry: entry, state: state)
    }

    /// What the user entered; ids and times are not that.
    private static func content<Record: FieldList>(_ record: Record) -> [String?] {
        Record.compared.map { $0[record]?.description }
    }

    private static func fields(_ incoming: ArchivedVaccination, _ existing: ArchivedVaccination?) -> [String] {
        guard let existing else { return [] }
        // Another system that says nothing of a field has no other opinion of it.
        let told = incoming.id == nil ? incoming.content.completed(by: existing.content) : incoming.content
        return told.differences(from: existing.content)
    }

    private static func fields(_ incoming: ArchivedFact, _ existing: ArchivedFact?) -> [String] {
        existing.map { incoming.content.differences(from: $0.content) } ?? []
    }

    /// A file is the same when its bytes are, whatever it is called.
    private static func content(_ attachment: ArchivedAttachment) -> [String?] {
        guard let digest = attachment.digest else {
            return [String(attachment.content.bytes.hashValue), String(attachment.content.count)]
        }
        return [Hex.encode(digest)]
    }

    /// A name without case, accents' forms and doubled blanks.
    static func folded(_ name: String) -> String {
        name.precomposedStringWithCompatibilityMapping.lowercased()
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
