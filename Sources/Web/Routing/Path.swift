import ByteCoding
import Foundation
package import Hummingbird
import Model
package import Vault

/// An address of this server as one value: what the router matches, what a link is made of, and what a handler gets.
///
/// Its pattern names a value for each type, in braces: `/passes/{pass}`. A test counts both.
package struct Path<each Value: PathValue>: Sendable, ExpressibleByStringLiteral {
    /// As Hummingbird takes it.
    package let pattern: String
    private let names: [String]
    /// What is around the names.
    private let literals: [Substring]

    package init(stringLiteral pattern: String) {
        self.pattern = pattern
        let parts = pattern.split(omittingEmptySubsequences: false) { $0 == "{" || $0 == "}" }
        literals = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }
        names = stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
    }

    /// The types of its values.
    package var kinds: [any PathValue.Type] {
        var kinds: [any PathValue.Type] = []
        for kind in repeat (each Value).self { kinds.append(kind) }
        return kinds
    }

    /// A link.
    package func callAsFunction(_ value: repeat each Value) -> String {
        var literals = literals[...]
        var path = String(literals.popFirst() ?? "")
        for value in repeat each value { path += value.pathText + (literals.popFirst() ?? "") }
        return path
    }

    /// What a request names.
    ///
    /// - Throws: `notFound` for what has no such form.
    package func values(in parameters: Parameters) throws -> (repeat each Value) {
        var names = names[...]
        return (repeat try (each Value).next(of: &names, in: parameters))
    }

    /// What is there of it for somebody.
    ///
    /// - Throws: `notFound` for what isn't there, and the same for what is another's or another pass's.
    package func found(by member: SignedInRequest) async throws -> (repeat (each Value).Found) {
        let values = try values(in: member.visit.context.parameters)
        var pass: PassRecord?
        for value in repeat each values {
            if let id = value as? PassID { pass = member.passes.first { $0.id == id } }
        }
        let finder = PathFinder(member: member, pass: pass)
        return (repeat try await (each values).found(by: finder))
    }
}

/// A member for whom things are found.
package struct PathFinder: Sendable {
    package let member: SignedInRequest
    /// The one that the path names, if it does and it is the member's.
    package let pass: PassRecord?

    package func read<Value: Sendable>(_ body: @escaping @Sendable (Records) throws -> Value) async throws -> Value {
        try await member.vault.read(body)
    }
}

/// What a path names.
package protocol PathValue: Sendable {
    /// What a member's handler gets for it.
    associatedtype Found: Sendable = Self
    init?(pathText: String)
    var pathText: String { get }
    func found(by finder: PathFinder) async throws -> Found
}

extension PathValue {
    fileprivate static func next(of names: inout ArraySlice<String>, in parameters: Parameters) throws -> Self {
        guard let text = names.popFirst().flatMap({ parameters.get($0) }), let value = Self(pathText: text) else {
            throw HTTPProblem.notFound
        }
        return value
    }
}

extension PathValue where Found == Self {
    package func found(by finder: PathFinder) -> Self { self }
}

/// Percent-encoded (RFC 3986, 2.1).
extension String: PathValue {
    package init?(pathText: String) {
        guard let bytes = PercentCoding.decode(pathText.utf8) else { return nil }
        self.init(typed: bytes, as: UTF8.self)
    }

    package var pathText: String { addingPercentEncoding(withAllowedCharacters: .unreserved) ?? "" }
}

extension CharacterSet {
    /// RFC 3986, 2.3.
    fileprivate static let unreserved = alphanumerics.union(CharacterSet(charactersIn: "-._~"))
}

/// What is counted from 1.
extension Int: PathValue {
    package init?(pathText: String) { self.init(typed: pathText, in: 1...10_000) }
    package var pathText: String { description }
}

/// A secret; what can't be one is empty, so that whoever guesses is counted before nothing is found.
extension [UInt8]: PathValue {
    package init(pathText: String) { self = Base64URL.decode(pathText) ?? [] }
    package var pathText: String { Base64URL.encode(self) }
}

/// One of a few.
extension PathValue where Self: RawRepresentable, RawValue == String {
    package init?(pathText: String) { self.init(rawValue: pathText) }
    package var pathText: String { rawValue }
}
