import ByteCoding
import HTTPTypes
package import Hummingbird

/// What a request's head must be before any of our code looks at its path, query or fields.
package struct RequestChecks: Sendable {
    /// A request target in bytes.
    var maximumTarget = 8 * 1024
    /// A request body in bytes, for a path; checked against Content-Length, while readers bound what really comes.
    var maximumBody: @Sendable (_ path: String) -> Int = { _ in 1024 * 1024 }

    package init() {}

    /// Lets the bodies of some routes be larger than those of others.
    package init(uploads: AllowedMethods, bytes: Int) {
        let others = self.maximumBody
        self.maximumBody = { path in uploads.methods(for: path).isEmpty ? others(path) : bytes }
    }

    package func check(_ request: Request) throws(HTTPProblem) {
        try self.checkHost(request.head)
        try self.checkFields(request.headers)
        try self.checkTarget(request.head.path ?? "")
        if let length = request.headers[.contentLength] {
            guard length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !length.isEmpty else { throw .badField }
            guard Int(typed: length, in: 0...self.maximumBody(request.uri.path)) != nil else { throw .bodyTooLarge }
        }
    }

    /// Exactly one Host (RFC 9112, 3.2): the first has become the authority, a second is still among the fields.
    private func checkHost(_ head: HTTPRequest) throws(HTTPProblem) {
        guard let host = head.authority, !host.isEmpty, host.utf8.count <= 255,
            host.utf8.allSatisfy(Self.isHostByte),
            Self.hostName.map({ head.headerFields[values: $0].isEmpty }) ?? true
        else { throw .badHost }
    }

    private static let hostName = HTTPField.Name("Host")

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x2D, 0x2E, 0x3A, 0x5B, 0x5D, 0x5F: true  // - . : [ ] _
        default: false
        }
    }

    /// Fields that decide something here may be there only once.
    private func checkFields(_ fields: HTTPFields) throws(HTTPProblem) {
        for name in Self.singleFields where fields[values: name].count > 1 { throw .badField }
        if let expectation = fields[.expect], expectation.lowercased() != "100-continue" { throw .expectation }
    }

    private static let singleFields: [HTTPField.Name] =
        [.contentType, .contentLength, .origin, .expect, .authorization, .ifNoneMatch]
        + ["Sec-Fetch-Site", "X-Forwarded-Proto"].compactMap { HTTPField.Name($0) }

    /// Origin form only (RFC 9112, 3.2.1), in characters that need no second thought.
    func checkTarget(_ target: String) throws(HTTPProblem) {
        let bytes = target.utf8
        guard bytes.count <= self.maximumTarget else { throw .targetTooLong }
        guard bytes.first == 0x2F, bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C && $0 != 0x23 }) else {
            throw .badTarget
        }
        let parts = bytes.split(separator: 0x3F, maxSplits: 1, omittingEmptySubsequences: false)
        try self.checkPath(parts[0])
        if parts.count == 2 {
            guard let query = PercentCoding.decode(parts[1]), !query.contains(0), Self.isText(query) else {
                throw .badTarget
            }
        }
    }

    /// No NUL or other control character, no encoded slash or backslash, no empty segment, no `.` or `..`.
    private func checkPath(_ path: Substring.UTF8View) throws(HTTPProblem) {
        for segment in path.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false) {
            guard let decoded = PercentCoding.decode(segment), Self.isText(decoded),
                decoded.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != 0x2F && $0 != 0x5C }),
                decoded != [0x2E], decoded != [0x2E, 0x2E]
            else { throw .badTarget }
            if segment.isEmpty && segment.endIndex != path.endIndex { throw .badTarget }
        }
    }

    /// Whether it can be read as it came.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        String(typed: bytes, as: UTF8.self)?.utf8.count == bytes.count
    }
}
