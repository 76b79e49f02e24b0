package import BoundedJSON

extension JSONValue {
    /// Reads a document's JSON; throws `malformed` or `tooLarge`.
    package init(archive text: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
        let bounds = JSONLimits(bytes: limits.bytes, values: limits.values, depth: limits.depth, names: limits.names)
        do throws(JSONError) {
            try self.init(parsing: text, limits: bounds)
        } catch {
            switch error.code {
            case .tooLarge: throw ArchiveError(.tooLarge, "The document is larger than \(limits.bytes >> 20) MiB.")
            case .tooManyValues, .tooManyNames, .tooDeep:
                throw ArchiveError(.tooLarge, "The document holds too many values, or too many inside each other.")
            case .cancelled: throw ArchiveError(.cancelled, "Nobody waits for it any more.")
            default: throw ArchiveError(.malformed, "\(error)")
            }
        }
    }
}
