import ByteCoding
import CSodium
import Foundation
import Model
import Secrets
import Testing

@testable import Vault
@testable import VaultStorage

@Suite(.timeLimit(.minutes(3))) struct KeysTests {
    let account = AccountID.random()

    private func slot(_ kind: KeySlot.Kind = .recovery) throws -> (
        slot: KeySlot, secret: SecretBytes, dataKey: SecretBytes
    ) {
        let secret = RandomSource.system.secret(32)
        let dataKey = RandomSource.system.secret(32)
        let terms = KeySlot.Terms(
            account: account, kind: kind, epoch: 3, lookup: [1, 2], salt: [3, 4], passes: 5, memory: 6, expires: 7)
        let slot = try KeySlot(terms: terms, dataKey: dataKey, secret: secret, random: .system)
        return (slot, secret, dataKey)
    }

    @Test func aSlotOpensForItsSecretAlone() throws {
        let (slot, secret, dataKey) = try slot()
        #expect(slot.open(with: secret)?.copied() == dataKey.copied())
        #expect(slot.open(with: RandomSource.system.secret(32)) == nil)
        #expect(slot.isAuthentic(under: dataKey))
        #expect(!slot.isAuthentic(under: RandomSource.system.secret(32)))
    }

    @Test func everyTermIsBoundToTheWrapping() throws {
        let (slot, secret, dataKey) = try slot()
        let changes: [(inout KeySlot.Terms) -> Void] = [
            { $0.account = .random() }, { $0.kind = .session }, { $0.epoch = 4 }, { $0.lookup = [1] },
            { $0.salt = [3, 4, 5] }, { $0.passes = 1 }, { $0.memory = 1 }, { $0.expires = 0 },
            // The same bytes, cut elsewhere.
            {
                $0.lookup = [1]
                $0.salt = [2, 3, 4]
            },
        ]
        for change in changes {
            var bad = slot
            change(&bad.terms)
            #expect(bad.open(with: secret) == nil)
            #expect(!bad.isAuthentic(under: dataKey))
        }
    }

    @Test func noByteOfASlotCanBeChanged() throws {
        let (slot, secret, _) = try slot()
        for index in slot.sealed.indices {
            var bad = slot
            bad.sealed[index] ^= 1
            #expect(bad.open(with: secret) == nil)
        }
        for index in slot.publicKey.indices {
            var bad = slot
            bad.publicKey[index] ^= 1
            #expect(bad.open(with: secret) == nil)
        }
        for index in slot.mac.indices {
            var bad = slot
            bad.mac[index] ^= 1
            #expect(bad.open(with: secret) == nil)
        }
        var short = slot
        short.sealed.removeLast()
        #expect(short.open(with: secret) == nil)
    }

    @Test func aRewrappedSlotOpensToTheNewKey() throws {
        let (slot, secret, _) = try slot(.session)
        let newKey = RandomSource.system.secret(32)
        let rewrapped = try slot.rewrapped(for: newKey, epoch: 4, random: .system)
        #expect(rewrapped.terms.epoch == 4)
        #expect(rewrapped.open(with: secret)?.copied() == newKey.copied())
    }

    @Test func sealedValuesOpenOnlyAsTheyWere() throws {
        let key = RandomSource.system.secret(32)
        let sealed = Sealing.seal(Array("text".utf8), key: key, associated: [1], random: .system)
        #expect(Sealing.open(sealed, key: key, associated: [1]) == Array("text".utf8))
        #expect(Sealing.open(sealed, key: key, associated: [2]) == nil)
        #expect(Sealing.open(Array(sealed.dropLast()), key: key, associated: [1]) == nil)
        #expect(Sealing.open([], key: key, associated: [1]) == nil)
        for index in sealed.indices {
            var bad = sealed
            bad[index] ^= 0x80
            #expect(Sealing.open(bad, key: key, associated: [1]) == nil)
        }
    }

    /// libsodium seals in one go what OpenSSL seals in parts; either opens the other's.
    @Test(arguments: [0, 1, 15, 16, 17, 63, 64, 65, 255, 256, 4096, 131_071, 1_000_000])
    func largeSealingAgreesWithLibsodium(_ count: Int) throws {
        let key = RandomSource.system.secret(32)
        let (nonce, associated) = (RandomSource.system.bytes(24), RandomSource.system.bytes(62))
        let plain = RandomSource.system.bytes(count)
        var theirs = [UInt8](repeating: 0, count: count + 16)
        key.withBytes { key32 in
            _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                &theirs, nil, plain, UInt64(count), associated, UInt64(associated.count), nil, nonce, key32)
        }
        #expect(try large(plain, key, nonce, associated, parts: 1) == theirs)
        #expect(try large(plain, key, nonce, associated, parts: 3) == theirs)
        #expect(try opened(theirs, key, nonce, associated) == plain)
        for place in Set([0, count / 2, count - 1, count, count + 15]) where place >= 0 {
            var bad = theirs
            bad[place] ^= 1
            #expect(try opened(bad, key, nonce, associated) == nil)
        }
        #expect(try opened(theirs, key, nonce, associated.dropLast() + [associated[61] ^ 1]) == nil)
        #expect(try opened(theirs, key, [nonce[0] ^ 1] + nonce[1...], associated) == nil)
        #expect(try opened(theirs, key, nonce.dropLast() + [nonce[23] ^ 1], associated) == nil)
        #expect(try opened(theirs, RandomSource.system.secret(32), nonce, associated) == nil)
    }

    private func large(
        _ plain: [UInt8], _ key: SecretBytes, _ nonce: [UInt8], _ associated: [UInt8], parts: Int
    ) throws -> [UInt8] {
        let sealing = try LargeSealing.single(isSealing: true, key: key, nonce: nonce, associated: associated)
        var sealed = plain + [UInt8](repeating: 0, count: 16)
        try sealed.withUnsafeMutableBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            var done = 0
            for part in 1...parts {
                let end = plain.count * part / parts
                try sealing.next(base + done, count: end - done, into: base + done)
                done = end
            }
            try sealing.tag(into: base + done)
        }
        return sealed
    }

    private func opened(
        _ sealed: [UInt8], _ key: SecretBytes, _ nonce: [UInt8], _ associated: [UInt8]
    ) throws -> [UInt8]? {
        let sealing = try LargeSealing.single(isSealing: false, key: key, nonce: nonce, associated: associated)
        var plain = [UInt8](repeating: 0, count: sealed.count - 16)
        try plain.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            try sealing.next(sealed, count: buffer.count, into: base)
        }
        let isAuthentic = sealed.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { sealing.isAuthentic(tag: $0 + plain.count) } ?? false
        }
        return isAuthentic ? plain : nil
    }

    @Test func argon2idMatchesTheReferenceImplementation() throws {
        // Made with argon2-cffi: hash_secret_raw(b"password", b"somesaltsomesalt", 2, 65536, 1, 32, Type.ID).
        let key = try Argon2Parameters(passes: 2, memory: 67_108_864)
            .key(password: Array("password".utf8), salt: Array("somesaltsomesalt".utf8))
        let expected = "fc33b78139231d34b71626bd6245c1d72efa190ad605c3d8166a72adcedfa2c2"
        #expect(key.copied().map { String(format: "%02x", $0) }.joined() == expected)
    }

    @Test func base32RoundTripsAndForgives() {
        for count in [1, 2, 3, 4, 5, 16, 20] {
            for _ in 0..<50 {
                let bytes = RandomSource.system.bytes(count)
                let text = Base32.crockford.encode(bytes)
                #expect(Base32.crockford.decode(text, count: count) == bytes)
                #expect(Base32.crockford.decode(text.uppercased(), count: count) == bytes)
            }
        }
        #expect(Base32.crockford.encode([0xFF, 0x00]) == "zw00")
        #expect(Base32.crockford.decode("OIL0", count: 2) == Base32.crockford.decode("0110", count: 2))
        #expect(Base32.crockford.decode("zw01", count: 2) == nil)
        #expect(Base32.crockford.decode("uuuu", count: 2) == nil)
    }

    @Test func aRecoveryCodeIsReadAsPeopleTypeIt() throws {
        let code = try RecoveryCode(random: RandomSource { $0.copyBytes(from: Array(0x07..<(0x07 + 20))) })
        let spellings = [
            code.text, code.text.lowercased(), code.text.replacingOccurrences(of: "-", with: ""),
            " " + code.text.replacingOccurrences(of: "-", with: "  ") + "\n",
            code.text.replacingOccurrences(of: "0", with: "O").replacingOccurrences(of: "1", with: "l"),
        ]
        for spelling in spellings {
            #expect(RecoveryCode(typed: spelling)?.secret.copied() == code.secret.copied(), "\(spelling)")
        }
        for wrong in ["", "ABCD", code.text + "0", String(repeating: "A", count: 100_000)] {
            #expect(RecoveryCode(typed: wrong) == nil)
        }
    }

    @Test(arguments: [("ab", true), ("abc", false), ("  ab  ", true), ("名前です", false), ("a\u{200B}bc", true)])
    func usernamesHaveRules(_ name: String, _ isRefused: Bool) {
        #expect((Username.finding(name) != nil) == isRefused)
    }

    @Test func usernamesCompareAcrossSpellings() throws {
        for (left, right) in [("Maria", "ｍａｒｉａ"), ("STRASSE", "straße"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("ﬁnn", "FINN")] {
            #expect(try Username(left) == Username(right))
        }
        #expect(try Username("maria") != Username("mario"))
        #expect(Username.finding(String(repeating: "x", count: 65)) == .tooLong)
        #expect(Username.finding(String(repeating: "x", count: 100_000)) == .tooLong)
    }

    @Test func passwordsAreJudgedByWhatIsWrongWithThem() {
        func problem(_ password: String, _ name: String = "maria") -> PasswordWeakness.Kind? {
            Password.finding(password, username: name)?.problem
        }
        #expect(problem("kurz") == .tooShort)
        #expect([.repeats, .common].contains(problem("aaaaaaaaaaaaaaaa")))
        #expect(problem("abcdefghijklmnop") == .sequence)
        #expect(problem("passwordpassword") != nil)
        #expect(problem("jonathanmeier12", "jonathanmeier12") == .userName)
        #expect(problem(String(repeating: "x", count: 100_000)) == .tooLong)
        #expect(problem(TestVaults.password) == nil)
        #expect(problem("ich mag grüne Äpfel im Schnee") == nil)
        #expect(problem("пароль-из-четырёх-слов") == nil)
    }
}
