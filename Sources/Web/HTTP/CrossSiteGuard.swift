import HTTPTypes
import Hummingbird

/// Refuses requests that change something and come from another site's page.
///
/// Browsers say where a request comes from: in Sec-Fetch-Site (https://www.w3.org/TR/fetch-metadata/), which they send
/// to HTTPS and to localhost, and in Origin (RFC 6454). What says neither is no browser of today, and has the form
/// token to get past.
struct CrossSiteGuard: Sendable {
    func check(_ request: Request, client: Client) throws(HTTPProblem) {
        switch request.method {
        case .get, .head, .options: return
        default: break
        }
        if let site = Self.fetchSite.flatMap({ request.headers[$0] }) {
            guard site == "same-origin" || site == "none" else { throw .crossSite }
        } else if let origin = request.headers[.origin] {
            let scheme = client.isSecure ? "https://" : "http://"
            guard origin.lowercased() == scheme + (request.head.authority ?? "").lowercased() else { throw .crossSite }
        }
    }

    /// Whether a browser says that one of this server's own pages sent it.
    static func isOfOwnPage(_ request: Request) -> Bool {
        fetchSite.flatMap { request.headers[$0] } == "same-origin"
    }

    private static let fetchSite = HTTPField.Name("Sec-Fetch-Site")
}
