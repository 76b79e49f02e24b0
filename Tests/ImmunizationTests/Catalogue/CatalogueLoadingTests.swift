import Immunization
import Testing

@Suite("A catalogue that is wrong is refused with its line and fault", .timeLimit(.minutes(3)))
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

    private func load(_ files: [String: String]) throws(DataFault) -> Catalogue {
        try Catalogue(files: files.mapValues { Array($0.utf8) })
    }

    @Test func theSmallestCatalogueIsRead() throws {
        let catalogue = try load(Self.good)
        #expect(catalogue.version == "2026-01-02")
        #expect(catalogue.vaccines(for: "rabies").map(\.id) == ["v"])
        #expect(catalogue.brandUnknown(for: "rabies").map(\.id) == ["r"])
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
        let error = #expect(throws: DataFault.self) { try load(files) }
        #expect(error?.code == .missing)
    }

    /// What is replaced by what, and the line and the fault that come of it.
    struct Spoiling: Sendable, CustomTestStringConvertible {
        let file: String
        let old: String
        let new: String
        let line: Int
        let fault: DataFault.Code
        var testDescription: String { "\(file): \(old) -> \(new)" }

        init(
            _ file: String, _ old: String, _ new: String, _ line: Int, _ fault: DataFault.Code
        ) {
            (self.file, self.old, self.new) = (file, old, new)
            (self.line, self.fault) = (line, fault)
        }
    }

    @Test(arguments: [
        Spoiling("vaccines.json", #""kind": "r""#, #""kind": "q""#, 2, .unknownKind),
        Spoiling("vaccines.json", #""manufacturer": "m""#, #""manufacturer": "n""#, 2, .dangling),
        Spoiling("vaccines.json", #""status": "in use""#, #""status": "new""#, 3, .notStatus),
        Spoiling("vaccines.json", #""confidence": "A""#, #""confidence": "D""#, 3, .notConfidence),
        Spoiling("vaccines.json", #""sources": ["s"]"#, #""sources": []"#, 2, .noSource),
        Spoiling("vaccines.json", #""sources": ["s"]"#, #""sources": ["t"]"#, 3, .unknownSource),
        Spoiling(
            "vaccines.json", #""date": "2026-01-01", "c"#, #""date": "2026-02-30", "c"#, 3, .impossibleDate),
        Spoiling("vaccines.json", #""id": "v""#, #""id": "V v""#, 2, .notAnId),
        Spoiling("vaccines.json", #""id": "v""#, #""id": "r""#, 2, .duplicate),
        Spoiling("vaccines.json", #""name": "Vau","#, #""name": "","#, 2, .empty),
        Spoiling("vaccines.json", #""name": "Vau","#, #""colour": 1, "name": "Vau","#, 2, .unknownKey),
        Spoiling("vaccines.json", #""name": "Vau","#, #""name": "A", "name": "B","#, 2, .keyTwice),
        Spoiling(
            "vaccines.json", #""name": "Vau","#, #""from": 2020, "until": 2010, "name": "Vau","#, 2, .endsBeforeItBegins
        ),
        Spoiling("vaccines.json", #""name": "Vau","#, #""until": 2020, "name": "Vau","#, 2, .lastYearInUse),
        Spoiling(
            "vaccines.json", #""name": "Vau","#, #""codes": {"cvx": ["x"]}, "name": "Vau","#, 2, .malformedCode),
        Spoiling(
            "vaccines.json", #""name": "Vau","#, #""codes": {"abc": ["x"]}, "name": "Vau","#, 2, .unknownCodeSystem),
        Spoiling("vaccines.json", "]}", "]", 4, .earlyEnd),
        Spoiling("vaccines.json", "]}", "]}}", 4, .textAfterEnd),
        Spoiling("kinds.json", #"["rabies"]"#, #"["plague"]"#, 2, .dangling),
        Spoiling("kinds.json", #"["rabies"]"#, "[]", 2, .noTargets),
        Spoiling("kinds.json", #"["rabies"]"#, #"["rabies", "rabies"]"#, 2, .targetTwice),
        Spoiling("kinds.json", #""species": "dog""#, #""species": "cat""#, 2, .dangling),
        Spoiling(
            "kinds.json", #""targets": ["#, #""live": true, "passive": true, "targets": ["#, 2, .liveAndPassive),
        Spoiling("targets.json", #""recordID": "0000000001""#, #""recordID": "1""#, 2, .notTenDigits),
        Spoiling("targets.json", #""recordID": "0000000001", "#, "", 2, .lacksKey),
        Spoiling("targets.json", #", "de": "Tollwut""#, "", 2, .lacksName),
        Spoiling("targets.json", #""en": "Rabies""#, #""en": "Rabies", "deu": "x""#, 2, .notLanguage),
        Spoiling("targets.json", #"["14168008"]"#, #"["1416 8008"]"#, 2, .malformedCode),
        Spoiling("targets.json", #""codes""#, #""synonyms": {"de": ["!"]}, "codes""#, 2, .empty),
        Spoiling("targets.json", #""codes""#, #""synonyms": {"d": ["x"]}, "codes""#, 2, .notLanguage),
        Spoiling(
            "targets.json", #""codes""#, #""synonyms": {"de": ["L-1", "l 1"]}, "codes""#, 2, .duplicate),
        Spoiling("targets.json", #""codes""#, #""synonyms": {"de": ["tollwut"]}, "codes""#, 2, .duplicate),
        Spoiling("kinds.json", #""targets""#, #""synonyms": {"en": ["r", "R"]}, "targets""#, 2, .duplicate),
        Spoiling("kinds.json", #""kinds""#, #""fillers": {"en": "dose"}, "kinds""#, 1, .notList),
        Spoiling("targets.json", #""targets""#, #""fillers": {}, "targets""#, 1, .unknownKey),
        Spoiling("manufacturers.json", #""name": "M""#, #""name": "M", "aliases": ["m"]"#, 2, .duplicate),
        Spoiling("species.json", #""emoji": "🐶""#, #""emoji": 7"#, 2, .notText),
        Spoiling("observations.json", #""topic": "life""#, #""topic": "love""#, 2, .notOneOf),
        Spoiling("observations.json", #"["dog"]"#, #"["cow"]"#, 2, .dangling),
        Spoiling("regions.json", #""id": "DE-BY-a""#, #""id": "AT-1""#, 3, .idOutsideParent),
        Spoiling("regions.json", #""regions""#, #""risk": "plague", "regions""#, 1, .dangling),
        Spoiling("regions.json", #""in": "DE-BY""#, #""in": "DE-BX""#, 3, .idOutsideParent),
        Spoiling("manufacturers.json", #""date": "2026-01-01", "sources""#, #""sources""#, 1, .lacksKey),
        Spoiling("manufacturers.json", #""manufacturers""#, #""makers""#, 1, .unknownKey),
    ])
    func namesTheLineAndTheFault(_ spoiling: Spoiling) throws {
        var files = Self.good
        let text = try #require(files[spoiling.file])
        #expect(text.contains(spoiling.old), "the test itself is wrong")
        files[spoiling.file] = text.replacing(spoiling.old, with: spoiling.new, maxReplacements: 1)
        let error = try #require(#expect(throws: DataFault.self) { try load(files) })
        #expect(error.file == spoiling.file)
        #expect(error.line == spoiling.line, "\(error)")
        #expect(error.code == spoiling.fault, "\(error)")
        #expect(Set(error.arguments.keys) == spoiling.fault.parameters, "\(error)")
    }

    @Test func aKindIsNotCalledLikeAProduct() {
        var files = Self.good
        files["kinds.json"] = files["kinds.json"]?.replacing(
            #""targets": ["#, with: #""synonyms": {"de": ["WEH"]}, "targets": ["#)
        let error = #expect(throws: DataFault.self) { try load(files) }
        #expect(error?.code == .duplicate)
        #expect(error?.file == "vaccines.json")
    }

    @Test func wordsThatPeopleUseAreKept() throws {
        var files = Self.good
        files["targets.json"] = files["targets.json"]?.replacing(
            #""codes""#, with: #""synonyms": {"de": ["Lyssa", "Wut"]}, "codes""#)
        files["kinds.json"] = files["kinds.json"]?.replacing(
            #""kinds": ["#, with: #""fillers": {"en": ["jab"], "de": ["Impfung"]}, "kinds": ["#)
        let catalogue = try load(files)
        #expect(catalogue.target("rabies")?.synonyms["de"] == ["Lyssa", "Wut"])
        #expect(catalogue.target("rabies")?.synonyms["en"] == [])
        #expect(catalogue.fillers == ["jab", "Impfung"])
    }

    @Test func whatIsAboveColumnsAndWhatDistrictsAreListedForIsKept() throws {
        var files = Self.good
        #expect(try load(files).headings.isEmpty && load(files).districtRisk == nil)
        files["kinds.json"] = files["kinds.json"]?.replacing(
            #""targets""#, with: #""headings": ["R", "Tollw."], "targets""#)
        files["regions.json"] = files["regions.json"]?.replacing(#""regions""#, with: #""risk": "rabies", "regions""#)
        let catalogue = try load(files)
        #expect(catalogue.headings == ["R": ["rabies"], "Tollw.": ["rabies"]])
        #expect(catalogue.districtRisk == "rabies")
    }

    @Test func twoVaccinesOfOneNameAreRefused() throws {
        var files = Self.good
        files["vaccines-2.json"] = files["vaccines.json"]?.replacing(#""id": "v""#, with: #""id": "w""#)
        let error = #expect(throws: DataFault.self) { try load(files) }
        #expect(error?.code == .duplicate)
    }
}
