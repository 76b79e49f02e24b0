import Foundation
import Lists

extension TrustDirectory {
    /// The imported lists as the web app takes them: read again when a file of the folder changed.
    func source() throws -> TrustSource {
        try TrustSource(load: { try load() }, stamp: { stamp })
    }

    /// When the folder and its files last changed.
    private var stamp: [Date] {
        let names = (try? names()) ?? []
        return names.map { name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path(of: name))
            return attributes?[.modificationDate] as? Date ?? .distantPast
        }
    }
}
