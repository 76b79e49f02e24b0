package import HTTPTypes
import Hummingbird

/// Which methods each route of a table has, for the Allow field of a 405 (RFC 9110, 15.5.6).
package struct AllowedMethods: Sendable {
    private var routes: [(segments: [Substring], methods: [HTTPRequest.Method])] = []

    package init(_ table: [(path: String, method: HTTPRequest.Method)]) {
        let byPath = Dictionary(grouping: table, by: \.path)
        self.routes = byPath.sorted { $0.key < $1.key }.map { path, rows in
            (path.split(separator: "/"), rows.map(\.method))
        }
    }

    /// The methods of the routes that a path matches, HEAD with GET; empty when it matches none.
    package func methods(for path: String) -> [HTTPRequest.Method] {
        let segments = path.split(separator: "/")
        var methods: Set<HTTPRequest.Method> = []
        for route in self.routes where Self.matches(route.segments, segments) { methods.formUnion(route.methods) }
        if methods.contains(.get) { methods.insert(.head) }
        return methods.sorted { $0.rawValue < $1.rawValue }
    }

    /// Whether a path is of a pattern, whose parameters are in braces.
    private static func matches(_ pattern: [Substring], _ path: [Substring]) -> Bool {
        pattern.count == path.count
            && zip(pattern, path).allSatisfy { part, segment in
                guard part.first == "{" else { return part == segment }
                // What follows a parameter, such as the ending of a file's name.
                return segment.hasSuffix(part.drop { $0 != "}" }.dropFirst())
            }
    }
}
