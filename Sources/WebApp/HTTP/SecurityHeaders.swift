import HTTPTypes
import Hummingbird

/// Fields that tell a browser how little our pages may do; a handler's own value for one of them stands.
struct SecurityHeaders: Sendable {
    private let common: [(HTTPField.Name, String)]
    private let strictTransport: (HTTPField.Name, String)?

    /// - Parameter allowsConnections: whether scripts may send requests to us (`connect-src 'self'`).
    init(allowsConnections: Bool = false) {
        let fields = [
            ("Content-Security-Policy", Self.contentPolicy(allowsConnections: allowsConnections)),
            ("Referrer-Policy", "same-origin"),
            ("X-Content-Type-Options", "nosniff"),
            ("X-Frame-Options", "DENY"),
            ("Permissions-Policy", Self.permissions),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cache-Control", "no-store"),
        ]
        self.common = fields.compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
        self.strictTransport = HTTPField.Name("Strict-Transport-Security").map { ($0, "max-age=31536000") }
    }

    func apply(to response: inout Response, client: Client) {
        for (name, value) in self.common where !response.headers.contains(name) {
            response.headers[name] = value
        }
        if client.isSecure, let (name, value) = self.strictTransport {
            response.headers[name] = value
        }
    }

    private static func contentPolicy(allowsConnections: Bool) -> String {
        var directives = [
            "default-src 'none'", "style-src 'self'", "img-src 'self'", "script-src 'self'", "manifest-src 'self'",
            "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        ]
        if allowsConnections { directives.append("connect-src 'self'") }
        return directives.joined(separator: "; ")
    }

    /// The camera reads QR codes; nothing else is needed.
    private static let permissions =
        "camera=(self), accelerometer=(), autoplay=(), browsing-topics=(), display-capture=(), fullscreen=(), "
        + "geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()"
}
