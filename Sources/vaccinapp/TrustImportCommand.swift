import ArgumentParser
import CivilDates
import Foundation
import HealthCertificate
import Lists
import VaultStorage

extension TrustCommand {
    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Trust the signers of a list.",
            discussion: """
                Known formats: the WHO's trust network (a folder of DID documents, with the signing key's document), \
                Germany's signed JSON, the EU gateway's array, Sweden's token, the Dutch and the Swiss lists, JSON Web \
                Keys, the key set of an issuer of SMART Health Cards (with --issuer), a directory of such issuers with \
                their keys, their lists of revoked cards, the key of an issuer of European Vaccination Cards (one JSON \
                Web Key), certificates in PEM or DER; business rules and value sets in the EU's format. A list that carries a signature needs its signer's key; one that \
                is refused changes nothing.
                """)

        @Argument(help: "The list as it was published: a file, or the folder of the WHO's list.") var file: String
        @Option(
            help: ArgumentHelp(
                """
                The key that the list is signed with: a PEM file with a public key or a certificate; for the WHO's \
                list the DID document of its signing key.
                """, valueName: "file"))
        var key: String?
        @Option(
            help: ArgumentHelp(
                "A PEM file of authorities (CSCA); signers that none of them certified are left out.",
                valueName: "PEM file"))
        var authorities: String?
        @Option(
            help: ArgumentHelp(
                "The address of the issuer of SMART Health Cards that the keys belong to.", valueName: "URL"))
        var issuer: String?
        @Option(
            help: ArgumentHelp(
                """
                What the keys sign, where the list doesn't say: eu-dcc, icvp or evc; may be given several times. \
                Without it, keys in PEM, DER and JSON Web Key Sets may sign all three.
                """, valueName: "kind"))
        var signs: [CardKind] = []
        @Flag(help: "Accept a list in JSON that carries no signature.") var allowUnsigned = false
        @Flag(help: "Trust the WHO's list by another signing key than the one that it is pinned to.")
        var replaceKey = false
        @Flag(
            help:
                "Take a list of the WHO's that is older than the one that is trusted, or has less than half of its keys."
        )
        var replaceList = false
        @OptionGroup var destination: Destination

        func run() throws {
            if let key, try TrustNetworkFolder.isDocument(key) { return try importNetwork(key) }
            guard !FileManager.default.isFolder(file) else {
                throw ValidationError("a folder of DID documents needs --key, the DID document of its signing key")
            }
            let bytes = try InputFile.read(file)
            if RevocationList.isOfCards(bytes) {
                return try Revoke.save(bytes, key: key, as: destination.name(for: file), in: destination)
            }
            if PublishedRules.isBundle(bytes) { return try importRules(bytes) }
            let entry = TrustDirectory.Entry(
                kind: .signers, imported: Timestamp(Date()).text, key: try key.map(InputFile.readText),
                authorities: try authorities.map(InputFile.readText), issuer: issuer,
                signs: signs.isEmpty ? nil : signs.compactMap(\.format?.rawValue), list: Data(bytes))
            do {
                try save(entry, try entry.trustList())
            } catch let error as HealthCertificateError {
                throw try refusal(error, bytes)
            }
        }

        /// A sentence for what isn't even a list, as the wrong path leads to; else what is wrong with the list.
        private func refusal(_ error: HealthCertificateError, _ bytes: [UInt8]) throws -> any Error {
            guard issuer == nil, error.layer == .trustList, (try? TrustList(readingUnverified: bytes)) == nil,
                (try? JSONSerialization.jsonObject(with: Data(bytes))) == nil
            else { return error }
            StandardError.write(
                "vaccinapp: Nothing was imported: \(file) is no trust list, nor anything else that can be imported: see that "
                    + "the path is right. 'vaccinapp trust import --help' names the formats.")
            return ExitCode.failure
        }

        /// The formats that never carry a signature, so that whoever imports one vouches for it.
        private static let bare: Set<TrustList.Format> = [.pem, .der, .jwk, .healthCardIssuer, .healthCardDirectory]

        private func save(_ entry: TrustDirectory.Entry, _ list: TrustList) throws {
            guard list.isSigned || allowUnsigned || Self.bare.contains(list.format) else {
                throw ValidationError("the list carries no signature: --allow-unsigned accepts it nevertheless")
            }
            for refusal in list.refusals {
                StandardError.write("note: entry \(refusal.index) is not used: \(refusal.reason)")
            }
            guard !list.signers.isEmpty else { throw ValidationError("no signer of the list can be used") }
            // Every issuer's key set is called jwks.json.
            let name = destination.name(
                for: issuer.map { String($0.dropFirst(8).map { $0 == "/" || $0 == "." ? "-" : $0 }) } ?? file)
            let directory = TrustDirectory(dataDirectory: destination.folder.data)
            if issuer != nil, destination.name == nil, let known = try? directory.entry(name), known.issuer != issuer {
                throw ValidationError("the list \(name) is of somebody else: give this one another --name")
            }
            try destination.save(entry, as: name)
            let verified = list.isSigned ? "signature verified" : "not signed"
            print(
                "\(name): \(list.signers.count) of \(list.count) signers, format \(list.format.rawValue), \(verified)")
        }
    }
}

