import BoundedJSON

/// The list of files that a SMART Health Link leads to.
///
/// <https://docs.smarthealthit.org/smart-health-links/spec/#shlink-manifest-request>
public struct SmartHealthLinkManifest: Sendable, Hashable {
    /// One file of the list.
    public struct File: Sendable, Hashable {
        /// What the file holds, such as `application/smart-health-card`.
        public let contentType: String
        /// Where the file is; nil if it is embedded.
        public let location: String?
        /// The encrypted file itself, a JWE; nil if it is elsewhere.
        public let embedded: String?
    }

    /// The files.
    public let files: [File]

    /// Reads a manifest.
    ///
    /// - Throws: ``SmartHealthCardDeparture`` `manifestInvalid`.
    public init(parsing bytes: some Sequence<UInt8>) throws(SmartHealthCardDeparture) {
        guard let json = try? JSONValue(parsing: bytes), let entries = json["files"]?.elements else {
            throw SmartHealthCardDeparture(.manifestInvalid)
        }
        var files: [File] = []
        for (index, entry) in entries.enumerated() {
            files.append(try Self.file(entry, at: "files[\(index)]"))
        }
        self.files = files
    }

    /// Reads a single entry of a manifest.
    static func file(_ json: JSONValue, at path: String) throws(SmartHealthCardDeparture) -> File {
        guard let type = json["contentType"]?.text, json["location"]?.text != nil || json["embedded"]?.text != nil
        else { throw SmartHealthCardDeparture(.manifestInvalid, at: path) }
        return File(contentType: type, location: json["location"]?.text, embedded: json["embedded"]?.text)
    }
}
