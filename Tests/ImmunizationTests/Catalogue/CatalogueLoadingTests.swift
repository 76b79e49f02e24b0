import Immunization
import Testing

@Suite("A catalogue that is wrong is refused with its line and fault")
struct CatalogueLoadingTests {
    /// The smallest catalogue there is.
    static let good: [String: String] = [
        "species.json": """
        {"date": "2026-01-01",
         "species": [{"id": "dog", "recordType": "dog", "emoji": "🐶", "names": {"en": "Dog", "de": "Hund"}}]}
        """,
        "targets.json": """
        {"date": "2026-01-02", "sources": {"s": "A source"}, "targets": [
          {"id": "rabies", "recordID": "0000000001", "species": "dog", "names": {"en": "Rabies", "de": "Tollwut"}, "codes": {"snomed": ["14168008"]},
           "sources": ["s"], "date": "2026-01-01", "confidence": "A"}]}
        """,
        "kinds.json": """
        {"date": "2026-01-01", "sources": {"s": "A source"}, "kinds": [
          {"id": "r", "species": "dog", "names": {"en": "Rabies", "de": "Tollwut"}, "targets": ["rabies"],
           "sources": ["s"], "date": "2026-01-01", "confidence": "A"}]}
        """,
        "manufacturers.json": """
        {"date": "2026-01-01", "sources": {"s": "A source"}, "manufacturers": [
          {"id": "m", "name": "M", "sources": ["s"], "date": "2026-01-01", "confidence": "A"}]}
        """,
        "vaccines.json": """
        {"date": "2026-01-01", "sources": {"s": "A source"}, "vaccines": [
          {"id": "v", "name": "Vau", "kind": "r", "manufacturer": "m", "aliases": ["Weh"],
           "status": "in use", "sources": ["s"], "date": "2026-01-01", "confidence": "A"}
        ]}
        """,
        "observations.json": """
        {"date": "2026-01-01", "observations": [
          {"id": "ticks", "species": ["dog"], "topic": "life", "names": {"en": "Ticks", "de": "Zecken"}}]}
        """,
        "regions.json": """
        {"date": "2026-01-01", "sources": {"s": "A source"}, "regions": [
          {"id": "DE-BY", "name": "Bayern", "in": "DE", "sources": ["s"]},
          {"id": "DE-BY-a", "name": "A", "in": "DE-BY", "sources": ["s"]}]}
        """,
    ]

    private func load(_ files: [String: String]) throws(CatalogueError) -> Catalogue {
        try Catalogue(files: files.mapValues { Array($0.utf8) })
    }

    @Test func theSmallestCatalogueIsRead() throws {
        let catalogue = try load(Self.good)
        #expect(catalogue.version == "2026-01-02")
        #expect(catalogue.vaccines(for: "rabies").map(\.id) == ["v"])
        #expect(catalogue.brandUnknown(for: "rabies").map(\.id) == ["r"])
        #expect(catalogue.vaccine(named: "weh")?.id == "v")
        #expect(catalogue.codes(ofRegion: "DE-BY-a") == ["DE", "DE-BY", "DE-BY-a"])
        #expect(catalogue.codes(ofRegion: "AT") == ["AT"])
    }

    @Test func filesInFoldersAndOtherFilesAreIgnored() throws {
        var files = Self.good
        files["schedules/x.json"] = "not JSON"
        files["README.md"] = "# Read me"
        #expect(throws: Never.self) { try load(files) }
    }

    @Test(arguments: good.keys.sorted())
    func aMissingFileIsNamed(file: String) {
        var files = Self.good
        files[file] = nil
        let error = #expect(throws: CatalogueError.self) { try load(files) }
        #expect(error?.code == .missing)
    }

    /// What is replaced by what, and the sort of fault, the line and a word of the reason that come of it.
    struct Spoiling: Sendable, CustomTestStringConvertible {
        let file: String
        let old: String
        let new: String
        let code: CatalogueError.Code
        let line: Int
        let word: String
        var testDescription: String { "\(file): \(old) -> \(new)" }

        init(_ file: String, _ old: String, _ new: String, _ code: CatalogueError.Code, _ line: Int, _ word: String) {
            (self.file, self.old, self.new, self.code) = (file, old, new, code)
            (self.line, self.word) = (line, word)
        }
    }

