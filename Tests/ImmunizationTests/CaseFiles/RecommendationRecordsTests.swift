import Immunization
import Testing

@Suite("Recommendations for other clients", .timeLimit(.minutes(3)))
struct RecommendationRecordsTests {
    let release: CatalogueRelease

    init() throws {
        release = try CatalogueReleaseTests.shipped.get()
    }

    @Test func aCountryWeHaveAScheduleForGivesItsStandardVaccinations() throws {
        let records = release.recommendations(in: "DE")
        let measles = try #require(records.first { $0.name == "Measles" })
        #expect(measles.targetID == "0000000014" && measles.countries == ["DE"] && measles.age == nil)
        #expect(try #require(records.first { $0.name == "Shingles (herpes zoster)" }).age == 60)
        #expect(
            try #require(records.first { $0.name == "TBE (tick-borne encephalitis)" }).countries == ["DE"],
            "TBE in risk districts")
        #expect(
            try #require(records.first { $0.name == "Flu (influenza)" }).age == 60,
            "Saxony's wider rule isn't the country's")
        #expect(records.contains { $0.type == "dog" && $0.name == "Distemper" })
        #expect(!records.contains { $0.name == "Yellow fever" }, "yellow fever is not recommended in Germany")
    }

    @Test func aCountryToTravelToGivesItsTravelVaccinations() throws {
        let records = release.recommendations(in: "TH") { $0 == "TH" ? "thailand" : $0 }
        #expect(records.map(\.name).contains("Hepatitis A") && records.map(\.name).contains("Rabies"))
        #expect(records.allSatisfy { $0.countries == ["thailand"] })
        #expect(!records.contains { $0.name == "Yellow fever" })
        #expect(release.recommendations(in: "BR").contains { $0.name == "Yellow fever" })
    }

    @Test func allOfThemNameTheirCountries() throws {
        let yellow = try #require(release.recommendations().first { $0.name == "Yellow fever" })
        #expect(yellow.countries?.count == 42)
        #expect(Set(release.recommendations().map(\.targetID)).count == release.recommendations().count)
    }

    @Test func aCountryThatNoScheduleKnowsGivesNothing() {
        #expect(release.recommendations(in: "AQ").isEmpty)
        #expect(!release.countries.contains("AQ"))
        #expect(release.countries.isSuperset(of: ["DE", "AT", "TH", "BR", "GR"]))
    }

    @Test func whatADoctorDecidesIsAQuestionAndNoAge() throws {
        let covid = try #require(release.recommendations(in: "DE").first { $0.name.hasPrefix("COVID") })
        #expect(covid.age == 75 && covid.askDoctor == nil)
        let name = "schedules/de-stiko.json"
        let text = String(decoding: try #require(release.files[name]), as: UTF8.self)
        let asking = text.replacing(
            "\"id\": \"zoster-60\",", with: "\"id\": \"zoster-60\", \"ask\": {\"en\": \"Why\"},", maxReplacements: 1)
        let zoster = try release.replacing([.init(name: "de-stiko.json", bytes: Array(asking.utf8))])
            .recommendations(in: "DE").first { $0.name.hasPrefix("Shingles") }
        #expect(zoster?.askDoctor == true)
    }

    @Test func whatDependsOnAConditionIsLeftOut() {
        let german = release.recommendations(in: "DE").map(\.targetID)
        #expect(!german.contains("0000000004"), "cholera is for aid workers only")
        #expect(!german.contains("0000000045"))
    }
}
