import Foundation
import HTTPTypes
import Testing

@testable import Web
@testable import WebApp

/// What somebody has typed outlives the session that they typed it in.
@Suite("A form outlives its session", .timeLimit(.minutes(3)))
struct ResubmittedFormTests {
    private static let site = HTTPField.Name("Sec-Fetch-Site") ?? .from
    static let own: HTTPFields = [
        .contentType: "application/x-www-form-urlencoded", site: "same-origin",
    ]
    private static let typed = [
        "target": "tetanus", "vaccine": "unknown", "date-day": "5", "date-month": "4", "date-year": "2019",
        "batch": "A<b>1", "note": "\nin two\nlines",
    ]

    /// What the page sends when its button is pressed, as a browser would.
    static func again(_ page: String) throws -> [String: String] {
        var fields = ["form-token": String(try #require(page.firstMatch(of: /name="form-token" value="([^"]+)"/)).1)]
        for field in page.matches(of: /<textarea name="([^"]+)" hidden>\n([^<]*)<\/textarea>/) {
            fields[String(field.1)] = String(field.2).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        }
        return fields
    }

    @Test func whatWasTypedIsSavedAfterSigningInAgain() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            let token = try await person.token(on: path)
            let form = Person.form(Self.typed.merging(["form-token": token]) { $1 })
            await person.use(session: nil)
            let out = try await person.postRaw(path, form, headers: Self.own)
            #expect(out.status == .forbidden && out.body.says("problem.signed-out.title"))
            #expect(out.body.contains("A&lt;b&gt;1") && out.body.contains("href=\"/login\" target=\"_blank\""))
            #expect(!out.body.contains(token))
            _ = try await person.signIn("ada")
            let stale = try await person.postRaw(path, Person.form(try Self.again(out.body)), headers: Self.own)
            #expect(stale.status == .forbidden && stale.body.says("problem.form-kept.title"))
            let saved = try await person.postRaw(path, Person.form(try Self.again(stale.body)), headers: Self.own)
            #expect(saved.status == .seeOther)
            #expect(try await person.get(saved.location).body.contains("5 April 2019"))
        }
    }

    @Test(arguments: [
        HTTPFields(), [site: "none"],
    ])
    func whatNoPageOfOursSentIsNotRepeated(headers: HTTPFields) async throws {
        try await TestApp.openWithPass { _, person, pass in
            let path = "/passes/\(pass)/vaccinations/new"
            var all = headers
            all[.contentType] = "application/x-www-form-urlencoded"
            let stale = try await person.postRaw(path, Person.form(Self.typed), headers: all)
            #expect(stale.status == .forbidden && !stale.body.contains("A&lt;b&gt;1"))
            await person.use(session: nil)
            #expect(try await person.postRaw(path, Person.form(Self.typed), headers: all).location == "/login")
        }
    }

    @Test func noSecretIsRepeated() async throws {
        try await TestApp.openWithPass { _, person, _ in
            for path in ["/settings/password", "/settings/delete"] {
                let form = Person.form(["current": "canary secret", "password": "canary secret", "note": "x"])
                let stale = try await person.postRaw(path, form, headers: Self.own)
                #expect(stale.status == .forbidden && !stale.body.contains("canary"))
            }
        }
    }

    @Test func noRefusedFormShowsASecretAgain() async throws {
        try await TestApp.openWithPass { _, person, pass in
            let typed = Dictionary(uniqueKeysWithValues: FormFields.secrets.map { ($0, "canary secret") })
            let forms = FieldTable.fields.filter { line, fields in
                line.hasPrefix("POST ") && fields.contains { typed[$0.name] != nil }
            }.keys
            var refused = 0
            for line in forms where AccessTable.member.contains(line) || AccessTable.open.contains(line) {
                let isOpen = AccessTable.open.contains(line)
                let path = AccessTable.path(String(line.dropFirst("POST ".count)), ["pass": pass])
                let asking = isOpen ? Person(person.client) : person
                let answer = try await asking.post(path, typed, from: isOpen ? "/login" : nil)
                #expect(!answer.body.contains("canary"), "\(line)")
                if answer.status == .unprocessableContent { refused += 1 }
            }
            #expect(refused > 4)
        }
    }

    /// A browser puts nothing back into a field that says `off` when somebody comes back to it.
    @Test func onlySecretsAreKeptFromTheBrowsersMemory() throws {
        let secrets = ["passphrase", "passcode", "recovery-code", "invitation", "links.address", "readonly"]
        for (name, source) in try Templates.sources(in: RoutesDocument.root.appending(path: "Templates")) {
            for line in source.split(separator: "\n") where line.contains(#"autocomplete="off""#) {
                #expect(secrets.contains { line.contains($0) }, "\(name)")
            }
        }
    }
}
