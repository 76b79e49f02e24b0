import ByteCoding
import Crypto
package import Foundation
package import Immunization

/// The releases of the catalogue that an admin has brought live, each kept whole: a folder of the data directory.
///
/// `catalogue/releases/NAME/` holds a release's files, `catalogue/current` the name of the one in use,
/// `catalogue/history.jsonl` who changed it when. Without a name the release that the program ships is in use. Both are
/// written beside their place and renamed: at every moment either the old or the new one is whole.
package struct CatalogueStore: Sendable {
    /// A release on disk.
    package struct Version: Sendable, Hashable {
        /// Its name: the moment it was imported and the beginning of its hash; ``shippedName`` for the shipped one.
        package let name: String
        /// Whether it is the one in use.
        package let isCurrent: Bool
    }

    package enum Failure: Error, Equatable, CustomStringConvertible {
        /// There is no version of this name.
        case unknownVersion(String)
        /// A file or folder can't be read.
        case unreadable(String)
        /// Another version is in use than the one that was compared with.
        case changedMeanwhile

        package var description: String {
            switch self {
            case .unknownVersion(let name): "there is no version \u{201C}\(name)\u{201D}"
            case .unreadable(let path): "can\u{2019}t read \u{201C}\(path)\u{201D}"
            case .changedMeanwhile: "another version has been put in use meanwhile"
            }
        }
    }

    /// The name of the release that the program ships.
    package static let shippedName = "shipped"

    let folder: FolderStore
    private let shipped: URL
    /// Whose signature every release needs but the shipped one; nil for nobody's.
    package let contentKey: ContentKey?

    /// A store in a data directory, over the release that is shipped in a folder.
    package init(dataDirectory: URL, shipped: URL, contentKey: ContentKey? = nil) {
        folder = FolderStore(dataDirectory.appending(path: "catalogue"))
        (self.shipped, self.contentKey) = (shipped, contentKey)
    }

    /// The folder with the release that the program ships.
    ///
    /// - Parameter resources: the folder that holds it; found by itself when empty.
    package static func shippedFolder(resources: String) throws -> URL {
        try Resources.locate(resources).appending(path: "Catalogue")
    }

    private static let pointer = "current"
    private var releases: FolderStore { FolderStore(folder.url("releases")) }

    /// The name of the version in use.
    package var currentName: String {
        guard let bytes = try? folder.bytes(Self.pointer), let text = String(data: bytes, encoding: .utf8) else {
            return Self.shippedName
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Every version, the newest first, the shipped one last.
    package func versions() -> [Version] {
        let current = currentName
        let kept = (try? releases.names()) ?? []
        return (kept.reversed() + [Self.shippedName]).map { Version(name: $0, isCurrent: $0 == current) }
    }

    /// Reads a version; the one in use when no name is given.
    package func release(_ name: String? = nil) throws -> CatalogueRelease {
        let name = name ?? currentName
        guard versions().contains(where: { $0.name == name }) else { throw Failure.unknownVersion(name) }
        let version = folder(of: name)
        let release = try Self.release(in: version)
        if name != Self.shippedName { try contentKey?.require(Self.signature(in: version), of: release.files) }
        return release
    }

    /// Where a version's files are.
    func folder(of name: String) -> URL { name == Self.shippedName ? shipped : releases.url(name) }

    /// The signature in a release's folder; nil where there is none.
    package static func signature(in folder: URL) -> [UInt8]? {
        try? bytes(of: ContentKey.signatureFile, in: folder)
    }

    /// What tells whether a version's files were changed, without reading them.
    func stamp(of name: String) -> [String] {
        let folder = folder(of: name)
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return paths.sorted().map { path in
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder.appending(path: path).path)
            let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            return "\(path) \(attributes?[.size] ?? 0) \(attributes?[.systemFileNumber] ?? 0) \(date)"
        }
    }

    /// Keeps a release and puts it in use.
    ///
    /// - Parameters:
    ///   - signature: its signature file's content, kept beside its files.
    ///   - author: who does it.
    ///   - expected: the version that has to be in use still, where that matters.
    ///   - mayBeOlder: whether it may be one that its publisher signed before another that is kept.
    /// - Returns: its version; the same release at the same second is kept once.
    /// - Throws: ``Failure/changedMeanwhile`` when another one is in use; ``DataFault`` without a signature that is needed,
    ///   or where it is older than it may be.
    @discardableResult
    package func adopt(
        _ release: CatalogueRelease, signature: [UInt8]? = nil, by author: CatalogueAuthor, at moment: Date,
        over expected: String? = nil, mayBeOlder: Bool = false
    ) throws -> Version {
        try contentKey?.require(signature, of: release.files)
        let stamp = moment.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.dash))
        let name = "\(stamp)-\(Self.hash(of: release.files))"
        let draft = ".\(UUID().uuidString)"
        defer { try? releases.remove(draft) }
        for (file, bytes) in release.files { try releases.write(Data(bytes), to: "\(draft)/\(file)") }
        if let signature { try releases.write(Data(signature), to: "\(draft)/\(ContentKey.signatureFile)") }
        return try folder.exclusively {
            if let expected, expected != currentName { throw Failure.changedMeanwhile }
            if !mayBeOlder { try requireNewest(signature, of: release) }
            let target = releases.url(name)
            if !FileManager.default.fileExists(atPath: target.path) {
                try FileManager.default.moveItem(at: releases.url(draft), to: target)
                try AtomicFile.synchronize(folder: releases.folder)
            }
            return try point(to: name, by: author, at: moment, .imported)
        }
    }

    /// Puts a version in use that is kept already: a step back, or forward again.
    ///
    /// - Throws: ``Failure/changedMeanwhile`` when another one than expected is in use.
    @discardableResult
    package func use(
        _ name: String, by author: CatalogueAuthor, at moment: Date, over expected: String? = nil
    ) throws -> Version {
        guard versions().contains(where: { $0.name == name }) else { throw Failure.unknownVersion(name) }
        return try folder.exclusively {
            if let expected, expected != currentName { throw Failure.changedMeanwhile }
            return try point(to: name, by: author, at: moment, .restored)
        }
    }

    private func point(
        to name: String, by author: CatalogueAuthor, at moment: Date, _ action: CatalogueEvent.Action
    ) throws -> Version {
        let event = CatalogueEvent(moment: moment, version: name, before: currentName, author: author, action: action)
        try folder.write(Data((name + "\n").utf8), to: Self.pointer)
        try note(event)
        return Version(name: name, isCurrent: true)
    }

    /// Reads a release from a folder: its `.json` files and those of its folder `schedules`.
    package static func release(in folder: URL) throws -> CatalogueRelease {
        try CatalogueRelease(files: files(in: folder))
    }

    static func files(in folder: URL) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for prefix in ["", CatalogueRelease.scheduleFolder] {
            let directory = prefix.isEmpty ? folder : folder.appending(path: prefix)
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path) else {
                guard prefix.isEmpty else { continue }
                throw Failure.unreadable(folder.path)
            }
            for name in names where name.hasSuffix(".json") {
                files[prefix + name] = try bytes(of: name, in: directory)
            }
        }
        return files
    }

    private static func bytes(of name: String, in folder: URL) throws -> [UInt8] {
        guard let data = try? FolderStore(folder).bytes(name, most: DataLimits().bytes + 1), !data.isEmpty else {
            throw Failure.unreadable(name)
        }
        return Array(data)
    }

    private static func hash(of files: [String: [UInt8]]) -> String {
        var hasher = SHA256()
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            hasher.update(data: Array("\(name)\n\(bytes.count)\n".utf8))
            hasher.update(data: bytes)
        }
        return Hex.encode(hasher.finalize().prefix(4))
    }
}
