import CDSiConverter
import Immunization
import Testing

// Needs the shared data beside the repository; says so aloud where it is missing.
@Suite("CDSi's published cases", .enabled(if: CDSiData.isPresent), .timeLimit(.minutes(3)))
struct CDSiCaseTests {
    @Test("every case agrees, or is listed with the reason why not", arguments: CDSiData.files)
    func casesAgree(file: String) throws {
        let run = try CDSiData.run()
        let cases = try CDSiData.cases(file)
        for one in cases {
            let differences = try run.answer(one).differences(from: one)
            let isListed = CDSiKnownDifferences.reasons[one.id] != nil
            #expect(differences.isEmpty || isListed, "\(one.id): \(differences.joined(separator: "; "))")
        }
    }
}
