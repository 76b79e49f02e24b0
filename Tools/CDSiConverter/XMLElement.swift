import Foundation
#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An element of an XML document: its name, its text, its children.
///
/// CDSi's files have no attributes.
struct XMLElement {
    var name: String
    var text = ""
    var children: [XMLElement] = []

    /// The children with a name.
    func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The first child with a name.
    func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }

    /// The text of the first child with a name, without white space around it; nil if there is none or it is empty.
    func value(_ name: String) -> String? {
        guard let text = first(name)?.text.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
            return nil
        }
        return text
    }

    /// Reads a document of at most 64 levels; nil if it isn't well-formed.
    static func read(_ data: Data) -> XMLElement? {
        let reader = TreeReader()
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.delegate = reader
        guard parser.parse(), !reader.isTooDeep else { return nil }
        return reader.open.first?.children.first
    }
}

private final class TreeReader: NSObject, XMLParserDelegate {
    var open = [XMLElement(name: "")]
    var isTooDeep = false

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        open.append(XMLElement(name: name))
        if open.count > 64 {
            isTooDeep = true
            parser.abortParsing()
        }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        open[open.count - 1].text += text
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        let done = open.removeLast()
        if !open.isEmpty { open[open.count - 1].children.append(done) }
    }
}
