package import Foundation
import Model
package import Scanning
package import Vault
import VaultStorage
import Web

/// Pages that were read and wait for their owner to check them: sealed in their vault, for a day at most.
///
/// A few of a pass wait beside each other. Pictures are kept outside of the vault, each sealed by itself.
package struct PendingScan: Codable, Sendable, Equatable {
    /// Seconds until it goes.
    package static let lifetime: TimeInterval = 86_400
    /// How many pages one has at most.
    package static let mostPages = 4
    /// How many of a pass wait at most.
    static let mostOpen = 4

    /// Files as they came.
    package struct Source: Codable, Sendable, Equatable {
        package let name: String
        /// The sealed file's id.
        package let file: String
    }

    /// The pages of one form.
    package struct Sheet: Codable, Sendable, Equatable {
        /// As JSON; nil where nobody knows yet which form it is.
        var template: Data?
        /// In the order of the template's pages.
        package var pages: [Page]
        /// The links that didn't hold when it was read.
        var broken: [Link] = []
    }

    /// A page: where it is in its picture, and what was read.
    package struct Page: Codable, Sendable, Equatable {
        /// Which of the files, and which page of that, from 0.
        let source: Int
        let number: Int
        /// The picture's size in pixels, where it is known.
        var width = 0
        var height = 0
        /// One of ``ReaderAnswer/Place``; nil where nothing could be read.
        var place: String?
        /// Eight numbers, clockwise from the page's own top left, in pixels of the picture; or none.
        var corners: [Double] = []
        /// The flat page's picture: a sealed file's id.
        package var flat: String?
        /// What makes it hard to read: names of ``ReaderAnswer/Fault``.
        package var faults: [String] = []
        /// Why nothing was read: one of ``ScanFault``.
        package var refusal: String?
        /// Whether the vaccines that it names are for another species than the pass.
        var isOfOthers: Bool?
        package var rows: [Row] = []
        package var fields: [String: Value] = [:]
    }

    package struct Row: Codable, Sendable, Equatable {
        package let number: Int
        package var fields: [String: Value]
        /// Whether something is written where its vaccine, day or batch is.
        let isInked: Bool
        /// What somebody typed in the place of what was read, by the name of its field in the form: `date`, `vaccine`.
        var typed: [String: String]?
    }

    package struct Value: Codable, Sendable, Equatable {
        let text: String
        package let value: String?
        let confidence: Double
        let candidates: [String]
    }

    struct Link: Codable, Sendable, Equatable {
        let kind: String
        let regions: [String]
        let fields: [Key]
    }

    struct Key: Codable, Sendable, Equatable {
        let page: Int
        let row: Int?
        let name: String
    }

    package var sources: [Source]
    package var sheets: [Sheet]

    /// The pages of all sheets in their order.
    package var pages: [(sheet: Int, page: Int)] {
        sheets.enumerated().flatMap { sheet in sheet.element.pages.indices.map { (sheet.offset, $0) } }
    }
}

extension PendingScan {
    private static func identity(_ pass: PassID) -> String { "scan \(pass)" }
    private static func isScan(_ record: PendingImport, of pass: PassID, now: Date) -> Bool {
        record.passID == pass && record.identity.hasPrefix(identity(pass)) && now < record.expires
    }

    /// Keeps it, with its pictures, beside those that wait.
    func store(_ id: ScanID, of pass: PassID, in records: Records, with files: [SealedFile], at time: Date) throws {
        try records.insert(
            PendingImport(
                id: id.pending, passID: pass, text: try text, identity: "\(Self.identity(pass)) \(id)", createdAt: time,
                lifetime: Self.lifetime))
        for file in files { try records.stage(file, for: id.pending) }
    }

    private static func identity(trying template: String) -> String { "trial \(template)" }

    /// Keeps what a template was tried on, in place of the picture before.
    package func store(
        _ id: ScanID, trying template: String, in records: Records, with files: [SealedFile], at time: Date
    ) throws {
        try records.insert(
            PendingImport(
                id: id.pending, passID: nil, text: try text, identity: Self.identity(trying: template), createdAt: time,
                lifetime: Self.lifetime))
        for file in files { try records.stage(file, for: id.pending) }
    }

