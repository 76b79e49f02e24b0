package import BoundedJSON
package import Foundation
import Model

/// What a document holds.
package struct ArchiveContents: Sendable, Equatable {
    package var createdAt: Date?
    package var generator: String?
    package var passes: [ArchivedPass]
    /// The account's settings that an import may take over, by name.
    package var settings: [String: String] = [:]
    /// Places in the document that a newer version wrote and this one does not know, at most 100.
    package var ignored: [String]

    package init(
        createdAt: Date? = nil, generator: String? = nil, passes: [ArchivedPass], settings: [String: String] = [:],
        ignored: [String] = []
    ) {
        (self.createdAt, self.generator, self.passes) = (createdAt, generator, passes)
        (self.settings, self.ignored) = (settings, ignored)
    }
}

/// Reads the document, of this version or an older one.
package struct ArchiveReader {
    private let limits: ArchiveLimits
    private let ignored = MemberReader.Ignored()

    private init(limits: ArchiveLimits) {
        self.limits = limits
    }

    /// Reads a whole document; throws `notAnArchive`, `malformed`, `newerVersion`, `invalidField` or `tooLarge`.
    package static func read(
        _ text: [UInt8], limits: ArchiveLimits = ArchiveLimits()
    ) throws(ArchiveError) -> ArchiveContents {
        guard text.first(where: { !" \n\r\t\u{FEFF}".utf8.contains($0) }) == UInt8(ascii: "{") else {
            throw ArchiveError(.notAnArchive, "The file is not a Vaccinapp export.")
        }
        return try read(JSONValue(archive: text, limits: limits), limits: limits)
    }

    /// Reads a document whose JSON was read already.
    package static func read(
        _ document: JSONValue, limits: ArchiveLimits = ArchiveLimits()
    ) throws(ArchiveError) -> ArchiveContents {
        try checkVersion(document)
        return try ArchiveReader(limits: limits).readDocument(document)
    }

    private static func checkVersion(_ document: JSONValue) throws(ArchiveError) {
        guard document["schema"]?.text == ArchiveFormat.schema else {
            throw ArchiveError(.notAnArchive, "The file is JSON, but not a Vaccinapp export.")
        }
        let parts = (document["version"]?.text ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let major = Int(typed: parts[0], in: 1...9_999),
            Int(typed: parts[1], in: 0...9_999) != nil
        else {
            throw ArchiveError(.invalidField, "version is not a version such as 1.0.")
        }
        guard major <= ArchiveFormat.major else {
            throw ArchiveError(.newerVersion, "The export was made by a newer Vaccinapp, which this one can't read.")
        }
    }

    private func readDocument(_ document: JSONValue) throws(ArchiveError) -> ArchiveContents {
        let members = try MemberReader(
            document, at: "", knowing: ["schema", "version", "createdAt", "generator", "settings", "passes"],
            ignored: ignored)
        guard document["passes"]?.elements != nil else {
            throw ArchiveError(.invalidField, "passes is missing.")
        }
        let passes = try members.items("passes", limit: limits.passes, readPass)
        let ids = passes.compactMap(\.id)
        guard Set(ids).count == ids.count else {
            throw ArchiveError(.invalidField, "passes holds an id twice.")
        }
        return ArchiveContents(
            createdAt: try members.time("createdAt"), generator: try members.text("generator", limit: 200),
            passes: passes, settings: try members.texts("settings", count: limits.settings, limit: 1_000),
            ignored: ignored.places)
    }

    private func readPass(_ value: JSONValue, at place: String) throws(ArchiveError) -> ArchivedPass {
        let members = try MemberReader(
            value, at: place,
            knowing: ["id", "createdAt", "facts", "vaccinations", "certificates", "attachments"]
                + Pass.fields.map(\.name), ignored: ignored)
        return ArchivedPass(
            id: try id(members), try members.fields(), createdAt: try members.time("createdAt"),
            facts: try members.items("facts", limit: limits.rows, readFact),
            vaccinations: try members.items("vaccinations", limit: limits.rows, readVaccination),
            certificates: try members.items("certificates", limit: limits.certificates, readCertificate),
            attachments: try members.items("attachments", limit: limits.certificates, readAttachment))
    }

    private func readFact(_ value: JSONValue, at place: String) throws(ArchiveError) -> ArchivedFact {
        let members = try MemberReader(value, at: place, knowing: ["id"] + Fact.fields.map(\.name), ignored: ignored)
        return ArchivedFact(id: try id(members), try members.fields())
    }

    private func readVaccination(_ value: JSONValue, at place: String) throws(ArchiveError) -> ArchivedVaccination {
        let members = try MemberReader(
            value, at: place, knowing: ["id", "createdAt", "updatedAt"] + Vaccination.fields.map(\.name),
            ignored: ignored)
        return ArchivedVaccination(
            id: try id(members), try members.fields(), createdAt: try members.time("createdAt"),
            updatedAt: try members.time("updatedAt"))
    }

    private func readCertificate(_ value: JSONValue, at place: String) throws(ArchiveError) -> ArchivedCertificate {
        let members = try MemberReader(
            value, at: place, knowing: ["id", "vaccination", "text", "addedAt"], ignored: ignored)
        return ArchivedCertificate(
            id: try id(members), vaccination: try members.text("vaccination", limit: 64),
            text: try members.requiredText("text", limit: 64 << 10), addedAt: try members.time("addedAt"))
    }

    private func readAttachment(_ value: JSONValue, at place: String) throws(ArchiveError) -> ArchivedAttachment {
        let members = try MemberReader(
            value, at: place, knowing: ["id", "vaccination", "name", "mediaType", "addedAt", "content"],
            ignored: ignored)
        var attachment = ArchivedAttachment(
            id: try id(members), vaccination: try members.text("vaccination", limit: 64),
            name: try members.requiredText("name", limit: 400),
            mediaType: try members.requiredText("mediaType", limit: 100), addedAt: try members.time("addedAt"))
        attachment.content = try members.content("content")
        return attachment
    }

    private func id(_ members: MemberReader) throws(ArchiveError) -> String? {
        guard let id = try members.text("id", limit: 64) else { return nil }
        guard ArchiveFormat.isID(id) else {
            throw ArchiveError(.invalidField, "An id holds something else than letters, digits, '-', '_' and '.'.")
        }
        return id
    }
}
