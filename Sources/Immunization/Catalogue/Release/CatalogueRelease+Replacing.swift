extension CatalogueRelease {
    /// A file that takes the place of one of a release's, or is added to it.
    public struct File: Sendable, Hashable {
        /// Its name; folders before it don't count.
        public let name: String
        /// What is in it.
        public let bytes: [UInt8]

        /// A file with a name.
        public init(name: String, bytes: [UInt8]) {
            self.name = name
            self.bytes = bytes
        }
    }

    /// This release with files of it replaced, or added.
    ///
    /// Only the whole has to fit together: a new disease and its first vaccine may come in two files.
    ///
    /// - Throws: ``DataFault`` naming the file, the line and the fault.
    public func replacing(_ replacements: [File]) throws(DataFault) -> CatalogueRelease {
        var files = files
        for file in replacements {
            let (name, id) = try place(of: file)
            if let id { for old in self.files(ofSchedule: id) { files[old] = nil } }
            files[name] = file.bytes
        }
        return try CatalogueRelease(files: files)
    }

    /// Where a file goes: a schedule takes the place of the one with its id, whatever its file is called; other files
    /// go by name.
    private func place(of file: File) throws(DataFault) -> (name: String, schedule: String?) {
        let last = file.name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        let name = last.hasSuffix(".json") ? last : last + ".json"
        let root = try DataNode(json: file.bytes, file: name)
        var object = try root.object()
        if object.optional("series") != nil {
            let id = try object.required("id").slug()
            return (Self.scheduleFolder + id + ".json", id)
        }
        guard Self.isPlain(name) else {
            throw root.fault(
                .malformedFileName)
        }
        return (name, nil)
    }

    private func files(ofSchedule id: String) -> [String] {
        files.keys.filter { name in
            guard name.hasPrefix(Self.scheduleFolder), let bytes = files[name],
                let root = try? DataNode(json: bytes, file: name), var object = try? root.object(),
                let own = try? object.string("id")
            else { return false }
            return own == id
        }
    }

    private static func isPlain(_ name: String) -> Bool {
        let stem = name.utf8.dropLast(".json".utf8.count)
        let isLetter: (UInt8) -> Bool = { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        return stem.first.map(isLetter) == true && stem.count <= 64 && stem.allSatisfy { isLetter($0) || $0 == 0x2D }
    }
}
