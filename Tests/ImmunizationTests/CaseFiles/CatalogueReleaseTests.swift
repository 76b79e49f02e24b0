import Foundation
import Immunization
import Testing

@Suite("A release: catalogue and schedules together", .timeLimit(.minutes(3)))
struct CatalogueReleaseTests {
    static func files() throws -> [String: [UInt8]] {
        var files = try ShippedCatalogue.files()
        for (name, bytes) in try ShippedSchedules.files() { files["schedules/" + name] = bytes }
        return files
    }

    static let shipped = Result { try CatalogueRelease(files: try files()) }

    private func text(_ name: String) throws -> String {
        String(decoding: try #require(try Self.files()[name]), as: UTF8.self)
    }

    private func release(_ name: String, _ old: String, _ new: String) throws -> CatalogueRelease {
        let text = try text(name)
        #expect(text.contains(old), "the test itself is wrong")
        let bytes = Array(text.replacing(old, with: new, maxReplacements: 1).utf8)
        return try Self.shipped.get().replacing([.init(name: name, bytes: bytes)])
    }

    @Test func theShippedOneIsRead() throws {
        let release = try Self.shipped.get()
        #expect(release.schedules.count == 6)
        #expect(release.files.keys.allSatisfy { !$0.contains("schema/") })
        #expect(release.changes(since: release).isEmpty)
    }

    @Test func aChangedRecordIsToldWithWhatItSaidBefore() throws {
        let changed = try release("vaccines-human.json", #""name": "Comirnaty","#, #""name": "Comirnaty 2","#)
        let changes = changed.changes(since: try Self.shipped.get())
        #expect(changes.map(\.description) == [#"vaccines: comirnaty: name: "Comirnaty" -> "Comirnaty 2""#])
        #expect(try Self.shipped.get().changes(since: changed).first?.fields.first?.old == #""Comirnaty 2""#)
    }

    @Test func aChangedRowOfAScheduleIsTold() throws {
        let changed = try release(
            "schedules/de-stiko.json", #""recommendedUntil": "25 years""#, #""recommendedUntil": "26 years""#)
        let changes = changed.changes(since: try Self.shipped.get())
        #expect(changes.map(\.section) == ["de-stiko"] && changes.map(\.id) == ["menacwy-adolescent"])
        let field = try #require(changes.first?.fields.first)
        #expect(changes.first?.fields.count == 1 && field.key.hasPrefix("doses["))
        #expect(field.key.hasSuffix(".recommendedUntil") && field.old == #""25 years""# && field.new == #""26 years""#)
    }

    @Test(
        "what the catalogue doesn't have is refused by name, wherever a row asks for it",
        arguments: [
            (#""indications": [{"trip": {"destinations": ["BR-XX"]}}]"#, "", "BR-XX"),
            (#""indications": [{"trip": {"destinations": ["BR"], "except": ["DE-YY"]}}]"#, "", "DE-YY"),
            (#""indications": [{"residence": ["DE-ZZ"]}]"#, "", "DE-ZZ"),
            (#""indications": [{"observation": "health-worker/none"}]"#, "", "health-worker/none"),
            (#""indications": [{"observation": "health-worker", "unless": ["unheard"]}]"#, "", "unheard"),
            (
                #""indications": [{"observation": "health-worker"}]"#,
                #""contraindications": [{"antigens": ["tbe"], "observation": "health-worker", "also": ["unheard"]}],"#,
                "unheard"
            ),
            (
                #""indications": [{"observation": "health-worker"}]"#,
                #""notCovered": [{"name": {"en": "x"}, "antigens": ["unheard"]}],"#, "unheard"
            ),
        ])
    func refused(indications: String, rest: String, name: String) throws {
        let text = """
            {"format": 1, "id": "small", "species": "person", "authority": "x", "edition": "1", \(rest)
            "series": [{"id": "one", "antigens": ["tbe"], "kind": "risk", \(indications), "doses": [{}]}]}
            """
        let shipped = try Self.shipped.get()
        let error = #expect(throws: DataFault.self) {
            try shipped.replacing([.init(name: "small.json", bytes: Array(text.utf8))])
        }
        #expect(
            error?.arguments["name"] == name && error?.file == "schedules/small.json",
            "\(String(describing: error))")
    }

    @Test func recordsThatAreNewOrGoneAreTold() throws {
        var files = try Self.files()
        files["schedules/at-impfplan.json"] = nil
        let without = try CatalogueRelease(files: files)
        #expect(try without.changes(since: Self.shipped.get()).allSatisfy { $0.kind == .removed })
        #expect(try Self.shipped.get().changes(since: without).contains { $0.id == "tbe" && $0.kind == .added })
    }

    @Test func aScheduleReplacesTheOneWithItsID() throws {
        let bytes = Array(try text("schedules/travel.json").utf8)
        let files = try Self.shipped.get().replacing([.init(name: "/tmp/Some name (1).json", bytes: bytes)]).files
        #expect(files.keys.sorted() == (try Self.shipped.get().files.keys.sorted()))
        #expect(files["schedules/travel.json"] == bytes)
    }

    @Test(arguments: [
        (
            "schedules/de-stiko.json", #""observation": "asplenia""#, #""observation": "aspleenia""#,
            DataFault.Code.unknownObservation
        ),
        ("schedules/de-stiko.json", #""DE-BY-altoetting""#, #""DE-BY-oetting""#, .unknownRegion),
        ("schedules/de-stikovet-dog.json", #""species": "dog""#, #""species": "wolf""#, .noVaccine),
        ("schedules/de-stiko.json", #""minimum": "8 weeks""#, #""minimum": "0 days - 8 weeks""#, .negativePeriod),
        ("vaccines-human.json", #""kind": "pcv20""#, #""kind": "pcv22""#, .unknownKind),
    ])
    func whatDoesNotFitTogetherIsRefused(file: String, old: String, new: String, code: DataFault.Code) throws {
        let fault = #expect(throws: DataFault.self) { try release(file, old, new) }
        #expect(fault?.code == code, "\(fault?.description ?? "")")
        #expect((fault?.arguments.keys).map(Set.init) == code.parameters)
        #expect(fault?.file == file)
    }

    @Test func aFileThatIsNoJSONIsRefused() throws {
        #expect(throws: DataFault.self) { try Self.shipped.get().replacing([.init(name: "x.json", bytes: [0x7B])]) }
    }

    @Test func severalFilesHaveToFitTogetherOnlyAsAWhole() throws {
        let kinds = try text("kinds.json").replacing(#""id": "pcv20""#, with: #""id": "pcv22""#)
        let vaccines = try text("vaccines-human.json").replacing(#""kind": "pcv20""#, with: #""kind": "pcv22""#)
        let schedules = try ["schedules/de-stiko", "schedules/at-impfplan", "schedules/travel", "codes-cvx"].map {
            name in
            CatalogueRelease.File(
                name: "\(name).json", bytes: Array(try text("\(name).json").replacing("pcv20", with: "pcv22").utf8))
        }
        let pair = [
            CatalogueRelease.File(name: "kinds.json", bytes: Array(kinds.utf8)),
            CatalogueRelease.File(name: "vaccines-human.json", bytes: Array(vaccines.utf8)),
        ]
        let shipped = try Self.shipped.get()
        #expect(throws: DataFault.self) { try shipped.replacing([pair[0]]) }
        #expect(try shipped.replacing(pair + schedules).catalogue.vaccine("pcv22") != nil)
    }

    @Test(arguments: ["../targets.json", "schedules\\targets.json", "/etc/targets"])
    func onlyTheLastPartOfAFilesNameCounts(name: String) throws {
        let bytes = Array(try text("targets.json").utf8)
        let shipped = try Self.shipped.get()
        #expect(
            try shipped.replacing([.init(name: name, bytes: bytes)]).files.keys.sorted() == shipped.files.keys.sorted())
    }

    @Test(arguments: ["", "..", "Ziele.json", "targets (1).json", ".json", "-x.json"])
    func aNameThatIsNoPlainFileNameIsRefused(name: String) throws {
        let bytes = Array(try text("targets.json").utf8)
        let fault = #expect(throws: DataFault.self) {
            try Self.shipped.get().replacing([.init(name: name, bytes: bytes)])
        }
        #expect(fault?.code == .malformedFileName)
    }
}
