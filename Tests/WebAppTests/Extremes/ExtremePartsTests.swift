import Foundation
import HTTPTypes
import HummingbirdTesting
import Model
import NIOCore
import Seeded
import Testing

import Intake
@testable import IntakePages
@testable import Vault
@testable import Web
@testable import WebApp

/// One extreme at a time, with good ids beside it: what isn't found for another reason hides nothing.
@Suite("Extreme numbers, one at a time", .timeLimit(.minutes(3)))
struct ExtremePartsTests {
    private struct Scene: Sendable {
        let app: TestApp
        let person: Person
        let pass: String
        let items: [String: String]

        /// A route's path, with another value in the place of one of its parts.
        func path(_ pattern: String, replacing part: String? = nil, by value: String = "") -> String {
            let other = part.map { [$0: AccessTable.encoded(value)] } ?? [:]
            return AccessTable.path(pattern, items.merging(other) { $1 })
        }
    }

    /// Somebody with one of everything, a page that waits to be checked and a template that was tried on it among them.
    private func begin(_ body: @Sendable @escaping (Scene) async throws -> Void) async throws {
        try await TestApp.openWithPass { app, person, pass in
            let items = try await OwnershipTests.items(of: person, pass, app)
            let session = try #require(try await app.accounts.sessions.session(cookie: person.sessionCookie()))
            let (scan, template) = try (#require(items["draft"]), #require(items["template"]))
            let file = try await session.vault.seal(
                try ScanReader.picture(), expires: TestApp.now + DraftRecord.lifetime)
            try await session.vault.write { records in
                let found = try records.draft(try #require(DraftID(scan)), at: TestApp.now)
                var trial = try Draft(try #require(found))
                trial.sheets[0].pages[0].flat = file.id.description
                try trial.store(trying: template, in: records, with: [file], at: TestApp.now)
            }
            try await body(Scene(app: app, person: person, pass: pass, items: items))
        }
    }

    /// What needs a reader, or something that was rejected, to be there.
    private static let isMissing = ["/rejected", "{f}.png"]

    @Test func everyPartOfEveryPathIsAskedByItself() async throws {
        try await begin { scene in
            var asked = 0
            for route in Route.table where route.method == .get && route.path.contains("{") {
                let name = AccessTable.name(route)
                guard AccessTable.member.contains(name), !Self.isMissing.contains(where: route.path.hasSuffix) else {
                    continue
                }
                let good = try await scene.person.get(scene.path(route.path)).status
                #expect(good == .ok || good == .seeOther, "nothing is shown by \(name): \(good)")
                for part in route.path.matches(of: /\{([a-z]+)\}/).map({ String($0.1) }) {
                    for number in Extremes.numbers {
                        let path = scene.path(route.path, replacing: part, by: number)
                        let answer = try await scene.person.get(path)
                        #expect(answer.status.code < 500, "\(name) \(part)=\(number.prefix(30))")
                        asked += 1
                    }
                }
            }
            #expect(asked > 1_000)
        }
    }

    /// The places of pages, which are counted from 1.
    @Test func aPageIsOneOfThoseThereAre() async throws {
        try await begin { scene in
            for number in Extremes.numbers { try await ask(for: number, scene) }
        }
    }

    private func ask(for number: String, _ scene: Scene) async throws {
        let (scan, template) = try (#require(scene.items["draft"]), #require(scene.items["template"]))
        let encoded = AccessTable.encoded(number)
        let isFirst = Int(number, radix: 10) == 1
        for path in [
            "/drafts/\(scan)/pages/\(encoded)",
            "/drafts/\(scan)/pages/\(encoded).png",
            "/scan-templates/\(template)/picture.png?page=\(encoded)",
        ] {
            let answer = try await scene.person.get(path)
            #expect(answer.status == (isFirst ? .ok : .notFound), "\(path.prefix(120))")
        }
        let step = try await scene.person.post(
            "/drafts/\(scan)", ["step": "page-\(number)", "row-1": "keep"])
        #expect(
            (step.location.contains("/pages/1")) == isFirst && step.status.code < 500, "step=page-\(number.prefix(30))")
        var fields = Dictionary(
            uniqueKeysWithValues: (FieldTable.fields["POST /scan-templates/{template}/edit"] ?? []).compactMap {
                field in field.isOfQuery ? nil : field.good.map { (field.name, $0) }
            })
        (fields["spot.x"], fields["spot.y"]) = ("10", "10")
        for (page, width, x) in [(encoded, "500", "10"), ("1", encoded, "10"), ("1", "500", number)] {
            (fields["spot.x"], fields["pressed"]) = (x, "")
            let answer = try await scene.person.post(
                "/scan-templates/\(template)/edit?page=\(page)&width=\(width)", fields)
            #expect(answer.status.code < 500, "\(page.prefix(30)) \(width.prefix(30)) \(x.prefix(30))")
        }
        // A number inside a field's name, and one that comes with the picture's first corner.
        for (name, value) in [
            ("rows-\(number)", "3"), ("name-\(number)", "name"), ("pressed", "\(number) 0.1 0.1"),
            ("pressed", "1 \(number) 0.1"), ("target", "region-\(number)"), ("rows-1", number), ("page-1", number),
            ("left-1", number), ("page-width-1", number),
        ] {
            let changed = fields.merging([name: value, "spot.x": "10"]) { $1 }
            let answer = try await scene.person.post("/scan-templates/\(template)/edit?page=1&width=500", changed)
            #expect(answer.status.code < 500, "\(name.prefix(30))=\(value.prefix(30))")
        }
    }

    /// A port is one that a stranger's link may name.
    @Test(arguments: ["0", "22", "80", "442", "1023", "65536", "99999", "4294967739", "9223372036854775807"])
    func aLinkToAPortThatMayNotBeAskedLeadsNowhere(port: String) async throws {
        let server = PublicLinkServer()
        await #expect(throws: LinkFault.privateAddress) {
            _ = try await server.answer(at: "https://example.org:\(port)/x", posting: nil, by: .now() + .seconds(5))
        }
    }
}
