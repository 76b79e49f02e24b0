import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import Lists
@testable import Vault
@testable import VaultStorage
@testable import Web
@testable import WebApp

@Suite(.timeLimit(.minutes(3))) struct MetricsTests {
    @Test func requestsAreCountedByPatternAndClassNeverByPath() async throws {
        try await TestApp.open { app, client in
            _ = try await client.execute(uri: "/login", method: .get) { $0.status }
            _ = try await client.execute(uri: "/passes/secret-looking-id", method: .get) { $0.status }
            _ = try await client.execute(uri: "/Erika-Mustermann?name=Erika", method: .get) { $0.status }
            _ = try await client.execute(uri: "/login", method: .init("ERIKA") ?? .trace) { $0.status }
            let text = await app.web.metricsPage()
            #expect(text.contains(#"vaccinapp_http_requests_total{method="GET",route="/login",status="2xx"} 1"#))
            #expect(text.contains(#"vaccinapp_http_requests_total{method="GET",route="none",status="4xx"} 1"#))
            #expect(text.contains(#"route="/passes/{pass}""#))
            #expect(text.contains(#"method="other""#))
            #expect(!text.contains("Erika") && !text.contains("secret-looking"))
        }
    }

    @Test func vaultsAndSignInsAreCounted() async throws {
        try await TestApp.open { app, _ in
            let client = ClientDescription(address: "192.0.2.7", device: "test")
            let password = "korrekt-Pferd-Batterie-7"
            _ = try await app.accounts.registration.register(
                username: "maria", password: password,
                consent: Consent(version: "1", time: TestApp.now, language: "en"),
                client: client)
            _ = try await app.accounts.signIn.withPassword(username: "maria", password: password, client: client)
            for name in ["maria", "nobody"] {
                await #expect(throws: VaultError.self) {
                    try await app.accounts.signIn.withPassword(
                        username: name, password: password + "x", client: client)
                }
            }
            let text = await app.web.metricsPage()
            #expect(text.contains("\nvaccinapp_open_vaults 1\n"))
            #expect(text.contains("\nvaccinapp_sign_ins_total 1\n"))
            #expect(text.contains("vaccinapp_sign_ins_refused_total{reason=\"wrong\"} 2\n"))
            #expect(text.contains("\nvaccinapp_commits_total 2\n"))
        }
    }

    @Test func answersOf5xxAreCountedByTheirCause() async throws {
        try await FullApp.withAda { full, person in
            await full.closeVault()
            try await full.fill(.blobs)
            for _ in 0..<2 { #expect(try await person.get("/passes").status == .serviceUnavailable) }
            #expect(try await person.get("/nowhere").status == .notFound)
            let text = await full.app.web.metricsPage()
            #expect(text.contains("vaccinapp_problems_total{cause=\"storageFailed\"} 2\n"))
            #expect(!text.contains("cause=\"notFound\""))
            #expect(text.contains("\nvaccinapp_storage_writable 0\n"))
            try await full.heal(.blobs)
        }
    }

    @Test func theProgramItsAccountsAndItsConnectionsAreTold() async throws {
        try await TestApp.open { app, client in
            let person = Person(client)
            try await person.register("ada")
            await app.accounts.sweep()
            let tally = ConnectionCounters(open: 3, refused: 2, refusedByAddress: 1)
            let text = await app.web.metricsPage(connections: tally)
            for line in [
                "vaccinapp_build_info{version=\"\(WebApp.version)\"} 1", "vaccinapp_accounts 1",
                "vaccinapp_storage_writable 1", "vaccinapp_connections 3",
                "vaccinapp_connections_refused_total{bound=\"all\"} 2",
                "vaccinapp_connections_refused_total{bound=\"address\"} 1",
            ] {
                #expect(text.contains("\n\(line)\n"), "\(line)")
            }
        }
    }

    /// A line that is full is no guess that was slowed down.
    @Test func fullLinesAndThrottlesAreCountedApart() async throws {
        let counters = VaultCounters()
        for code in [VaultError.Code.busy, .busy, .tooManyAttempts] {
            _ = try? await counters.countSignIn { () async throws(VaultError) -> Int in throw VaultError(code, "") }
        }
        #expect(counters.statistics.signInsBusy == 2 && counters.statistics.signInsThrottled == 1)
    }

    @Test(arguments: ["127.0.0.1", "127.9.8.7", "::1"]) func loopbackIsTaken(_ host: String) throws {
        #expect(try MetricsAddress(host: host, port: 9).host == host)
    }

    @Test(arguments: ["0.0.0.0", "::", "192.168.1.2", "localhost.example", "", "::ffff:8.8.8.8", "fe80::1"])
    func everyOtherAddressIsRefused(_ host: String) {
        #expect(throws: ConfigurationError.self) { try MetricsAddress(host: host, port: 9) }
    }

    @Test func theHostFieldMustNameThisMachine() {
        for ours in ["127.0.0.1", "127.0.0.1:9464", "localhost:9464", "[::1]:9464", "[::1]"] {
            #expect(MetricsAddress.isOurs(ours), "\(ours)")
        }
        for other in [nil, "", "evil.example", "evil.example:9464", "127.0.0.1.evil.example", "[fe80::1]:1"] {
            #expect(!MetricsAddress.isOurs(other), "\(other ?? "-")")
        }
    }

    @Test func labelsAreEscaped() {
        var page = PrometheusText()
        page.family("a", .counter, "One\\two\nthree")
        page.sample("a", ["b": "say \"hi\"\n\\"], 1.5)
        #expect(page.text == "# HELP a One\\\\two\\nthree\n# TYPE a counter\na{b=\"say \\\"hi\\\"\\n\\\\\"} 1.5\n")
    }
}
