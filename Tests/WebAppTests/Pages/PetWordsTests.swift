import HTTPTypes
import Model
import Testing

@testable import WebApp

@Suite("Pets have words of their own, and passes of one name something that sets them apart", .timeLimit(.minutes(3)))
struct PetWordsTests {
    @Test(arguments: ["en", "de"])
    func formsOfAnAnimalNameItsPassportAndItsVaccines(language: String) async throws {
        try await TestApp.openWithPass { _, person, pass in
            let dog = try await person.pass("Bello", kind: "dog", birth: ("1", "4", "2020"))
            #expect(try await person.post("/language", ["language": language]).status == .seeOther)
            let own = [
                (pass, "own.booklet", "own.stickers", "own.givers"),
                (dog, "own.booklet.animal", "own.stickers.animal", "own.givers.animal"),
            ]
            for (id, booklet, stickers, givers) in own {
                let gaps = try ["booklet": words(booklet, in: language), "stickers": words(stickers, in: language)]
                let form = try await person.get("/passes/\(id)/vaccinations/new").body
                #expect(form.says("vaccinations.search.hint", gaps, in: language), "\(booklet)")
                #expect(form.says(givers, in: language), "\(givers)")
                let paper = try await person.get("/passes/\(id)/print").body
                #expect(paper.says("archive.print.note", gaps, in: language), "\(booklet)")
            }
            #expect(try await person.get("/passes/\(pass)/edit").body.contains(#"value="diverse""#))
            #expect(try await !person.get("/passes/\(dog)/edit").body.contains(#"value="diverse""#))
        }
    }

    @Test func passesOfOneNameAreSetApart() async throws {
        try await TestApp.openWithPass("Lina", birth: ("3", "5", "2019")) { _, person, _ in
            #expect(try await !person.get("/").body.contains("Lina ("))
            _ = try await person.pass("Lina", birth: ("3", "5", "2023"))
            let cat = try await person.pass("Lina", kind: "cat", birth: ("3", "5", "2023"))
            for path in ["/", "/passes/\(cat)"] {
                let page = try await person.get(path).body
                for name in ["2019", "2023", "Cat"] {
                    #expect(page.contains("Lina (\(name))") || page.contains(", \(name))"), "\(name) on \(path)")
                }
            }
        }
    }

    /// A course that begins again each year isn't told of whoever it isn't for.
    @Test func nothingIsYearlyForWhomItIsntRecommended() async throws {
        try await TestApp.openWithPass("Ben Test", birth: ("28", "2", "2014")) { _, person, pass in
            _ = try await person.dose(pass, "influenza", "influvac", ("16", "10", "2024"))
            let page = try await person.get("/passes/\(pass)").body
            #expect(!page.says("recommendations.repeat") && page.says("answer.state.not-recommended"))
        }
    }

    /// Of a pass in which nothing is entered nobody knows what is missing.
    @Test func nothingIsMissingFromAnEmptyPass() async throws {
        try await TestApp.openWithPass("Emil Test", birth: ("1", "4", "2026")) { _, person, pass in
            for path in ["/passes/\(pass)", "/passes/\(pass)/recommendations"] {
                let page = try await person.get(path).body
                let missing = try "\(words("answer.missing")) ·"
                #expect(!page.says("vaccinations.due.missing") && !page.contains(missing), "\(path)")
                #expect(page.says("answer.state.now"), "\(path)")
            }
        }
    }
}
