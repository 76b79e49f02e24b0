import Foundation
import HTTPTypes
import HummingbirdTesting
import Seeded
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

/// Every field of every route is given what nobody types; whatever is answered, the server survives.
@Suite("Extreme values in every field of every route", .timeLimit(.minutes(LongForm.minutes)))
struct ExtremesTests {
    enum Visitor: CaseIterable {
        case guest, awaitingSecondFactor, member, withoutConsent, admin

        func mayAsk(_ line: String) -> Bool {
            switch self {
            case .guest: AccessTable.open.contains(line)
            case .awaitingSecondFactor: AccessTable.secondFactor.contains(line)
            case .member: AccessTable.member.contains(line)
            case .withoutConsent: false
            case .admin: AccessTable.admin.contains(line)
            }
        }
    }

    private static let all =
        Extremes.numbers + Extremes.dates + Extremes.texts + [String(repeating: "7", count: 100_000)]
    private static let isLong = ProcessInfo.processInfo.environment["VACCINAPP_FUZZ"] != nil

    /// NUL and the ends of what numbers can be, for every field, and three of the others in turn; `make fuzz` sends all
    /// of them.
    private static func values(_ field: Int) -> [String] {
        let ends = ["a\0b", "-9223372036854775808", "-1", "0", "9223372036854775807", "9223372036854775808"]
        if isLong { return ends + all }
        return ends + (0..<3).map { all[(field * 3 + $0) % all.count] }
    }

    /// The routes in parts, so that they are asked beside each other.
    private static let parts = 4

    @Test(arguments: Visitor.allCases, 0..<parts)
    func neverEndTheServer(visitor: Visitor, part: Int) async throws {
        try await TestApp.open(logger: quietLogger()) { app, client in
            let (person, pass, items) = try await Self.begin(visitor, app, client)
            let token = visitor == .guest ? "" : try await person.token()
            // A calendar that is subscribed to is made again for each value: one part shows that, and all of them at night.
            if visitor == .member || visitor == .admin, part > 0, !Self.isLong {
                #expect(try await person.post("/passes/\(pass)/calendar", ["step": "end"]).status == .seeOther)
            }
            var number = 0
            for (place, route) in Route.table.enumerated() where place % Self.parts == part {
                let line = AccessTable.name(route)
                // Who may not ask is answered before a field is looked at: a few values show that.
                let mayAsk = visitor.mayAsk(line)
                func values(_ field: Int) -> [String] { mayAsk ? Self.values(field) : Array(Self.all.prefix(3)) }
                let item = route.path.matches(of: /\{([a-z]+)\}/).map { String($0.1) }.last { $0 != "pass" }
                let path = AccessTable.path(route.path, items)
                var asked = (FieldTable.fields[line] ?? []).flatMap { field in
                    number += 1
                    return (values(number) + (mayAsk ? field.ends : [])).map { (path, field.name, $0) }
                }
                // In the place of the last id; the pass stays, where something in it is named.
                number += 1
                for value in values(number) where route.path.contains("{") && Extremes.numbers.contains(value) {
                    let named = item == nil ? route.path : route.path.replacing("{pass}", with: pass)
                    asked.append((named.replacing(/\{[a-z]+\}/, with: AccessTable.encoded(value)), "", value))
                }
                for (path, field, value) in asked {
                    let isFresh = AccessTable.open.contains(line)
                    let asking = isFresh ? Person(client) : person
                    let answer = try await Self.send(route, path, field, value, asking, isFresh ? nil : token)
                    #expect(answer.status.code < 500, "\(line) \(field)=\(value.prefix(30)) … \(value.utf8.count)")
                    let known = FieldTable.fields[line]?.first { $0.name == field }
                    if mayAsk, let known, known.good != nil, !known.isOfQuery, known.isBeyond(value) {
                        #expect(answer.status != .seeOther, "\(line) takes \(field)=\(value)")
                    }
                }
            }
        }
    }

    /// A code's number is looked for among the codes, whatever it is.
    @Test(arguments: ["qr.svg", "qr.png"])
    func aPartIsOneOfThoseThereAre(file: String) async throws {
        try await TestApp.openWithPass { app, person, pass in
            let text = try app.issuer.vaccination(given: "Ada", family: "Test", birth: "1987-04-12")
            _ = try await person.post("/certificates", ["text-1": text, "pass-1": pass])
            let list = try await person.get("/passes/\(pass)").body
            let id = try #require(list.firstMatch(of: /\/certificates\/([a-z0-9]{26})"/)).1
            for number in Extremes.numbers where number.utf8.count < 1_000 {
                let part = AccessTable.encoded(number)
                let answer = try await person.get("/passes/\(pass)/certificates/\(id)/\(file)?part=\(part)")
                // `%2B5` is a number with a sign.
                #expect(answer.status == (Int(number, radix: 10) == 1 ? .ok : .notFound), "\(number)")
            }
        }
    }

