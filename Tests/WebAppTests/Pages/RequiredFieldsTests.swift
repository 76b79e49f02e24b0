import HTTPTypes
import Testing

@testable import WebApp

/// What has to be answered says so to those who can't see the page, whatever it is answered by.
@Suite("Fields that have to be filled in", .timeLimit(.minutes(3)))
struct RequiredFieldsTests {
    @Test func areMarkedAlikeInEveryForm() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let asked: [(page: String, names: [String])] = [
                ("/passes/new", ["name", "kind", "birthdate-year", "sex"]),
                ("/passes/\(pass)/edit", ["name", "kind", "birthdate-year", "sex"]),
                ("/passes/\(pass)/vaccinations/new", ["date-year"]),
                ("/passes/\(pass)/journeys", ["country", "from-year"]), ("/import", ["file"]),
            ]
            for (page, names) in asked {
                let body = try await person.get(page).body
                for name in names {
                    let fields = try Self.fields(name, on: body)
                    #expect(!fields.isEmpty && fields.allSatisfy { $0.contains(" required") }, "\(page) \(name)")
                }
            }
        }
    }

    @Test func aQuestionOfDuplicatesHasToBeAnswered() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let dose = [
                "target": "measles", "vaccine": "priorix", "date-day": "20", "date-month": "5", "date-year": "1998",
            ]
            let path = "/passes/\(pass)/vaccinations"
            _ = try await person.post(path + "/new", dose)
            // A day later it may be the same one.
            let form = try await person.post(path + "/new", dose.merging(["date-day": "21"]) { $1 }).body
            let table = try await person.post(path + "/table", ["date-1": "21.5.1998", "vaccine-1": "priorix"]).body
            for (body, name) in [(form, "duplicate"), (table, "duplicate-1")] {
                let buttons = try Self.fields(name, on: body)
                #expect(buttons.count > 1 && buttons.allSatisfy { $0.contains(" required") }, "\(name)")
            }
        }
    }

    /// The tags of a page's fields of this name.
    private static func fields(_ name: String, on body: String) throws -> [Substring] {
        try body.matches(of: Regex("<(input|select)[^>]* name=\"\(name)\"[^>]*>")).compactMap { $0.output[0].substring }
    }
}
