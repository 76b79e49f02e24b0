import Foundation
import Immunization
import Testing

@Suite("What codes of vaccines stand for", .timeLimit(.minutes(3)))
struct VaccineCodesTests {
    let catalogue: Catalogue
    let index: CodeIndex

    init() throws {
        catalogue = try ShippedCatalogue.load()
        index = catalogue.codeIndex
    }

    private func meaning(_ code: String) throws -> CodeMeaning {
        try #require(catalogue.meanings.first { $0.codes.contains(Code(.cvx, code)) }, "CVX \(code)")
    }

    @Test func everyCodeOfTheCDCsTableHasAKindTargetsOrAReason() throws {
        let codes = catalogue.meanings.flatMap(\.codes).filter { $0.system == .cvx }
        #expect(codes.count == 287)
        for code in codes {
            let isMeant = index.vaccine(code).map { !$0.targets.isEmpty } ?? false
            #expect(isMeant != (index.refusal(code) != nil), "CVX \(code.value)")
        }
    }

    @Test func theTableIsTheWholeOne() throws {
        let folder =
            ProcessInfo.processInfo.environment["VACCINAPP_TEST_DATA"].map { URL(filePath: $0) }
            ?? ShippedCatalogue.root.deletingLastPathComponent().appending(path: "shared/data")
        let file = folder.appending(path: "cvx/cvx.tsv")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            return print("skipped: the CDC's table is not at \(file.path)")
        }
        let rows = text.split(separator: "\n").dropFirst().map { $0.split(separator: "\t")[0] }
        #expect(rows.count == 287)
        for code in rows { _ = try meaning(String(code)) }
    }

    /// A group isn't what a dose is against: measles alone is in the group of MMR.
    @Test(arguments: [
        ("05", ["measles"]), ("04", ["measles", "rubella"]), ("38", ["mumps", "rubella"]),
        ("22", ["diphtheria", "tetanus", "pertussis", "hib"]), ("148", ["hib", "meningococcal-c"]),
        ("203", ["meningococcal-acwy", "meningococcal-c"]), ("214", ["ebola"]),
        ("321", ["pandemic-influenza"]), ("316", ["meningococcal-acwy", "meningococcal-c", "meningococcal-b"]),
    ])
    func aCodeIsAgainstWhatItsOwnNameSays(code: String, targets: [String]) {
        #expect(index.vaccine(Code(.cvx, code))?.targets == targets)
    }

    @Test(arguments: [
        ("998", CodeMeaning.NoDose.notGiven), ("999", .notSaid), ("167", .notSaid), ("95", .noVaccine),
        ("801", .noVaccine), ("24", .otherDisease), ("131", .otherDisease), ("69", .otherDisease), ("86", .antibody),
        ("12", .antibody), ("79", .antibody),
    ])
    func whatGivesNoDoseSaysWhy(code: String, refusal: CodeMeaning.NoDose) {
        #expect(index.refusal(Code(.cvx, code)) == refusal)
        #expect(index.vaccine(Code(.cvx, code)) == nil)
    }

    @Test(arguments: ["13", "30", "34", "36", "93", "117", "145", "180", "306", "332"])
    func anImmunoglobulinIsAPassiveKind(code: String) throws {
        let vaccine = try #require(index.vaccine(Code(.cvx, code))?.vaccine.flatMap(catalogue.vaccine))
        #expect(vaccine.isPassive)
    }

    @Test func aCodeNamesABrandWhereOneProductAloneHasIt() {
        #expect(index.vaccine(Code(.cvx, "223"))?.vaccine == "fsme-immun-junior")
        #expect(index.vaccine(Code(.cvx, "203"))?.vaccine == "menacwy")
        #expect(index.vaccine(Code(.cvx, "08"))?.vaccine == "hepatitis-b")
    }

    @Test func aKindAndTheTableSayTheSameOfACode() throws {
        for kind in catalogue.kinds {
            for code in kind.ownCodes where code.system == .cvx {
                #expect(try meaning(code.value).kind == kind.id, "CVX \(code.value)")
            }
        }
        for vaccine in catalogue.vaccines {
            for code in vaccine.ownCodes where code.system == .cvx {
                let meant = try meaning(code.value)
                let targets = meant.kind.flatMap(catalogue.vaccine)?.targets ?? meant.targets
                #expect(Set(targets) == Set(vaccine.targets), "CVX \(code.value) of \(vaccine.id)")
            }
        }
    }
}
