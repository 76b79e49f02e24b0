import Foundation
package import Immunization

/// Which of two releases is the older one: it was signed earlier, or, where no signature says when, holds older records.
///
/// The records' dates alone don't say it: they stay while a schedule changes. Moments are ISO 8601 texts in UTC, as they are
/// signed, and sort as such; a day is before the moments in it.
extension CatalogueStore {
    /// - Throws: ``DataFault`` where only signed releases are taken, and this is none or older than one that is kept.
    package func requireNewest(_ signature: [UInt8]?, of release: CatalogueRelease) throws(DataFault) {
        guard let contentKey else { return }
        let signed = try contentKey.require(signature, of: release.files) ?? release.catalogue.version
        let newest = versions().compactMap { try? moment(of: $0.name) }.max() ?? ""
        guard signed >= newest else {
            throw DataFault(file: ContentKey.signatureFile, .older, ["signed": signed, "newest": newest])
        }
    }

    /// Whether a version that is kept is older than another: of those of one moment, the one that was imported earlier.
    package func isOlder(_ name: String, than other: String) -> Bool {
        guard let own = try? moment(of: name), let others = try? moment(of: other) else { return false }
        func imported(_ name: String) -> String { name == Self.shippedName ? "" : name }
        return (own, imported(name)) < (others, imported(other))
    }

    /// When a version was signed; the newest date in it where its signature doesn't say, or nobody's is asked for.
    private func moment(of name: String) throws -> String {
        let version = folder(of: name)
        let files = try Self.files(in: version)
        let key = name == Self.shippedName ? nil : contentKey
        return try key?.require(Self.signature(in: version), of: files) ?? Catalogue(files: files).version
    }
}
