import AgeEncryption
import BoundedJSON
import Foundation
import Model
import PassArchive
import TestSupport
import Testing

@Suite("The document holds everything and says what is wrong with it", .timeLimit(.minutes(3)))
struct DocumentTests {
    static func document(_ passes: [ArchivedPass]) -> [UInt8] {
        var output: [UInt8] = []
        var writer = ArchiveWriter(
            createdAt: Date(timeIntervalSince1970: 1_790_000_000), generator: "Vaccinapp test", into: &output)
        for pass in passes { writer.write(pass, into: &output) }
        writer.finish(into: &output)
        return output
    }

    @Test("1,000 random passes come back equal")
    func roundTrip() throws {
        var random = RandomPasses(seed: 1)
        for _ in 0..<250 {
            let passes = (0..<4).map { _ in random.pass() }
            let contents = try ArchiveReader.read(Self.document(passes))
            #expect(contents.passes == passes)
            #expect(contents.ignored.isEmpty)
        }
    }

    @Test("sealed and opened again, nothing is lost")
    func sealed() async throws {
        var random = RandomPasses(seed: 2)
        let passes = (0..<5).map { _ in random.pass() }
        let gate = ScryptGate()
        let passphrase = try AgePassphrase("six words")
        let file = try await AgeFile.seal(
            Self.document(passes), with: passphrase, workFactor: 2, through: gate, using: &random.generator)
        let opened = try await AgeFile.open(file, with: passphrase, through: gate)
        #expect(try ArchiveReader.read(opened).passes == passes)
    }

    @Test("an attachment given in pieces of any length reads back", arguments: [1, 2, 3, 4, 5, 100])
    func pieces(length: Int) throws {
        let content = [UInt8](0...255)
        let attachment = ArchivedAttachment(name: "booklet.jpg", mediaType: "image/jpeg", content: content)
        var pass = ArchivedPass(Pass(kind: "person", name: "Erika Muster"))
        var output: [UInt8] = []
        var writer = ArchiveWriter(createdAt: Date(timeIntervalSince1970: 0), generator: "t", into: &output)
        writer.beginPass(pass, into: &output)
        for _ in 0..<2 {
            writer.beginAttachment(attachment, into: &output)
            for start in stride(from: 0, to: content.count, by: length) {
                writer.writeContent(Array(content[start..<min(start + length, content.count)]), into: &output)
            }
            writer.endAttachment(into: &output)
        }
        writer.endPass(into: &output)
        writer.finish(into: &output)
        pass.attachments = [attachment, attachment]
        #expect(try ArchiveReader.read(output).passes == [pass])
    }

    @Test("an empty account gives an empty document")
    func empty() throws {
        #expect(try ArchiveReader.read(Self.document([])).passes.isEmpty)
    }

    @Test("an export that was made once opens")
    func kept() throws {
        let file = try Fixtures.bytes("export-1.1.age")
        var reader = AgeReader()
        var document: [UInt8] = []
        try reader.read(file, into: &document)
        let challenge = try #require(reader.challenge)
        try reader.unlock(with: PassphraseKey.derive(from: AgePassphrase(Fixtures.passphrase), challenge))
        try reader.read([], into: &document)
        try reader.finish(into: &document)
        let contents = try ArchiveReader.read(document)
        var passes = Fixtures.passes
        // It is older than this field.
        passes[0].vaccinations[1].content.otherTargets = nil
        #expect(contents.passes == passes)
        #expect(contents.settings == ["homeCountry": "AT"])
        #expect(contents.ignored.isEmpty)
    }

    @Test("members that a newer minor version added are skipped and named")
    func newerMinor() throws {
        let text = """
            {"schema": "urn:vaccinapp:pass-archive", "version": "1.7", "mood": {}, "passes": [
              {"kind": "person", "name": "A", "sex": "new word", "vaccinations":
                [{"target": "tbe", "date": "2021", "weather": 1}]}]}
            """
        let contents = try ArchiveReader.read(Array(text.utf8))
        #expect(contents.ignored == ["mood", "passes[0].sex", "passes[0].vaccinations[0].weather"])
        #expect(contents.passes.first?.vaccinations.first?.target == "tbe")
        #expect(contents.passes.first?.sex == .unknown)
    }

