import CivilDates
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Model
import SoftAuthenticator
import Testing

@testable import People
@testable import Vault
@testable import VaultStorage
@testable import Web
@testable import WebApp

/// A request that was begun before something ended, and whose body comes after: it stores nothing and shows nothing
/// that is newer.
@Suite("What has ended is ended", .timeLimit(.minutes(3)))
struct EndedTests {
    /// What comes between.
    enum End: CaseIterable {
        case sessionEnded, passwordChanged, recovered, consentWithdrawn, accountDeleted, passkeyRemoved
    }

    /// The routes of those who have no session to end.
    private static let others: Set<String> = ["POST /register", "POST /link/{address}", "POST /mail/{token}"]

    private struct Scene: Sendable {
        let app: TestApp
        let forms: WritingForms
        let owner: Person
        let member: Person
        let awaitingSecondFactor: Person
        let guest: Person
        let account: AccountID

        init(_ app: TestApp, _ client: any TestClientProtocol) async throws {
            self.app = app
            (owner, member, awaitingSecondFactor, guest) = (
                Person(client), Person(client), Person(client), Person(client)
            )
            try await owner.register("ada")
            forms = try await WritingForms(
                app, owner: owner, member: member, awaitingSecondFactor: awaitingSecondFactor, guest: guest)
            account = try await owner.vault(app).shared.account
        }

        func sender(of form: WritingForms.Form) -> Person {
            switch form.sender {
            case .member: member
            case .awaitingSecondFactor: awaitingSecondFactor
            case .guest: guest
            }
        }

        func hold(_ form: WritingForms.Form) async throws -> HeldRequest {
            try await sender(of: form).hold(forms.path(form), form.fields, files: form.files, field: form.field)
        }

        /// What there is of the account, as far as a write changes it.
        func stock() async throws -> [String] {
            if let shared = try await app.accounts.vaults.lease(account) {
                try await shared.withLock { try $0.finish() }
                shared.release()
            }
            let account = account
            let files = try app.accounts.backend.attachmentBackend.files(of: account).map(\.id.description).sorted()
            return try await app.accounts.database.read { db in
                let generation = try AccountRow.fetch(db, id: account)?.lastCommit.generation
                let confirmed = try AccountRow.fetch(db, id: account)?.isRecoveryConfirmed
                let slots = try KeySlot.fetchAuthentic(db, account: account).map { "\($0.sealed)" }.sorted()
                let sessions = try SessionRow.fetchAll(db, account: account).map { "\($0.lookup)" }.sorted()
                return ["\(generation as Any) \(confirmed as Any)"] + slots + sessions + files
            }
        }

        /// Does it as the owner; gives what is newer, for nobody else to see.
        func end(_ end: End) async throws -> [String] {
            let (old, new) = (WritingForms.password, WritingForms.newPassword)
            let answer: Person.Answer
            switch end {
            case .sessionEnded: answer = try await owner.post("/settings/sessions/end-others")
            case .passwordChanged:
                answer = try await owner.post(
                    "/settings/password", ["current": old, "new": new, "end-others": "yes"])
            case .recovered:
                let code = try #require(forms.forms.first { $0.route == "POST /recover" }?.fields["recovery-code"])
                answer = try await owner.post(
                    "/recover", ["username": "ada", "recovery-code": code, "password": new])
            case .consentWithdrawn: answer = try await owner.post("/settings/consent", ["consent": "withdrawn"])
            case .accountDeleted:
                #expect(try await owner.post("/settings/delete", ["password": old]).status == .seeOther)
                return []
            case .passkeyRemoved:
                answer = try await owner.post(
                    "/settings/passkeys/\(forms.ids["passkey"] ?? "")/delete", ["password": old])
            }
            #expect(answer.status == .seeOther, "\(end)")
            try await owner.vault(app).write { records in
                try records.insert(
                    PassRecord(
                        Pass(kind: "person", name: "Newer Hoatzin", birthDate: PartialDate("1990"), sex: .female),
                        createdAt: TestApp.now))
            }
            guard end == .recovered else { return ["Hoatzin"] }
            return ["Hoatzin", try await owner.shownRecoveryCode()]
        }
    }

