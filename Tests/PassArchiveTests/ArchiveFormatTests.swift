import BoundedJSON
import CivilDates
import Foundation
import Model
import PassArchive
import TestSupport
import Testing

@Suite("Each minor version of the document has its members", .timeLimit(.minutes(3)))
struct ArchiveFormatTests {
    /// docs/pass-archive.schema.json.
    private let schema: JSONValue

    init() throws {
        let file = Fixtures.root.appending(path: "docs/pass-archive.schema.json")
        schema = try JSONValue(archive: Array(try Data(contentsOf: file)))
    }

    /// A member listed under no version is new: a field's `since` is the next one, and its place under that in `x-added`.
    @Test func aDocumentHasTheMembersThatItsVersionAndThoseBeforeAdded() throws {
        var added: [String: Set<String>] = [:]
        for version in try #require(schema["x-added"]?.members) {
            for kind in version.value.members ?? JSONObject() {
                added[kind.name, default: []].formUnion(kind.value.elements?.compactMap(\.text) ?? [])
            }
        }
        let written = try Self.writtenMembers()
        let described = ["document": schema].merging(schema["$defs"]?.members?.map { ($0.name, $0.value) } ?? []) { $1 }
            .compactMapValues { $0["properties"].map(Self.names) }
        for kind in Set(added.keys).union(written.keys).union(described.keys) {
            #expect(written[kind] == added[kind], "\(kind): x-added in the schema")
            #expect(described[kind] == added[kind], "\(kind): properties and x-added in the schema")
        }
    }

    @Test func theSchemaAndItsVersionsAreThoseOfToday() throws {
        let versions = (0...ArchiveFormat.minor).map { "\(ArchiveFormat.major).\($0)" }
        let version = try #require(versions.last)
        #expect(Self.names(schema["x-added"]) == Set(versions))
        #expect(schema["$id"]?.text == "\(ArchiveFormat.schema):schema:\(version)")
        #expect(schema["title"]?.text == "Vaccinapp pass archive, version \(version)")
    }

    @Test func theSchemaHasEachFieldWithItsVersionAndItsLimit() {
        expect(Pass.self, "pass")
        expect(Vaccination.self, "vaccination")
        expect(Fact.self, "fact")
    }

    private func expect<Record: FieldList>(_: Record.Type, _ kind: String) {
        for field in Record.fields {
            let added = schema["x-added"]?["\(ArchiveFormat.major).\(field.minor)"]?[kind]?.elements ?? []
            #expect(added.contains(.string(field.name)), "\(kind).\(field.name): since, and x-added in the schema")
            let described = schema["$defs"]?[kind]?["properties"]?[field.name]
            switch field.kind {
            case .text(let limit, _):
                #expect(described?["maxLength"]?.wholeNumber(in: 0...1_000_000) == limit * 4, "\(kind).\(field.name)")
            case .choice(let words):
                let listed = described?["enum"]?.elements ?? [described?["const"] ?? .null]
                #expect(listed == words.map(JSONValue.string), "\(kind).\(field.name)")
            case .date, .number, .country: break
            }
        }
    }

    /// The members of a document in which nothing is missing, by the kind of their object.
    private static func writtenMembers() throws -> [String: Set<String>] {
        let time = Date(timeIntervalSince1970: 1_790_000_000)
        let pass = ArchivedPass(
            id: "p", Pass.full, createdAt: time, facts: [ArchivedFact(id: "f", Fact.full)],
            vaccinations: [ArchivedVaccination(id: "v", Vaccination.full, createdAt: time, updatedAt: time)],
            certificates: [ArchivedCertificate(id: "c", vaccination: "v", text: "HC1:X", addedAt: time)],
            attachments: [
                ArchivedAttachment(id: "a", vaccination: "v", name: "a", mediaType: "image/png", addedAt: time)
            ])
        var output: [UInt8] = []
        var writer = ArchiveWriter(createdAt: time, generator: "t", settings: ["homeCountry": "DE"], into: &output)
        writer.write(pass, into: &output)
        writer.finish(into: &output)
        #expect(try ArchiveReader.read(output).ignored.isEmpty)
        let document = try JSONValue(archive: output)
        let written = try #require(document["passes"]?[0])
        return [
            "document": names(document), "pass": names(written), "fact": names(written["facts"]?[0]),
            "vaccination": names(written["vaccinations"]?[0]), "certificate": names(written["certificates"]?[0]),
            "attachment": names(written["attachments"]?[0]),
        ]
    }

    private static func names(_ object: JSONValue?) -> Set<String> { Set(object?.members?.map(\.name) ?? []) }
}
