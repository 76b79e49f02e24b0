import Foundation
import HTTPTypes
import Hummingbird

extension VisitorRequest {
    /// Where other programs reach this server: the address that the operator has set, or this machine's own for trying
    /// it; nil where neither can be.
    package var publicOrigin: String? {
        if let site = services.passkeySite {
            let isReached = site.origin.hasPrefix("https://") || IPAddress.isLoopback(host: site.domain)
            return isReached ? site.origin : nil
        }
        guard let authority = request.head.authority,
            let host = URL(string: "http://\(authority)")?.host(percentEncoded: false),
            IPAddress.isLoopback(host: host)
        else { return nil }
        return context.client.origin(of: request)
    }
}
