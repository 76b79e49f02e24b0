import BoundedJSON
import Foundation
import HTTPTypes
import HealthCertificate
import Immunization
import Model
import Testing

@testable import Lists
@testable import Papers
@testable import Vault
@testable import Web
@testable import WebApp

/// A link from its making to its end, as its owner and a stranger's program see it.
@Suite("A link for a doctor", .timeLimit(.minutes(3)))
struct HealthLinkPagesTests {
    private static let json: HTTPFields = [.contentType: "application/json"]

    /// Somebody with a pass of two doses.
    private static func open(
        _ body: @escaping @Sendable (Person, HandClock, _ pass: String) async throws -> Void
    ) async throws {
        let clock = HandClock()
        // More than anybody makes in a row.
        let imports = RateLimiter(burst: 200, refillEvery: .seconds(10))
        try await TestApp.open(imports: imports, now: { clock.now }) { _, client in
            let person = Person(client)
            try await person.register("ada")
            let pass = try await person.pass("Ada Canary")
            _ = try await person.dose(pass, "tetanus", "unknown", ("1", "2", "2020"))
            _ = try await person.dose(pass, "measles", "priorix", ("1", "3", "2021"))
            try await body(person, clock, pass)
        }
    }

    /// Makes a link: its page, and what is on it.
    private static func make(
        _ person: Person, _ pass: String, _ fields: [String: String] = [:]
    ) async throws -> (place: String, link: SmartHealthLink, path: String) {
        let answer = try await person.post("/passes/\(pass)/links", ["days": "7"].merging(fields) { $1 })
        #expect(answer.status == .seeOther)
        let place = String(answer.location.prefix { $0 != "?" })
        let page = try await person.get(place).body
        let text = try #require(page.firstMatch(of: /value="([^"]*#shlink:\/[^"]*)"/)).1
        let link = try SmartHealthLink(String(text))
        #expect(link.findings.map(\.code) == [.linkNotHTTPS] && link.address.utf8.count <= 128)
        return (place, link, "/link/" + (try #require(link.address.components(separatedBy: "/link/").last)))
    }

    private static func ask(
        _ person: Person, _ path: String, passcode: String? = nil, most: Int? = nil
    ) async throws -> Person.Answer {
        var members: JSONObject = ["recipient": "Dr. Grün"]
        if let passcode { members["passcode"] = .string(passcode) }
        if let most { members["embeddedLengthMax"] = .integer(Int64(most)) }
        return try await Person(person.client).postRaw(path, JSONValue.object(members).compactText, headers: json)
    }

    private static func bundle(_ jwe: String, _ link: SmartHealthLink) throws -> String {
        let file = try SmartHealthLinkFile(jwe: jwe, key: link.key)
        #expect(file.contentType == "application/fhir+json")
        return String(decoding: file.content, as: UTF8.self)
    }

    @Test func aStrangerReadsTheDosesUntilItEnds() async throws {
        try await Self.open { person, clock, pass in
            let (place, link, path) = try await Self.make(person, pass, ["label": "For the practice"])
            #expect(link.flags == [.singleFile] && link.label == "For the practice")
            let stranger = Person(person.client)
            let answer = try await stranger.get(path + "?recipient=Practice%20Brown")
            #expect(answer.status == .ok && answer.headers[.contentType] == "application/jose")
            #expect(answer.headers[.accessControlAllowOrigin] == "*" && answer.headers[.setCookie] == nil)
            let text = try Self.bundle(answer.body, link)
            #expect(text.contains("Ada Canary") && text.contains("2021-03-01") && text.contains("2020-02-01"))
            #expect(text.contains("DocumentReference") && text.contains("Bundle-uv-ips"))
            #expect(try await person.get(place).body.contains("Practice Brown"))
            #expect(try await person.get(place + "/qr.svg").headers[.contentType] == "image/svg+xml")
            #expect(try await person.get("/settings/sessions").body.contains(place))
            #expect(try await stranger.get(path).status == .badRequest, "who asks is said")
            clock.pass(7 * 86_400)
            #expect(try await stranger.get(path + "?recipient=x").status == .notFound)
            _ = try await person.signIn("ada")
            #expect(try await person.get(place).body.says("links.ended"))
        }
    }

    @Test(arguments: [
        ("https://pass.example.org", true), ("http://localhost:8080", true), ("http://pass.example.org", false),
    ])
    func itIsOfferedWhereOthersReachTheServer(origin: String, isOffered: Bool) async throws {
        try await TestApp.open(arguments: ["--public-origin", origin]) { _, client in
            let person = Person(client)
            try await person.register("ada")
            let page = try await person.get("/passes/\(try await person.pass("Ada Canary"))/links").body
            #expect(page.contains("name=\"passcode\"") == isOffered)
            #expect(page.says("links.impossible") == !isOffered)
        }
    }

    @Test func spacesAreNoPasscodeAndNoneAtAllNeither() async throws {
        try await Self.open { person, _, pass in
            for typed in ["      ", "\u{3000}\u{3000}", "12345"] {
                let answer = try await person.post("/passes/\(pass)/links", ["days": "7", "passcode": typed])
                #expect(answer.status == .unprocessableContent && answer.body.says("links.passcode.length"))
            }
            #expect(try await person.get("/passes/\(pass)/delete").body.says("passes.delete.links") == false)
            for _ in 0..<HealthLinkForm.most { _ = try await Self.make(person, pass) }
            let answer = try await person.post("/passes/\(pass)/links", ["days": "7", "label": "One more"])
            #expect(answer.status == .unprocessableContent && answer.body.says("links.many", ["maximum": "50"]))
            #expect(answer.body.contains("One more"))
            let deletion = try await person.get("/passes/\(pass)/delete").body
            #expect(deletion.says("passes.delete.links", ["count": "50"]))
        }
    }

    @Test func noMoreAreMadeByAskingForManyAtOnce() async throws {
        try await Self.open { person, _, pass in
            for _ in 0..<HealthLinkForm.most - 2 { _ = try await Self.make(person, pass) }
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await person.post("/passes/\(pass)/links", ["days": "7"]).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == .seeOther } == 2 && statuses.count { $0 == .unprocessableContent } == 6)
            let deletion = try await person.get("/passes/\(pass)/delete").body
            #expect(deletion.says("passes.delete.links", ["count": "50"]))
        }
    }