    @Test(arguments: [
        Spoiling("vaccines.json", #""kind": "r""#, #""kind": "q""#, .malformed, 2, "does not exist"),
        Spoiling("vaccines.json", #""manufacturer": "m""#, #""manufacturer": "n""#, .dangling, 2, "manufacturers"),
        Spoiling("vaccines.json", #""status": "in use""#, #""status": "new""#, .malformed, 3, "in use"),
        Spoiling("vaccines.json", #""confidence": "A""#, #""confidence": "D""#, .malformed, 3, "A, B or C"),
        Spoiling("vaccines.json", #""sources": ["s"]"#, #""sources": []"#, .malformed, 2, "no source"),
        Spoiling("vaccines.json", #""sources": ["s"]"#, #""sources": ["t"]"#, .malformed, 3, "sources"),
        Spoiling(
            "vaccines.json", #""date": "2026-01-01", "c"#, #""date": "2026-02-30", "c"#, .malformed, 3, "calendar"),
        Spoiling("vaccines.json", #""id": "v""#, #""id": "V v""#, .malformed, 2, "id"),
        Spoiling("vaccines.json", #""id": "v""#, #""id": "r""#, .duplicate, 2, "already"),
        Spoiling("vaccines.json", #""name": "Vau","#, #""name": "","#, .malformed, 2, "empty"),
        Spoiling("vaccines.json", #""name": "Vau","#, #""colour": 1, "name": "Vau","#, .malformed, 2, "belongs"),
        Spoiling("vaccines.json", #""name": "Vau","#, #""name": "A", "name": "B","#, .malformed, 2, "twice"),
        Spoiling(
            "vaccines.json", #""name": "Vau","#, #""from": 2020, "until": 2010, "name": "Vau","#, .malformed, 2, "ends"),
        Spoiling("vaccines.json", #""name": "Vau","#, #""until": 2020, "name": "Vau","#, .malformed, 2, "last year"),
        Spoiling(
            "vaccines.json", #""name": "Vau","#, #""codes": {"cvx": ["x"]}, "name": "Vau","#, .malformed, 2, "code"),
        Spoiling(
            "vaccines.json", #""name": "Vau","#, #""codes": {"abc": ["x"]}, "name": "Vau","#, .malformed, 2, "system"),
        Spoiling("vaccines.json", "]}", "]", .malformed, 4, "closing brace"),
        Spoiling("vaccines.json", "]}", "]}}", .malformed, 4, "after its end"),
        Spoiling("kinds.json", #"["rabies"]"#, #"["plague"]"#, .dangling, 2, "plague"),
        Spoiling("kinds.json", #"["rabies"]"#, "[]", .malformed, 2, "nothing"),
        Spoiling("kinds.json", #"["rabies"]"#, #"["rabies", "rabies"]"#, .malformed, 2, "twice"),
        Spoiling("kinds.json", #""species": "dog""#, #""species": "cat""#, .dangling, 2, "cat"),
        Spoiling(
            "kinds.json", #""targets": ["#, #""live": true, "passive": true, "targets": ["#, .malformed, 2, "both"),
        Spoiling("targets.json", #""recordID": "0000000001""#, #""recordID": "1""#, .malformed, 2, "ten digits"),
        Spoiling("targets.json", #""recordID": "0000000001", "#, "", .malformed, 2, "recordID"),
        Spoiling("targets.json", #", "de": "Tollwut""#, "", .malformed, 2, "de"),
        Spoiling("targets.json", #""en": "Rabies""#, #""en": "Rabies", "deu": "x""#, .malformed, 2, "639"),
        Spoiling("targets.json", #"["14168008"]"#, #"["1416 8008"]"#, .malformed, 2, "code"),
        Spoiling("species.json", #""emoji": "🐶""#, #""emoji": 7"#, .malformed, 2, "text"),
        Spoiling("observations.json", #""topic": "life""#, #""topic": "love""#, .malformed, 2, "one of"),
        Spoiling("observations.json", #"["dog"]"#, #"["cow"]"#, .dangling, 2, "cow"),
        Spoiling("regions.json", #""id": "DE-BY-a""#, #""id": "AT-1""#, .malformed, 3, "begin"),
        Spoiling("regions.json", #""in": "DE-BY""#, #""in": "DE-BX""#, .malformed, 3, "begin"),
        Spoiling("manufacturers.json", #""date": "2026-01-01", "sources""#, #""sources""#, .malformed, 1, "date"),
        Spoiling("manufacturers.json", #""manufacturers""#, #""makers""#, .malformed, 1, "belong"),
    ])
    func namesTheLineAndTheFault(_ spoiling: Spoiling) throws {
        var files = Self.good
        let text = try #require(files[spoiling.file])
        #expect(text.contains(spoiling.old), "the test itself is wrong")
        files[spoiling.file] = text.replacing(spoiling.old, with: spoiling.new, maxReplacements: 1)
        let error = try #require(#expect(throws: CatalogueError.self) { try load(files) })
        #expect(error.code == spoiling.code)
        #expect(error.file == spoiling.file)
        #expect(error.line == spoiling.line, "\(error)")
        #expect(error.reason.contains(spoiling.word), "\(error)")
    }

    @Test func twoVaccinesOfOneNameAreRefused() throws {
        var files = Self.good
        files["vaccines-2.json"] = files["vaccines.json"]?.replacing(#""id": "v""#, with: #""id": "w""#)
        let error = #expect(throws: CatalogueError.self) { try load(files) }
        #expect(error?.code == .duplicate)
    }
}
