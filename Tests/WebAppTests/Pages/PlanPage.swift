import Answers
import Foundation
import Model
import Testing
import Vault

@testable import Lists
@testable import Web
@testable import WebApp

/// The page of a pass's plan as a test reads it: its parts, and the row of each line.
struct PlanPage {
    let body: String

    init(_ person: Person, _ pass: String, query: String = "") async throws {
        body = try await person.get("/passes/\(pass)/recommendations\(query)").body
    }

    /// What is below a heading, to the end of its section; nil where there is no such part.
    func part(_ heading: String, _ gaps: [String: String] = [:], in language: String = "en") throws -> String? {
        let title = HTMLText.escape(try words(heading, gaps, in: language))
        return body.components(separatedBy: "<h2>\(title)</h2>").dropFirst().first?
            .components(separatedBy: "</section>").first
    }

    /// What is said of a line in a row of its own, or of the question whose row it opens.
    func row(_ line: String) -> String? {
        ["<li class=\"card\" id=\"\(line)\">", "<li id=\"\(line)\">"].compactMap { start in
            body.components(separatedBy: start).dropFirst().first?.components(separatedBy: "</li>").first
        }.first
    }

    /// The lines that have a place of their own on the page, in its order, each as often as it has one.
    var lines: [String] { Self.lines(in: body) }

    /// Those in a part of it.
    static func lines(in part: String) -> [String] {
        part.matches(of: /<(?:li|span)(?: class="card")? id="([a-z0-9-]+)"/).map { String($0.1) }
    }

    /// The numbers that the page shows as the one of the pass.
    var numbers: [String] { body.matches(of: /<data value="(\d+)">/).map { String($0.1) } }

    /// The dates of visits, with what each gives.
    var visits: [(when: String, text: String)] {
        body.components(separatedBy: "<ol class=\"visits\">").dropFirst()
            .flatMap {
                $0.components(separatedBy: "</ol>")[0].components(separatedBy: "<li class=\"card\">").dropFirst()
            }
            .map { card in (card.firstMatch(of: /<h3>([^<]*?) ?</).map { String($0.1) } ?? "", card) }
    }
}

extension Person {
    /// What is answered for a pass, past the pages.
    func answer(_ pass: String, _ app: TestApp) async throws -> Answers.Answer {
        let id = try #require(PassID(pass))
        let record = try await vault(app).read { records in
            try HealthRecord(try #require(try records.pass(id)), in: records)
        }
        return try record.answer(app.services.catalogue.release, on: TestApp.today)
    }
}