    @Test func onlyTheTickedDosesAreInIt() async throws {
        try await Self.open { person, _, pass in
            let list = try await person.get("/passes/\(pass)/links").body
            let boxes = list.matches(of: /type="checkbox" name="(dose-[^"]+)"/).map { String($0.1) }
            #expect(boxes.count == 2)
            let (place, link, path) = try await Self.make(person, pass, [boxes[0]: "yes"])
            #expect(try await person.get(place).body.says("links.doses", ["count": "1"]))
            let text = try Self.bundle(
                try await Person(person.client).get(path + "?recipient=x").body, link)
            #expect(text.contains("2021-03-01") && !text.contains("2020-02-01"))
            let none = try await person.post("/passes/\(pass)/links", ["days": "7", "content": "doses"])
            #expect(none.status == .unprocessableContent && none.body.says("links.doses.missing"))
        }
    }

    @Test func aPasscodeIsAskedForTenTimes() async throws {
        try await Self.open { person, _, pass in
            let (place, link, path) = try await Self.make(person, pass, ["passcode": " 123456 "])
            #expect(link.flags == [.passcode])
            #expect(try await Person(person.client).get(path + "?recipient=x").status == .notFound)
            let missing = try await Self.ask(person, path)
            #expect(missing.status == .unauthorized && missing.body == #"{"remainingAttempts":10}"#)
            let right = try await Self.ask(person, path, passcode: "123456")
            let file = try #require(JSONValue(parsing: Array(right.body.utf8))["files"]?[0]?["embedded"]?.text)
            #expect(try Self.bundle(file, link).contains("Ada Canary"))
            for left in (0..<10).reversed() {
                let wrong = try await Self.ask(person, path, passcode: "654321")
                #expect(wrong.status == .unauthorized && wrong.body == #"{"remainingAttempts":\#(left)}"#)
            }
            #expect(try await Self.ask(person, path, passcode: "123456").status == .notFound)
            #expect(try await person.get(place).body.says("links.exhausted"))
        }
    }

    @Test func whatIsTooLongForAManifestLiesBesideItForAWhile() async throws {
        try await Self.open { person, clock, pass in
            let (_, link, path) = try await Self.make(person, pass, ["passcode": "123456"])
            let answer = try await Self.ask(person, path, passcode: "123456", most: 10)
            let file = try #require(JSONValue(parsing: Array(answer.body.utf8))["files"]?[0])
            #expect(file["embedded"] == nil)
            let location = try #require(file["location"]?.text.flatMap { $0.components(separatedBy: "/link/").last })
            let stranger = Person(person.client)
            #expect(try Self.bundle(try await stranger.get("/link/\(location)").body, link).contains("Ada Canary"))
            let other = location.dropLast(5) + "AAAAA"
            #expect(try await stranger.get("/link/\(other)").status == .notFound)
            clock.pass(600)
            #expect(try await stranger.get("/link/\(location)").status == .notFound)
        }
    }

    @Test func pausedItOpensForNobodyAndEndedItIsGone() async throws {
        try await Self.open { person, _, pass in
            let (place, _, path) = try await Self.make(person, pass)
            let stranger = Person(person.client)
            #expect(try await person.post(place, ["step": "pause"]).location == place + "?done=link-paused")
            #expect(try await stranger.get(path + "?recipient=x").status == .notFound)
            #expect(!(try await person.get(place).body).contains("shlink:/"))
            #expect(try await person.post(place, ["step": "resume"]).location == place + "?done=link-resumed")
            #expect(try await stranger.get(path + "?recipient=x").status == .ok)
            #expect(try await person.post(place, ["step": "else"]).status == .badRequest)
            #expect(try await person.post(place, ["step": "end"]).location == "/passes/\(pass)/links?done=link-ended")
            #expect(try await stranger.get(path + "?recipient=x").status == .notFound)
            #expect(try await person.get(place).status == .notFound)
            let (_, _, second) = try await Self.make(person, pass)
            #expect(try await person.post("/passes/\(pass)/delete").status == .seeOther)
            #expect(try await stranger.get(second + "?recipient=x").status == .notFound)
        }
    }

    /// A link's page says that it has ended before it asks for anything; nobody is noted by that.
    @Test(arguments: [[:], ["passcode": "123456"]])
    func whetherItHasEndedIsAskedWithoutAName(fields: [String: String]) async throws {
        try await Self.open { person, _, pass in
            let (place, _, path) = try await Self.make(person, pass, fields)
            let stranger = Person(person.client)
            func ask() async throws -> [HTTPResponse.Status] {
                let posted = try await stranger.postRaw(path, "{}", headers: Self.json).status
                return [posted, try await stranger.get(path).status]
            }
            #expect(try await ask() == [.badRequest, .badRequest])
            #expect(try await person.get(place).body.says("links.opened.none"))
            _ = try await person.post(place, ["step": "pause"])
            #expect(try await ask() == [.notFound, .notFound])
            _ = try await person.post(place, ["step": "resume"])
            #expect(try await ask() == [.badRequest, .badRequest])
            _ = try await person.post(place, ["step": "end"])
            #expect(try await ask() == [.notFound, .notFound])
        }
    }

    /// What a link says by codes is shown in the language of whoever opens it.
    @Test(arguments: ["en", "de"]) func itsPageKnowsNamesInTheReadersLanguage(language: String) async throws {
        try await TestApp.open { app, client in
            let page = try await Person(client).get("/v", headers: [.acceptLanguage: language]).body
            let catalogue = app.services.catalogue.current
            for target in catalogue.targets {
                let name = HTMLText.escape(target.names[language])
                #expect(page.contains("<data value=\"urn:vaccinapp:target \(target.id)\">\(name)</data>"))
            }
            for kind in catalogue.kinds {
                let name = HTMLText.escape(kind.name[language])
                #expect(page.contains("<data value=\"urn:vaccinapp:vaccine \(kind.id)\">\(name)</data>"))
            }
            let moment = try words("date.time", ["date": "{date}", "time": "{time}"], in: language)
            #expect(page.contains("data-moment=\"\(moment)\""))
        }
    }

    @Test(arguments: [
        ("days", "0", "links.days.missing"), ("days", "91", "links.days.missing"),
        ("days", "two", "links.days.missing"), ("passcode", "12345", "links.passcode.length"),
        ("label", String(repeating: "x", count: 81), "error.text.long"),
    ])
    func aWrongFieldIsToldAndNothingIsLost(_ name: String, _ value: String, _ error: String) async throws {
        try await Self.open { person, _, pass in
            let fields = ["days": "7", "label": "Kept as typed"].merging([name: value]) { $1 }
            let answer = try await person.post("/passes/\(pass)/links", fields)
            #expect(answer.status == .unprocessableContent && answer.body.says(error, ["maximum": "80"]), "\(name)")
            #expect(name == "label" || answer.body.contains("Kept as typed"))
            #expect(!(try await person.get("/passes/\(pass)/links").body).says("links.existing"))
        }
    }

    @Test func badQuestionsAreToldSo() async throws {
        try await Self.open { person, _, pass in
            let (_, _, path) = try await Self.make(person, pass)
            let stranger = Person(person.client)
            let large = #"{"recipient":"\#(String(repeating: "x", count: (1 << 20) - 64))"}"#
            for (body, status) in [
                ("", 400), ("{", 400), ("[]", 400), (#"{"recipient":""}"#, 400), (#"{"recipient":7}"#, 400),
                (large, 413),
                (String(repeating: "[", count: 8_000), 400),
            ] {
                let answer = try await stranger.postRaw(path, body, headers: Self.json)
                #expect(answer.status.code == status && answer.headers[.contentType] == "application/problem+json")
            }
            let before = try await stranger.options(path)
            #expect(before.status == .noContent && before.headers[.accessControlAllowHeaders] == "Content-Type")
            var elsewhere = Self.json
            elsewhere[.origin] = "https://viewer.example"
            let answer = try await stranger.postRaw(path, #"{"recipient":"x"}"#, headers: elsewhere)
            #expect(answer.status == .ok && answer.headers[.accessControlAllowOrigin] == "*")
        }
    }

    @Test func anotherPersonFindsNothing() async throws {
        try await Self.open { person, _, pass in
            let (place, _, path) = try await Self.make(person, pass)
            let other = Person(person.client)
            try await other.register("eve")
            for one in ["/passes/\(pass)/links", place, place + "/qr.svg"] {
                #expect(try await other.get(one).status == .notFound, "\(one)")
            }
            #expect(try await other.post(place, ["step": "end"]).status == .notFound)
            #expect(try await Person(person.client).get(path + "?recipient=x").status == .ok)
        }
    }
}
