import BoundedJSON
import ByteCoding
import CivilDates
import Foundation
import Model

/// Reads an object's members with their place in the document, and remembers which ones it does not know.
struct MemberReader {
    /// Names of members that a newer version added, with their places.
    final class Ignored {
        private(set) var places: [String] = []
        /// Whether no more are listed.
        var isFull: Bool { places.count >= 100 }

        func add(_ place: String) {
            if !isFull { places.append(place) }
        }
    }

    private let object: JSONObject
    private let place: String
    private let ignored: Ignored

    /// Throws `invalidField` unless `value` is an object.
    init(_ value: JSONValue, at place: String, knowing names: [String], ignored: Ignored) throws(ArchiveError) {
        guard let object = value.members else {
            throw ArchiveError(.invalidField, "\(place) is not an object.")
        }
        self.object = object
        self.place = place
        self.ignored = ignored
        // A document may have a million names, of which a hundred are listed.
        for (name, _) in object where !names.contains(name) {
            guard !ignored.isFull else { break }
            ignored.add(path(Self.shortened(name)))
        }
    }

    /// A text of 1 to `limit` bytes; nil where there is none.
    func text(_ name: String, limit: Int) throws(ArchiveError) -> String? {
        guard let value = object[name], value != .null else { return nil }
        guard let text = value.text, (1...limit).contains(text.utf8.count) else {
            throw ArchiveError(.invalidField, "\(path(name)) is not a text of 1 to \(limit) bytes.")
        }
        return text
    }

    func requiredText(_ name: String, limit: Int) throws(ArchiveError) -> String {
        guard let text = try text(name, limit: limit) else { throw missing(name) }
        return text
    }

    /// An object of texts; none is an empty one.
    func texts(_ name: String, count: Int, limit: Int) throws(ArchiveError) -> [String: String] {
        guard let value = object[name], value != .null else { return [:] }
        guard let members = value.members, members.count <= count else {
            throw ArchiveError(.invalidField, "\(path(name)) is not an object of at most \(count) texts.")
        }
        var texts: [String: String] = [:]
        for (key, value) in members {
            guard let text = value.text, text.utf8.count <= limit, (1...100).contains(key.utf8.count) else {
                throw ArchiveError(.invalidField, "\(path(name)) holds something else than short texts.")
            }
            texts[key] = text
        }
        return texts
    }

    func time(_ name: String) throws(ArchiveError) -> Date? {
        guard let text = try text(name, limit: 40) else { return nil }
        guard let date = ArchiveFormat.date(text) else {
            throw ArchiveError(.invalidField, "\(path(name)) is not a time such as 2026-03-09T12:00:00Z.")
        }
        return date
    }

    /// A record whose fields are members of the object.
    ///
    /// Texts may be longer than a record keeps, as long as their bytes could be those of one that it does.
    func fields<Record: FieldList>() throws(ArchiveError) -> Record {
        var record = Record.empty
        for field in Record.fields {
            let value = try value(of: field)
            if value == nil, field.isRequired { throw missing(field.name) }
            field.set(value, in: &record)
        }
        return record
    }

    private func value<Record>(of field: Field<Record>) throws(ArchiveError) -> FieldValue? {
        switch field.kind {
        case .text, .country: return try text(field.name, limit: field.documentBytes).map(FieldValue.text)
        case .choice(let words):
            guard let word = try text(field.name, limit: 40) else { return nil }
            guard words.contains(word) else {
                ignore(field.name)
                return nil
            }
            return .text(word)
        case .date: return try date(field.name).map(FieldValue.date)
        case .number(let range): return try number(field.name, in: range).map(FieldValue.number)
        }
    }

    private func date(_ name: String) throws(ArchiveError) -> PartialDate? {
        guard let text = try text(name, limit: 10) else { return nil }
        guard let date = PartialDate(ofRecord: text) else {
            throw ArchiveError(.invalidField, "\(path(name)) is not a date such as 2021-03-09, 2021-03 or 2021.")
        }
        return date
    }

    private func number(_ name: String, in range: ClosedRange<Int>) throws(ArchiveError) -> Int? {
        guard let value = object[name], value != .null else { return nil }
        guard let number = value.wholeNumber(in: range) else {
            throw ArchiveError(
                .invalidField, "\(path(name)) is not a number within \(range.lowerBound) and \(range.upperBound).")
        }
        return number
    }

    /// Base64 of any length, which stays as it is until it is asked for.
    func content(_ name: String) throws(ArchiveError) -> ArchivedContent {
        guard let content = object[name]?.text.flatMap(ArchivedContent.init(base64:)) else {
            throw ArchiveError(.invalidField, "\(path(name)) is not Base64.")
        }
        return content
    }

    /// The items of an array, each read with its place; no array is an empty one.
    func items<Item>(
        _ name: String, limit: Int, _ read: (JSONValue, String) throws(ArchiveError) -> Item
    ) throws(ArchiveError) -> [Item] {
        guard let value = object[name], value != .null else { return [] }
        guard let values = value.elements else {
            throw ArchiveError(.invalidField, "\(path(name)) is not an array.")
        }
        guard values.count <= limit else {
            throw ArchiveError(.tooLarge, "\(path(name)) holds more than \(limit) entries.")
        }
        var items: [Item] = []
        for (index, value) in values.enumerated() {
            try ArchiveError.checkCancellation()
            items.append(try read(value, "\(path(name))[\(index)]"))
        }
        return items
    }

    func ignore(_ name: String) { ignored.add(path(name)) }

    private func missing(_ name: String) -> ArchiveError {
        ArchiveError(.invalidField, "\(path(name)) is missing.")
    }

    private func path(_ name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

    private static func shortened(_ name: String) -> String {
        String(
            name.unicodeScalars.lazy.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }.prefix(
                40
            )
            .map(Character.init))
    }
}

extension Field {
    /// Bytes of the longest text that a document may have for it: such a one may still be too long for a record.
    var documentBytes: Int {
        if case .text(let limit, _) = kind { limit * RecordText.bytesOfCharacter } else { 100 }
    }
}
