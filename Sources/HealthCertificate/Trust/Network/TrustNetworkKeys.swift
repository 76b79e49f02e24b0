internal import BoundedJSON
internal import ByteCoding

/// The different keys of a list's documents, each with all that the documents say of it.
struct TrustNetworkKeys {
    private struct Identity: Hashable {
        let kid: String
        let jwk: JSONValue
    }

    private struct Key {
        let file: String
        var ids: Set<String> = []
        var labels: Set<TrustNetworkMethod.Labels> = []
    }

    private var order: [Identity] = []
    private var keys: [Identity: Key] = [:]
    /// The keys that one identifier stands for, each with what is said of it under that identifier.
    private var identities: [String: [Identity: Set<TrustNetworkMethod.Labels>]] = [:]

    /// How many different keys there are: the same id with another key is another one.
    var count: Int { keys.count }

    mutating func insert(_ method: TrustNetworkMethod, file: String) {
        let fragment = method.id.split(separator: "#", maxSplits: 1).dropFirst().first.map(String.init)
        let identity = Identity(kid: method.jwk["kid"]?.text ?? fragment ?? "", jwk: method.jwk)
        if keys[identity] == nil {
            order.append(identity)
            keys[identity] = Key(file: file)
        }
        keys[identity]?.ids.insert(method.id)
        var labels = identities[method.id]?[identity] ?? []
        if let label = method.labels {
            keys[identity]?.labels.insert(label)
            labels.insert(label)
        }
        identities[method.id, default: [:]][identity] = labels
    }

    /// The signers of certificates, and the keys that are of no use.
    func signers() -> (signers: [Signer], leftOut: [TrustNetworkList.LeftOut]) {
        var authorities: [String: [SignerCertificate]] = [:]
        var signers: [Signer] = []
        var leftOut: [TrustNetworkList.LeftOut] = []
        var readable: [(Identity, Key, [SignerCertificate])] = []
        for identity in order {
            guard let key = keys[identity] else { continue }
            do {
                let chain = try TrustNetworkKeyReader.chain(identity.jwk)
                for labels in key.labels where labels.usage == "CSCA" {
                    authorities[labels.participant, default: []].append(chain[0])
                }
                readable.append((identity, key, chain))
            } catch {
                leftOut.append(.init(file: key.file, kid: identity.kid, reason: error.reason))
            }
        }
        for (identity, key, chain) in readable {
            do {
                if let signer = try signer(identity, key, chain, authorities) { signers.append(signer) }
            } catch {
                leftOut.append(.init(file: key.file, kid: identity.kid, reason: error.reason))
            }
        }
        return (signers, leftOut)
    }

    /// Whether all that is said under one identifier is the same, whichever key of it that was said of.
    private func isUnambiguous(_ said: [Identity: Set<TrustNetworkMethod.Labels>]) -> Bool {
        Set(said.values).count == 1 && said.values.allSatisfy { $0.count <= 1 }
    }

    /// The signer that a key belongs to; nil for keys that sign no certificates.
    private func signer(
        _ identity: Identity, _ key: Key, _ chain: [SignerCertificate], _ authorities: [String: [SignerCertificate]]
    ) throws(HealthCertificateError) -> Signer? {
        guard !key.labels.isEmpty else {
            throw TrustNetworkShape.fault(.missing, "the document names no domain for the key")
        }
        let signing = key.labels.filter { $0.usage == "DSC" }
        guard !signing.isEmpty else { return nil }
        // Within one document, statements of one identifier can change places without the signature telling.
        guard key.ids.allSatisfy({ isUnambiguous(identities[$0, default: [:]]) }) else {
            throw TrustNetworkShape.fault(.untrusted, "its identifier stands for several keys or domains")
        }
        guard let keyID = Base64.decodeLoosely(identity.kid), !keyID.isEmpty, keyID.count <= KeyIdentifier.longest
        else {
            throw TrustNetworkShape.fault(.invalidValue, "the key's id is not Base64")
        }
        let certified = signing.filter { labels in
            TrustNetworkKeyReader.leads(chain, to: authorities[labels.participant] ?? [])
        }
        guard !certified.isEmpty else {
            throw TrustNetworkShape.fault(.untrusted, "no authority (SCA) of its participant certified the key")
        }
        let domains = certified.compactMap { TrustDomain(rawValue: $0.domain) }
        guard !domains.isEmpty else {
            throw TrustNetworkShape.fault(.unsupported, "the key's domain is not known")
        }
        return Signer(chain[0], keyID: keyID).restricted(to: Set(domains.flatMap(\.formats)))
    }
}

/// What the keys of the trust network are for: a key signs certificates of its domains only.
public enum TrustDomain: String, Sendable, Hashable, CaseIterable {
    /// EU Digital COVID Certificates.
    case dcc = "DCC"
    /// Digital Documentation of COVID-19 Certificates.
    case ddcc = "DDCC"
    /// International Certificates of Vaccination or Prophylaxis.
    case icvp = "ICVP"
    /// Summaries that pilgrims carry.
    case ipsPilgrimage = "IPS-PILGRIMAGE"
    /// Pan-American Highway for Health.
    case ph4h = "PH4H"

    /// The families of certificates that its keys sign; none where they sign something that isn't read here.
    public var formats: Set<SignedCertificate.Format> {
        switch self {
        case .dcc: [.euDCC]
        case .ddcc: [.ddcc]
        case .icvp: [.icvp]
        case .ipsPilgrimage, .ph4h: []
        }
    }
}
