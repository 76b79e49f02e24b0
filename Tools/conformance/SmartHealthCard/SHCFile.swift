import BoundedJSON
import Foundation
import HealthCertificate

/// What a test file holds, told by its content: some have names that say something else.
enum SHCFile {
    case picture
    case codes
    case jws
    case cards(name: String)
    case bundle
    case payload
    case keySet
    case directory
    case link
    case linkPayload
    case linkManifest
    case linkExample
    case unknown

    init(name: String, bytes: [UInt8]) {
        let suffix = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
        if ["png", "jpg", "jpeg", "svg", "bmp", "gif"].contains(suffix) {
            self = .picture
            return
        }
        if let json = try? JSONValue(parsing: bytes, limits: JSONLimits(bytes: 64 << 20, values: 4_000_000)) {
            self = Self.kind(of: json, name: name)
            return
        }
        let text = String(decoding: bytes.prefix(200), as: UTF8.self).drop(while: \.isWhitespace)
        if text.lowercased().hasPrefix("shc:") {
            self = .codes
        } else if text.contains("shlink:/") {
            self = .link
        } else {
            self = text.hasPrefix("eyJ") ? .jws : .unknown
        }
    }

    private static func kind(of json: JSONValue, name: String) -> SHCFile {
        switch json["resourceType"]?.text {
        case "Bundle": return .bundle
        case "Parameters": return .cards(name: name)
        default: break
        }
        let members: [(String, SHCFile)] = [
            ("verifiableCredential", .cards(name: name)), ("vc", .payload), ("keys", .keySet),
            ("participating_issuers", .directory), ("issuerInfo", .directory), ("jweFiles", .linkExample),
            ("files", .linkManifest), ("contentType", .linkManifest), ("url", .linkPayload),
        ]
        return members.first { json[$0.0] != nil }?.1 ?? .unknown
    }
}
