import Immunization
import Testing

@Suite("Recommendations for other clients")
struct RecommendationRecordsTests {
    let release: CatalogueRelease

    init() throws {
        release = try CatalogueReleaseTests.shipped.get()
    }

    @Test func aCountryWeHaveAScheduleForGivesItsStandardVaccinations() throws {
        let records = release.recommendations(in: "DE")
        let measles = try #require(records.first { $0.name == "Measles" })
        #expect(measles.targetID == "14189004" && measles.countries == ["DE"] && measles.age == nil)
        #expect(try #require(records.first { $0.targetID == "zoster" || $0.targetID == "4740000" }).age == 60)
        #expect(try #require(records.first { $0.targetID == "712986001" }).countries == ["DE"], "TBE in risk districts")
        #expect(records.contains { $0.type == "dog" && $0.targetID == "dog-distemper" })
        #expect(!records.contains { $0.targetID == "16541001" }, "yellow fever is not recommended in Germany")
    }

    @Test func aCountryToTravelToGivesItsTravelVaccinations() throws {
        let records = release.recommendations(in: "TH") { $0 == "TH" ? "thailand" : $0 }
        #expect(records.map(\.name).contains("Hepatitis A") && records.map(\.name).contains("Rabies"))
        #expect(records.allSatisfy { $0.countries == ["thailand"] })
        #expect(!records.contains { $0.targetID == "16541001" })
        #expect(release.recommendations(in: "BR").contains { $0.targetID == "16541001" })
    }

    @Test func allOfThemNameTheirCountries() throws {
        let yellow = try #require(release.recommendations().first { $0.targetID == "16541001" })
        #expect(yellow.countries?.count == 42)
        #expect(Set(release.recommendations().map(\.targetID)).count == release.recommendations().count)
    }

    @Test func aCountryThatNoScheduleKnowsGivesNothing() {
        #expect(release.recommendations(in: "AQ").isEmpty)
        #expect(!release.countries.contains("AQ"))
        #expect(release.countries.isSuperset(of: ["DE", "AT", "TH", "BR", "GR"]))
    }

    @Test func whatDependsOnAConditionIsLeftOut() {
        let german = release.recommendations(in: "DE").map(\.targetID)
        #expect(!german.contains("63650001"), "cholera is for aid workers only")
        #expect(!german.contains("dog-leishmaniosis"))
    }
}
