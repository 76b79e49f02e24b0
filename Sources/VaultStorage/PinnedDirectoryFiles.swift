/// The files below a folder that is held: once another one is at its path, nothing there is read, written or removed.
///
/// What makes, renames or removes asks just before; what only opens asks after it, so that what was opened is of this folder.
package struct PinnedDirectoryFiles: FileSystem {
    private let folder: PinnedDirectory
    private let files: any FileSystem

    package init(_ folder: PinnedDirectory, over files: any FileSystem) { (self.folder, self.files) = (folder, files) }

    package func read(_ path: String, limit: Int) throws(VaultError) -> [UInt8]? {
        let bytes = try files.read(path, limit: limit)
        try folder.requireInPlace()
        return bytes
    }

    package func head(_ path: String, count: Int) throws(VaultError) -> [UInt8]? {
        let bytes = try files.head(path, count: count)
        try folder.requireInPlace()
        return bytes
    }

    package func create(_ path: String) throws(VaultError) -> Int32 {
        try folder.requireInPlace()
        return try files.create(path)
    }

    package func overwrite(_ path: String, length: Int, beginning head: [UInt8]) throws(VaultError) -> Int32? {
        let file = try files.overwrite(path, length: length, beginning: head)
        do throws(VaultError) {
            try folder.requireInPlace()
        } catch {
            if let file { try? files.close(file) }
            throw error
        }
        return file
    }

    package func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(VaultError) {
        try files.write(bytes, to: file)
    }

    package func write(_ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int) throws(VaultError) {
        try files.write(bytes, to: file, at: offset)
    }

    package func sync(_ file: Int32) throws(VaultError) { try files.sync(file) }

    package func syncData(_ file: Int32) throws(VaultError) { try files.syncData(file) }

    package func close(_ file: Int32) throws(VaultError) { try files.close(file) }

    package func rename(_ source: String, to target: String) throws(VaultError) {
        try folder.requireInPlace()
        try files.rename(source, to: target)
    }

    package func syncDirectory(_ path: String) throws(VaultError) {
        try folder.requireInPlace()
        try files.syncDirectory(path)
    }

    package func remove(_ path: String) throws(VaultError) {
        try folder.requireInPlace()
        try files.remove(path)
    }

    package func list(_ directory: String) throws(VaultError) -> [String] {
        let names = try files.list(directory)
        try folder.requireInPlace()
        return names
    }

    package func makeDirectory(_ path: String) throws(VaultError) {
        try folder.requireInPlace()
        try files.makeDirectory(path)
    }
}
