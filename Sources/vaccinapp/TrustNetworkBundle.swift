import BoundedJSON
import Foundation
import HealthCertificate

/// The documents of a trust network's list in one file, each as it was published, so that they are verified again
/// whenever they are loaded.
enum TrustNetworkBundle {
    private static let limits = JSONLimits(bytes: 512 << 20, values: 100_000, depth: 4)

    static func write(_ files: [TrustNetworkList.File]) -> Data {
        let documents = files.map { file -> JSONValue in
            ["file": .string(file.name), "document": .string(String(decoding: file.bytes ?? [], as: UTF8.self))]
        }
        return Data(JSONValue.array(documents).compactText.utf8)
    }

    static func files(in bundle: Data) throws -> [TrustNetworkList.File] {
        try (JSONValue(parsing: bundle, limits: limits).elements ?? []).map { entry in
            TrustNetworkList.File(
                name: entry["file"]?.text ?? "", bytes: entry["document"]?.text.map { Array($0.utf8) })
        }
    }
}
