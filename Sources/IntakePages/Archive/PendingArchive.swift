package import Foundation
import Model
package import PassArchive
package import Vault
package import Web

/// What was read from a file or behind a link and waits for its owner to confirm it, as a draft beside others.
package struct PendingArchive: Codable, Sendable {
    /// A table with what its columns mean.
    package struct Table: Codable, Sendable {
        /// The file as it came.
        let bytes: Data
        var choice: TableChoice?
    }

    /// What the file was called.
    package let fileName: String
    /// The kind of file, for the access log: `age`, `fhir`, `health cards` or `csv`.
    package let source: String
    /// The document as in an export; nil for a table.
    package var document: String?
    /// What was left out.
    package var findings: [Remark] = []
    /// The document's doses of which somebody has to say which vaccine it was.
    package var asked: [AskedDose]?
    package var table: Table?
    /// What became of the attachments' contents, which aren't in the document.
    var staged: [AttachmentStaging.Staged]?

    /// An entry of the file that was left out, or several of them: its number from 1, and the name of its problem.
    package struct Remark: Codable, Sendable {
        /// The problems that health cards and our own documents have.
        package enum Own: String, CaseIterable {
            case unreadableCard, cardsLeftOut, noDoseOfCard, ignored
        }

        package let entry: Int
        /// The last of several.
        package var last: Int?
        package let problem: String
        /// What the entry is about; nil where nothing says it.
        package var name: String?
    }

    package init(
        fileName: String, source: String, contents: ArchiveContents, findings: [Remark],
        asked: [AskedDose] = [], now: Date
    ) {
        self.asked = asked
        (self.fileName, self.source) = (fileName, source)
        var text: [UInt8] = []
        var writer = ArchiveWriter(
            createdAt: contents.createdAt ?? now, generator: contents.generator ?? "?", settings: contents.settings,
            into: &text)
        for pass in contents.passes { writer.write(pass, into: &text) }
        writer.finish(into: &text)
        document = String(decoding: text, as: UTF8.self)
        self.findings = Array(findings.prefix(1_000))
        if !contents.ignored.isEmpty { self.findings.append(Remark(entry: 0, problem: Remark.Own.ignored.rawValue)) }
    }

    package init(fileName: String, table: [UInt8]) {
        (self.fileName, self.source) = (fileName, "csv")
        self.table = Table(bytes: Data(table))
    }
}

extension PendingArchive.Remark {
    package init(_ finding: FHIRImport.Remark) {
        self.init(entry: finding.entry + 1, problem: finding.problem.rawValue, name: finding.name)
    }

    /// What of the file, and why it isn't taken over or has to be looked at.
    package func text(_ words: Localizer) -> String {
        words.text(
            "archive.finding.\(problem)",
            ["entry": String(entry), "last": String(last ?? entry), "name": CleanText.optional(name) ?? "–"])
    }

    /// Whether it couldn't be read; what else is left out was understood.
    var isUnread: Bool {
        switch Own(rawValue: problem) {
        case .unreadableCard, .cardsLeftOut: true
        case .ignored, .noDoseOfCard: false
        case nil: FHIRImport.Remark.Kind(rawValue: problem)?.isUnread ?? false
        }
    }

    package init(unreadableCard number: Int) { self.init(entry: number, problem: Own.unreadableCard.rawValue) }

    /// A card with a dose that is none.
    package init(noDoseOfCard number: Int) { self.init(entry: number, problem: Own.noDoseOfCard.rawValue) }

    package init(cardsLeftOut numbers: ClosedRange<Int>) {
        self.init(entry: numbers.lowerBound, last: numbers.upperBound, problem: Own.cardsLeftOut.rawValue)
    }
}

extension PendingArchive {
    /// Keeps it, with its attachments' contents, beside what waits.
    ///
    /// - Throws: `tooManyDrafts`.
    package func store(
        in records: Records, from way: DraftRecord.Source = .file, with files: [SealedFile] = [], at time: Date
    ) throws -> ImportID {
        let draft = try records.keep(text, from: way, named: CleanText.draftName(fileName), at: time)
        for file in files { try records.stage(file, for: draft.id) }
        return ImportID(sameAs: draft.id)
    }

    /// Keeps it in place of the one with this id, for 30 days from now.
    ///
    /// - Throws: `notFound`, `tooManyDrafts`.
    package func replace(_ id: ImportID, in records: Records, at time: Date) throws {
        try records.change(id.draft, to: text, at: time)
    }

    private var text: String { get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) } }

    /// The one with this id, unless its time is over; nil for none.
    package static func find(_ id: ImportID, in records: Records, now: Date) throws -> PendingArchive? {
        guard let record = try records.draft(id.draft, at: now), [.file, .link].contains(record.source) else {
            return nil
        }
        return try JSONDecoder().decode(PendingArchive.self, from: Data(record.content.utf8))
    }
}
