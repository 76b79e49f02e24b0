internal import BoundedJSON

/// Statements of RDF as canonical N-Quads: what the signatures over the WHO's DID documents cover.
///
/// It isn't a processor of JSON-LD: it writes the statements of one fixed shape, whose only blank node is the proof, so
/// that canonicalising ([RDFC-1.0](https://www.w3.org/TR/rdf-canon/)) is sorting.
struct NQuads {
    /// Absolute addresses of the terms that occur.
    enum Term {
        static let type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
        static let json = "http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON"
        static let dateTime = "http://www.w3.org/2001/XMLSchema#dateTime"
        static let created = "http://purl.org/dc/terms/created"
        static func security(_ name: String) -> String { "https://w3id.org/security#\(name)" }
    }

    /// What a statement is about, or says.
    enum Node {
        case address(String)
        case blank
        case text(String)
        case typed(String, type: String)
    }

    /// The lines; a statement that is made twice is one.
    private var lines: Set<String> = []

    mutating func insert(_ subject: Node, _ predicate: String, _ object: Node) {
        lines.insert("\(Self.text(subject)) <\(predicate)> \(Self.text(object)) .\n")
    }

    /// The statements in the order of their code points, which is that of their UTF-8 bytes.
    var canonical: [UInt8] {
        lines.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
    }

    private static func text(_ node: Node) -> String {
        switch node {
        case .address(let address): "<\(address)>"
        case .blank: "_:c14n0"
        case .text(let text): "\"\(escaped(text))\""
        case .typed(let text, let type): "\"\(escaped(text))\"^^<\(type)>"
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