    @Test(
        "what is wrong has a code",
        arguments: [
            ("", ArchiveError.Code.notAnArchive), ("hello", .notAnArchive), ("[]", .notAnArchive),
            ("{", .malformed), ("{}", .notAnArchive), (#"{"schema": "other"}"#, .notAnArchive),
            (#"{"schema": "urn:vaccinapp:pass-archive", "version": "2.0", "passes": []}"#, .newerVersion),
            (#"{"schema": "urn:vaccinapp:pass-archive", "version": "1", "passes": []}"#, .invalidField),
            (#"{"schema": "urn:vaccinapp:pass-archive", "version": 1, "passes": []}"#, .invalidField),
            (#"{"schema": "urn:vaccinapp:pass-archive", "version": "1.0"}"#, .invalidField),
            (#"{"schema": "urn:vaccinapp:pass-archive", "version": "1.0", "passes": {}}"#, .invalidField),
        ])
    func refusals(text: String, code: ArchiveError.Code) {
        #expect(throws: ArchiveError(code, "")) { try ArchiveReader.read(Array(text.utf8)) }
    }

    @Test(
        "a wrong field is refused, with its place and without its value",
        arguments: [
            #"{"name": "SECRET"}"#, #"{"kind": "person"}"#, #"{"kind": "person", "name": ""}"#,
            #"{"kind": "person", "name": 1}"#, #"{"kind": "person", "name": "A", "birthDate": "SECRET"}"#,
            #"{"kind": "person", "name": "A", "birthDate": "2021-02-29"}"#,
            #"{"kind": "person", "name": "A", "id": "SECRET/../x"}"#, #"{"kind": "person", "name": "A", "facts": 1}"#,
            #"{"kind": "person", "name": "A", "vaccinations": [{"target": "tbe"}]}"#,
            #"{"kind": "person", "name": "A", "vaccinations": [{"date": "2021"}]}"#,
            #"{"kind": "person", "name": "A", "vaccinations": [{"target": "tbe", "date": "2021", "doseNumber": 0}]}"#,
            #"{"kind": "person", "name": "A", "vaccinations": [{"target": "tbe", "date": "2021", "doseNumber": 1.5}]}"#,
            #"{"kind": "person", "name": "A", "attachments": [{"name": "a", "mediaType": "b", "content": "SECRET*"}]}"#,
            #"{"kind": "person", "name": "A", "certificates": [{}]}"#,
            #"{"kind": "person", "name": "A", "createdAt": "x"}"#,
            #"{"id": "1", "kind": "person", "name": "A"}, {"id": "1", "kind": "person", "name": "B"}"#, "1", "null",
        ])
    func fields(pass: String) throws {
        let text = #"{"schema": "urn:vaccinapp:pass-archive", "version": "1.0", "passes": [\#(pass)]}"#
        let error = #expect(throws: ArchiveError(.invalidField, "")) { try ArchiveReader.read(Array(text.utf8)) }
        #expect(error?.reason.contains("SECRET") == false)
    }

    /// As many doses as a pass takes, each with every field, are far from what a document may hold.
    @Test func aFullPassHasATenthOfTheValuesThatAreRead() throws {
        let doses = (0..<2_000).map {
            ArchivedVaccination(id: "d\($0)", .full, createdAt: .distantPast, updatedAt: .distantPast)
        }
        let document = Self.document([ArchivedPass(id: "p", .full, vaccinations: doses)])
        let values = JSONValue.mostValues(in: document)
        #expect(values > 2_000 * Vaccination.fields.count && values < ArchiveLimits().values / 10, "\(values)")
        #expect(try ArchiveReader.read(document).passes.first?.vaccinations.count == 2_000)
        // And 12 MiB of them, which is as much as is imported at once, aren't too many.
        #expect(values * (12 << 20) / document.count < ArchiveLimits().values)
    }

    @Test func aDocumentOfVeryManyNamesIsRefused() {
        func document(_ names: Int) -> [UInt8] {
            let unknown = (0..<names).map { "\"name \($0)\": 1" }.joined(separator: ",")
            return Array(
                #"{"schema":"urn:vaccinapp:pass-archive","version":"1.9","passes":[],"new":{\#(unknown)}}"#.utf8)
        }
        #expect(throws: Never.self) { try ArchiveReader.read(document(1_000)) }
        #expect(throws: ArchiveError(.tooLarge, "")) { try ArchiveReader.read(document(1_001)) }
    }

    @Test func readingEndsWithItsTask() async throws {
        let passes = (0..<200).map { ArchivedPass(id: "p\($0)", Pass(kind: "person", name: "A")) }
        let bytes = Self.document(passes)
        let json = try JSONValue(archive: bytes)
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(throws: ArchiveError(.cancelled, "")) { try ArchiveReader.read(json) }
            let many = Array(("[" + String(repeating: "1,", count: 20_000) + "1]").utf8)
            #expect(throws: ArchiveError(.cancelled, "")) { try JSONValue(archive: many) }
        }.value
    }

    @Test("sizes, counts and depths are bounded")
    func bounds() {
        var limits = ArchiveLimits()
        limits.rows = 2
        let three = ArchivedPass(
            Pass(kind: "person", name: "A"), facts: (1...3).map { ArchivedFact(Fact(kind: "k", value: "\($0)")) })
        #expect(throws: ArchiveError(.tooLarge, "")) { try ArchiveReader.read(Self.document([three]), limits: limits) }
        limits = ArchiveLimits()
        limits.passes = 1
        let two = [three, three].map { ArchivedPass(Pass(kind: $0.kind, name: $0.name)) }
        #expect(throws: ArchiveError(.tooLarge, "")) { try ArchiveReader.read(Self.document(two), limits: limits) }
        limits = ArchiveLimits()
        limits.bytes = 100
        #expect(throws: ArchiveError(.tooLarge, "")) { try ArchiveReader.read(Self.document([three]), limits: limits) }
        let deep = "{\"a\":" + String(repeating: "[", count: 100_000)
        #expect(throws: ArchiveError(.tooLarge, "")) { try ArchiveReader.read(Array(deep.utf8)) }
        let name = String(repeating: "x", count: 801)
        #expect(throws: ArchiveError(.invalidField, "")) {
            try ArchiveReader.read(Self.document([ArchivedPass(Pass(kind: "person", name: name))]))
        }
    }
}
