import ByteCoding

/// The header of one part of a form: which field it is, and whether it is a file.
struct MultipartPart: Sendable, Equatable {
    /// The form field's name.
    let name: String
    /// What the browser calls the file, without folders; nil for a field that is none.
    ///
    /// A hint for people, never a path.
    let fileName: String?
    /// The type the browser names, lower case, without parameters; a hint too.
    let contentType: String?

    /// Reads the lines of a part's header, without the blank line after them.
    init(header: some Collection<UInt8>) throws(MultipartError) {
        guard let text = String(typed: header, as: UTF8.self) else { throw .malformed }
        var disposition: [String: String]?
        var contentType: String?
        for line in text.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { throw .malformed }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            switch line[..<colon].lowercased() {
            case "content-disposition":
                guard disposition == nil else { throw .badDisposition }
                disposition = try HeaderParameters.parse(value, kind: "form-data")
            case "content-type":
                contentType = value.prefix { $0 != ";" && $0 != " " }.lowercased()
            case "content-transfer-encoding":
                guard ["binary", "7bit", "8bit"].contains(value.lowercased()) else { throw .unsupportedEncoding }
            default:
                break
            }
        }
        guard let name = disposition?["name"], !name.isEmpty else { throw .badDisposition }
        self.name = Self.unescaped(name)
        self.fileName = disposition?["filename"].map { Self.baseName(Self.unescaped($0)) }
        self.contentType = contentType
    }

    /// Browsers write only these three characters as escapes
    /// (https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data).
    private static func unescaped(_ text: String) -> String {
        text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }

    /// The last component, without control characters, 255 bytes at most.
    private static func baseName(_ text: String) -> String {
        let last = text.split { $0 == "/" || $0 == "\\" }.last ?? ""
        let printable = last.unicodeScalars.filter { $0.properties.generalCategory != .control }
        var name = String(String.UnicodeScalarView(printable))
        while name.utf8.count > 255 { name.removeLast() }
        return name
    }
}

/// `form-data; name="a"; filename="b.png"`: a word, then parameters (RFC 9110, 5.6.6).
enum HeaderParameters {
    /// The parameters by lower-case name; each may be there once.
    static func parse(_ text: some StringProtocol, kind: String) throws(MultipartError) -> [String: String] {
        var rest = Substring(text)
        guard Self.token(&rest).lowercased() == kind else { throw .badDisposition }
        var parameters: [String: String] = [:]
        while Self.skip(";", &rest) {
            let name = Self.token(&rest).lowercased()
            guard !name.isEmpty, Self.skip("=", &rest) else {
                // A semicolon at the end is nothing to complain about.
                if name.isEmpty && rest.isEmpty { break }
                throw .badDisposition
            }
            let value = try rest.first == "\"" ? Self.quoted(&rest) : Self.token(&rest)
            guard parameters.updateValue(value, forKey: name) == nil else { throw .badDisposition }
        }
        guard rest.isEmpty else { throw .badDisposition }
        return parameters
    }

    private static func token(_ rest: inout Substring) -> String {
        Self.skipSpace(&rest)
        let token = rest.prefix { !" \t;=\"".contains($0) }
        rest = rest[token.endIndex...]
        Self.skipSpace(&rest)
        return String(token)
    }

    /// A backslash escapes a quotation mark only: browsers write file names with plain backslashes.
    private static func quoted(_ rest: inout Substring) throws(MultipartError) -> String {
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst() {
            if character == "\"" {
                Self.skipSpace(&rest)
                return value
            }
            if character == "\\", rest.first == "\"" {
                value.append("\"")
                rest.removeFirst()
            } else {
                value.append(character)
            }
        }
        throw .badDisposition
    }

    private static func skip(_ character: Character, _ rest: inout Substring) -> Bool {
        Self.skipSpace(&rest)
        guard rest.first == character else { return false }
        rest.removeFirst()
        Self.skipSpace(&rest)
        return true
    }

    private static func skipSpace(_ rest: inout Substring) {
        rest = rest.drop { $0 == " " || $0 == "\t" }
    }
}
