import HTTPTypes
package import Hummingbird

/// Fields that tell a browser how little our pages may do; a handler's own value for one of them is kept.
package struct SecurityHeaders: Sendable {
    private let common: [HTTPField]
    private let strictTransport: HTTPField

    /// - Parameter allowsConnections: whether scripts may send requests to us (`connect-src 'self'`).
    package init(allowsConnections: Bool = false) {
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
        self.common = fields.compactMap { name, value in HTTPField.Name(name).map { .init(name: $0, value: value) } }
        self.strictTransport = .init(name: .strictTransportSecurity, value: "max-age=31536000")
    }

    package func apply(to response: inout Response, client: Client) {
        for field in self.common where !response.headers.contains(field.name) { response.headers.append(field) }
        if client.isSecure { response.headers.append(self.strictTransport) }
    }

    private static func contentPolicy(allowsConnections: Bool) -> String {
        var directives = [
            "default-src 'none'", "style-src 'self'", "img-src 'self'", "script-src 'self'", "manifest-src 'self'",
            "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        ]
        if allowsConnections { directives.append("connect-src 'self'") }
        return directives.joined(separator: "; ")
    }

    /// The camera reads QR codes; nothing else is needed.
    private static let permissions =
        "camera=(self), accelerometer=(), autoplay=(), browsing-topics=(), display-capture=(), fullscreen=(), "
        + "geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()"
}
