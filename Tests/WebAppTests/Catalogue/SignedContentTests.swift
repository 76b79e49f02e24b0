import ByteCoding
import CivilDates
import Foundation
import HTTPTypes
import HummingbirdTesting
import Immunization
import Secrets
import Testing

@testable import Lists
@testable import Operators
@testable import Vault
@testable import Web
@testable import WebApp

@Suite("Content that its publisher has signed", .timeLimit(.minutes(3)))
struct SignedContentTests {
    private static let password = "seven quiet otters swim"

    /// A publisher with the server that knows their key, and an admin of it.
    private static func open(
        _ body: @escaping @Sendable (TestApp, Person, ContentSigner) async throws -> Void
    ) async throws {
        let signer = try #require(ContentSigner())
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pem")
        try Data(signer.publicKey.pem.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try await TestApp.open(arguments: ["--demo", "--content-key", file.path]) { app, client in
            let person = Person(client)
            try await person.register("ada")
            try app.accounts.administration.setAdmin(username: "ada", true)
            try await body(app, person, signer)
        }
    }

    /// The release in use with another name of a vaccine.
    private static func changed(_ app: TestApp, _ name: String = "Comirnaty Neu") throws -> CatalogueRelease {
        let files = app.services.catalogue.release.files
        let text = String(decoding: try #require(files["vaccines-human.json"]), as: UTF8.self)
        let other = text.replacing(#""name": "Comirnaty","#, with: #""name": "\#(name)","#, maxReplacements: 1)
        return try app.services.catalogue.release.replacing([
            .init(name: "vaccines-human.json", bytes: Array(other.utf8))
        ])
    }

    /// The signature of some day after the newest record's; nil for one of an earlier program, which names no moment.
    private static func signature(
        _ release: CatalogueRelease, _ signer: ContentSigner, day: Int? = 1
    ) throws -> [UInt8] {
        let newest = try #require(Timestamp(release.catalogue.version).date)
        return Array(
            (day.map { signer.signature(of: release.files, at: newest + Double($0) * 86_400) }
                ?? signer.signature(of: ContentKey.signed(release.files, at: nil))).utf8)
    }

    @Test func aSignedCatalogueGoesLiveAndNoOther() async throws {
        try await Self.open { app, person, signer in
            let release = try Self.changed(app)
            let file = ("vaccines-human.json", try #require(release.files["vaccines-human.json"]))
            let stranger = try #require(ContentSigner())
            #expect(try await person.get("/admin/catalogue").body.says("admin.files.signed"))
            let good = String(decoding: try Self.signature(release, signer), as: UTF8.self)
            let moment = String(good.prefix { $0 != " " })
            let wrong = [
                try Self.signature(release, stranger), Array("nonsense".utf8),
                try Self.signature(app.services.catalogue.release, signer),
                // The moment is signed, and has only one form.
                Array(good.replacing(moment, with: "2999-01-01T00:00:00Z").utf8),
                Array(good.replacing(moment, with: moment.replacing("T", with: "t")).utf8),
                Array(good.replacing("\(moment) ", with: "").utf8), Array(moment.utf8),
            ]
            for (files, message) in [([file], "admin.fault.unsigned")]
                + wrong.map({ ([file, ("catalogue.sig", $0)], "admin.fault.wrong-signature") })
            {
                let answer = try await person.upload("/admin/catalogue", files.map { (name: $0.0, bytes: $0.1) })
                #expect(answer.status == .unprocessableContent)
                #expect(answer.body.says(message), "\(message)")
            }
            let kept = try await person.upload(
                "/admin/catalogue",
                [(name: file.0, bytes: file.1), (name: "catalogue.sig", bytes: Array(good.utf8))])
            #expect(kept.status == .seeOther)
            let base = app.services.catalogue.inUse.name
            let live = try await person.post(
                kept.location, ["choice": "confirm", "base": base, "password": Self.password])
            #expect(live.status == .seeOther)
            #expect(app.services.catalogue.inUse.name != base)
            // And is taken again by a server that starts.
            let store = app.services.catalogue.store
            #expect(try CatalogueSource(store).fault == nil && CatalogueSource(store).inUse.name != base)
        }
    }

    @Test func whatWasSignedBeforeAnotherIsTakenOnlyWhereThatIsSaid() async throws {
        try await Self.open { app, _, signer in
            let store = app.services.catalogue.store
            let releases = try ["A", "B", "C"].map { try Self.changed(app, $0) }
            func adopt(_ release: CatalogueRelease, day: Int?, mayBeOlder: Bool = false) throws {
                try store.adopt(
                    release, signature: try Self.signature(release, signer, day: day), by: .commandLine,
                    at: TestApp.now, mayBeOlder: mayBeOlder)
            }
            func isRefused(_ release: CatalogueRelease, day: Int?, _ why: Comment) {
                let current = store.currentName
                #expect(why) { try adopt(release, day: day) } throws: { ($0 as? DataFault)?.code == .older }
                #expect(store.currentName == current)
            }
            isRefused(releases[0], day: -1, "older than the records that the program ships")
            // What names no moment counts by its newest record's day, which is the shipped one's here.
            try adopt(releases[0], day: nil)
            try adopt(releases[1], day: 2)
            isRefused(releases[0], day: nil, "older than the one in use")
            isRefused(releases[2], day: 1, "older than the one in use")
            try store.use(CatalogueStore.shippedName, by: .commandLine, at: TestApp.now)
            isRefused(releases[2], day: 1, "a step back doesn't let in what was never here")
            try adopt(releases[2], day: 1, mayBeOlder: true)
            isRefused(releases[0], day: 1, "that one was allowed, no others")
            try adopt(releases[0], day: 2)
        }
    }

    @Test func aStepBackIsFreeAndSaysThatItIsOne() async throws {
        try await Self.open { app, _, signer in
            let store = app.services.catalogue.store
            let names = try [(1, "A"), (2, "B")].map { day, name in
                let release = try Self.changed(app, name)
                return try store.adopt(
                    release, signature: try Self.signature(release, signer, day: day), by: .commandLine,
                    // Whatever came here first.
                    at: TestApp.now - Double(day)
                ).name
            }
            #expect(store.isOlder(names[0], than: names[1]) && !store.isOlder(names[1], than: names[0]))
            #expect(store.isOlder(CatalogueStore.shippedName, than: names[0]))
            #expect(!store.isOlder(names[0], than: names[0]))
            #expect(try store.use(names[0], by: .commandLine, at: TestApp.now).name == names[0])
            #expect(store.currentName == names[0])
        }
    }

    @Test func anAdminIsToldThatANewerOneIsHereAlready() async throws {
        try await Self.open { app, person, signer in
            let source = app.services.catalogue
            let (older, newer) = (try Self.changed(app, "A"), try Self.changed(app, "B"))
            let files = [
                (name: "vaccines-human.json", bytes: try #require(older.files["vaccines-human.json"])),
                (name: "catalogue.sig", bytes: try Self.signature(older, signer, day: 1)),
            ]
            let kept = try await person.upload("/admin/catalogue", files)
            #expect(kept.status == .seeOther)
            // The whole as it will be has the same files whichever is in use.
            let version = try source.store.adopt(
                newer, signature: try Self.signature(newer, signer, day: 2), by: .commandLine, at: TestApp.now)
            source.take(newer, named: version.name)

            let newest = try #require(Timestamp(older.catalogue.version).date)
            let words = try #require(app.services.localization.words("en"))
                .local(in: source.release.zone(of: nil))
            let gaps = ["signed": words.time(newest + 86_400), "newest": words.time(newest + 2 * 86_400)]
            let refused = try await person.upload("/admin/catalogue", files)
            #expect(refused.status == .unprocessableContent && refused.body.says("admin.fault.older", gaps))
            let page = try await person.get(kept.location).body
            #expect(page.says("admin.fault.older", gaps) && !page.says("admin.review.confirm"))
            let late = try await person.post(
                kept.location, ["choice": "confirm", "base": version.name, "password": Self.password])
            #expect(late.status == .conflict && late.body.says("admin.fault.older", gaps))
            #expect(source.store.currentName == version.name)
        }
    }

    @Test func anUnsignedVersionLeavesTheOldOneInUseAndTheAdminIsTold() async throws {
        try await Self.open { app, person, signer in
            let release = try Self.changed(app)
            let own = app.services.catalogue.store
            let open = CatalogueStore(
                dataDirectory: app.folder, shipped: try CatalogueStore.shippedFolder(resources: ""))
            let version = try open.adopt(release, by: .commandLine, at: TestApp.now)
            #expect(throws: DataFault.self) { try own.release(version.name) }
            #expect(throws: DataFault.self) { try own.adopt(release, by: .commandLine, at: TestApp.now) }
            let source = try CatalogueSource(own, lookingEvery: .zero)
            #expect(source.fault?.code == .unsigned && source.inUse.name == CatalogueStore.shippedName)
            let page = CataloguePage(
                use: source.inUse, fault: source.fault, versions: [], history: [], reader: .commandLine,
                needsSignature: true, errors: FormErrors())
            let words = try #require(app.services.localization.words("en"))
            let fault = try #require(source.fault)
            let frame = LayoutModel(title: page.title(words))
            let html = String(
                decoding: try app.services.templates.write(PageValues(page, words), in: frame, words),
                as: UTF8.self)
            #expect(html.contains(HTMLText.escape(words.fault(fault))))
            let folder = own.folder.url("releases/\(version.name)")
            // A bit of another file, and the signature counts no more.
            try Data(try Self.signature(release, signer)).write(to: folder.appending(path: "catalogue.sig"))
            #expect(source.inUse.name == version.name && source.fault == nil)
            try Data("{}".utf8).write(to: folder.appending(path: "more.json"))
            #expect(throws: DataFault.self) { try own.release(version.name) }
        }
    }

    @Test func whatFailedIsNotTriedAgainUntilItChanges() async throws {
        try await TestApp.open { app, _ in
            let release = try Self.changed(app)
            let store = app.services.catalogue.store
            let source = try CatalogueSource(store, lookingEvery: .zero)
            let version = try store.adopt(release, by: .commandLine, at: TestApp.now)
            let file = store.folder.url("releases/\(version.name)/vaccines-human.json")
            let good = try Data(contentsOf: file)
            try Data(repeating: 0x7B, count: good.count).write(to: file)
            let date = Date(timeIntervalSince1970: 1_700_000_000)
            func age(_ date: Date) throws {
                try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
            }
            try age(date)
            #expect(source.inUse.name == CatalogueStore.shippedName && source.fault != nil)
            // In place and at the same time, as nobody writes it: so that it shows whether it is read.
            let handle = try FileHandle(forWritingTo: file)
            try handle.write(contentsOf: good)
            try handle.close()
            try age(date)
            #expect(source.inUse.name == CatalogueStore.shippedName)
            try age(date.addingTimeInterval(1))
            #expect(source.inUse.name == version.name && source.fault == nil)
        }
    }

    @Test func withoutAKeyEverythingIsAsItWas() async throws {
        try await TestApp.open { app, _ in
            let store = app.services.catalogue.store
            let version = try store.adopt(try Self.changed(app), by: .commandLine, at: TestApp.now)
            #expect(try store.release(version.name).files.count > 5)
        }
        for text in ["", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", "nonsense"] {
            let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try Data(text.utf8).write(to: file)
            #expect(throws: ConfigurationError.self) { try TestApp(arguments: ["--content-key", file.path]) }
            try FileManager.default.removeItem(at: file)
        }
    }

    // MARK: - A notice of a release

    private static func notice(_ latest: String, minimum: String = "0.1", _ message: String = "Closes a hole") -> String
    {
        #"{"minimum": "\#(minimum)", "latest": "\#(latest)", "message": "\#(message)"}"#
    }

    private static func put(_ text: String, _ signer: ContentSigner?, in folder: URL) throws {
        let file = folder.appending(path: "release-notice.json")
        let signature = folder.appending(path: "release-notice.json.sig")
        try Data(text.utf8).write(to: file)
        try? FileManager.default.removeItem(at: signature)
        if let signer { try Data(signer.signature(of: Array(text.utf8)).utf8).write(to: signature) }
    }

    @Test func aNoticeInformsTheAdminAndDoesNothingElse() async throws {
        try await Self.open { app, person, signer in
            let source = app.services.releaseNotice
            func page(_ text: String, _ signer: ContentSigner?) async throws -> String {
                try Self.put(text, signer, in: app.folder)
                try? source.look()
                return try await person.get("/admin").body
            }
            #expect(try await !person.get("/admin").body.says("admin.release.there"))
            #expect(try await !person.get("/admin").body.says("admin.release.needed"))
            let there = try await page(Self.notice("99.2"), signer)
            #expect(there.says("admin.release.there", ["latest": "99.2"]) && there.contains("Closes a hole"))
            let needed = try await page(Self.notice("99.3", minimum: "99"), signer)
            #expect(needed.says("admin.release.needed", ["latest": "99.3"]))
            // Whatever it says, everybody works on.
            #expect(try await person.get("/settings").status == .ok)
            #expect(try await person.get("/health/ready").body == "ready\n")
            for (text, other, reason) in [
                (Self.notice("99.1"), signer, "older"),
                (Self.notice("99.4"), ContentSigner(), "wrong-signature"),
                (Self.notice("99.4"), nil, "unsigned"),
                ("{}", signer, "malformed"), (Self.notice("1..2"), signer, "malformed"),
                (Self.notice("99.4", minimum: "100"), signer, "malformed"),
            ] as [(String, ContentSigner?, String)] {
                let body = try await page(text, other)
                #expect(body.says("admin.release.refused.\(reason)"), "\(reason)")
                #expect(body.says("admin.release.needed", ["latest": "99.3"]))
            }
            // Also by a server that starts.
            try Self.put(Self.notice("99.1"), signer, in: app.folder)
            let later = ReleaseNoticeSource(dataDirectory: app.folder, key: signer.publicKey)
            #expect(throws: ReleaseNoticeSource.Reason.older) { try later.look() }
            #expect(later.notice == nil)
        }
    }

    @Test func aNoticeWithoutAKeyIsIgnored() async throws {
        try await TestApp.open { app, _ in
            try Self.put(Self.notice("99"), ContentSigner(), in: app.folder)
            #expect(throws: ReleaseNoticeSource.Reason.noKey) { try app.services.releaseNotice.look() }
            #expect(app.services.releaseNotice.notice == nil)
        }
    }

    @Test(arguments: [
        ("1", "1.0.0", 0), ("1.2", "1.10", -1), ("0.9.9", "1", -1), ("2", "1.99.99.99", 1),
    ]) func versionsAreComparedByTheirNumbers(left: String, right: String, order: Int) throws {
        let (left, right) = (try #require(ReleaseNumber(left)), try #require(ReleaseNumber(right)))
        #expect((left < right) == (order < 0) && (left == right) == (order == 0) && (left > right) == (order > 0))
    }

    @Test(arguments: ["", ".", "1.", "a", "1.2.3.4.5", "-1", "99999999"]) func whatIsNoVersionIsNone(text: String) {
        #expect(ReleaseNumber(text) == nil)
    }

    // MARK: - Ed25519

    /// RFC 8032, section 7.1: seed, public key, message, signature.
    private static let vectors = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ]

    @Test func signaturesAreThoseOfTheStandard() throws {
        for (seed, publicKey, message, signature) in Self.vectors {
            let seed = SecretBytes(copying: try #require(Hex.decode(seed)))
            let key = try #require(Ed25519.PrivateKey(seed: seed))
            let (message, signature) = (try #require(Hex.decode(message)), try #require(Hex.decode(signature)))
            #expect(Hex.encode(key.publicKey.bytes) == publicKey)
            #expect(key.signature(of: message) == signature)
            #expect(key.publicKey.accepts(signature, of: message))
            for bit in 0..<512 {
                var wrong = signature
                wrong[bit / 8] ^= 1 << (bit % 8)
                #expect(!key.publicKey.accepts(wrong, of: message))
            }
            #expect(!key.publicKey.accepts(signature, of: message + [0]))
            #expect(
                !key.publicKey.accepts(signature.dropLast(), of: message) && !key.publicKey.accepts([], of: message))
        }
    }

    /// What an attacker may send who knows the curve: S + L in the place of S, and keys and points of small order.
    @Test func whatTheStandardForbidsIsRefused() throws {
        let order = try #require(Hex.decode("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010"))
        for (_, publicKey, message, signature) in Self.vectors {
            let bytes = try #require(Hex.decode(publicKey))
            let key = try #require(Ed25519.PublicKey(bytes))
            var signature = try #require(Hex.decode(signature))
            var carry = 0
            for index in 0..<32 {
                let sum = Int(signature[32 + index]) + Int(order[index]) + carry
                (signature[32 + index], carry) = (UInt8(sum & 255), sum >> 8)
            }
            let message = try #require(Hex.decode(message))
            #expect(!key.accepts(signature, of: message))
        }
        let one: [UInt8] = [1] + [UInt8](repeating: 0, count: 31)
        for point in [one, [UInt8](repeating: 0, count: 32), [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]] {
            let key = try #require(Ed25519.PublicKey(point))
            #expect(!key.accepts(one + [UInt8](repeating: 0, count: 32), of: []))
            #expect(!key.accepts(point + [UInt8](repeating: 0, count: 32), of: [1, 2, 3]))
        }
    }

    @Test func keysComeBackFromTheirFiles() throws {
        let signer = try #require(ContentSigner())
        let again = try #require(ContentSigner(pem: signer.pem))
        #expect(again.publicKey == signer.publicKey)
        #expect(ContentKey(pem: signer.publicKey.pem) == signer.publicKey)
        #expect(ContentKey(pem: signer.pem) == nil && ContentSigner(pem: signer.publicKey.pem) == nil)
    }
}
