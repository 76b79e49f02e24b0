import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Where our pages are, as browsers see it: passkeys belong to a domain and answer to one origin.
package struct PasskeySite: Sendable, Equatable {
    /// Scheme, host and port, as browsers write them.
    package let origin: String
    /// The host alone: the relying party's id.
    package let domain: String

    /// Takes an origin; nil where browsers make no passkeys: for an IP address, or another scheme.
    package init?(origin: String) {
        let origin = origin.lowercased()
        let parts = origin.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty, parts[0] == "https:" || parts[0] == "http:" else { return nil }
        let authority = parts[2].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = authority.first, Self.isDomain(host) else { return nil }
        if authority.count == 2 {
            guard let port = Int(typed: authority[1], in: 1...65_535), String(port) == authority[1] else { return nil }
        }
        self.origin = origin
        self.domain = String(host)
    }

    /// Labels of letters, digits and hyphens, the last one not of digits alone.
    private static func isDomain(_ host: Substring) -> Bool {
        guard host.utf8.count <= 253 else { return false }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let areLabels = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count)
                && label.utf8.allSatisfy {
                    (48...57).contains($0) || (97...122).contains($0) || $0 == UInt8(ascii: "-")
                }
        }
        return areLabels && labels.last.map { !$0.utf8.allSatisfy { (48...57).contains($0) } } == true
    }
}

extension VisitorRequest {
    /// The configured origin; else the one that the request was sent to.
    ///
    /// A false Host gains nothing: the authenticator signs for the domain in the browser's address bar, and a passkey
    /// of ours for no other.
    package var passkeySite: PasskeySite? {
        if let configured = services.passkeySite { return configured }
        let scheme = context.client.isSecure ? "https" : "http"
        return PasskeySite(origin: "\(scheme)://\(request.head.authority ?? "")")
    }
}