    @Test(arguments: [0, 1, 42, 44, 4_000])
    func aVisitsCookieOfAnotherLengthIsNone(length: Int) async throws {
        try await TestApp.open { _, client in
            let good = String(repeating: "A", count: 43)
            func cookies(_ value: String) async throws -> [String] {
                let answer = try await Person(client).get("/login", headers: [.cookie: "visit=\(value)"])
                #expect(answer.status == .ok)
                return answer.headers[values: .setCookie].filter { $0.hasPrefix("visit=") }
            }
            let (planted, own) = (try await cookies(String(repeating: "A", count: length)), try await cookies(good))
            #expect(planted.count == 1 && own.isEmpty)
        }
    }

    @Test func examplesHaveFieldsThatThereAre() {
        #expect(Set(FieldTable.fields.keys).subtracting(Route.table.map(AccessTable.name)).sorted() == [])
        for (line, example) in FieldTable.examples {
            let known = (FieldTable.fields[line] ?? []).map(\.name)
            #expect(Set(example.keys).subtracting(known).sorted() == [], "\(line)")
        }
        for (line, fields) in FieldTable.fields {
            for field in fields { #expect(field.name.wholeMatch(of: /[a-z0-9.-]+/) != nil, "\(line) \(field.name)") }
        }
    }

    /// One that counts what there is ends with the last; of a date's parts docs/routes.md says it once.
    @Test func everyNumberSaysItsRange() {
        let texts = ["code", "passcode"]
        for (line, fields) in FieldTable.fields {
            for field in fields where field.name.wholeMatch(of: /.*-(day|month|year)/) == nil {
                guard let good = field.good, let number = Int(good, radix: 10), !texts.contains(field.name) else {
                    continue
                }
                let isSaid = field.range?.contains(number) ?? field.meaning.contains("from 1 to the last")
                #expect(isSaid || field.meaning.contains("`\(good)`"), "\(line) \(field.name)")
            }
        }
    }

    /// The forms that pages show have no field that the table doesn't know.
    @Test func theFormsHaveNoOtherFields() async throws {
        try await TestApp.open { app, client in
            let all = Route.table
            let (person, _, items) = try await Self.begin(.member, app, client)
            var seen = 0
            for route in all where route.method == .get {
                let path = AccessTable.path(route.path, items)
                let body = try await person.get(path).body
                for form in body.matches(of: /<form([^>]*)>(.*?)<\/form>/.dotMatchesNewlines()) {
                    guard let action = form.output.1.firstMatch(of: /action="([^"?]*)/)?.1,
                        let name = Self.name(ofFormTo: String(action), all, items)
                    else { continue }
                    let known = FieldTable.fields[name] ?? []
                    for field in form.output.2.matches(of: #/ name="([^"]*)"/#).map({ String($0.output.1) }) {
                        #expect(field == "form-token" || known.contains { $0.means(field) }, "\(name) \(field)")
                        seen += 1
                    }
                }
            }
            #expect(seen > 100)
        }
    }

    private static func name(ofFormTo action: String, _ all: [Route], _ items: [String: String]) -> String? {
        let named = action.split(separator: "/").map { part -> String in
            return items.first { $0.value == part }.map { "{\($0.key)}" } ?? String(part)
        }
        let path = "/" + named.joined(separator: "/")
        return all.first { $0.method == .post && $0.path == path }.map(AccessTable.name)
    }

    /// - Parameter token: of the person's session; nil for somebody who has none.
    private static func send(
        _ route: Route, _ path: String, _ field: String, _ value: String, _ person: Person, _ token: String?
    ) async throws -> Person.Answer {
        guard route.method == .post else {
            let query = field.isEmpty || value.utf8.count > 5_000 ? "" : "?\(field)=\(AccessTable.encoded(value))"
            return try await person.get(path + query)
        }
        let known = FieldTable.fields[AccessTable.name(route)] ?? []
        var fields: [String: String] = [:]
        for field in known { fields[field.name] = field.good }
        if !field.isEmpty { fields[field] = value }
        let query = known.filter(\.isOfQuery).compactMap { queried -> String? in
            let value = fields.removeValue(forKey: queried.name) ?? ""
            return value.utf8.count > 5_000 ? nil : "\(queried.name)=\(AccessTable.encoded(value))"
        }
        let path = query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
        guard let token else { return try await person.post(path, fields, from: "/login") }
        fields["form-token"] = token
        return try await person.postRaw(
            path, fields.map { "\($0.key)=\(AccessTable.encoded($0.value))" }.joined(separator: "&"))
    }

    /// Somebody with one of everything.
    private static func begin(
        _ visitor: Visitor, _ app: TestApp, _ client: any TestClientProtocol
    ) async throws -> (person: Person, pass: String, items: [String: String]) {
        let person = Person(client)
        guard visitor != .guest else { return (person, AccessTable.noID, [:]) }
        try await person.register("ada")
        let pass = try await person.pass("Ada Test")
        let items = try await OwnershipTests.items(of: person, pass, app)
        switch visitor {
        case .guest, .member: break
        case .awaitingSecondFactor:
            _ = try await person.turnOnTwoFactor(app)
            #expect(try await person.signIn("ada").location == "/login/code")
        case .withoutConsent: _ = try await person.post("/settings/consent", ["consent": "withdrawn"])
        case .admin: try app.accounts.administration.setAdmin(username: "ada", true)
        }
        return (person, pass, items)
    }
}
