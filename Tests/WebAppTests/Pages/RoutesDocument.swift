import Foundation
import HTTPTypes
import Model
import Testing

@testable import IntakePages
@testable import People
@testable import Web
@testable import WebApp

/// docs/routes.md: a row for each route with those who may ask, by the route table; what it says besides is written there.
enum RoutesDocument {
    static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    static let file = root.appending(path: "docs/routes.md")

    struct Row: Sendable {
        var methods: [String]
        let path: String
        let access: String
        /// Its fields, what else there is to say, an example.
        var text = ""
    }

    private static let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    static let rows = text.matches(of: /\| `([A-Z ]+) (\/.*?)` \| ([^|]+) \|(.*)\|\n/).map { row in
        Row(
            methods: row.1.split(separator: " ").map(String.init), path: String(row.2), access: String(row.3),
            text: row.4.trimmingCharacters(in: .whitespaces))
    }

    /// The document for these routes: new ones have a row without fields.
    static func text(for routes: [Route]) -> String {
        let table = routes.reduce(into: [Row]()) { table, route in
            let row = Row(methods: [route.method.rawValue], path: route.path, access: access(route))
            func isThere(_ other: Row) -> Bool { other.path == row.path && other.access == row.access }
            if let place = table.firstIndex(where: isThere) { return table[place].methods += row.methods }
            table.append(row)
            table[table.count - 1].text = rows.first(where: isThere)?.text ?? ""
        }
        let rule = "|---|---|---|\n"
        return table.reduce(text.components(separatedBy: rule)[0] + rule) { text, row in
            let said = row.text.isEmpty ? "" : " \(row.text)"
            return text + "| `\((row.methods + [row.path]).joined(separator: " "))` | \(row.access) |\(said) |\n"
        }
    }

    private static func access(_ route: Route) -> String {
        switch route.access {
        case .public, .signOut: "anybody"
        case .api: "programs"
        case .secondFactor: "halfway"
        case .member: route.isWithoutConsent ? "members, consent or not" : "members"
        case .admin: "admins"
        }
    }
}

@Suite("docs/routes.md", .timeLimit(.minutes(3)))
struct RoutesDocumentTests {
    /// `make routes` writes the rows.
    @Test func hasARowForEachRoute() throws {
        let made = RoutesDocument.text(for: Route.table)
        if ProcessInfo.processInfo.environment["VACCINAPP_WRITE_ROUTES"] != nil {
            try made.write(to: RoutesDocument.file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: RoutesDocument.file, encoding: .utf8) == made, "run 'make routes'")
    }

    @Test func namesEveryFieldOfARecord() {
        expect(PassForm.fields, of: "/passes/new", "/passes/{pass}/edit")
        let doses = "/passes/{pass}/vaccinations"
        expect(VaccinationForm.fields, of: "\(doses)/new", "\(doses)/{vaccination}/edit")
    }

    private func expect<Record: LabelledRecord>(_ fields: [Field<Record>], of paths: String...) {
        for (path, field) in paths.flatMap({ path in fields.map { (path, $0) } }) {
            let named = (FieldTable.fields["POST \(path)"] ?? []).filter { field.formNames.contains($0.name) }
            #expect(named.map(\.name) == field.formNames, "\(path)")
            guard case .choice(let words) = field.kind else { continue }
            for word in words { #expect(named.first?.meaning.contains("`\(word)`") == true, "\(path) \(word)") }
        }
    }
}
