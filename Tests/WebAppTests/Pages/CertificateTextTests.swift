import CivilDates
import HealthCertificate
import Model
import Testing
import Vault

@testable import IntakePages
@testable import People
@testable import WebApp

@Suite("Certificates in a pasted text", .timeLimit(.minutes(3)))
struct CertificateTextTests {
    @Test(
        arguments: [
            ("HC1:AB", ["HC1:AB"]), (" HC1:AB \r\n\r\nHC1:CD\n", ["HC1:AB", "HC1:CD"]),
            ("HC1:AB\r\nCD\r\nEF", ["HC1:ABCDEF"]), ("", []), ("\n \n", []), ("hello", ["hello"]),
            ("HC1:A B", ["HC1:A B"]),
        ] as [(String, [String])])
    func areFoundOneByOne(text: String, parts: [String]) {
        #expect(CertificateText.split(text) == parts)
    }

    @Test(arguments: [
        ("Ada Test", "1987-04-12", true, true), ("ada test", "1987-04-12", true, true),
        ("Test, Ada", "1987-04-12", true, true), ("Ada Maria Test", "1987-04-12", true, true),
        ("Grace Test", "1987-04-12", false, true), ("Ada", "1987-04-12", false, true),
        ("Ada Test", "1987-04-13", true, false), ("Ada Test", "1987", true, false),
    ])
    func areMatchedWithAPassByNameAndBirthDate(
        name: String, birth: String, nameFits: Bool, birthFits: Bool
    ) throws {
        let holder = Holder(
            name: PersonName(family: "Test", given: "Ada"), dateOfBirth: CertificateDate("1987-04-12"))
        let pass = try PassRecord(
            id: .random(), Pass(kind: "person", name: name, birthDate: PartialDate(birth)), createdAt: TestApp.now)
        let match = PassMatch(holder, pass)
        #expect(match.nameDiffers == !nameFits)
        #expect(match.birthDateDiffers == !birthFits)
    }

    @Test(arguments: [
        ("/passes", "/passes"), ("//evil.example", "/"), ("https://evil.example", "/"), (nil, "/"), ("/a?b", "/"),
        ("/a\\b", "/"), ("/%0d%0a", "/"),
    ])
    func leaveNoWayToAnotherSite(path: String?, target: String) {
        #expect(SettingsFeature.localPath(path) == target)
    }
}
