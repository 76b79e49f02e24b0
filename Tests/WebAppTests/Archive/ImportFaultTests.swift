import AgeEncryption
import Foundation
import HTTPTypes
import Model
import PassArchive
import Testing

@testable import WebApp

@Suite("Every file that can't be imported has its sentence", .timeLimit(.minutes(3)))
struct ImportFaultTests {
    private static let passphrase = "gentle river stone lantern"

    /// A sealed file, changed, with what the page says of it and at which field.
    struct Case: Sendable {
        let change: @Sendable ([UInt8]) -> [UInt8]
        var passphrase = ImportFaultTests.passphrase
        var field = "file"
        /// The end of its id.
        let message: String
    }

    private static let cases = [
        Case(change: { $0 }, passphrase: "something else", field: "passphrase", message: "passphrase-wrong"),
        Case(change: { $0 }, passphrase: "", field: "passphrase", message: "passphrase-missing"),
        Case(
            change: { $0 }, passphrase: String(repeating: "x", count: 2_000), field: "passphrase",
            message: "passphrase-too-long"),
        Case(change: { $0.dropLast() }, message: "cut"),
        Case(change: { Array($0.prefix(60)) }, message: "cut"),
        Case(change: { $0 + [0] }, message: "cut"),
        Case(change: { Self.replacing($0, " 4\n", " 22\n") }, message: "work-factor"),
        Case(change: { Self.replacing($0, " 4\n", " 20\n") }, message: "work-factor"),
        Case(change: { Self.replacing($0, "-> scrypt", "-> X25519") }, message: "foreign-recipient"),
        Case(change: { Self.replacing($0, "--- ", "---A ") }, message: "not-age"),
        Case(change: { _ in [] }, message: "file-empty"),
        Case(change: { _ in Array("{\"a\": 1}".utf8) }, message: "other-document"),
        Case(change: { _ in Array("{\"a\": 1".utf8) }, message: "malformed"),
        Case(
            change: { _ in Array(#"{"schema":"urn:vaccinapp:pass-archive","version":"2.0","passes":[]}"#.utf8) },
            message: "newer-version"),
        Case(
            change: { _ in Array(#"{"schema":"urn:vaccinapp:pass-archive","version":"1.0","passes":[]}"#.utf8) },
            message: "nothing-in-it"),
        Case(change: { _ in Array("HC1:NCF".utf8) }, message: "certificate-text"),
        Case(change: { _ in [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] }, message: "picture"),
        Case(change: { _ in Array("PK\u{3}\u{4}".utf8) }, message: "spreadsheet"),
        Case(change: { _ in [0, 1, 2, 3, 0, 1] }, message: "unknown"),
        Case(change: { _ in Array("Dear diary".utf8) }, message: "unknown"),
        Case(change: { _ in Array("date,target\n2021-01-01,measles\n".utf8) }, message: "no-pass"),
        Case(change: { _ in [UInt8](repeating: 0x41, count: 65_000_001) }, message: "file-too-large"),
    ]

    @Test func isSaidAtTheField() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let sealed = try await Self.sealed()
            for item in Self.cases {
                let answer = try await person.postFile(item.change(sealed), passphrase: item.passphrase)
                #expect(answer.status == .unprocessableContent, "\(item.message)")
                #expect(answer.body.contains("id=\"\(item.field)-error\">"), "\(item.message)")
                #expect(answer.body.says("archive.fault.\(item.message)"), "\(item.message)")
                #expect(try answer.body.contains("<title>\(words("shared.title.failed"))"))
                if item.passphrase.count > 4 { #expect(!answer.body.contains(item.passphrase)) }
            }
            let none = try await person.postFile(nil, passphrase: "")
            #expect(none.status == .unprocessableContent && none.body.says("archive.fault.file-missing"))
        }
    }

    @Test func takesItsOwnWordsHoweverTheyArePasted() async throws {
        let words = "acht acker adler adresse affe ahnung"
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let sealed = try await Self.sealed(with: words)
            for text in ["  Acht Acker Adler Adresse Affe Ahnung\n", "ACHT-ACKER-ADLER-ADRESSE-AFFE-AHNUNG"] {
                #expect(try await person.postFile(sealed, passphrase: text).status == .seeOther, "\(text)")
            }
            let others = try await person.postFile(try await Self.sealed(), passphrase: Self.passphrase.uppercased())
            #expect(others.status == .unprocessableContent)
        }
    }

    @Test func leadsToThePageForTheFile() async throws {
        try await TestApp.openWithPass { _, person, pass in
            for file in [Array("HC1:NCF".utf8), Array("%PDF-1.7\nx".utf8)] {
                let answer = try await person.postFile(file, passphrase: "")
                #expect(answer.body.contains(#"<a href="/certificates/new">"#))
            }
            let other = try await person.postFile(Array("{\"a\": 1}".utf8), passphrase: "")
            #expect(!other.body.contains(#"href="/certificates/new""#))
            let sealed = try await Self.sealed()
            let armored = try await Self.sealed(isArmored: true)
            for file in [sealed, armored, Array(#"{"resourceType":"Bundle"}"#.utf8)] {
                for path in ["/certificates/new", "/passes/\(pass)/certificates/new"] {
                    let answer = try await person.upload(path, [("ada.age", file)])
                    #expect(answer.status == .unprocessableContent && answer.body.says("certificates.file.archive"))
                    #expect(try answer.body.contains(#"<a href="/import">\#(words("archive.import.title"))</a>"#))
                }
            }
            let picture = try await person.upload("/certificates/new", [("a.txt", Array("Dear diary".utf8))])
            #expect(!picture.body.contains(#"href="/import""#))
        }
    }

    @Test func readsArmoredFiles() async throws {
        try await TestApp.open { _, client in
            let person = Person(client)
            try await person.register("ada")
            let path = try await person.upload(try await Self.sealed(isArmored: true), passphrase: Self.passphrase)
            #expect(try await person.get(path).body.contains("Erika"))
        }
    }

    @Test func nobodyHasFilesReadWithoutEnd() async throws {
        try await TestApp.open { _, client in
            let (ada, eve) = (Person(client), Person(client))
            try await ada.register("ada")
            try await eve.register("eve")
            // Thirty in a row, and one more for each ten seconds that they take.
            var (taken, refused) = (0, nil as Person.Answer?)
            while refused == nil, taken < 90 {
                let answer = try await ada.postFile(Array("{".utf8), passphrase: "")
                if answer.status == .tooManyRequests { refused = answer } else { taken += 1 }
            }
            #expect(taken >= 30 && refused?.headers[.retryAfter] != nil)
            #expect(try await eve.postFile(Array("{".utf8), passphrase: "").status == .unprocessableContent)
        }
    }

    private static func sealed(with passphrase: String = passphrase, isArmored: Bool = false) async throws -> [UInt8] {
        var text: [UInt8] = []
        var writer = ArchiveWriter(createdAt: TestApp.now, generator: "test", into: &text)
        writer.write(ArchivedPass(Pass(kind: "person", name: "Erika")), into: &text)
        writer.finish(into: &text)
        var generator = SystemRandomNumberGenerator()
        return try await AgeFile.seal(
            text, with: AgePassphrase(passphrase), workFactor: 4, isArmored: isArmored, through: ScryptGate(),
            using: &generator)
    }

    private static func replacing(_ file: [UInt8], _ old: String, _ new: String) -> [UInt8] {
        guard let range = file.firstRange(of: Array(old.utf8)) else { return file }
        return Array(file[..<range.lowerBound]) + Array(new.utf8) + Array(file[range.upperBound...])
    }
}
