import CivilDates
import Immunization
import Testing

@Suite("The ages for which products are licensed", .timeLimit(.minutes(3)))
struct LicensedAgesTests {
    let catalogue: Catalogue

    init() throws {
        catalogue = try ShippedCatalogue.load()
    }

    @Test func areKnownOfEveryProductForPeopleInUseAndOfEveryBrandThatOthersBeginWith() {
        #expect(catalogue.productsWithoutAges(for: "person").map(\.id) == [])
        #expect(catalogue.vaccine("prevenar")?.licensedAges != nil, "withdrawn, but 'Prevenar 13' begins so")
        #expect(!catalogue.productsWithoutAges(for: "dog").isEmpty)
    }

    @Test func nameASourceAndAGrade() {
        for ages in catalogue.vaccines.compactMap(\.licensedAges) {
            #expect(!ages.provenance.sources.isEmpty && ages.provenance.confidence < .high)
        }
    }

    @Test func aBrandOfTwoStrengthsHasOneForChildrenAndOneForAdults() {
        let strengths = Dictionary(grouping: catalogue.vaccines.filter { $0.strength != nil }) {
            [$0.kind, $0.manufacturer ?? ""]
        }
        #expect(strengths.count == 7)
        for group in strengths.values {
            #expect(Set(group.compactMap(\.strength)) == [.child, .adult], "\(group.map(\.id))")
            #expect(group.allSatisfy { $0.licensedAges != nil })
        }
    }

    @Test(arguments: [
        ("encepur-erwachsene", "1998-04-03", "2004-05-05", true), ("encepur-kinder", "1998-04-03", "2004-05-05", false),
        ("encepur-kinder", "1998-04-03", "2010-04-02", false), ("encepur-kinder", "1998-04-03", "2010-04-03", true),
        ("encepur-erwachsene", "1998-04-03", "2010-04-03", false), ("boostrix-polio", "2026-01-01", "2026-03-12", true),
        // Of a year alone any day counts.
        ("encepur-kinder", "1998", "2010", false), ("encepur-kinder", "1998", "2011", true),
        ("encepur-erwachsene", "1998", "2010", false), ("encepur-erwachsene", "1998", "2009", true),
        ("rabipur", "2026-01-01", "2026-01-01", false),
    ])
    func excludeWhoeverIsOutsideOfThemOnEveryDayThatItCanHaveBeen(
        vaccine: String, birth: String, day: String, isOutside: Bool
    ) throws {
        let ages = try #require(catalogue.vaccine(vaccine)?.licensedAges)
        let (birth, day) = (try #require(PartialDate(birth)), try #require(PartialDate(day)))
        #expect(ages.exclude(bornOn: birth, on: day) == isOutside)
    }
}