extension TrustCommand.Import {
    /// The name under which the network's list is kept unless another is given: there is one.
    private static let networkName = "gdhcn"

    /// Imports the WHO's list: the whole folder or nothing, by the key that it is pinned to.
    private func importNetwork(_ keyFile: String) throws {
        guard issuer == nil, authorities == nil, signs.isEmpty else {
            throw ValidationError("--issuer, --authorities and --signs don't go with the WHO's list")
        }
        let key = try TrustNetworkFolder.key(keyFile)
        let directory = TrustDirectory(dataDirectory: destination.folder.data)
        let others = try directory.networks().filter { $0.key.thumbprint != key.thumbprint }
        if let pinned = others.first, !replaceKey {
            throw ValidationError(
                """
                the list \(pinned.name) is pinned to the signing key \(pinned.key.thumbprint), and this one is \
                \(key.thumbprint): --replace-key trusts it instead
                """)
        }
        let files = try TrustNetworkFolder.files(file)
        let list = try TrustNetworkList(files, key: key)
        try list.requireWhole()
        try requireNewer(list, in: directory)
        let entry = TrustDirectory.Entry(
            kind: .network, imported: Timestamp(Date()).text, key: try InputFile.readText(keyFile), authorities: nil,
            list: TrustNetworkBundle.write(files))
        for leftOut in list.leftOut {
            let kid = TerminalText.printable(leftOut.kid)
            StandardError.write("note: the key \(kid) (\(leftOut.file)) is not used: \(leftOut.reason)")
        }
        let name = destination.name.map { TrustDirectory.name(forFile: $0) } ?? Self.networkName
        defer { FolderOwner.keep(destination.folder.data) }
        try directory.save(entry, as: name)
        for other in others where other.name != name { try directory.remove(other.name) }
        print("\(name): \(TrustListAge.text(list, at: Date()))")
        print("\(name): pinned to the signing key \(key.thumbprint)")
    }
}

extension TrustCommand.Import {
    /// A list that was verified once stays verified: who hands out an old one brings back keys that were withdrawn since.
    ///
    /// - Throws: a sentence where a list is signed in the future, or goes back behind the one that is trusted.
    private func requireNewer(_ list: TrustNetworkList, in directory: TrustDirectory) throws {
        if let date = list.date, date > Date() + 86_400 {
            throw ValidationError(
                "the list is signed \(Timestamp(date).text), which is yet to come: see to this machine's clock")
        }
        let name = destination.name.map { TrustDirectory.name(forFile: $0) } ?? Self.networkName
        guard !replaceList, let known = try directory.networks().first(where: { $0.name == name }),
            let before = try? known.entry.networkList()
        else { return }
        if let date = list.date, let trusted = before.date, date < trusted {
            throw ValidationError(
                """
                the list is signed \(Timestamp(date).text), and the one that is trusted \(Timestamp(trusted).text): \
                --replace-list takes the older one
                """)
        }
        if list.signers.count * 2 < before.signers.count {
            throw ValidationError(
                """
                the list has \(list.signers.count) signers, and the one that is trusted \(before.signers.count): \
                --replace-list takes the smaller one
                """)
        }
    }
}

/// The kinds of certificates that keys without a word of their own may be trusted for.
enum CardKind: String, ExpressibleByArgument, CaseIterable {
    case euDCC = "eu-dcc"
    case icvp
    case evc

    /// Each format has the kind's name.
    var format: SignedCertificate.Format? { SignedCertificate.Format(rawValue: "\(self)") }
}

/// How old a network's list is, in words.
enum TrustListAge {
    static func text(_ list: TrustNetworkList, at now: Date) -> String {
        let documents = "\(list.signers.count) signers of \(list.keys) keys, \(list.verified) documents verified"
        guard let date = list.date else { return documents }
        let days = Int(now.timeIntervalSince(date) / 86_400, clampedTo: 0...1_000_000)
        let age = days > ImportedList.oldAfterDays ? ", \(days) days old: fetch it anew" : ""
        return "\(documents), signed \(Timestamp(date).text)\(age)"
    }
}

extension TrustCommand.Import {
    /// Keeps business rules or value sets; a bundle is used as a whole or not at all.
    private func importRules(_ bytes: [UInt8]) throws {
        let entry = TrustDirectory.Entry(
            kind: .rules, imported: Timestamp(Date()).text, key: try key.map(InputFile.readText), authorities: nil,
            list: Data(bytes))
        let rules = try entry.publishedRules()
        guard rules.isSigned || allowUnsigned else {
            throw ValidationError("the rules carry no signature: --allow-unsigned accepts them nevertheless")
        }
        let name = destination.name(for: file)
        try destination.save(entry, as: name)
        print("\(name): \(RulesAge.text(rules)), \(rules.isSigned ? "signature verified" : "not signed")")
    }
}

/// What rules or value sets hold and of when they are, in words.
enum RulesAge {
    static func text(_ published: PublishedRules) -> String {
        guard published.valueSets.isEmpty else { return "\(published.valueSets.count) value sets" }
        let date = published.rules.date.map { ", the newest of \(Timestamp($0).text.prefix(10))" } ?? ""
        return "\(published.rules.rules.count) rules of \(published.rules.countries(with: nil).count) countries\(date)"
    }
}
