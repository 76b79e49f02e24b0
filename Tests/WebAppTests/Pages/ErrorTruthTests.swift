import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Vault
@testable import VaultStorage
@testable import Web
@testable import WebApp

/// What an error page says is what happened.
@Suite(.timeLimit(.minutes(3))) struct ErrorTruthTests {
    @Test func aPageThatCanNotBeReadIsNoChangeThatCouldNotBeSaved() async throws {
        try await FullApp.withAda { full, person in
            await full.closeVault()
            try await full.fill(.blobs)
            let answer = try await person.get("/passes")
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.body.says("problem.unreadable.title"))
            #expect(!answer.body.says("problem.storage.title"))
        }
    }

    @Test(arguments: ["en", "de"])
    func whatIsDoneIsSaidAlsoWhereThePageCanNotBeRead(_ language: String) async throws {
        try await FullApp.withAda { full, person in
            _ = try await person.post("/language", ["language": language, "return": "/"])
            await full.closeVault()
            try await full.fill(.blobs)
            let answer = try await person.get("/passes?done=pass-saved")
            #expect(answer.status == .serviceUnavailable)
            let done = try words("done.pass-saved", in: language)
            #expect(try answer.body.contains("<h1>\(words("problem.unshown.title", in: language))"))
            #expect(answer.body.contains("<p>\(done)"))
            #expect(answer.body.components(separatedBy: done).count == 2, "said once, by the page itself")
            #expect(!answer.body.contains("role=\"status\""))
        }
    }

    @Test func nothingIsCalledSavedOnAPageThatIsNotThere() async throws {
        try await FullApp.withAda { _, person in
            let answer = try await person.get("/nowhere?done=pass-saved")
            #expect(answer.status == .notFound)
            #expect(!answer.body.says("done.pass-saved"))
        }
    }

    @Test func aDamagedVaultIsCalledDamagedAndNothingElse() async throws {
        try await FullApp.withAda { full, person in
            await full.closeVault()
            let vaults = full.app.folder.appending(path: "vaults")
            for file in try FileManager.default.contentsOfDirectory(at: vaults, includingPropertiesForKeys: nil) {
                var bytes = try Data(contentsOf: file)
                for index in bytes.indices.dropFirst(200) { bytes[index] ^= 0xFF }
                try bytes.write(to: file)
            }
            for path in ["/passes", "/passes?done=pass-saved"] {
                let answer = try await person.get(path)
                #expect(answer.status == .serviceUnavailable)
                #expect(answer.body.says("problem.damaged.title"))
                #expect(!answer.body.says("problem.storage.title") && !answer.body.says("done.pass-saved"))
            }
            #expect(full.lines.lines.contains { $0.contains("problem=damaged") && $0.contains("cause=vaultDamaged") })
        }
    }

    @Test func whoCanNotBeSignedInHasChangedNothing() async throws {
        try await FullApp.withAda { full, _ in
            await full.closeVault()
            try await full.fill(.blobs)
            let answer = try await full.other.signIn("ada")
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.body.says("problem.sign-in.title"))
        }
    }

    private static func wording(
        _ problem: HTTPProblem, _ method: HTTPRequest.Method, _ path: String = "/passes"
    ) -> ProblemPage.Wording {
        let head = HTTPRequest(method: method, scheme: "https", authority: "a", path: path)
        return ProblemPage(problem, Request(head: head, body: RequestBody(buffer: ByteBuffer()))).wording
    }

    @Test func whatIsReadAndWhatIsWrittenAreWordedApart() {
        let busy = HTTPProblem.busy(retryAfter: .seconds(1))
        #expect(Self.wording(busy, .get) == .busyReading)
        #expect(Self.wording(busy, .post) == .busy)
        #expect(Self.wording(.unavailable, .head) == .unreadable)
        #expect(Self.wording(.unavailable, .post) == .storage)
        #expect(Self.wording(.unavailable, .post, "/login/code") == .signIn)
        #expect(Self.wording(.timeout, .get) == .busyReading)
        #expect(Self.wording(.timeout, .post) == .unsure, "what takes too long may still be saved")
        #expect(Self.wording(.unavailable.caused(by: "vaultTooLarge"), .post) == .vaultFull)
        #expect(Self.wording(busy, .get, "/passes?done=pass-saved") == .unshown)
        #expect(Self.wording(.timeout, .get, "/passes?done=pass-saved") == .unshown)
        #expect(Self.wording(busy, .get, "/passes?done=admin-factor") == .busyReading, "nothing was done")
        #expect(Self.wording(.notFound, .get, "/passes?done=pass-saved") == .notFound)
    }

    /// Each refusal of the storage has a page that fits.
    @Test(arguments: [
        (VaultError.Code.busy, HTTPProblem.Code.busy), (.closed, .busy), (.commitUnknown, .unsure),
        (.databaseAway, .unavailable), (.storageFull, .unavailable), (.storageReadOnly, .unavailable),
        (.storageFailed, .unavailable), (.vaultDamaged, .damaged), (.vaultMissing, .damaged), (.rowForged, .damaged),
    ])
    func refusalsBecomeProblems(_ code: VaultError.Code, _ problem: HTTPProblem.Code) async {
        let thrown = await #expect(throws: HTTPProblem.self) {
            try await ErrorPages.translating { throw VaultError(code, "a reason") }
        }
        #expect(thrown?.code == problem && thrown?.cause == code.rawValue)
    }
}
