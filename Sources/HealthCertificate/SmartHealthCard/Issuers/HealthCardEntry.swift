internal import BoundedJSON
internal import Foundation

extension HealthCardIssuer {
    /// Each key as an entry of a trust list; one with a fatal finding is refused by that finding's name.
    var entries: [TrustListReader.Entry] {
        keys.map { key in
            if let signer = key.signer(issuer: address, name: name) { return .success(signer) }
            let finding = key.findings.first { $0.severity == .fatal } ?? SmartHealthCardDeparture(.keyInvalid)
            return .failure(HealthCertificateError(.trustList, .invalidValue, "\(address): \(finding)"))
        }
    }
}

extension HealthCardDirectory {
    /// The directory as a trust list: the keys of all issuers, and their lists of revoked cards.
    static func document(_ json: JSONValue) throws(HealthCertificateError) -> TrustListReader.Document {
        let directory: HealthCardDirectory
        do {
            // That a key's certificate has run out is only remarked, so that any moment does.
            directory = try HealthCardDirectory(json, at: .distantPast)
        } catch {
            throw HealthCertificateError(.trustList, .invalidValue, error.description)
        }
        var document = TrustListReader.Document(
            format: .healthCardDirectory, entries: directory.issuers.flatMap(\.entries))
        for list in directory.issuers.flatMap(\.revocations) { document.revocations.insert(list) }
        return document
    }
}
