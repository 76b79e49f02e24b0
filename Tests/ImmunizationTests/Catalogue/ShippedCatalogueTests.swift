import Foundation
import Immunization
import Testing

@Suite("The catalogue we ship", .timeLimit(.minutes(3)))
struct ShippedCatalogueTests {
    let catalogue: Catalogue

    init() throws {
        catalogue = try ShippedCatalogue.load()
    }

    @Test func hasPersonDogAndCatWithTheirEmojiAndRecordTypes() {
        #expect(catalogue.species.map(\.id) == ["person", "dog", "cat"])
        #expect(catalogue.species.map(\.recordType) == ["human", "dog", "cat"])
        #expect(catalogue.species.allSatisfy { $0.emoji.count == 1 })
    }

    @Test(arguments: [
        ("infanrix-hexa", ["diphtheria", "tetanus", "pertussis", "polio", "hib", "hepatitis-b"]),
        ("proquad", ["measles", "mumps", "rubella", "varicella"]),
        ("twinrix-erwachsene", ["hepatitis-a", "hepatitis-b"]),
        ("boostrix-polio", ["diphtheria", "tetanus", "pertussis", "polio"]),
        ("menquadfi", ["meningococcal-acwy", "meningococcal-c"]),
        (
            "versican-plus-dhppi-l4r",
            [
                "dog-distemper", "dog-hepatitis", "dog-parvovirus", "dog-parainfluenza", "dog-leptospirosis",
                "dog-rabies",
            ]
        ),
        ("purevax-rcp", ["cat-herpesvirus", "cat-calicivirus", "cat-panleukopenia"]),
    ])
    func countsACombinationForEachOfItsDiseases(vaccine: String, targets: [String]) throws {
        #expect(try #require(catalogue.vaccine(vaccine)).targets == targets)
        for target in targets {
            #expect(catalogue.vaccines(for: target).contains { $0.id == vaccine }, "\(vaccine) under \(target)")
        }
    }

    @Test(arguments: [
        ("EU/1/20/1528", "comirnaty"), ("EU/1/20/1507", "spikevax"), ("Sputnik-V", "sputnik-v"),
        ("EU/1/21/1618", "nuvaxovid"), ("Inactivated-SARS-CoV-2-Vero-Cell", "inactivated-sars-cov-2-vero-cell"),
        ("EU/1/00/152", "infanrix-hexa"), ("EU/2/04/052", "purevax-rcp"),
    ])
    func findsAProductByTheCodeOfACertificate(code: String, id: String) {
        #expect(catalogue.vaccine(code: .euProduct, code)?.id == id)
    }

    @Test func findsTheKindBehindAProphylaxisCode() {
        #expect(catalogue.vaccine(code: .snomed, "1119349007")?.id == "covid-19-mrna")
        #expect(catalogue.vaccine(code: .atc, "J07BX03")?.id == "covid-19")
        #expect(catalogue.vaccines(code: .cvx, "94").map(\.id) == ["priorix-tetra", "proquad", "mmrv"])
    }

    @Test func findsDiseasesByTheirSnomedCodes() {
        #expect(catalogue.target(code: .snomed, "840539006")?.id == "covid-19")
        #expect(catalogue.target(code: .snomed, "14189004")?.names["de"] == "Masern")
        #expect(catalogue.target(code: .snomed, "1")?.id == nil)
    }

    @Test func sortsDiseasesByNameInEachLanguage() {
        let german = catalogue.targets(for: "person", language: "de").map(\.id)
        #expect(german.first == "chikungunya")
        #expect(
            german.filter { ["rsv", "rotavirus", "rubella", "tetanus"].contains($0) }
                == ["rotavirus", "rubella", "rsv", "tetanus"], "Röteln stands between Rotaviren and Tetanus")
        #expect(catalogue.targets(for: "cat").allSatisfy { $0.species == "cat" })
        #expect(catalogue.targets(for: "horse").isEmpty)
    }

    @Test func offersProductsInUseBeforeWithdrawnOnesBeforeForeignOnes() {
        for target in catalogue.targets {
            let ranks = catalogue.vaccines(for: target.id).map {
                Vaccine.Status.allCases.firstIndex(of: $0.status) ?? 9
            }
            #expect(ranks == ranks.sorted(), "\(target.id)")
        }
    }

    @Test func offersABrandUnknownForEveryDisease() {
        for target in catalogue.targets {
            let kinds = catalogue.brandUnknown(for: target.id)
            #expect(!kinds.isEmpty && kinds.allSatisfy(\.isBrandUnknown), "\(target.id)")
        }
        #expect(catalogue.brandUnknown(for: "tetanus").first?.name["de"] == "Tetanus")
        #expect(catalogue.vaccine("dtap-ipv-hib-hepb")?.isBrandUnknown == true)
    }

    @Test func namesEverythingInEnglishAndGermanWithASourceAndADate() {
        for name in catalogue.targets.map(\.names) + catalogue.kinds.map(\.name) + catalogue.species.map(\.names) {
            #expect(name.languages == ["de", "en"])
        }
        for provenance in catalogue.targets.map(\.provenance) + catalogue.vaccines.map(\.provenance) {
            #expect(!provenance.sources.isEmpty && provenance.date.count == 10)
        }
    }

    @Test func headsTheBookletsColumnsShortlyInThreeLanguages() {
        for target in catalogue.targets {
            #expect(target.headings.languages == ["de", "en", "fr"], "\(target.id)")
            #expect(
                target.headings.languages.allSatisfy { (2...26).contains(target.headings[$0].count) }, "\(target.id)")
        }
        #expect(catalogue.target("pertussis")?.headings["fr"] == "Coqueluche")
        let measles = ["measles", "mumps", "rubella"]
        #expect(catalogue.headings == ["MMR": measles, "ROR": measles, "TBE": ["tbe"]])
        #expect(catalogue.districtRisk == "tbe")
    }

    @Test func holdsEveryEntryOfTheEUValueSets() throws {
        let folder =
            ProcessInfo.processInfo.environment["VACCINAPP_TEST_DATA"].map { URL(filePath: $0) }
            ?? ShippedCatalogue.root.deletingLastPathComponent().appending(path: "shared/data")
        let sets = folder.appending(path: "dcc/valuesets")
        guard FileManager.default.fileExists(atPath: sets.path) else {
            return print("skipped: the EU value sets are not at \(sets.path)")
        }
        for code in try codes(sets, "vaccine-medicinal-product") {
            #expect(catalogue.vaccine(code: .euProduct, code) != nil, "\(code)")
        }
        for code in try codes(sets, "vaccine-mah-manf") {
            #expect(catalogue.manufacturer(code: .emaOrganisation, code) != nil, "\(code)")
        }
        for code in try codes(sets, "disease-agent-targeted") {
            #expect(catalogue.target(code: .snomed, code) != nil, "\(code)")
        }
        for code in try codes(sets, "vaccine-prophylaxis") where code != "1187593009" {
            let found = catalogue.vaccine(code: .snomed, code) ?? catalogue.vaccine(code: .atc, code)
            #expect(found != nil, "\(code)")
        }
    }

    private func codes(_ folder: URL, _ name: String) throws -> [String] {
        struct ValueSet: Decodable { let valueSetValues: [String: [String: Anything]] }
        struct Anything: Decodable { init(from decoder: any Decoder) throws {} }
        let data = try Data(contentsOf: folder.appending(path: "\(name).json"))
        return try JSONDecoder().decode(ValueSet.self, from: data).valueSetValues.keys.sorted()
    }
}
