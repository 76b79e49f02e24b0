import Foundation
import Immunization
import Testing

@Suite("The record that other clients get", .timeLimit(.minutes(3)))
struct CatalogueRecordTests {
    private func json(_ record: CatalogueRecord) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(record), as: UTF8.self)
    }

    @Test func leavesOutWhatDoesNotApply() throws {
        let record = CatalogueRecord(
            name: "Rabies", targetID: "0000000001", type: "human",
            vaccines: [.init(id: "EU/0/15/0001", name: "Rabipur", manufacturer: "…")])
        #expect(
            try json(record) == #"{"name":"Rabies","targetID":"0000000001","type":"human","#
                + #""vaccines":[{"id":"EU/0/15/0001","manufacturer":"…","name":"Rabipur"}]}"#)
    }

    @Test func carriesAgeCountriesAndGenderWhereTheyApply() throws {
        let record = CatalogueRecord(
            name: "Rabies", targetID: "1", type: "human", vaccines: [], age: 12, countries: ["thailand"], gender: "male"
        )
        #expect(
            try json(record) == #"{"age":12,"countries":["thailand"],"gender":"male","name":"Rabies","#
                + #""targetID":"1","type":"human","vaccines":[]}"#)
    }

    /// The five of the thesis: what is rightly named there is found in our catalogue under the same name.
    @Test(arguments: [
        ("covid-19", "0000000002", "human", ["Comirnaty", "Spikevax"]),
        ("rabies", "0000000001", "human", ["Rabipur"]),
        ("hepatitis-a", "0000000008", "human", ["AVAXIM", "Havrix 1440", "VAQTA", "ViATIM", "Twinrix Erwachsene"]),
        ("cat-calicivirus", "0000000050", "cat", ["Purevax RCP"]),
        ("dog-rabies", "0000000039", "dog", ["Versican Plus DHPPi/L4R"]),
    ])
    func isMadeFromTheCatalogue(target: String, id: String, type: String, names: [String]) throws {
        let catalogue = try ShippedCatalogue.load()
        let record = try #require(catalogue.record(for: target, age: 12, countries: ["thailand"]))
        #expect(record.targetID == id && record.type == type && record.age == 12 && record.countries == ["thailand"])
        #expect(Set(names).isSubset(of: record.vaccines.map(\.name)))
        #expect(record.vaccines.allSatisfy { !$0.manufacturer.isEmpty })
    }

    @Test func usesTheEUNumberAsTheVaccinesID() throws {
        let record = try #require(try ShippedCatalogue.load().record(for: "covid-19"))
        #expect(
            record.vaccines.first { $0.name == "Comirnaty" }
                == .init(id: "EU/1/20/1528", name: "Comirnaty", manufacturer: "Biontech Manufacturing GmbH"))
    }

    @Test func givesEveryTargetARecordWithAnIDOfItsOwn() throws {
        let catalogue = try ShippedCatalogue.load()
        let records = catalogue.records()
        #expect(records.count == catalogue.targets.count)
        #expect(Set(records.map(\.targetID)).count == records.count)
        #expect(records.allSatisfy { $0.targetID.utf8.count == 10 && Int($0.targetID, radix: 10) != nil })
        #expect(catalogue.record(for: "no-such-target") == nil)
    }
}