    /// What a template was tried on last, unless its day is over.
    package static func trial(of template: String, in records: Records, now: Date) throws -> (ScanID, PendingScan)? {
        let identity = identity(trying: template)
        guard let record = try records.pendingImports().first(where: { $0.identity == identity }), now < record.expires
        else { return nil }
        return (ScanID(sameAs: record.id), try PendingScan(record))
    }

    /// Keeps what has changed of it, with further pictures, as long as it would have stayed; pictures that it names no more
    /// go.
    func replace(_ id: ScanID, in records: Records, with files: [SealedFile] = []) throws {
        try records.replacePendingText(id.pending, with: text)
        for file in files { try records.stage(file, for: id.pending) }
        try records.keepStaged(sources.map(\.file) + sheets.flatMap(\.pages).compactMap(\.flat), of: id.pending)
    }

    private var text: String { get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) } }

    /// What a record holds.
    init(_ record: PendingImport) throws {
        self = try JSONDecoder().decode(PendingScan.self, from: Data(record.text.utf8))
    }

    /// The one with this id, unless its day is over; nil for none of this pass.
    static func find(_ id: ScanID, of pass: PassID, in records: Records, now: Date) throws -> PendingScan? {
        guard let record = try records.pendingImport(id.pending), isScan(record, of: pass, now: now) else { return nil }
        return try PendingScan(record)
    }

    /// Those of a pass that wait, in the order they came; whether there is room for another.
    static func open(
        of pass: PassID, in records: Records, now: Date
    ) throws -> (waiting: [PendingImport], hasRoom: Bool) {
        let all = try records.pendingImports().filter { now < $0.expires }
        let waiting = all.filter { isScan($0, of: pass, now: now) }
        // One more than an account keeps would take the oldest one's place.
        return (waiting, waiting.count < mostOpen && all.count < PendingImport.limit)
    }
}

extension PendingScan.Page {
    /// Its corners, in fractions of the picture; none where nobody knows them.
    var cornerPoints: [PicturePoint] {
        guard corners.count == 8, width > 0, height > 0 else { return [] }
        return (0..<4).map {
            PicturePoint(x: corners[2 * $0] / Double(width), y: corners[2 * $0 + 1] / Double(height))
        }
    }

    /// What was typed in the same page's rows before it was read again.
    mutating func takeTyped(from before: Self) {
        for index in rows.indices {
            rows[index].typed = before.rows.first { $0.number == rows[index].number }?.typed
        }
    }
}

extension PendingScan.Sheet {
    /// The form that it is of.
    package var form: ScanTemplate? { template.flatMap { try? ScanTemplate(parsing: $0) } }

    /// Every field by its key.
    var values: [FieldKey: ScanField] {
        var values: [FieldKey: ScanField] = [:]
        for (number, page) in pages.enumerated() {
            for (name, value) in page.fields { values[FieldKey(page: number, name: name)] = value.field }
            for row in page.rows {
                for (name, value) in row.fields {
                    values[FieldKey(page: number, row: row.number, name: name)] = value.field
                }
            }
        }
        return values
    }
}

extension PendingScan.Value {
    init(_ field: ScanField) {
        self.init(
            text: String(field.text.prefix(500)), value: field.value.map { String($0.prefix(500)) },
            confidence: field.confidence, candidates: field.candidates.prefix(8).map { String($0.prefix(500)) })
    }

    package var field: ScanField { ScanField(text: text, value: value, confidence: confidence, candidates: candidates) }
}

extension PendingScan.Link {
    init(_ verdict: JudgedLink) {
        self.init(
            kind: verdict.link.kind.rawValue, regions: verdict.link.regions,
            fields: verdict.fields.map { PendingScan.Key(page: $0.page, row: $0.row, name: $0.name) })
    }

    var verdict: JudgedLink? {
        ScanLink.Kind(rawValue: kind).map { kind in
            JudgedLink(
                ScanLink(kind, regions), fields.map { FieldKey(page: $0.page, row: $0.row, name: $0.name) },
                holds: false)
        }
    }
}
