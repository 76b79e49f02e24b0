import HTTPTypes
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

/// A tab is marked as current only on the pages that belong to it.
@Suite("Which tab a page belongs to", .timeLimit(.minutes(3)))
struct NavigationTests {
    @Test func everyPageMarksItsOwnTabOrNone() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            try app.accounts.administration.setAdmin(username: "ada", true)
            // Without a pass there is none to show and no plan.
            #expect(Self.links(try await person.get("/welcome").body) == ["/", "/settings"])
            let pass = try await person.pass("Ada Test")
            let items = try await OwnershipTests.items(of: person, pass, app)
            var seen = 0
            for route in Route.table where route.method == .get {
                let path = AccessTable.path(route.path, items)
                let answer = try await person.get(path)
                guard answer.status == .ok, let tab = Self.tab(answer.body) else { continue }
                seen += 1
                #expect(tab == Self.expected(route.path), "\(route.path)")
            }
            #expect(seen > 40)
        }
    }

    /// With several passes, the one that was chosen last is where the tabs lead, but not what a page of all is about.
    @Test func aPageNamesThePassThatItIsAboutOrNone() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            try app.accounts.administration.setAdmin(username: "ada", true)
            let pass = try await person.pass("Ada Test")
            let items = try await OwnershipTests.items(of: person, pass, app)
            let other = try await person.pass("Ben Test")
            var seen = 0
            for route in Route.table where route.method == .get {
                let answer = try await person.get(AccessTable.path(route.path, items))
                guard answer.status == .ok, let links = Self.links(answer.body) else { continue }
                seen += 1
                let isAbout = ["/passes/{pass}", "/drafts/{draft}"].contains { route.path.hasPrefix($0) }
                #expect(Self.chosen(answer.body) == (isAbout ? "Ada Test" : nil), "\(route.path)")
                let chosen = isAbout ? pass : other
                let expected = ["/", "/passes/\(chosen)", "/passes/\(chosen)/recommendations", "/settings"]
                #expect(links == expected, "\(route.path)")
            }
            #expect(seen > 40)
            for path in ["/", "/passes", "/passes/new"] {
                #expect(Self.tab(try await person.get(path).body) == .some("family"), "\(path)")
            }
            let missing = try await person.get("/passes/\(pass)/vaccinations/none")
            #expect(missing.status == .notFound && Self.chosen(missing.body) == nil)
            let form = try await person.get("/scan-templates/booklet-a").body
            #expect(form.contains("Ada Test</bdi></a>") && form.contains("Ben Test</bdi></a>"))
        }
    }

    /// Where the tabs lead; nil where there are none.
    private static func links(_ body: String) -> [String]? {
        body.firstMatch(of: /<nav class="tabs"[\s\S]*?<\/nav>/)?.0.matches(of: /<a href="([^"]*)"/).map { String($0.1) }
    }

    /// The pass that the switch names, if any.
    private static func chosen(_ body: String) -> String? {
        let summary = body.firstMatch(of: /<details class="switch">\s*<summary>([\s\S]*?)<\/summary>/)?.1
        return summary?.firstMatch(of: /<bdi>(.*?)<\/bdi>/).map { String($0.1) }
    }

    /// Where the marked tab leads, `nil` inside where none is marked; nil where there are no tabs.
    private static func tab(_ body: String) -> String?? {
        guard let tabs = body.firstMatch(of: /<nav class="tabs"[\s\S]*?<\/nav>/)?.0 else { return nil }
        let marked = tabs.matches(of: /href="([^"]*)" aria-current="page"/).map { String($0.1) }
        #expect(marked.count <= 1)
        return .some(
            marked.first.map { link in
                switch link {
                case "/": "family"
                case "/settings": "settings"
                default: link.hasSuffix("/recommendations") ? "recommendations" : "vaccinations"
                }
            })
    }

    private static func expected(_ path: String) -> String? {
        let parts = path.split(separator: "/").map(String.init)
        switch parts.first {
        case nil, "welcome": return "family"
        case "settings", "admin", "export", "import", "scan-templates", "bin", "situation": return "settings"
        case "certificates", "drafts": return "vaccinations"
        case "schedules": return "recommendations"
        case "passes" where parts.count == 1 || parts[1] == "new": return "family"
        case "passes" where parts.count > 1 && parts[1] == "{pass}":
            let isAdvice = parts.count > 2 && ["recommendations", "calendar", "health", "journeys"].contains(parts[2])
            return isAdvice ? "recommendations" : "vaccinations"
        default: return nil
        }
    }
}
