import ByteCoding
import Crypto
import HTTPTypes

/// Strong entity tags: a representation's name by its content (RFC 9110, 8.8.3).
package enum EntityTag {
    /// 20 hexadecimal digits that stand for bytes.
    package static func hash(of bytes: [UInt8]) -> String {
        Hex.encode(SHA256.hash(data: bytes).prefix(10))
    }

    /// Whether an `If-None-Match` field names a tag, compared weakly (RFC 9110, 13.1.2).
    package static func matches(_ field: String?, _ tag: String) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { candidate in
            let text = candidate.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            return text == tag || text == "W/" + tag || text == "*"
        }
    }
}
