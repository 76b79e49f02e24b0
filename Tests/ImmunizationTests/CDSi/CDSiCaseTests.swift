import CDSiConverter
import Immunization
import Testing

// Needs the shared data beside the repository; says so aloud where it is missing.
@Suite("CDSi's published cases", .enabled(if: CDSiData.isPresent))
struct CDSiCaseTests {
    #if DEBUG
        // A debug build takes every third case; the release build of `conformance` runs them all.
        static let step = 3
    #else
        static let step = 1
    #endif

    @Test("every case agrees, or is listed with the reason why not", arguments: CDSiData.files)
    func casesAgree(file: String) throws {
        let run = try CDSiData.run()
        let cases = try CDSiData.cases(file)
        for number in stride(from: 0, to: cases.count, by: Self.step) {
            let differences = try run.answer(cases[number]).differences(from: cases[number])
            let isListed = CDSiKnownDifferences.reasons[cases[number].id] != nil
            #expect(differences.isEmpty || isListed, "\(cases[number].id): \(differences.joined(separator: "; "))")
        }
    }
}