    private func open(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws {
        try await TestApp.open(arguments: ["--public-origin", SoftAuthenticator.origin]) { app, client in
            try await body(try await Scene(app, client))
        }
    }

    @Test func everyWritingRouteIsHeld() async throws {
        try await open { scene in
            let posted = Set(Route.table.filter { $0.method == .post }.map(AccessTable.name))
            let held = Set(scene.forms.forms.map(\.route))
            #expect(
                posted.subtracting(held).subtracting(Self.others).subtracting(AccessTable.admin).sorted() == [],
                "say what is posted there, in WritingForms.swift")
            #expect(held.subtracting(posted).sorted() == [], "no such route")
        }
    }

    /// Else the test below would show nothing.
    @Test func everyFormDoesSomethingWhereNothingEnds() async throws {
        try await open { scene in
            var before = try await scene.stock()
            for form in scene.forms.forms {
                let answer = try await scene.hold(form).answer()
                let after = try await scene.stock()
                #expect(answer.status.code < 500, "\(form.route)")
                if form.effect == .stores {
                    #expect(answer.status.code < 400 && answer.location != "/login", "\(form.route): \(answer.status)")
                    #expect(after != before, "\(form.route) has stored nothing")
                }
                before = after
            }
        }
    }

    /// - Parameter upload: which one of the uploads is among them, since an account sends so many at a time.
    @Test(arguments: End.allCases, 0..<7)
    func whatIsSentAfterwardsStoresAndShowsNothing(_ end: End, _ upload: Int) async throws {
        guard upload == 0 || end != .passkeyRemoved else { return }
        try await open { scene in
            let uploads = Route.table.filter(\.takesFiles).map(AccessTable.name)
                .filter { !AccessTable.admin.contains($0) }
            #expect(uploads.count == 7)
            let others = scene.forms.forms.filter { upload == 0 && !uploads.contains($0.route) }
            let taken = others + scene.forms.forms.filter { $0.route == uploads[upload] }
            var held: [(form: WritingForms.Form, request: HeldRequest)] = []
            for form in taken where Self.isRefused(form, after: end) {
                held.append((form, try await scene.hold(form)))
            }
            let newer = try await scene.end(end)
            let before = try await scene.stock()
            for (form, request) in held {
                let answer = try await request.answer()
                #expect(answer.status.code < 500, "\(form.route)")
                for text in newer { #expect(!answer.body.contains(text), "\(form.route) shows \(text)") }
                #expect(Self.expected(answer, form, end), "\(form.route): \(answer.status) \(answer.location)")
                #expect(try await scene.stock() == before, "\(form.route) has stored something")
            }
        }
    }

    /// Which requests an end takes in.
    private static func isRefused(_ form: WritingForms.Form, after end: End) -> Bool {
        switch (form.sender, end) {
        // Nobody's session ends there: a passkey is no way in any more.
        case (_, .passkeyRemoved): form.route.hasSuffix("/passkey")
        case (.guest, .accountDeleted): true
        case (.guest, .recovered): true
        case (.guest, .passwordChanged): form.route == "POST /login"
        // What secures the account, takes the data along, or is for anybody stays there without consent.
        case (.member, .consentWithdrawn):
            !["/settings/", "/export", "/passes/{pass}/export", "/language", "/logout", "/recovery-code"].contains {
                form.route.hasPrefix("POST \($0)")
            }
        case (_, .consentWithdrawn), (.guest, .sessionEnded): false
        case (.member, _), (.awaitingSecondFactor, _): true
        }
    }

    /// Whether it is answered as if it had come later.
    private static func expected(_ answer: Person.Answer, _ form: WritingForms.Form, _ end: End) -> Bool {
        if form.sender == .guest || end == .passkeyRemoved { return answer.status == .unprocessableContent }
        if end == .consentWithdrawn { return answer.location == "/settings/delete" }
        // For anybody, with a session or without.
        if ["POST /language", "POST /logout"].contains(form.route) { return answer.status == .seeOther }
        return answer.status == .seeOther && answer.location == "/login"
    }
}
