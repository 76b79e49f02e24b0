import Model
import Testing
import Vault

@testable import IntakePages
@testable import Web
@testable import WebApp

@Suite("Paths", .timeLimit(.minutes(3)))
struct PathTests {
    @Test func haveATypeForEachName() {
        for route in Route.table {
            let names = route.path.matches(of: /\{[a-z]+\}/).count
            #expect(names == route.kinds.count, "\(AccessTable.name(route))")
        }
    }

    @Test(arguments: ["DE", "LK Sömmerda", "a/b?c#d", "100 %", "00+", "St. Wendel", ""])
    func readTextsAsLinksHaveThem(text: String) {
        let encoded = text.pathText
        #expect(encoded.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"/?#+".utf8.contains($0) })
        #expect(String(pathText: encoded) == text)
    }

    @Test func putEachValueInItsPlace() {
        let draft = DraftID.random()
        #expect(Links.scannedField(draft, "date-1") == "/drafts/\(draft)/fields/date-1.png")
        #expect(Links.graph("influenza", "St. Wendel", .season) == "/situation/influenza/St.%20Wendel/season.svg")
        #expect(Links.subscribedCalendar([0xFF, 0xEF]) == "/calendar/_-8.ics")
        #expect(Links.home() == "/")
    }

    /// Who guesses is counted by the handler, which then finds nothing.
    @Test func takeWhatIsNoSecretForAnEmptyOne() {
        #expect([UInt8](pathText: "_-8") == [0xFF, 0xEF] && [UInt8](pathText: "_-9") == [])
    }
}
