extension FeedReader {
    /// Text with its references resolved: the five of XML and those by number; another one stays as it was written.
    func decoded(_ run: some Collection<UInt8>) -> String {
        let text = String(decoding: run, as: UTF8.self)
        guard text.contains("&") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            let after = rest[rest.index(after: start)...]
            let name = after.prefix { $0 != ";" && $0 != "&" && $0 != " " }
            if name.count <= 10, after.dropFirst(name.count).first == ";", let character = Self.character(name) {
                result.unicodeScalars.append(character)
                rest = after.dropFirst(name.count + 1)
            } else {
                result += "&"
                rest = after
            }
        }
        return result + rest
    }

    private static let named: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]

    private static func character(_ name: Substring) -> Unicode.Scalar? {
        if let known = named[String(name)] { return known }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let number =
            digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init)
    }

    /// The bytes as UTF-8, from UTF-8 or from ISO 8859-1 where the XML declaration says so.
    static func utf8(_ bytes: [UInt8]) throws(FeedError) -> [UInt8] {
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        let head = String(decoding: body.prefix(200), as: UTF8.self).lowercased()
        if head.hasPrefix("<?xml"), let declaration = head.split(separator: "?>").first,
            declaration.contains("iso-8859-1")
        {
            return Array(String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) })).utf8)
        }
        guard String(validating: body, as: UTF8.self) != nil else { throw FeedError(.encoding, line: 1) }
        return body
    }
}

/// Why a feed can't be read.
package struct FeedError: Error, Equatable, CustomStringConvertible {
    package enum Code: Sendable {
        case tooLarge, tooDeep, notXML, documentType, encoding
    }

    package let code: Code
    package let line: Int

    init(_ code: Code, line: Int) { (self.code, self.line) = (code, line) }

    package var description: String {
        switch code {
        case .tooLarge: "The feed is larger than 4 MiB."
        case .tooDeep: "Line \(line): the feed is nested too deeply."
        case .notXML: "Line \(line): the feed is not well-formed XML."
        case .documentType: "Line \(line): the feed declares a document type, which no feed needs; it was not read."
        case .encoding: "The feed is neither UTF-8 nor ISO 8859-1."
        }
    }
}
