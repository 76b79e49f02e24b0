import HTTPTypes
import Testing

@testable import Vault
@testable import Web
@testable import WebApp

/// Whoever sends slowly keeps no vault open, so that there is room for others.
@Suite("Bodies that come slowly", .timeLimit(.minutes(3)))
struct SlowBodyTests {
    @Test func othersSignInWhileManyAccountsSendSlowly() async throws {
        try await TestApp.open(vault: { $0.maxOpenVaults = 3 }) { app, client in
            let other = Person(client)
            try await other.register("other")
            var held: [HeldRequest] = []
            var people: [Person] = []
            for number in 0..<13 {
                let person = Person(client)
                try await person.register("slow-\(number)")
                people.append(person)
            }
            for (number, person) in people.enumerated() {
                let isUpload = number % 2 == 0
                held.append(
                    try await person.hold(
                        isUpload ? "/import" : "/settings/countries", ["home": "DE"],
                        files: isUpload ? [("a.csv", Array("Impfdatum;Impfung gegen\n20.05.1998;Masern\n".utf8))] : [],
                        field: "file"))
            }
            #expect(try await other.signIn("other").location == "/")
            #expect(try await other.get("/settings").status == .ok)
            // Those without a pass see that.
            for request in held {
                let status = try await request.answer().status
                #expect(status == .seeOther || status == .unprocessableContent)
            }
        }
    }

    /// Strangers, and those who may not, are answered before a byte of theirs is read.
    @Test func whoMayNotSendItIsToldSoBeforeTheBodyComes() async throws {
        try await TestApp.open { _, client in
            let (stranger, member) = (Person(client), Person(client))
            try await member.register("ada")
            for route in Route.table where route.method == .post {
                let (name, path) = (AccessTable.name(route), AccessTable.path(route.path))
                guard !AccessTable.open.contains(name) else { continue }
                // The body never comes.
                let refused = try await stranger.hold(path, [:]).unanswered()
                if AccessTable.secret.contains(name) {
                    #expect(refused.status == .notFound, "\(name)")
                    continue
                }
                #expect(refused.status == .seeOther && refused.location == "/login", "\(name)")
                if AccessTable.admin.contains(name) {
                    #expect(try await member.hold(path, [:]).unanswered().status == .notFound, "\(name)")
                }
            }
        }
    }
}
